"""A viewer without a browser: one socket that is sent fragments, and posts of moves over kept connections.

Just enough of HTTP and of WebSockets to measure a server on this machine; it checks nothing that a browser would.
"""

import asyncio
import base64
import os
import re
from dataclasses import dataclass, field

VERSION = re.compile(r'data-version="(\d+)"')
PLAYABLE = re.compile(r'<button[^>]*class="card[^"]*\bcan\b[^"]*"[^>]*>')
VALUE = re.compile(r'value="([^"]+)"')
ANSWER = re.compile(r'name="move" value="((?:draw|keep|pass|accept|challenge|color \w+|swap \d+))"')
ROOT = re.compile(r'<(?:p|ul|div|section|ol)\b[^>]*\bid="(turn|prompt|hand|pile)"')
LENGTH = re.compile(rb"(?i)\r\ncontent-length: (\d+)")
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


@dataclass
class Viewer:
    """One person at one table, as far as the wire knows."""

    port: int
    cookies: str
    token: str
    code: str
    version: int = 0
    bytes_received: int = 0
    pieces: dict[str, str] = field(default_factory=dict)
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    page: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
    listening: "asyncio.Future[None] | None" = None

    async def connect(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        key = base64.b64encode(os.urandom(16)).decode()
        self.writer.write(
            f"GET /ws/t/{self.code}/game/ HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Origin: http://127.0.0.1:{self.port}\r\nCookie: {self.cookies}\r\n\r\n".encode()
        )
        answer = await self.reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in answer.split(b"\r\n")[0]:
            raise ConnectionError(f"The socket was refused: {answer.splitlines()[0].decode()}")

    async def listen(self) -> None:
        """Take in fragments until the connection ends."""
        while True:
            opcode, payload = await self._frame()
            if opcode == CLOSE:
                return
            if opcode == PING:
                self._send(PONG, payload)
            if opcode == TEXT:
                await self._take(payload.decode())

    async def _frame(self) -> tuple[int, bytes]:
        first, second = await self.reader.readexactly(2)
        length = second & 127
        if length >= 126:
            length = int.from_bytes(await self.reader.readexactly(2 if length == 126 else 8))
        return first & 15, await self.reader.readexactly(length)

    def _send(self, opcode: int, payload: bytes) -> None:
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
        self.writer.write(bytes([128 | opcode, 128 | len(payload)]) + mask + masked)

    async def _take(self, html: str) -> None:
        self.bytes_received += len(html)
        starts = [(found.start(), found.group(1)) for found in ROOT.finditer(html)]
        for (start, name), (end, _) in zip(starts, [*starts[1:], (len(html), "")], strict=True):
            self.pieces[name] = html[start:end]
        versions = [int(number) for number in VERSION.findall(html)]
        async with self.changed:
            self.version = max([self.version, *versions])
            self.changed.notify_all()

    @property
    def is_asked(self) -> bool:
        return "data-mine" in self.pieces.get("turn", "")

    def moves(self) -> list[str]:
        """What the buttons say that can be pressed: cards first, everything else when there are none."""
        cards = [VALUE.search(button) for button in PLAYABLE.findall(self.pieces.get("hand", ""))]
        found = [value.group(1) for value in cards if value]
        return found or ANSWER.findall(self.pieces.get("prompt", "") + self.pieces.get("pile", ""))

    async def shows(self, version: int) -> None:
        async with self.changed:
            await self.changed.wait_for(lambda: self.version >= version)

    async def post(self, move: str) -> int:
        """Press a button; the status of the answer."""
        if self.page is None:
            self.page = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.page
        body = f"move={move.replace(' ', '+')}&version={self.version}&key={os.urandom(8).hex()}"
        writer.write(
            f"POST /t/{self.code}/act/ HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nHX-Request: true\r\n"
            f"Cookie: {self.cookies}\r\nX-CSRFToken: {self.token}\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        length = LENGTH.search(head)
        if length is None:
            raise ConnectionError("An answer without a length cannot be read on a kept connection.")
        await reader.readexactly(int(length.group(1)))
        return int(head.split(b" ", 2)[1])
