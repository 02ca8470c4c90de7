"""The background task of lobbies: every second what people wait for, and the rest now and then."""

import asyncio
import time
from typing import Any

import pytest

from games.lobby import clock
from games.lobby.clock import Interval

pytestmark = pytest.mark.apart


def test_an_interval_is_over_at_once_and_then_each_time_it_has_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter((100.0, 104.9, 105.0, 109.9, 111.0))
    monkeypatch.setattr(time, "monotonic", lambda: next(times))
    interval = Interval(5)
    assert [interval.is_over() for _ in range(5)] == [True, False, True, False, True]


def test_seats_are_filled_each_time_and_one_other_step_is_taken_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    done = list[str]()

    async def note(function: Any, *line: Any) -> None:
        done.append(function.__name__)
        if len(done) >= 20:
            raise asyncio.CancelledError

    monkeypatch.setattr(clock, "in_thread", note)
    monkeypatch.setattr(clock, "POLL_SECONDS", 0)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(clock.run())
    steps = [name for name in done if name not in ("notice_gone", "delete_unused")]
    turn = ["replace_absent_hosts", "warn_unused", "close_unused", "keep_used"]
    assert steps[::2] == ["fill_seats"] * len(steps[::2])
    assert steps[1::2][:6] == [*turn, *turn[:2]]
    assert done.count("delete_unused") == 1
    assert done.count("notice_gone") == len(steps[1::2])
