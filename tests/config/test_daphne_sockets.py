"""Under a real Daphne, a WebSocket is closed with the code that the application gives, and waits for slow readers."""

import asyncio
import os
import socket
import time
from collections.abc import Iterator
from string import ascii_lowercase
from typing import IO

import pytest
from daphne.ws_protocol import WebSocketProtocol

from config.daphne_sockets import SiteWebSocket, text_frame
from config.serving import SiteServer
from tests.live_site import daphne

pytestmark = pytest.mark.apart
HEAD = (
    "GET /{}/ HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with daphne(dict(os.environ), application="tests.config.closing_app:application") as port:
        yield port


@pytest.mark.parametrize("code", [1000, 1011, 1012, 1013, 4404])
def test_a_socket_is_closed_with_its_code(port: int, code: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(HEAD.format(f"close/{code}").encode())
        received = b""
        while len(received.partition(b"\r\n\r\n")[2]) < 4:
            received += line.recv(1000)
    frame = received.partition(b"\r\n\r\n")[2]
    assert (frame[0], int.from_bytes(frame[2:4])) == (0x88, code)


SIZES = (1, 125, 126, 65_535, 65_536, 250_000, 3, 250_000, 250_000, 250_000, 2, 250_000)
"""Lengths around those at which the head of a frame changes, and more than a connection takes at once."""


def test_all_texts_arrive_in_their_order_at_a_reader_who_is_late(port: int) -> None:
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(20)
        line.connect(("127.0.0.1", port))
        line.sendall(HEAD.format(",".join(map(str, SIZES))).encode())
        time.sleep(0.3)  # the server meets a full connection; without it, the test would only show less
        with line.makefile("rb") as file:
            while file.readline() != b"\r\n":
                pass
            texts = [next_text(file) for _ in SIZES]
    assert texts == [letter.encode() * size for size, letter in zip(SIZES, ascii_lowercase, strict=False)]


def next_text(file: IO[bytes]) -> bytes:
    """Read one frame as RFC 6455 describes it."""
    first, size = file.read(2)
    assert first == 0x81
    if size >= 126:
        size = int.from_bytes(file.read(2 if size == 126 else 8))
    return file.read(size)


def test_the_frame_of_a_text_is_made_once_for_all_who_get_it() -> None:
    text = "”All” see this"
    assert text_frame(text) is text_frame(text)
    assert text_frame(text) == bytes((0x81, len(text.encode()))) + text.encode()


def test_frames_after_a_disconnect_are_dropped() -> None:
    protocol = SiteWebSocket.__new__(SiteWebSocket)
    protocol.state = SiteWebSocket.STATE_CLOSED
    protocol.serverSend("late")


class Transport:
    """A connection whose buffer is full or empty, as a test says."""

    def __init__(self, producer: object) -> None:
        self.producer: object = producer

    def unregisterProducer(self) -> None:  # noqa: N802 - named by Twisted
        self.producer = None

    def registerProducer(self, producer: object, streaming: bool) -> None:  # noqa: N802 - named by Twisted
        assert streaming
        assert self.producer is None
        self.producer = producer


def test_a_socket_waits_for_a_slow_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    monkeypatch.setattr(WebSocketProtocol, "makeConnection", lambda self, transport: None)
    monkeypatch.setattr(SiteWebSocket, "handle_reply", lambda self, message: sent.append(message["text"]))
    transport, protocol = Transport("HTTP"), SiteWebSocket()
    protocol.makeConnection(transport)
    assert transport.producer is protocol
    server = SiteServer.__new__(SiteServer)
    server.connections = {protocol: {}}

    def send(text: str) -> "asyncio.Task[None]":
        return asyncio.create_task(server.handle_reply(protocol, {"type": "websocket.send", "text": text}))

    async def scenario() -> tuple[bool, bool]:
        await send("first")
        protocol.pauseProducing()
        second = send("second")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        was_waiting = not second.done()
        protocol.resumeProducing()
        await second
        protocol.pauseProducing()
        third = send("third")
        await asyncio.sleep(0)
        protocol.stopProducing()  # the connection is lost
        await third
        return was_waiting, third.done()

    assert asyncio.run(scenario()) == (True, True)
    assert sent == ["first", "second", "third"]
