"""What many sockets ask for at the same moment, looked up once for all of them.

A hint reaches every browser at a table at once. If each of them went to the database, five hundred spectators would
hold up everybody else for seconds.
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
    """Whoever asks within so many seconds of the first one gets an answer of the same look, which begins only then."""

    def __init__(self, seconds: float, look: Callable[[str, set[Asker]], Mapping[Asker, Answer]]) -> None:
        self.seconds, self.look = seconds, look
        self._looks: WeakKeyDictionary[
            asyncio.AbstractEventLoop, dict[str, tuple[set[Asker], asyncio.Task[Mapping[Asker, Answer]]]]
        ] = WeakKeyDictionary()

    async def ask(self, code: str, asker: Asker) -> Answer:
        looks = self._looks.setdefault(asyncio.get_running_loop(), {})
        if code not in looks:
            looks[code] = set(), asyncio.create_task(self._gather(code))
        askers, answers = looks[code]
        askers.add(asker)
        return (await asyncio.shield(answers))[asker]

    async def _gather(self, code: str) -> Mapping[Asker, Answer]:
        await asyncio.sleep(self.seconds)
        askers, _ = self._looks[asyncio.get_running_loop()].pop(code)  # who asks from now on may mean something newer
        return await in_thread(self.look, code, askers)


class NewestLookup(Generic[Value]):
    """The newest value about a table, for sockets: from this process's memory where that is new enough, else read once
    for all who wait for it. `kept` asks no database; `read` does, in a thread."""

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
        for _ in range(2):  # a reading that has begun already may be too old
            if code not in readings:
                readings[code] = asyncio.create_task(in_thread(self.read, code))
                readings[code].add_done_callback(lambda _: readings.pop(code, None))
            found = await asyncio.shield(readings[code])
            if found is None or self.version(found) >= version:
                break
        return found
