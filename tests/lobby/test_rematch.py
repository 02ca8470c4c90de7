"""A rematch: who may ask for one, and when it starts."""

import pytest

from games.engine import Rules
from games.lobby import services
from games.models import Game
from games.table import services as play
from games.wording.lobby import refusal
from tests.conftest import Player
from tests.lobby.conftest import HTMX, LobbyTable, Tables

pytestmark = pytest.mark.once


def with_bot(tables: Tables, host: Player) -> LobbyTable:
    table = tables(host)
    services.set_bot(table.code, host.user, 1, "Easy")
    return table


def after_a_game(table: LobbyTable) -> None:
    play.start(table.table)
    play.abandon(table.table)


def games(table: LobbyTable) -> int:
    return Game.objects.filter(table__code=table.code).count()


def test_against_bots_one_press_starts_it(tables: Tables, ann: Player) -> None:
    table = with_bot(tables, ann)
    after_a_game(table)
    assert table.press(ann, "rematch", headers=HTMX).status_code == 204
    assert games(table) == 2


def test_with_others_it_starts_when_all_of_them_want_it(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob])
    after_a_game(table)
    table.press(ann, "rematch", headers=HTMX)
    assert games(table) == 1
    table.press(bob, "rematch")
    assert games(table) == 2


def test_only_players_may_ask_for_it(tables: Tables, ann: Player, dan: Player) -> None:
    table = with_bot(tables, ann)
    after_a_game(table)
    answer = table.press(dan, "rematch", headers=HTMX)
    assert answer["HX-Redirect"] == f"/t/{table.code}/"
    assert games(table) == 1


def test_it_cannot_be_asked_for_during_a_game(tables: Tables, ann: Player) -> None:
    table = with_bot(tables, ann)
    play.start(table.table)
    table.press(ann, "rematch")
    assert games(table) == 1


def test_without_a_game_before_there_is_nothing_to_repeat(tables: Tables, ann: Player) -> None:
    table = with_bot(tables, ann)
    table.press(ann, "rematch")
    assert games(table) == 0


def test_the_host_reads_how_to_start_without_a_player_who_does_not_answer(
    tables: Tables, ann: Player, bob: Player
) -> None:
    table = tables(ann, seated=[bob])
    hint = "To start without them, choose “Remove from seat” under ⋯."
    assert hint in table.shows(ann)
    assert hint not in table.shows(bob)
    table.press(bob, "ready", ready="yes")
    assert hint not in table.shows(ann)


def test_who_asks_for_one_that_cannot_start_reads_why(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob])
    after_a_game(table)
    services.stand_up(table.code, bob.user)
    answer = table.press(ann, "rematch", headers=HTMX)
    assert answer["HX-Redirect"] == f"/t/{table.code}/"
    assert refusal("too_few_players") in table.shows(ann)
    assert games(table) == 1


def test_one_that_the_rules_do_not_allow_is_refused_before_all_want_it(
    tables: Tables, ann: Player, bob: Player, cleo: Player
) -> None:
    table = tables(ann, Rules.preset("Partners"), seated=[bob, cleo])
    services.set_bot(table.code, ann.user, 3, "Easy")
    after_a_game(table)
    services.remove_bot(table.code, ann.user, 3)
    assert table.press(bob, "rematch", headers=HTMX)["HX-Redirect"] == f"/t/{table.code}/"
    assert "number of players" in table.shows(bob)
    assert games(table) == 1
