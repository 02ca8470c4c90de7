"""Under a real Daphne, a WebSocket is closed with the code that the application gives."""

import os
import socket
from collections.abc import Iterator

import pytest

from config.close_codes import ServerCloseProtocol
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
        line.sendall(HEAD.format(code).encode())
        received = b""
        while len(received.partition(b"\r\n\r\n")[2]) < 4:
            received += line.recv(1000)
    frame = received.partition(b"\r\n\r\n")[2]
    assert (frame[0], int.from_bytes(frame[2:4])) == (0x88, code)


def test_frames_after_a_disconnect_are_dropped() -> None:
    protocol = ServerCloseProtocol.__new__(ServerCloseProtocol)
    protocol.state = ServerCloseProtocol.STATE_CLOSED
    protocol.serverSend("late")
