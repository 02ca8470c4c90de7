"""The pages of the staff. Each loads what this person may see, and draws it; whatever is done goes through `deed`."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.bans.people import FOR_GOOD
from games.models import Audit, Game, Line, Table, User
from games.people.request import PersonRequest
from games.staff import services, trends
from games.staff.dashboard import now_for
from games.staff.forms import DeedForm, NoteForm, RightsForm, possible
from games.staff.navigation import framed
from games.staff.refusals import StaffRefusal
from games.staff.services import ACTIONS, Action
from games.staff.services.actions import GAME, LINE, PERSON, SITE, TABLE
from games.table import inspector
from games.text import whole_number

UNPROCESSABLE = 422
LAST = 20


def page(request: HttpRequest, name: str, section: str, words: dict[str, Any], status: int = 200) -> HttpResponse:
    return render(request, f"staff/{name}.html", {**framed(request, section), **words}, status=status)


def found(admin: Any, request: HttpRequest, number: Any) -> Any:
    """A row for its page: who may not see this kind of thing is told so, and what is not there is not found."""
    if not admin.has_view_permission(request):
        raise PermissionDenied
    row = admin.model._default_manager.filter(pk=int(number)).first()
    if row is None:
        raise Http404
    return row


# --- the dashboard


@require_safe
def dashboard(request: PersonRequest) -> HttpResponse:
    days = trends.days(timezone.now().date())
    words = {
        "now": now_for(request.user),
        "charts": trends.charts(days),
        "days": days[::-1],
        "deeds": possible(services.deeds_for(request.user, SITE), None),
    }
    return page(request, "dashboard", "dashboard", words)


@require_safe
def now(request: PersonRequest) -> HttpResponse:
    """What the dashboard asks for every few seconds."""
    return render(request, "staff/_now.html", {"now": now_for(request.user), "at": timezone.now()})


# --- a game


def eye_of(request: PersonRequest, game: Game) -> tuple[str, Audit | None]:
    """With whose eyes somebody looks. While a game is running, hands are seen on the record only."""
    wanted = request.GET.get("as", "")
    open_look = services.looked_at(request.user, game) if request.user.has_perm("games.see_hands") else None
    may_see = game.ended_at is not None or open_look is not None
    seats = [str(seat) for seat in game.players.values_list("seat", flat=True)]
    if not may_see or wanted not in (*seats, inspector.ALL, inspector.NOBODY):
        wanted = inspector.ALL if may_see and wanted != inspector.NOBODY else inspector.NOBODY
    return wanted, open_look


@require_safe
def game(request: PersonRequest, admin: ModelAdmin, number: Any) -> HttpResponse:  # type: ignore[type-arg]
    match = found(admin, request, number)
    eye, open_look = eye_of(request, match)
    at, seat, before = (_number(request, name) for name in ("at", "seat", "before"))
    try:
        seen = inspector.inspect(match, eye, at, seat, before)
    except inspector.DAMAGE:
        return page(request, "damaged", "game", {"game": match})
    words = {
        "game": match,
        "glass": seen,
        "look": open_look,
        "eye": eye,
        "seat": seat,
        "at": at,
        "is_masked": match.ended_at is None and open_look is None,
        "deeds": possible(services.deeds_for(request.user, GAME), match) if match.ended_at is None else [],
        "table_deeds": services.deeds_for(request.user, TABLE) if match.table.closed_at is None else [],
        "audits": _audits(request, Audit.objects.filter(game=match)),
    }
    return page(request, "game", "game", words)


def _audits(request: PersonRequest, audits: Any) -> list[Audit]:
    return list(audits[:LAST]) if request.user.has_perm("games.view_audit") else []


def _number(request: HttpRequest, name: str) -> int | None:
    return whole_number(request.GET.get(name, ""), most_digits=8)


@require_POST
def replay(request: PersonRequest, admin: ModelAdmin, number: int) -> HttpResponse:  # type: ignore[type-arg]
    """Play the log again, and say whether it leads to what is stored."""
    match = found(admin, request, number)
    wrong = services.differs(match)
    if wrong:
        messages.error(request, f"The log of game #{match.pk} does not lead to its stored state. {wrong}")
    else:
        messages.success(
            request, f"Played again to entry {match.version}: the log leads to exactly what is stored, move by move."
        )
    return redirect("admin:games_game_change", match.pk)


# --- tables, people, chat, the record


@require_safe
def table(request: PersonRequest, admin: ModelAdmin, number: Any) -> HttpResponse:  # type: ignore[type-arg]
    place = found(admin, request, number)
    lines = Line.objects.filter(table=place).order_by("-pk")[:LAST] if request.user.has_perm("games.view_line") else []
    words = {
        "table": place,
        "places": place.places.select_related("person"),
        "games": place.games.order_by("-pk").defer("state", "rules")[:LAST],
        "lines": lines,
        "deeds": services.deeds_for(request.user, TABLE) if place.closed_at is None else [],
        "audits": _audits(request, Audit.objects.filter(table=place)),
    }
    return page(request, "table", "table", words)


@require_safe
def person(request: PersonRequest, admin: ModelAdmin, number: Any) -> HttpResponse:  # type: ignore[type-arg]
    somebody = found(admin, request, number)
    sees_games = request.user.has_perm("games.view_game")
    sees_reports = request.user.has_perm("games.view_report")
    words = {
        "person": somebody,
        "now": timezone.now(),
        "good": FOR_GOOD,
        "sanctions": somebody.sanctions.select_related("by")[:LAST],
        "sessions": somebody.usersession_set.count(),
        "seats": somebody.seats.select_related("game__table").order_by("-pk")[:LAST] if sees_games else [],
        "lines": somebody.lines.filter(is_notice=False).select_related("table").order_by("-pk")[:LAST]
        if request.user.has_perm("games.view_line")
        else [],
        "reports": somebody.reported.all()[:LAST] if sees_reports else [],
        "deeds": services.deeds_for(request.user, PERSON),
        "audits": _audits(request, Audit.objects.filter(person=somebody)),
        "email": somebody.email if request.user.is_superuser else "",
    }
    return page(request, "person", "user", words)


@require_http_methods(["GET", "HEAD", "POST"])
def rights(request: PersonRequest, admin: ModelAdmin, number: int) -> HttpResponse:  # type: ignore[type-arg]
    """Who belongs to the staff, and to which group: for administrators only."""
    if not request.user.is_superuser:
        raise PermissionDenied
    somebody = found(admin, request, number)
    form = RightsForm(somebody, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            given = form.cleaned_data
            messages.success(
                request,
                services.give_rights(request.user, somebody, given["is_staff"], list(given["groups"]), given["reason"]),
            )
            return redirect("admin:games_user_change", somebody.pk)
        except StaffRefusal as refusal:
            form.add_error(None, str(refusal))
    return page(request, "rights", "user", {"person": somebody, "form": form}, UNPROCESSABLE if form.errors else 200)


def line(request: PersonRequest, admin: ModelAdmin, number: Any) -> HttpResponse:  # type: ignore[type-arg]
    said = found(admin, request, number)
    return redirect(f"{reverse('admin:games_line_changelist')}?q={said.table.code}")


def audit(request: PersonRequest, admin: ModelAdmin, number: Any) -> HttpResponse:  # type: ignore[type-arg]
    entry = found(admin, request, number)
    return page(request, "audit", "audit", {"audit": entry})


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: PersonRequest, admin: ModelAdmin, number: Any) -> HttpResponse:  # type: ignore[type-arg]
    case = found(admin, request, number)
    form = NoteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            messages.success(request, services.resolve(request.user, case, form.cleaned_data["note"]))
            return redirect("admin:games_report_change", case.pk)
        except StaffRefusal as refusal:
            form.add_error(None, str(refusal))
    words = {
        "report": case,
        "lines": services.lines_of(case),
        "form": form,
        "deeds": services.deeds_for(request.user, PERSON) if case.person_id else [],
        "may_resolve": request.user.has_perm("games.resolve_reports"),
        "remove": ACTIONS["remove-line"].is_open_to(request.user),
    }
    return page(request, "report", "report", words, UNPROCESSABLE if form.errors else 200)


# --- deeds


MODELS: dict[str, type[Model]] = {GAME: Game, TABLE: Table, PERSON: User, LINE: Line}
BACK: dict[str, Callable[[Any], str]] = {
    GAME: lambda game: reverse("admin:games_game_change", args=[game.pk]),
    TABLE: lambda table: reverse("admin:games_table_change", args=[table.pk]),
    PERSON: lambda person: reverse("admin:games_user_change", args=[person.pk]),
    LINE: lambda line: f"{reverse('admin:games_line_changelist')}?q={line.table.code}",
    SITE: lambda nothing: reverse("admin:index"),
}


@require_http_methods(["GET", "HEAD", "POST"])
def deed(request: PersonRequest, name: str, number: int) -> HttpResponse:
    """Ask for confirmation and a reason; then do it, and say what came of it."""
    chosen = ACTIONS.get(name)
    if chosen is None:
        raise Http404
    if not chosen.is_open_to(request.user):
        raise PermissionDenied
    target = _target(chosen, number)
    form = DeedForm(chosen, target, request.POST or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            messages.success(request, services.perform(request.user, name, target, given.pop("reason"), given))
            return redirect(_back(request, chosen, target))
        except StaffRefusal as refusal:
            form.add_error(None, str(refusal))
    words = {"deed": chosen, "target": target, "form": form, "back": _back(request, chosen, target)}
    return page(request, "deed", chosen.target, words, UNPROCESSABLE if form.errors else 200)


def _target(chosen: Action, number: int) -> Any:
    if chosen.target == SITE:
        return None
    target = MODELS[chosen.target]._default_manager.filter(pk=number).first()
    if target is None:
        raise Http404
    return target


def _back(request: PersonRequest, chosen: Action, target: Any) -> str:
    """Where somebody came from, if that is a page of ours."""
    wanted = request.POST.get("next") or request.GET.get("next", "")
    is_ours = wanted.startswith("/admin/") and url_has_allowed_host_and_scheme(wanted, {request.get_host()})
    return wanted if is_ours else BACK[chosen.target](target)
