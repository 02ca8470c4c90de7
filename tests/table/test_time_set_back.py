"""The system's time goes back an hour while games are running: they go on at once, and no deadline is an hour away."""

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
    """The system's time as a test sets it."""

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


def played_for_a_minute(stage: type[RunningTable], time: Time, **options: Any) -> RunningTable:
    table = stage(["Ann", "Bob"], rules=Rules(decision_seconds=DECISION), **options)
    for _ in range(3):
        time.pass_by(20)
        table.act(table.on_turn, table.any_move())
    return table


def test_a_deadline_is_not_an_hour_longer(stage: type[RunningTable], time: Time) -> None:
    table = played_for_a_minute(stage, time)
    time.pass_by(10)
    time.now -= HOUR
    assert due_in(table.game, time) > 3600
    clock.follow_wall_clock()
    assert 0 < due_in(table.game, time) <= DECISION
    assert services.seconds(table.now) == table.now.state.now


def test_the_time_of_the_player_asked_runs_out(stage: type[RunningTable], time: Time) -> None:
    table = played_for_a_minute(stage, time)
    time.now -= HOUR
    clock.follow_wall_clock()
    asked, before = table.on_turn, table.now.version
    time.pass_by(DECISION + 1)
    assert clock.due_games() == [(table.game.pk, table.code)]
    assert services.tick(table.code, before, schedule.due_actions(table.now)[0])
    assert table.now.version == before + 1
    assert table.now.sitters[table.seat(asked)].missed == 1


def test_other_processes_and_a_restart_go_on_with_the_new_time(stage: type[RunningTable], time: Time) -> None:
    table = played_for_a_minute(stage, time)
    time.now -= HOUR
    old = table.now
    clock.follow_wall_clock()
    new = table.now
    assert new.version == old.version + 1
    snapshot.forget(table.code)
    assert table.now.started == pytest.approx(new.started, abs=0.001)
    table.act(table.on_turn, table.any_move())
    assert due_in(table.game, time) <= DECISION


def test_what_is_right_stays_and_a_second_clock_changes_nothing(stage: type[RunningTable], time: Time) -> None:
    table = played_for_a_minute(stage, time)
    clock.follow_wall_clock()
    assert table.now.version == 4
    time.now -= HOUR
    clock.follow_wall_clock()
    clock.follow_wall_clock()
    assert table.now.version == 5
    time.now += HOUR
    clock.follow_wall_clock()
    assert table.now.version == 5


def test_the_clock_looks_when_it_starts_and_when_time_has_gone_back(time: Time) -> None:
    wall = clock.WallClock()
    looks = []
    for step in (0, 1, 0, -3600, 1, 3600, -1):
        time.pass_by(step)
        looks.append(wall.was_set_back())
    assert looks == [True, False, False, True, False, False, True]
