"""The server pings the pages of players, and measures only the answers to its own pings."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from games.engine import Rules
from games.live import round_trips
from games.models import User
from games.table.socket_moves import read_answer
from tests.table.conftest import RunningTable
from tests.table.test_socket import Viewer, socket

pytestmark = pytest.mark.django_db(transaction=True)


def talk(table: RunningTable, person: User, say: Callable[[Viewer], Awaitable[Any]]) -> Any:
    """Open a socket, and wait until nothing more comes; then return what the function returns."""

    async def with_socket() -> Any:
        viewer = socket(table.code, person)
        assert (await viewer.connect())[0]
        await viewer.receive_from()
        while not await viewer.receive_nothing():
            await viewer.receive_output()
        try:
            return await say(viewer)
        finally:
            await viewer.disconnect()

    return asyncio.run(with_socket())


async def ping_of(viewer: Viewer) -> str:
    return viewer.ping


def answering(*answers: str) -> Callable[[Viewer], Awaitable[Any]]:
    """Send these messages, in which PING stands for the nonce, and return the delay that was measured; check that
    nothing is answered."""

    async def answer(viewer: Viewer) -> Any:
        for text in answers:
            await viewer.send_to(text_data=text.replace("PING", viewer.ping))
        assert await viewer.receive_nothing()
        return round_trips.delay_of((viewer.scope["url_route"]["kwargs"]["code"], viewer.scope["user"].pk))

    return answer


def test_an_answer_is_measured_and_forgotten_with_the_socket(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    ann = table.people["Ann"]
    assert 0 < talk(table, ann, answering('{"pong":"PING"}')) <= round_trips.MOST_DELAY
    assert round_trips.delay_of((table.code, ann.pk)) is None


@pytest.mark.parametrize("answer", ['{"pong":"PINGx"}', '{"pong":"x"}', '{"pong":"-"}'])
def test_an_answer_to_no_ping_is_ignored(start_game: type[RunningTable], answer: str) -> None:
    table = start_game(["Ann", "Bob"])
    assert talk(table, table.people["Ann"], answering(answer)) is None


def test_too_many_answers_are_ignored(start_game: type[RunningTable], stopped_limits: None) -> None:
    table = start_game(["Ann", "Bob"])
    wrong = ['{"pong":"x"}'] * 120
    assert talk(table, table.people["Ann"], answering(*wrong, '{"pong":"PING"}')) is None


@pytest.mark.parametrize(
    "text",
    ["", "{", '{"pong":5}', '{"pong":""}', '{"pong": "a"}', '{"pong":"a","more":1}', f'{{"pong":"{"a" * 41}"}}',
     '{"pong":"é"}', '{"pong":"a"}\n', "ping a"],
)  # fmt: skip
def test_other_messages_are_no_answers(text: str) -> None:
    assert read_answer(text) is None


def test_an_answer_is_read() -> None:
    assert read_answer('{"pong":"a-_9"}') == "a-_9"
    assert read_answer(None) is None


def test_spectators_and_tables_without_calls_get_no_pings(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    assert talk(table, table.people["Ann"], ping_of)
    assert not talk(table, User.objects.create_user("Dan"), ping_of)
    silent = start_game(["Cleo", "Eve"], rules=Rules.preset("Robots"))
    assert not talk(silent, silent.people["Cleo"], ping_of)


def test_an_idle_table_gets_no_second_ping(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])

    async def watch(viewer: Viewer) -> tuple[str, str]:
        before, viewer.ping = viewer.ping, ""
        await viewer.send_to(text_data=json.dumps({"pong": before}, separators=(",", ":")))
        assert await viewer.receive_nothing(0.3)
        return before, viewer.ping

    before, after = talk(table, table.people["Ann"], watch)
    assert before
    assert not after
