"""What moderators do to people, and to what people say."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.bans.people import until_words
from games.live import hints
from games.lobby import services as lobby
from games.models import Game, Line, Sanction, Table, User
from games.people import services as people
from games.refusals import Refusal
from games.staff.refusals import NoRight, StaffRefusal
from games.staff.services.addresses import Networks, ban_with, lift_with
from games.staff.services.lengths import Words, until
from games.staff.services.recording import record, with_reason
from games.table.refusals import TableRefusal
from games.table.services import operating

FIELDS = {Sanction.Kind.BAN: "banned_until", Sanction.Kind.MUTE: "muted_until"}


def check_may_touch(by: User, person: User) -> None:
    if by.pk == person.pk:
        raise StaffRefusal("That is you.")
    if (person.is_staff or person.is_superuser) and not by.is_superuser:
        raise NoRight("Only an administrator does that to somebody of the staff.")


@transaction.atomic
def mute(by: User, person: User, reason: str, words: Words) -> str:
    what = f"{by.name} of the staff has muted {person.name} {until_words(until(words))}."
    _decide(by, person, Sanction.Kind.MUTE, reason, until(words))
    return _done(by, Sanction.Kind.MUTE.value, what, reason, person)


def ban(by: User, person: User, reason: str, words: Words) -> str:
    """The ban counts at once. Tables are left one by one after it, because a move holds a game before its table.

    Sessions stay, so that every page can say why; sockets look again whether they are still let in."""
    moment = until(words)
    what = f"{by.name} of the staff has banned {person.name} {until_words(moment)}."
    with transaction.atomic():
        sanction = _decide(by, person, Sanction.Kind.BAN, reason, moment)
        # Moderators who try this on a guest in their own browser still get in to lift it.
        own = list(by.browsers.values_list("digest", flat=True))
        person.browsers.exclude(digest__in=own).update(banned_until=moment, reason=reason)
        came_from = ban_with(sanction) if words.get("addresses") else Networks(0, 0)
        record(by, Sanction.Kind.BAN.value, f"{what[:-1]}{came_from.banned_words}.", reason, person=person)
        _tell_tables(what, reason, person)
        hints.announce_rights(person.pk)
        hints.announce_end_of_sessions(person.pk)
    for table in tables_of(person):
        _leave(table.code, person)
    return f"{what[:-1]}{came_from.banned_words}.{came_from.left_out_words}"


def _leave(code: str, person: User) -> None:
    """Players of a running game keep their place until it ends; people who watch or wait there go at once."""
    with suppress(TableRefusal):
        if operating.send_away(code, person.pk):
            return
    with suppress(Refusal):
        lobby.leave(code, person)


def _decide(by: User, person: User, kind: Sanction.Kind, reason: str, moment: datetime) -> Sanction:
    """Write a ban or mute down; it takes the place of an earlier one."""
    check_may_touch(by, person)
    _lift(person, kind)
    User.objects.filter(pk=person.pk).update(**{FIELDS[kind]: moment})
    return Sanction.objects.create(person=person, kind=kind, until=moment, reason=reason, by=by)


def _lift(person: User, *kinds: Sanction.Kind) -> int:
    """End what is in force, with the bans of browsers and addresses that came with it. How many there were."""
    in_force = Sanction.objects.filter(person=person, kind__in=kinds, lifted_at=None)
    if Sanction.Kind.BAN in kinds:
        lift_with(in_force)
        person.browsers.update(banned_until=None, reason="")
    return in_force.update(lifted_at=timezone.now())


def _done(by: User, action: str, what: str, reason: str, person: User) -> str:
    record(by, action, what, reason, person=person)
    _tell_tables(what, reason, person)
    return what


def _tell_tables(what: str, reason: str, person: User) -> None:
    for table in tables_of(person):
        lobby.post_staff_notice(table, with_reason(what, reason), about=person)


def tables_of(person: User) -> Iterable[Table]:
    """Where somebody sits or waits now."""
    sits, waits = Table.objects.filter(places__person=person), Table.objects.filter(visitors__person=person)
    return (sits | waits).filter(closed_at=None).distinct().order_by("pk")


@transaction.atomic
def lift(by: User, person: User, reason: str, words: Words) -> str:
    """Bans and mutes end, both."""
    check_may_touch(by, person)
    if not _lift(person, *FIELDS):
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
    lobby.post_staff_notice(line.table, with_reason(what, reason))
    return what
