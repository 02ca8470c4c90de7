"""A program without more than a measurement needs: one stream that tells of every version, and moves as JSON."""

import asyncio
import json
import os
from dataclasses import dataclass, field
from typing import Any

from .browserlike import LENGTH


@dataclass
class Program:
    """One program at one table, as far as the wire knows; to the bench it is a viewer like one in a browser."""

    port: int
    token: str
    code: str
    version: int = 0
    game: dict[str, Any] = field(default_factory=dict)
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    page: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
    listening: "asyncio.Future[None] | None" = None

    @property
    def head(self) -> str:
        return f"Host: 127.0.0.1:{self.port}\r\nAuthorization: Bearer {self.token}\r\n"

    async def connect(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writer.write(f"GET /api/tables/{self.code}/stream HTTP/1.1\r\n{self.head}\r\n".encode())
        answer = await self.reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in answer.split(b"\r\n")[0]:
            raise ConnectionError(f"The stream was refused: {answer.splitlines()[0].decode()}")

    async def listen(self) -> None:
        """Take in lines, each of which comes as one chunk, until the stream ends."""
        while size := int(await self.reader.readuntil(b"\r\n"), 16):
            chunk = await self.reader.readexactly(size + 2)
            await self._take(json.loads(chunk))

    async def _take(self, told: dict[str, Any]) -> None:
        if told["type"] == "heartbeat":
            return
        async with self.changed:
            self.game, self.version = told["game"], told["game"]["version"]
            self.changed.notify_all()

    @property
    def is_asked(self) -> bool:
        return bool(self.game and self.game["legal"])

    def moves(self) -> list[str]:
        """Cards first, everything else when there are none, as in a browser."""
        legal: list[str] = self.game["legal"]
        return [move for move in legal if move.startswith("play")] or legal

    async def shows(self, version: int) -> None:
        async with self.changed:
            await self.changed.wait_for(lambda: self.version >= version)

    async def post(self, move: str) -> int:
        """Make a move; the status of the answer."""
        if self.page is None:
            self.page = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.page
        action = {"type": "move", "text": move}
        body = json.dumps({"version": self.version, "id": os.urandom(8).hex(), "actions": action})
        writer.write(
            f"PATCH /api/tables/{self.code} HTTP/1.1\r\n{self.head}Content-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        length = LENGTH.search(head)
        if length is None:
            raise ConnectionError("An answer without a length cannot be read on a kept connection.")
        await reader.readexactly(int(length.group(1)))
        return int(head.split(b" ", 2)[1])
