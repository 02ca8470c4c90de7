"""The sockets of lobbies and of the list: each sends what its viewer may see, and nothing to outsiders."""

import asyncio
import re
from collections.abc import Callable, Coroutine
from typing import Any, Self

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from config.sockets import sockets
from games.devtools.bench_tables import session_of
from games.lobby import services
from games.people import services as people
from games.presence import services as presence
from tests.conftest import Player
from tests.lobby.conftest import HTMX, LobbyTable, Tables
from tests.wires import SocketWire

pytestmark = pytest.mark.django_db(transaction=True)


class Window:
    """An open window of a person, or of an anonymous visitor, and what was sent to it."""

    def __init__(self, path: str, player: Player | None = None, session: Any = None) -> None:
        self.socket = SocketWire(sockets, path)
        self.socket.scope["user"] = player.user if player else AnonymousUser()
        self.socket.scope["session"] = session or SessionStore()
        self.seen: list[str] = []

    async def __aenter__(self) -> Self:
        self.is_open, _ = await self.socket.connect()
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.socket.disconnect()

    async def sees(self, text: str) -> str:
        """Read until the text arrives; a socket that stays silent ends the test by its own time limit."""
        while text not in (news := await self.socket.receive_from()):
            self.seen.append(str(news))
        return str(news)


def lobby(table: LobbyTable, player: Player | None = None, session: Any = None, asked: str = "") -> Window:
    return Window(f"/ws/lobby/{table.code}/{asked}", player, session)


def run(scenario: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    return asyncio.run(scenario())


def test_all_viewers_see_what_a_player_does(tables: Tables, ann: Player, bob: Player, dan: Player) -> None:
    table = tables(ann)

    async def scenario() -> Any:
        async with lobby(table, ann) as anns, lobby(table, dan) as dans, lobby(table) as strangers:
            await database_sync_to_async(table.press)(bob, "sit", headers=HTMX)
            for window in (anns, dans, strangers):
                await window.sees(">Bob")
            await database_sync_to_async(table.press)(bob, "say", headers=HTMX, text="Good evening")
            for window in (anns, dans, strangers):
                await window.sees("Good evening")

    run(scenario)


def test_each_is_shown_their_own_buttons(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob])

    async def scenario() -> Any:
        async with lobby(table, ann) as anns, lobby(table, bob) as bobs:
            return await anns.sees('id="lobby"'), await bobs.sees('id="lobby"')

    anns, bobs = run(scenario)
    assert 'id="close"' in anns
    assert 'id="close"' not in bobs
    assert 'id="ready-yes"' in bobs


def test_fragments_carry_their_version_and_no_form_key(tables: Tables, ann: Player) -> None:
    table = tables(ann)

    async def scenario() -> Any:
        async with lobby(table, ann) as window:
            return await window.sees('id="lobby"')

    sent = run(scenario)
    assert f'data-version="{table.table.version}"' in sent
    assert 'hx-swap-oob="morph"' in sent
    assert "csrfmiddlewaretoken" not in sent


def test_behind_a_password_no_socket_opens(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, visibility="password", password="sesame")

    async def scenario() -> Any:
        bobs, anns = lobby(table, bob), lobby(table, ann)
        async with anns:
            return (await bobs.socket.refusal()), anns.is_open

    assert run(scenario) == (4404, True)


def test_a_banned_person_sees_only_that_they_are_banned(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob])

    async def scenario() -> Any:
        async with lobby(table, bob) as window:
            await window.sees('id="lobby"')
            await database_sync_to_async(services.ban)(table.code, ann.user, bob.user.pk)
            return await window.sees('class="empty"')

    page = run(scenario)
    assert "Ann" in page
    assert 'id="ready-yes"' not in page
    assert 'class="seats"' not in page


def test_a_muted_person_is_not_read_over_the_socket_either(
    tables: Tables, ann: Player, bob: Player, cleo: Player
) -> None:
    table = tables(ann, seated=[bob, cleo])
    services.mute(table.table, ann.user, bob.user.pk)

    async def scenario() -> Any:
        async with lobby(table, ann) as window:
            await database_sync_to_async(services.say)(table.code, bob.user, "buy my things")
            await database_sync_to_async(services.say)(table.code, cleo.user, "never mind him")
            return await window.sees("never mind him"), window.seen

    last, before = run(scenario)
    assert "buy my things" not in last + "".join(before)


def test_all_viewers_go_along_when_the_game_starts(tables: Tables, ann: Player, bob: Player, dan: Player) -> None:
    table = tables(ann, seated=[bob], ready=True)
    table.press(dan, "watch")

    async def scenario() -> Any:
        async with lobby(table, bob) as bobs, lobby(table, dan) as dans:
            await bobs.sees('id="lobby"')
            await dans.sees('id="lobby"')
            await database_sync_to_async(services.start)(table.code, ann.user)
            await bobs.sees(f'data-go="{table.path}game/"')
            await dans.sees(f'data-go="{table.path}game/"')

    run(scenario)


def test_a_player_who_returns_from_the_game_to_the_lobby_may_stay_there(
    tables: Tables, ann: Player, bob: Player
) -> None:
    table = tables(ann, seated=[bob], ready=True)
    services.start(table.code, ann.user)
    presence.depart(table.code, ann.user.pk)

    async def scenario() -> Any:
        async with lobby(table, ann, asked="?stay") as anns:
            return await anns.sees('id="lobby"')

    assert "data-go" not in run(scenario)


def test_people_are_present_until_their_last_window_closes(
    tables: Tables, ann: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tables(ann, seated=[bob])
    monkeypatch.setattr("games.presence.windows.RELOAD_SECONDS", 0)

    def here() -> Any:
        place = table.table.places.get(person=bob.user)
        return presence.is_here(place.seen_at, timezone.now())

    async def scenario() -> Any:
        async with lobby(table, ann) as anns:
            async with lobby(table, bob), lobby(table, bob):
                assert await database_sync_to_async(here)()
            await anns.sees(">away<")
            assert not await database_sync_to_async(here)()

    run(scenario)


def test_a_closed_session_closes_its_sockets(tables: Tables, ann: Player) -> None:
    table = tables(ann)

    session = SessionStore(session_of(ann.user))

    async def scenario() -> Any:
        async with lobby(table, ann, session) as window:
            await window.sees('id="lobby"')
            await database_sync_to_async(people.end_sessions)(ann.user)
            while (message := await window.socket.receive_output(10))["type"] != "websocket.close":
                pass
            return message["code"]

    assert run(scenario) == 4401


def test_players_of_a_game_are_present_and_read_the_chat_of_the_lobby(
    tables: Tables, ann: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.presence.windows.RELOAD_SECONDS", 0)
    table = tables(ann, seated=[bob], ready=True)
    presence.depart(table.code, ann.user.pk)
    services.start(table.code, ann.user)

    async def scenario() -> Any:
        async with Window(f"/ws/t/{table.code}/game/", ann) as window:
            assert (await database_sync_to_async(lambda: table.table.host_gone_at)()) is None
            await database_sync_to_async(services.say)(table.code, bob.user, "Well played!")
            await window.sees("Well played!")

    run(scenario)


def test_a_refused_socket_does_not_make_its_owner_depart(tables: Tables, ann: Player) -> None:
    table = tables(ann)

    async def scenario() -> Any:
        async with lobby(table, ann) as window:
            await window.sees('id="lobby"')
            game = Window(f"/ws/t/{table.code}/game/", ann)
            assert await game.socket.refusal() == 4404
            await game.socket.disconnect()
            place = await database_sync_to_async(lambda: table.table.places.get())()
            return presence.is_here(place.seen_at, timezone.now())

    assert run(scenario)


# --- the list


def test_the_list_is_live_and_keeps_to_its_filter(tables: Tables, ann: Player, bob: Player, cleo: Player) -> None:
    async def scenario() -> Any:
        async with Window("/ws/tables/?deck=flip") as flips, Window("/ws/tables/") as every:
            await every.sees("There are no open tables")
            await database_sync_to_async(tables)(ann, visibility="public")
            await every.sees("Ann’s table")
            flip = await database_sync_to_async(services.choose)({"base": "Flip"})
            await database_sync_to_async(tables)(bob, rules=flip, visibility="public")
            return await flips.sees("Bob’s table"), flips.seen

    last, before = run(scenario)
    assert "Ann’s table" not in last + "".join(before)


def test_a_new_filter_is_sent_over_the_socket_and_invalid_ones_are_ignored(
    tables: Tables, ann: Player, bob: Player
) -> None:
    tables(ann, visibility="public")
    flip = tables(bob, rules=services.choose({"base": "Flip"}), visibility="public")

    async def scenario() -> Any:
        async with Window("/ws/tables/") as window:
            await window.sees("2 tables<")
            await window.socket.send_to(text_data='{"deck": "flip", "HEADERS": {}}')
            flips = await window.sees("1 of 2 tables")
            for nonsense in ("{", "[1]", "7", '{"deck": []}', "[" * 3000):
                await window.socket.send_to(text_data=nonsense)
            await window.sees("2 tables<")
            return flips

    assert re.findall(r' id="table-([^"]+)"', run(scenario)) == [flip.code]


def test_only_what_has_changed_in_the_list_is_sent(tables: Tables, ann: Player, bob: Player, cleo: Player) -> None:
    quiet, joined = tables(ann, visibility="public"), tables(bob, visibility="public")

    async def scenario() -> tuple[str, str]:
        async with Window("/ws/tables/") as window:
            await window.sees("2 tables<")
            await database_sync_to_async(services.sit)(joined.code, cleo.user)
            row = await window.sees("2 people")
            await database_sync_to_async(services.close)(joined.code, bob.user)
            return row, await window.sees("1 table<")

    row, places = run(scenario)
    assert re.findall(r' id="([^"]+)"', row) == [f"table-{joined.code}"]
    assert re.findall(r' id="([^"]+)"', places) == ["found", "open-tables", f"table-{quiet.code}"]
    assert "Ann’s table" not in row + places


def test_a_table_that_closes_leaves_the_list_by_itself(tables: Tables, ann: Player) -> None:
    table = tables(ann, visibility="public")

    async def scenario() -> Any:
        async with Window("/ws/tables/") as window:
            await window.sees("Ann’s table")
            await database_sync_to_async(services.close)(table.code, ann.user)
            await window.sees("There are no open tables")

    run(scenario)
