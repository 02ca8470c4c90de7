"""Locking a table for a change, and announcing the change: what all services that change a lobby share."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games import access
from games.access import Access, Level, Reason
from games.bans import people as bans
from games.live import hints
from games.models import Game, Place, Table, User, Visibility
from games.refusals import NoTable, NotAllowed, Outside, Refusal

PLAYING = "A game is running at this table. Wait until it is over."


def check_open(table: Table | None) -> Table:
    if table is None:
        raise NoTable(Reason.NO_TABLE.sentence)
    if table.closed_at:
        raise NoTable(Reason.CLOSED.sentence)
    return table


@contextmanager
def locked(code: str) -> Iterator[Table]:
    """Lock a table for the block, and yield it."""
    with transaction.atomic():
        yield check_open(Table.objects.select_for_update().filter(code=code).first())


@contextmanager
def locked_by_host(code: str, person: User) -> Iterator[Table]:
    with locked(code) as table:
        if table.host_id != person.pk:
            raise NotAllowed("Only the host of the table can do that.")
        yield table


def save_change(table: Table, *fields: str) -> None:
    """Store these fields, give the lobby a new version, and send a hint after commit."""
    table.version += 1
    table.touched_at, table.closes_at = timezone.now(), None
    table.save(update_fields=[*fields, "version", "touched_at", "closes_at"])
    announce_change(table)


def bump_version(table: Table) -> None:
    """Give the lobby a new version for a change that no person made, which does not count as activity at the table."""
    table.version += 1
    table.save(update_fields=["version"])
    announce_change(table)


def announce_change(table: Table) -> None:
    hints.announce(table.code, hints.LOBBY, table.version)
    if table.visibility == Visibility.PUBLIC:
        hints.announce_list()


def is_playing(table: Table) -> bool:
    return Game.objects.filter(table=table, ended_at=None).exists()


def check_not_playing(table: Table) -> None:
    if is_playing(table):
        raise Refusal(PLAYING)


def place_of(table: Table, person: User) -> Place | None:
    return Place.objects.filter(table=table, person=person).first()


def own_place(table: Table, person: User) -> Place:
    place = place_of(table, person)
    if place is None:
        raise Refusal("You have no seat at this table.")
    return place


def admit(table: Table, person: User, level: Level = Level.LOBBY) -> Access:
    """Return a person's access to a table that is loaded; refuse if it is less than this level."""
    return check_access(access.decide(access.read_of(table), person), person, level)


def check_access(found: Access, person: User | None, level: Level = Level.LOBBY) -> Access:
    """Return the access if it is enough; otherwise refuse with the reason."""
    if found.level >= level:
        return found
    if found.reason in (Reason.NO_TABLE, Reason.CLOSED):
        raise NoTable(found.reason.sentence)
    banned = bans.ban_sentence(person) if person and found.reason is Reason.STAFF_BAN else ""
    raise Outside(banned or found.reason.sentence, found)


def now() -> datetime:
    return timezone.now()
