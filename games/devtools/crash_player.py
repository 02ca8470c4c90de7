"""A player that survives crashes as a browser does: it reconnects, and repeats an unanswered move with the same key."""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from .bench_browser import BrowserClient

CONNECT_SECONDS, ANSWER_SECONDS = 5.0, 30.0
SOCKET_SECONDS = 1.5
"""How long a page waits for an answer over its socket, before it posts the same move with the same key."""
SHARE_OVER_SOCKETS = 0.5
RECONNECT_SECONDS = 0.1
POLL_SECONDS = 0.02
ACCEPTED = 200
DISCONNECTED = (OSError, EOFError, TimeoutError)
SERVER_ERROR = 500


@dataclass
class Totals:
    """The responses that all players together have received."""

    acknowledged: dict[str, str] = field(default_factory=dict)
    """The keys of moves that the server confirmed, with the codes of their tables."""
    refused: set[str] = field(default_factory=set)
    errors: list[str] = field(default_factory=list)
    tried: int = 0
    repeated: int = 0
    newest: dict[str, int] = field(default_factory=dict)
    """The newest version of each table in a response."""
    moved_at: dict[str, float] = field(default_factory=dict)


@dataclass
class Pending:
    move: str
    version: int
    key: str


@dataclass
class Player:
    port: int
    session: str
    code: str
    rng: Random
    totals: Totals
    viewer: BrowserClient | None = None
    connected_at: float = 0.0
    pending: Pending | None = None

    @property
    def is_connected(self) -> bool:
        return self.viewer is not None and not self.viewer.is_closed and self.viewer.version > 0

    def is_current(self) -> bool:
        """Return whether this browser shows the newest version that a player at the table has received."""
        return self.is_connected and self.shown >= self.totals.newest.get(self.code, 0)

    @property
    def shown(self) -> int:
        return self.viewer.version if self.viewer else 0

    async def play(self, end: asyncio.Event) -> None:
        while not end.is_set():
            with suppress(*DISCONNECTED):
                await self._connect()
                await self._moves(end)
            await self._close()
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _connect(self) -> None:
        self.viewer = BrowserClient(self.port, self.session, self.code)
        async with asyncio.timeout(CONNECT_SECONDS):
            await self.viewer.connect()
            await self.viewer.wait_for_version(1)
        self.connected_at = time.monotonic()

    async def _moves(self, end: asyncio.Event) -> None:
        while not end.is_set() and self.is_connected:
            viewer = self.viewer
            assert viewer is not None  # noqa: S101 - it is connected
            if self.pending is None and viewer.is_asked and (moves := viewer.moves()):
                self.pending = Pending(self.rng.choice(moves), viewer.version, f"{self.rng.getrandbits(64):016x}")
                self.totals.tried += 1
            if self.pending is None:
                await asyncio.sleep(POLL_SECONDS)
                continue
            await self._send(viewer, self.pending)
            await asyncio.sleep(self.rng.uniform(0.02, 0.2))

    async def _send(self, viewer: BrowserClient, pending: Pending) -> None:
        """Send a move over the socket or as a form. Without a response it stays pending and is sent again later."""
        status = await self._status(viewer, pending)
        if status == ACCEPTED:
            self.totals.acknowledged[pending.key] = self.code
            self.totals.newest[self.code] = max(self.totals.newest.get(self.code, 0), pending.version + 1)
            self.totals.moved_at[self.code] = time.monotonic()
        elif status >= SERVER_ERROR:
            self.totals.errors.append(f"A move at {self.code} failed with status {status}.")
            self.totals.repeated += 1
            return
        else:
            self.totals.refused.add(pending.key)
        self.pending = None
        with suppress(TimeoutError):
            async with asyncio.timeout(2):
                await viewer.wait_for_version(pending.version + 1)

    async def _status(self, viewer: BrowserClient, pending: Pending) -> int:
        words = pending.move, pending.key, pending.version
        if self.rng.random() < SHARE_OVER_SOCKETS:
            with suppress(TimeoutError):
                async with asyncio.timeout(SOCKET_SECONDS):
                    return await viewer.play(*words)
        async with asyncio.timeout(ANSWER_SECONDS):
            return await viewer.post(*words)

    async def _close(self) -> None:
        if self.viewer is not None:
            self.totals.repeated += self.pending is not None
            with suppress(*DISCONNECTED):
                await self.viewer.close()
