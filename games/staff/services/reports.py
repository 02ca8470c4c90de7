"""Reports: a player asks, the staff answers."""

import json
from collections.abc import Sequence

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from games.live import hints
from games.models import Game, Line, Place, Player, Report, Table, User, Visit
from games.staff.refusals import NoRight, StaffRefusal
from games.staff.services.recording import record

AROUND = 10
"""How many lines before and after the one that is reported go along."""
LONGEST = 300


def people_at(table: Table, reporter: User) -> list[User]:
    """Whom somebody at a table can report: who sits, plays, watches or has written there."""
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
        raise StaffRefusal("Say in a few words what is wrong.")
    if len(why) > LONGEST:
        raise StaffRefusal(f"That is {len(why)} characters long, and {LONGEST} is the most.")
    person = next((somebody for somebody in people_at(table, reporter) if somebody.pk == person_id), None)
    if person is None:
        raise StaffRefusal("There is nobody like that at this table.")
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
        lines=json.dumps([[said.pk, said.name, said.text] for said in _lines_around(table, line)]),
        why=why,
    )


def _lines_around(table: Table, line: Line | None) -> Sequence[Line]:
    said = Line.objects.filter(table=table)
    if line is None:
        return list(said.order_by("-pk")[: 2 * AROUND])[::-1]
    before = list(said.filter(pk__lte=line.pk).order_by("-pk")[: AROUND + 1])[::-1]
    return before + list(said.filter(pk__gt=line.pk).order_by("pk")[:AROUND])


@transaction.atomic
def resolve(by: User, found: Report, note: str) -> str:
    """The reporter hears what came of it."""
    note = " ".join(note.split())
    if not (by.is_staff and by.has_perm("games.resolve_reports")):
        raise NoRight("You have no right to do that.")
    if not note:
        raise StaffRefusal("Write a note: the reporter reads it.")
    if len(note) > LONGEST:
        raise StaffRefusal(f"That note is {len(note)} characters long, and {LONGEST} is the most.")
    mine = Report.objects.filter(pk=found.pk, resolved_at=None)
    if not mine.update(resolved_at=timezone.now(), resolved_by=by, note=note):
        raise StaffRefusal("Somebody has resolved that report already.")
    what = f"{by.name} has resolved report {found.pk} about {found.name}."
    record(by, "resolve", what, note[:200], found.table, found.game, found.person)
    if found.reporter_id:
        User.objects.filter(pk=found.reporter_id).update(answers=F("answers") + 1)
        reporter = hints.person_group(found.reporter_id)
        transaction.on_commit(lambda: hints.send(reporter, {"type": "answered"}), robust=True)
    return what


def answers(person: User) -> list[Report]:
    """What somebody has reported, the newest first."""
    return list(Report.objects.filter(reporter=person).order_by("-pk")[:100])


def read_answers(person: User) -> None:
    if person.answers:
        User.objects.filter(pk=person.pk).update(answers=0)


def lines_of(found: Report) -> list[tuple[Line | None, str, str, bool]]:
    """What was said around it, as it was then: the line if it is still there, its name and text, and whether it is the
    one that was reported."""
    kept = json.loads(found.lines)
    there = Line.objects.in_bulk([number for number, _, _ in kept])
    return [(there.get(number), name, text, number == found.line_id) for number, name, text in kept]
