"""The pages of the staff. Each loads what this person may see and renders it; every action goes through `action`."""

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

from games.bans.people import FOR_GOOD, ban_of, mute_of
from games.engine.stored import DAMAGE
from games.models import Audit, Game, Line, Table, User
from games.people.request import PersonRequest
from games.refusals import Refusal
from games.staff import daily_counts, inspector, services
from games.staff.dashboard import overview_for
from games.staff.forms import ActionForm, NoteForm, RightsForm, applicable
from games.staff.navigation import navigation
from games.staff.refusals import StaffRefusal
from games.staff.services import ACTIONS, Action
from games.staff.services.actions import GAME, LINE, PERSON, SITE, TABLE
from games.text import whole_number, with_local_times
from games.wording import staff as wording

NO_CONTENT, UNPROCESSABLE = 204, 422
LAST = 20


def page(request: HttpRequest, name: str, section: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    return render(request, f"staff/{name}.html", {**navigation(request, section), **context}, status=status)


def found(admin: Any, request: HttpRequest, number: Any) -> Any:
    """Return the row for its page, or raise PermissionDenied or Http404."""
    if not admin.has_view_permission(request):
        raise PermissionDenied
    row = admin.model._default_manager.filter(pk=int(number)).first()
    if row is None:
        raise Http404
    return row


# --- the dashboard


@require_safe
def dashboard(request: PersonRequest) -> HttpResponse:
    days = daily_counts.days(timezone.now().date())
    context = {
        "now": overview_for(request.user),
        "charts": daily_counts.charts(days),
        "days": days[::-1],
        "actions": applicable(services.actions_for(request.user, SITE), None),
    }
    return page(request, "dashboard", "dashboard", context)


@require_safe
def now(request: PersonRequest) -> HttpResponse:
    """Render the part of the dashboard that refreshes every few seconds."""
    return render(request, "staff/_now.html", {"now": overview_for(request.user), "at": timezone.now()})


# --- a game


def viewpoint_of(request: PersonRequest, game: Game) -> tuple[str, Audit | None]:
    """Return from which viewpoint to show a game, and the open inspection of its hands, if there is one.

    While a game is running, hands are shown only during an inspection, which the audit log records.
    """
    wanted = request.GET.get("as", "")
    inspection = services.open_inspection(request.user, game) if request.user.has_perm("games.see_hands") else None
    may_see = game.ended_at is not None or inspection is not None
    seats = [str(seat) for seat in game.players.values_list("seat", flat=True)]
    if not may_see or wanted not in (*seats, inspector.ALL, inspector.NOBODY):
        wanted = inspector.ALL if may_see and wanted != inspector.NOBODY else inspector.NOBODY
    return wanted, inspection


@require_safe
def game(request: PersonRequest, admin: ModelAdmin, number: Any) -> HttpResponse:  # type: ignore[type-arg]
    match = found(admin, request, number)
    viewpoint, inspection = viewpoint_of(request, match)
    if request.htmx and request.GET.get("known") == f"{match.version} {viewpoint}":
        return HttpResponse(status=NO_CONTENT)
    at, seat, before = (_number(request, name) for name in ("at", "seat", "before"))
    try:
        inspected = inspector.inspect(match, viewpoint, at, seat, before)
    except DAMAGE:
        return page(request, "damaged", "game", {"game": match})
    context = {
        "game": match,
        "inspected": inspected,
        "inspection": inspection,
        "viewpoint": viewpoint,
        "seat": seat,
        "at": at,
        "is_masked": match.ended_at is None and inspection is None,
        "actions": applicable(services.actions_for(request.user, GAME), match) if match.ended_at is None else [],
        "table_actions": services.actions_for(request.user, TABLE) if match.table.closed_at is None else [],
        "audits": _audits(request, Audit.objects.filter(game=match)),
    }
    return page(request, "game", "game", context)


def _audits(request: PersonRequest, audits: Any) -> list[Audit]:
    return list(audits[:LAST]) if request.user.has_perm("games.view_audit") else []


def _number(request: HttpRequest, name: str) -> int | None:
    return whole_number(request.GET.get(name, ""), most_digits=8)


@require_POST
def replay(request: PersonRequest, admin: ModelAdmin, number: int) -> HttpResponse:  # type: ignore[type-arg]
    """Replay the log, and say whether it leads to the stored state."""
    match = found(admin, request, number)
    problem = services.difference(match)
    if problem:
        messages.error(request, wording.note("replay_differs", game=match.pk, problem=problem))
    else:
        messages.success(request, wording.note("replay_agrees", entry=match.version))
    return redirect("admin:games_game_change", match.pk)


# --- tables, people, chat, the audit log


@require_safe
def table(request: PersonRequest, admin: ModelAdmin, number: Any) -> HttpResponse:  # type: ignore[type-arg]
    row = found(admin, request, number)
    lines = Line.objects.filter(table=row).order_by("-pk")[:LAST] if request.user.has_perm("games.view_line") else []
    context = {
        "table": row,
        "places": row.places.select_related("person"),
        "games": row.games.order_by("-pk").defer("state", "rules")[:LAST],
        "lines": lines,
        "actions": services.actions_for(request.user, TABLE) if row.closed_at is None else [],
        "audits": _audits(request, Audit.objects.filter(table=row)),
    }
    return page(request, "table", "table", context)


@require_safe
def person(request: PersonRequest, admin: ModelAdmin, number: Any) -> HttpResponse:  # type: ignore[type-arg]
    subject = found(admin, request, number)
    sees_games = request.user.has_perm("games.view_game")
    sees_reports = request.user.has_perm("games.view_report")
    in_force = _in_force(subject)
    context = {
        "person": subject,
        "in_force": in_force,
        "good": FOR_GOOD,
        "sanctions": subject.sanctions.select_related("by")[:LAST],
        "sessions": subject.usersession_set.count(),
        "seats": subject.seats.select_related("game__table").order_by("-pk")[:LAST] if sees_games else [],
        "lines": subject.lines.filter(is_notice=False).select_related("table").order_by("-pk")[:LAST]
        if request.user.has_perm("games.view_line")
        else [],
        "reports": subject.reported.all()[:LAST] if sees_reports else [],
        "actions": [
            action for action in services.actions_for(request.user, PERSON) if in_force or action.name != "lift"
        ],
        "audits": _audits(request, Audit.objects.filter(person=subject)),
        "email": subject.email if request.user.is_superuser else "",
    }
    return page(request, "person", "user", context)


def _in_force(person: User) -> list[str]:
    """Return a sentence for the ban and one for the mute of a person, if there are any."""
    sanctions = {"banned": ban_of(person), "muted": mute_of(person)}
    return [wording.note(code, until=sanction.until) for code, sanction in sanctions.items() if sanction]


@require_http_methods(["GET", "HEAD", "POST"])
def rights(request: PersonRequest, admin: ModelAdmin, number: int) -> HttpResponse:  # type: ignore[type-arg]
    """Set whether a person belongs to the staff, and their groups. For administrators only."""
    if not request.user.is_superuser:
        raise PermissionDenied
    subject = found(admin, request, number)
    form = RightsForm(subject, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            rights = form.cleaned_data
            is_staff, groups = rights["is_staff"], list(rights["groups"])
            messages.success(request, services.set_rights(request.user, subject, is_staff, groups, rights["reason"]))
            return redirect("admin:games_user_change", subject.pk)
        except StaffRefusal as refusal:
            form.add_error(None, str(refusal))
    return page(request, "rights", "user", {"person": subject, "form": form}, UNPROCESSABLE if form.errors else 200)


def line(request: PersonRequest, admin: ModelAdmin, number: Any) -> HttpResponse:  # type: ignore[type-arg]
    row = found(admin, request, number)
    return redirect(f"{reverse('admin:games_line_changelist')}?q={row.table.code}")


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
    context = {
        "report": case,
        "lines": services.lines_of(case),
        "form": form,
        "actions": services.actions_for(request.user, PERSON) if case.person_id else [],
        "may_resolve": request.user.has_perm("games.resolve_reports"),
        "remove": ACTIONS["remove-line"].is_open_to(request.user),
    }
    return page(request, "report", "report", context, UNPROCESSABLE if form.errors else 200)


# --- actions


MODELS: dict[str, type[Model]] = {GAME: Game, TABLE: Table, PERSON: User, LINE: Line}
BACK: dict[str, Callable[[Any], str]] = {
    GAME: lambda game: reverse("admin:games_game_change", args=[game.pk]),
    TABLE: lambda table: reverse("admin:games_table_change", args=[table.pk]),
    PERSON: lambda person: reverse("admin:games_user_change", args=[person.pk]),
    LINE: lambda line: f"{reverse('admin:games_line_changelist')}?q={line.table.code}",
    SITE: lambda nothing: reverse("admin:index"),
}


@require_http_methods(["GET", "HEAD", "POST"])
def action(request: PersonRequest, name: str, number: int) -> HttpResponse:
    """Ask for a reason and other fields; once they are sent, perform the action and say what it did."""
    chosen = ACTIONS.get(name)
    if chosen is None:
        raise Http404
    if not chosen.is_open_to(request.user):
        raise PermissionDenied
    target = _target(chosen, number)
    form = ActionForm(chosen, target, request.POST or None)
    if request.method == "POST" and form.is_valid():
        fields = form.cleaned_data
        try:
            done = services.perform(request.user, name, target, fields.pop("reason"), fields)
            messages.success(request, with_local_times(done))
            return redirect(_back(request, chosen, target))
        except Refusal as refusal:
            form.refuse(refusal)
    context = {"action": chosen, "target": target, "form": form, "back": _back(request, chosen, target)}
    return page(request, "action", chosen.target, context, UNPROCESSABLE if form.errors else 200)


def _target(chosen: Action, number: int) -> Any:
    if chosen.target == SITE:
        return None
    target = MODELS[chosen.target]._default_manager.filter(pk=number).first()
    if target is None:
        raise Http404
    return target


def _back(request: PersonRequest, chosen: Action, target: Any) -> str:
    """Return the page that this person came from, if it is a staff page, or the page of the target."""
    wanted = request.POST.get("next") or request.GET.get("next", "")
    is_ours = wanted.startswith("/admin/") and url_has_allowed_host_and_scheme(wanted, {request.get_host()})
    return wanted if is_ours else BACK[chosen.target](target)
