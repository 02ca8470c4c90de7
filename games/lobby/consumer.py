"""The sockets of lobbies, of the list of tables and of pages without a table: on a hint, they send what this viewer may
see now."""

import json
from collections.abc import Iterator
from urllib.parse import parse_qsl

from games import access
from games.access import Access, Level, Reason
from games.chat import fragments as chat
from games.fragments import Rendered
from games.live import hints
from games.live.batching import CoalescedLookup
from games.live.groups import Message
from games.live.listener import LOOK_AGAIN
from games.live.sockets import NOT_ALLOWED, NOT_HERE, Socket
from games.live.table_sockets import TableSocket
from games.lobby import fragments, snapshot
from games.lobby.lists import FRESH_SECONDS, Filter, listing
from games.presence import windows as presence
from games.threads import in_thread

GATHER_SECONDS = 0.05


class LobbyConsumer(TableSocket):
    """One viewer in one lobby."""

    async def connect(self) -> None:
        self.begin_at(self.scope["url_route"]["kwargs"]["code"])
        self.has_arrived = False
        self.playing: bool | None = None  # nothing has been rendered yet
        self.stays = b"stay" in self.scope.get("query_string", b"")
        await self.join(hints.group(self.code))
        if self.person:
            await self.join(hints.person_group(self.person.pk))
        if (await in_thread(access.to_table, self.code, self.person)).level < Level.LOBBY:
            await self.refuse(NOT_HERE)
        await self.begin()
        if self.person:
            await presence.arrive(self.code, self.person.pk)
            self.has_arrived = True
        self.take(LOOK_AGAIN)

    async def disconnect(self, code: int) -> None:
        if self.has_arrived and self.person:
            await presence.depart(self.code, self.person.pk)

    def delay_of(self, message: Message) -> float:
        return GATHER_SECONDS

    async def update(self, news: list[Message]) -> None:
        found = access.decide(await self.rights(), self.person)
        html = await in_thread(self._render, found, news)
        await self.send(text_data=html)
        # After the staff has closed a table, its page stays open for the notice that says why.
        if found.level < Level.LOBBY and found.reason is not Reason.CLOSED:
            await self.close(NOT_HERE)

    def _render(self, found: Access, news: list[Message]) -> str:
        what = {message.get("what", "") for message in news}
        if found.level < Level.LOBBY:
            html = fragments.outside(self.code, found)
        else:
            html = self._render_lobby(LOOK_AGAIN in news) if what - {hints.CHAT, hints.NOTICE} else ""
            html += chat.chat(self.code, self.person) if hints.CHAT in what or LOOK_AGAIN in news else ""
        return html + "".join(self._render_notices(news))

    def _render_lobby(self, is_read_anew: bool) -> str:
        """Render the lobby. Viewers who see a game start go along to it."""
        version = -1 if is_read_anew else self.rights_version
        table = snapshot.lobby(self.code, version)
        starts = table is not None and table.playing and self.playing is False
        self.playing = table is not None and table.playing
        stay = self.stays and not starts
        return fragments.lobby(self.code, self.person, version=version, follow=starts, stay=stay)

    def _render_notices(self, news: list[Message]) -> Iterator[str]:
        """Render notices of the staff, but not for people who were sent away."""
        for message in news:
            if message.get("what") == hints.NOTICE:
                yield chat.staff_notice(self.code, message["version"])


class PersonConsumer(Socket):
    """A page of a person that shows no table. They count as online, and see invitations at once."""

    has_arrived = False

    async def connect(self) -> None:
        person = self.scope["user"]
        if not person.is_authenticated:
            await self.refuse(NOT_ALLOWED)
        await self.join(hints.person_group(person.pk))
        await self.begin()
        await presence.arrive_on_site(person.pk)
        self.has_arrived = True

    async def disconnect(self, code: int) -> None:
        if self.has_arrived:
            presence.leave_site(self.scope["user"].pk)

    async def update(self, news: list[Message]) -> None:
        """Send nothing: what concerns a person reaches all their sockets."""


class ListConsumer(Socket):
    """A viewer of the list of tables, with a filter that can be changed."""

    async def connect(self) -> None:
        asked = dict(parse_qsl(self.scope.get("query_string", b"").decode("latin1")))
        self.filter = Filter.of(asked)
        await self.join(hints.LIST)
        if self.scope["user"].is_authenticated:
            await self.join(hints.person_group(self.scope["user"].pk))
        await self.begin()
        self.take(LOOK_AGAIN)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Take over a filter from the form; invalid values are ignored."""
        try:
            asked = json.loads(text_data or "")
        except (ValueError, RecursionError):
            return
        given = asked.items() if isinstance(asked, dict) else ()
        self.filter = Filter.of({name: value for name, value in given if isinstance(value, str)})
        self.take(LOOK_AGAIN)

    def delay_of(self, message: Message) -> float:
        return FRESH_SECONDS + GATHER_SECONDS

    async def update(self, news: list[Message]) -> None:
        await self.send_changes(await _lists.ask("", self.filter))


def _render_lists(_: str, filters: set[Filter]) -> dict[Filter, Rendered]:
    return {wanted: fragments.open_tables_by_id(listing(wanted, may_be_older=True)) for wanted in filters}


_lists = CoalescedLookup[Filter, Rendered](0, _render_lists)
