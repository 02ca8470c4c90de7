"""Limits for open WebSockets, per person and per address."""

import asyncio
from contextlib import AsyncExitStack

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore

from config.sockets import sockets
from games.live import sockets as rules
from games.models import User
from games.wording.site import TOO_MANY_PAGES
from tests.wires import SocketWire

pytestmark = [pytest.mark.once, pytest.mark.django_db(transaction=True)]


def wire(person: object, address: str) -> SocketWire:
    socket = SocketWire(sockets, "/ws/tables/")
    socket.scope |= {"user": person, "session": SessionStore(), "client": [address, 4711]}
    return socket


async def outcome(socket: SocketWire) -> tuple[int, str] | None:
    """Return the close code and reason; None if the socket stays open."""
    assert (await socket.connect())[0]
    answer = await socket.receive_output()
    return (answer["code"], answer["reason"]) if answer["type"] == "websocket.close" else None


async def opened(many: int, make: object) -> list[tuple[int, str] | None]:
    """Open this many sockets one after the other, without closing any, and return their outcomes."""
    async with AsyncExitStack() as stack:
        found = []
        for number in range(many):
            socket = make(number)  # type: ignore[operator]
            found.append(await outcome(socket))
            stack.push_async_callback(socket.disconnect)
        return found


REFUSED = (rules.TOO_MANY, TOO_MANY_PAGES)


def test_a_person_may_have_only_so_many_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MOST_OF_PERSON", 3)
    person = User.objects.create_user("Ann")

    def make(number: int) -> SocketWire:
        return wire(person, f"198.51.100.{number}")

    assert asyncio.run(opened(4, make)) == [None, None, None, REFUSED]
    assert asyncio.run(opened(3, make)) == [None] * 3  # those of before are closed
    assert not rules._open


def test_an_address_may_have_only_so_many_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MOST_OF_ADDRESS", 2)
    make = lambda number: wire(AnonymousUser(), "198.51.100.7")  # noqa: E731
    assert asyncio.run(opened(3, make)) == [None, None, REFUSED]


def test_the_people_of_one_address_may_have_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MOST_OF_ADDRESS", 1)
    monkeypatch.setattr(rules, "MOST_OF_ADDRESS_TOGETHER", 3)
    people = [User.objects.create_user(f"Player {number}") for number in range(4)]
    make = lambda number: wire(people[number], "198.51.100.7")  # noqa: E731
    assert asyncio.run(opened(4, make)) == [None, None, None, REFUSED]


def test_opening_them_too_quickly_is_refused_with_a_sentence(stopped_limits: None) -> None:
    async def scenario() -> tuple[int, str] | None:
        for _ in range(120):
            socket = wire(AnonymousUser(), "198.51.100.7")
            assert (await socket.connect())[0]
            await socket.disconnect()
        return await outcome(wire(AnonymousUser(), "198.51.100.7"))

    code, reason = asyncio.run(scenario()) or (0, "")
    assert code == rules.TOO_MANY
    assert "too often" in reason
