"""One subscription of this process to a group, however many streams listen to it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from channels.layers import get_channel_layer

log = logging.getLogger("site.stream")
Message = dict[str, Any]
Listener = Callable[[Message], None]
BROKEN: Message = {"type": "broken"}
"""What is heard when the layer has failed: whoever listens has to begin anew."""


class GroupListener:
    def __init__(self, group: str) -> None:
        self.group, self.layer = group, get_channel_layer()
        self.listeners: set[Listener] = set()
        self.channel = ""
        self.opened = asyncio.ensure_future(self._open())

    async def _open(self) -> "asyncio.Task[None]":
        self.channel = await self.layer.new_channel()
        await self.layer.group_add(self.group, self.channel)
        return asyncio.create_task(self._hear())

    async def _hear(self) -> None:
        try:
            while True:
                self.tell(await self.layer.receive(self.channel))
        except Exception:
            log.exception("A stream's hints cannot be heard")
            self.tell(BROKEN)

    def tell(self, message: Message) -> None:
        for listener in tuple(self.listeners):
            listener(message)

    async def close(self) -> None:
        hearing = await self.opened
        hearing.cancel()
        with suppress(asyncio.CancelledError):
            await hearing
        await self.layer.group_discard(self.group, self.channel)


_ears: dict[tuple[asyncio.AbstractEventLoop, str], GroupListener] = {}


@asynccontextmanager
async def listening(group: str, listener: Listener) -> AsyncIterator[None]:
    """Whatever is sent to the group from now on is told to the listener."""
    key = asyncio.get_running_loop(), group
    ear = _ears.get(key) or _ears.setdefault(key, GroupListener(group))
    ear.listeners.add(listener)
    try:
        await asyncio.shield(ear.opened)
        yield
    finally:
        ear.listeners.discard(listener)
        if not ear.listeners and _ears.get(key) is ear:
            del _ears[key]
            await ear.close()
