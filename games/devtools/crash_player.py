"""A player who goes on through crashes, as a browser does: it comes back, and sends an unanswered move again under the
same key."""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from .bench_browser import BrowserClient

CONNECT_SECONDS, ANSWER_SECONDS = 5.0, 30.0
AGAIN_SECONDS = 0.1
LOOK_SECONDS = 0.02
ACCEPTED = 200
GONE = (OSError, EOFError, TimeoutError)
BROKEN = 500


@dataclass
class Totals:
    """What all players together were told."""

    acknowledged: dict[str, str] = field(default_factory=dict)
    """Keys of moves that were answered as played, with the codes of their tables."""
    refused: set[str] = field(default_factory=set)
    errors: list[str] = field(default_factory=list)
    tried: int = 0
    repeated: int = 0
    newest: dict[str, int] = field(default_factory=dict)
    """The newest version of each table that somebody was answered."""
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
        """Whether this browser shows everything that anybody at the table was told."""
        return self.is_connected and self.shown >= self.totals.newest.get(self.code, 0)

    @property
    def shown(self) -> int:
        return self.viewer.version if self.viewer else 0

    async def play(self, end: asyncio.Event) -> None:
        while not end.is_set():
            with suppress(*GONE):
                await self._connect()
                await self._moves(end)
            await self._close()
            await asyncio.sleep(AGAIN_SECONDS)

    async def _connect(self) -> None:
        self.viewer = BrowserClient(self.port, self.session, self.code)
        async with asyncio.timeout(CONNECT_SECONDS):
            await self.viewer.connect()
            await self.viewer.shows(1)
        self.connected_at = time.monotonic()

    async def _moves(self, end: asyncio.Event) -> None:
        while not end.is_set() and self.is_connected:
            viewer = self.viewer
            assert viewer is not None  # noqa: S101 - it is connected
            if self.pending is None and viewer.is_asked and (moves := viewer.moves()):
                self.pending = Pending(self.rng.choice(moves), viewer.version, f"{self.rng.getrandbits(64):016x}")
                self.totals.tried += 1
            if self.pending is None:
                await asyncio.sleep(LOOK_SECONDS)
                continue
            await self._send(viewer, self.pending)
            await asyncio.sleep(self.rng.uniform(0.02, 0.2))

    async def _send(self, viewer: BrowserClient, pending: Pending) -> None:
        """Without an answer the move stays pending, and is sent again later."""
        async with asyncio.timeout(ANSWER_SECONDS):
            status = await viewer.post(pending.move, pending.key, pending.version)
        if status == ACCEPTED:
            self.totals.acknowledged[pending.key] = self.code
            self.totals.newest[self.code] = max(self.totals.newest.get(self.code, 0), pending.version + 1)
            self.totals.moved_at[self.code] = time.monotonic()
        elif status >= BROKEN:
            self.totals.errors.append(f"A move at {self.code} was answered {status}.")
            self.totals.repeated += 1
            return
        else:
            self.totals.refused.add(pending.key)
        self.pending = None
        with suppress(TimeoutError):
            async with asyncio.timeout(2):
                await viewer.shows(pending.version + 1)

    async def _close(self) -> None:
        if self.viewer is not None:
            self.totals.repeated += self.pending is not None
            with suppress(*GONE):
                await self.viewer.close()
