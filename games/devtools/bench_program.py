"""A benchmark client that acts like a program: it receives versions from a stream and sends moves as JSON."""

import json
import os
from dataclasses import dataclass, field
from typing import Any

from .bench_client import BenchClient


@dataclass
class ApiClient(BenchClient):
    """A program at a table, identified by a token."""

    game: dict[str, Any] = field(default_factory=dict)

    async def connect(self) -> None:
        await self.open(self.lines(f"GET /api/tables/{self.code}/stream", f"Authorization: Bearer {self.key}"), 200)

    async def listen(self) -> None:
        """Receive lines, each in a chunk of its own, until the stream ends."""
        while size := int(await self.reader.readuntil(b"\r\n"), 16):
            chunk = await self.reader.readexactly(size + 2)
            await self._take(json.loads(chunk))

    async def _take(self, line: dict[str, Any]) -> None:
        if line["type"] != "heartbeat":
            self.game = line["game"]
            await self.receive_version(self.game["version"])

    @property
    def is_asked(self) -> bool:
        return bool(self.game and self.game["legal"])

    def moves(self) -> list[str]:
        legal: list[str] = self.game["legal"]
        return [move for move in legal if move.startswith("play")] or legal

    async def post(self, move: str) -> int:
        action = {"type": "move", "text": move}
        body = json.dumps({"version": self.version, "id": os.urandom(8).hex(), "actions": action})
        head = self.lines(
            f"PATCH /api/tables/{self.code}",
            f"Authorization: Bearer {self.key}",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
        )
        return await self.request(head, body)
