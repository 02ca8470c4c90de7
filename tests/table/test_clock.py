"""How the clock finds the games that are due, and presence the people who are there."""

import asyncio
import sqlite3
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from games.models import Game, Place
from games.presence import services as presence
from games.table import clock
from games.table.snapshot import Snapshot
from tests.table.conftest import RunningTable

pytestmark = pytest.mark.django_db

AWAY = OperationalError("database is locked")
AWAY.__cause__ = sqlite3.OperationalError("database is locked")


@pytest.mark.once
def test_an_index_finds_the_games_that_are_due_among_those_that_run() -> None:
    """Ten times a second, so it must not read all running games."""
    assert "games_due" in clock.due_before(timezone.now()).explain()


def test_only_people_who_are_at_a_table_are_confirmed_there(start_game: type[RunningTable]) -> None:
    first, second = start_game(["Ann", "Bob"]), start_game(["Cleo", "Dan"])
    before = timezone.now() - timedelta(minutes=1)
    Place.objects.update(seen_at=before)
    ann, cleo = first.people["Ann"].pk, second.people["Cleo"].pk
    presence.keep([(first.code, ann), (second.code, ann), (first.code, cleo)])
    confirmed = Place.objects.filter(seen_at__gt=before).values_list("table__code", "person")
    assert list(confirmed) == [(first.code, ann)]


def test_the_delay_of_a_person_is_stored_only_at_their_table(start_game: type[RunningTable]) -> None:
    first, second = start_game(["Ann", "Bob"]), start_game(["Cleo", "Dan"])
    ann, cleo = first.people["Ann"].pk, second.people["Cleo"].pk
    presence.store_delays({(first.code, ann): 0.2, (second.code, ann): 0.3, (first.code, cleo): 0.4})
    stored = Place.objects.filter(delay__gt=0).values_list("table__code", "person", "delay")
    assert list(stored) == [(first.code, ann, 200)]


def due_for_long(table: RunningTable, seconds: int) -> int:
    Game.objects.filter(pk=table.game.pk).update(due_at=timezone.now() - timedelta(seconds=seconds))
    return table.game.pk


def test_games_that_are_being_handled_hold_up_no_other(
    start_game: type[RunningTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "AT_ONCE", 1)
    games = [due_for_long(start_game([name], ["Easy"]), 10 - n) for n, name in enumerate(("Ann", "Bob", "Cleo"))]
    assert [game for game, _ in clock.due_games()] == games[:1]
    assert [game for game, _ in clock.due_games(frozenset(games[:1]))] == games[1:2]
    assert [game for game, _ in clock.due_games(frozenset(games[:2]))] == games[2:]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("error", "wait"), [(ValueError("damaged"), "AFTER_AN_ERROR"), (AWAY, "AFTER_TROUBLE")])
def test_a_game_that_fails_is_tried_again_later_and_the_others_at_once(
    start_game: type[RunningTable], monkeypatch: pytest.MonkeyPatch, error: Exception, wait: str
) -> None:
    damaged, sound = (start_game([name], ["Easy"]) for name in ("Ann", "Bob"))
    for table in (damaged, sound):
        due_for_long(table, 1)
    tries: list[str] = []
    enough = asyncio.Event()

    async def carry_out(table: Snapshot) -> None:
        tries.append(table.code)
        if damaged.code in tries and tries[tries.index(damaged.code) :].count(sound.code) == 5:
            enough.set()
        if table.code == damaged.code:
            raise error

    async def scenario() -> None:
        task = asyncio.create_task(clock.run())
        await enough.wait()
        task.cancel()

    monkeypatch.setattr(clock, "_carry_out", carry_out)
    monkeypatch.setattr(clock, "POLL_SECONDS", 0)
    monkeypatch.setattr(clock, wait, 10**6)
    asyncio.run(scenario())
    assert tries.count(damaged.code) == 1
