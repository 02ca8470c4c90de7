"""Locks a table for a change, and does what every change of a lobby needs."""

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


def check_open(table: Table | None) -> Table:
    if table is None:
        raise NoTable(Reason.NO_TABLE.value)
    if table.closed_at:
        raise NoTable(Reason.CLOSED.value)
    return table


@contextmanager
def locked(code: str) -> Iterator[Table]:
    """Yield the table, locked against other changes until the end of the block."""
    with transaction.atomic():
        yield check_open(Table.objects.select_for_update().filter(code=code).first())


@contextmanager
def locked_by_host(code: str, person: User) -> Iterator[Table]:
    with locked(code) as table:
        if table.host_id != person.pk:
            raise NotAllowed("host_only")
        yield table


def save_change(table: Table, *fields: str) -> None:
    """Store the changed fields, give the lobby a new version, and send a hint after the commit."""
    table.version += 1
    table.touched_at, table.closes_at = timezone.now(), None
    table.save(update_fields=[*fields, "version", "touched_at", "closes_at"])
    announce_change(table)


def bump_version(table: Table) -> None:
    """Give the lobby a new version without counting as activity, so that an unused table still closes."""
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
        raise Refusal("game_running")


def place_of(table: Table, person: User) -> Place | None:
    return Place.objects.filter(table=table, person=person).first()


def own_place(table: Table, person: User) -> Place:
    place = place_of(table, person)
    if place is None:
        raise Refusal("not_seated")
    return place


def admit(table: Table, person: User, level: Level = Level.LOBBY) -> Access:
    """Return a person's access to a loaded table, or refuse them if it is below this level."""
    return check_access(access.decide(access.read_of(table), person), person, level)


def check_access(found: Access, person: User | None, level: Level = Level.LOBBY) -> Access:
    """Return the access if it reaches this level, or refuse with its reason."""
    if found.level >= level:
        return found
    if found.reason in (Reason.NO_TABLE, Reason.CLOSED):
        raise NoTable(found.reason.value)
    ban = bans.ban_of(person) if person and found.reason is Reason.STAFF_BAN else None
    raise Outside(found, "banned", **ban._asdict()) if ban else Outside(found)


def now() -> datetime:
    return timezone.now()
