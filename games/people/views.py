"""The home page, and the pages on which people change their name, avatar, preferences, tokens and sessions."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_not_required
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.bans.people import ban_sentence
from games.limits import limit
from games.not_found import NothingHere
from games.people import avatars, services
from games.people import tips as first_game
from games.people import tokens as programs
from games.people.forms import NameForm, PreferencesForm, TokenForm, VisibilityForm
from games.people.own_tables import own_tables
from games.people.request import PersonRequest
from games.wording.people import confirmation, refusal
from games.wording.statistics import PROFILE_SAVED

UNPROCESSABLE = 422


@login_not_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    person = request.user
    context = {"own": own_tables(person), "ban": ban_sentence(person)} if person.is_authenticated else {}
    return render(request, "people/home.html", context)


@require_safe
@limit("look at invitations", 120, per=60)
def invitations(request: PersonRequest) -> HttpResponse:
    """What the page shows in its place for invitations."""
    return render(request, "people/_invitations.html")


@login_not_required
@require_safe
@cache_control(public=True, max_age=31536000, immutable=True)
def face(request: HttpRequest, word: str) -> HttpResponse:
    policy = {"Content-Security-Policy": "default-src 'none'"}
    return HttpResponse(avatars.render(word), content_type="image/svg+xml", headers=policy)


@require_safe
def me(request: PersonRequest) -> HttpResponse:
    return _profile(request)


def _profile(request: PersonRequest, status: int = 200, **more: Any) -> HttpResponse:
    person = request.user
    context = {
        "form": NameForm(person),
        "tokens": person.tokens.all(),
        "token_form": TokenForm(person),
        "visibility_form": VisibilityForm(instance=person),
    } | more
    return render(request, "people/me.html", context, status=status)


@require_POST
@limit("choose a name", 10, per=60)
def name(request: PersonRequest) -> HttpResponse:
    form = NameForm(request.user, request.POST)
    if form.is_valid():
        form.save()
    if request.htmx:
        return render(request, "people/_name.html", {"form": form, "answer": True}, status=_status(form))
    if form.errors:
        return _profile(request, UNPROCESSABLE, form=form)
    messages.success(request, confirmation("renamed", name=request.user.name))
    return redirect("me")


@require_POST
@limit("choose who sees the profile", 30, per=60)
def visibility(request: PersonRequest) -> HttpResponse:
    form = VisibilityForm(request.POST, instance=request.user)
    if not form.is_valid():
        return _profile(request, UNPROCESSABLE, visibility_form=form)
    services.set_visibility(request.user, form.cleaned_data["results_for"], form.cleaned_data["details_for"])
    messages.success(request, PROFILE_SAVED)
    return redirect("me")


@require_POST
@limit("change the avatar", 60, per=60)
def new_face(request: PersonRequest) -> HttpResponse:
    services.change_avatar(request.user)
    return render(request, "people/_face.html", {"answer": True}) if request.htmx else redirect("me")


@require_POST
@limit("make a token", 10, per=60)
def make_token(request: PersonRequest) -> HttpResponse:
    """Make a token and show it; no later page ever shows it again."""
    form = TokenForm(request.user, request.POST)
    secret = form.save() if form.is_valid() else ""
    if not secret:
        return _profile(request, UNPROCESSABLE, token_form=form)
    return _profile(request, secret=secret, secret_name=form.cleaned_data["name"])


@require_POST
def revoke_token(request: PersonRequest, token_id: int) -> HttpResponse:
    name = programs.revoke(request.user, token_id)
    if not name:
        raise NothingHere(refusal("no_such_token"))
    messages.success(request, confirmation("token_revoked", name=name))
    return redirect("me")


@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: PersonRequest) -> HttpResponse:
    form = PreferencesForm(request.POST or None, instance=request.user)
    if request.method != "POST" or not form.is_valid():
        return _form(request, "preferences", form)
    services.set_preferences(request.user, form.cleaned_data)
    if request.htmx:
        return render(request, "people/_preferences.html", {"form": form, "saved": True})
    messages.success(request, confirmation("preferences_saved"))
    return redirect("preferences")


@require_POST
@limit("tips", 30, per=60)
def tips(request: PersonRequest) -> HttpResponse:
    """Remember that a tip was shown; without JavaScript, go back to the game."""
    first_game.forget(request.user, request.POST.get("tip", ""))
    code = request.POST.get("table", "")
    if request.htmx:
        return HttpResponse(status=204)
    return redirect("game", code=code) if code.isascii() and code.isalnum() else redirect("home")


@require_POST
def end_session(request: PersonRequest, session_id: int) -> HttpResponse:
    if not services.end_session(request.user, session_id):
        raise Http404
    messages.success(request, confirmation("session_ended"))
    return redirect("usersessions_list")


@require_POST
def end_all_sessions(request: PersonRequest) -> HttpResponse:
    services.end_sessions(request.user)
    logout(request)
    messages.success(request, confirmation("sessions_ended"))
    return redirect("home")


@require_safe
def design_system(request: PersonRequest) -> HttpResponse:
    """Show all elements of the design system, for developers."""
    if not (settings.DEBUG or request.user.is_staff):
        raise Http404
    return render(request, "people/style.html", {"form": PreferencesForm(instance=request.user)})


def _form(request: PersonRequest, page: str, form: BaseForm) -> HttpResponse:
    return render(request, f"people/{page}.html", {"form": form}, status=_status(form))


def _status(form: BaseForm) -> int:
    return UNPROCESSABLE if form.errors else 200
