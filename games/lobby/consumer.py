"""The sockets of the lobby. They go down only: hints come in, and what this viewer may see goes out."""

import asyncio
import json
import logging
from typing import Any
from urllib.parse import parse_qsl

from channels.db import database_sync_to_async

from games.limits import limit
from games.lobby import drawing, picture
from games.lobby import live as presence
from games.lobby.lists import FRESH_SECONDS, Filter, listing
from games.models import User
from games.sockets import Socket
from games.table import live

log = logging.getLogger("site.socket")
NOT_HERE = 4404
GATHER_SECONDS = 0.05


class Listener(Socket):
    """Hints that come while something is being drawn are gathered into one more drawing."""

    groups_wanted: tuple[str, ...] = ()
    pause = GATHER_SECONDS

    async def begin(self) -> None:
        self.news = asyncio.Event()
        self.what: set[str] = set()
        person = self.scope["user"]
        self.person: User | None = person if person.is_authenticated else None
        if self.person:
            self.groups_wanted += (live.person_group(self.person.pk),)
        for name in self.groups_wanted:
            await self.channel_layer.group_add(name, self.channel_name)
        await self.accept()
        self.drawing = asyncio.create_task(self.draw_for_ever())

    async def disconnect(self, code: int) -> None:
        if not hasattr(self, "drawing"):
            return
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
                news = await database_sync_to_async(self.drawn)(what)
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

    def drawn(self, what: set[str]) -> str:
        raise NotImplementedError


class LobbyConsumer(Listener):
    """One viewer in one lobby."""

    @limit("open a socket", 60, per=60)
    async def connect(self) -> None:
        self.code: str = self.scope["url_route"]["kwargs"]["code"]
        self.version = -1
        self.playing: bool | None = None  # nothing has been drawn yet
        self.stays = b"stay" in self.scope.get("query_string", b"")
        self.notices: list[int] = []
        person = self.scope["user"]
        viewer = person if person.is_authenticated else None
        if not await database_sync_to_async(drawing.may_see)(self.code, viewer):
            await self.close(NOT_HERE)
            return
        self.groups_wanted = (live.group(self.code),)
        await self.begin()
        if self.person:
            await presence.arrive(self.code, self.person.pk)
        await self.hint({"what": live.LOBBY, "version": -1})
        await self.hint({"what": live.CHAT})

    async def disconnect(self, code: int) -> None:
        if hasattr(self, "drawing") and self.person:
            await presence.depart(self.code, self.person.pk)
        await super().disconnect(code)

    async def hint(self, message: dict[str, Any]) -> None:
        if message["what"] == live.LOBBY:
            self.version = max(self.version, message["version"])
        if message["what"] == live.NOTICE:
            self.notices.append(message["version"])
        await super().hint(message)

    def drawn(self, what: set[str]) -> str:
        news = ""
        if what & {live.LOBBY, live.GAME}:
            news += self._lobby()
        if live.CHAT in what:
            news += drawing.talk(self.code, self.person)
        while self.notices:
            news += drawing.notice(self.code, self.person, self.notices.pop(0))
        return news

    def _lobby(self) -> str:
        """When a game starts while somebody watches the lobby, they go along."""
        table = picture.lobby(self.code, self.version)
        starts = table is not None and table.playing and self.playing is False
        self.playing = table is not None and table.playing
        stay = self.stays and not starts
        return drawing.lobby(self.code, self.person, version=self.version, follow=starts, stay=stay)


class ListConsumer(Listener):
    """Somebody who looks at the list of tables, through a filter that may be changed on the way."""

    pause = FRESH_SECONDS + GATHER_SECONDS

    @limit("open a socket", 60, per=60)
    async def connect(self) -> None:
        asked = dict(parse_qsl(self.scope.get("query_string", b"").decode("latin1")))
        self.filter = Filter.of(asked)
        self.groups_wanted = (live.LIST,)
        await self.begin()
        await self.hint({"what": live.LIST})

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Another filter, as the form sends it; nonsense is no filter."""
        try:
            asked = json.loads(text_data or "")
        except (ValueError, RecursionError):
            return
        given = asked.items() if isinstance(asked, dict) else ()
        self.filter = Filter.of({name: value for name, value in given if isinstance(value, str)})
        await self.hint({"what": live.LIST})

    def drawn(self, what: set[str]) -> str:
        return drawing.tables(listing(self.filter, may_be_older=True), self.filter)
