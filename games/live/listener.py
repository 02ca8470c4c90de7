"""What sockets and streams have in common: they collect what they are told while they are busy, and look again once."""

import asyncio
from contextlib import suppress

from games.live import groups
from games.live.groups import Message


class Listener:
    """A member of some groups. Messages are collected, and then handled together."""

    def begin_to_listen(self) -> None:
        self.news: list[Message] = []
        self.has_news = asyncio.Event()
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
            self.has_news.set()
        elif self.alarm is None:
            self.alarm = asyncio.get_running_loop().call_later(delay, self._wake)

    def delay_of(self, message: Message) -> float:
        """How many seconds a message may wait for others, so that all are handled at once."""
        return 0.0

    def _wake(self) -> None:
        self.alarm = None
        self.has_news.set()

    async def collected(self, timeout: float | None = None) -> list[Message]:
        """Wait for messages, and return all of them; none if none came in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                await self.has_news.wait()
        self.has_news.clear()
        news, self.news = self.news, []
        return news
