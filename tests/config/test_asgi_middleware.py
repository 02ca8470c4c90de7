"""ASGI middleware: addresses behind proxies, bodies that never end, sockets from other sites."""

import asyncio
import re
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

import pytest
from django.test import override_settings

from config import asgi_middleware
from config.asgi import application
from config.environment import Environment
from games.devtools.bench_tables import session_of
from games.limits import TooMany
from games.models import User
from games.wording.site import TOO_OFTEN
from games.wording.templates import fill
from tests.live_site import Site
from tests.wires import SocketWire, Wire

PROXIES = Environment({"P": "127.0.0.1,10.0.0.0/8"}).networks("P", "")
Heads = list[tuple[bytes, bytes]]


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("198.51.100.7", "", "198.51.100.7"),
        ("198.51.100.7", "203.0.113.1", "198.51.100.7"),
        ("127.0.0.1", "203.0.113.1", "203.0.113.1"),
        ("127.0.0.1", "1.2.3.4, 203.0.113.1, 10.1.2.3", "203.0.113.1"),
        ("127.0.0.1", "10.9.9.9, 10.1.2.3", "10.9.9.9"),
        ("127.0.0.1", "2001:DB8:0::7", "2001:db8::7"),
    ],
)
def test_only_a_trusted_proxy_is_believed_about_the_address(peer: str, forwarded: str, address: str) -> None:
    with override_settings(TRUSTED_PROXIES=PROXIES):
        scope = seen_through([(b"x-forwarded-for", forwarded.encode())] if forwarded else [], peer)
    assert scope["client"][0] == address


@pytest.mark.parametrize(
    "garbage",
    [
        "unknown",
        "<script>",
        "x" * 10_000,
        "203.0.113.1:443",
        "[2001:db8::7]:443",
        "fe80::1%eth0",
        "203.0.113.1;",
        "\xff",
    ],
)
@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        ("{}", "127.0.0.1"),
        ("203.0.113.1, {}", "127.0.0.1"),
        ("{}, 203.0.113.1", "203.0.113.1"),
        ("{}, 10.1.2.3", "10.1.2.3"),
    ],
)
def test_only_an_address_can_be_the_client(garbage: str, forwarded: str, address: str) -> None:
    with override_settings(TRUSTED_PROXIES=PROXIES):
        scope = seen_through([(b"x-forwarded-for", forwarded.format(garbage).encode("latin1"))], "127.0.0.1")
    assert scope["client"][0] == address


def test_a_guest_behind_a_proxy_that_sends_garbage_can_play(site: Site) -> None:
    browser = build_opener(HTTPCookieProcessor())
    browser.addheaders = [("X-Forwarded-For", "unknown"), ("Origin", site.url)]
    with browser.open(f"{site.url}/") as page:
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.read().decode())
    assert found
    with browser.open(f"{site.url}/play/", f"csrfmiddlewaretoken={found[1]}".encode()) as table:
        assert "/t/" in table.url
    with browser.open(f"{site.url}/account/sessions/") as sessions:
        assert "127.0.0.1" in sessions.read().decode()


@pytest.mark.parametrize(("peer", "scheme"), [("127.0.0.1", "https"), ("198.51.100.7", "http")])
def test_only_a_trusted_proxy_is_believed_about_tls(peer: str, scheme: str) -> None:
    with override_settings(TRUSTED_PROXIES=PROXIES):
        assert seen_through([(b"x-forwarded-proto", b"https")], peer)["scheme"] == scheme


def seen_through(headers: Heads, peer: str) -> dict[str, Any]:
    seen: dict[str, Any] = {}

    async def look(scope: asgi_middleware.Scope, receive: object, send: object) -> None:
        seen.update(scope)

    scope = {"type": "http", "scheme": "http", "client": [peer, 4711], "headers": headers}
    asyncio.run(asgi_middleware.behind_proxies(look)(scope, None, None))
    return seen


def test_a_body_without_end_is_cut_at_the_limit() -> None:
    read = 0

    async def endless() -> dict[str, Any]:
        nonlocal read
        read += 1
        return {"type": "http.request", "body": b"x" * 16_384, "more_body": True}

    async def page(scope: asgi_middleware.Scope, receive: Any, send: object) -> None:
        assert scope["body_was_cut"]
        assert (await receive())["body"] == b""

    asyncio.run(asgi_middleware.limit_body(page)({"type": "http"}, endless, None))
    assert read == 5


def test_a_body_in_pieces_arrives_whole() -> None:
    pieces: list[dict[str, Any]] = [
        {"type": "http.request", "body": b"move=", "more_body": True},
        {"type": "http.request", "body": b"draw", "more_body": False},
        {"type": "http.disconnect"},
    ]

    async def page(scope: asgi_middleware.Scope, receive: Any, send: object) -> None:
        assert not scope["body_was_cut"]
        assert (await receive())["body"] == b"move=draw"
        assert (await receive())["type"] == "http.disconnect"

    async def piece() -> dict[str, Any]:
        return pieces.pop(0)

    asyncio.run(asgi_middleware.limit_body(page)({"type": "http"}, piece, None))
    assert pieces == []


def test_an_incomplete_body_is_not_answered() -> None:
    async def gone() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    async def page(scope: object, receive: object, send: object) -> None:
        pytest.fail("a request that was never sent whole must not be answered")

    asyncio.run(asgi_middleware.limit_body(page)({"type": "http"}, gone, None))


@pytest.mark.django_db(transaction=True)
def test_a_long_request_is_answered_413_by_the_whole_program() -> None:
    assert asyncio.run(post(b"x" * 70_000))["status"] == 413


async def post(body: bytes) -> dict[str, Any]:
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "path": "/healthz",
        "query_string": b"",
        "scheme": "http",
        "headers": [(b"host", b"localhost")],
        "client": ["198.51.100.7", 4711],
        "server": ["localhost", 80],
    }
    talk = Wire(application, scope)
    await talk.send_input({"type": "http.request", "body": body})
    start = dict(await talk.receive_output())
    await talk.wait()
    return start


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("origin", [[], [(b"origin", b"https://elsewhere.example")]])
def test_a_socket_from_elsewhere_is_not_let_in(origin: Heads) -> None:
    assert asyncio.run(connect("/nowhere", origin))[0] is False


@pytest.mark.django_db(transaction=True)
def test_a_socket_with_an_unknown_path_is_closed() -> None:
    same = [(b"origin", b"http://localhost:8000"), (b"host", b"localhost:8000")]
    assert asyncio.run(connect("/nowhere", same)) == (False, 4404)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/ws/t/{}/game/", "/ws/lobby/{}/"])
def test_a_socket_for_a_code_that_is_too_long_is_closed_in_order(path: str) -> None:
    same = [(b"origin", b"http://localhost:8000"), (b"host", b"localhost:8000")]
    assert asyncio.run(connect(path.format("A" * 100), same)) == (False, 4404)


async def connect(path: str, headers: Heads) -> tuple[bool, int | None]:
    accepted, code = await SocketWire(application, path, headers=headers).connect()
    return accepted, code


def test_a_rate_limited_socket_is_closed_with_a_message() -> None:
    said: list[dict[str, Any]] = []

    async def hasty(scope: object, receive: object, send: object) -> None:
        raise TooMany(7)

    async def receive(message: dict[str, Any]) -> None:
        said.append(message)

    asyncio.run(asgi_middleware.close_on_rate_limit(hasty)({"type": "websocket", "client": None}, None, receive))
    assert said[0]["code"] == asgi_middleware.TRY_AGAIN_LATER
    assert said[0]["reason"] == fill(TOO_OFTEN, count=7)


def test_only_django_parses_forms(site: Site) -> None:
    """If Twisted parsed a malformed form, it would answer by itself and close the connection."""
    head = {"Content-Type": "multipart/form-data; boundary=part", "Accept": "text/html"}
    asked = Request(f"{site.url}/account/login/", b"no part", head, method="POST")
    with pytest.raises(HTTPError) as refused:
        urlopen(asked)
    assert "<title>" in refused.value.read().decode()


def person_behind(cookie: str) -> str:
    seen: list[Any] = []

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope)

    scope: dict[str, Any] = {"type": "websocket", "headers": [(b"cookie", cookie.encode("latin1"))]}
    asyncio.run(asgi_middleware.with_person(inner)(scope, None, None))
    return str(seen[0]["user"])


@pytest.mark.django_db(transaction=True)
def test_a_socket_belongs_to_the_person_of_its_session() -> None:
    ann = User.objects.create_user("Ann")
    key = session_of(ann)
    assert person_behind(f"a=1; session={key}; b=2") == "Ann"
    for cookie in (
        "",
        f"other={key}",
        "session=",
        f"session={key[:-1]}{'y' if key.endswith('x') else 'x'}",
        "session=\x00\xff;;=",
        "session=" + "x" * 900,
    ):
        assert person_behind(cookie) == "AnonymousUser", cookie
    ann.set_password("eight of spades")
    ann.save()
    assert person_behind(f"session={key}") == "AnonymousUser"  # the session is older than the password


@pytest.mark.django_db(transaction=True)
def test_a_socket_of_a_deleted_person_belongs_to_nobody() -> None:
    ann = User.objects.create_user("Ann")
    key = session_of(ann)
    ann.delete()
    assert person_behind(f"session={key}") == "AnonymousUser"
