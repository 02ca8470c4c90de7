"""The socket of a viewer: it receives hints and sends the viewer's own fragments, and nothing to outsiders."""

import asyncio
import re
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client

from games.devtools.bench_tables import session_of
from games.engine import Rules
from games.live import hints, lost_hints
from games.lobby import services as lobby
from games.lobby.services import hosting
from games.models import Game, User, Visibility, Visit, Watching
from games.people import services as people
from games.people.adapter import Accounts, Sessions
from games.table import services, snapshot
from games.table.consumer import GameConsumer
from games.table.services import operating
from games.table.snapshot import Snapshot
from tests.table.conftest import RunningTable
from tests.wires import SocketWire

pytestmark = pytest.mark.django_db(transaction=True)


def is_about_presence(output: dict[str, Any]) -> bool:
    return str(output.get("text")).startswith('<p id="around"')


class Viewer(SocketWire):
    """A socket that ignores messages about presence, whose time is not fixed."""

    def ignores(self, output: dict[str, Any]) -> bool:
        return is_about_presence(output) or super().ignores(output)

    async def closed(self) -> Any:
        """Return the close message, after anything that was sent before it."""
        while (news := await self.receive_output())["type"] == "websocket.send":
            continue
        return news

    async def receive_around(self) -> str:
        while not is_about_presence(output := await self.receive_anything()):
            continue
        return str(output["text"])


def socket(code: str, person: User | AnonymousUser | None, session: Any = None, loaded: str = "") -> Viewer:
    communicator = Viewer(GameConsumer.as_asgi(), f"/ws/t/{code}/game/{loaded}")
    communicator.scope["url_route"] = {"kwargs": {"code": code}}
    communicator.scope["user"] = person
    communicator.scope["session"] = session or SessionStore()
    return communicator


async def hint(table: RunningTable, what: str, version: int) -> None:
    message = {"type": "hint", "what": what, "version": version}
    await database_sync_to_async(hints.send)(hints.group(table.code), message)


def run(scenario: Any) -> Any:
    return asyncio.run(scenario())


def test_a_new_connection_gets_the_whole_table_and_then_only_changes(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    mover = table.current_player
    other = table.people["Bob" if mover == "Ann" else "Ann"]
    move = table.any_move()

    async def scenario() -> Any:
        watcher = socket(table.code, other)
        assert (await watcher.connect())[0]
        first = await watcher.receive_from()
        await database_sync_to_async(table.act)(mover, move)
        news = await watcher.receive_from()
        await watcher.disconnect()
        return first, news

    first, news = run(scenario)
    assert 'id="hand"' in first
    assert 'id="pile"' in first
    assert 'data-version="2"' in news
    assert 'id="end"' in first
    assert 'id="end"' not in news


def loaded(table: RunningTable, person: User) -> str:
    """Load the page, and return what its socket asks for."""
    client = Client()
    client.force_login(person)
    html = client.get(f"/t/{table.code}/game/").content.decode()
    return str(re.findall(r'data-loaded="([^"]+)"', html)[0])


def test_what_the_page_was_loaded_with_is_not_sent_again(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    mover = table.current_player
    other = table.people["Bob" if mover == "Ann" else "Ann"]
    known, move = loaded(table, other), table.any_move()

    async def scenario() -> Any:
        watcher = socket(table.code, other, loaded=known)
        assert (await watcher.connect())[0]
        await watcher.receive_around()
        await database_sync_to_async(table.act)(mover, move)
        news = await watcher.receive_from()
        await watcher.disconnect()
        return news

    news = run(scenario)
    assert 'data-version="2"' in news
    assert 'id="end"' not in news


@pytest.mark.parametrize("is_own", [True, False])
def test_a_page_that_shows_something_else_gets_the_whole_table(start_game: type[RunningTable], is_own: bool) -> None:
    table = start_game(["Ann", "Bob"])
    mover = table.current_player
    other = table.people["Bob" if mover == "Ann" else "Ann"]
    known = loaded(table, other if is_own else table.people[mover])
    if is_own:
        table.act(mover, table.any_move())

    async def scenario() -> Any:
        watcher = socket(table.code, other, loaded=known)
        assert (await watcher.connect())[0]
        first = await watcher.receive_from()
        await watcher.disconnect()
        return first

    first = run(scenario)
    assert {"hand", "pile", "end"} <= set(re.findall(r'id="(\w+)"', first))


def test_a_tip_is_sent_once_when_its_moment_comes(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"], rules=Rules(decision_seconds=0))
    table.set_position('{"decision_seconds": 0} | R7 R8 R9 B2 / R2 R3 R4 B5 | 1 clockwise red | G1 G2 | R1')
    ann = table.people["Ann"]
    ann.tips_left = "fits"

    async def scenario() -> list[str]:
        watcher = socket(table.code, ann)
        assert (await watcher.connect())[0]
        got = [await watcher.receive_from()]
        for name, move in (("Bob", "play R2"), ("Ann", "play R7"), ("Bob", "play R3")):
            await database_sync_to_async(table.act)(name, move)
            got.append(await watcher.receive_from())
            if name == "Bob" and move == "play R2":
                got.append(await watcher.receive_from())
        await watcher.disconnect()
        return got

    got = run(scenario)
    assert ['id="tip"' in news for news in got] == [False, False, True, False, False]


def test_after_a_missed_version_the_whole_table_is_sent_again(start_game: type[RunningTable]) -> None:
    """A response to a click in between may have shown something that is outdated now."""
    table = start_game(["Ann", "Bob"])

    async def scenario() -> Any:
        watcher = socket(table.code, table.people["Ann"])
        await watcher.connect()
        await watcher.receive_from()
        await database_sync_to_async(Game.objects.filter(pk=table.game.pk).update)(version=3)
        await database_sync_to_async(hints.send)(
            hints.group(table.code), {"type": "hint", "what": hints.GAME, "version": 3}
        )
        news = await watcher.receive_from()
        await watcher.disconnect()
        return news

    assert 'id="end"' in run(scenario)


def test_an_old_hint_sends_nothing(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])

    async def scenario() -> Any:
        watcher = socket(table.code, table.people["Ann"])
        await watcher.connect()
        await watcher.receive_from()
        await database_sync_to_async(hints.send)(
            hints.group(table.code), {"type": "hint", "what": hints.GAME, "version": 1}
        )
        await database_sync_to_async(hints.send)(
            hints.group(table.code), {"type": "hint", "what": hints.LOBBY, "version": 9}
        )
        quiet = await watcher.receive_nothing()
        await watcher.disconnect()
        return quiet

    assert run(scenario)


def test_a_hint_carries_only_a_code_and_a_version(
    start_game: type[RunningTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = []
    monkeypatch.setattr(hints, "send", lambda name, message: said.append((name, message)))
    table = start_game(["Ann", "Bob"])
    table.act(table.current_player, table.any_move())
    assert said[-1] == (f"table.{table.code}", {"type": "hint", "what": "game", "version": 2})


@pytest.mark.parametrize(
    ("options", "welcome"),
    [
        ({}, True),
        ({"watching": Watching.NOBODY}, False),
        ({"visibility": Visibility.PASSWORD}, False),
    ],
)
def test_outsiders_see_only_tables_that_are_open_to_them(
    start_game: type[RunningTable], options: Any, welcome: Any
) -> None:
    table = start_game(["Ann", "Bob"], **options)
    dan = User.objects.create_user("Dan")

    async def scenario() -> Any:
        watcher = socket(table.code, dan)
        code = await watcher.refusal()
        await watcher.disconnect()
        return code

    assert run(scenario) == (None if welcome else 4404)


def test_at_an_unknown_table_the_socket_is_closed(start_game: type[RunningTable]) -> None:
    async def scenario() -> Any:
        watcher = socket("nowhere2", AnonymousUser())
        return await watcher.refusal()

    assert run(scenario) == 4404


def test_a_socket_ends_with_its_session(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    ann = table.people["Ann"]
    at_work, at_home = (SessionStore(session_of(ann)) for _ in range(2))

    async def scenario() -> Any:
        ended, staying = socket(table.code, ann, at_work), socket(table.code, ann, at_home)
        for one in (ended, staying):
            await one.connect()
            await one.receive_from()
        number = await database_sync_to_async(UserSession.objects.get)(session_key=at_work.session_key)
        await database_sync_to_async(people.end_session)(ann, number.pk)
        closed = await ended.receive_output()
        quiet = await staying.receive_nothing()
        for one in (ended, staying):
            await one.disconnect()
        return closed, quiet

    closed, quiet = run(scenario)
    assert (closed["type"], closed["code"]) == ("websocket.close", 4401)
    assert quiet


def test_viewers_who_stayed_after_the_end_are_redirected_to_the_next_game(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    table.act(table.current_player, table.any_move())

    def again() -> Any:
        services.abandon(table.table)
        services.start(table.table)
        return Game.objects.order_by("-pk")[0].pk

    async def scenario() -> Any:
        watcher = socket(table.code, table.people["Ann"])
        await watcher.connect()
        await watcher.receive_from()
        game = await database_sync_to_async(again)()
        received = [await watcher.receive_from()]
        while f'data-game="{game}"' not in received[-1]:
            received.append(await watcher.receive_from())
        await watcher.disconnect()
        return received[-1]

    news = run(scenario)
    assert 'data-version="1"' in news
    assert 'id="hand"' in news


def test_a_move_of_another_process_is_read_once_for_all_viewers(
    start_game: type[RunningTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = start_game(["Ann", "Bob"])
    reads: list[str] = []
    latest = snapshot.latest

    def read(code: str) -> Snapshot | None:
        reads.append(code)
        return latest(code)

    def move_elsewhere() -> None:
        before = table.now
        table.act(table.current_player, table.any_move())
        snapshot.forget(table.code)
        snapshot.keep(before)
        reads.clear()

    monkeypatch.setattr(snapshot, "latest", read)
    monkeypatch.setattr(lost_hints, "SECONDS", 600.0)

    async def scenario() -> None:
        watchers = [socket(table.code, person) for person in table.people.values() for _ in range(3)]
        for watcher in watchers:
            await watcher.connect()
            await watcher.receive_from()
        with monkeypatch.context() as silent:
            silent.setattr(hints, "send", lambda name, message: None)
            await database_sync_to_async(move_elsewhere)()
        await database_sync_to_async(hints.send)(
            hints.group(table.code), {"type": "hint", "what": hints.GAME, "version": 2}
        )
        for watcher in watchers:
            assert 'data-version="2"' in await watcher.receive_from()
            await watcher.disconnect()

    run(scenario)
    assert len(reads) == 1


def test_the_socket_of_a_watcher_who_is_banned_is_closed(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    dan = User.objects.create_user("Dan")
    Visit.objects.create(table=table.table, person=dan)

    async def scenario() -> Any:
        watcher = socket(table.code, dan)
        await watcher.connect()
        await watcher.receive_from()
        await database_sync_to_async(hosting.ban)(table.code, table.people["Ann"], dan.pk)
        closed = await watcher.closed()
        await watcher.disconnect()
        return closed["code"]

    assert run(scenario) == 4404


def drop_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "send", lambda name, message: None)


def test_a_move_whose_hint_was_lost_is_shown(start_game: type[RunningTable], monkeypatch: pytest.MonkeyPatch) -> None:
    table = start_game(["Ann", "Bob"])
    mover, move = table.current_player, table.any_move()

    async def scenario() -> Any:
        watcher = socket(table.code, table.people["Ann"])
        await watcher.connect()
        await watcher.receive_from()
        drop_hints(monkeypatch)
        await database_sync_to_async(table.act)(mover, move)
        await lost_hints.compare_tables()
        news = await watcher.receive_from()
        await watcher.disconnect()
        return news

    assert 'data-version="2"' in run(scenario)


def test_lost_rights_close_it_even_without_a_hint(
    start_game: type[RunningTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = start_game(["Ann", "Bob"])
    dan = User.objects.create_user("Dan")
    Visit.objects.create(table=table.table, person=dan)

    async def scenario() -> Any:
        watcher = socket(table.code, dan)
        await watcher.connect()
        await watcher.receive_from()
        drop_hints(monkeypatch)
        await database_sync_to_async(hosting.ban)(table.code, table.people["Ann"], dan.pk)
        await lost_hints.compare_tables()
        closed = await watcher.closed()
        await watcher.disconnect()
        return closed["code"]

    assert run(scenario) == 4404


def test_the_end_of_a_session_closes_it_even_without_a_hint(
    start_game: type[RunningTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = start_game(["Ann", "Bob"])
    session = SessionStore(session_of(table.people["Ann"]))

    async def story() -> Any:
        watcher = socket(table.code, table.people["Ann"], session)
        await watcher.connect()
        await watcher.receive_from()
        await lost_hints.compare_people([table.code])
        assert await watcher.receive_nothing()
        drop_hints(monkeypatch)
        await database_sync_to_async(session.delete)(session.session_key)
        await lost_hints.compare_people([table.code])
        return (await watcher.closed())["code"]

    assert run(story) == 4401


def test_an_end_whose_hint_was_lost_is_shown(start_game: type[RunningTable], monkeypatch: pytest.MonkeyPatch) -> None:
    table = start_game(["Ann", "Bob"])

    async def scenario() -> Any:
        watcher = socket(table.code, table.people["Ann"])
        await watcher.connect()
        await watcher.receive_from()
        drop_hints(monkeypatch)
        await database_sync_to_async(operating.end_game)(table.code)
        await lost_hints.compare_tables()
        news = await watcher.receive_from()
        await watcher.disconnect()
        return news

    assert "data-over" in run(scenario)


def test_at_the_end_of_a_game_it_is_said_that_the_table_is_closed(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    operating.end_game(table.code)

    async def scenario() -> Any:
        player = socket(table.code, table.people["Bob"])
        await player.connect()
        before = await player.receive_from()
        await database_sync_to_async(lobby.close)(table.code, table.people["Ann"])
        while 'id="end"' not in (news := await player.receive_from()):
            pass
        await player.disconnect()
        return before, news

    for html, is_closed in zip(run(scenario), (False, True), strict=True):
        assert ("This table is closed." in html) is is_closed
        assert ('href="/tables/"' in html) is is_closed
        assert (f'href="/t/{table.code}/"' in html) is ('id="rematch"' in html) is not is_closed
    page = Client()
    page.force_login(table.people["Bob"])
    assert "This table is closed." in page.get(f"/t/{table.code}/game/").content.decode()


def new_password(person: User) -> None:
    Accounts().set_password(person, "eight of spades")


def log_out_others(person: User | None) -> None:
    Sessions().end_sessions(list(UserSession.objects.filter(user=person)))


@pytest.mark.parametrize("end", [new_password, log_out_others])
def test_the_end_of_a_session_closes_its_socket(start_game: type[RunningTable], end: Any) -> None:
    table = start_game(["Ann", "Bob"])
    ann = table.people["Ann"]
    session = SessionStore(session_of(ann))

    async def scenario() -> Any:
        watcher = socket(table.code, ann, session)
        await watcher.connect()
        await watcher.receive_from()
        await database_sync_to_async(end)(ann)
        closed = await watcher.receive_output()
        await watcher.disconnect()
        return closed

    assert run(scenario) == {"type": "websocket.close", "code": 4401}


def test_a_slow_viewer_gets_the_newest_table_and_delays_nobody(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])

    def versions(sent: list[str]) -> list[str]:
        return [found for text in sent for found in re.findall(r'data-version="(\d+)"', text)]

    async def scenario() -> tuple[list[str], list[str]]:
        can_read, inbox, sent = asyncio.Event(), asyncio.Queue[Any](), list[str]()

        async def send(message: Any) -> None:
            await can_read.wait() if sent else None
            sent.append(message.get("text", ""))

        slow, fast = socket(table.code, table.people["Ann"]), socket(table.code, table.people["Bob"])
        inbox.put_nowait({"type": "websocket.connect"})
        viewing = asyncio.create_task(slow.application(slow.scope, inbox.get, send))
        await fast.connect()
        seen = [await fast.receive_from()]
        for _ in range(4):
            await database_sync_to_async(lambda: table.act(table.current_player, table.any_move()))()
            seen.append(await fast.receive_from())
        can_read.set()
        while "5" not in versions(sent):
            await asyncio.sleep(0.01)
        viewing.cancel()
        await fast.disconnect()
        return versions(sent), versions(seen)

    slow, fast = run(scenario)
    assert fast == ["1", "2", "3", "4", "5"]
    assert len(slow) < len(fast)
    assert slow[-1] == "5"
