"""The base classes of all sockets: hints come in, and what the viewer may see goes out."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from types import SimpleNamespace
from typing import Any, Literal, NoReturn

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.contrib.auth import get_user
from django.template.loader import render_to_string

from games import metrics
from games.bans import addresses
from games.fragments import Rendered
from games.limits import TooMany, clients_of, limit
from games.live import eager, hints
from games.live.groups import Message
from games.live.listener import Listener
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
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
_open: Counter[str] = Counter()


class Socket(Listener, AsyncWebsocketConsumer):
    """A socket that shows something. One task handles what its groups are told, and sends what has changed.

    Without a channel of its own, a socket costs neither memory nor time in the channel layer: see `games.live.groups`.
    """

    sent: Sequence[int] = ()
    """The hashes of the fragments that its page shows."""
    loaded = ""
    """The fingerprint of the fragments that its page was loaded with, until the first of them are sent."""
    following: "asyncio.Task[None] | Literal[True] | None" = None
    """The task that handles what was collected, or True before it is known whether that needs one."""
    groups = ()
    """Channels would keep an empty list for each socket. As long as these have few attributes, Python keeps the names
    once for all, which saves 1.5 kB for each."""
    is_open = is_closed = has_begun = False
    counted: tuple[str, ...] = ()

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Handle the messages of the browser one after the other. Stop listening and counting when the socket ends,
        however that happens.

        Channels would wait in a task of its own for each kind of message, which takes 2 kB for each socket.
        """
        self.scope, self.base_send = scope, send
        self.begin_to_listen()
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        finally:
            if isinstance(self.following, asyncio.Task):
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

    async def send_changes(self, rendered: Rendered) -> None:
        """Send those fragments of the page that differ from what was sent before."""
        loaded, self.loaded = self.loaded, ""
        news = "" if loaded and loaded == rendered.fingerprint else rendered.changes_since(self.sent)
        self.sent = rendered.hashes
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
        self.has_begun = True
        if self.is_due:
            self.wake()

    def wake(self) -> None:
        super().wake()
        if self.has_begun and not self.following:
            self.following = True
            self.following = eager.begin(self._follow())

    async def _follow(self) -> None:
        """Handle what has been collected. It ends then: an idle socket has no task."""
        while self.is_due and not self.is_closed:
            news = self.collected()
            try:
                await self._handle(news)
            except Exception as error:
                await self.recover(error, news)
        self.following = None

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
        if "invitations.changed" in kinds:  # the page asks for them, as this person
            await self.send(text_data=render_to_string("people/_invitations_changed.html"))
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
