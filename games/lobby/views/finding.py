"""Ways to a table: the list, a code, Quick match."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games import access
from games.access import Reason
from games.bans.people import ban_sentence
from games.engine import PRESETS
from games.limits import limit
from games.lobby import fragments, services
from games.lobby.guests import guest_if_anonymous
from games.lobby.lists import CUSTOM, Filter, listing
from games.lobby.views.answers import contribution_in, page, unfit_is_a_page, viewer
from games.models import CODE_LENGTH, Table
from games.people.request import PersonRequest, next_page
from games.table.commitments import make_ahead
from games.wording import lobby as wording
from games.wording.options import WORDS


@login_not_required
@require_safe
@limit("look at the list", 120, per=60)
def tables(request: HttpRequest) -> HttpResponse:
    return _tables(request)


def _tables(request: HttpRequest, problem: str = "", typed: str = "") -> HttpResponse:
    wanted = Filter.of(request.GET.dict())
    person = viewer(request)
    context = {
        "ban": ban_sentence(person) if person else "",
        "filter": wanted,
        "open_tables": fragments.open_tables(listing(wanted)),
        "decks": WORDS["deck"].choices.items(),
        "presets": [*PRESETS, CUSTOM],
        "problem": problem,
        "typed": typed,
    }
    return page(request, "tables", context, status=404 if problem else 200)


@login_not_required
@require_safe
@limit("look for a code", 20, per=60)
def join(request: HttpRequest) -> HttpResponse:
    """Go to the table with a code as people type it: with capitals and spaces, or in a whole link."""
    typed = request.GET.get("code", "")
    code = cleaned(typed)
    if access.to_table(code, viewer(request)).reason not in (Reason.NO_TABLE, Reason.CLOSED):
        return redirect("table", code=code)
    shown = typed.strip()[:20]
    problem = wording.refusal("code_unknown" if shown else "code_missing", code=shown, count=CODE_LENGTH)
    return _tables(request, problem, typed[:100])


@require_POST
@limit("use a lobby", 60, per=30)
def accept(request: PersonRequest, code: str) -> HttpResponse:
    """Enter a table by an invitation."""
    try:
        services.accept(code, request.user)
    except services.Refusal as refusal:
        messages.error(request, str(refusal))
        return redirect("home")
    return redirect("table", code=code)


@require_POST
@limit("use a lobby", 60, per=30)
def decline(request: PersonRequest, code: str) -> HttpResponse:
    services.decline(code, request.user)
    return render(request, "people/_invitations.html") if request.htmx else redirect("home")


def cleaned(typed: str) -> str:
    last = typed.strip().rstrip("/").rpartition("/t/")[2] or typed
    return "".join(sign for sign in last.lower() if sign.isalnum())[:20]


@login_not_required
@require_POST
@limit("match quickly", 10, per=60, crowd=5)
@guest_if_anonymous
@unfit_is_a_page
def quick(request: PersonRequest) -> HttpResponse:
    wanted, given = Filter.of(request.POST.dict()), contribution_in(request)
    preset = wanted.rules if wanted.rules in PRESETS else ""
    found = services.quick_match(request.user, preset, wanted.deck, given)
    if found.bots_fill_at:
        messages.info(request, wording.confirmation("waiting_alone"))
    return redirect(reverse("table", args=[found.code]) + ("?ready" if given else ""))


@login_not_required
@require_POST
@limit("commit to a deal", 30, per=60, crowd=5)
def commitment(request: HttpRequest) -> JsonResponse:
    """Commit to the deal of a table that does not exist yet, so that the browser can contribute to it."""
    return JsonResponse({"commitment": make_ahead()})


@login_not_required
@require_POST
@limit("play now", 60, per=120)
@guest_if_anonymous
@unfit_is_a_page
def play_now(request: PersonRequest) -> HttpResponse:
    # `redirect` would look up a path such as “413” as the name of a view.
    return HttpResponseRedirect(_page_to_play(request))


def _page_to_play(request: PersonRequest) -> str:
    """Return the page given in `next`, or else a table with a running game against bots."""
    return next_page(request, "") or reverse("game", args=[_playing_now(request).code])


def _playing_now(request: PersonRequest) -> Table:
    return services.play_now(request.user, contribution_in(request))
