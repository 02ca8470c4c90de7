"""The socket of one viewer at one table. It goes down only: hints come in, and what this viewer may see goes out."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, cast
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async

from games.lobby import live as lobby
from games.models import User
from games.sockets import Socket
from games.table import live, snapshot
from games.table.loaders import table_seen_by
from games.table.pov import Preferences, around, pieces
from games.table.refusals import TableRefusal
from games.table.snapshot import Snapshot
from games.threads import in_thread

log = logging.getLogger("site.socket")
NOT_HERE, TRY_AGAIN = 4404, 1011
NOTHING_YET = (0, 0)
_readings: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, asyncio.Task[Snapshot | None]]] = WeakKeyDictionary()


class GameConsumer(Socket):
    """Hints that come while one is being drawn are gathered into one more drawing; only what has changed is sent."""

    async def connect(self) -> None:
        self.code: str = self.scope["url_route"]["kwargs"]["code"]
        self.person: User | None = self.scope["user"] if self.scope["user"].is_authenticated else None
        self.preferences = Preferences.of(self.person)
        self.sent: Mapping[str, str] = {}
        self.shown = NOTHING_YET
        self.wanted, self.has_news, self.has_arrived = 0, False, False
        self.drawing: asyncio.Task[None] | None = None
        self.company, self.called, self.looked = "", 0, -1
        self.looking: asyncio.Task[None] | None = None
        # First the group and then the table: what happens between the two is heard of.
        await self.channel_layer.group_add(live.group(self.code), self.channel_name)
        try:
            table = await self._load()
        except TableRefusal:
            await self.close(NOT_HERE)
            return
        if self.person:
            await self.channel_layer.group_add(live.person_group(self.person.pk), self.channel_name)
            await lobby.arrive(self.code, self.person.pk, at_game=True)
            self.has_arrived = True
        await self.accept()
        await self._send(table)
        self._call(0)

    async def disconnect(self, code: int) -> None:
        for task in filter(None, (self.drawing, self.looking)):
            task.cancel()
        await self.channel_layer.group_discard(live.group(self.code), self.channel_name)
        if self.person:
            await self.channel_layer.group_discard(live.person_group(self.person.pk), self.channel_name)
        if self.person and self.has_arrived:
            await lobby.depart(self.code, self.person.pk)

    async def hint(self, message: dict[str, Any]) -> None:
        if message["what"] == live.CHAT:
            await self.send(text_data=await lobby.talk(self.code, self.person))
        if message["what"] == live.NOTICE:
            await self.send(text_data=await lobby.notice(self.code, self.person, message["version"]))
        if message["what"] == live.LOBBY:
            self._call(message["version"])
        if message["what"] != live.GAME:
            return
        self.wanted, self.has_news = message["version"], True
        if self.drawing is None or self.drawing.done():
            self.drawing = asyncio.create_task(self._catch_up())

    async def rights_changed(self, message: dict[str, Any]) -> None:
        """Somebody may have been sent away: then nothing more is told."""
        try:
            await self._load()
        except TableRefusal:
            await self.close(NOT_HERE)

    async def _catch_up(self) -> None:
        """Whatever goes wrong, the browser notices that the socket has gone, comes back, and gets the whole table."""
        try:
            while self.has_news:
                self.has_news = False
                table = await newest(self.code, self.wanted)
                if table:
                    await self._send(table)
        except Exception:
            log.exception("A table could not be drawn")
            await self.close(TRY_AGAIN)

    def _call(self, version: int) -> None:
        self.called = max(self.called, version)
        if self.looking is None or self.looking.done():
            self.looking = asyncio.create_task(self._look_around())

    async def _look_around(self) -> None:
        """Who has come and gone. When many do at once, that is told once."""
        try:
            while self.looked < self.called:
                wanted = self.called
                found = await lobby.company(self.code)
                company = around(snapshot.kept(self.code) or await self._load(), found)
                if company != self.company:
                    await self.send(text_data=company)
                self.company, self.looked = company, wanted
        except Exception as gone:  # The next hint may go well; and this socket may have gone meanwhile.
            log.info("Who is at a table could not be told: %s", gone)

    async def _load(self) -> Snapshot:
        table, _ = await database_sync_to_async(table_seen_by)(self.code, self.person)
        return cast(Snapshot, table)

    async def _send(self, table: Snapshot) -> None:
        """What this viewer sees now, as far as it differs from what was sent before."""
        game, version = self.shown
        if (table.game, table.version) <= self.shown:
            return
        if (table.game, table.version) != (game, version + 1):
            self.sent = {}  # an answer to a click may have shown what lies between; so everything is sent
        seat = table.seat_of(self.person.pk if self.person else None)
        drawn = pieces(table, seat, self.preferences)
        news = [html for name, html in drawn.items() if self.sent.get(name) != html]
        self.sent, self.shown = drawn, (table.game, table.version)
        if news:
            await self.send(text_data="".join(news))


async def newest(code: str, version: int) -> Snapshot | None:
    """The game of a table at this version or a later one. Where this process does not know it yet, because another one
    has made the move, it is read once for all who wait for it."""
    table = snapshot.kept(code, version)
    # After the end, another version is that of the next game.
    if table and (table.version == version or not table.ended):
        return table
    readings = _readings.setdefault(asyncio.get_running_loop(), {})
    for _ in range(2):  # what somebody else began to read may have been read too early
        if code not in readings:
            readings[code] = asyncio.create_task(in_thread(snapshot.latest, code))
            readings[code].add_done_callback(lambda _: readings.pop(code, None))
        table = await asyncio.shield(readings[code])
        if table is None or table.version >= version:
            break
    return table
