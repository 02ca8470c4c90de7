"""One subscription of this process to each group, shared by all streams that need it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from channels.layers import get_channel_layer

log = logging.getLogger("site.stream")
Message = dict[str, Any]
Callback = Callable[[Message], None]
BROKEN: Message = {"type": "broken"}
"""Sent to the callbacks when the channel layer has failed: they have to subscribe again."""


class GroupListener:
    """Receives the messages of one group and passes them to all callbacks."""

    def __init__(self, group: str) -> None:
        self.group, self.layer = group, get_channel_layer()
        self.callbacks: set[Callback] = set()
        self.channel = ""
        self.opened = asyncio.ensure_future(self._open())

    async def _open(self) -> "asyncio.Task[None]":
        self.channel = await self.layer.new_channel()
        await self.layer.group_add(self.group, self.channel)
        return asyncio.create_task(self._receive())

    async def _receive(self) -> None:
        try:
            while True:
                self.notify(await self.layer.receive(self.channel))
        except Exception:
            log.exception("The channel layer has failed for the streams of a group")
            self.notify(BROKEN)

    def notify(self, message: Message) -> None:
        for callback in tuple(self.callbacks):
            callback(message)

    async def close(self) -> None:
        receiving = await self.opened
        receiving.cancel()
        with suppress(asyncio.CancelledError):
            await receiving
        await self.layer.group_discard(self.group, self.channel)


_listeners: dict[tuple[asyncio.AbstractEventLoop, str], GroupListener] = {}


@asynccontextmanager
async def listen(group: str, callback: Callback) -> AsyncIterator[None]:
    """Call back with every message that is sent to the group while the context is open."""
    key = asyncio.get_running_loop(), group
    group_listener = _listeners.get(key) or _listeners.setdefault(key, GroupListener(group))
    group_listener.callbacks.add(callback)
    try:
        await asyncio.shield(group_listener.opened)
        yield
    finally:
        group_listener.callbacks.discard(callback)
        if not group_listener.callbacks and _listeners.get(key) is group_listener:
            del _listeners[key]
            await group_listener.close()
