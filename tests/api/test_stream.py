"""The stream: a line for every version, without a gap, for as long as the token and the seat are there."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.db import connections

from config.doors import capped
from config.handling import House
from games.api import answers, hearing, reel, services, stream
from games.api.interface import document
from games.lobby import live as presence
from games.lobby import services as lobby
from games.models import Game, Table, User
from games.people import services as people
from games.table import live, planning, snapshot
from games.table import services as play
from tests.api.conftest import dealt, hold_against, put
from tests.wires import Wire

pytestmark = pytest.mark.django_db(transaction=True)
GAME = "Official | R1 R2 R3 R4 / R5 R6 R7 R8 | 0 clockwise red | B1 B2 B3 B4 | R9"
LINE = {"anyOf": [{"$ref": "#/components/schemas/Told"}, {"$ref": "#/components/schemas/Heartbeat"}]}


house = House()
house.threads = ThreadPoolExecutor(1)


@pytest.fixture(autouse=True)
def _connections_given_back():
    """The threads of a server keep theirs; here the database is to be put away afterwards."""
    yield
    house.threads.submit(connections.close_all).result()


class Listener:
    """A stream as a program has it open; every line is held against the document."""

    def __init__(self, code, token, query=""):
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "GET",
            "path": f"/api/tables/{code}/stream",
            "query_string": query.encode(),
            "scheme": "http",
            "headers": [(b"host", b"localhost"), (b"authorization", f"Bearer {token}".encode())],
            "client": ["198.51.100.7", 4711],
            "server": ["localhost", 80],
        }
        self.wire = Wire(capped(house), scope)
        self.raw: list[bytes] = []

    async def open(self):
        await self.wire.send_input({"type": "http.request", "body": b""})
        self.start = await self.wire.receive_output()
        assert json.loads(await self.chunk())["type"] == "heartbeat"
        return self

    async def chunk(self):
        return (await self.wire.receive_output()).get("body", b"")

    async def line(self):
        """The next line; none when the stream has ended."""
        chunk = await self.chunk()
        if not chunk:
            return None
        assert chunk.endswith(b"\n")
        self.raw.append(chunk)
        told = json.loads(chunk)
        hold_against(LINE, told)
        return told

    async def lines(self, count):
        return [await self.line() for _ in range(count)]

    async def close(self):
        await self.wire.send_input({"type": "http.disconnect"})
        await self.wire.wait()


async def done(work, *words, **named):
    return await database_sync_to_async(work)(*words, **named)


def run(story):
    return asyncio.run(put_away(story))


async def put_away(story):
    """The thread that all of a process share keeps a connection as well."""
    try:
        return await story()
    finally:
        await database_sync_to_async(connections.close_all)()


def plays(program, code, *cards):
    for card in cards:
        program.ok(program.act(code, {"type": "play", "card": card}))


def versions(lines):
    return [line["game"]["version"] for line in lines]


def test_whoever_listens_is_told_every_version_as_it_comes(table, ada, ben):
    put(table, GAME)

    async def story():
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


def test_versions_that_came_at_once_are_told_one_by_one(table, ada, ben):
    put(table, GAME)

    async def story():
        listener = await Listener(table, ben.token).open()
        await listener.line()
        await done(several_moves, table, ada, ben)
        found = await listener.lines(4)
        await listener.close()
        return found

    assert versions(run(story)) == [2, 3, 4, 5]


def several_moves(table, ada, ben):
    """Faster than any hint arrives."""
    for program, card in ((ada, "R1"), (ben, "R5"), (ada, "R2"), (ben, "R6")):
        plays(program, table, card)


@pytest.mark.parametrize("since", range(5))
def test_who_comes_back_misses_nothing_and_is_told_the_very_same(table, ada, ben, since):
    """Even by a process that remembers nothing, out of the log."""
    put(table, GAME)

    async def story():
        listener = await Listener(table, ada.token, "since=0").open()
        for program, card in ((ada, "R1"), (ben, "R5"), (ada, "R2"), (ben, "R6")):
            await done(plays, program, table, card)
        await listener.lines(5)
        await listener.close()
        reel._kept.clear()
        snapshot.forget(table)
        again = await Listener(table, ada.token, f"since={since}").open()
        await again.lines(5 - since)
        await again.close()
        return listener.raw, again.raw

    live, replayed = run(story)
    assert replayed == live[since:]


def test_who_leaves_a_seat_and_who_comes_back_makes_a_version_without_actions(table, ada, ben):
    put(table, GAME)

    async def story():
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


def test_a_bot_and_the_end_of_somebodys_time_are_told_as_such(ada):
    code = str(ada.post("tables", {"seats": 2, "preset": "Official"})["code"])
    ada.ok(ada.ask("PUT", f"tables/{code}/seats/1", {"bot": "Easy"}))
    ada.post(f"tables/{code}/start")
    put(code, "Official | R1 R2 R3 R4 / R5 R6 R7 R8 | 0 clockwise red | B1 B2 B3 B4 | R9")

    async def story():
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


def let_time_pass(code, version):
    game = Game.objects.get(table__code=code)
    Game.objects.filter(pk=game.pk).update(started_at="2020-01-01T00:00:00Z")
    snapshot.forget(code)
    assert play.tick(code, version, planning.Deed(25.0, 0))


def let_bot_play(code, version):
    assert play.tick(code, version, planning.Deed(0.0, 1, "play R5", decides=True))


def test_the_next_game_goes_on_in_the_same_stream(ada, ben):
    code = dealt(ada, ben)
    put(code, "Robots | R7 / G1 G3 | 0 clockwise red | B1 B2 | R9")

    async def story():
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


def test_who_was_away_for_the_end_of_a_game_is_told_it_before_the_next_one(ada, ben):
    code = dealt(ada, ben)
    put(code, "Robots | R7 R6 / G1 R3 | 0 clockwise red | B1 B2 | R9")
    old = ada.get(f"tables/{code}")["game"]
    plays(ada, code, "R6")
    plays(ben, code, "R3")
    plays(ada, code, "R7")
    ben.post(f"tables/{code}/ready")
    ada.post(f"tables/{code}/start")

    async def story():
        listener = await Listener(code, ben.token, f"since=2&game={old}").open()
        found = await listener.lines(3)
        await listener.close()
        return found

    third, ended, again = run(story)
    assert [(line["type"], line["game"]["version"]) for line in (third, ended, again)] == [
        ("gameUpdated", 3), ("gameEnded", 4), ("gameStarted", 1),
    ]  # fmt: skip


def test_a_game_that_has_ended_is_no_news_for_who_begins_to_listen(ada, ben):
    code = dealt(ada, ben)
    put(code, "Robots | R7 / G1 G3 | 0 clockwise red | B1 B2 | R9")
    plays(ada, code, "R7")

    async def story():
        listener = await Listener(code, ben.token).open()
        await done(ben.post, f"tables/{code}/ready")
        await done(ada.post, f"tables/{code}/start")
        found = await listener.line()
        await listener.close()
        return found

    assert run(story)["type"] == "gameStarted"


def test_a_heartbeat_comes_when_nothing_else_does(table, ada, monkeypatch):
    monkeypatch.setattr(stream, "HEARTBEAT_SECONDS", 0.01)

    async def story():
        listener = await Listener(table, ada.token, "since=1").open()
        found = await listener.lines(2)
        await listener.close()
        return found

    assert run(story) == [{"type": "heartbeat", "version": 1}] * 2


def test_what_no_hint_has_told_is_found_at_the_next_heartbeat(table, ada, ben, monkeypatch):
    put(table, GAME)
    monkeypatch.setattr(stream.News, "take", lambda self, message: None)
    monkeypatch.setattr(stream, "HEARTBEAT_SECONDS", 0.01)

    async def story():
        listener = await Listener(table, ada.token, "since=1").open()
        await done(plays, ada, table, "R1")
        while (found := await listener.line())["type"] == "heartbeat":
            pass
        await listener.close()
        return found

    assert run(story)["game"]["version"] == 2


def revoke(ada, ben, code):
    services.revoke(ben.person, ben.person.tokens.get().pk)


def leave(ada, ben, code):
    ben.post(f"tables/{code}/leave")


def ban(ada, ben, code):
    lobby.ban(code, ada.person, ben.person.pk)


def give_up_and_close(ada, ben, code):
    play.abandon(Table.objects.get())
    lobby.close(code, ada.person)


def delete(ada, ben, code):
    people.delete(ben.person)


def stand_up_between_games(ada, ben, code):
    play.abandon(Table.objects.get())
    lobby.stand_up(code, ben.person)


@pytest.mark.parametrize("end", [revoke, leave, ban, give_up_and_close, delete, stand_up_between_games])
def test_a_stream_ends_with_its_token_and_with_its_seat(table, ada, ben, end):
    async def story():
        listener = await Listener(table, ben.token, "since=1").open()
        await done(end, ada, ben, table)
        while await listener.line():
            pass
        await listener.wire.wait()

    run(story)


def test_who_is_shut_out_is_noticed_at_the_next_heartbeat(table, ada, monkeypatch):
    monkeypatch.setattr(stream, "HEARTBEAT_SECONDS", 0.01)

    async def story():
        listener = await Listener(table, ada.token, "since=1").open()
        await done(User.objects.update, is_active=False)
        while await listener.line():
            pass

    run(story)


def test_who_goes_leaves_nothing_behind(table, ada, ben):
    """No task, no subscription, no window that would count them as present."""

    async def story():
        before = asyncio.all_tasks()
        listeners = [await Listener(table, program.token, "since=1").open() for program in (ada, ben, ada)]
        assert len(hearing._ears) == 3  # one for the table, and one for each token
        for listener in listeners:
            await listener.close()
        left = {
            task for task in asyncio.all_tasks() - before if "presence" not in repr(task) and "_gone" not in repr(task)
        }
        mine = {window for window in presence._windows if window[0] == table}
        return left, dict(hearing._ears), mine

    left, ears, windows = run(story)
    ours = [repr(task) for task in left if "_keep" not in repr(task) and "Redis" not in repr(task)]
    assert ours == []
    assert (ears, windows) == ({}, set())
    assert not vars(get_channel_layer()).get("groups", {}).get(live.group(table))


def test_a_layer_that_fails_ends_the_stream_so_that_programs_come_back(table, ada, monkeypatch):
    async def story():
        listener = await Listener(table, ada.token, "since=1").open()
        for ear in tuple(hearing._ears.values()):
            ear.tell(hearing.BROKEN)
        return await listener.line()

    assert run(story) is None


@pytest.mark.parametrize(
    ("query", "status"), [("since=x", 422), ("since=-1", 422), (f"since={'9' * 40}", 422), ("game=0", 422)]
)
def test_a_stream_that_cannot_be_begins_not_at_all(table, ada, query, status):
    refused = ada.ask("GET", f"tables/{table}/stream?{query}")
    assert (refused.status_code, refused.json()["field"]) == (status, query.partition("=")[0])


def test_one_stream_too_many_is_refused_until_another_one_is_closed(table, ada, ben, program, monkeypatch):
    """All of a person's tokens together; nobody else is concerned."""
    monkeypatch.setattr(stream, "MOST", 2)
    tokens = ada.token, program("Ada").token

    async def story():
        first, second = [await Listener(table, token, "since=1").open() for token in tokens]
        refused = await done(ada.ask, "GET", f"tables/{table}/stream")
        others = await Listener(table, ben.token, "since=1").open()
        await first.close()
        again = await Listener(table, ada.token, "since=1").open()
        for listener in (second, others, again):
            await listener.close()
        return refused

    refused = run(story)
    assert (refused.status_code, refused["Retry-After"], refused.json()["code"]) == (429, "15", "too_often")
    assert refused.json()["sentence"] == "You have 2 streams open, which is the most. Close one first."
    assert not stream._open


def test_of_two_streams_that_come_at_once_for_the_last_place_one_ends(table, ada, monkeypatch):
    monkeypatch.setattr(stream, "MOST", 1)
    monkeypatch.setattr("games.api.endpoints.check_room", lambda person: None)

    async def story():
        first = await Listener(table, ada.token, "since=1").open()
        second = Listener(table, ada.token, "since=1")
        await second.wire.send_input({"type": "http.request", "body": b""})
        await second.wire.receive_output()
        ended = await second.line()
        await first.close()
        return ended

    assert run(story) is None
    assert not stream._open


def test_the_document_and_the_page_tell_how_many_streams_there_may_be(client):
    told = document()["paths"]["/api/tables/{code}/stream"]["get"]["description"]
    assert f"{stream.MOST} streams" in " ".join(told.split())
    assert f"{stream.MOST} open streams" in client.get("/api/").content.decode()


def test_outsiders_are_told_that_there_is_no_such_stream(table, eve):
    Table.objects.update(visibility="password")
    assert eve.ask("GET", f"tables/{table}/stream").status_code == 404
    assert eve.ask("GET", "tables/nowhere/stream").status_code == 404


def test_the_document_tells_of_lines(table):
    told = document()["paths"]["/api/tables/{code}/stream"]["get"]["responses"]["200"]["content"]
    assert list(told) == ["application/x-ndjson"]
    assert {answers.Told.__name__, answers.Heartbeat.__name__} <= set(document()["components"]["schemas"])
