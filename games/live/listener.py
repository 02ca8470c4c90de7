"""What sockets and streams have in common: they collect what they are told while they are busy, and look again once."""

import asyncio

from games.live import groups
from games.live.groups import Message

LOOK_AGAIN: Message = {"type": "look.again"}
"""Tells a listener that hints may have been lost: what is stored is newer than what it shows."""


class Listener:
    """A member of some groups. Messages are collected, and then handled together."""

    def begin_to_listen(self) -> None:
        self.news: list[Message] = []
        self.is_due = False
        self.joined: list[str] = []
        self.alarm: asyncio.TimerHandle | None = None

    async def join(self, *names: str) -> None:
        """Join groups. Read what is to be shown only afterwards, so that no change is missed in between."""
        for name in names:
            self.joined.append(name)
            await groups.join(name, self.take)

    def leave_all(self) -> None:
        if self.alarm:
            self.alarm.cancel()
        for name in self.joined:
            groups.leave(name, self.take)

    def take(self, message: Message) -> None:
        """Note a message."""
        self.news.append(message)
        delay = self.delay_of(message)
        if not delay:
            self.wake()
        elif self.alarm is None:
            self.alarm = asyncio.get_running_loop().call_later(delay, self._after_delay)

    def delay_of(self, message: Message) -> float:
        """How many seconds a message may wait for others, so that all are handled at once."""
        return 0.0

    def _after_delay(self) -> None:
        self.alarm = None
        self.wake()

    def wake(self) -> None:
        """Let the messages be handled now."""
        self.is_due = True

    def collected(self) -> list[Message]:
        """Return all messages, which are handled now."""
        self.is_due = False
        news, self.news = self.news, []
        return news
