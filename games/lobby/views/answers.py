"""How a lobby answers: fragments of the lobby for htmx, and for a plain page the way back to it with a sentence."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
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
from games.lobby.guests import everybody_is_somebody, has_just_arrived
from games.models import User
from games.people.request import PersonRequest
from games.refusals import NoTable, Refusal
from games.table.refusals import TableRefusal

Work = Callable[[PersonRequest, str], str | HttpResponse | None]
View = Callable[..., HttpResponse]
LARGEST_NUMBER = 18


def viewer(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


def number(given: Mapping[str, str], name: str, sentence: str) -> int:
    """A number that a form has sent, or a refusal."""
    text = given.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) < LARGEST_NUMBER):
        raise Refusal(sentence)
    return int(text)


def button(work: Work) -> View:
    """A view for one button of the lobby: the work either refuses, or says what came of it."""

    @require_POST
    @limit("use a lobby", 60, per=30)
    @wraps(work)
    def pressed(request: PersonRequest, code: str) -> HttpResponse:
        try:
            done = work(request, code)
            return done if isinstance(done, HttpResponse) else answer(request, code, done or "")
        except NoTable as nothing:
            raise Http404(str(nothing)) from nothing
        except (Refusal, TableRefusal) as refusal:
            return answer(request, code, str(refusal), refusal.status)

    return pressed


def way_in(work: Work) -> View:
    """A button that also lets in who has no name yet."""
    return login_not_required(require_POST(everybody_is_somebody(button(work))))


def answer(request: PersonRequest, code: str, sentence: str = "", status: int = 200) -> HttpResponse:
    good = status == 200
    if not request.htmx or has_just_arrived(request):
        if sentence:
            (messages.success if good else messages.error)(request, sentence)
        return redirect(after(request, code))
    # Nothing but what was asked for is refused: the page is shown as it is now, with the sentence.
    return HttpResponse(current_fragments(request, code) + notice(sentence, good), status=200 if good else 409)


def notice(sentence: str, good: bool) -> str:
    return render_to_string("lobby/_notice.html", {"sentence": sentence, "good": good})


def after(request: PersonRequest, code: str) -> str:
    """Where a plain page goes on: to the game when this has started it, else back to the lobby."""
    found, table = access.to_table(code, request.user), None
    if found.reason in (Reason.NO_TABLE, Reason.CLOSED):
        return reverse("tables")
    if found.level >= Level.LOBBY:
        table = snapshot.lobby(code)
    plays = table is not None and pov.pov(table, request.user).plays
    return reverse("game" if plays else "table", args=[code])


def current_fragments(request: PersonRequest, code: str) -> str:
    """Lobby and chat as this person may see them now."""
    found = access.to_table(code, request.user)
    if found.level < Level.LOBBY:
        return fragments.outside(code, found)
    stay = (request.htmx.current_url or "").endswith("?stay")
    return fragments.lobby(code, request.user, get_token(request), stay=stay) + chat.chat(code, request.user)


def page(request: HttpRequest, name: str, words: Mapping[str, Any], status: int = 200) -> HttpResponse:
    return render(request, f"lobby/{name}.html", words, status=status)
