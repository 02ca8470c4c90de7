"""Invitations reach the open pages of the invited person at once, and nobody else's."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from games.lobby import services
from games.models import User
from games.people import friends
from games.presence import services as presence
from games.presence import windows
from tests.conftest import Player
from tests.lobby.conftest import Tables
from tests.lobby.test_sockets import Window, lobby, run

pytestmark = pytest.mark.django_db(transaction=True)
PUSH = 'hx-get="/me/invitations/"'


def befriend(one: Player, other: Player) -> None:
    friends.follow(one.user, other.user)
    friends.follow(other.user, one.user)


def test_an_invitation_is_pushed_to_every_open_page_of_its_person(
    tables: Tables, ann: Player, bob: Player, cleo: Player
) -> None:
    befriend(ann, bob)
    table, own = tables(ann), tables(bob)
    services.set_bot(own.code, bob.user, 1, "Hard")
    services.start(own.code, bob.user)
    other = tables(cleo)

    async def scenario() -> None:
        paths = ("/ws/me/", "/ws/tables/", f"/ws/lobby/{other.code}/", f"/ws/t/{own.code}/game/")
        windows = [Window(path, bob) for path in paths]
        for window in windows:
            await window.__aenter__()
        await database_sync_to_async(services.invite)(table.code, ann.user, bob.user.pk)
        for window in windows:
            assert "Ann" not in await window.sees(PUSH), "a page asks for what it shows"
        for window in windows:
            await window.__aexit__()

    run(scenario)


@pytest.mark.parametrize("end", ["decline", "accept", "sit", "close", "ban", "block", "blocked", "mute"])
def test_open_pages_hear_that_an_invitation_is_gone(tables: Tables, ann: Player, bob: Player, end: str) -> None:
    befriend(ann, bob)
    table = tables(ann)
    services.invite(table.code, ann.user, bob.user.pk)
    services.watch(table.code, bob.user)
    ends: dict[str, Any] = {
        "decline": lambda: services.decline(table.code, bob.user),
        "accept": lambda: services.accept(table.code, bob.user),
        "sit": lambda: services.sit(table.code, bob.user),
        "close": lambda: services.close(table.code, ann.user),
        "ban": lambda: services.ban(table.code, ann.user, bob.user.pk),
        "block": lambda: friends.block(bob.user, ann.user),
        "blocked": lambda: friends.block(ann.user, bob.user),
        "mute": lambda: services.mute(table.table, bob.user, ann.user.pk),
    }

    async def scenario() -> None:
        async with Window("/ws/me/", bob) as window:
            await database_sync_to_async(ends[end])()
            await window.sees(PUSH)

    run(scenario)
    assert b"invites you" not in bob.client.get("/me/invitations/").content


@pytest.mark.parametrize("who", ["block", "mute"])
def test_nothing_is_pushed_to_a_person_who_has_blocked_or_muted_the_inviter(
    tables: Tables, ann: Player, bob: Player, cleo: Player, who: str
) -> None:
    befriend(ann, bob)
    befriend(cleo, bob)
    table = tables(ann, seated=[cleo])
    if who == "mute":
        services.watch(table.code, bob.user)
        services.mute(table.table, bob.user, ann.user.pk)
    table.press(ann, "invite", person=str(bob.user.pk))

    async def scenario() -> list[str]:
        async with Window("/ws/me/", bob) as window:
            if who == "block":
                await database_sync_to_async(friends.block)(bob.user, ann.user)
                await window.sees(PUSH)
            await database_sync_to_async(table.press)(ann, "invite", person=str(bob.user.pk))
            assert await window.socket.receive_nothing(0.3)
            await database_sync_to_async(services.invite)(table.code, cleo.user, bob.user.pk)
            await window.sees(PUSH)
            return window.seen

    assert run(scenario) == []
    assert b"Cleo invites you" in bob.client.get("/me/invitations/").content


def test_others_hear_nothing(tables: Tables, ann: Player, bob: Player, dan: Player) -> None:
    befriend(ann, bob)
    table = tables(ann)

    async def scenario() -> None:
        async with Window("/ws/me/", dan) as window:
            await database_sync_to_async(services.invite)(table.code, ann.user, bob.user.pk)
            assert await window.socket.receive_nothing(0.3)

    run(scenario)


def test_without_a_login_no_socket_opens() -> None:
    async def scenario() -> int | None:
        return await Window("/ws/me/").socket.refusal()

    assert run(scenario) == 4403


def test_an_open_page_keeps_its_person_online(ann: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "CONFIRM_EVERY", 0.05)

    def set_away() -> None:
        User.objects.filter(pk=bob.user.pk).update(online_at=timezone.now() - timedelta(minutes=5))

    def is_online() -> bool:
        return presence.is_online(User.objects.get(pk=bob.user.pk), timezone.now())

    async def scenario() -> None:
        await database_sync_to_async(set_away)()
        async with Window("/ws/me/", bob), Window("/ws/me/", bob):
            while not await database_sync_to_async(is_online)():
                await asyncio.sleep(0.02)
            await database_sync_to_async(set_away)()
            while not await database_sync_to_async(is_online)():
                await asyncio.sleep(0.02)
        assert not any(person == bob.user.pk for _, person in windows._windows)

    run(scenario)


def test_a_person_in_a_lobby_is_online_too(tables: Tables, ann: Player) -> None:
    table = tables(ann)
    User.objects.update(online_at=None)
    presence.keep([(table.code, ann.user.pk)])
    assert presence.is_online(User.objects.get(), timezone.now())

    async def scenario() -> None:
        async with lobby(table, ann) as window:
            await window.sees('id="lobby"')

    run(scenario)
