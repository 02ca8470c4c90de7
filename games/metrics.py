"""How the site is doing: what this process counts, added up with what the others count.

Everybody who has something to count calls `count`, `took` or `limited`, which only touch this process's memory. Once a
second `tell` adds the counts to those of the current minute in the cache, and writes into a slot of its own what is
true of the process right now. Where the cache is a Redis server, several processes add up.
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

log = logging.getLogger("site.pulse")
MINUTE = 60
KEPT = 2 * 60 * MINUTE
SLOTS = 64
A_SLOT_LASTS = 15
STEPS = (1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200, 300, 500, 800, 1_200, 2_000, 5_000, 60_000)
"""What took long is counted by the first of these milliseconds that it did not exceed."""
REMEMBERED = 50


@dataclass
class Process:
    """What one process knows of itself."""

    token: str = field(default_factory=lambda: secrets.token_hex(8))
    counts: Counter[str] = field(default_factory=Counter)
    now: dict[str, float] = field(default_factory=dict)
    limited: dict[str, tuple[str, int, float]] = field(default_factory=dict)
    slot: int | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)


_own = Process()


def count(what: str, number: int = 1) -> None:
    with _own.lock:
        _own.counts[what] += number


def took(what: str, milliseconds: float) -> None:
    count(f"{what}:{next((step for step in STEPS if milliseconds <= step), STEPS[-1])}")


@contextmanager
def timing(what: str) -> Iterator[None]:
    begun = time.perf_counter()
    try:
        yield
    finally:
        took(what, (time.perf_counter() - begun) * 1000)


def limited(what: str, who: str) -> None:
    """Somebody was slowed down: the address or person, what they did too often, how many times, and when last."""
    with _own.lock:
        _, times, _ = _own.limited.pop(who, ("", 0, 0.0))
        _own.limited[who] = (what, times + 1, time.time())
        if len(_own.limited) > REMEMBERED:
            _own.limited.pop(next(iter(_own.limited)))


def is_now(what: str, value: float) -> None:
    _own.now[what] = value


def change(what: str, by: int) -> None:
    with _own.lock:
        _own.now[what] = _own.now.get(what, 0) + by


# --- telling the others


def begin() -> None:
    """Tell once a second, for as long as the process lives."""
    if not any(thread.name == "pulse" for thread in threading.enumerate()):
        threading.Thread(target=_for_ever, name="pulse", daemon=True).start()


def _for_ever() -> None:
    while True:
        time.sleep(1)
        try:
            tell(time.time())
        except Exception as trouble:  # Nobody has to wait for figures; they are told again when the cache is back.
            log.warning("The figures of this process could not be told: %s", trouble)


def tell(now: float) -> None:
    with _own.lock:
        counts, _own.counts = _own.counts, Counter()
        about = {"now": dict(_own.now), "limited": dict(_own.limited)}
    for what, number in counts.items():
        key = f"pulse:{int(now // MINUTE)}:{what}"
        cache.add(key, 0, timeout=KEPT)
        cache.incr(key, number)
    _write_slot(about)


def _write_slot(about: dict[str, Any]) -> None:
    """Each process has a slot that nobody else writes; one that has ended leaves it free a little later."""
    held = None if _own.slot is None else cache.get(f"pulse:slot:{_own.slot}")
    if held is not None and held["token"] != _own.token:
        held = None
    about = {"token": _own.token, **about}
    if held is not None:
        cache.set(f"pulse:slot:{_own.slot}", about, timeout=A_SLOT_LASTS)
    else:
        free = (slot for slot in range(SLOTS) if cache.add(f"pulse:slot:{slot}", about, timeout=A_SLOT_LASTS))
        _own.slot = next(free, None)


# --- reading


@dataclass(frozen=True)
class Limited:
    """Somebody who was slowed down within the last hour."""

    who: str
    what: str
    times: int
    at: float


@dataclass(frozen=True)
class Pulse:
    """The site as its processes see it, all together. None where nothing is known."""

    processes: int
    sockets: int
    moves_a_minute: int
    p95: int | None
    clock_lag: float | None
    errors: int
    limited: tuple[Limited, ...]


def read(now: float) -> Pulse:
    found = cache.get_many([f"pulse:slot:{slot}" for slot in range(SLOTS)])
    states = [about["now"] for about in found.values()]
    lags = [state["clock lag"] for state in states if now - state.get("clock", 0) < A_SLOT_LASTS]
    return Pulse(
        processes=len(states),
        sockets=int(sum(state.get("sockets", 0) for state in states)),
        moves_a_minute=_lately("moves", now),
        p95=_p95("move", now),
        clock_lag=max(lags, default=None),
        errors=sum(_minutes("errors", now, 60)),
        limited=_slowed_down([about["limited"] for about in found.values()], now),
    )


def _minutes(what: str, now: float, number: int) -> list[int]:
    """The counts of the last minutes, this one first."""
    minute = int(now // MINUTE)
    keys = [f"pulse:{minute - age}:{what}" for age in range(number)]
    known = cache.get_many(keys)
    return [known.get(key, 0) for key in keys]


def _lately(what: str, now: float) -> int:
    """How many in the last sixty seconds: of the minute before, the part that still counts."""
    this, before = _minutes(what, now, 2)
    return round(this + before * (1 - now % MINUTE / MINUTE))


def _p95(what: str, now: float) -> int | None:
    """So many milliseconds are enough for 95 of 100, over the last five minutes."""
    sums = [sum(_minutes(f"{what}:{step}", now, 5)) for step in STEPS]
    passed = 0
    for step, number in zip(STEPS, sums, strict=True):
        passed += number
        if number and passed >= 0.95 * sum(sums):
            return step
    return None


def _slowed_down(lists: list[dict[str, tuple[str, int, float]]], now: float) -> tuple[Limited, ...]:
    merged: dict[str, Limited] = {}
    for one in lists:
        for who, (what, times, at) in one.items():
            known = merged.get(who, Limited(who, what, 0, 0.0))
            latest = what if at >= known.at else known.what
            merged[who] = Limited(who, latest, known.times + times, max(at, known.at))
    recent = [one for one in merged.values() if now - one.at < 60 * MINUTE]
    return tuple(sorted(recent, key=lambda one: -one.at))
