"""A stream of a lobby: a line for every change of the table between games, and for every message of the chat."""

from collections.abc import AsyncIterator, Iterator

from games.api.loaders import load_table
from games.api.pov import Plain, to_json
from games.api.program_stream import ProgramStream, check_token
from games.api.serializers import serialize_message, serialize_table
from games.api.stream_lines import render_heartbeat
from games.chat import pov as chat
from games.models import Token
from games.threads import in_thread

TABLE, CHAT = "table", "chat"
NOTHING_YET = -1
"""A version before that of a new table."""


class LobbyStream(ProgramStream):
    """The stream of a lobby. It begins with the table as it is now, and with the messages after the newest one."""

    def __init__(self, code: str, token: Token, address: str, host: str) -> None:
        super().__init__(code, token, address)
        self.host, self.rights_version = host, NOTHING_YET
        self.message: int | None = None
        """The number of the last message that was sent."""

    async def follow(self) -> AsyncIterator[bytes]:
        yield render_heartbeat(max(0, self.rights_version))
        while True:
            for line in await in_thread(self._lines):
                yield line
            news = await self.wait_for_news()
            check_token(news)
            if not news:
                yield render_heartbeat(max(0, self.rights_version))

    def _lines(self) -> list[bytes]:
        self.check_program()
        return [to_json(line) + b"\n" for line in self._changes()]

    def _changes(self) -> Iterator[Plain]:
        table = load_table(self.code, self.person).table
        if table.version > self.rights_version:
            self.rights_version = table.version
            yield {"type": TABLE, "version": table.version, "table": serialize_table(table, self.host)}
        found = chat.chat_of(self.code, self.person)
        for message in found.lines if self.message is not None else ():
            if message.number > (self.message or 0):
                yield {"type": CHAT, "version": table.version, "message": serialize_message(message)}
        self.message = max(self.message or 0, found.version)
