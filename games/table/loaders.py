"""Load games with the access of the person who asks; refuse those who may not see them."""

from games import access
from games.access import Access, Level
from games.models import User
from games.table import snapshot
from games.table.refusals import NotOpen
from games.table.snapshot import Snapshot


def table_seen_by(code: str, person: User | None) -> tuple[Snapshot, Access]:
    """Return the newest game of a table and how this person may see it; raise `NotOpen` if they may not, or if there is
    none."""
    table = snapshot.latest(code)
    rights = access.read(code)
    if table is None:
        raise NotOpen(access.decide(rights, person))
    return table, check(table, access_to(table, rights, person))


def access_to(table: Snapshot, rights: access.Rights | None, person: User | None) -> Access:
    """Return what a person may see of a game that is already loaded."""
    seat = table.seat_of(person.pk if person else None)
    return access.decide(rights, person, seat, table.ended, table.watching)


def check(table: Snapshot, found: Access) -> Access:
    if found.level < Level.SPECTATOR:
        raise NotOpen(found)
    return found
