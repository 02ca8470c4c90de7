"""Reactions: who may react, who sees it, and how often."""

import asyncio
import re
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from django.utils import timezone

from games.chat import reactions
from games.chat.reactions import KEYS, OFTEN, SHOWN_FOR
from games.lobby import services as lobby
from games.models import Ban, Mute, Reaction, User
from games.wording.chat import REACTIONS, reaction
from games.wording.lobby import refusal
from tests.table.conftest import RunningTable
from tests.table.test_socket import Viewer, socket


@pytest.fixture
def table(start_game: type[RunningTable]) -> RunningTable:
    return start_game(["Ann", "Bob"])


def react(client: Client, table: RunningTable, kind: str = "laugh", **headers: str) -> Any:
    return client.post(f"/t/{table.code}/react/", {"reaction": kind}, headers=headers)


def client_of(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


@pytest.mark.django_db
@pytest.mark.once
class TestReacting:
    def test_each_reaction_has_a_button_with_a_key(self, table: RunningTable) -> None:
        page = client_of(table.people["Ann"]).get(f"/t/{table.code}/game/").content.decode()
        for kind, words in REACTIONS.items():
            button = rf'value="{kind}" data-key="{KEYS[kind]}">.*?#{kind}"/></svg>\s*{words.label}'
            assert re.search(button, page, re.DOTALL), kind

    def test_a_reaction_is_stored_and_htmx_gets_nothing_else(self, table: RunningTable) -> None:
        answer = react(client_of(table.people["Ann"]), table, **{"HX-Request": "true"})
        assert (answer.status_code, answer.content) == (204, b"")
        assert Reaction.objects.values_list("person__name", "kind").get() == ("Ann", "laugh")

    def test_without_javascript_the_game_is_shown_again(self, table: RunningTable) -> None:
        assert react(client_of(table.people["Ann"]), table)["Location"] == f"/t/{table.code}/game/"

    @pytest.mark.parametrize("kind", ["", "LAUGH", "x" * 500, "\x00"])
    def test_an_unknown_reaction_is_refused(self, table: RunningTable, kind: str) -> None:
        answer = react(client_of(table.people["Ann"]), table, kind, **{"HX-Request": "true"})
        assert refusal("no_such_reaction") in answer.content.decode()
        assert not Reaction.objects.exists()

    def test_strangers_do_not_react(self, table: RunningTable, client: Client) -> None:
        assert react(client, table)["Location"].startswith("/account/login/")
        assert not Reaction.objects.exists()

    def test_people_who_are_banned_or_muted_do_not_react(self, table: RunningTable) -> None:
        cleo = User.objects.create_user("Cleo")
        Ban.objects.create(table=table.table, person=cleo)
        react(client_of(cleo), table)
        bob = table.people["Bob"]
        bob.muted_until = timezone.now() + SHOWN_FOR
        bob.save()
        react(client_of(bob), table)
        assert not Reaction.objects.exists()

    def test_too_many_are_refused(self, table: RunningTable) -> None:
        client = client_of(table.people["Ann"])
        answers = [react(client, table).status_code for _ in range(OFTEN.tokens + 1)]
        assert answers == [302] * OFTEN.tokens + [429]

    def test_old_ones_are_deleted(self, table: RunningTable) -> None:
        old = Reaction.objects.create(table=table.table, person=table.people["Ann"], kind="sad")
        Reaction.objects.filter(pk=old.pk).update(at=timezone.now() - 2 * SHOWN_FOR)
        reactions.react(table.code, table.people["Bob"], "cool")
        assert Reaction.objects.values_list("kind", flat=True).get() == "cool"
        assert reaction("sad", "Ann") not in reactions.rendered_for(table.code, [None])[None]


@pytest.mark.django_db(transaction=True)
def test_everyone_at_the_table_sees_it_except_people_who_have_muted_its_author(table: RunningTable) -> None:
    ann, bob = table.people["Ann"], table.people["Bob"]
    cleo, dan = User.objects.create_user("Cleo"), User.objects.create_user("Dan")
    lobby.watch(table.code, cleo)
    Mute.objects.create(person=bob, other=ann)

    async def scenario() -> dict[str, str]:
        viewers = {person.name: socket(table.code, person) for person in (ann, bob, cleo, dan)}
        for viewer in viewers.values():
            assert (await viewer.connect())[0]
            await viewer.receive_from()
        await database_sync_to_async(reactions.react)(table.code, ann, "wow")
        got = {name: await seen(viewer) for name, viewer in viewers.items()}
        for viewer in viewers.values():
            await viewer.disconnect()
        return got

    async def seen(viewer: Viewer) -> str:
        while 'id="reactions"' not in (news := str(await viewer.receive_from())):
            continue
        return news

    got = asyncio.run(scenario())
    assert {name: reaction("wow", "Ann") in news for name, news in got.items()} == {
        "Ann": True, "Bob": False, "Cleo": True, "Dan": True,
    }  # fmt: skip
