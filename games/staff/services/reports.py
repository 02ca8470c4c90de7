"""Reports by players, and the answers of the staff."""

import json
from collections.abc import Sequence

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from games.live import hints
from games.models import Game, Line, Place, Player, Report, Table, User, Visit
from games.staff.refusals import NoRight, StaffRefusal
from games.staff.services.audit import record
from games.wording import staff as wording

AROUND = 10
"""How many messages before and after the reported one are kept with the report."""
LONGEST = 300


def people_at(table: Table, reporter: User) -> list[User]:
    """Return the people whom a reporter at this table can name: those who sit, play, watch or have written there."""
    sits = Place.objects.filter(table=table, person__isnull=False).values("person")
    watches = Visit.objects.filter(table=table).values("person")
    game = Game.objects.filter(table=table).order_by("-pk").values("pk")[:1]
    plays = Player.objects.filter(game__in=list(game.values_list("pk", flat=True)), person__isnull=False)
    writes = Line.objects.filter(table=table, is_notice=False, person__isnull=False).values("person")
    found = User.objects.filter(
        Q(pk__in=sits) | Q(pk__in=watches) | Q(pk__in=plays.values("person")) | Q(pk__in=writes)
    )
    return list(found.exclude(pk=reporter.pk).order_by("name_key"))


@transaction.atomic
def report(reporter: User, table: Table, person_id: int, why: str, line_id: int | None = None) -> Report:
    why = " ".join(why.split())
    if not why:
        raise StaffRefusal("report_empty")
    if len(why) > LONGEST:
        raise StaffRefusal("report_too_long", count=len(why), most=LONGEST)
    person = next((one for one in people_at(table, reporter) if one.pk == person_id), None)
    if person is None:
        raise StaffRefusal("not_at_table")
    line = Line.objects.filter(table=table, pk=line_id, person=person, is_notice=False).first() if line_id else None
    game = Game.objects.filter(table=table).order_by("-pk").only("pk", "version").first()
    return Report.objects.create(
        reporter=reporter,
        person=person,
        name=person.name,
        table=table,
        game=game,
        version=game.version if game else 0,
        line=line,
        lines=json.dumps([[near.pk, near.name, near.text] for near in _lines_around(table, line)]),
        why=why,
    )


def _lines_around(table: Table, line: Line | None) -> Sequence[Line]:
    chat = Line.objects.filter(table=table)
    if line is None:
        return list(chat.order_by("-pk")[: 2 * AROUND])[::-1]
    before = list(chat.filter(pk__lte=line.pk).order_by("-pk")[: AROUND + 1])[::-1]
    return before + list(chat.filter(pk__gt=line.pk).order_by("pk")[:AROUND])


@transaction.atomic
def resolve(by: User, found: Report, note: str) -> str:
    """Close a report with a note, and notify the reporter."""
    note = " ".join(note.split())
    if not (by.is_staff and by.has_perm("games.resolve_reports")):
        raise NoRight("no_right")
    if not note:
        raise StaffRefusal("note_missing")
    if len(note) > LONGEST:
        raise StaffRefusal("note_too_long", count=len(note), most=LONGEST)
    unresolved = Report.objects.filter(pk=found.pk, resolved_at=None)
    if not unresolved.update(resolved_at=timezone.now(), resolved_by=by, note=note):
        raise StaffRefusal("resolved")
    what = wording.result("resolve", by=by.name, number=found.pk, name=found.name)
    record(by, "resolve", what, note[:200], found.table, found.game, found.person)
    if found.reporter_id:
        User.objects.filter(pk=found.reporter_id).update(answers=F("answers") + 1)
        reporter = hints.person_group(found.reporter_id)
        transaction.on_commit(lambda: hints.send(reporter, {"type": "answered"}), robust=True)
    return what


def answers(person: User) -> list[Report]:
    """Return the reports that a person has made, newest first."""
    return list(Report.objects.filter(reporter=person).order_by("-pk")[:100])


def read_answers(person: User) -> None:
    if person.answers:
        User.objects.filter(pk=person.pk).update(answers=0)


def lines_of(found: Report) -> list[tuple[Line | None, str, str, bool]]:
    """Return the messages kept with a report: each as it is stored now, if it still is, its name and text at the time,
    and whether it is the reported one."""
    kept = json.loads(found.lines)
    stored = Line.objects.in_bulk([number for number, _, _ in kept])
    return [(stored.get(number), name, text, number == found.line_id) for number, name, text in kept]
