"""An open stream, as a program sees it."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from channels.db import database_sync_to_async
from django.db import connections

from config.asgi_handler import Handler
from config.asgi_middleware import limit_body
from tests.api.conftest import Program, check_against
from tests.wires import Wire

GAME = "Official | R1 R2 R3 R4 / R5 R6 R7 R8 | 0 clockwise red | B1 B2 B3 B4 | R9"
LINE = {"anyOf": [{"$ref": "#/components/schemas/StreamLine"}, {"$ref": "#/components/schemas/Heartbeat"}]}

handler = Handler()
handler.threads = ThreadPoolExecutor(1)


class Listener:
    """An open stream of a program, which checks every line against the document."""

    documented = LINE

    def __init__(self, code: str, token: Any, query: str = "") -> None:
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "GET",
            "path": f"/api/tables/{code}/stream",
            "query_string": query.encode(),
            "scheme": "http",
            "headers": [(b"host", b"localhost"), (b"authorization", f"Bearer {token}".encode())],
            "client": ["198.51.100.7", 4711],
            "server": ["localhost", 80],
        }
        self.wire = Wire(limit_body(handler), scope)
        self.raw: list[bytes] = []

    async def open(self) -> Any:
        await self.wire.send_input({"type": "http.request", "body": b""})
        self.start = await self.wire.receive_output()
        assert json.loads(await self.chunk())["type"] == "heartbeat"
        return self

    async def chunk(self) -> Any:
        return (await self.wire.receive_output()).get("body", b"")

    async def line(self) -> Any:
        """Return the next line, or None when the stream has ended."""
        chunk = await self.chunk()
        if not chunk:
            return None
        assert chunk.endswith(b"\n")
        self.raw.append(chunk)
        received = json.loads(chunk)
        check_against(self.documented, received)
        return received

    async def lines(self, count: Any) -> Any:
        return [await self.line() for _ in range(count)]

    async def close(self) -> None:
        await self.wire.send_input({"type": "http.disconnect"})
        await self.wire.wait()


async def done(work: Any, *words: Any, **named: Any) -> Any:
    return await database_sync_to_async(work)(*words, **named)


def run(scenario: Any) -> Any:
    return asyncio.run(run_and_close(scenario))


async def run_and_close(scenario: Any) -> Any:
    """Run and close the connection of the thread that all code of a process shares."""
    try:
        return await scenario()
    finally:
        await database_sync_to_async(connections.close_all)()


def plays(program: Program, code: str, *cards: Any) -> None:
    for card in cards:
        program.ok(program.act(code, {"type": "play", "card": card}))


def versions(lines: Any) -> Any:
    return [line["game"]["version"] for line in lines]
