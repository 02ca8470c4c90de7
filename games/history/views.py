"""The pages of replays: each loads what this person may see, and renders a position of it."""

import re
from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.access import Reason
from games.bans import people as bans
from games.bots import BOTS
from games.history import lists, services
from games.history.downloads import download_of
from games.history.fairness import CHECK, decks, example, never_first, report
from games.history.pictures import picture_of
from games.history.pov import SAME_MARKS, Address, Position, position, render_marks, render_panel
from games.history.profile import awards_in, earned, profile_of
from games.history.refusals import NotOpen, ReplayRefusal
from games.history.replays import Replay, replay_for
from games.limits import limit
from games.people.request import PersonRequest, hide_from_search
from games.refusals import Refusal, Unfit
from games.table.commitments import contribution
from games.table.pov import Preferences, fragments
from games.text import whole_number
from games.wording import history as wording
from games.wording.fairness import OLD
from games.wording.statistics import CURVE, CURVE_LEGEND

View = Callable[..., HttpResponse]
AT = re.compile(r"/g/[^/]+/(\d{1,9})/(\d{1,9})(?!\d)")


def refusals_are_pages(view: View) -> View:
    """Answer a refusal with a page that says why, or with a notice where htmx asked."""

    @wraps(view)
    def answer(request: PersonRequest, **address: str | int) -> HttpResponse:
        try:
            return view(request, **address)
        except Unfit as refusal:
            return refuse(request, refusal, wording.TITLES[refusal.status])
        except ReplayRefusal as refusal:
            if isinstance(refusal, NotOpen) and refusal.access.reason is Reason.STAFF_BAN:
                bans.check_not_banned(request.user)
            return refuse(request, refusal, refusal.title)

    return answer


def refuse(request: PersonRequest, refusal: Refusal, title: str) -> HttpResponse:
    context = {"status": refusal.status, "title": title, "sentence": str(refusal)}
    template = "_refusal.html" if request.htmx else "refusal.html"
    return render(request, template, context, status=refusal.status)


def found(request: HttpRequest, public_id: str) -> Replay:
    return replay_for(public_id, request.user, request.GET.get("key", "") or request.POST.get("key", ""))


def position_of(request: HttpRequest, public_id: str, number: int, n: int) -> Position:
    return position(found(request, public_id), number, n, request.GET.get("seat", ""))


# --- positions


@login_not_required
@require_safe
@limit("look at replays", 600, per=60, is_local=True)
@refusals_are_pages
def replay(request: PersonRequest, public_id: str) -> HttpResponse:
    """Show a game from its beginning."""
    return show(request, position_of(request, public_id, 1, 0))


@login_not_required
@require_safe
@limit("look at replays", 600, per=60, is_local=True)
@refusals_are_pages
def replay_at(request: PersonRequest, public_id: str, number: int, n: int) -> HttpResponse:
    """Show the position after the n-th entry of a round: the page, or for its own scripts what differs."""
    shown = position_of(request, public_id, number, n)
    return step(request, shown) if request.htmx else show(request, shown)


def show(request: PersonRequest, shown: Position) -> HttpResponse:
    hide_from_search(request)
    preferences = Preferences.of(request.user)
    table = shown.table(preferences)
    link = services.link_of(shown.replay)
    context = {
        "shown": shown,
        "replay": shown.replay,
        "pov": table,
        "parts": fragments(table, is_page=True) | render_panel(shown.panel, shown.n),
        "steps": shown.steps,
        "panel": shown.panel,
        "rules": shown.rules,
        "link": link,
        "link_url": request.build_absolute_uri(Address(shown.address.game, "all", link.key if link else "").url),
        "summary": summary_of(shown.replay),
        "page_url": request.build_absolute_uri(shown.address.url),
        "picture_url": request.build_absolute_uri(shown.address.picture),
        "marks": render_marks(shown.panel),
        "origin_url": origin_url(shown.replay),
        "verifies": verifies(shown.replay),
        "old_deal": OLD,
    }
    return render(request, "history/replay.html", context)


def verifies(replay: Replay) -> str:
    """Return whether the page can verify the deal: `yes`, `old` before there were commitments, or empty for those who
    may not see all hands."""
    if replay.shuffles is None:
        return "old"
    return "yes" if replay.shuffles.secret else ""


def origin_url(replay: Replay) -> str:
    """Return where the position is with which this game began; empty after a deal, and if that game was deleted."""
    origin = replay.game.from_game
    if origin is None:
        return ""
    return reverse("replay_at", args=[origin.public_id, replay.game.from_round, replay.game.from_n])


def step(request: PersonRequest, shown: Position) -> HttpResponse:
    """Return the fragments of another position. Those that are the same for a whole round are sent with the first."""
    parts = fragments(shown.table(Preferences.of(request.user)))
    is_new = shown.steps.round != _round_on_page(request)
    if is_new:
        parts |= render_panel(shown.panel, shown.n)
    marks = render_marks(shown.panel) if is_new else SAME_MARKS
    context = {"steps": shown.steps, "marks": marks, "is_step": True}
    controls = render(request, "history/_steps.html", context).content.decode()
    return HttpResponse("".join(parts.values()) + controls)


def _round_on_page(request: PersonRequest) -> int:
    """Return which round the page shows that asks for a step; the page of the whole game shows the first."""
    at = AT.search(request.htmx.current_url or "")
    return int(at[1]) if at else 1


def summary_of(replay: Replay) -> str:
    day = localtime(replay.game.started_at).date()
    return wording.summary(replay.rules_name, len(replay.parts), day, replay.ended_early)


# --- the game as a file and as a picture


@login_not_required
@require_safe
@limit("download games", 30, per=60)
@refusals_are_pages
def download(request: PersonRequest, public_id: str) -> HttpResponse:
    document = download_of(found(request, public_id))
    disposition = format_html('attachment; filename="game-{}.json"', public_id)
    return HttpResponse(document, content_type="application/json", headers={"Content-Disposition": disposition})


@login_not_required
@require_safe
@limit("see the picture of a game", 30, per=60)
@refusals_are_pages
def picture(request: PersonRequest, public_id: str) -> HttpResponse:
    """Show the picture that messengers show with the link, to everyone who may see the game."""
    image = picture_of(found(request, public_id))
    return HttpResponse(image, content_type="image/png", headers={"Cache-Control": "private, max-age=300"})


# --- sharing


@require_POST
@limit("share replays", 20, per=60)
@refusals_are_pages
def share(request: PersonRequest, public_id: str) -> HttpResponse:
    services.share(found(request, public_id), request.user)
    messages.success(request, wording.SHARED)
    return redirect(f"{position_before(request, public_id)}?shared=yes#sharing")


@require_POST
@limit("share replays", 20, per=60)
@refusals_are_pages
def revoke(request: PersonRequest, public_id: str) -> HttpResponse:
    services.revoke(found(request, public_id))
    messages.success(request, wording.REVOKED)
    return redirect(position_before(request, public_id))


def position_before(request: HttpRequest, public_id: str) -> str:
    """Return the address of the position whose page sent a form, or of the beginning."""
    at = AT.search(request.headers.get("Referer", ""))
    return reverse("replay_at", args=[public_id, *map(int, at.groups())]) if at else reverse("replay", args=[public_id])


# --- playing on


@require_http_methods(["GET", "HEAD", "POST"])
@limit("play on", 30, per=60)
@refusals_are_pages
def play_on(request: PersonRequest, public_id: str, number: int, n: int) -> HttpResponse:
    """Ask for the seat and the bots of a game that begins with this position, and start it."""
    shown = position_of(request, public_id, number, n)
    if request.method == "POST":
        bots = {seat: request.POST.get(f"bot-{seat}", "") for seat in range(len(shown.replay.sitters))}
        given = contribution(request.POST.get("contribution", ""), request.POST.get("commitment", ""))
        seat = whole_number(request.POST.get("seat", ""))
        table = services.play_on(shown, request.user, seat, bots, given)
        return redirect("game", table.code)
    seats = services.continuable(shown)
    context = {"shown": shown, "replay": shown.replay, "steps": shown.steps, "seats": seats, "bots": list(BOTS)}
    return render(request, "history/play_on.html", context)


# --- your games


@require_safe
@limit("look at games", 120, per=60)
def my_games(request: PersonRequest) -> HttpResponse:
    wanted = lists.Filter.of(request.GET.dict())
    context = {"filter": wanted, "listing": lists.listing(request.user, wanted), "selects": lists.selects(wanted)}
    return render(request, "history/my_games.html", context)


# --- profiles and achievements


@login_not_required
@require_safe
@limit("look at profiles", 120, per=60)
@refusals_are_pages
def profile(request: PersonRequest, name: str) -> HttpResponse:
    context = {"profile": profile_of(name, request.user), "curve": CURVE, "legend": CURVE_LEGEND}
    return render(request, "history/profile.html", context)


@require_safe
@limit("look at achievements", 120, per=60)
@refusals_are_pages
def awards(request: PersonRequest, public_id: str) -> HttpResponse:
    """What this player has reached for the first time in a match; until it is counted, the page asks again."""
    shown = found(request, public_id)
    reached = [earned(code) for code in awards_in(shown.game, request.user)]
    context = {"replay": shown, "awards": reached, "waits": shown.game.counted_at is None}
    return render(request, "history/_match_awards.html", context)


# --- verifiable deals


@login_not_required
@require_safe
@limit("look at the recipe", 60, per=60)
def fair(request: PersonRequest) -> HttpResponse:
    """Explain how cards are dealt so that everyone can check it, and show what was dealt so far."""
    recipe = {"example": example(), "decks": decks(), "never_first": never_first()}
    return render(request, "history/fair.html", recipe | {"report": report()})


@login_not_required
@require_safe
@limit("download the check", 30, per=60)
def check_deal(request: PersonRequest) -> HttpResponse:
    """Offer the check as a file of its own, which needs nothing of this site."""
    headers = {"Content-Disposition": 'attachment; filename="check_deal.py"'}
    return HttpResponse(CHECK.read_bytes(), content_type="text/x-python; charset=utf-8", headers=headers)
