"""A client for benchmarks: one connection that reports every version, and one for moves.

Just enough to measure a server on this machine; it checks nothing that a browser would.
"""

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count

LENGTH = re.compile(rb"(?i)\r\ncontent-length: (\d+)")
HEAD = b"\r\n\r\n"
PATIENCE = 60.0
"""A server that is busy may take its time; one that says nothing for so long has a defect, which is to be seen."""


@dataclass
class BenchClient:
    """One viewer at one table. A subclass knows what to ask for, how what it is told is framed, and what it says."""

    port: int
    key: str
    """Identifies the viewer: a cookie or a token."""
    code: str
    version: int = 0
    is_closed: bool = False
    """Whether the connection that told of versions has ended."""
    changed: asyncio.Condition = field(default_factory=asyncio.Condition, repr=False)
    number: int = field(default_factory=count(1).__next__, repr=False)
    page: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
    listening: "asyncio.Task[None] | None" = None

    @property
    def address(self) -> str:
        """Where it seems to come from, one for each: what one address may do, a thousand viewers together may not."""
        return f"10.{self.number >> 16 & 255}.{self.number >> 8 & 255}.{self.number & 255}"

    @property
    def is_asked(self) -> bool:
        raise NotImplementedError

    def moves(self) -> list[str]:
        """What could be done now: cards first, everything else when there are none."""
        raise NotImplementedError

    async def post(self, move: str) -> int:
        """Make a move; the status of the answer."""
        raise NotImplementedError

    async def connect(self) -> None:
        raise NotImplementedError

    async def listen(self) -> None:
        """Take in what comes until the connection ends."""
        raise NotImplementedError

    def lines(self, first: str, *more: str) -> bytes:
        """The head of a request, as a proxy hands it on."""
        host, address = f"Host: 127.0.0.1:{self.port}", f"X-Forwarded-For: {self.address}"
        return "\r\n".join([f"{first} HTTP/1.1", host, address, *more, "", ""]).encode()

    async def open(self, head: bytes, status: int) -> None:
        """The connection that tells of versions, and a task that reads it."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writer.write(head)
        answer = (await self.reader.readuntil(HEAD)).splitlines()[0].decode()
        if f" {status} " not in answer:
            await hang_up(self.writer)
            raise ConnectionError(f"Table {self.code} was refused: {answer}")
        self.listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        """Read until the connection ends; then wake those who wait for a version."""
        try:
            await self.listen()
        except EOFError:
            pass  # closed without an end, which makes no difference here
        finally:
            self.is_closed = True
            async with self.changed:
                self.changed.notify_all()

    async def tell(self, version: int) -> None:
        async with self.changed:
            self.version = max(self.version, version)
            self.changed.notify_all()

    async def shows(self, version: int) -> None:
        """Wait until this viewer has been told of a version; no longer than it can still come."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE), self.changed:
                await self.changed.wait_for(lambda: self.version >= version or self.is_closed)
        if self.version < version:
            raise ConnectionError(f"Table {self.code} told nothing more after version {self.version}.")

    async def ask(self, head: bytes, body: str) -> int:
        """A request on the connection that is kept for moves; the status of its answer."""
        if self.page is None:
            self.page = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.page
        writer.write(head + body.encode())
        async with asyncio.timeout(PATIENCE):
            answer = await reader.readuntil(HEAD)
            length = LENGTH.search(answer)
            if length is None:
                raise ConnectionError("An answer without a length cannot be read on a kept connection.")
            await reader.readexactly(int(length.group(1)))
        return int(answer.split(b" ", 2)[1])

    async def close(self) -> None:
        if self.listening:
            self.listening.cancel()
            await asyncio.wait([self.listening])
            await hang_up(self.writer)
        if self.page:
            await hang_up(self.page[1])


async def hang_up(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()
