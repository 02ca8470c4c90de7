"""A WebSocket is accepted only from a page of the same scheme, host and port."""

import asyncio

import pytest
from django.test import override_settings

from config.asgi import application
from config.origin import is_same_origin
from tests.wires import SocketWire

pytestmark = pytest.mark.once


def scope(origin: str, host: str = "cards.example.org", scheme: str = "ws") -> dict[str, object]:
    headers = [(b"host", host.encode())] + ([(b"origin", origin.encode())] if origin else [])
    return {"type": "websocket", "scheme": scheme, "headers": headers}


@pytest.mark.parametrize(
    ("origin", "host", "scheme", "accepted"),
    [
        ("http://cards.example.org", "cards.example.org", "ws", True),
        ("http://cards.example.org", "cards.example.org:80", "ws", True),
        ("https://cards.example.org", "cards.example.org", "wss", True),
        ("https://Cards.Example.org:443", "cards.example.org", "wss", True),
        ("http://cards.example.org:8000", "cards.example.org:8000", "ws", True),
        ("http://cards.example.org:1", "cards.example.org", "ws", False),
        ("http://cards.example.org", "cards.example.org:8000", "ws", False),
        ("https://cards.example.org", "cards.example.org", "ws", False),
        ("http://cards.example.org", "cards.example.org", "wss", False),
        ("http://other.example.org", "cards.example.org", "ws", False),
        ("http://localhost", "cards.example.org", "ws", False),
        ("http://evil.example", "evil.example", "ws", False),
        ("", "cards.example.org", "ws", False),
        ("null", "cards.example.org", "ws", False),
        ("http://[", "cards.example.org", "ws", False),
        ("http://cards.example.org:port", "cards.example.org", "ws", False),
        ("ftp://cards.example.org", "cards.example.org", "ws", False),
    ],
)
def test_scheme_host_and_port_have_to_match(origin: str, host: str, scheme: str, accepted: bool) -> None:
    with override_settings(ALLOWED_HOSTS=["cards.example.org", "localhost"]):
        assert is_same_origin(scope(origin, host, scheme)) is accepted


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("origin", ["http://localhost:1", "https://localhost:8000", "http://127.0.0.1:8000"])
def test_the_program_refuses_another_port_scheme_and_host(origin: str) -> None:
    headers = [(b"host", b"localhost:8000"), (b"origin", origin.encode())]
    assert asyncio.run(SocketWire(application, "/ws/tables/", headers=headers).connect())[0] is False
