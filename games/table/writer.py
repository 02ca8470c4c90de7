"""One queue for the moves that come over sockets.

A move is stored at once when nothing else is being stored. Moves that arrive meanwhile wait, and are then stored
together: under load, one transaction serves many tables, and it costs hardly more than for one.
"""

import asyncio
from collections import deque
from typing import Any, cast
from weakref import WeakKeyDictionary

from games.table import socket_moves
from games.table.socket_moves import Answer, Sent
from games.threads import MOST_WRITERS, WRITERS, run_in_thread

MOST_TOGETHER = 50
Waiting = tuple[Sent, "asyncio.Future[Answer]"]


class _Queue:
    """The moves that wait in one event loop."""

    def __init__(self) -> None:
        self.waiting: deque[Waiting] = deque()
        self.writing: set[asyncio.Task[None]] = set()

    async def play(self, sent: Sent) -> Answer:
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.waiting.append((sent, answer))
        if len(self.writing) < MOST_WRITERS:
            self.writing.add(asyncio.create_task(self._write()))
        return await answer

    async def _write(self) -> None:
        while self.waiting:
            await self._write_batch(self._next_batch())
        # At once, and not in a callback: a viewer may wake before that, find a writer, and wait for it in vain.
        self.writing.discard(cast("asyncio.Task[None]", asyncio.current_task()))

    async def _write_batch(self, batch: list[Waiting]) -> None:
        try:
            answers = await run_in_thread(WRITERS, socket_moves.play_all, [sent for sent, _ in batch])
        except Exception as error:
            for _, future in batch:
                if not future.done():
                    future.set_exception(error)
        else:
            for (_, future), answer in zip(batch, answers, strict=True):
                if not future.done():  # the viewer may have gone
                    future.set_result(answer)

    def _next_batch(self) -> list[Waiting]:
        """Take what waits, but only one move of each table: the next one is played on the table after it."""
        batch: list[Waiting] = []
        later: deque[Waiting] = deque()
        codes: set[str] = set()
        while self.waiting and len(batch) < MOST_TOGETHER:
            one = self.waiting.popleft()
            (viewer, _), _ = one
            (later if viewer.code in codes else batch).append(one)
            codes.add(viewer.code)
        self.waiting.extendleft(reversed(later))
        return batch


_queues: WeakKeyDictionary[asyncio.AbstractEventLoop, _Queue] = WeakKeyDictionary()


async def play(viewer: Any, text: str | None) -> Answer:
    """Play the move in a message from a viewer's page."""
    queue = _queues.setdefault(asyncio.get_running_loop(), _Queue())
    return await queue.play((viewer, text))
