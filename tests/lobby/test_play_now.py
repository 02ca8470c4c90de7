"""Play now: who the opponents are, and what follows after the round."""

from itertools import pairwise

import pytest

from games.bots import strength
from games.bots.personas import PERSONAS
from games.engine import Rules
from games.lobby import services
from games.lobby.services.opponents import FIRST, LEVELS, level
from games.lobby.services.rematches import MATCH, ROUND
from games.models import Game, Table, User
from games.people import avatars
from games.table import services as play
from games.wording.lobby import refusal
from tests.conftest import Player
from tests.lobby.conftest import HTMX, LobbyTable, Tables

pytestmark = pytest.mark.once


def kinds(table: Table) -> list[str]:
    return [place.bot for place in table.places.order_by("number") if place.bot]


def finish(table: Table, winner: int) -> None:
    """End the running game, won by a seat."""
    game = table.games.get(ended_at=None)
    play.abandon(table)
    Game.objects.filter(pk=game.pk).update(winner=winner, abandoned=False)


def round_of(person: User, winner: int | None = None) -> Table:
    """Play a round, and end it if a winner is given."""
    table = services.play_now(person)
    if winner is not None:
        finish(table, winner)
    return table


@pytest.mark.parametrize("face", ["rosa", "benny", "tilda7"])
def test_no_opponent_has_the_color_of_the_players_face(ann: Player, face: str) -> None:
    User.objects.filter(pk=ann.user.pk).update(face=face)
    table = round_of(User.objects.get(pk=ann.user.pk))
    colors = [PERSONAS[place.name].color for place in table.places.exclude(bot="")]
    assert avatars.color(face) not in colors


def names(table: Table) -> list[str]:
    return [place.name for place in table.places.order_by("number")]


def test_the_opponents_are_three_of_different_strength_and_grow_stronger_from_level_to_level() -> None:
    measured = [sorted(strength.win_rates()[kind] for kind in kinds) for kinds in LEVELS]
    assert all(len(set(rates)) == 3 for rates in measured)
    assert measured == sorted(measured)
    assert all(sum(low) < sum(high) for low, high in pairwise(measured))


def test_who_wins_meets_stronger_bots_and_who_loses_often_weaker_ones(ann: Player) -> None:
    assert kinds(round_of(ann.user, winner=0)) == list(LEVELS[FIRST])
    assert kinds(round_of(ann.user, winner=1)) == list(LEVELS[FIRST + 1])
    for _ in range(2):
        assert kinds(round_of(ann.user, winner=2)) == list(LEVELS[FIRST + 1])
    assert kinds(round_of(ann.user)) == list(LEVELS[FIRST])


def test_games_with_others_and_abandoned_games_do_not_count(tables: Tables, ann: Player, bob: Player) -> None:
    shared = tables(ann, seated=[bob])
    play.start(shared.table)
    finish(shared.table, winner=0)
    table = round_of(ann.user)
    play.abandon(table)
    assert kinds(round_of(ann.user)) == list(LEVELS[FIRST])


def test_levels_end_at_both_ends() -> None:
    assert level([True] * 30) == len(LEVELS) - 1
    assert level([False] * 60) == 0
    assert level([False] * 60 + [True]) == 1


def test_bots_that_stay_keep_their_characters(ann: Player) -> None:
    table = round_of(ann.user, winner=1)
    before = names(table)
    assert names(round_of(ann.user)) == before
    assert len(set(before)) == 4


def test_another_round_is_played_at_the_same_table_by_adapted_bots(ann: Player) -> None:
    table = round_of(ann.user, winner=0)
    ann.client.post(f"/t/{table.code}/rematch/", headers=HTMX)
    assert table.games.count() == 2
    assert kinds(table) == list(LEVELS[FIRST + 1])


def test_longer_starts_a_match_with_the_same_bots(ann: Player) -> None:
    table = round_of(ann.user, winner=0)
    before = names(table)
    assert ann.client.post(f"/t/{table.code}/longer/", headers=HTMX).status_code == 204
    table.refresh_from_db()
    assert Rules.from_json(table.rules) == MATCH
    assert names(table) == before
    assert table.games.count() == 2
    finish(table, winner=0)
    assert services.play_now(ann.user) == table
    table.refresh_from_db()
    assert Rules.from_json(table.rules) == ROUND


@pytest.mark.parametrize("change", ["bot", "no bot", "rules"])
def test_a_table_whose_host_has_chosen_does_not_adapt(ann: Player, change: str) -> None:
    table = round_of(ann.user, winner=0)
    changes = {
        "bot": lambda: services.set_bot(table.code, ann.user, 1, "Random"),
        "no bot": lambda: services.remove_bot(table.code, ann.user, 1),
        "rules": lambda: services.change_rules(table.code, ann.user, Rules()),
    }
    changes[change]()
    chosen = kinds(table)
    services.rematch(table.code, ann.user)
    assert kinds(table) == chosen
    assert services.play_now(ann.user) == table, "the running game comes first"


def test_only_the_host_can_make_it_longer_and_only_alone(ann: Player, bob: Player) -> None:
    table = LobbyTable(round_of(ann.user, winner=0).code)
    assert refusal("host_only") in table.says(bob, "longer")
    services.sit(table.code, bob.user)
    assert refusal("not_alone") in table.says(ann, "longer")
    assert table.games == 1


def test_a_running_round_cannot_be_made_longer(ann: Player) -> None:
    table = LobbyTable(round_of(ann.user).code)
    assert refusal("game_running") in table.says(ann, "longer")
    assert Rules.from_json(table.table.rules) == ROUND


def test_at_another_table_there_is_nothing_to_make_longer(tables: Tables, ann: Player) -> None:
    assert refusal("not_alone") in tables(ann).says(ann, "longer")
