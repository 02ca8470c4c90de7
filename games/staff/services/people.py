"""What moderators do to people and to their messages."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.live import hints
from games.lobby import services as lobby
from games.models import Game, Line, Sanction, Table, User
from games.people import services as people
from games.refusals import Refusal
from games.staff.refusals import NoRight, StaffRefusal
from games.staff.services.addresses import Networks, ban_with, lift_with
from games.staff.services.audit import Fields, record, with_reason
from games.staff.services.durations import end, until
from games.table.refusals import TableRefusal
from games.table.services import operating
from games.wording import staff as wording

FIELDS = {Sanction.Kind.BAN: "banned_until", Sanction.Kind.MUTE: "muted_until"}


def check_may_act_on(by: User, person: User) -> None:
    if by.pk == person.pk:
        raise StaffRefusal("yourself")
    if (person.is_staff or person.is_superuser) and not by.is_superuser:
        raise NoRight("staff_member")


@transaction.atomic
def mute(by: User, person: User, reason: str, fields: Fields) -> str:
    moment = until(fields)
    _impose(by, person, Sanction.Kind.MUTE, reason, moment)
    return _record_and_announce(by, "mute", reason, person, until=end(moment))


def ban(by: User, person: User, reason: str, fields: Fields) -> str:
    """Ban a person at once, then let them leave their tables one by one, because a move locks a game before its table.

    Their sessions stay, so that every page can tell them why; sockets check again whether they may stay open.
    """
    moment = until(fields)
    what = wording.result("ban", by=by.name, name=person.name, until=end(moment))
    with transaction.atomic():
        sanction = _impose(by, person, Sanction.Kind.BAN, reason, moment)
        # Moderators who try this on a guest in their own browser must be able to log in again and lift it.
        own = list(by.browsers.values_list("digest", flat=True))
        person.browsers.exclude(digest__in=own).update(banned_until=moment, reason=reason)
        networks = ban_with(sanction) if fields.get("addresses") else Networks(0, 0)
        recorded = _with_count(what, "addresses_banned", networks.banned)
        record(by, "ban", recorded, reason, person=person)
        _announce_at_tables(what, reason, person)
        hints.announce_rights(person.pk)
        hints.announce_end_of_sessions(person.pk)
    for table in tables_of(person):
        _leave(table.code, person)
    # Only the moderator is told of the rest: others need not know the addresses of this server and its staff.
    return _with_count(recorded, "addresses_left_out", networks.left_out)


def _with_count(what: str, note: str, count: int) -> str:
    return wording.note(note, result=what, count=count) if count else what


def _leave(code: str, person: User) -> None:
    """Take a person from a table. Players of a running game keep their seat until it ends, with a bot playing."""
    with suppress(TableRefusal):
        if operating.send_away(code, person.pk):
            return
    with suppress(Refusal):
        lobby.leave(code, person)


def _impose(by: User, person: User, kind: Sanction.Kind, reason: str, moment: datetime) -> Sanction:
    """Store a ban or mute in place of an earlier one."""
    check_may_act_on(by, person)
    _lift(person, kind)
    User.objects.filter(pk=person.pk).update(**{FIELDS[kind]: moment})
    return Sanction.objects.create(person=person, kind=kind, until=moment, reason=reason, by=by)


def _lift(person: User, *kinds: Sanction.Kind) -> int:
    """End the sanctions in force, with the bans of browsers and addresses that came with them; return how many."""
    in_force = Sanction.objects.filter(person=person, kind__in=kinds, lifted_at=None)
    if Sanction.Kind.BAN in kinds:
        lift_with(in_force)
        person.browsers.update(banned_until=None, reason="")
    return in_force.update(lifted_at=timezone.now())


def _record_and_announce(by: User, action: str, reason: str, person: User, **facts: object) -> str:
    what = wording.result(action, by=by.name, name=person.name, **facts)
    record(by, action, what, reason, person=person)
    _announce_at_tables(what, reason, person)
    return what


def _announce_at_tables(what: str, reason: str, person: User) -> None:
    for table in tables_of(person):
        lobby.post_staff_notice(table, with_reason(what, reason), about=person)


def tables_of(person: User) -> Iterable[Table]:
    """Return the tables where a person sits or waits now."""
    sits, waits = Table.objects.filter(places__person=person), Table.objects.filter(visitors__person=person)
    return (sits | waits).filter(closed_at=None).distinct().order_by("pk")


@transaction.atomic
def lift(by: User, person: User, reason: str, fields: Fields) -> str:
    """Lift all bans and mutes of a person."""
    check_may_act_on(by, person)
    if not _lift(person, *FIELDS):
        raise StaffRefusal("nothing_in_force")
    User.objects.filter(pk=person.pk).update(**dict.fromkeys(FIELDS.values()))
    return _record_and_announce(by, "lift", reason, person)


@transaction.atomic
def end_sessions(by: User, person: User, reason: str, fields: Fields) -> str:
    check_may_act_on(by, person)
    people.end_sessions(person)
    return _record_and_announce(by, "end-sessions", reason, person)


@transaction.atomic
def remove_line(by: User, line: Line, reason: str, fields: Fields) -> str:
    if line.removed_at:
        raise StaffRefusal("message_removed")
    if line.is_notice:
        raise StaffRefusal("notice")
    lobby.remove(line)
    what = wording.result("remove-line", by=by.name, name=line.name)
    game = Game.objects.filter(table=line.table, ended_at=None).first()
    record(by, "remove-line", what, reason, line.table, game, line.person)
    lobby.post_staff_notice(line.table, with_reason(what, reason))
    return what
