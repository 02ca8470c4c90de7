"""The base classes of all sockets: hints come in, and what the viewer may see goes out."""

import asyncio
import logging
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any, NoReturn

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.contrib.auth import get_user
from django.template.loader import render_to_string

from games import access, metrics
from games.access import Rights
from games.bans import addresses
from games.limits import TooMany, clients_of, limit
from games.live import hints, lost_hints
from games.live.batching import NewestLookup
from games.live.groups import Message
from games.live.listener import Listener
from games.models import User
from games.storage import trouble
from games.threads import in_thread
from games.wording.site import TOO_MANY_PAGES

log = logging.getLogger("site.socket")
TRY_AGAIN = 1011
SESSION_ENDED, NOT_ALLOWED, NOT_HERE, TOO_MANY = 4401, 4403, 4404, 4429
MOST_OF_PERSON = 30
MOST_OF_ADDRESS, MOST_OF_ADDRESS_TOGETHER = 60, 600
"""Sockets that may be open at once in a process: for an address without known people, and for all its known people."""
RETRY_SECONDS = 1.0
"""When the database does not answer, sockets look again after this time."""
LOOK_AGAIN: Message = {"type": "look.again"}
"""Tells a socket that hints may have been lost: what is stored is newer than what it shows."""
_open: Counter[str] = Counter()
_rights = NewestLookup(access.kept, access.read, lambda rights: rights.version)


class Socket(Listener, AsyncWebsocketConsumer):
    """A socket that shows something. One task handles what its groups are told, and sends what has changed.

    Without a channel of its own, a socket costs neither memory nor time in the channel layer: see `games.live.groups`.
    """

    channel_layer_alias = "none"
    sent: Sequence[int] = ()
    """The hashes of the fragments that its page shows."""
    following: "asyncio.Task[None] | None" = None
    is_open = is_closed = False
    counted: tuple[str, ...] = ()

    async def __call__(self, *line: Any) -> None:
        """Stop listening and counting when the socket ends, however that happens."""
        self.begin_to_listen()
        try:
            await super().__call__(*line)
        finally:
            if self.following:
                self.following.cancel()
            self.leave_all()
            metrics.change_gauge("sockets", -self.is_open)
            _open.subtract(self.counted)
            for who in self.counted:
                if not _open[who]:
                    del _open[who]

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """Refuse sockets from banned addresses, and too many sockets."""
        await self.join(hints.ALL_SOCKETS)
        if await self._is_shut_out():
            await self.refuse(NOT_ALLOWED)
        try:
            await self._check_number()
        except TooMany as refusal:
            await self.refuse(TOO_MANY, str(refusal))
        if self._is_one_too_many():
            metrics.record_limited("open sockets", self.counted[-1])
            await self.refuse(TOO_MANY, TOO_MANY_PAGES)
        await super().websocket_connect(message)

    @limit("open a socket", 120, per=60)
    async def _check_number(self) -> None:
        """The decorator counts and refuses."""

    def _is_one_too_many(self) -> bool:
        address, *person = clients_of(self)
        self.counted = (f"{address} together" if person else address, *person)
        _open.update(self.counted)
        most = MOST_OF_ADDRESS_TOGETHER if person else MOST_OF_ADDRESS
        return _open[self.counted[0]] > most or any(_open[who] > MOST_OF_PERSON for who in person)

    async def refuse(self, code: int, sentence: str = "") -> NoReturn:
        """Close the socket with a reason. Browsers tell a page this reason only if the socket was open before; without
        one, the page would try again and again instead of showing what has become of the table."""
        await super().accept()
        await self.close(code, sentence)
        raise StopConsumer

    async def _is_shut_out(self) -> bool:
        return bool(await in_thread(addresses.is_banned, (self.scope.get("client") or [""])[0]))

    async def close(self, *words: Any, **more: Any) -> None:
        self.is_closed = True
        await super().close(*words, **more)

    async def send(self, *words: Any, **more: Any) -> None:
        """Drop what was still being rendered when the socket was closed."""
        if not self.is_closed:
            await super().send(*words, **more)

    async def send_changes(self, rendered: Mapping[str, str]) -> None:
        """Send those fragments of the page that differ from what was sent before."""
        shown = frozenset(self.sent)
        news = "".join(html for html in rendered.values() if hash(html) not in shown)
        self.sent = array("q", map(hash, rendered.values()))  # a tenth of the memory of a set
        if news:
            await self.send(text_data=news)

    async def accept(self, *words: Any, **more: Any) -> None:
        await super().accept(*words, **more)
        if not self.is_open:
            self.is_open = True
            metrics.change_gauge("sockets", 1)

    async def begin(self) -> None:
        """Accept the socket, and send what changes from now on."""
        await self.accept()
        self.following = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        while not self.is_closed:
            news = await self.collected()
            try:
                await self._handle(news)
            except Exception as error:
                await self.recover(error, news)

    async def recover(self, error: Exception, news: Sequence[Message] = ()) -> None:
        """Look again soon if the database does not answer. After another error, close the socket: the browser connects
        again, and gets everything."""
        if sentence := trouble(error):
            log.warning("A socket waits: %s", sentence)
            for message in news:
                asyncio.get_running_loop().call_later(RETRY_SECONDS, self.take, message)
        else:
            log.exception("A socket has failed")
            await self.close(TRY_AGAIN)

    async def _handle(self, news: list[Message]) -> None:
        kinds = {message["type"] for message in news}
        if "addresses.changed" in kinds and await self._is_shut_out():
            await self.close(NOT_ALLOWED)
        if "sessions.ended" in kinds and not await in_thread(self._is_still_logged_in):
            await self.end_session()
        if "answered" in kinds:  # the staff has answered a report of this person
            await self.send(text_data=render_to_string("staff/_answered.html"))
        if "rights.changed" in kinds:
            await self.rights_changed()
        if not self.is_closed:
            await self.update(news)

    async def update(self, news: list[Message]) -> None:
        """Send what has changed for this viewer."""
        raise NotImplementedError

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message of the browser without the change of threads with which Channels closes old connections to
        the database: all database work is done by `in_thread`, which gives its connection back."""
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore messages from browsers: they send what people do in POST requests."""

    async def rights_changed(self) -> None:
        """Load again what this person may see; sockets that show something private override this."""

    async def end_session(self) -> None:
        await self.close(SESSION_ENDED)

    @property
    def session_key(self) -> str | None:
        return getattr(self.scope.get("session"), "session_key", None)

    def _is_still_logged_in(self) -> bool:
        """Read the session again: it may have been deleted, or the password may have changed."""
        request: Any = SimpleNamespace(session=type(self.scope["session"])(self.session_key))
        return bool(get_user(request).pk == self.scope["user"].pk)


class TableSocket(Socket):
    """A socket at one table. Access is checked on connect and before every push."""

    code: str
    person: User | None
    rights_version = 0
    """The newest version of the table in any hint: older rights are not used any more."""

    async def __call__(self, *line: Any) -> None:
        try:
            await super().__call__(*line)
        finally:
            if self.is_open:
                lost_hints.forget(self)

    async def accept(self, *words: Any, **more: Any) -> None:
        await super().accept(*words, **more)
        lost_hints.watch(self)
        known = access.kept(self.code, 0)
        self.note_rights(known.version if known else 0)

    def begin_at(self, code: str) -> None:
        self.code = code
        self.person = self.scope["user"] if self.scope["user"].is_authenticated else None

    async def rights(self) -> Rights | None:
        return await _rights.at_least(self.code, self.rights_version)

    def note_rights(self, version: int) -> None:
        self.rights_version = max(self.rights_version, version)

    def take(self, message: Message) -> None:
        if message["type"] == "hint" and message["what"] == hints.LOBBY:
            self.note_rights(message["version"])
        super().take(message)

    async def rights_changed(self) -> None:
        """Load the person again, because something such as a ban has changed."""
        if self.person:
            self.person = await in_thread(User.objects.filter(pk=self.person.pk).first)
            if self.person is None:
                await self.close(SESSION_ENDED)

    async def turn_away(self) -> None:
        self.take({"type": "rights.changed"})

    async def catch_up(self, stored: lost_hints.Stored) -> None:
        """Look again if what is stored is newer than what is shown."""
        if stored.version > self.rights_version:
            self.note_rights(stored.version)
            self.take(LOOK_AGAIN)
