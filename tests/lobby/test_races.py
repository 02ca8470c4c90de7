"""Parallel requests of several people at one table."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connections

from games.lobby.services import cleanup
from games.models import Game, Table
from tests.conftest import Player
from tests.lobby.conftest import HTMX, LobbyTable, Tables, clean_up

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """Start all of these together, and return their results."""
    start = Barrier(len(works))

    def one(work: Callable[[], Any]) -> Any:
        start.wait()
        try:
            return work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(works)) as crowd:
        return list(crowd.map(one, works))


def press(table: LobbyTable, player: Player, what: str, **sent: Any) -> Callable[[], int]:
    return lambda: int(table.press(player, what, headers=HTMX, **sent).status_code)


def test_of_many_players_who_take_the_last_seat_one_gets_it(
    tables: Tables, ann: Player, invite: Callable[..., Player]
) -> None:
    table = tables(ann, seats=2)
    crowd = [invite(f"Guest {n}") for n in range(6)]
    answers = at_once(*(press(table, player, "sit", seat="1") for player in crowd))
    assert Counter(answers) == {200: 1, 409: 5}
    assert table.table.places.count() == 2


def test_many_who_take_any_seat_get_different_ones(tables: Tables, ann: Player, invite: Callable[..., Player]) -> None:
    table = tables(ann, seats=6)
    crowd = [invite(f"Guest {n}") for n in range(6)]
    answers = at_once(*(press(table, player, "sit") for player in crowd))
    assert Counter(answers) == {200: 5, 409: 1}
    assert [place.number for place in table.table.places.all()] == list(range(6))


def test_one_person_in_two_windows_gets_one_seat(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann)
    answers = at_once(*(press(table, bob, "sit") for _ in range(4)))
    assert answers == [200] * 4
    assert table.table.places.filter(person=bob.user).count() == 1


def test_many_starts_deal_once(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob], ready=True)
    answers = at_once(*(press(table, ann, "start") for _ in range(6)))
    assert Counter(answers) == {200: 1, 409: 5}
    assert Game.objects.count() == 1


def test_a_kick_during_a_start_frees_the_seat_or_puts_a_bot_there(
    tables: Tables, ann: Player, bob: Player, cleo: Player
) -> None:
    table = tables(ann, seated=[bob, cleo], ready=True)
    kick = press(table, ann, "kick", person=str(bob.user.pk))
    kicked, started = at_once(kick, press(table, ann, "start"))
    players = {player.name for player in Game.objects.get().players.all()}
    assert (kicked, started) == (200, 200)
    bots = {place.name for place in table.table.places.filter(bot="Medium")}
    assert players == {"Ann", "Cleo"} | bots
    assert players == {place.name for place in table.table.places.all()}


def test_the_last_two_get_ready_together_and_the_game_starts_once(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seats=2, seated=[bob], starts_by_itself=True)
    answers = at_once(*(press(table, player, "ready", ready="yes") for player in (ann, bob)))
    assert answers == [200, 200]
    assert Game.objects.count() == 1


def test_a_table_that_is_being_closed_seats_no_one(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann)
    closed, sat = at_once(press(table, ann, "close"), press(table, bob, "sit"))
    assert closed == 200
    assert sat in (200, 404)
    assert table.table.closed_at
    assert not table.table.places.exists()


def test_bots_and_people_who_want_one_seat_never_share_it(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seats=2, seats_may_be_taken_over=False)
    at_once(press(table, ann, "bot", seat="1", bot="Easy"), press(table, bob, "sit", seat="1"))
    assert table.table.places.count() == 2


def test_quick_matches_of_many_people_seat_all_of_them(
    tables: Tables, ann: Player, invite: Callable[..., Player]
) -> None:
    tables(ann, visibility="public")
    crowd = [invite(f"Guest {n}") for n in range(6)]

    def quick(player: Player) -> Callable[[], Any]:
        return lambda: player.client.post("/tables/quick/").status_code

    assert at_once(*(quick(player) for player in crowd)) == [302] * 6
    seats = [place.person for table in Table.objects.all() for place in table.places.all()]
    assert {player.user for player in crowd} <= set(seats)
    assert len(seats) == len(set(seats)) == 7


def test_two_schedulers_close_a_table_once(tables: Tables, ann: Player) -> None:
    table = tables(ann)
    moment = table.table.opened_at + cleanup.UNTOUCHED
    Table.objects.update(closes_at=moment, touched_at=table.table.opened_at)
    at_once(lambda: clean_up(moment), lambda: clean_up(moment))
    assert table.table.closed_at
    assert table.table.version == 1


def test_a_ban_and_a_last_move_wait_for_each_other(tables: Tables, ann: Player, bob: Player, cleo: Player) -> None:
    table = tables(ann, seated=[bob, cleo], ready=True)
    table.press(ann, "start")
    ban = press(table, ann, "ban", person=str(bob.user.pk))
    leave = lambda: cleo.client.post(f"{table.path}leave/").status_code  # noqa: E731
    assert at_once(ban, leave) == [200, 302]
