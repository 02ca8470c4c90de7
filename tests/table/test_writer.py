"""Moves of several tables are stored together, and each still counts for itself."""

import asyncio
import json
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from games import access
from games.models import Ban, Entry, Table
from games.table import services, socket_moves, writer
from games.table.services.moving import Attempt
from games.table.socket_moves import Answer, Sent
from tests.table.conftest import RunningTable

pytestmark = pytest.mark.django_db(transaction=True)


def attempt(table: RunningTable, key: str = "k") -> Attempt:
    access.read(table.code)  # as a page or a socket did before
    person = table.people[table.current_player]
    return Attempt(table.code, person, table.any_move(), table.now.version, key)


def message(table: RunningTable, key: str = "k") -> Sent:
    wanted = attempt(table, key)
    viewer = SimpleNamespace(code=table.code, person=wanted.person, scope={"user": wanted.person})
    return viewer, json.dumps({"move": wanted.request, "version": wanted.version, "key": key})


@pytest.fixture
def games(start_game: type[RunningTable]) -> list[RunningTable]:
    return [start_game([f"Ann{number}", f"Bob{number}"]) for number in range(4)]


def moves_of(games: Sequence[RunningTable]) -> list[int]:
    """Return how many moves each game has stored, apart from the deal."""
    return [Entry.objects.filter(game=table.game, number__gt=1).count() for table in games]


def test_moves_of_several_games_take_as_many_statements_as_one(games: list[RunningTable]) -> None:
    attempts = [attempt(table) for table in games]
    with CaptureQueriesContext(
        connection,
    ) as queries:
        outcomes = services.act_all(attempts)
    assert [isinstance(outcome, services.Outcome) and outcome.changed for outcome in outcomes] == [True] * 4
    assert len([query for query in queries if not query["sql"].startswith(("BEGIN", "COMMIT"))]) == 2
    assert moves_of(games) == [1, 1, 1, 1]
    assert [table.now.version for table in games] == [2, 2, 2, 2]


def test_a_refused_move_does_not_hold_up_the_others(games: list[RunningTable]) -> None:
    attempts = [attempt(table) for table in games]
    wrong = Attempt(games[1].code, attempts[1].person, "play nothing", 1, "wrong")
    refused = services.act_all([attempts[0], wrong, *attempts[2:]])[1]
    assert getattr(refused, "code", "") == "card_not_held"
    assert moves_of(games) == [1, 0, 1, 1]


def test_if_the_rights_at_one_table_have_changed_the_others_are_stored_alone(games: list[RunningTable]) -> None:
    attempts = [attempt(table) for table in games]
    Ban.objects.create(table=games[2].table, person=attempts[2].person)
    Table.objects.filter(pk=games[2].table.pk).update(version=F("version") + 1)
    refused = services.act_all(attempts)[2]
    assert getattr(refused, "code", "") == "host_ban"
    assert moves_of(games) == [1, 1, 0, 1]


def test_two_moves_for_the_same_version_of_a_game_are_not_both_stored(games: list[RunningTable]) -> None:
    first, second = attempt(games[0], "first"), attempt(games[0], "second")
    played, refused = services.act_all([first, second])
    assert isinstance(played, services.Outcome)
    assert getattr(refused, "code", "") == "stale"
    assert moves_of(games) == [1, 0, 0, 0]


def test_moves_that_wait_are_stored_together_but_one_of_each_table(
    games: list[RunningTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    batches: list[list[str]] = []
    play_all = socket_moves.play_all

    def noted(messages: list[Sent]) -> list[Answer]:
        batches.append([viewer.code for viewer, _ in messages])
        return play_all(messages)

    monkeypatch.setattr(socket_moves, "play_all", noted)
    monkeypatch.setattr(writer, "MOST_WRITERS", 1)
    sent = [message(games[0]), *map(message, games[1:]), message(games[0], "again")]

    async def scenario() -> list[Answer]:
        return await asyncio.gather(*(writer.play(*one) for one in sent))

    answers = asyncio.run(scenario())
    codes = [table.code for table in games]
    assert batches == [codes, [games[0].code]]
    assert [answer.status for answer in answers] == [200, 200, 200, 200, 409]
    assert moves_of(games) == [1, 1, 1, 1]


def test_while_the_database_is_away_every_waiting_move_fails_and_the_next_one_is_played(
    games: list[RunningTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = [message(table) for table in games[:2]]

    def away(messages: list[Sent]) -> list[Answer]:
        raise OperationalError("no database")

    async def scenario() -> list[Any]:
        with monkeypatch.context() as patch:
            patch.setattr(socket_moves, "play_all", away)
            failed = await asyncio.gather(*(writer.play(*one) for one in sent), return_exceptions=True)
        return [*failed, await writer.play(*sent[0])]

    first, second, played = asyncio.run(scenario())
    assert isinstance(first, OperationalError)
    assert isinstance(second, OperationalError)
    assert played.status == 200


def test_a_viewer_who_has_gone_does_not_hold_up_the_others(games: list[RunningTable]) -> None:
    sent = [message(table) for table in games[:2]]

    async def scenario() -> Answer:
        gone = asyncio.create_task(writer.play(*sent[0]))
        staying = asyncio.create_task(writer.play(*sent[1]))
        await asyncio.sleep(0)
        gone.cancel()
        return await staying

    assert asyncio.run(scenario()).status == 200
    assert moves_of(games)[1] == 1
