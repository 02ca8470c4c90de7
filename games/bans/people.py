"""Bans and mutes of people, as the sentences that explain them."""

from datetime import UTC, datetime

from django.utils import timezone

from games.bans.refusals import Banned
from games.models import Sanction, User

BANNED = "You are banned"
FOR_GOOD = datetime(9999, 12, 31, tzinfo=UTC)


def ban_sentence(person: User) -> str:
    """Why somebody may not play now; nothing when they may."""
    return _sentence(person, person.banned_until, Sanction.Kind.BAN, "You are banned from this site")


def mute_sentence(person: User) -> str:
    """Why somebody may not write now; nothing when they may."""
    return _sentence(person, person.muted_until, Sanction.Kind.MUTE, "You may not write")


def _sentence(person: User, until: datetime | None, kind: str, what: str) -> str:
    if until is None or until <= timezone.now():
        return ""
    decided = person.sanctions.filter(kind=kind, lifted_at=None).first()
    return ban_words(what, until, decided.reason if decided else "")


def ban_words(what: str, until: datetime, reason: str) -> str:
    """A ban as one sentence: what is banned, until when, and why."""
    return f"{what} {until_words(until)}.{f' Reason: {reason}' if reason else ''}"


def until_words(until: datetime) -> str:
    return "for good" if until >= FOR_GOOD else f"until {until:%d %B %Y, %H:%M} UTC"


def check_not_banned(person: User) -> None:
    if sentence := ban_sentence(person):
        raise Banned(BANNED, sentence)
