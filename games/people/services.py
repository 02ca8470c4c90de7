"""Every write to a person, and everything we know about one."""

from collections.abc import Mapping
from datetime import UTC, datetime
from random import Random
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.api import services as programs
from games.engine import Rules
from games.fields import clean_name, name_key
from games.models import Entry, Player, Sanction, User, new_face, today
from games.people import guests
from games.people.refusals import Banned
from games.storage import best_effort
from games.table import live

BANNED = "You are banned"
FOR_GOOD = datetime(9999, 12, 31, tzinfo=UTC)
PREFERENCES = ("theme", "motion", "sound", "color_symbols", "hand_order", "card_hints", "confirm_play")


class NameTaken(ValidationError):
    def __init__(self) -> None:
        super().__init__("Somebody already has that name. Try another one.", code="taken")


def welcome_guest(chance: Random | None = None) -> User:
    """A new guest under the first free friendly name. Two arriving at once cannot get the same one."""
    for name in guests.names(chance):
        try:
            with transaction.atomic():
                return User.objects.create_user(name, is_guest=True)
        except IntegrityError:
            continue
    raise NameTaken


def free_name(text: str, besides: User | None = None) -> str:
    """The name as it is kept, when nobody (besides one person) has it; else a sentence."""
    name = clean_name(text)
    if User.objects.filter(name_key=name_key(name)).exclude(pk=besides.pk if besides else 0).exists():
        raise NameTaken
    return name


def rename(person: User, text: str) -> None:
    name = free_name(text, besides=person)
    before, person.name = person.name, name
    try:
        with transaction.atomic():
            person.save(update_fields=["name"])
    except IntegrityError:
        # Somebody took the name between the look and the write.
        person.name = before
        raise NameTaken from None


def change_face(person: User) -> None:
    person.face = new_face()
    person.save(update_fields=["face"])


def set_preferences(person: User, choices: Mapping[str, Any]) -> None:
    for preference in PREFERENCES:
        setattr(person, preference, choices[preference])
    person.save(update_fields=PREFERENCES)


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


def is_gone(person: Any) -> bool:
    """Whether this person has been deleted since they were loaded."""
    return bool(person.pk) and not User.objects.filter(pk=person.pk).exists()


def note_visit(person: User) -> bool:
    """Remember the day somebody was last here; one write a day. Whether this was the first visit today."""
    if person.seen_on == today():
        return False
    person.seen_on = today()
    with best_effort("The day of a visit"):
        User.objects.filter(pk=person.pk).update(seen_on=person.seen_on)
    return True


def end_session(person: User, session_id: int) -> bool:
    """Log one browser out. False when the session is not this person's or is gone already."""
    session = UserSession.objects.filter(user=person, pk=session_id).first()
    if session:
        session.end()
        live.announce_end_of_sessions(person.pk)
    return session is not None


def end_sessions(person: User) -> None:
    """Log every browser out, and every program."""
    programs.revoke_all(person)
    for session in UserSession.objects.filter(user=person):
        session.end()
    live.announce_end_of_sessions(person.pk)


def everything_about(person: User) -> dict[str, Any]:
    """All of one's data, for the download. Passwords and keys stay here: they are of no use elsewhere."""
    return {
        "name": person.name,
        "guest": person.is_guest,
        "picture": person.face,
        "joined": person.joined_at,
        "last_seen": person.seen_on,
        "preferences": {preference: getattr(person, preference) for preference in PREFERENCES},
        "emails": list(EmailAddress.objects.filter(user=person).values("email", "verified", "primary")),
        "sessions": list(
            UserSession.objects.filter(user=person).values("ip", "user_agent", "created_at", "last_seen_at")
        ),
        "tables": list(person.hosted.values("code", "opened_at", "closed_at")),
        "places": list(person.places.values("table__code", "number", "taken_at")),
        "games": [_result(seat) for seat in person.seats.select_related("game__table")],
        "moves": list(_moves(person)),
        "said": list(person.lines.filter(is_notice=False).values("table__code", "text", "at")),
        "rules": list(person.rule_sets.values("name", "rules", "code", "saved_at")),
        "visits": list(person.visits.values("table__code", "seen_at", "queued_at")),
        "bans": list(person.bans.values("table__code", "at")),
        "sanctions": list(person.sanctions.values("kind", "until", "reason", "at", "lifted_at")),
        "reports": list(person.reports.values("name", "why", "at", "resolved_at", "note")),
        "reports_about": list(person.reported.values("table__code", "why", "at", "resolved_at")),
        "browsers": list(person.browsers.values("first_seen_at", "last_seen_at", "banned_until", "reason")),
        "muted": list(person.mutes.values_list("other__name", flat=True)),
        "tokens": list(person.tokens.values("name", "scope", "made_at", "used_at")),
        "second_steps": list(Authenticator.objects.filter(user=person).values("type", "created_at", "last_used_at")),
    }


def _result(seat: Player) -> dict[str, Any]:
    """A game as somebody remembers it: with whom it is shared is not theirs to take along."""
    game = seat.game
    return {
        "number": game.pk,
        "table": game.table.code,
        "started": game.started_at,
        "ended": game.ended_at,
        "name": seat.name,
        "seat": seat.seat,
        "points": seat.score,
        "place": None if game.ended_at is None or game.abandoned else _place(seat),
    }


def _place(seat: Player) -> int:
    """The winner comes first, the others by their points, which count the other way round in some games."""
    if seat.game.winner == seat.seat:
        return 1
    others = seat.game.players.exclude(seat=seat.seat)
    low_wins = Rules.from_json(seat.game.rules).scoring == "lowest_total"
    better = Q(score__lt=seat.score) if low_wins else Q(score__gt=seat.score)
    return 1 + others.filter(better | Q(seat=seat.game.winner)).count()


def _moves(person: User) -> QuerySet[Entry, Any]:
    mine = Entry.objects.filter(game__players__person=person, game__players__seat=F("seat"))
    return mine.order_by("game", "number").values("game", "number", "move", "at")
