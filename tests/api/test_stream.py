"""The stream: a line for every version, without a gap, for as long as the token and the seat are there."""

from typing import Any

import pytest
from django.test import Client

from games.api import responses, stream
from games.api import versions as stored_versions
from games.api.interface import document
from games.lobby import services as lobby
from games.models import Game, Table
from games.table import schedule, snapshot
from games.table import services as play
from tests.api.conftest import Program, dealt, put
from tests.api.streams import GAME, Listener, done, plays, run, versions

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("connections_given_back")]


def test_whoever_listens_is_told_every_version_as_it_comes(table: str, ada: Program, ben: Program) -> None:
    put(table, GAME)

    async def story() -> Any:
        listener = await Listener(table, ada.token).open()
        await done(plays, ada, table, "R1")
        await done(plays, ben, table, "R5")
        found = await listener.lines(3)
        await listener.close()
        return found

    first, second, third = run(story)
    assert (first["type"], versions([first, second, third])) == ("gameStarted", [1, 2, 3])
    action = {"type": "play", "card": "R1"}
    assert second["reason"] == {"type": "userActions", "initiator": "Ada", "actions": [action]}
    assert [hand["open"] for hand in third["game"]["state"]["hands"]] == [True, False]


def test_versions_that_came_at_once_are_told_one_by_one(table: str, ada: Program, ben: Program) -> None:
    put(table, GAME)

    async def story() -> Any:
        listener = await Listener(table, ben.token).open()
        await listener.line()
        await done(several_moves, table, ada, ben)
        found = await listener.lines(4)
        await listener.close()
        return found

    assert versions(run(story)) == [2, 3, 4, 5]


def several_moves(table: str, ada: Program, ben: Program) -> None:
    """Faster than any hint arrives."""
    for program, card in ((ada, "R1"), (ben, "R5"), (ada, "R2"), (ben, "R6")):
        plays(program, table, card)


@pytest.mark.parametrize("since", range(5))
def test_who_comes_back_misses_nothing_and_is_told_the_very_same(
    table: str, ada: Program, ben: Program, since: Any
) -> None:
    """Even by a process that remembers nothing, out of the log."""
    put(table, GAME)

    async def story() -> Any:
        listener = await Listener(table, ada.token, "since=0").open()
        for program, card in ((ada, "R1"), (ben, "R5"), (ada, "R2"), (ben, "R6")):
            await done(plays, program, table, card)
        await listener.lines(5)
        await listener.close()
        stored_versions._kept.clear()
        snapshot.forget(table)
        again = await Listener(table, ada.token, f"since={since}").open()
        await again.lines(5 - since)
        await again.close()
        return listener.raw, again.raw

    live, replayed = run(story)
    assert replayed == live[since:]


def test_who_leaves_a_seat_and_who_comes_back_makes_a_version_without_actions(
    table: str, ada: Program, ben: Program
) -> None:
    put(table, GAME)

    async def story() -> Any:
        listener = await Listener(table, ada.token, "since=1").open()
        await done(ben.post, f"tables/{table}/leave")
        left = await listener.line()
        await done(ben.post, f"tables/{table}/join")
        back = await listener.line()
        await listener.close()
        return left, back

    left, back = run(story)
    assert [line["reason"]["actions"] for line in (left, back)] == [[], []]
    assert [line["game"]["participants"][1]["away"] for line in (left, back)] == [True, False]


def test_a_bot_and_the_end_of_somebodys_time_are_told_as_such(ada: Program) -> None:
    code = str(ada.post("tables", {"seats": 2, "preset": "Official"})["code"])
    ada.ok(ada.ask("PUT", f"tables/{code}/seats/1", {"bot": "Easy"}))
    ada.post(f"tables/{code}/start")
    put(code, "Official | R1 R2 R3 R4 / R5 R6 R7 R8 | 0 clockwise red | B1 B2 B3 B4 | R9")

    async def story() -> Any:
        listener = await Listener(code, ada.token, "since=1").open()
        await done(let_time_pass, code, 1)
        await done(let_bot_play, code, 2)
        found = await listener.lines(2)
        await listener.close()
        return found

    late, bot = run(story)
    assert late["reason"] == {
        "type": "timeout",
        "initiator": "Ada",
        "actions": [{"type": "draw", "amount": 1}, {"type": "keep"}],
    }
    played = [{"type": "play", "card": "R5"}]
    assert bot["reason"] == {"type": "bot", "initiator": "Easy", "actions": played}


def let_time_pass(code: str, version: Any) -> None:
    game = Game.objects.get(table__code=code)
    Game.objects.filter(pk=game.pk).update(started_at="2020-01-01T00:00:00Z")
    snapshot.forget(code)
    assert play.tick(code, version, schedule.DueAction(25.0, 0))


def let_bot_play(code: str, version: Any) -> None:
    assert play.tick(code, version, schedule.DueAction(0.0, 1, "play R5", decides=True))


def test_the_next_game_goes_on_in_the_same_stream(ada: Program, ben: Program) -> None:
    code = dealt(ada, ben)
    put(code, "Robots | R7 / G1 G3 | 0 clockwise red | B1 B2 | R9")

    async def story() -> Any:
        listener = await Listener(code, ben.token).open()
        await done(plays, ada, code, "R7")
        await done(ben.post, f"tables/{code}/ready")
        await done(ada.post, f"tables/{code}/start")
        found = await listener.lines(3)
        await listener.close()
        return found

    first, ended, again = run(story)
    assert [line["type"] for line in (first, ended, again)] == ["gameStarted", "gameEnded", "gameStarted"]
    assert ended["game"]["meta"]["winner"] == "Ada"
    assert again["game"]["game"] > first["game"]["game"]


def test_who_was_away_for_the_end_of_a_game_is_told_it_before_the_next_one(ada: Program, ben: Program) -> None:
    code = dealt(ada, ben)
    put(code, "Robots | R7 R6 / G1 R3 | 0 clockwise red | B1 B2 | R9")
    old = ada.get(f"tables/{code}")["game"]
    plays(ada, code, "R6")
    plays(ben, code, "R3")
    plays(ada, code, "R7")
    ben.post(f"tables/{code}/ready")
    ada.post(f"tables/{code}/start")

    async def story() -> Any:
        listener = await Listener(code, ben.token, f"since=2&game={old}").open()
        found = await listener.lines(3)
        await listener.close()
        return found

    third, ended, again = run(story)
    assert [(line["type"], line["game"]["version"]) for line in (third, ended, again)] == [
        ("gameUpdated", 3), ("gameEnded", 4), ("gameStarted", 1),
    ]  # fmt: skip


def test_an_earlier_game_is_told_only_to_who_played_or_may_watch_it(ada: Program, ben: Program, eve: Program) -> None:
    """Nobody may watch here, and Eve has a seat in the second game only."""
    code = dealt(ada, ben, watching="nobody")
    put(code, "Robots | R7 R6 / G1 R3 | 0 clockwise red | B1 B2 | R9")
    plays(ada, code, "R6")
    old = ada.get(f"tables/{code}")["game"]
    play.abandon(Table.objects.get())
    lobby.stand_up(code, ben.person)
    eve.post(f"tables/{code}/join")
    eve.post(f"tables/{code}/ready")
    ada.post(f"tables/{code}/start")

    async def first_game(program: Program) -> Any:
        listener = await Listener(code, program.token, f"since=0&game={old}").open()
        line = await listener.line()
        await listener.close()
        return line["game"]["game"]

    assert run(lambda: first_game(ada)) == old
    assert run(lambda: first_game(eve)) > old


def test_a_game_that_has_ended_is_no_news_for_who_begins_to_listen(ada: Program, ben: Program) -> None:
    code = dealt(ada, ben)
    put(code, "Robots | R7 / G1 G3 | 0 clockwise red | B1 B2 | R9")
    plays(ada, code, "R7")

    async def story() -> Any:
        listener = await Listener(code, ben.token).open()
        await done(ben.post, f"tables/{code}/ready")
        await done(ada.post, f"tables/{code}/start")
        found = await listener.line()
        await listener.close()
        return found

    assert run(story)["type"] == "gameStarted"


def test_a_heartbeat_comes_when_nothing_else_does(table: str, ada: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT_SECONDS", 0.01)

    async def story() -> Any:
        listener = await Listener(table, ada.token, "since=1").open()
        found = await listener.lines(2)
        await listener.close()
        return found

    assert run(story) == [{"type": "heartbeat", "version": 1}] * 2


def test_what_no_hint_has_told_is_found_at_the_next_heartbeat(
    table: str, ada: Program, ben: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(table, GAME)
    monkeypatch.setattr(stream.PendingHints, "take", lambda self, message: None)
    monkeypatch.setattr(stream, "HEARTBEAT_SECONDS", 0.01)

    async def story() -> Any:
        listener = await Listener(table, ada.token, "since=1").open()
        await done(plays, ada, table, "R1")
        while (found := await listener.line())["type"] == "heartbeat":
            pass
        await listener.close()
        return found

    assert run(story)["game"]["version"] == 2


def test_the_document_and_the_page_tell_how_many_streams_there_may_be(client: Client) -> None:
    told = document()["paths"]["/api/tables/{code}/stream"]["get"]["description"]
    assert f"{stream.MOST_STREAMS} streams" in " ".join(told.split())
    assert f"{stream.MOST_STREAMS} open streams" in client.get("/api/").content.decode()


def test_outsiders_are_told_that_there_is_no_such_stream(table: str, eve: Program) -> None:
    Table.objects.update(visibility="password")
    assert eve.ask("GET", f"tables/{table}/stream").status_code == 404
    assert eve.ask("GET", "tables/nowhere/stream").status_code == 404


def test_the_document_tells_of_lines(table: str) -> None:
    told = document()["paths"]["/api/tables/{code}/stream"]["get"]["responses"]["200"]["content"]
    assert list(told) == ["application/x-ndjson"]
    assert {responses.StreamLine.__name__, responses.Heartbeat.__name__} <= set(document()["components"]["schemas"])
