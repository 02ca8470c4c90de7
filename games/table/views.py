"""The pages of a running game: each parses, calls one service, and draws the table for whoever asked."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from games.limits import limit
from games.lobby import pov as lobby
from games.lobby.services import presence
from games.people.request import PersonRequest
from games.table import services
from games.table.loaders import table_seen_by
from games.table.pov import Preferences, around, pieces, pov
from games.table.refusals import NoGame, TableRefusal
from games.table.snapshot import Snapshot

View = Callable[..., HttpResponse]


def refusals_are_answers(view: View) -> View:
    """A refusal is an answer: the sentence with the fresh table; where there is no table, a page that says so."""

    @wraps(view)
    def answer(request: PersonRequest, code: str, **rest: int) -> HttpResponse:
        try:
            return view(request, code, **rest)
        except NoGame as nothing:
            raise Http404(str(nothing)) from nothing
        except TableRefusal as refusal:
            return _drawn(request, code, None, str(refusal), refusal.status)

    return answer


@require_safe
@refusals_are_answers
def game(request: PersonRequest, code: str) -> HttpResponse:
    table, seat = table_seen_by(code, request.user)
    preferences = Preferences.of(request.user)
    view = pov(table, seat, preferences, services.seconds(table))
    presence.arrive(code, request.user.pk)
    parts = pieces(table, seat, preferences) | {"around": around(table, lobby.company(code))}
    talk = lobby.said_at(code, request.user)
    return render(request, "table/game.html", {"pov": view, "parts": parts, "talk": talk})


@require_POST
@limit("play", 120, per=30)
@refusals_are_answers
def act(request: PersonRequest, code: str) -> HttpResponse:
    sent = request.POST
    version = sent.get("version", "")
    known = int(version) if version.isdecimal() and len(version) < 10 else -1
    outcome = services.act(code, request.user, sent.get("move", ""), known, sent.get("key", "")[:40])
    seen_before = outcome.before if outcome.before and outcome.before.version == known else None
    return _drawn(request, code, outcome.table, seen_before=seen_before)


@require_POST
@refusals_are_answers
def leave(request: PersonRequest, code: str) -> HttpResponse:
    services.leave(code, request.user)
    messages.info(request, "You have left the game. A bot plays on for you, and you can come back until it ends.")
    return redirect("table", code=code)


@require_POST
@refusals_are_answers
def come_back(request: PersonRequest, code: str) -> HttpResponse:
    services.come_back(code, request.user)
    return _to_the_game(request, code)


@require_POST
@refusals_are_answers
def take_over(request: PersonRequest, code: str, seat: int) -> HttpResponse:
    services.take_over(code, request.user, seat)
    return _to_the_game(request, code)


def _to_the_game(request: PersonRequest, code: str) -> HttpResponse:
    """The page as it is from another seat, which is another page."""
    return HttpResponseClientRefresh() if request.htmx else redirect("game", code=code)


def _drawn(
    request: PersonRequest,
    code: str,
    table: Snapshot | None,
    sentence: str = "",
    status: int = 200,
    seen_before: Snapshot | None = None,
) -> HttpResponse:
    """The table as it is now: fragments for htmx, of which a page that showed the last version needs only those that
    have changed; without JavaScript the page again."""
    if not request.htmx:
        if sentence:
            messages.error(request, sentence)
        return redirect("game", code=code)
    table = table or table_seen_by(code, request.user)[0]
    seat = table.seat_of(request.user.pk)
    preferences = Preferences.of(request.user)
    drawn = pieces(table, seat, preferences, sentence)
    old = pieces(seen_before, seat, preferences) if seen_before else {}
    news = [html for name, html in drawn.items() if name == "said" or old.get(name) != html]
    return HttpResponse("".join(news), status=status)
