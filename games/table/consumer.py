"""The socket of one viewer of one game: moves come up, and what this viewer may see and has not got yet goes down."""

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

from games.access import Access, Level, Reason
from games.chat import lookups as chat
from games.limits import TooMany, limit
from games.live import hints, round_trips
from games.live.batching import NewestLookup
from games.live.groups import Message
from games.live.listener import LOOK_AGAIN
from games.live.lost_hints import Stored
from games.live.round_trips import RoundTrips
from games.live.sockets import NOT_HERE
from games.live.table_sockets import TableSocket
from games.presence import company, windows
from games.table import services, snapshot, socket_moves, tips, writer
from games.table.loaders import access_to, table_seen_by
from games.table.pov import Preferences, around, pieces
from games.table.refusals import NoGame
from games.table.snapshot import Snapshot
from games.threads import in_thread

log = logging.getLogger("site.socket")
NOTHING_YET = (0, 0)
RECHECK_SECONDS = 0.1
"""How often rights are checked while many people come and go."""


def _kept(code: str, version: int) -> Snapshot | None:
    """What this process keeps; of an ended game only this version, because a newer one may be that of the next game."""
    table = snapshot.kept(code, version)
    return table if table and (table.version == version or not table.ended) else None


newest = NewestLookup(_kept, lambda code: snapshot.latest(code), lambda table: table.version)


class GameConsumer(TableSocket):
    """Plays the moves of one viewer, and sends them what changes."""

    tips_left: tuple[str, ...] = ()
    trips: RoundTrips | None = None
    arrived = 0.0
    """When the last message of the page arrived."""

    async def __call__(self, *line: Any) -> None:
        try:
            await super().__call__(*line)
        finally:
            if self.trips and self.person:
                round_trips.forget((self.code, self.person.pk), self.trips)

    async def connect(self) -> None:
        self.begin_at(self.scope["url_route"]["kwargs"]["code"])
        self.loaded = self.scope.get("query_string", b"").decode("latin1")
        self.preferences = Preferences.of(self.person)
        if self.person:
            self.tips_left = tuple(self.person.tips_left.split())
        self.table: Snapshot | None = None
        self.found: Access | None = None
        self.company, self.company_is_old, self.has_arrived = "", True, False
        self.asking_company: asyncio.Task[None] | None = None
        await self.join(hints.group(self.code))
        try:
            table, found = await in_thread(table_seen_by, self.code, self.person)
        except NoGame:
            await self.refuse(NOT_HERE)
        if self.person:
            await self.join(hints.person_group(self.person.pk))
            await windows.arrive(self.code, self.person.pk, at_game=True)
            self.has_arrived = True
        await self.begin()
        await self._show(table, found)
        self._ask_company()

    @property
    def shown(self) -> tuple[int, int]:
        return (self.table.game, self.table.version) if self.table else NOTHING_YET

    async def disconnect(self, code: int) -> None:
        if self.asking_company:
            self.asking_company.cancel()
        if self.person and self.has_arrived:
            await windows.depart(self.code, self.person.pk)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Play a move of this viewer, or measure the answer to a ping."""
        self.arrived = time.monotonic()
        if answered := socket_moves.read_answer(text_data):
            await self._note_answer(answered)
            return
        try:
            answer = await writer.play(self, text_data)
            if answer.table:
                await self._show(answer.table, await self._access_to(answer.table))
            await self.send(text_data=answer.to_json())
        except Exception as error:  # without an answer, the page sends the same move again
            await self.recover(error)

    async def _note_answer(self, nonce: str) -> None:
        with suppress(TooMany):
            await self._count_answer()
            if self.trips:
                self.trips.answer(nonce, self.arrived)

    @limit("answer a ping", 120, per=30, is_local=True)
    async def _count_answer(self) -> None:
        """The decorator counts and refuses."""

    async def _ping(self, table: Snapshot, seat: int | None) -> None:
        """Measure the round trip of a player who may be in a race."""
        if seat is None or self.person is None or table.ended or not table.state.rules.has_calls:
            return
        if self.trips is None:
            self.trips = RoundTrips()
            round_trips.watch((self.code, self.person.pk), self.trips)
        if nonce := self.trips.ping(time.monotonic(), is_urgent=bool(table.state.windows)):
            await self.send(text_data=f"ping {nonce}")

    def delay_of(self, message: Message) -> float:
        return RECHECK_SECONDS if message.get("what") == hints.LOBBY else 0.0

    async def update(self, news: list[Message]) -> None:
        versions = [message["version"] for message in news if message.get("what") == hints.GAME]
        if LOOK_AGAIN in news:
            table = await in_thread(snapshot.latest, self.code)
        else:
            table = await newest.at_least(self.code, max(versions)) if versions else self.table
        if table:
            await self._show(table, await self._access_to(table))
        await self._send_messages([message for message in news if message["type"] == "hint"])

    async def _send_messages(self, found: list[Message]) -> None:
        """Send the chat, and notices of the staff: those also to viewers of the table that they have just closed."""
        sees_game = self.found is not None and self.found.level >= Level.SPECTATOR
        sees_notices = sees_game or (self.found is not None and self.found.reason is Reason.CLOSED)
        what = {message["what"] for message in found}
        if hints.CHAT in what and sees_game:
            await self.send(text_data=await chat.chat(self.code, self.person))
        if hints.REACTION in what and sees_game:
            await self.send(text_data=await chat.reactions_at(self.code, self.person))
        for message in found:
            if message["what"] == hints.NOTICE and sees_notices:
                await self.send(text_data=await chat.staff_notice(self.code, message["version"]))
        if hints.LOBBY in what:
            self._ask_company()

    async def catch_up(self, stored: Stored) -> None:
        await super().catch_up(stored)
        if stored.game and stored.game > self.shown:
            self.take(LOOK_AGAIN)

    async def _access_to(self, table: Snapshot) -> Access:
        return access_to(table, await self.rights(), self.person)

    def _ask_company(self) -> None:
        self.company_is_old = True
        if self.asking_company is None:
            self.asking_company = asyncio.create_task(self._send_company())

    async def _send_company(self) -> None:
        """Send who watches and who is not connected; when many people come and go at once, only once."""
        try:
            while self.company_is_old:
                self.company_is_old = False
                found = await company.ask(self.code)
                html = around(self.table, found, self.found.seat if self.found else None) if self.table else ""
                if html != self.company and self.table:
                    access_now = await self._access_to(self.table)
                    await self._show(self.table, access_now)
                    if access_now.level >= Level.SPECTATOR:
                        await self.send(text_data=html)
                self.company = html
        except Exception as gone:  # the socket may be gone; otherwise the next hint may succeed
            log.info("Could not send who is at a table: %s", gone)
        self.asking_company = None

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
            self.sent = ()  # the page may show a version in between, from the answer to a click: send everything
        rendered = pieces(
            table,
            found.seat,
            self.preferences,
            open_hands=found.hands_are_open,
            is_closed=found.reason is Reason.CLOSED,
        )
        self.table = table
        await self.send_changes(rendered)
        await self._send_tip(table, found.seat)
        await self._ping(table, found.seat)

    async def _send_tip(self, table: Snapshot, seat: int | None) -> None:
        """Send the tip that helps now, each once."""
        if found := tips.find(table, seat, self.tips_left, services.seconds):
            self.tips_left = tuple(code for code in self.tips_left if code != found.code)
            await self.send(text_data=tips.render_tip(found))
