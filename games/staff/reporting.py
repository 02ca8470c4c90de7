"""The pages where players report other players and read the answers."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from games import access
from games.access import Level
from games.limits import TooMany, limit
from games.models import Game, Line, Player, Table, User
from games.not_found import NothingHere
from games.people.request import PersonRequest, make_wait
from games.staff import services
from games.staff.forms import ReportForm
from games.staff.refusals import StaffRefusal
from games.text import whole_number
from games.wording import staff as wording

UNPROCESSABLE = 422
NOTHING_THERE = "There is no such table, or it is not open to you."


def table_of(code: str, person: User) -> tuple[Table, bool]:
    """Return a table that this person may see, or has taken part at; and whether they may read its chat now."""
    table = Table.objects.filter(code=code).first()
    took_part = table is not None and _took_part(table, person)
    found = access.decide(access.read_of(table) if table else None, person)
    if table is None or not access.may_report(found, took_part):
        raise NothingHere(NOTHING_THERE)
    return table, found.level >= Level.LOBBY


def _took_part(table: Table, person: User) -> bool:
    played = Player.objects.filter(game__table=table, person=person)
    wrote = Line.objects.filter(table=table, person=person, is_notice=False)
    return played.exists() or wrote.exists()


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: PersonRequest, code: str) -> HttpResponse:
    """Report a person. People who were removed from a table can still report a message, but see none of its chat."""
    table, may_read = table_of(code, request.user)
    if request.method == "POST":
        try:
            return _send(request, table, may_read)
        except TooMany as excess:
            return _refused_for_now(request, table, may_read, excess)
    return _form(request, table, _line(request, table), may_read)


def _number(request: HttpRequest, name: str) -> int:
    return whole_number((request.POST or request.GET).get(name, "")) or 0


def _line(request: HttpRequest, table: Table) -> Line | None:
    number = _number(request, "line")
    return Line.objects.filter(table=table, pk=number, is_notice=False, removed_at=None).first() if number else None


def _form(
    request: PersonRequest, table: Table, line: Line | None, may_read: bool, form: ReportForm | None = None
) -> HttpResponse:
    people = services.people_at(table, request.user)
    line = line if may_read else None
    form = form or ReportForm(people, line.person_id if line else _number(request, "person"))
    context = {"form": form, "line": line, "anybody": people, "back": _back(table)}
    return render(request, "staff/report_form.html", context, status=UNPROCESSABLE if form.errors else 200)


@limit("report", 6, per=300)
def _send(request: PersonRequest, table: Table, may_read: bool) -> HttpResponse:
    line = _line(request, table)
    form = ReportForm(services.people_at(table, request.user), data=request.POST)
    if form.is_valid():
        try:
            person, why = int(form.cleaned_data["person"]), form.cleaned_data["why"]
            services.report(request.user, table, person, why, line.pk if line else None)
        except StaffRefusal as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, wording.note("report_sent"))
            return redirect(_back(table))
    return _form(request, table, line, may_read, form)


def _refused_for_now(request: PersonRequest, table: Table, may_read: bool, excess: TooMany) -> HttpResponse:
    """Show the form again with what was written, which the page about a rate limit would lose."""
    form = ReportForm(services.people_at(table, request.user), data=request.POST)
    form.add_error(None, str(excess))
    make_wait(request, excess.seconds)
    return _form(request, table, _line(request, table), may_read, form)


def _back(table: Table) -> str:
    playing = Game.objects.filter(table=table, ended_at=None).exists()
    return reverse("game" if playing else "table", args=[table.code])


@require_safe
def my_reports(request: PersonRequest) -> HttpResponse:
    services.read_answers(request.user)
    return render(request, "staff/my_reports.html", {"reports": services.answers(request.user)})
