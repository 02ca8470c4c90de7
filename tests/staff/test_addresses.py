"""Banned addresses: bans hold for any name that is used there."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from ipaddress import ip_network
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from config.asgi_middleware import behind_proxies
from games.bans import addresses
from games.bans.people import FOR_GOOD
from games.live import groups, hints
from games.live.sockets import NOT_ALLOWED
from games.lobby.consumer import ListConsumer
from games.models import AddressBan, Audit
from games.people import tokens as programs
from games.staff.refusals import StaffRefusal
from games.staff.services import perform as perform_action
from games.wording.people import BAN_REASON, BANS
from games.wording.staff import note, result
from tests.conftest import Player
from tests.wires import Wire

pytestmark = pytest.mark.django_db
THERE, HERE = "203.0.113.9", "198.51.100.7"
SENTENCE, _ = BANS["address_banned"].temporary.split("{until")
"""How the sentence about a banned address begins."""


def visit(page: Any, address: str = THERE, client: Client | None = None, **headers: Any) -> Any:
    return (client or Client()).get(page, REMOTE_ADDR=address, headers=headers)


@pytest.fixture
def perform(
    mo: Player, do: Callable[..., Any], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> Callable[..., str]:
    def confirm(name: str, **words: Any) -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            return do(mo, name, **words).content.decode()

    return confirm


@pytest.fixture
def ban(perform: Callable[..., str]) -> Callable[..., str]:
    def confirm(network: str = THERE, until: Any = "day") -> Any:
        return perform("ban-address", network=network, until=until)

    return confirm


def test_a_banned_address_is_refused_under_any_name(ban: Callable[..., str], dan: Player) -> None:
    page = ban()
    until = AddressBan.objects.get().until
    assert result("ban-address", by="Mo", network=THERE, until=until) in page
    for answer in (visit("/"), visit("/tables/"), visit("/me/", client=dan.client), visit("/account/login/")):
        assert answer.status_code == 403
        assert SENTENCE in answer.content.decode()
        assert BAN_REASON.format(reason="A test of it") in answer.content.decode()
    assert Client().post("/play/", REMOTE_ADDR=THERE).status_code == 403
    assert visit("/", HERE).status_code == 200
    assert visit("/me/", HERE, dan.client).status_code == 200
    assert visit("/healthz").status_code == 200


def test_programs_from_a_banned_address_get_json(ban: Callable[..., str], dan: Player) -> None:
    token = programs.make_token(dan.user, "bot", "play")
    ban()
    answer = visit("/api/me", authorization=f"Bearer {token}")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")
    assert answer.json()["sentence"].startswith(SENTENCE)
    assert visit("/api/me", HERE, authorization=f"Bearer {token}").status_code == 200


def wire_from(peer: Any, forwarded: Any = b"") -> Any:
    headers = [(b"x-forwarded-for", forwarded)] if forwarded else []
    scope = {"type": "websocket", "path": "/ws/tables/", "headers": headers, "client": [peer, 4711]}
    return Wire(behind_proxies(ListConsumer.as_asgi()), {**scope, "user": AnonymousUser(), "session": {}})


def test_a_socket_from_a_banned_address_is_refused(ban: Callable[..., str]) -> None:
    ban("203.0.113.0/24")
    assert addresses.is_banned(THERE)  # so that the threads outside this transaction know it too

    async def connect(peer: Any, forwarded: Any = b"") -> Any:
        wire = wire_from(peer, forwarded)
        await wire.send_input({"type": "websocket.connect"})
        assert (await wire.receive_output())["type"] == "websocket.accept"
        news = await wire.receive_output()
        await wire.send_input({"type": "websocket.disconnect", "code": 1000})
        await wire.wait()
        return news.get("code")

    async def scenario() -> Any:
        return [await connect(THERE), await connect("127.0.0.1", THERE.encode()), await connect(HERE, THERE.encode())]

    assert asyncio.run(scenario()) == [NOT_ALLOWED, NOT_ALLOWED, None]


def test_an_open_socket_is_closed_when_its_address_is_banned(
    ban: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = []
    monkeypatch.setattr(hints, "send", lambda *words: sent.append(words))

    async def end_of(wire: Any) -> Any:
        """Return the last messages to a socket whose browser disconnects."""
        await wire.send_input({"type": "websocket.disconnect", "code": 1000})
        await wire.wait()
        left = [wire.output_queue.get_nowait() for _ in range(wire.output_queue.qsize())]
        return [line["code"] for line in left if line["type"] == "websocket.close"]

    async def scenario() -> Any:
        asked: list[str] = []

        def look_up(address: str) -> str:
            asked.append(address)
            return "Banned." if address == THERE else ""

        there, here = wire_from(THERE), wire_from(HERE)
        for wire in (there, here):
            await wire.send_input({"type": "websocket.connect"})
            assert (await wire.receive_output())["type"] == "websocket.accept"
        monkeypatch.setattr(addresses, "is_banned", look_up)
        await groups._send(*sent[-1])
        while len(asked) < 2:
            await asyncio.sleep(0.01)
        return [await end_of(wire) for wire in (there, here)]

    ban()
    assert sent == [(hints.ALL_SOCKETS, {"type": "addresses.changed"})]
    cache.delete(addresses.KEY)
    AddressBan.objects.all().delete()
    assert asyncio.run(scenario()) == [[NOT_ALLOWED], []]


@pytest.mark.parametrize(
    ("network", "address", "is_shut"),
    [
        ("203.0.113.0/24", "203.0.113.250", True),
        ("203.0.113.77/24", "203.0.113.250", True),
        ("203.0.113.0/24", "203.0.114.1", False),
        (THERE, "::ffff:203.0.113.9", True),
        ("2001:db8:7::/48", "2001:db8:7:1::2", True),
        ("2001:db8:7::/48", THERE, False),
        (THERE, "", False),
        (THERE, "unix", False),
    ],
)
def test_a_network_contains_its_addresses_and_no_others(
    ban: Callable[..., str], network: str, address: str, is_shut: bool
) -> None:
    ban(network)
    assert bool(addresses.is_banned(address)) == is_shut


def test_a_cached_ban_ends_by_itself(ban: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    ban()
    assert visit("/").status_code == 403
    later = timezone.now() + timedelta(days=1, seconds=1)
    monkeypatch.setattr("games.bans.addresses.timezone.now", lambda: later)
    assert not addresses.is_banned(THERE)


def test_banning_and_unbanning_an_address_are_both_audited(
    ban: Callable[..., str], perform: Callable[..., str], mo: Player
) -> None:
    ban(until="good")
    page = mo.client.get("/admin/do/lift-address/0/").content.decode()
    assert note("banned_address", network=THERE, until=None, reason="A test of it") in page
    assert result("lift-address", by="Mo", network=THERE) in perform("lift-address", banned=THERE)
    assert visit("/").status_code == 200
    assert [audit.action for audit in Audit.objects.order_by("pk")] == ["ban-address", "lift-address"]
    form = mo.client.get("/admin/do/lift-address/0/").content.decode()
    assert 'name="reason"' in form
    assert 'name="banned"' not in form
    assert 'class="errorlist"' in perform("lift-address", banned=THERE)
    assert Audit.objects.count() == 2


def test_a_second_ban_of_an_address_replaces_the_first(ban: Callable[..., str]) -> None:
    ban(until="good")
    ban(until="hour")
    assert AddressBan.objects.filter(lifted_at=None).count() == 1
    assert AddressBan.objects.get(lifted_at=None).until < FOR_GOOD


@pytest.mark.parametrize(
    ("network", "code"),
    [
        ("nonsense", "not_an_address"),
        ("203.0.113.9/99", "not_an_address"),
        ("203.0.0.0/8", "too_wide"),
        ("2001:db8::/16", "too_wide"),
        ("127.0.0.1", "all_addresses"),
        ("198.18.0.0/16", "all_addresses"),
        ("192.0.2.0/24", "your_address"),
    ],
)
def test_the_staff_cannot_ban_everyone_or_themselves(mo: Player, settings: Settings, network: str, code: str) -> None:
    settings.TRUSTED_PROXIES = [ip_network("198.18.4.0/24")]
    UserSession.objects.create(user=mo.user, ip="192.0.2.55", session_key="x", user_agent="", data={})
    with pytest.raises(StaffRefusal) as refused:
        perform_action(mo.user, "ban-address", None, "A test of it", {"network": network, "until": "day"})
    assert refused.value.code == code
    assert not AddressBan.objects.exists()
