"""Messages to everyone in a group: sockets and streams, in this process and in all others.

A message reaches the members in this process directly. Redis, if there is one, takes it to the other processes; each of
them has one subscription per group, however many members it has.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

from games.storage import may_log
from games.threads import call_in_loop

log = logging.getLogger("site.live")
Message = dict[str, Any]
Member = Callable[[Message], None]
RETRY_SECONDS = 1.0
PATIENCE_SECONDS = 2.0
"""How long joining waits for Redis. Afterwards, the subscription is completed in the background."""


class _Groups:
    """The groups that have members in one event loop."""

    def __init__(self) -> None:
        self.members: dict[str, set[Member]] = {}
        self.layer, self.channel = get_channel_layer(), ""
        self.sender = secrets.token_hex(8)
        self.opening = asyncio.Lock()
        self.receiving: asyncio.Task[None] | None = None
        self.tasks: set[asyncio.Task[None]] = set()

    async def join(self, name: str, member: Member) -> None:
        self.members.setdefault(name, set()).add(member)
        if self.layer is not None:
            await asyncio.wait([self._start(self._subscribe(name))], timeout=PATIENCE_SECONDS)

    def leave(self, name: str, member: Member) -> None:
        """Deliver nothing more to this member. It is not awaited, because the task may just be cancelled."""
        members = self.members.get(name, set())
        members.discard(member)
        if not members and self.members.pop(name, None) is not None and self.layer is not None:
            self._start(self._unsubscribe(name))

    def _start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = asyncio.create_task(work)
        self.tasks.add(task)  # keep a reference: the loop holds only a weak one
        task.add_done_callback(self.tasks.discard)
        return task

    async def send(self, name: str, message: Message) -> None:
        """Send a message. It is on its way to other processes before the members here take the time to handle it."""
        passing_on = self._start(self._pass_on(name, message)) if self.layer is not None else None
        if passing_on:
            await asyncio.sleep(0)
        self.deliver(name, message)
        if passing_on:
            await passing_on

    async def _pass_on(self, name: str, message: Message) -> None:
        """Make two attempts: the channel layer fails once after a restart of Redis."""
        for is_last in (False, True):
            try:
                await self.layer.group_send(name, {"sender": self.sender, "group": name, "message": message})
                return
            except Exception:
                if is_last:
                    log.exception("A hint could not be sent")

    def deliver(self, name: str, message: Message) -> None:
        for member in tuple(self.members.get(name, ())):
            member(message)

    async def _subscribe(self, name: str) -> None:
        """Subscribe as soon as Redis answers. What is lost until then is noticed by `lost_hints`."""
        while name in self.members:
            try:
                await self._open()
                await self.layer.group_add(name, self.channel)
                return
            except Exception as error:
                if may_log("channel layer"):
                    log.warning("Redis does not answer: %s", error)
            await asyncio.sleep(RETRY_SECONDS)

    async def _unsubscribe(self, name: str) -> None:
        if self.channel and name not in self.members:
            with suppress(Exception):  # messages for a group without members do no harm
                await self.layer.group_discard(name, self.channel)
        if not self.members:
            await self._close()

    async def _open(self) -> None:
        async with self.opening:
            if not self.channel:
                self.channel = await self.layer.new_channel()
                self.receiving = asyncio.create_task(self._receive())

    async def _receive(self) -> None:
        while True:
            message = await self.layer.receive(self.channel)
            if message["sender"] != self.sender:
                self.deliver(message["group"], message["message"])

    async def _close(self) -> None:
        receiving, self.receiving, self.channel = self.receiving, None, ""
        if receiving:
            receiving.cancel()
            with suppress(asyncio.CancelledError):
                await receiving


_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, _Groups] = WeakKeyDictionary()


def _groups() -> _Groups:
    loop = asyncio.get_running_loop()
    if loop not in _loops:
        _loops[loop] = _Groups()
    return _loops[loop]


async def join(name: str, member: Member) -> None:
    """Call this member with every message to the group, until it leaves."""
    await _groups().join(name, member)


def leave(name: str, member: Member) -> None:
    _groups().leave(name, member)


def send(name: str, message: Message) -> None:
    """Send a message to a group from any thread, without waiting."""
    call_in_loop(_send, name, message)


async def _send(name: str, message: Message) -> None:
    await _groups().send(name, message)
