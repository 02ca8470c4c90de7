"""The system's clock is set back by an hour during games: they continue at once, and no deadline is an hour late."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.engine import Rules
from games.models import Game
from games.table import clock, schedule, services, snapshot
from tests.table.conftest import RunningTable

HOUR = timedelta(hours=1)
DECISION = 30


class Time:
    """A system clock that a test can set."""

    def __init__(self) -> None:
        self.now = datetime(2030, 1, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    monkeypatch.setattr(timezone, "now", time)
    return time


def due_in(game: Game, time: Time) -> float:
    due_at = Game.objects.get(pk=game.pk).due_at
    assert due_at is not None
    return (due_at - time.now).total_seconds()


def played_for_a_minute(start_game: type[RunningTable], time: Time, **options: Any) -> RunningTable:
    table = start_game(["Ann", "Bob"], rules=Rules(decision_seconds=DECISION), **options)
    for _ in range(3):
        time.pass_by(20)
        table.act(table.current_player, table.any_move())
    return table


def test_no_deadline_is_an_hour_later(start_game: type[RunningTable], time: Time) -> None:
    table = played_for_a_minute(start_game, time)
    time.pass_by(10)
    time.now -= HOUR
    assert due_in(table.game, time) > 3600
    clock.follow_wall_clock()
    assert 0 < due_in(table.game, time) <= DECISION
    assert services.seconds(table.now) == table.now.state.now


def test_the_time_of_the_player_asked_runs_out(start_game: type[RunningTable], time: Time) -> None:
    table = played_for_a_minute(start_game, time)
    time.now -= HOUR
    clock.follow_wall_clock()
    asked, before = table.current_player, table.now.version
    time.pass_by(DECISION + 1)
    assert clock.due_games() == [(table.game.pk, table.code)]
    assert services.tick(table.code, before, schedule.due_actions(table.now)[0])
    assert table.now.version == before + 1
    assert table.now.sitters[table.seat(asked)].missed == 1


def test_other_processes_and_a_restart_use_the_new_time(start_game: type[RunningTable], time: Time) -> None:
    table = played_for_a_minute(start_game, time)
    time.now -= HOUR
    old = table.now
    clock.follow_wall_clock()
    new = table.now
    assert new.version == old.version + 1
    snapshot.forget(table.code)
    assert table.now.started == pytest.approx(new.started, abs=0.001)
    table.act(table.current_player, table.any_move())
    assert due_in(table.game, time) <= DECISION


def test_correct_times_are_kept_and_a_second_process_changes_nothing(
    start_game: type[RunningTable], time: Time
) -> None:
    table = played_for_a_minute(start_game, time)
    clock.follow_wall_clock()
    assert table.now.version == 4
    time.now -= HOUR
    clock.follow_wall_clock()
    clock.follow_wall_clock()
    assert table.now.version == 5
    time.now += HOUR
    clock.follow_wall_clock()
    assert table.now.version == 5


def test_times_are_checked_at_the_start_and_when_the_clock_was_set_back(time: Time) -> None:
    wall = clock.WallClock()
    looks = []
    for step in (0, 1, 0, -3600, 1, 3600, -1):
        time.pass_by(step)
        looks.append(wall.was_set_back())
    assert looks == [True, False, False, True, False, False, True]
