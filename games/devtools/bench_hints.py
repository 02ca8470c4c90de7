"""Measure how fast hints travel from one event loop to another, through Redis."""

import asyncio
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event
from typing import NamedTuple

from games.live import groups, hints
from games.threads import run_in_executor

GROUPS = 100
PATIENCE_SECONDS = 20.0
SETTLING_SECONDS = 0.5
POLL_SECONDS = 0.005
BURST = 200
"""Hints that are sent at the same time."""


class Hints(NamedTuple):
    sent: int
    received: int
    hints_per_second: float
    """Sent and received by the same process, so it is a lower bound for two of them."""


def measure(number: int) -> Hints:
    """Send this many hints from this thread to another one, each with its own event loop."""
    ready, over, received = Event(), Event(), Counter[str]()
    with ThreadPoolExecutor(1) as other:
        receiving = other.submit(asyncio.run, _receive(ready, over, received))
        try:
            ready.wait(PATIENCE_SECONDS)
            seconds = asyncio.run(_send_all(number, received))
        finally:
            over.set()
        receiving.result()
    total = received.total()
    return Hints(number, total, round(total / seconds, 1))


def _group(number: int) -> str:
    return hints.group(f"bench{number % GROUPS}")


async def _receive(ready: Event, over: Event, received: Counter[str]) -> None:
    members = {_group(number): lambda message: received.update([message["what"]]) for number in range(GROUPS)}
    for name, member in members.items():
        await groups.join(name, member)
    ready.set()
    while not over.is_set():
        await asyncio.sleep(POLL_SECONDS)
    for name, member in members.items():
        groups.leave(name, member)
    await asyncio.sleep(SETTLING_SECONDS)  # until the subscription has been closed


async def _send_all(number: int, received: Counter[str]) -> float:
    """Send in bursts, wait until all have arrived, and return the seconds until the last one."""
    start = last = time.perf_counter()
    for first in range(0, number, BURST):
        end = min(first + BURST, number)
        await run_in_executor(None, partial(_send, first, end))
        before = -1
        while received.total() < end and time.perf_counter() - last < PATIENCE_SECONDS:
            await asyncio.sleep(POLL_SECONDS)
            if received.total() != before:
                before, last = received.total(), time.perf_counter()
    return last - start


def _send(first: int, end: int) -> None:
    for number in range(first, end):
        hints.send(_group(number), {"type": "hint", "what": hints.GAME, "version": number})
