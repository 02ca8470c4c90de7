"""Connections for hostile requests: they send raw bytes, and read as much of the response as a check needs."""

import asyncio
import gzip
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

LENGTH = re.compile(rb"(?i)\r\ncontent-length: *(\d+)")
CHUNKED = re.compile(rb"(?i)\r\ntransfer-encoding: *chunked")
ZIPPED = re.compile(rb"(?i)\r\ncontent-encoding: *gzip")
CLOSES = re.compile(rb"(?i)\r\nconnection: *close")
COMPLETE, SHORT, STREAM = 30.0, 0.05, 0.3
"""Seconds to wait for a response, for one to an incomplete request, and for the first events of a stream."""
TEXT_FRAME = 1


@dataclass
class Response:
    status: int
    """0 if an incomplete request got no response, as is right; -1 if a complete request got none."""
    head: bytes = b""
    body: bytes = b""

    @property
    def is_image(self) -> bool:
        """Whether the body is no text, so that letters in it mean nothing."""
        return b"content-type: image/png" in self.head.lower()


class Connection:
    """A connection that is kept until one side closes it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def send(self, raw: bytes, head_only: bool, is_whole: bool, frames: Sequence[bytes]) -> Response:
        """Send a request and return its response; send it once more if the server had closed the connection."""
        was_open = self.writer is not None
        response = await self._try(raw, head_only, is_whole, frames)
        if response.status == -1 and was_open:
            response = await self._try(raw, head_only, is_whole, frames)
        if not is_whole or frames or response.status < 200 or CLOSES.search(response.head):
            self.close()
        return response

    async def _try(self, raw: bytes, head_only: bool, is_whole: bool, frames: Sequence[bytes]) -> Response:
        response = Response(-1 if is_whole else 0)
        try:
            async with asyncio.timeout(COMPLETE if is_whole else SHORT):
                reader, writer = await self._open()
                writer.write(raw)
                response.head = await reader.readuntil(b"\r\n\r\n")
                response.status = int(response.head.split(b" ", 2)[1])
                if response.status == 101:
                    await self._exchange_frames(response, frames)
                elif not head_only and response.status not in (204, 304):
                    await self._body(response)
        except (TimeoutError, OSError, EOFError, ValueError, IndexError, asyncio.LimitOverrunError):
            self.close()
        return response

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self.reader is None or self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        return self.reader, self.writer

    async def _body(self, response: Response) -> None:
        assert self.reader is not None  # noqa: S101 - the head came from there
        if found := LENGTH.search(response.head):
            body = await self.reader.readexactly(int(found[1]))
            response.body = gzip.decompress(body) if ZIPPED.search(response.head) else body
            return
        ended = False
        with suppress(TimeoutError, EOFError):
            async with asyncio.timeout(STREAM):
                while CHUNKED.search(response.head) and not ended:
                    size = int(await self.reader.readuntil(b"\r\n"), 16)
                    response.body += (await self.reader.readexactly(size + 2))[:size]
                    ended = size == 0
        if not ended:
            self.close()

    async def _exchange_frames(self, response: Response, frames: Sequence[bytes]) -> None:
        """Send frames, and collect the messages that arrive within a short time."""
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
                    response.body += payload if first & 15 == TEXT_FRAME else b""
        self.close()

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None
