"""Moves over the socket of a page: the same service and the same refusals as for a form."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from games.models import Entry, User
from games.table.services import moving
from games.table.services.moving import stored_key
from games.table.socket_moves import MOST_BYTES, read
from tests.table.conftest import RunningTable
from tests.table.test_socket import Viewer, socket

pytestmark = pytest.mark.django_db(transaction=True)

GOOD = {"move": "draw", "version": 1, "key": "k1"}


def talk(table: RunningTable, person: User | AnonymousUser, talk_with: Callable[[Viewer], Awaitable[Any]]) -> Any:
    """Open the socket of a person, receive the table, and return what the function returns."""

    async def with_socket() -> Any:
        viewer = socket(table.code, person)
        assert (await viewer.connect())[0]
        await viewer.receive_from()
        try:
            return await talk_with(viewer)
        finally:
            await viewer.disconnect()

    return asyncio.run(with_socket())


async def answer(viewer: Viewer) -> Any:
    """Return the answer to a move, after the fragments that came before it."""
    while not (news := await viewer.receive_from()).startswith("{"):
        continue
    return json.loads(news)


def sent(text: str | dict[str, Any]) -> Callable[[Viewer], Awaitable[Any]]:
    """Send a message and return its answer."""

    async def send(viewer: Viewer) -> Any:
        await viewer.send_to(text_data=text if isinstance(text, str) else json.dumps(text))
        return await answer(viewer)

    return send


def test_a_move_is_played_shown_and_then_confirmed(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    person = table.people[table.current_player]
    message = {"move": table.any_move(), "version": 1, "key": "k1"}

    async def play(viewer: Viewer) -> tuple[str, Any]:
        await viewer.send_to(text_data=json.dumps(message))
        return await viewer.receive_from(), await answer(viewer)

    shown, confirmed = talk(table, person, play)
    assert 'data-version="2"' in shown
    assert confirmed == {"key": "k1", "status": 200}
    assert Entry.objects.get(game=table.game, key=stored_key(person, "k1")).number == 2


def test_the_same_move_by_socket_and_form_is_played_once(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    person, move = table.people[table.current_player], table.any_move()
    moving.act(table.code, person, move, 1, "k1")
    assert talk(table, person, sent({"move": move, "version": 1, "key": "k1"}))["status"] == 200
    assert Entry.objects.filter(game=table.game, number__gt=1).count() == 1


def test_a_refused_move_gets_its_sentence_and_changes_nothing(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    waiting = next(person for name, person in table.people.items() if name != table.current_player)
    refused = talk(table, waiting, sent(GOOD))
    assert (refused["key"], refused["status"]) == ("k1", 409)
    assert refused["sentence"]
    assert Entry.objects.filter(game=table.game, number__gt=1).count() == 0


def test_a_move_at_an_old_version_is_refused(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    assert talk(table, table.people[table.current_player], sent(GOOD | {"version": 0}))["status"] == 409


@pytest.mark.parametrize("stranger", ["spectator", "anonymous"])
def test_only_players_move(start_game: type[RunningTable], stranger: str) -> None:
    table = start_game(["Ann", "Bob"])
    person = User.objects.create_user("Cleo") if stranger == "spectator" else AnonymousUser()
    assert talk(table, person, sent(GOOD))["status"] == 403
    assert Entry.objects.filter(game=table.game, number__gt=1).count() == 0


def test_too_many_moves_are_refused_for_a_while(start_game: type[RunningTable], stopped_limits: None) -> None:
    table = start_game(["Ann", "Bob"])

    async def hammer(viewer: Viewer) -> list[int]:
        for number in range(121):
            await viewer.send_to(text_data=json.dumps(GOOD | {"version": 0, "key": f"k{number}"}))
        return [(await answer(viewer))["status"] for _ in range(121)]

    assert talk(table, table.people[table.current_player], hammer) == [409] * 120 + [429]


UNREADABLE = [
    "", "{", "[]", "null", "1", '"draw"', "[" * 10_000, json.dumps(GOOD | {"version": "1"}),
    json.dumps(GOOD | {"version": True}), json.dumps(GOOD | {"version": -1}), json.dumps(GOOD | {"version": 10**9}),
    json.dumps(GOOD | {"version": 1.0}), json.dumps(GOOD | {"move": None}), json.dumps(GOOD | {"move": ["draw"]}),
    json.dumps(GOOD | {"key": ""}),
    json.dumps(GOOD | {"key": "\x00"}), json.dumps(GOOD | {"key": "\ud800"}),
    json.dumps(GOOD | {"key": "k" * 41}), json.dumps(GOOD | {"key": None}),
    json.dumps({"move": "draw"}), json.dumps(GOOD | {"more": "x" * MOST_BYTES}), '{"version": NaN}', "\ud800",
]  # fmt: skip


@pytest.mark.parametrize("text", UNREADABLE)
def test_what_is_not_a_move_is_not_read(text: str) -> None:
    assert read(text) is None


def test_unreadable_messages_are_answered_and_the_socket_stays_open(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])

    async def send_all(viewer: Viewer) -> list[int]:
        for text in ("{", "[]", json.dumps(GOOD | {"move": "\x00" * 9})):
            await viewer.send_to(text_data=text)
        await viewer.send_to(bytes_data=b"\x00\xff")
        return [(await answer(viewer))["status"] for _ in range(4)]

    statuses = talk(table, table.people[table.current_player], send_all)
    assert statuses == [409] * 4
