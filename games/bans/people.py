"""Bans and mutes of people: which of them are in force, and the sentences that explain them."""

from datetime import UTC, datetime
from typing import NamedTuple

from django.utils import timezone

from games.bans.refusals import Banned
from games.models import Sanction, User
from games.wording import people

FOR_GOOD = datetime(9999, 12, 31, tzinfo=UTC)


class InForce(NamedTuple):
    """A ban or a mute that has not ended yet. Without `until` it never does."""

    until: datetime | None
    reason: str


def ban_of(person: User) -> InForce | None:
    """Return the ban that keeps a person from playing now."""
    return _in_force(person, person.banned_until, Sanction.Kind.BAN)


def mute_of(person: User) -> InForce | None:
    """Return the mute that keeps a person from writing now."""
    return _in_force(person, person.muted_until, Sanction.Kind.MUTE)


def _in_force(person: User, until: datetime | None, kind: str) -> InForce | None:
    if until is None or until <= timezone.now():
        return None
    sanction = person.sanctions.filter(kind=kind, lifted_at=None).first()
    return InForce(end_of(until), sanction.reason if sanction else "")


def end_of(until: datetime) -> datetime | None:
    """Return when a ban ends; `None` if it never does."""
    return until if until < FOR_GOOD else None


def ban_sentence(person: User) -> str:
    """Return why a person may not play now; empty when they may."""
    ban = ban_of(person)
    return people.ban("banned", **ban._asdict()) if ban else ""


def check_not_banned(person: User) -> None:
    """Refuse a person who is banned."""
    if ban := ban_of(person):
        raise Banned("banned", ban.until, ban.reason)
