"""The sockets of lobbies and of the list of tables: on a hint, they send what this viewer may see now."""

import asyncio
import json
import logging
from typing import Any
from urllib.parse import parse_qsl

from games import access
from games.access import Level, Reason
from games.chat import fragments as chat
from games.live import hints
from games.live.lost_hints import Stored
from games.live.sockets import NOT_HERE, Socket, TableSocket
from games.lobby import fragments, snapshot
from games.lobby.lists import FRESH_SECONDS, Filter, listing
from games.models import User
from games.presence import windows as presence
from games.threads import in_thread

log = logging.getLogger("site.socket")
GATHER_SECONDS = 0.05


class Listener(Socket):
    """Renders after hints. Hints that arrive during a rendering are gathered for the next one."""

    groups_wanted: tuple[str, ...] = ()
    pause = GATHER_SECONDS

    async def join_groups(self) -> None:
        """Gather hints from now on, so that what is read afterwards misses no change."""
        self.has_news = asyncio.Event()
        self.what: set[str] = set()
        person: User | None = self.scope["user"] if self.scope["user"].is_authenticated else None
        if person:
            self.groups_wanted += (hints.person_group(person.pk),)
        for name in self.groups_wanted:
            await self.channel_layer.group_add(name, self.channel_name)

    async def begin(self) -> None:
        await self.accept()
        self.rendering = asyncio.create_task(self.render_loop())

    async def disconnect(self, code: int) -> None:
        if hasattr(self, "rendering"):
            self.rendering.cancel()
        for name in self.groups_wanted:
            await self.channel_layer.group_discard(name, self.channel_name)

    async def hint(self, message: dict[str, Any]) -> None:
        self.what.add(message["what"])
        self.has_news.set()

    async def render_loop(self) -> None:
        while True:
            await self.has_news.wait()
            await asyncio.sleep(self.pause)
            self.has_news.clear()
            what, self.what = self.what, set()
            try:
                html = await self.render(what)
            except Exception:  # The next hint tries again; a page that is behind notices it by the version.
                log.exception("A lobby could not be rendered")
            else:
                await self.push(html)

    async def push(self, html: str) -> None:
        """Send to a browser that may be gone by now: each server raises another exception then."""
        try:
            if html:
                await self.send(text_data=html)
        except Exception as closed:
            log.info("A socket is closed: %s", closed)

    async def render(self, what: set[str]) -> str:
        raise NotImplementedError


class LobbyConsumer(TableSocket, Listener):
    """One viewer in one lobby."""

    async def connect(self) -> None:
        self.begin_at(self.scope["url_route"]["kwargs"]["code"])
        self.version = -1
        self.playing: bool | None = None  # nothing has been rendered yet
        self.stays = b"stay" in self.scope.get("query_string", b"")
        self.notices: list[int] = []
        self.groups_wanted = (hints.group(self.code),)
        await self.join_groups()
        if (await in_thread(access.to_table, self.code, self.person)).level < Level.LOBBY:
            await self.close(NOT_HERE)
            return
        await self.begin()
        if self.person:
            await presence.arrive(self.code, self.person.pk)
        await self.hint({"what": hints.LOBBY, "version": -1})
        await self.hint({"what": hints.CHAT})

    async def disconnect(self, code: int) -> None:
        if hasattr(self, "rendering") and self.person:
            await presence.depart(self.code, self.person.pk)
        await super().disconnect(code)

    async def hint(self, message: dict[str, Any]) -> None:
        if message["what"] == hints.LOBBY:
            self.version = max(self.version, message["version"])
            self.note_rights(message["version"])
        if message["what"] == hints.NOTICE:
            self.notices.append(message["version"])
        await super().hint(message)

    async def check(self) -> None:
        await self.hint({"what": hints.LOBBY, "version": self.version})

    async def catch_up(self, stored: Stored) -> None:
        if stored.version > self.rights_version:
            await self.hint({"what": hints.LOBBY, "version": stored.version})
            await self.hint({"what": hints.CHAT})

    async def render(self, what: set[str]) -> str:
        found = access.decide(await self.rights(), self.person)
        if found.level >= Level.LOBBY:
            return await in_thread(self.render_parts, what)
        if found.reason is Reason.CLOSED:  # the page stays open for a notice in which the staff says why
            return await in_thread(fragments.outside, self.code, found) + await in_thread(self.render_notices)
        await self.push(await in_thread(fragments.outside, self.code, found))
        await self.close(NOT_HERE)
        return ""

    def render_parts(self, what: set[str]) -> str:
        html = ""
        if what & {hints.LOBBY, hints.GAME}:
            html += self._render_lobby()
        if hints.CHAT in what:
            html += chat.chat(self.code, self.person)
        return html + self.render_notices()

    def render_notices(self) -> str:
        html = ""
        while self.notices:
            html += chat.staff_notice(self.code, self.notices.pop(0))
        return html

    def _render_lobby(self) -> str:
        """Render the lobby. Viewers who see a game start go along to it."""
        table = snapshot.lobby(self.code, self.version)
        starts = table is not None and table.playing and self.playing is False
        self.playing = table is not None and table.playing
        stay = self.stays and not starts
        return fragments.lobby(self.code, self.person, version=self.version, follow=starts, stay=stay)


class ListConsumer(Listener):
    """A viewer of the list of tables, with a filter that can be changed."""

    pause = FRESH_SECONDS + GATHER_SECONDS

    async def connect(self) -> None:
        asked = dict(parse_qsl(self.scope.get("query_string", b"").decode("latin1")))
        self.filter = Filter.of(asked)
        self.groups_wanted = (hints.LIST,)
        await self.join_groups()
        await self.begin()
        await self.hint({"what": hints.LIST})

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Take over a filter from the form; invalid values are ignored."""
        try:
            asked = json.loads(text_data or "")
        except (ValueError, RecursionError):
            return
        given = asked.items() if isinstance(asked, dict) else ()
        self.filter = Filter.of({name: value for name, value in given if isinstance(value, str)})
        await self.hint({"what": hints.LIST})

    async def render(self, what: set[str]) -> str:
        return await in_thread(self.render_list)

    def render_list(self) -> str:
        return fragments.tables(listing(self.filter, may_be_older=True), self.filter)
