"""What all sockets have in common. They go down only: hints come in, and what the viewer may see goes out."""

from importlib import import_module
from types import SimpleNamespace
from typing import Any

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import get_user
from django.template.loader import render_to_string

from games import pulse
from games.people import addresses
from games.table import live
from games.threads import in_thread

SESSION_ENDED, NOT_ALLOWED = 4401, 4403


class Socket(AsyncWebsocketConsumer):
    groups = (live.EVERYBODY,)
    is_open = is_closed = False

    async def __call__(self, *line: Any) -> None:
        """However it ends, it is no longer counted then."""
        try:
            await super().__call__(*line)
        finally:
            pulse.change("sockets", -self.is_open)

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """One from a banned address is closed before it is open."""
        if await self._is_shut_out():
            await self.close(NOT_ALLOWED)
            raise StopConsumer
        await super().websocket_connect(message)

    async def addresses_changed(self, message: dict[str, Any]) -> None:
        """An address was banned; if it is this one's, nothing more is told."""
        if await self._is_shut_out():
            await self.close(NOT_ALLOWED)

    async def _is_shut_out(self) -> bool:
        return bool(await in_thread(addresses.sentence, (self.scope.get("client") or [""])[0]))

    async def close(self, *words: Any, **more: Any) -> None:
        self.is_closed = True
        await super().close(*words, **more)

    async def send(self, *words: Any, **more: Any) -> None:
        """What was being drawn when this end closed the socket has nowhere to go."""
        if not self.is_closed:
            await super().send(*words, **more)

    async def accept(self, *words: Any, **more: Any) -> None:
        await super().accept(*words, **more)
        if not self.is_open:
            self.is_open = True
            pulse.change("sockets", 1)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Channels would go to a thread and back before each message, to close connections that are too old. Here
        whoever uses the database gives the connection back, and a hint needs no thread."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"There is nothing that takes {message['type']}")
        await handler(message)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing is expected: what people do is posted."""

    async def sessions_ended(self, message: dict[str, Any]) -> None:
        """One of this person's sessions was ended; if it is this one's, nothing more is told."""
        if not await database_sync_to_async(self._is_still_logged_in)():
            await self.close(SESSION_ENDED)

    async def rights_changed(self, message: dict[str, Any]) -> None:
        """What this person may see has become less. Whoever shows something private looks again."""

    def _is_still_logged_in(self) -> bool:
        """Asked anew: what the socket began with may be gone, or the password be another one by now."""
        key = getattr(self.scope.get("session"), "session_key", None)
        request: Any = SimpleNamespace(session=import_module(settings.SESSION_ENGINE).SessionStore(key))
        return bool(get_user(request).pk == self.scope["user"].pk)

    async def answered(self, message: dict[str, Any]) -> None:
        """The staff has answered a report of this person; what it says stands on a page of its own."""
        await self.send(text_data=render_to_string("staff/_answered.html"))
