"""Viewers without a browser, with whom tables are measured: they play as others do, and never wait for nothing."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from games.devtools import bench_client
from games.devtools.bench_browser import BrowserClient
from games.devtools.bench_program import ApiClient
from games.devtools.bench_server import RULES
from games.devtools.bench_tables import seat, session_of, token_of
from tests.api.conftest import put
from tests.stage import Site

STREAM = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
SOCKET = b"HTTP/1.1 101 Switching Protocols\r\n\r\n"
LINE = b'{"type": "gameUpdated", "game": {"version": 7, "legal": []}}\n'
TOLD = b"%x\r\n%s\r\n" % (len(LINE), LINE)
CLOSED = b"\x88\x00"


@asynccontextmanager
async def server(answer: bytes, ends: bool = True) -> AsyncIterator[int]:
    """Answers like this, whatever it is asked, and closes the connection."""
    over = asyncio.Event()

    async def answered(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        if not ends:
            await reader.read()
        writer.close()
        await writer.wait_closed()
        over.set()

    listening = await asyncio.start_server(answered, "127.0.0.1", 0)
    async with listening:
        try:
            yield listening.sockets[0].getsockname()[1]
        finally:
            await over.wait()


def test_a_browser_and_a_program_tell_each_others_moves(site: Site, django_db_blocker: Any) -> None:
    def laid() -> tuple[str, ...]:
        [(code, *people)] = seat(1, 2, 0, RULES, lambda person: f"{session_of(person)} {token_of(person)}")
        put(code, f"{RULES} | R1 R2 R3 R4 / R5 R6 R7 R8 | 0 clockwise red | B1 B2 | R9")
        return code, *people

    with django_db_blocker.unblock():
        code, *people = site.within(laid)
    (session, _), (_, token) = map(str.split, people)

    async def story() -> None:
        port = int(site.url.rpartition(":")[2])
        browser, program = BrowserClient(port, session, code), ApiClient(port, token, code)
        await browser.connect()
        await program.connect()
        for version, mover in enumerate((browser, program) * 3, 1):
            await browser.shows(version)
            await program.shows(version)
            assert mover.is_asked
            assert await mover.post(mover.moves()[0]) == 200
        await browser.close()
        await program.close()

    asyncio.run(story())


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (ApiClient, STREAM + TOLD + b"0\r\n\r\n"),
        (ApiClient, STREAM + TOLD + b"5"),
        (BrowserClient, SOCKET + CLOSED),
        (BrowserClient, SOCKET + b"\x81"),
    ],
)
def test_whoever_waits_for_what_cannot_come_is_told_so(
    kind: type[ApiClient] | type[BrowserClient], told: bytes
) -> None:
    """Whether the server has ended the connection or broken it off."""

    async def story() -> int:
        async with server(told) as port:
            viewer = kind(port, "key", "ABC")
            await viewer.connect()
            with pytest.raises(ConnectionError, match="told nothing more"):
                await viewer.shows(8)
            await viewer.close()
            return viewer.version

    assert asyncio.run(story()) == (7 if kind is ApiClient else 0)


def test_what_is_no_part_of_the_game_is_taken_in_too() -> None:
    told = b'<p id="around">2 watching</p>', b'<p id="turn" data-version="7"></p><div id="hand"></div>'
    frames = b"".join(b"\x81%c%s" % (len(html), html) for html in told)

    async def story() -> dict[str, str]:
        async with server(SOCKET + frames + CLOSED) as port:
            viewer = BrowserClient(port, "key", "ABC")
            await viewer.connect()
            await viewer.shows(7)
            await viewer.close()
            return viewer.pieces

    assert asyncio.run(story()) == {"turn": '<p id="turn" data-version="7"></p>', "hand": '<div id="hand"></div>'}


def test_whoever_is_refused_says_what_the_server_said() -> None:
    async def story() -> None:
        async with server(b"HTTP/1.1 403 Forbidden\r\n\r\n") as port:
            await ApiClient(port, "token", "ABC").connect()

    with pytest.raises(ConnectionError, match="403 Forbidden"):
        asyncio.run(story())


def test_whoever_is_told_nothing_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_client, "PATIENCE", 0.01)

    async def story() -> None:
        async with server(STREAM + TOLD, ends=False) as port:
            viewer = ApiClient(port, "token", "ABC")
            await viewer.connect()
            with pytest.raises(ConnectionError, match="told nothing more"):
                await viewer.shows(8)
            assert not viewer.is_closed
            await viewer.close()

    asyncio.run(story())


def test_each_viewer_comes_from_an_address_of_its_own() -> None:
    """A bench is one machine: it would measure how often one address may do a thing."""
    heads = {BrowserClient(1, "key", "ABC").lines("GET /") for _ in range(300)}
    assert len({head.decode().partition("X-Forwarded-For: ")[2].split()[0] for head in heads}) == 300
