"""A connection of a program on which it is sent lines: how many there may be, and when they end."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress

from games import metrics
from games.bans import addresses
from games.limits import TooMany
from games.live import hints, lost_hints
from games.live.groups import Message
from games.live.listener import LOOK_AGAIN, Listener
from games.models import Token, User
from games.people import tokens
from games.presence import windows as presence
from games.refusals import Refusal
from games.wording import api as wording

log = logging.getLogger("site.stream")
HEARTBEAT_SECONDS = 15.0
MOST_STREAMS = 20
"""The number of streams that a person may have open in one process, with all their tokens together."""
_open: Counter[int] = Counter()


class TooManyStreams(TooMany):
    def __init__(self) -> None:
        Exception.__init__(self, wording.refusal("too_many_streams", count=MOST_STREAMS))
        self.seconds = round(HEARTBEAT_SECONDS)


def check_stream_limit(person: User) -> None:
    """Refuse a stream too many, before its response has started."""
    if _open[person.pk] >= MOST_STREAMS:
        metrics.record_limited("open streams", f"person {person.pk}")
        raise TooManyStreams


class StreamEnded(Exception):
    """The token is revoked or the seat is lost."""


class ProgramStream(Listener):
    """A connection of one program, on which it is sent lines while its token is valid."""

    session_key = None

    def __init__(self, code: str, token: Token, address: str) -> None:
        self.code, self.token, self.person, self.address = code, token.pk, token.person, address
        self.rights_version = 0
        self.begin_to_listen()
        self.has_news = asyncio.Event()

    def follow(self) -> AsyncIterator[bytes]:
        """Yield the lines until the stream ends."""
        raise NotImplementedError

    def wake(self) -> None:
        self.has_news.set()

    async def wait_for_news(self) -> list[Message]:
        """Wait for messages, and return all of them; none if it is time for a heartbeat."""
        with suppress(TimeoutError):
            async with asyncio.timeout(HEARTBEAT_SECONDS):
                await self.has_news.wait()
        self.has_news.clear()
        return self.collected()

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield the lines until the end. Subscribe before loading the game, so that nothing is missed in between."""
        if _open[self.person.pk] >= MOST_STREAMS:
            return  # others were opened since the check
        async with AsyncExitStack() as stack:
            _open[self.person.pk] += 1
            stack.callback(self._release)
            person, token = hints.person_group(self.person.pk), tokens.group(self.token)
            stack.callback(self.leave_all)
            await self.join(hints.group(self.code), person, token, hints.ALL_SOCKETS)
            lost_hints.watch(self)
            stack.callback(lost_hints.forget, self)
            await presence.arrive(self.code, self.person.pk)
            stack.push_async_callback(presence.depart, self.code, self.person.pk)
            try:
                async for line in self.follow():
                    yield line
            except (StreamEnded, Refusal):
                return
            except Exception:  # the program sees that the stream has ended, and continues from its last version
                log.exception("A stream has failed")

    async def turn_away(self) -> None:
        self.take(LOOK_AGAIN)

    async def end_session(self) -> None:
        """A stream has a token in place of a session."""

    async def catch_up(self, stored: lost_hints.Stored) -> None:
        if stored.version > self.rights_version:
            self.take(LOOK_AGAIN)

    def _release(self) -> None:
        _open[self.person.pk] -= 1
        if not _open[self.person.pk]:
            del _open[self.person.pk]

    def check_program(self) -> None:
        """Load the person and their token from the database; end the stream if they may not read any more."""
        if addresses.is_banned(self.address):
            raise StreamEnded
        person = User.objects.filter(pk=self.person.pk, is_active=True, tokens=self.token).first()
        if person is None:
            raise StreamEnded
        self.person = person


def check_token(news: list[Message]) -> None:
    """End a stream whose token has been revoked."""
    if any(message["type"] == "token.ended" for message in news):
        raise StreamEnded
