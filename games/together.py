"""What many sockets ask for at the same moment, looked up once for all of them.

A hint reaches every browser at a table at once. If each of them went to the database, five hundred spectators would
hold up everybody else for seconds.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from games.threads import in_thread

Asker = TypeVar("Asker")
Answer = TypeVar("Answer")


class Together(Generic[Asker, Answer]):
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
