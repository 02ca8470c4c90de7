"""The clients of the benchmark: they play like browsers and programs, and never wait without end."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from pytest_django import DjangoDbBlocker

from games.devtools import bench_client
from games.devtools.bench_browser import BrowserClient
from games.devtools.bench_program import ApiClient
from games.devtools.bench_server import RULES
from games.devtools.bench_tables import seat, session_of, token_of
from tests.api.conftest import set_position
from tests.live_site import Site

STREAM = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
SOCKET = b"HTTP/1.1 101 Switching Protocols\r\n\r\n"
LINE = b'{"type": "gameUpdated", "game": {"version": 7, "legal": [], "state": {"hands": []}}}\n'
CHUNK = b"%x\r\n%s\r\n" % (len(LINE), LINE)
CLOSED = b"\x88\x00"


@asynccontextmanager
async def server(answer: bytes, ends: bool = True) -> AsyncIterator[int]:
    """Send the same answer to every request, and close the connection."""
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


def test_a_browser_and_a_program_see_each_others_moves(site: Site, django_db_blocker: DjangoDbBlocker) -> None:
    def laid() -> tuple[str, ...]:
        [(code, *people)] = seat(1, 2, 0, RULES, lambda person: f"{session_of(person)} {token_of(person)}")
        set_position(code, f"{RULES} | R1 R2 R3 R4 / R5 R6 R7 R8 | 0 clockwise red | B1 B2 | R9")
        return code, *people

    with django_db_blocker.unblock():
        code, *people = site.within(laid)
    (session, _), (_, token) = map(str.split, people)

    async def scenario() -> None:
        port = int(site.url.rpartition(":")[2])
        browser, program = BrowserClient(port, session, code), ApiClient(port, token, code)
        await browser.connect()
        await program.connect()
        for version, mover in enumerate((browser, program) * 3, 1):
            await browser.wait_for_version(version)
            await program.wait_for_version(version)
            assert mover.is_asked
            assert await mover.post(mover.moves()[0]) == 200
        await browser.close()
        await program.close()

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("kind", "sent"),
    [
        (ApiClient, STREAM + CHUNK + b"0\r\n\r\n"),
        (ApiClient, STREAM + CHUNK + b"5"),
        (BrowserClient, SOCKET + CLOSED),
        (BrowserClient, SOCKET + b"\x81"),
    ],
)
def test_waiting_ends_with_an_error_when_the_connection_has_ended(
    kind: type[ApiClient] | type[BrowserClient], sent: bytes
) -> None:
    """After a regular end as well as after an abort."""

    async def scenario() -> int:
        async with server(sent) as port:
            viewer = kind(port, "key", "ABC")
            await viewer.connect()
            with pytest.raises(ConnectionError, match="sent nothing more"):
                await viewer.wait_for_version(8)
            await viewer.close()
            return viewer.version

    assert asyncio.run(scenario()) == (7 if kind is ApiClient else 0)


def test_messages_about_other_things_are_accepted_too() -> None:
    sent = b'<p id="around">2 watching</p>', b'<p id="turn" data-version="7"></p><div id="hand"></div>'
    frames = b"".join(b"\x81%c%s" % (len(html), html) for html in sent)

    async def scenario() -> dict[str, str]:
        async with server(SOCKET + frames + CLOSED) as port:
            viewer = BrowserClient(port, "key", "ABC")
            await viewer.connect()
            await viewer.wait_for_version(7)
            await viewer.close()
            return viewer.pieces

    assert asyncio.run(scenario()) == {"turn": '<p id="turn" data-version="7"></p>', "hand": '<div id="hand"></div>'}


def test_a_refused_connection_shows_the_response_of_the_server() -> None:
    async def scenario() -> None:
        async with server(b"HTTP/1.1 403 Forbidden\r\n\r\n") as port:
            await ApiClient(port, "token", "ABC").connect()

    with pytest.raises(ConnectionError, match="403 Forbidden"):
        asyncio.run(scenario())


def test_waiting_for_a_silent_server_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_client, "TIMEOUT_SECONDS", 0.01)

    async def scenario() -> None:
        async with server(STREAM + CHUNK, ends=False) as port:
            viewer = ApiClient(port, "token", "ABC")
            await viewer.connect()
            with pytest.raises(ConnectionError, match="sent nothing more"):
                await viewer.wait_for_version(8)
            assert not viewer.is_closed
            await viewer.close()

    asyncio.run(scenario())


def test_each_viewer_has_an_address_of_its_own() -> None:
    """With one address for all, the benchmark would measure the rate limits."""
    heads = {BrowserClient(1, "key", "ABC").lines("GET /") for _ in range(300)}
    assert len({head.decode().partition("X-Forwarded-For: ")[2].split()[0] for head in heads}) == 300
