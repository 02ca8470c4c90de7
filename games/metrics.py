"""Metrics for the dashboard: counts, durations and gauges, summed over all processes.

`count`, `record_duration` and `record_limited` only change this process's memory. Once a second, `report` adds the
counts to those of the current minute in the cache, and writes the gauges of this process into a slot of its own. The
sums include other processes if they share the cache, as they do with Redis.
"""

import logging
import secrets
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.core.cache import cache

log = logging.getLogger("site.metrics")
MINUTE = 60
COUNT_TIMEOUT = 2 * 60 * MINUTE
SLOTS = 64
SLOT_TIMEOUT = 15
BOUNDS = (1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200, 300, 500, 800, 1_200, 2_000, 5_000, 60_000)
"""The upper bounds of the histogram of durations, in milliseconds."""
MOST_LIMITED = 50


@dataclass
class Process:
    """The metrics of one process that are not in the cache yet, and its gauges."""

    token: str = field(default_factory=lambda: secrets.token_hex(8))
    counts: Counter[str] = field(default_factory=Counter)
    now: dict[str, float] = field(default_factory=dict)
    limited: dict[str, tuple[str, int, float]] = field(default_factory=dict)
    slot: int | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)


_own = Process()


def count(what: str, number: int = 1) -> None:
    """Add to a count."""
    with _own.lock:
        _own.counts[what] += number


def record_duration(what: str, milliseconds: float) -> None:
    """Count a duration in its class of the histogram."""
    count(f"{what}:{next((bound for bound in BOUNDS if milliseconds <= bound), BOUNDS[-1])}")


@contextmanager
def measure(what: str) -> Iterator[None]:
    """Record how long the block takes."""
    begun = time.perf_counter()
    try:
        yield
    finally:
        record_duration(what, (time.perf_counter() - begun) * 1000)


def record_limited(what: str, who: str) -> None:
    """Record that an address or a person was rate-limited."""
    with _own.lock:
        _, times, _ = _own.limited.pop(who, ("", 0, 0.0))
        _own.limited[who] = (what, times + 1, time.time())
        if len(_own.limited) > MOST_LIMITED:
            _own.limited.pop(next(iter(_own.limited)))


def set_gauge(what: str, value: float) -> None:
    """Set a gauge."""
    _own.now[what] = value


def change_gauge(what: str, by: int) -> None:
    """Change a gauge by a number."""
    with _own.lock:
        _own.now[what] = _own.now.get(what, 0) + by


# --- reporting


def start_reporting() -> None:
    """Start the thread that reports once a second."""
    if not any(thread.name == "metrics" for thread in threading.enumerate()):
        threading.Thread(target=_report_forever, name="metrics", daemon=True).start()


def _report_forever() -> None:
    while True:
        time.sleep(1)
        try:
            report(time.time())
        except Exception as error:  # the next second may succeed; nothing else depends on metrics
            log.warning("The metrics of this process could not be reported: %s", error)


def report(now: float) -> None:
    """Add the counts to the cache, and write the gauges into this process's slot."""
    with _own.lock:
        counts, _own.counts = _own.counts, Counter()
        about = {"now": dict(_own.now), "limited": dict(_own.limited)}
    for what, number in counts.items():
        key = f"metrics:{int(now // MINUTE)}:{what}"
        cache.add(key, 0, timeout=COUNT_TIMEOUT)
        cache.incr(key, number)
    _write_slot(about)


def _write_slot(about: dict[str, Any]) -> None:
    """Write the slot of this process. No other process writes it until it expires after the process has ended."""
    held = None if _own.slot is None else cache.get(f"metrics:slot:{_own.slot}")
    if held is not None and held["token"] != _own.token:
        held = None
    about = {"token": _own.token, **about}
    if held is not None:
        cache.set(f"metrics:slot:{_own.slot}", about, timeout=SLOT_TIMEOUT)
    else:
        free = (slot for slot in range(SLOTS) if cache.add(f"metrics:slot:{slot}", about, timeout=SLOT_TIMEOUT))
        _own.slot = next(free, None)


# --- reading


@dataclass(frozen=True)
class Limited:
    """A person or an address that was rate-limited within the last hour."""

    who: str
    what: str
    times: int
    at: float


@dataclass(frozen=True)
class Snapshot:
    """The metrics of all processes together. None means unknown."""

    processes: int
    sockets: int
    moves_a_minute: int
    p95: int | None
    clock_lag: float | None
    errors: int
    limited: tuple[Limited, ...]


def read(now: float) -> Snapshot:
    """Return the metrics of all processes that have reported lately."""
    found = cache.get_many([f"metrics:slot:{slot}" for slot in range(SLOTS)])
    states = [about["now"] for about in found.values()]
    lags = [state["clock lag"] for state in states if now - state.get("clock", 0) < SLOT_TIMEOUT]
    return Snapshot(
        processes=len(states),
        sockets=int(sum(state.get("sockets", 0) for state in states)),
        moves_a_minute=_last_sixty_seconds("moves", now),
        p95=_p95("move", now),
        clock_lag=max(lags, default=None),
        errors=sum(_minutes("errors", now, 60)),
        limited=_merge_limited([about["limited"] for about in found.values()], now),
    )


def _minutes(what: str, now: float, number: int) -> list[int]:
    """Return the counts of the last minutes, the current one first."""
    minute = int(now // MINUTE)
    keys = [f"metrics:{minute - age}:{what}" for age in range(number)]
    known = cache.get_many(keys)
    return [known.get(key, 0) for key in keys]


def _last_sixty_seconds(what: str, now: float) -> int:
    """Return the count of the last sixty seconds, estimated from this minute and a part of the one before."""
    this, before = _minutes(what, now, 2)
    return round(this + before * (1 - now % MINUTE / MINUTE))


def _p95(what: str, now: float) -> int | None:
    """Return the 95th percentile of the durations of the last five minutes, rounded up to a bound of the histogram."""
    sums = [sum(_minutes(f"{what}:{bound}", now, 5)) for bound in BOUNDS]
    passed = 0
    for bound, number in zip(BOUNDS, sums, strict=True):
        passed += number
        if number and passed >= 0.95 * sum(sums):
            return bound
    return None


def _merge_limited(lists: list[dict[str, tuple[str, int, float]]], now: float) -> tuple[Limited, ...]:
    merged: dict[str, Limited] = {}
    for one in lists:
        for who, (what, times, at) in one.items():
            known = merged.get(who, Limited(who, what, 0, 0.0))
            latest = what if at >= known.at else known.what
            merged[who] = Limited(who, latest, known.times + times, max(at, known.at))
    recent = [one for one in merged.values() if now - one.at < 60 * MINUTE]
    return tuple(sorted(recent, key=lambda one: -one.at))
