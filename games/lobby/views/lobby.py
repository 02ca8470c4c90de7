"""The lobby of one table, and its buttons."""

import qrcode
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from qrcode.image.svg import SvgPathImage

from games.bots import BOTS
from games.limits import limit
from games.lobby import picture, pov, services
from games.lobby.guests import everybody_is_somebody
from games.lobby.refusals import LobbyRefusal, Unfit
from games.lobby.services import presence
from games.lobby.services.talk import LONGEST, QUICK_PHRASES
from games.lobby.views.answers import answer, button, notice, number, page, table_or_404, viewer, way_in
from games.models import Table
from games.people.request import PersonRequest

NO_SEAT = "There is no such seat at this table."
NOBODY = "There is nobody like that at this table."


@login_not_required
@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    found, person = table_or_404(code.lower()), viewer(request)
    if not services.is_let_in(found, person):
        return page(request, "password", {"table": found, "banned": False})
    if person and presence.arrive(found.code, person.pk):
        found.refresh_from_db()
    seen = pov.pov(picture.keep(picture.draw(found)), person)
    if seen.is_banned:
        return page(request, "banned", {"host": seen.lobby.host_name}, status=403)
    if seen.plays and "stay" not in request.GET:
        return redirect("game", code=found.code)
    return _lobby(request, found, seen)


def _lobby(request: HttpRequest, table: Table, seen: pov.LobbyPov, said: str = "", problem: str = "") -> HttpResponse:
    link = request.build_absolute_uri(reverse("table", args=[table.code]))
    words = {
        "pov": seen,
        "lobby": seen.lobby,
        "talk": pov.said(table, viewer(request)),
        "csrf": get_token(request),
        "link": link,
        "qr": qr_code(link),
        "bots": BOTS.values(),
        "phrases": QUICK_PHRASES,
        "longest": LONGEST,
        "said": said,
        "problem": problem,
        "still": "still" in request.GET,
    }
    return page(request, "table", words, status=Unfit.status if problem else 200)


def qr_code(link: str) -> str:
    """The link as a picture that stands in the page: our policy allows no data: images."""
    image = qrcode.make(link, image_factory=SvgPathImage, border=2)
    return str(image.to_string(encoding="unicode"))


@login_not_required
@require_POST
@limit("give a password", 6, per=60, crowd=3)
@everybody_is_somebody
def enter(request: PersonRequest, code: str) -> HttpResponse:
    found = table_or_404(code)
    try:
        services.give_password(code, request.user, request.POST.get("password", "")[:200])
    except LobbyRefusal as refusal:
        words = {"table": found, "problem": str(refusal)}
        return page(request, "password", words, status=refusal.status)
    return redirect("table", code=code)


@way_in
def sit(request: PersonRequest, code: str) -> None:
    seat = number(request.POST, "seat", NO_SEAT) if "seat" in request.POST else None
    services.sit(code, request.user, seat)


@button
def stand_up(request: PersonRequest, code: str) -> None:
    services.stand_up(code, request.user)


@button
def go(request: PersonRequest, code: str) -> HttpResponse:
    services.go(code, request.user)
    return redirect("tables")


@button
def ready(request: PersonRequest, code: str) -> None:
    services.set_ready(code, request.user, request.POST.get("ready") == "yes")


@button
def start(request: PersonRequest, code: str) -> None:
    services.start(code, request.user)


@way_in
def watch(request: PersonRequest, code: str) -> HttpResponse | None:
    services.watch(code, request.user)
    return redirect("game", code=code) if services.is_playing(services.find(code)) else None


@way_in
def queue(request: PersonRequest, code: str) -> None:
    if request.POST.get("wait") == "no":
        services.unqueue(code, request.user)
    else:
        services.queue(code, request.user)


@way_in
def take(request: PersonRequest, code: str) -> None:
    services.take_over(code, request.user, number(request.POST, "seat", NO_SEAT))


@button
def bot(request: PersonRequest, code: str) -> None:
    seat, name = number(request.POST, "seat", NO_SEAT), request.POST.get("bot", "")
    if name:
        services.set_bot(code, request.user, seat, name)
    else:
        services.remove_bot(code, request.user, seat)


@button
def kick(request: PersonRequest, code: str) -> str:
    return services.kick(code, request.user, number(request.POST, "person", NOBODY))


@button
def ban(request: PersonRequest, code: str) -> str:
    return services.ban(code, request.user, number(request.POST, "person", NOBODY))


@button
def unban(request: PersonRequest, code: str) -> str:
    return services.unban(code, request.user, number(request.POST, "person", NOBODY))


@button
def host(request: PersonRequest, code: str) -> str:
    return services.pass_on(code, request.user, number(request.POST, "person", NOBODY))


@button
def mute(request: PersonRequest, code: str) -> str:
    other = number(request.POST, "person", NOBODY)
    work = services.unmute if request.POST.get("mute") == "no" else services.mute
    return work(request.user, other)


@button
def close(request: PersonRequest, code: str) -> HttpResponse:
    services.close(code, request.user)
    return redirect("tables")


@require_POST
@limit("say something", 8, per=16)
def say(request: PersonRequest, code: str) -> HttpResponse:
    found, text = table_or_404(code), request.POST.get("phrase") or request.POST.get("text", "")
    try:
        services.say(code, request.user, text)
    except LobbyRefusal as refusal:
        if request.htmx:
            return HttpResponse(notice(str(refusal), good=False), status=LobbyRefusal.status)
        seen = pov.pov(picture.draw(found), request.user)
        return _lobby(request, found, seen, said=text, problem=str(refusal))
    # What was said comes over the socket.
    return HttpResponse(status=204) if request.htmx else answer(request, code)
