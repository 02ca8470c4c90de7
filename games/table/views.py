"""The pages of a running game: each parses the request, calls one service, and renders the table."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from games.access import Access, Level, Reason, is_known
from games.bans import people as bans
from games.chat import pov as chat
from games.chat import reactions
from games.chat.services import QUICK_PHRASES, has_only_phrases
from games.limits import limit
from games.models import User
from games.not_found import NothingHere
from games.people import tips as first_game
from games.people.request import PersonRequest, hide_from_search
from games.presence import company
from games.presence import services as presence
from games.refusals import Refusal
from games.table import commitments, services, tips
from games.table.loaders import table_seen_by
from games.table.pov import Preferences, around, fragments, pieces, pov
from games.table.refusals import NoGame, NotOpen
from games.table.rules_summary import summary
from games.table.services.moving import LONGEST_KEY
from games.table.snapshot import Snapshot
from games.text import whole_number
from games.wording.table import HELD, LEFT, refusal
from games.wording.templates import fill

View = Callable[..., HttpResponse]


def refusals_are_answers(view: View) -> View:
    """Answer a refusal with its sentence and the current table, or with another page if the person may not see it."""

    @wraps(view)
    def answer(request: PersonRequest, code: str, **rest: int) -> HttpResponse:
        code = code.lower()
        try:
            try:
                return view(request, code, **rest)
            except NoGame:
                raise
            except Refusal as refused:
                return _render_table(request, code, None, str(refused), refused.status)
        except NotOpen as closed:
            return _redirect_to_lobby(request, code, closed.access)
        except NoGame as nothing:
            raise NothingHere(str(nothing)) from nothing

    return answer


def _redirect_to_lobby(request: PersonRequest, code: str, found: Access) -> HttpResponse:
    """Redirect to the lobby of the table, which asks for a password or says why the person cannot come in.

    The address of the game is in the browser during play, so it is what people share."""
    if found.reason is Reason.STAFF_BAN:
        bans.check_not_banned(request.user)
    if found.level == Level.NOTHING and found.reason is not Reason.HOST_BAN:
        raise NothingHere(found.reason.sentence)
    if request.method not in ("GET", "HEAD"):
        raise PermissionDenied(found.reason.sentence or refusal("no_game"))
    if found.reason is Reason.NO_WATCHING:
        messages.info(request, found.reason.sentence)
    return redirect(reverse("table", args=[code]) + "?stay")


@login_not_required
@require_safe
@refusals_are_answers
def game(request: PersonRequest, code: str) -> HttpResponse:
    table, found = table_seen_by(code, request.user)
    if not is_known(request.user):
        return _redirect_to_lobby(request, code, found)
    hide_from_search(request)
    preferences = Preferences.of(request.user)
    seen: dict[str, Any] = {"open_hands": found.hands_are_open, "is_closed": found.reason is Reason.CLOSED}
    view = pov(table, found.seat, preferences, services.seconds(table), **seen)
    presence.arrive(code, request.user.pk)
    parts = fragments(view, is_page=True) | {"around": around(table, company.read(code), found.seat)}
    context = {
        "pov": view,
        "parts": parts,
        "loaded": pieces(table, found.seat, preferences, **seen).fingerprint,
        "rules": summary(table.state.rules),
        "origin_url": reverse("replay_at", args=table.origin) if table.origin else "",
        **_deal(table),
        "tip": _tip(table, found, request.user),
        "talk": chat.chat_of(code, request.user),
        "has_only_phrases": has_only_phrases(code),
        "phrases": QUICK_PHRASES,
        "reactions": reactions.buttons(),
    }
    return render(request, "table/game.html", context)


def _deal(table: Snapshot) -> dict[str, Any]:
    """What the shuffles of this match were committed to, and who has contributed what."""
    shuffles = commitments.shuffles_of(table.game) if table.commitment else None
    if shuffles is None:
        return {}
    seats = zip(table.names, shuffles.contributions, strict=True)
    return {
        "shuffles": shuffles,
        "short_commitment": commitments.short(shuffles.commitment),
        "contributions": [(name, one["by"], one["value"]) for name, one in seats],
    }


def _tip(table: Snapshot, found: Access, person: User) -> SafeString:
    left = first_game.left(person, table.game) if found.seat is not None else ()
    return tips.render_tip(tips.find(table, found.seat, left, services.seconds))


@require_POST
@limit("play", 120, per=30, is_local=True)
@refusals_are_answers
def act(request: PersonRequest, code: str) -> HttpResponse:
    sent = request.POST
    version = whole_number(sent.get("version", ""), most_digits=9)
    known = -1 if version is None else version
    outcome = services.act(code, request.user, sent.get("move", ""), known, sent.get("key", "")[:LONGEST_KEY])
    if outcome.is_held:
        return _render_table(request, code, outcome.table, fill(HELD), status=202)
    seen_before = outcome.before if outcome.before and outcome.before.version == known else None
    return _render_table(request, code, outcome.table, seen_before=seen_before)


@require_POST
@refusals_are_answers
def leave(request: PersonRequest, code: str) -> HttpResponse:
    services.leave(code, request.user)
    messages.info(request, fill(LEFT))
    return redirect("table", code=code)


@require_POST
@refusals_are_answers
def come_back(request: PersonRequest, code: str) -> HttpResponse:
    return _render_table(request, code, services.come_back(code, request.user))


@require_POST
@refusals_are_answers
def take_over(request: PersonRequest, code: str, seat: int) -> HttpResponse:
    services.take_over(code, request.user, seat)
    # From another seat it is another page.
    return HttpResponseClientRefresh() if request.htmx else redirect("game", code=code)


def _render_table(
    request: PersonRequest,
    code: str,
    table: Snapshot | None,
    sentence: str = "",
    status: int = 200,
    seen_before: Snapshot | None = None,
) -> HttpResponse:
    """Render the current table: fragments for htmx, only those that changed if the page showed the version before; or
    redirect to the page when there is no JavaScript."""
    if not request.htmx:
        if sentence:
            (messages.error if status >= 400 else messages.info)(request, sentence)
        return redirect("game", code=code)
    table, found = (table, None) if table else table_seen_by(code, request.user)
    seat = found.seat if found else table.seat_of(request.user.pk)
    preferences = Preferences.of(request.user)
    new = pieces(table, seat, preferences, sentence, bool(found and found.hands_are_open))
    old = pieces(seen_before, seat, preferences) if seen_before else {}
    changed = [html for name, html in new.items() if name == "message" or old.get(name) != html]
    return HttpResponse("".join(changed), status=status)
