"""A game as it goes on: a line for every version, without a gap, for as long as the token and the seat are there.

Hints come in as they do to sockets. A line is drawn once for everybody who sees the same; nothing here asks the
database while the play goes on, unless versions were missed.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

from games import access, metrics
from games.access import Access, Level
from games.api import versions
from games.api.group_listener import listening
from games.api.loaders import table_seen
from games.api.stream_lines import heartbeat, told
from games.bans import addresses
from games.limits import TooMany
from games.live import hints, lost_hints
from games.models import Token, User
from games.people import tokens
from games.presence import windows as presence
from games.refusals import Refusal
from games.table import snapshot
from games.table.loaders import access_to, check
from games.table.refusals import TableRefusal
from games.table.snapshot import Snapshot
from games.threads import in_thread

log = logging.getLogger("site.stream")
HEARTBEAT_SECONDS = 15.0
MOST = 20
"""So many streams may one person have open in a process, whatever number of tokens they are opened with."""
_open: Counter[int] = Counter()


class TooManyStreams(TooMany):
    def __init__(self) -> None:
        Exception.__init__(self, f"You have {MOST} streams open, which is the most. Close one first.")
        self.seconds = round(HEARTBEAT_SECONDS)


def check_room(person: User) -> None:
    """Refuses one stream too many, while it can still be refused."""
    if _open[person.pk] >= MOST:
        metrics.limited("open streams", f"person {person.pk}")
        raise TooManyStreams


ENDS = ("token.ended", "broken")
"""Messages after which a stream has to begin anew, if it may."""


RECHECKS = ("rights.changed", "addresses.changed")


class Over(Exception):
    """The token or the seat has gone, and so the stream ends."""


class News:
    """What was heard since somebody last listened; hints that come together are one."""

    def __init__(self) -> None:
        self.rang = asyncio.Event()
        self.version, self.seats, self.over = 0, False, False

    def take(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind in ENDS:
            self.over = True
        elif kind in RECHECKS:
            self.seats = True
        elif kind != "hint":
            return
        elif message["what"] == hints.GAME:
            self.version = message["version"]
        elif message["what"] == hints.LOBBY:
            self.seats = True
        else:
            return
        self.rang.set()

    def missed(self) -> None:
        """Something may have happened of which no hint came."""
        self.seats = True
        self.rang.set()

    async def wait(self) -> bool:
        """Whether anything was heard before it was time for a heartbeat."""
        try:
            async with asyncio.timeout(HEARTBEAT_SECONDS):
                await self.rang.wait()
        except TimeoutError:
            return False
        self.rang.clear()
        return True


class Stream:
    """One program's way through the versions. `game` and `shown` are what it has been told of last."""

    def __init__(
        self, code: str, token: Token, address: str, sits: bool, game: int = 0, shown: int | None = None
    ) -> None:
        self.code, self.token, self.person, self.address = code, token.pk, token.person, address
        self.sits, self.game, self.shown = sits, game, shown
        self.access, self.rights_version = Access(Level.NOTHING), 0
        self.news = News()

    async def lines(self) -> AsyncIterator[bytes]:
        """Everything until the end. Whoever listens first and looks afterwards misses nothing."""
        if _open[self.person.pk] >= MOST:
            return  # others have come in between
        async with AsyncExitStack() as stack:
            _open[self.person.pk] += 1
            stack.callback(self._count_down)
            person, token = hints.person_group(self.person.pk), tokens.group(self.token)
            for group in (hints.group(self.code), person, token, hints.EVERYBODY):
                await stack.enter_async_context(listening(group, self.news.take))
            lost_hints.watch(self)
            stack.callback(lost_hints.forget, self)
            await presence.arrive(self.code, self.person.pk)
            stack.push_async_callback(presence.depart, self.code, self.person.pk)
            try:
                async for line in self._follow():
                    yield line
            except (Over, Refusal, TableRefusal):
                return
            except Exception:  # The program notices that the stream has ended, and comes back with the last version.
                log.exception("A stream has broken off")

    async def turn_away(self) -> None:
        self.news.missed()

    async def catch_up(self, stored: lost_hints.Stored) -> None:
        is_behind = stored.game is not None and stored.game > (self.game, self.shown or 0)
        if is_behind or stored.version > self.rights_version:
            self.news.missed()

    def _count_down(self) -> None:
        _open[self.person.pk] -= 1
        if not _open[self.person.pk]:
            del _open[self.person.pk]

    async def _follow(self) -> AsyncIterator[bytes]:
        newest = await in_thread(self._look)
        self._begin(newest)
        # Servers send the head of an answer with the first of its body, and the program waits for it to go on.
        yield heartbeat(self.shown or 0)
        while True:
            for frame in await self._missing(newest):
                yield self._told(frame)
            heard = await self.news.wait()
            if not heard:
                yield heartbeat(self.shown or 0)
            newest = await self._newest(heard)

    def _told(self, frame: Snapshot) -> bytes:
        """All hands are open only in the game that was dealt last: what its host allows was not asked before."""
        open_hands = self.access.hands_are_open and frame.game == self.game
        return told(frame, frame.seat_of(self.person.pk), open_hands)

    def _begin(self, newest: Snapshot | None) -> None:
        """Without a version to go on from, the stream begins with the game as it is; one that has ended is no news."""
        if newest is None:
            self.shown = 0
        elif self.shown is None:
            self.game, self.shown = newest.game, newest.version - (not newest.ended)
        elif not self.game:
            self.game = newest.game

    async def _newest(self, heard: bool) -> Snapshot | None:
        """The game as it is now; it is loaded only when this process does not know it, or seats may have changed."""
        if self.news.over:
            raise Over
        if heard and not self.news.seats:
            known, rights = snapshot.kept(self.code), access.kept(self.code, self.rights_version)
            if known and rights and known.game == self.game and known.version >= self.news.version:
                return self._still_sits(known, access_to(known, rights, self.person))
        self.news.seats = False
        return await in_thread(self._look)

    def _still_sits(self, known: Snapshot, found: Access) -> Snapshot:
        if self.sits and (found.seat is None or known.sitters[found.seat].has_left):
            raise Over
        self.access = check(known, found)
        return known

    def _look(self) -> Snapshot | None:
        """The game as it is stored, for the person and the token as they are stored."""
        if addresses.is_banned(self.address):
            raise Over
        person = User.objects.filter(pk=self.person.pk, is_active=True, tokens=self.token).first()
        if person is None:
            raise Over
        self.person = person
        seen = table_seen(self.code, person)
        if self.sits and not seen.sits:
            raise Over
        self.sits, self.access, self.rights_version = seen.sits, seen.access, seen.table.version
        return seen.game

    async def _missing(self, newest: Snapshot | None) -> list[Snapshot]:
        """What is to be told; when another game has begun, the rest of the one before it comes first."""
        if newest is None:
            return []
        frames: list[Snapshot] = []
        if newest.game != self.game:
            frames = await in_thread(self._rest_of, self.game) if self.game else []
            self.game, self.shown = newest.game, 0
        shown = self.shown or 0
        if newest.version > shown:
            found = versions.remembered(shown, newest)
            frames += found if found is not None else await in_thread(versions.after, shown, newest)
            self.shown = newest.version
        return frames

    def _rest_of(self, game: int) -> list[Snapshot]:
        """The program chooses the game, so it may be one that its person had no part in and may not watch."""
        last = versions.last_of(game, self.code)
        if last is None or last.version <= (self.shown or 0):
            return []
        found = access_to(last, access.read(self.code), self.person)
        return versions.after(self.shown or 0, last) if found.level >= Level.SPECTATOR else []
