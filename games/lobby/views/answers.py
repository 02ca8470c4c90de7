"""Responses of a lobby: its current fragments for htmx, or a redirect with a message for a plain page."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_POST

from games import access
from games.access import Level, Reason
from games.chat import fragments as chat
from games.limits import limit
from games.lobby import fragments, pov, snapshot
from games.lobby.guests import guest_if_anonymous, is_new_guest
from games.models import User
from games.not_found import NothingHere
from games.people.request import PersonRequest
from games.refusals import NoTable, Refusal, Unfit
from games.table.commitments import Contribution, contribution
from games.text import whole_number
from games.wording.lobby import NOT_POSSIBLE

Action = Callable[[PersonRequest, str], str | HttpResponse | None]
View = Callable[..., HttpResponse]


def viewer(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


def number(given: Mapping[str, str], name: str, refusal: str) -> int:
    """Return a number that a form has sent, or refuse with this code."""
    found = whole_number(given.get(name, ""))
    if found is None:
        raise Refusal(refusal)
    return found


def contribution_in(request: HttpRequest) -> Contribution | None:
    """Return what the browser adds to the next deal; None without JavaScript."""
    return contribution(request.POST.get("contribution", ""), request.POST.get("commitment", ""))


def unfit_is_a_page(view: View) -> View:
    """Respond to a form with something invalid in it with a page that says so."""

    @wraps(view)
    def answer_unfit(request: PersonRequest) -> HttpResponse:
        try:
            return view(request)
        except Unfit as refusal:
            context = {"status": refusal.status, "title": NOT_POSSIBLE, "sentence": str(refusal)}
            return render(request, "refusal.html", context, status=refusal.status)

    return answer_unfit


def button(action: Action) -> View:
    """Turn an action into a view for a button of the lobby. The action refuses, or returns a message or a response."""

    @require_POST
    @limit("use a lobby", 60, per=30)
    @wraps(action)
    def view(request: PersonRequest, code: str) -> HttpResponse:
        try:
            result = action(request, code)
            return result if isinstance(result, HttpResponse) else answer(request, code, result or "")
        except NoTable as refusal:
            raise NothingHere(str(refusal)) from refusal
        except Refusal as refusal:
            return answer(request, code, str(refusal), refusal.status)

    return view


def guest_button(action: Action) -> View:
    """Like `button`, for anonymous visitors too: they become guests."""
    return login_not_required(require_POST(guest_if_anonymous(button(action))))


def answer(request: PersonRequest, code: str, sentence: str = "", status: int = 200) -> HttpResponse:
    good = status == 200
    if not request.htmx or is_new_guest(request):
        if sentence:
            (messages.success if good else messages.error)(request, sentence)
        return redirect(after(request, code))
    # A refusal also brings the page up to date: htmx swaps in a 409 like a success, and shows other errors as notices.
    return HttpResponse(current_fragments(request, code) + notice(sentence, good), status=200 if good else 409)


def notice(sentence: str, good: bool) -> str:
    return render_to_string("lobby/_notice.html", {"sentence": sentence, "good": good})


def after(request: PersonRequest, code: str) -> str:
    """Return where a plain page goes next: to the game if it runs now, else back to the lobby."""
    found, table = access.to_table(code, request.user), None
    if found.reason in (Reason.NO_TABLE, Reason.CLOSED):
        return reverse("tables")
    if found.level >= Level.LOBBY:
        table = snapshot.lobby(code)
    plays = table is not None and pov.pov(table, request.user).plays
    return reverse("game" if plays else "table", args=[code])


def current_fragments(request: PersonRequest, code: str) -> str:
    """Render the lobby and the chat as this person may see them now."""
    found = access.to_table(code, request.user)
    if found.level < Level.LOBBY:
        return fragments.outside(code, found)
    stay = (request.htmx.current_url or "").endswith("?stay")
    return fragments.lobby(code, request.user, get_token(request), stay=stay) + chat.chat(code, request.user)


def page(request: HttpRequest, name: str, context: Mapping[str, Any], status: int = 200) -> HttpResponse:
    return render(request, f"lobby/{name}.html", context, status=status)
