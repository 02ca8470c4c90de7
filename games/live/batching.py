"""One database lookup for many sockets that need the same thing at the same time.

A hint reaches every browser at a table at once. If each of them queried the database, five hundred spectators would
block all others for seconds.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from games.threads import in_thread

Value = TypeVar("Value")

Asker = TypeVar("Asker")
Answer = TypeVar("Answer")


class CoalescedLookup(Generic[Asker, Answer]):
    """Collects the requests of some seconds after the first one, and then answers all of them from one lookup."""

    def __init__(self, seconds: float, find: Callable[[str, set[Asker]], Mapping[Asker, Answer]]) -> None:
        self.seconds, self.find = seconds, find
        self._lookups: WeakKeyDictionary[
            asyncio.AbstractEventLoop, dict[str, tuple[set[Asker], asyncio.Task[Mapping[Asker, Answer]]]]
        ] = WeakKeyDictionary()

    async def ask(self, code: str, asker: Asker) -> Answer:
        lookups = self._lookups.setdefault(asyncio.get_running_loop(), {})
        if code not in lookups:
            lookups[code] = set(), asyncio.create_task(self._gather(code))
        askers, answers = lookups[code]
        askers.add(asker)
        return (await asyncio.shield(answers))[asker]

    async def _gather(self, code: str) -> Mapping[Asker, Answer]:
        await asyncio.sleep(self.seconds)
        askers, _ = self._lookups[asyncio.get_running_loop()].pop(code)  # later requests may need newer data
        return await in_thread(self.find, code, askers)


class NewestLookup(Generic[Value]):
    """Finds the newest value about a table: in this process's memory if that is new enough, otherwise in the database,
    with one query for all who wait. `kept` must not query the database; `read` does, in a thread."""

    def __init__(
        self,
        kept: Callable[[str, int], Value | None],
        read: Callable[[str], Value | None],
        version: Callable[[Value], int],
    ) -> None:
        self.kept, self.read, self.version = kept, read, version
        self._readings: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, asyncio.Task[Value | None]]] = (
            WeakKeyDictionary()
        )

    async def at_least(self, code: str, version: int) -> Value | None:
        found = self.kept(code, version)
        if found is not None:
            return found
        readings = self._readings.setdefault(asyncio.get_running_loop(), {})
        for _ in range(2):  # a query that is already running may return an older version
            if code not in readings:
                readings[code] = asyncio.create_task(in_thread(self.read, code))
                readings[code].add_done_callback(lambda _: readings.pop(code, None))
            found = await asyncio.shield(readings[code])
            if found is None or self.version(found) >= version:
                break
        return found
