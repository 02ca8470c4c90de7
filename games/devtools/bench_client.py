"""A minimal client for benchmarks: one connection that receives every version, and one for moves.

It validates nothing, and works only with a server on this machine.
"""

import asyncio
import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count

from .bench_integrity import PlayedMove, Received

LENGTH = re.compile(rb"(?i)\r\ncontent-length: (\d+)")
HEAD = b"\r\n\r\n"
ACKNOWLEDGED = 200
TIMEOUT_SECONDS = 60.0
"""How many seconds to wait for a response. Even a busy server must answer within this time."""


@dataclass
class BenchClient:
    """A viewer at a table. A subclass implements the protocol of a browser or of a program."""

    port: int
    key: str
    """Identifies the viewer: a cookie or a token."""
    code: str
    seat: int | None = None
    """The number of their seat; None for spectators."""
    version: int = 0
    hands: list[tuple[int, list[str]]] = field(default_factory=list, repr=False)
    """The cards that came as a hand, each time with the version."""
    bytes_of: Counter[int] = field(default_factory=Counter, repr=False)
    """How many bytes came, by the version that this viewer had then reached."""
    acknowledged: list[PlayedMove] = field(default_factory=list, repr=False)
    is_closed: bool = False
    """Whether the connection that receives versions has ended."""
    changed: asyncio.Condition = field(default_factory=asyncio.Condition, repr=False)
    number: int = field(default_factory=count(1).__next__, repr=False)
    page: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
    listening: "asyncio.Task[None] | None" = None

    @property
    def address(self) -> str:
        """Return an IP address of its own for each client, because one address could not exceed its rate limits."""
        return f"10.{self.number >> 16 & 255}.{self.number >> 8 & 255}.{self.number & 255}"

    @property
    def is_asked(self) -> bool:
        raise NotImplementedError

    def moves(self) -> list[str]:
        """Return the moves to choose from: the cards or, if there are none, the other moves."""
        raise NotImplementedError

    async def post(self, move: str) -> int:
        """Make a move and return the status of the response."""
        raise NotImplementedError

    async def play(self, move: str) -> int:
        """Make a move in the way that this client prefers."""
        return await self.post(move)

    async def play_and_note(self, move: str) -> int:
        """Make a move, and remember it if it is acknowledged."""
        version = self.version
        status = await self.play(move)
        if status == ACKNOWLEDGED and self.seat is not None:
            self.acknowledged.append(PlayedMove(version + 1, self.seat, move))
        return status

    @property
    def received(self) -> Received:
        return Received(self.code, self.seat, self.version, self.hands, self.acknowledged)

    async def connect(self) -> None:
        raise NotImplementedError

    async def listen(self) -> None:
        """Receive messages until the connection ends."""
        raise NotImplementedError

    def lines(self, first: str, *more: str) -> bytes:
        """Return the head of a request as a proxy would forward it."""
        host, address = f"Host: 127.0.0.1:{self.port}", f"X-Forwarded-For: {self.address}"
        return "\r\n".join([f"{first} HTTP/1.1", host, address, *more, "", ""]).encode()

    async def open(self, head: bytes, status: int) -> None:
        """Open the connection that receives versions, and start a task that reads it."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writer.write(head)
        answer = (await self.reader.readuntil(HEAD)).splitlines()[0].decode()
        if f" {status} " not in answer:
            await close_writer(self.writer)
            raise ConnectionError(f"Table {self.code} was refused: {answer}")
        self.listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        """Read until the connection ends; then wake the tasks that wait for a version."""
        try:
            await self.listen()
        except EOFError:
            pass  # an unclean close makes no difference here
        finally:
            self.is_closed = True
            async with self.changed:
                self.changed.notify_all()

    async def receive_version(self, version: int) -> None:
        async with self.changed:
            self.version = max(self.version, version)
            self.changed.notify_all()

    async def wait_for_version(self, version: int) -> None:
        """Wait until this viewer has received a version; raise ConnectionError if it can no longer arrive."""
        with suppress(TimeoutError):
            async with asyncio.timeout(TIMEOUT_SECONDS), self.changed:
                await self.changed.wait_for(lambda: self.version >= version or self.is_closed)
        if self.version < version:
            raise ConnectionError(f"Table {self.code} sent nothing more after version {self.version}.")

    async def request(self, head: bytes, body: str = "") -> tuple[int, int]:
        """Send a request on the connection for moves, and return the status and the size of the response."""
        if self.page is None:
            self.page = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.page
        writer.write(head + body.encode())
        async with asyncio.timeout(TIMEOUT_SECONDS):
            answer = await reader.readuntil(HEAD)
            length = LENGTH.search(answer)
            if length is None:
                raise ConnectionError("A response without a length cannot be read on a persistent connection.")
            size = int(length.group(1))
            await reader.readexactly(size)
        return int(answer.split(b" ", 2)[1]), size

    async def close(self) -> None:
        if self.listening:
            self.listening.cancel()
            await asyncio.wait([self.listening])
            await close_writer(self.writer)
        if self.page:
            await close_writer(self.page[1])


async def close_writer(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()
