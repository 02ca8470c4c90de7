"""Loading a table for a program: it gets what its owner may see, and to outsiders there is no such table."""

from dataclasses import dataclass

from games import access
from games.access import Access, Level, Reason
from games.models import Player, Table, User
from games.refusals import NoTable
from games.table import snapshot
from games.table.loaders import access_to
from games.table.snapshot import Snapshot

NOTHING_THERE = "There is no such table, or it is not open to you."


@dataclass(frozen=True)
class Seen:
    """A table as somebody has loaded it: the game that was dealt last, as far as they may see one."""

    table: Table
    game: Snapshot | None
    access: Access
    sits: bool
    """Whether they hold a seat, in the lobby or in the game."""

    @property
    def seat(self) -> int | None:
        return self.access.seat


def table_seen(code: str, person: User) -> Seen:
    table = Table.objects.select_related("host").filter(code=code).first()
    rights = access.read_of(table) if table else None
    if table is None or rights is None or rights.is_closed:
        raise NoTable(access.decide(rights, person).reason.sentence)
    game = snapshot.latest(code)
    found = access_to(game, rights, person) if game else access.decide(rights, person)
    if found.level < Level.LOBBY:
        raise NoTable(found.reason.value if found.reason in TOLD else "not_shown")
    sits = person.pk in rights.sitting
    if game and found.seat is not None and not game.ended:
        sits = not game.sitters[found.seat].has_left
    return Seen(table, game if found.level >= Level.SPECTATOR else None, found, sits)


TOLD = (Reason.NO_TABLE, Reason.CLOSED, Reason.STAFF_BAN)


def has_played(code: str, person: User, key: str) -> bool:
    """Whether a request that comes again has been played in the last game of a table, which may have ended by it."""
    players = Player.objects.filter(game__table__code=code, person=person)
    return players.filter(game__entries__key=key).exists()
