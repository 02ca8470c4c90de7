"""The socket of one viewer of one game: moves come up, and what this viewer may see and has not got yet goes down."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from games.access import Access, Level, Reason
from games.chat import lookups as chat
from games.live import hints
from games.live.batching import NewestLookup
from games.live.lost_hints import Stored
from games.live.sockets import NOT_HERE, TableSocket
from games.presence import company, windows
from games.storage import trouble
from games.table import snapshot, socket_moves
from games.table.loaders import access_to, table_seen_by
from games.table.pov import Preferences, around, pieces
from games.table.refusals import NoGame
from games.table.snapshot import Snapshot
from games.threads import WRITERS, in_thread, run_in_thread

log = logging.getLogger("site.socket")
TRY_AGAIN = 1011
NOTHING_YET = (0, 0)
Work = Callable[[], Coroutine[Any, Any, None]]
RECHECK_SECONDS = 0.1
"""How often rights are checked while many people come and go."""


def _kept(code: str, version: int) -> Snapshot | None:
    """What this process keeps; of an ended game only this version, because a newer one may be that of the next game."""
    table = snapshot.kept(code, version)
    return table if table and (table.version == version or not table.ended) else None


newest = NewestLookup(_kept, lambda code: snapshot.latest(code), lambda table: table.version)


class GameConsumer(TableSocket):
    """Sends what changes. Hints that come during rendering lead to one more push, however many they are."""

    async def connect(self) -> None:
        self.begin_at(self.scope["url_route"]["kwargs"]["code"])
        self.preferences = Preferences.of(self.person)
        self.sent: Mapping[str, str] = {}
        self.shown: tuple[int, int] = NOTHING_YET
        self.table: Snapshot | None = None
        self.found: Access | None = None
        self.wanted, self.has_news, self.has_arrived = 0, False, False
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.company, self.company_wanted, self.company_sent = "", 0, -1
        # join the group before reading the table: no change is missed between the two
        await self.channel_layer.group_add(hints.group(self.code), self.channel_name)
        try:
            table, found = await in_thread(table_seen_by, self.code, self.person)
        except NoGame:
            await self.close(NOT_HERE)
            return
        if self.person:
            await self.channel_layer.group_add(hints.person_group(self.person.pk), self.channel_name)
            await windows.arrive(self.code, self.person.pk, at_game=True)
            self.has_arrived = True
        await self.accept()
        await self._show(table, found)
        self._request_company(0)

    async def disconnect(self, code: int) -> None:
        for task in self.tasks.values():
            task.cancel()
        await self.channel_layer.group_discard(hints.group(self.code), self.channel_name)
        if self.person:
            await self.channel_layer.group_discard(hints.person_group(self.person.pk), self.channel_name)
        if self.person and self.has_arrived:
            await windows.depart(self.code, self.person.pk)

    async def hint(self, message: dict[str, Any]) -> None:
        await HINTS[message["what"]](self, message["version"])

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Play a move of this viewer."""
        await self._run(lambda: self._play(text_data))

    async def _play(self, text_data: str | None) -> None:
        answer = await run_in_thread(WRITERS, socket_moves.play, self, text_data)
        table = answer.table or await newest.at_least(self.code, 0)
        if table:
            await self._show(table, await self._access_to(table))
        await self.send(text_data=answer.to_json())

    async def _game_changed(self, version: int) -> None:
        self.wanted, self.has_news = version, True
        self._start("game", self._catch_up)

    async def _lobby_changed(self, version: int) -> None:
        self.note_rights(version)
        self._start("rights", self._recheck)
        self._request_company(version)

    async def _chat_changed(self, version: int) -> None:
        if await self._may_see_game():
            await self.send(text_data=await chat.chat(self.code, self.person))

    async def _notice(self, version: int) -> None:
        """Send a notice of the staff, also to viewers of the table that they have just closed."""
        if await self._may_see_game() or (self.found and self.found.reason is Reason.CLOSED):
            await self.send(text_data=await chat.staff_notice(self.code, version))

    async def catch_up(self, stored: Stored) -> None:
        if stored.version > self.rights_version:
            self.note_rights(stored.version)
            self._start("reload", self._reload)
            self._request_company(stored.version)
        elif stored.game and stored.game > self.shown:
            await self._game_changed(stored.game[1])

    async def _reload(self) -> None:
        """Read the game anew: the end of a game may have been missed, so what this process keeps may be old."""
        table = await in_thread(snapshot.latest, self.code)
        if table:
            await self._show(table, await self._access_to(table))

    def _start(self, name: str, work: Work) -> None:
        """Start a task unless it is running."""
        if name not in self.tasks or self.tasks[name].done():
            self.tasks[name] = asyncio.create_task(self._run(work))

    async def _run(self, work: Work) -> None:
        """Run a task; on any error, close the socket, so that the browser reconnects and gets the whole table."""
        try:
            await work()
        except Exception as error:
            if sentence := trouble(error):
                log.warning("A table could not be rendered: %s", sentence)
            else:
                log.exception("A table could not be rendered")
            await self.close(TRY_AGAIN)

    async def check(self) -> None:
        """Send the table again if this viewer may see more or less than before."""
        if self.table:
            await self._show(self.table, await self._access_to(self.table))

    async def _recheck(self) -> None:
        checked = -1
        while checked < self.rights_version:
            await asyncio.sleep(RECHECK_SECONDS)
            checked = self.rights_version
            await self.check()

    async def _access_to(self, table: Snapshot) -> Access:
        return access_to(table, await self.rights(), self.person)

    async def _may_see_game(self) -> bool:
        await self.check()
        return self.found is not None and self.found.level >= Level.SPECTATOR

    async def _catch_up(self) -> None:
        while self.has_news:
            self.has_news = False
            table = await newest.at_least(self.code, self.wanted)
            if table:
                await self._show(table, await self._access_to(table))

    def _request_company(self, version: int) -> None:
        self.company_wanted = max(self.company_wanted, version)
        self._start("company", self._send_company)

    async def _send_company(self) -> None:
        """Send who watches and who is not connected; when many people come and go at once, only once."""
        try:
            while self.company_sent < self.company_wanted:
                wanted = self.company_wanted
                found = await company.ask(self.code)
                html = around(self.table, found) if self.table else ""
                if html != self.company and await self._may_see_game():
                    await self.send(text_data=html)
                self.company, self.company_sent = html, wanted
        except Exception as gone:  # the socket may be gone; otherwise the next hint may succeed
            log.info("Could not send who is at a table: %s", gone)

    async def _end(self, found: Access) -> None:
        """Close the socket, so that the page is loaded again and says why; keep it open if the table was closed."""
        if found.reason is not Reason.CLOSED:
            await self.close(NOT_HERE)

    async def _show(self, table: Snapshot, found: Access) -> None:
        """Send what this viewer sees now, as far as it differs from what was sent before."""
        before, self.found = self.found, found
        if found.level < Level.SPECTATOR:
            await self._end(found)
            return
        version = (table.game, table.version)
        if version < self.shown or (version == self.shown and found == before):
            return
        if version != (self.shown[0], self.shown[1] + 1):
            self.sent = {}  # the page may show a version in between, from the answer to a click: send everything
        rendered = pieces(table, found.seat, self.preferences, open_hands=found.hands_are_open)
        news = [html for name, html in rendered.items() if self.sent.get(name) != html]
        self.sent, self.shown, self.table = rendered, version, table
        if news:
            await self.send(text_data="".join(news))


HINTS = {
    hints.GAME: GameConsumer._game_changed,
    hints.LOBBY: GameConsumer._lobby_changed,
    hints.CHAT: GameConsumer._chat_changed,
    hints.NOTICE: GameConsumer._notice,
}
