"""How a stream ends, and when it is refused."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from games.api import program_stream
from games.live import groups
from games.lobby import services as lobby
from games.models import Table, User
from games.people import tokens
from games.presence import windows as presence
from games.privacy import deletion
from games.table import services as play
from tests.api.conftest import Program
from tests.api.streams import Listener, done, run

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("close_connections")]


def revoke(ada: Program, ben: Program, code: str) -> None:
    tokens.revoke(ben.person, ben.person.tokens.get().pk)


def leave(ada: Program, ben: Program, code: str) -> None:
    ben.post(f"tables/{code}/leave")


def ban(ada: Program, ben: Program, code: str) -> None:
    lobby.ban(code, ada.person, ben.person.pk)


def give_up_and_close(ada: Program, ben: Program, code: str) -> None:
    play.abandon(Table.objects.get())
    lobby.close(code, ada.person)


def delete(ada: Program, ben: Program, code: str) -> None:
    deletion.delete(ben.person)


def stand_up_between_games(ada: Program, ben: Program, code: str) -> None:
    play.abandon(Table.objects.get())
    lobby.stand_up(code, ben.person)


@pytest.mark.parametrize("end", [revoke, leave, ban, give_up_and_close, delete, stand_up_between_games])
def test_a_stream_ends_with_its_token_and_with_its_seat(table: str, ada: Program, ben: Program, end: Any) -> None:
    async def scenario() -> None:
        listener = await Listener(table, ben.token, "since=1").open()
        await done(end, ada, ben, table)
        while await listener.line():
            pass
        await listener.wire.wait()

    run(scenario)


def test_lost_access_ends_a_stream_at_the_next_heartbeat(
    table: str, ada: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_stream, "HEARTBEAT_SECONDS", 0.01)

    async def scenario() -> None:
        listener = await Listener(table, ada.token, "since=1").open()
        await done(User.objects.update, is_active=False)
        while await listener.line():
            pass

    run(scenario)


def test_a_closed_stream_leaves_nothing_behind(table: str, ada: Program, ben: Program) -> None:
    """No task, no subscription, and no presence."""

    async def scenario() -> Any:
        before = asyncio.all_tasks()
        listeners = [await Listener(table, program.token, "since=1").open() for program in (ada, ben, ada)]
        members = groups._groups().members
        assert len(members) == 6  # one for the table, two tokens, two people, and one for all
        for listener in listeners:
            await listener.close()
        while groups._groups().tasks:
            await asyncio.sleep(0.01)
        left = {
            task for task in asyncio.all_tasks() - before if "presence" not in repr(task) and "_gone" not in repr(task)
        }
        mine = {window for window in presence._windows if window[0] == table}
        return left, dict(members), mine

    left, members, windows = run(scenario)
    ours = [
        repr(task)
        for task in left
        if "_keep" not in repr(task) and "_compare" not in repr(task) and "Redis" not in repr(task)
    ]
    assert ours == []
    assert (members, windows) == ({}, set())


@pytest.mark.parametrize(
    ("query", "status"), [("since=x", 422), ("since=-1", 422), (f"since={'9' * 40}", 422), ("game=0", 422)]
)
def test_an_invalid_stream_is_refused(table: str, ada: Program, query: str, status: int) -> None:
    refused = ada.ask("GET", f"tables/{table}/stream?{query}")
    assert (refused.status_code, refused.json()["field"]) == (status, query.partition("=")[0])


def test_one_stream_too_many_is_refused_until_another_one_is_closed(
    table: str, ada: Program, ben: Program, program: Callable[..., Program], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit is for all tokens of a person together; other people are not affected."""
    monkeypatch.setattr(program_stream, "MOST_STREAMS", 2)
    tokens = ada.token, program("Ada").token

    async def scenario() -> Any:
        first, second = [await Listener(table, token, "since=1").open() for token in tokens]
        refused = await done(ada.ask, "GET", f"tables/{table}/stream")
        others = await Listener(table, ben.token, "since=1").open()
        await first.close()
        again = await Listener(table, ada.token, "since=1").open()
        for listener in (second, others, again):
            await listener.close()
        return refused

    refused = run(scenario)
    assert (refused.status_code, refused["Retry-After"], refused.json()["code"]) == (429, "15", "too_often")
    assert not program_stream._open


def test_if_two_streams_open_together_but_only_one_is_allowed_one_ends(
    table: str, ada: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_stream, "MOST_STREAMS", 1)
    monkeypatch.setattr("games.api.endpoints.check_stream_limit", lambda person: None)

    async def scenario() -> Any:
        first = await Listener(table, ada.token, "since=1").open()
        second = Listener(table, ada.token, "since=1")
        await second.wire.send_input({"type": "http.request", "body": b""})
        await second.wire.receive_output()
        ended = await second.line()
        await first.close()
        return ended

    assert run(scenario) is None
    assert not program_stream._open
