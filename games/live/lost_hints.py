"""Delivers hints that were lost on their way to this process.

Channel layers lose messages, and while Redis is away all of them are lost. Sockets would then go on showing a table
that is old, or that their viewers may not see any more. So the versions of all tables with an open socket are read
every second or so, in two queries, and each socket that is behind is told directly, without the channel layer. The
people and sessions of a fifth of the tables are read in two more.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Collection
from itertools import count
from typing import NamedTuple, Protocol

from django.contrib.sessions.models import Session
from django.utils import timezone

from games.models import Game, Table, User
from games.storage import trouble
from games.threads import in_thread

log = logging.getLogger("site.socket")
SECONDS, SECONDS_A_TABLE = 1.0, 0.0005
ROUNDS = 5
"""After this many comparisons, the people at all tables have been looked up once."""


class Stored(NamedTuple):
    """The newest version of a table, and its running game with that game's version."""

    version: int
    game: tuple[int, int] | None


class Socket(Protocol):
    code: str

    @property
    def person(self) -> User | None: ...

    @property
    def session_key(self) -> str | None:
        """The session that it belongs to; None for programs, which have tokens."""

    async def turn_away(self) -> None:
        """The person has been banned or deleted."""

    async def end_session(self) -> None:
        """The session has been ended, such as in another window."""

    async def catch_up(self, stored: Stored) -> None:
        """Show what is stored now, if this socket shows something older."""


_sockets: defaultdict[str, set[Socket]] = defaultdict(set)
_loops: dict[asyncio.AbstractEventLoop, "asyncio.Task[None]"] = {}


def watch(socket: Socket) -> None:
    """Watch a socket that has been opened."""
    _sockets[socket.code].add(socket)
    loop = asyncio.get_running_loop()
    if loop not in _loops or _loops[loop].done():
        _loops[loop] = asyncio.create_task(_compare_repeatedly())


def forget(socket: Socket) -> None:
    _sockets[socket.code].discard(socket)
    if not _sockets[socket.code]:
        del _sockets[socket.code]


async def _compare_repeatedly() -> None:
    for round_number in count():
        if not _sockets:
            break
        await asyncio.sleep(SECONDS + SECONDS_A_TABLE * len(_sockets))
        try:
            await compare_tables()
            await compare_people([*_sockets][round_number % ROUNDS :: ROUNDS])
        except Exception as error:  # the next comparison may succeed
            if not trouble(error):
                log.exception("Tables could not be compared with what their sockets show")
    _loops.pop(asyncio.get_running_loop(), None)


async def compare_tables() -> None:
    """Tell each socket that shows something old."""
    for code, stored in (await in_thread(read, [*_sockets])).items():
        for socket in tuple(_sockets.get(code, ())):
            await socket.catch_up(stored)


async def compare_people(codes: Collection[str]) -> None:
    """Tell each socket at these tables whose person was banned or deleted, or whose session has ended."""
    sockets = [socket for code in codes for socket in _sockets.get(code, ()) if socket.person]
    people = {socket.person.pk for socket in sockets if socket.person}
    sessions = {key for socket in sockets if (key := socket.session_key)}
    welcome, valid = await in_thread(still_welcome, people), await in_thread(still_valid, sessions)
    for socket in sockets:
        if socket.person and socket.person.pk not in welcome:
            await socket.turn_away()
        elif (key := socket.session_key) and key not in valid:
            await socket.end_session()


def still_welcome(people: Collection[int]) -> set[int]:
    found = User.objects.filter(pk__in=people).exclude(banned_until__gt=timezone.now())
    return set(found.values_list("pk", flat=True))


def still_valid(sessions: Collection[str]) -> set[str]:
    return set(Session.objects.filter(session_key__in=sessions).values_list("session_key", flat=True))


def read(codes: Collection[str]) -> dict[str, Stored]:
    running = Game.objects.filter(table__code__in=codes, ended_at=None)
    games = {code: (game, version) for code, game, version in running.values_list("table__code", "pk", "version")}
    tables = Table.objects.filter(code__in=codes).values_list("code", "version")
    return {code: Stored(version, games.get(code)) for code, version in tables}
