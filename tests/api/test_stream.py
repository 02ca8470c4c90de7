"""The stream: one line for every version, without gaps, while the token is valid and the seat is taken."""

from typing import Any

import pytest
from django.test import Client

from games.api import program_stream, responses, stream
from games.api import versions as stored_versions
from games.api.interface import document
from games.lobby import services as lobby
from games.models import Game, Place, Table
from games.table import schedule, snapshot
from games.table import services as play
from tests.api.conftest import Program, dealt, set_position
from tests.api.streams import GAME, Listener, done, plays, run, versions

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("close_connections")]


def test_a_stream_has_a_line_for_every_version(table: str, ada: Program, ben: Program) -> None:
    set_position(table, GAME)

    async def scenario() -> Any:
        listener = await Listener(table, ada.token).open()
        await done(plays, ada, table, "R1")
        await done(plays, ben, table, "R5")
        found = await listener.lines(3)
        await listener.close()
        return found

    first, second, third = run(scenario)
    assert (first["type"], versions([first, second, third])) == ("gameStarted", [1, 2, 3])
    action = {"type": "play", "card": "R1"}
    assert second["reason"] == {"type": "userActions", "initiator": "Ada", "actions": [action]}
    assert [hand["open"] for hand in third["game"]["state"]["hands"]] == [True, False]


def test_versions_that_arrive_together_are_separate_lines(table: str, ada: Program, ben: Program) -> None:
    set_position(table, GAME)

    async def scenario() -> Any:
        listener = await Listener(table, ben.token).open()
        await listener.line()
        await done(several_moves, table, ada, ben)
        found = await listener.lines(4)
        await listener.close()
        return found

    assert versions(run(scenario)) == [2, 3, 4, 5]


def several_moves(table: str, ada: Program, ben: Program) -> None:
    """Play several moves faster than hints arrive."""
    for program, card in ((ada, "R1"), (ben, "R5"), (ada, "R2"), (ben, "R6")):
        plays(program, table, card)


@pytest.mark.parametrize("since", range(5))
def test_a_program_that_reconnects_gets_the_same_lines(table: str, ada: Program, ben: Program, since: Any) -> None:
    """They are read from the log, even in a process without cached lines."""
    set_position(table, GAME)

    async def scenario() -> Any:
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

    live, replayed = run(scenario)
    assert replayed == live[since:]


def test_leaving_and_returning_to_a_seat_are_versions_without_actions(table: str, ada: Program, ben: Program) -> None:
    set_position(table, GAME)

    async def scenario() -> Any:
        listener = await Listener(table, ada.token, "since=1").open()
        await done(ben.post, f"tables/{table}/leave")
        left = await listener.line()
        await done(ben.post, f"tables/{table}/join")
        back = await listener.line()
        await listener.close()
        return left, back

    left, back = run(scenario)
    assert [line["reason"]["actions"] for line in (left, back)] == [[], []]
    assert [line["game"]["participants"][1]["away"] for line in (left, back)] == [True, False]


def test_lines_name_moves_of_bots_and_decisions_at_the_deadline(ada: Program) -> None:
    code = str(ada.post("tables", {"seats": 2, "preset": "Official"})["code"])
    ada.ok(ada.ask("PUT", f"tables/{code}/seats/1", {"bot": "Easy"}))
    ada.post(f"tables/{code}/start")
    set_position(code, "Official | R1 R2 R3 R4 / R5 R6 R7 R8 | 0 clockwise red | B1 B2 B3 B4 | R9")

    async def scenario() -> Any:
        listener = await Listener(code, ada.token, "since=1").open()
        await done(let_time_pass, code, 1)
        await done(make_bot_play, code, 2)
        found = await listener.lines(2)
        await listener.close()
        return found

    late, bot = run(scenario)
    assert late["reason"] == {
        "type": "timeout",
        "initiator": "Ada",
        "actions": [{"type": "draw", "amount": 1}, {"type": "keep"}],
    }
    played = [{"type": "play", "card": "R5"}]
    name = Place.objects.get(bot="Easy").name
    assert bot["reason"] == {"type": "bot", "initiator": name, "actions": played}


def let_time_pass(code: str, version: Any) -> None:
    game = Game.objects.get(table__code=code)
    Game.objects.filter(pk=game.pk).update(started_at="2020-01-01T00:00:00Z")
    snapshot.forget(code)
    assert play.tick(code, version, schedule.DueAction(25.0, 0))


def make_bot_play(code: str, version: Any) -> None:
    assert play.tick(code, version, schedule.DueAction(0.0, 1, "play R5", decides=True))


def test_the_next_game_goes_on_in_the_same_stream(ada: Program, ben: Program) -> None:
    code = dealt(ada, ben)
    set_position(code, "Robots | R7 / G1 G3 | 0 clockwise red | B1 B2 | R9")

    async def scenario() -> Any:
        listener = await Listener(code, ben.token).open()
        await done(plays, ada, code, "R7")
        await done(ben.post, f"tables/{code}/ready")
        await done(ada.post, f"tables/{code}/start")
        found = await listener.lines(3)
        await listener.close()
        return found

    first, ended, again = run(scenario)
    assert [line["type"] for line in (first, ended, again)] == ["gameStarted", "gameEnded", "gameStarted"]
    assert ended["game"]["meta"]["winner"] == "Ada"
    assert again["game"]["game"] > first["game"]["game"]


def test_the_missed_end_of_a_game_is_sent_before_the_next_game(ada: Program, ben: Program) -> None:
    code = dealt(ada, ben)
    set_position(code, "Robots | R7 R6 / G1 R3 | 0 clockwise red | B1 B2 | R9")
    old = ada.get(f"tables/{code}")["game"]
    plays(ada, code, "R6")
    plays(ben, code, "R3")
    plays(ada, code, "R7")
    ben.post(f"tables/{code}/ready")
    ada.post(f"tables/{code}/start")

    async def scenario() -> Any:
        listener = await Listener(code, ben.token, f"since=2&game={old}").open()
        found = await listener.lines(3)
        await listener.close()
        return found

    third, ended, again = run(scenario)
    assert [(line["type"], line["game"]["version"]) for line in (third, ended, again)] == [
        ("gameUpdated", 3), ("gameEnded", 4), ("gameStarted", 1),
    ]  # fmt: skip


def test_an_earlier_game_is_sent_only_to_its_players_and_viewers(ada: Program, ben: Program, eve: Program) -> None:
    """Watching is not allowed here, and Eve has a seat in the second game only."""
    code = dealt(ada, ben, watching="nobody")
    set_position(code, "Robots | R7 R6 / G1 R3 | 0 clockwise red | B1 B2 | R9")
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


def test_a_new_stream_does_not_repeat_a_game_that_has_ended(ada: Program, ben: Program) -> None:
    code = dealt(ada, ben)
    set_position(code, "Robots | R7 / G1 G3 | 0 clockwise red | B1 B2 | R9")
    plays(ada, code, "R7")

    async def scenario() -> Any:
        listener = await Listener(code, ben.token).open()
        await done(ben.post, f"tables/{code}/ready")
        await done(ada.post, f"tables/{code}/start")
        found = await listener.line()
        await listener.close()
        return found

    assert run(scenario)["type"] == "gameStarted"


def test_a_heartbeat_is_sent_when_there_is_nothing_else(
    table: str, ada: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_stream, "HEARTBEAT_SECONDS", 0.01)

    async def scenario() -> Any:
        listener = await Listener(table, ada.token, "since=1").open()
        found = await listener.lines(2)
        await listener.close()
        return found

    assert run(scenario) == [{"type": "heartbeat", "version": 1}] * 2


def test_a_version_whose_hint_was_lost_is_sent_at_the_next_heartbeat(
    table: str, ada: Program, ben: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_position(table, GAME)
    monkeypatch.setattr(stream.Stream, "take", lambda self, message: None)
    monkeypatch.setattr(program_stream, "HEARTBEAT_SECONDS", 0.01)

    async def scenario() -> Any:
        listener = await Listener(table, ada.token, "since=1").open()
        await done(plays, ada, table, "R1")
        while (found := await listener.line())["type"] == "heartbeat":
            pass
        await listener.close()
        return found

    assert run(scenario)["game"]["version"] == 2


def test_the_limit_of_streams_is_documented(client: Client) -> None:
    described = document()["paths"]["/api/tables/{code}/stream"]["get"]["description"]
    assert f"{program_stream.MOST_STREAMS} streams" in " ".join(described.split())
    assert f"{program_stream.MOST_STREAMS} open streams" in client.get("/api/").content.decode()


def test_a_stream_is_a_404_for_outsiders(table: str, eve: Program) -> None:
    Table.objects.update(visibility="password")
    assert eve.ask("GET", f"tables/{table}/stream").status_code == 404
    assert eve.ask("GET", "tables/nowhere/stream").status_code == 404


def test_the_lines_of_a_stream_are_documented(table: str) -> None:
    described = document()["paths"]["/api/tables/{code}/stream"]["get"]["responses"]["200"]["content"]
    assert list(described) == ["application/x-ndjson"]
    assert {responses.StreamLine.__name__, responses.Heartbeat.__name__} <= set(document()["components"]["schemas"])


@pytest.mark.parametrize("since", [3, 999])
def test_a_version_that_is_not_reached_yet_is_one_of_an_earlier_game(
    table: str, ada: Program, ben: Program, since: int
) -> None:
    set_position(table, GAME)

    async def scenario() -> Any:
        await done(plays, ada, table, "R1")
        listener = await Listener(table, ada.token, f"since={since}").open()
        found = await listener.lines(2)
        await listener.close()
        return found

    assert versions(run(scenario)) == [1, 2]


@pytest.mark.parametrize(
    ("position", "moves", "owner", "cards"),
    [
        (
            "Official | WD4 R2 B4 / R5 Y6 G1 | 0 clockwise red | G4 G5 G6 G7 G8 | R9",
            [("Ada", "play WD4 blue"), ("Ben", "challenge")],
            "Ada",
            {"2", "4"},
        ),
        (
            '{"deck": "classic_112", "custom_card": "peek"} | WX R2 B4 / R5 Y6 | 0 clockwise red | G4 G5 G6 | R9',
            [("Ada", "play WX blue")],
            "Ben",
            {"5", "6"},
        ),
    ],
)
def test_a_hand_that_is_shown_to_a_player_is_in_their_line(
    table: str, ada: Program, ben: Program, position: str, moves: list[tuple[str, str]], owner: str, cards: set[str]
) -> None:
    set_position(table, position)
    programs = {"Ada": ada, "Ben": ben}

    async def scenario() -> Any:
        listeners = [await Listener(table, program.token, "since=0").open() for program in programs.values()]
        for name, text in moves:
            await done(programs[name].act, table, {"type": "move", "text": text})
        found = [(await listener.lines(1 + len(moves)))[-1]["reason"].get("shown") for listener in listeners]
        for listener in listeners:
            await listener.close()
        return dict(zip(programs, found, strict=True))

    shown = run(scenario)
    assert [name for name, hand in shown.items() if hand] == [moves[-1][0]]
    assert shown[moves[-1][0]]["owner"] == owner
    assert {card["type"] for card in shown[moves[-1][0]]["cards"]} == cards


def test_a_card_that_did_not_fit_is_named_once(table: str, ada: Program, ben: Program) -> None:
    set_position(table, '{"hints": false, "misplay_penalty": 2} | B7 R6 / G1 R3 | 0 clockwise red | Y1 Y2 Y3 Y4 | R9')

    async def scenario() -> Any:
        listeners = [
            await Listener(table, ada.token, f"since=0{words}").open() for words in ("", "&vocabulary=classic")
        ]
        await done(ada.act, table, {"type": "move", "text": "play B7"})
        await done(ben.post, f"tables/{table}/leave")
        found = [(await listener.lines(3))[1:] for listener in listeners]
        for listener in listeners:
            await listener.close()
        return found

    ours, classic = run(scenario)
    assert [line["reason"].get("misplayed") for line in ours] == ["B7", None]
    assert all("misplayed" not in line["reason"] for line in classic)
