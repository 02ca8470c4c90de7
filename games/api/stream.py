"""A stream of a game: a line for every version, with no gaps, while the token is valid and the seat is kept.

Streams get the same hints as sockets. A line is rendered once for all who see the same, and a stream queries the
database only when it has missed a version or rights may have changed.
"""

from collections.abc import AsyncIterator

from games import access
from games.access import Access, Level
from games.api import versions
from games.api.loaders import load_table
from games.api.pov import Vocabulary
from games.api.program_stream import ProgramStream, StreamEnded, check_token
from games.api.stream_lines import render_heartbeat, render_line
from games.live import hints, lost_hints
from games.live.groups import Message
from games.live.listener import LOOK_AGAIN
from games.models import Token
from games.table import snapshot
from games.table.loaders import access_to, check
from games.table.snapshot import Snapshot
from games.threads import in_thread

RELOADS = ("rights.changed", "addresses.changed", LOOK_AGAIN["type"])
"""Messages after which a stream loads again what its person may see."""


def _is_reload(message: Message) -> bool:
    return message["type"] in RELOADS or message.get("what") == hints.LOBBY


class Stream(ProgramStream):
    """The stream of a game. `game` and `shown` are the game and version it was last sent."""

    def __init__(
        self,
        code: str,
        token: Token,
        address: str,
        sits: bool,
        game: int = 0,
        shown: int | None = None,
        vocabulary: Vocabulary = Vocabulary.BOTH,
    ) -> None:
        super().__init__(code, token, address)
        self.sits, self.game, self.shown, self.vocabulary = sits, game, shown, vocabulary
        self.access = Access(Level.NOTHING)

    async def catch_up(self, stored: lost_hints.Stored) -> None:
        if stored.game is not None and stored.game > (self.game, self.shown or 0):
            self.take(LOOK_AGAIN)
        await super().catch_up(stored)

    async def follow(self) -> AsyncIterator[bytes]:
        newest = await in_thread(self._load)
        self._begin(newest)
        # Servers send the headers of a response together with the first part of its body, so send one at once.
        yield render_heartbeat(self.shown or 0)
        while True:
            for version in await self._missing(newest):
                yield self._render(version)
            news = await self.wait_for_news()
            if not news:
                yield render_heartbeat(self.shown or 0)
            newest = await self._newest(news)

    def _render(self, version: Snapshot) -> bytes:
        """Render a version. Open hands are shown only in the latest game: access was not checked for earlier ones."""
        open_hands = self.access.hands_are_open and version.game == self.game
        return render_line(version, version.seat_of(self.person.pk), open_hands, self.vocabulary)

    def _begin(self, newest: Snapshot | None) -> None:
        """Choose where to start: without `since`, at the current version, or at the next game if this one has ended."""
        if newest is None:
            self.shown = 0
        elif self.shown is None:
            self.game, self.shown = newest.game, newest.version - (not newest.ended)
        elif not self.game:
            # A version that the newest game does not have yet is one of an earlier game.
            self.game, self.shown = newest.game, self.shown if self.shown <= newest.version else 0

    async def _newest(self, news: list[Message]) -> Snapshot | None:
        """Return the current version. Load it only if this process does not have it, or rights may have changed."""
        check_token(news)
        if news and not any(map(_is_reload, news)):
            known, rights = snapshot.kept(self.code), access.kept(self.code, self.rights_version)
            version = max((message["version"] for message in news if message.get("what") == hints.GAME), default=0)
            if known and rights and known.game == self.game and known.version >= version:
                return self._still_sits(known, access_to(known, rights, self.person))
        return await in_thread(self._load)

    def _still_sits(self, known: Snapshot, found: Access) -> Snapshot:
        if self.sits and (found.seat is None or known.sitters[found.seat].has_left):
            raise StreamEnded
        self.access = check(known, found)
        return known

    def _load(self) -> Snapshot | None:
        """Load the person, their token and what they may see of the table from the database."""
        self.check_program()
        loaded = load_table(self.code, self.person)
        if self.sits and not loaded.sits:
            raise StreamEnded
        self.sits, self.access, self.rights_version = loaded.sits, loaded.access, loaded.rights.version
        return loaded.game

    async def _missing(self, newest: Snapshot | None) -> list[Snapshot]:
        """Return the versions to send. When a new game has started, the rest of the previous one comes first."""
        if newest is None:
            return []
        missing: list[Snapshot] = []
        if newest.game != self.game:
            missing = await in_thread(self._rest_of, self.game) if self.game else []
            self.game, self.shown = newest.game, 0
        shown = self.shown or 0
        if newest.version > shown:
            found = versions.all_remembered(shown, newest)
            missing += found if found is not None else await in_thread(versions.after, shown, newest)
            self.shown = newest.version
        return missing

    def _rest_of(self, game: int) -> list[Snapshot]:
        """Return the rest of an earlier game, if this person may see it: its number comes from the program."""
        last = versions.older_game(game, self.code)
        if last is None or last.version <= (self.shown or 0):
            return []
        found = access_to(last, access.read(self.code), self.person)
        return versions.after(self.shown or 0, last) if found.level >= Level.SPECTATOR else []
