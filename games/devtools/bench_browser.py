"""A benchmark client that acts like a browser: it receives fragments on a WebSocket and posts moves as forms."""

import asyncio
import base64
import json
import os
import re
from dataclasses import dataclass, field
from itertools import zip_longest

from .bench_client import ACKNOWLEDGED, TIMEOUT_SECONDS, BenchClient

VERSION = re.compile(r'data-version="(\d+)"')
PLAYABLE = re.compile(r'<button[^>]*class="card[^"]*\bcan\b[^"]*"[^>]*>')
VALUE = re.compile(r'value="([^"]+)"')
ANSWER = re.compile(
    r'<button[^>]*name="move" value="(draw|keep|pass|accept|challenge|color \w+|swap \d+)"(?![^>]*aria-disabled)'
)
ROOT = re.compile(r'<(?:p|ul|div|section|ol)\b[^>]*\bid="(turn|prompt|hand|pile)"')
HELD = re.compile(r'\bid="h-([^"]+)-\d+"')
PLAYS = re.compile(r'\bvalue="play (\w+)')
TOKEN = "a" * 32
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
SHORT, LONG = 126, 1 << 16
"""The lengths from which a frame has a longer head."""


def cards_in(html: str) -> list[str]:
    """Return the cards that the viewer could take for their own: those of a hand, and those that a button plays."""
    held = HELD.findall(html)
    return [*held, *sorted(set(PLAYS.findall(html)) - set(held))]


def frame_bytes(length: int) -> int:
    """Return how many bytes a message of this length takes on a socket."""
    return length + (2 if length < SHORT else 4 if length < LONG else 10)


@dataclass
class BrowserClient(BenchClient):
    """A person at a table, identified by a session key."""

    pieces: dict[str, str] = field(default_factory=dict)
    answer: "asyncio.Future[int] | None" = field(default=None, repr=False)

    @property
    def cookie(self) -> str:
        return f"Cookie: session={self.key}; csrf={TOKEN}"

    async def connect(self) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        head = self.lines(
            f"GET /ws/t/{self.code}/game/",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Origin: http://127.0.0.1:{self.port}",
            self.cookie,
        )
        await self.open(head, 101)

    async def listen(self) -> None:
        """Receive fragments until the socket is closed."""
        while True:
            opcode, payload = await self._frame()
            if opcode == CLOSE:
                return
            if opcode == PING:
                self._send(PONG, payload)
            if opcode == TEXT:
                await self._take(payload.decode())
                self.bytes_of[self.version] += frame_bytes(len(payload))

    async def _frame(self) -> tuple[int, bytes]:
        first, second = await self.reader.readexactly(2)
        length = second & 127
        if length >= SHORT:
            length = int.from_bytes(await self.reader.readexactly(2 if length == SHORT else 8))
        return first & 15, await self.reader.readexactly(length)

    def _send(self, opcode: int, payload: bytes) -> None:
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
        self.writer.write(bytes([128 | opcode, 128 | len(payload)]) + mask + masked)

    async def play(self, move: str, key: str = "", version: int = 0) -> int:
        """Send a move over the socket as a page does, and return the status in the answer."""
        key, version = key or os.urandom(8).hex(), version or self.version
        self.answer = asyncio.get_running_loop().create_future()
        self._send(TEXT, json.dumps({"move": move, "version": version, "key": key}).encode())
        async with asyncio.timeout(TIMEOUT_SECONDS):
            return await self.answer

    async def _take(self, html: str) -> None:
        if html.startswith("ping "):
            self._send(TEXT, f'{{"pong":"{html.removeprefix("ping ")}"}}'.encode())
            return
        if html.startswith("{"):
            if self.answer and not self.answer.done():
                self.answer.set_result(json.loads(html)["status"])
            return
        found = list(ROOT.finditer(html))  # none in updates of the chat or of the spectators
        for piece, after in zip_longest(found, found[1:]):
            self.pieces[piece.group(1)] = html[piece.start() : after.start() if after else None]
        versions = [int(number) for number in VERSION.findall(html)]
        await self.receive_version(max(versions, default=self.version))
        if cards := cards_in(html):
            self.hands.append((self.version, cards))

    @property
    def is_asked(self) -> bool:
        return "data-mine" in self.pieces.get("turn", "")

    def moves(self) -> list[str]:
        """Return the moves of the enabled buttons: the cards or, if there are none, the other moves."""
        cards = [VALUE.search(button) for button in PLAYABLE.findall(self.pieces.get("hand", ""))]
        found = [value.group(1) for value in cards if value]
        return found or ANSWER.findall(self.pieces.get("prompt", "") + self.pieces.get("pile", ""))

    async def post(self, move: str, key: str = "", version: int = 0) -> int:
        """Post a move as a button does, and return the status of the response."""
        key, version = key or os.urandom(8).hex(), version or self.version
        body = f"move={move.replace(' ', '+')}&version={version}&key={key}"
        head = self.lines(
            f"POST /t/{self.code}/act/",
            "HX-Request: true",
            self.cookie,
            f"X-CSRFToken: {TOKEN}",
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
        )
        status, _ = await self.request(head, body)
        return status

    async def page_bytes(self) -> int:
        """Load the page of the game as a browser does, and return the size of the response, compressed if it is."""
        status, size = await self.request(self.lines(f"GET /t/{self.code}/game/", "Accept-Encoding: gzip", self.cookie))
        if status != ACKNOWLEDGED:
            raise ConnectionError(f"The page of {self.code} was refused with status {status}.")
        return size
