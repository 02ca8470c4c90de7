"""What moderators do to people, and to what people say."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.lobby import services as lobby
from games.lobby.refusals import LobbyRefusal
from games.models import Game, Line, Sanction, Table, User
from games.people import services as people
from games.people.services import FOR_GOOD, until_words
from games.staff.refusals import NoRight, StaffRefusal
from games.staff.services.recording import record, with_reason
from games.table.refusals import TableRefusal
from games.table.services import operating

Words = Mapping[str, str]
FIELDS = {Sanction.Kind.BAN: "banned_until", Sanction.Kind.MUTE: "muted_until"}
LONG = {
    "hour": ("an hour", timedelta(hours=1)),
    "day": ("a day", timedelta(days=1)),
    "week": ("a week", timedelta(days=7)),
    "month": ("30 days", timedelta(days=30)),
    "good": ("for good", None),
}


def until(words: Words) -> datetime:
    if words.get("until") not in LONG:
        raise StaffRefusal("Choose for how long.")
    length = LONG[words["until"]][1]
    return timezone.now() + length if length else FOR_GOOD


def check_may_touch(by: User, person: User) -> None:
    if by.pk == person.pk:
        raise StaffRefusal("That is you.")
    if (person.is_staff or person.is_superuser) and not by.is_superuser:
        raise NoRight("Only an administrator does that to somebody of the staff.")


@transaction.atomic
def mute(by: User, person: User, reason: str, words: Words) -> str:
    what = f"{by.name} of the staff has muted {person.name} {until_words(until(words))}."
    return _sentence(by, person, Sanction.Kind.MUTE, what, reason, until(words))


def ban(by: User, person: User, reason: str, words: Words) -> str:
    """The ban counts at once. Tables are left one by one after it, because a move holds a game before its table."""
    what = f"{by.name} of the staff has banned {person.name} {until_words(until(words))}."
    with transaction.atomic():
        _sentence(by, person, Sanction.Kind.BAN, what, reason, until(words))
        people.end_sessions(person)
    for table in tables_of(person):
        _leave(table.code, person)
    return what


def _leave(code: str, person: User) -> None:
    with suppress(TableRefusal):
        operating.send_away(code, person.pk)
        return
    with suppress(LobbyRefusal):
        lobby.go(code, person)


def _sentence(by: User, person: User, kind: Sanction.Kind, what: str, reason: str, moment: datetime) -> str:
    check_may_touch(by, person)
    Sanction.objects.filter(person=person, kind=kind, lifted_at=None).update(lifted_at=timezone.now())
    Sanction.objects.create(person=person, kind=kind, until=moment, reason=reason, by=by)
    User.objects.filter(pk=person.pk).update(**{FIELDS[kind]: moment})
    return _done(by, kind.value, what, reason, person)


def _done(by: User, action: str, what: str, reason: str, person: User) -> str:
    record(by, action, what, reason, person=person)
    for table in tables_of(person):
        lobby.tell_from_staff(table, with_reason(what, reason), about=person)
    return what


def tables_of(person: User) -> Iterable[Table]:
    """Where somebody sits or waits now."""
    sits, waits = Table.objects.filter(places__person=person), Table.objects.filter(visitors__person=person)
    return (sits | waits).filter(closed_at=None).distinct().order_by("pk")


@transaction.atomic
def lift(by: User, person: User, reason: str, words: Words) -> str:
    """Bans and mutes end, both."""
    check_may_touch(by, person)
    lifted = Sanction.objects.filter(person=person, lifted_at=None).update(lifted_at=timezone.now())
    if not lifted:
        raise StaffRefusal("Nothing is in force against that person.")
    User.objects.filter(pk=person.pk).update(**dict.fromkeys(FIELDS.values()))
    return _done(by, "lift", f"{by.name} of the staff lets {person.name} play and write again.", reason, person)


@transaction.atomic
def end_sessions(by: User, person: User, reason: str, words: Words) -> str:
    check_may_touch(by, person)
    people.end_sessions(person)
    what = f"{by.name} of the staff has logged {person.name} out everywhere."
    return _done(by, "end-sessions", what, reason, person)


@transaction.atomic
def remove_line(by: User, line: Line, reason: str, words: Words) -> str:
    if line.removed_at:
        raise StaffRefusal("That line is removed already.")
    if line.is_notice:
        raise StaffRefusal("Notices are not removed.")
    lobby.remove(line)
    what = f"{by.name} of the staff has removed a line of {line.name}."
    game = Game.objects.filter(table=line.table, ended_at=None).first()
    record(by, "remove-line", what, reason, line.table, game, line.person)
    lobby.tell_from_staff(line.table, with_reason(what, reason))
    return what
