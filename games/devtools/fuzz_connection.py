"""The connections over which hostile requests go: bytes out, and the answer read just far enough to judge it."""

import asyncio
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

LENGTH = re.compile(rb"(?i)\r\ncontent-length: *(\d+)")
CHUNKED = re.compile(rb"(?i)\r\ntransfer-encoding: *chunked")
CLOSES = re.compile(rb"(?i)\r\nconnection: *close")
PATIENCE, SHORT, STREAM = 30.0, 0.05, 0.3
"""Seconds to wait for an answer, for one to half a request, and for what a stream tells at its beginning."""
TEXT_FRAME = 1


@dataclass
class Answer:
    status: int
    """0 when there was none, as is right for half a request; -1 when a whole request was not answered."""
    head: bytes = b""
    body: bytes = b""


class Line:
    """One connection, kept for as long as both sides want it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def send(self, raw: bytes, head_only: bool, is_whole: bool, frames: Sequence[bytes]) -> Answer:
        """A connection that the server has closed meanwhile says nothing about a request: that is sent once more."""
        was_open = self.writer is not None
        answer = await self._try(raw, head_only, is_whole, frames)
        if answer.status == -1 and was_open:
            answer = await self._try(raw, head_only, is_whole, frames)
        if not is_whole or frames or answer.status < 200 or CLOSES.search(answer.head):
            self.close()
        return answer

    async def _try(self, raw: bytes, head_only: bool, is_whole: bool, frames: Sequence[bytes]) -> Answer:
        answer = Answer(-1 if is_whole else 0)
        try:
            async with asyncio.timeout(PATIENCE if is_whole else SHORT):
                reader, writer = await self._open()
                writer.write(raw)
                answer.head = await reader.readuntil(b"\r\n\r\n")
                answer.status = int(answer.head.split(b" ", 2)[1])
                if answer.status == 101:
                    await self._talk(answer, frames)
                elif not head_only and answer.status not in (204, 304):
                    await self._body(answer)
        except (TimeoutError, OSError, EOFError, ValueError, IndexError, asyncio.LimitOverrunError):
            self.close()
        return answer

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self.reader is None or self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        return self.reader, self.writer

    async def _body(self, answer: Answer) -> None:
        assert self.reader is not None  # noqa: S101 - the head came from there
        if found := LENGTH.search(answer.head):
            answer.body = await self.reader.readexactly(int(found[1]))
            return
        ended = False
        with suppress(TimeoutError, EOFError):
            async with asyncio.timeout(STREAM):
                while CHUNKED.search(answer.head) and not ended:
                    size = int(await self.reader.readuntil(b"\r\n"), 16)
                    answer.body += (await self.reader.readexactly(size + 2))[:size]
                    ended = size == 0
        if not ended:
            self.close()

    async def _talk(self, answer: Answer, frames: Sequence[bytes]) -> None:
        """Send frames, and take in what comes for a moment."""
        assert self.reader is not None  # noqa: S101
        assert self.writer is not None  # noqa: S101
        self.writer.write(b"".join(frames))
        with suppress(TimeoutError, EOFError, OSError):
            async with asyncio.timeout(SHORT):
                while True:
                    first, second = await self.reader.readexactly(2)
                    size = second & 127
                    if size > 125:
                        size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8))
                    payload = await self.reader.readexactly(size)
                    answer.body += payload if first & 15 == TEXT_FRAME else b""
        self.close()

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None
