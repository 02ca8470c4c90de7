"""The background task of lobbies: every second what people wait for, and the rest now and then."""

import asyncio
import time
from typing import Any

import pytest

from games.lobby import clock, services
from games.lobby.clock import Interval

pytestmark = pytest.mark.apart


def test_an_interval_is_over_at_once_and_then_each_time_it_has_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter((100.0, 104.9, 105.0, 109.9, 111.0))
    monkeypatch.setattr(time, "monotonic", lambda: next(times))
    interval = Interval(5)
    assert [interval.is_over() for _ in range(5)] == [True, False, True, False, True]


def test_seats_are_filled_each_time_and_the_rest_is_done_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    now, done = 100.0, list[str]()

    async def note(function: Any, *line: Any) -> None:
        nonlocal now
        done.append(function.__name__)
        now += 1.5 if function in (services.clean_up, services.fill_seats) else 0.0
        if len(done) >= 20:
            raise asyncio.CancelledError

    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(clock, "in_thread", note)
    monkeypatch.setattr(clock, "POLL_SECONDS", 0)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(clock.run())
    steps = [name for name in done if name in ("clean_up", "fill_seats")]
    assert steps[:6] == ["clean_up", "fill_seats", "fill_seats", "fill_seats", "clean_up", "fill_seats"]
    assert done.count("delete_unused") == 1
    assert done.count("notice_gone") == len(steps) - 1
