"""Pages for opening a table, for changing its rules and settings, and for saved rules."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.engine import Rules
from games.limits import TooMany, limit
from games.lobby import services, snapshot
from games.lobby.forms import RulesForm, SettingsForm
from games.lobby.guests import guest_if_anonymous
from games.lobby.loaders import table_for
from games.lobby.services import Settings
from games.lobby.services.choosing import OWN
from games.lobby.views.answers import page, viewer
from games.models import RuleSet, Table, User
from games.not_found import NothingHere
from games.people.request import HtmxRequest, PersonRequest, make_wait
from games.refusals import NoTable, NotAllowed, Refusal, Unfit
from games.text import whole_number
from games.wording.lobby import confirmation
from games.wording.options import PRESET_LINES
from games.wording.rule_sentences import idle

Chosen = TypeVar("Chosen", Rules, Settings)
UNFIT = Unfit.status
GET_OR_POST = ["GET", "HEAD", "POST"]
FIELDS = {"password_missing": "password", "too_many_seated": "seats"}
"""The fields of the settings that refusals are about, besides those that name their field."""
ABOUT_NAME = ("rules_name_length", "too_many_rules")
"""Refusals about the name under which rules are saved."""


@login_not_required
@require_http_methods(GET_OR_POST)
def new(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        return _or_the_form_again(_open, request)
    return _new_page(request, _initial_rules(request), SettingsForm(Settings()))


def _initial_rules(request: HttpRequest) -> Rules:
    """Return the rules in the address – a preset's name or a shared set –, or else those used last."""
    name = request.GET.get("rules", "")
    try:
        return services.choose({"base": name}) if name else services.last_used(viewer(request))
    except Unfit:
        return services.last_used(viewer(request))


def _or_the_form_again(act: Callable[[HttpRequest], HttpResponse], request: HttpRequest) -> HttpResponse:
    """Act, or show the form again if that was too often."""
    try:
        return act(request)
    except TooMany as excess:
        problem, form = _too_often(request, excess), SettingsForm(Settings(), request.POST)
        return _new_page(request, _base(request.POST), form, problem, request.POST.dict())


def _too_often(request: HttpRequest, excess: TooMany) -> Refusal:
    """Return the refusal that a form shows with what was sent; the page about the rate limit would lose that."""
    make_wait(request, excess.seconds)
    return Refusal("too_often", count=excess.seconds)


@limit("open a table", 10, per=120, crowd=5)
@guest_if_anonymous
def _open(request: PersonRequest) -> HttpResponse:
    form = SettingsForm(Settings(), request.POST)
    problem = None
    try:
        rules = services.choose(request.POST.dict())
        if form.is_valid():
            return redirect("table", code=services.open_table(request.user, rules, form.settings()).code)
    except Refusal as refusal:
        problem = _beside_fields(refusal, form)
    return _new_page(request, _base(request.POST), form, problem, request.POST.dict())


def _beside_fields(refusal: Refusal, form: SettingsForm) -> Refusal | None:
    """Put a refusal that is about a field of the settings there; return any other."""
    field = FIELDS.get(refusal.code) or refusal.facts.get("field")
    if field not in form.fields:
        return refusal
    form.add_error(str(field), str(refusal))
    return None


def _base(given: Mapping[str, Any]) -> Rules:
    """Return the rules that the fields of a form were filled from."""
    try:
        return services.choose({"base": str(given.get("base", ""))})
    except Unfit:
        return Rules()


def _new_page(
    request: HttpRequest,
    rules: Rules,
    settings: SettingsForm,
    problem: Refusal | None = None,
    sent: Mapping[str, Any] | None = None,
) -> HttpResponse:
    is_about_name = problem is not None and problem.code in ABOUT_NAME
    context = rules_context(request, rules, None if is_about_name else problem, sent) | {
        "settings": settings,
        "rules_name": sent.get("rules_name", "") if sent else "",
        "name_problem": str(problem) if is_about_name else "",
    }
    return page(request, "new", context, status=UNFIT if problem or settings.errors else 200)


def rules_context(
    request: HttpRequest, rules: Rules, problem: Refusal | None = None, sent: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the context for the presets and the list of all options."""
    saved = services.mine(viewer(request))
    chosen = str(sent.get("preset", "")) if sent else ""
    described = _chosen(sent, rules)
    own = next((found.code for found in saved if found.rules == rules.to_json()), OWN)
    return {
        "form": _rules_form(rules, problem, sent),
        "base": rules.to_json(),
        "presets": PRESET_LINES.items(),
        "saved": saved,
        "chosen": chosen or rules.preset_name or own,
        "words": snapshot.rules_text(described),
        "idle": idle(described),
        "problem": str(problem or ""),
    }


def _rules_form(rules: Rules, problem: Refusal | None, sent: Mapping[str, Any] | None) -> RulesForm:
    """Return the form with what was sent, and with the refusal at the option that it is about."""
    form = RulesForm(rules, {**RulesForm(rules).initial, **sent} if sent else None)
    field = problem and problem.facts.get("field")
    if field in form.fields:
        form.add_error(str(field), str(problem))
    return form


def _chosen(sent: Mapping[str, Any] | None, rules: Rules) -> Rules:
    """Return the rules that were sent, if they are possible, and otherwise the ones the fields were filled from."""
    try:
        return services.choose(sent) if sent else rules
    except Unfit:
        return rules


@login_not_required
@require_POST
@limit("check rules", 60, per=30)
def check(request: HtmxRequest) -> HttpResponse:
    """Describe the rules chosen so far, or say why they are invalid, before the form is sent. When a preset was chosen,
    the fields show its rules, and earlier changes by hand are dropped."""
    if request.htmx.target == "options":
        return _options(request)
    context: dict[str, Any] = {"check": True}
    try:
        rules = services.choose(request.POST.dict())
        context |= {"words": snapshot.rules_text(rules), "idle": idle(rules), "most": rules.max_seats}
        _check_seats(request.POST, rules)
    except Unfit as unfit:
        context["problem"] = str(unfit)
    return page(request, "_summary", context)


def _check_seats(given: Mapping[str, str], rules: Rules) -> None:
    seats = whole_number(given.get("seats", ""))
    if seats is not None:
        Settings(seats=min(seats, 9999)).check(rules)


def _options(request: HttpRequest) -> HttpResponse:
    preset = request.POST.get("preset", "")
    try:
        rules = services.choose({"base": request.POST.get("base", "") if preset == OWN else preset})
    except Unfit as unfit:
        return page(request, "_summary", {"check": True, "problem": str(unfit)})
    return page(request, "_options", rules_context(request, rules) | {"check": True, "open": "open" in request.POST})


# --- a table that is open already


@require_http_methods(GET_OR_POST)
def rules(request: PersonRequest, code: str) -> HttpResponse:
    table = _own(request, code)
    before = services.read(table.rules)
    if request.method != "POST":
        return page(request, "rules", rules_context(request, before) | {"table": table})
    try:
        _change(request, services.change_rules, code, services.choose(request.POST.dict()))
    except Refusal as refusal:
        context = rules_context(request, _base(request.POST), refusal, request.POST.dict())
        return page(request, "rules", context | {"table": table}, status=UNFIT)
    return redirect("table", code=code)


def _change(request: PersonRequest, change: Callable[[str, User, Chosen], None], code: str, chosen: Chosen) -> None:
    """Change a table, or refuse if that was too often."""
    try:
        _count_change(request)
    except TooMany as excess:
        raise _too_often(request, excess) from excess
    change(code, request.user, chosen)


@limit("set up a table", 20, per=60)
def _count_change(request: PersonRequest) -> None:
    """The decorator counts and refuses."""


@require_http_methods(GET_OR_POST)
def settings(request: PersonRequest, code: str) -> HttpResponse:
    table = _own(request, code)
    form = SettingsForm(services.settings_of(table), request.POST if request.method == "POST" else None)
    problem = None
    if form.is_bound and form.is_valid():
        try:
            _change(request, services.change_settings, code, form.settings())
            return redirect("table", code=code)
        except Refusal as refusal:
            problem = _beside_fields(refusal, form)
    context = {"table": table, "settings": form, "problem": problem}
    return page(request, "settings", context, status=UNFIT if problem or form.errors else 200)


def _own(request: PersonRequest, code: str) -> Table:
    """Return a table to its host; for all others, these pages do not exist."""
    try:
        table = table_for(code, request.user)
    except Refusal as refusal:
        raise NothingHere(str(refusal)) from refusal
    if table.host_id != request.user.pk:
        raise NothingHere(str(NotAllowed("host_only")))
    return table


# --- rules with a name


@login_not_required
@require_POST
def save(request: HttpRequest) -> HttpResponse:
    return _or_the_form_again(_save, request)


@limit("save rules", 20, per=60)
@guest_if_anonymous
def _save(request: PersonRequest) -> HttpResponse:
    try:
        rules = services.choose(request.POST.dict())
        saved = services.save(request.user, request.POST.get("rules_name", ""), rules)
    except Refusal as refusal:
        form = SettingsForm(Settings(), request.POST)
        return _new_page(request, _base(request.POST), form, refusal, request.POST.dict())
    return redirect("rule_set", code=saved.code)


@login_not_required
@require_safe
def shared(request: HttpRequest, code: str) -> HttpResponse:
    found = _shared(code)
    context = {
        "set": found,
        "words": snapshot.rules_text(services.read(found.rules), name=found.name),
        "by": found.person.name,
        "mine": found.person_id == request.user.pk,
        "link": request.build_absolute_uri(),
    }
    return page(request, "shared", context)


def _shared(code: str) -> RuleSet:
    try:
        return services.shared(code)
    except NoTable as refusal:
        raise NothingHere(str(refusal)) from refusal


@require_POST
def delete(request: PersonRequest, code: str) -> HttpResponse:
    try:
        name = services.delete(request.user, code)
    except Refusal as refusal:
        raise NothingHere(str(refusal)) from refusal
    messages.success(request, confirmation("rules_deleted", name=name))
    return redirect("new_table")
