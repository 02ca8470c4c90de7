"""The sockets of the lobby. They go down only: hints come in, and what this viewer may see goes out."""

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
    """Hints that come while something is being drawn are gathered into one more drawing."""

    groups_wanted: tuple[str, ...] = ()
    pause = GATHER_SECONDS

    async def join_groups(self) -> None:
        """From now on hints are gathered; what is read afterwards misses no change."""
        self.news = asyncio.Event()
        self.what: set[str] = set()
        person: User | None = self.scope["user"] if self.scope["user"].is_authenticated else None
        if person:
            self.groups_wanted += (hints.person_group(person.pk),)
        for name in self.groups_wanted:
            await self.channel_layer.group_add(name, self.channel_name)

    async def begin(self) -> None:
        await self.accept()
        self.drawing = asyncio.create_task(self.draw_for_ever())

    async def disconnect(self, code: int) -> None:
        if hasattr(self, "drawing"):
            self.drawing.cancel()
        for name in self.groups_wanted:
            await self.channel_layer.group_discard(name, self.channel_name)

    async def hint(self, message: dict[str, Any]) -> None:
        self.what.add(message["what"])
        self.news.set()

    async def draw_for_ever(self) -> None:
        while True:
            await self.news.wait()
            await asyncio.sleep(self.pause)
            self.news.clear()
            what, self.what = self.what, set()
            try:
                news = await self.render(what)
            except Exception:  # The next hint may go well; a page that is behind sees it by the version.
                log.exception("A lobby could not be drawn")
            else:
                await self.push(news)

    async def push(self, news: str) -> None:
        """A browser may have gone while it was drawn for: each server says so with an exception of its own."""
        try:
            if news:
                await self.send(text_data=news)
        except Exception as gone:
            log.info("A socket has gone: %s", gone)

    async def render(self, what: set[str]) -> str:
        raise NotImplementedError


class LobbyConsumer(TableSocket, Listener):
    """One viewer in one lobby."""

    async def connect(self) -> None:
        self.begin_at(self.scope["url_route"]["kwargs"]["code"])
        self.version = -1
        self.playing: bool | None = None  # nothing has been drawn yet
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
        if hasattr(self, "drawing") and self.person:
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
            return await in_thread(self.drawn, what)
        if found.reason is Reason.CLOSED:  # the staff may say why; the page stays, with nothing else on it
            return await in_thread(fragments.outside, self.code, found) + await in_thread(self.notified)
        await self.push(await in_thread(fragments.outside, self.code, found))
        await self.close(NOT_HERE)
        return ""

    def drawn(self, what: set[str]) -> str:
        news = ""
        if what & {hints.LOBBY, hints.GAME}:
            news += self._lobby()
        if hints.CHAT in what:
            news += chat.chat(self.code, self.person)
        return news + self.notified()

    def notified(self) -> str:
        news = ""
        while self.notices:
            news += chat.staff_notice(self.code, self.notices.pop(0))
        return news

    def _lobby(self) -> str:
        """When a game starts while somebody watches the lobby, they go along."""
        table = snapshot.lobby(self.code, self.version)
        starts = table is not None and table.playing and self.playing is False
        self.playing = table is not None and table.playing
        stay = self.stays and not starts
        return fragments.lobby(self.code, self.person, version=self.version, follow=starts, stay=stay)


class ListConsumer(Listener):
    """Somebody who looks at the list of tables, through a filter that may be changed on the way."""

    pause = FRESH_SECONDS + GATHER_SECONDS

    async def connect(self) -> None:
        asked = dict(parse_qsl(self.scope.get("query_string", b"").decode("latin1")))
        self.filter = Filter.of(asked)
        self.groups_wanted = (hints.LIST,)
        await self.join_groups()
        await self.begin()
        await self.hint({"what": hints.LIST})

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Another filter, as the form sends it; nonsense is no filter."""
        try:
            asked = json.loads(text_data or "")
        except (ValueError, RecursionError):
            return
        given = asked.items() if isinstance(asked, dict) else ()
        self.filter = Filter.of({name: value for name, value in given if isinstance(value, str)})
        await self.hint({"what": hints.LIST})

    async def render(self, what: set[str]) -> str:
        return await in_thread(self.drawn)

    def drawn(self) -> str:
        return fragments.tables(listing(self.filter, may_be_older=True), self.filter)
