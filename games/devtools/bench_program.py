"""A benchmark client that acts like a program: it receives versions from a stream and sends moves as JSON."""

import json
import os
from dataclasses import dataclass, field
from typing import Any

from games.api.cards import text_of

from .bench_client import BenchClient

LIGHT = 0
"""The side of the cards: benchmarks play with a deck that has only this one."""


def cards_in(game: dict[str, Any]) -> list[str]:
    """Return the cards of all hands that are not hidden, and those of legal moves that are in none of them."""
    cards = [card for hand in game["state"]["hands"] for card in hand["cards"] if card]
    held = [text_of(game["type"], LIGHT, card["color"], card["type"]) for card in cards]
    plays = {move.split()[1] for move in game["legal"] if move.startswith("play")}
    return [*held, *sorted(plays - set(held))]


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
            self.bytes_of[self.version] += len(b"%x\r\n" % size) + len(chunk)

    async def _take(self, line: dict[str, Any]) -> None:
        if line["type"] != "heartbeat":
            self.game = line["game"]
            await self.receive_version(self.game["version"])
            self.hands.append((self.version, cards_in(self.game)))

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
        status, _ = await self.request(head, body)
        return status
