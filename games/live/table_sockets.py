"""The base class of the sockets at one table, where access is checked before every push."""

from typing import Any

from games import access
from games.access import Rights
from games.live import hints, lost_hints
from games.live.batching import NewestLookup
from games.live.groups import Message
from games.live.listener import LOOK_AGAIN
from games.live.sockets import SESSION_ENDED, Socket
from games.models import User
from games.threads import in_thread

_rights = NewestLookup(access.kept, access.read, lambda rights: rights.version)


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
