"""Load a table for a program: as much as its person may see. For outsiders there is no such table."""

from dataclasses import dataclass
from functools import cached_property

from games import access
from games.access import Access, Level, Reason, Rights
from games.models import Table, User
from games.refusals import NoTable
from games.table import snapshot
from games.table.loaders import access_to
from games.table.snapshot import Snapshot

NOTHING_THERE = "There is no such table, or it is not open to you."


@dataclass(frozen=True)
class LoadedTable:
    """A table, and its latest game if this person may see it."""

    rights: Rights
    game: Snapshot | None
    access: Access
    sits: bool
    """Whether they have a seat, in the lobby or in the game."""

    @property
    def seat(self) -> int | None:
        return self.access.seat

    @cached_property
    def table(self) -> Table:
        """The table with all its settings, which a running game does not need."""
        return Table.objects.select_related("host").get(code=self.rights.code)


def load_table(code: str, person: User) -> LoadedTable:
    rights = access.read(code)
    if rights is None or rights.is_closed:
        raise NoTable(access.decide(rights, person).reason.value)
    game = snapshot.latest(code)
    found = access_to(game, rights, person) if game else access.decide(rights, person)
    if found.level < Level.LOBBY:
        raise NoTable(found.reason.value if found.reason in TOLD else "not_shown")
    sits = person.pk in rights.sitting
    if game and found.seat is not None and not game.ended:
        sits = not game.sitters[found.seat].has_left
    return LoadedTable(rights, game if found.level >= Level.SPECTATOR else None, found, sits)


TOLD = (Reason.NO_TABLE, Reason.CLOSED, Reason.STAFF_BAN)
