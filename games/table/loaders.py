"""Loading a table for somebody: who may not see it does not get it."""

from games.models import Table, User, Visibility, Watching
from games.table import snapshot
from games.table.refusals import NoGame
from games.table.snapshot import Snapshot

NOTHING_THERE = "There is no such table, or it is not open to you."


def table_seen_by(code: str, person: User | None) -> tuple[Snapshot, int | None]:
    """The newest game of a table and the seat of whoever looks; to outsiders there is no such table."""
    game = snapshot.latest(code)
    if game is None:
        raise NoGame(NOTHING_THERE)
    seat = game.seat_of(person.pk if person else None)
    if seat is None and not may_watch(code, person):
        raise NoGame(NOTHING_THERE)
    return game, seat


def may_watch(code: str, person: User | None) -> bool:
    """Whether somebody without a seat may look on: where watching is allowed, and behind a password only visitors."""
    table = Table.objects.filter(code=code, closed_at=None).first()
    if table is None or table.watching == Watching.NOBODY:
        return False
    if person and table.bans.filter(person=person).exists():
        return False
    if table.visibility != Visibility.PASSWORD:
        return True
    return person is not None and (
        table.visitors.filter(person=person).exists() or table.places.filter(person=person).exists()
    )
