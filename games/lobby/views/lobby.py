"""The lobby of one table, and its buttons."""

from collections.abc import Callable

import qrcode
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect
from qrcode.image.svg import SvgPathImage

from games.access import Level, Reason, is_known
from games.bans import people as bans
from games.bots import BOTS
from games.chat import reactions
from games.chat.pov import chat_of
from games.chat.services import LONGEST, QUICK_PHRASES
from games.limits import clients_of, limit
from games.lobby import fragments, pov, services, snapshot
from games.lobby.guests import guest_if_anonymous
from games.lobby.loaders import table_for
from games.lobby.views.answers import View, answer, button, contribution_in, guest_button, notice, number, page, viewer
from games.models import Table, User, Visibility
from games.not_found import NothingHere
from games.people.request import PersonRequest, hide_from_search
from games.presence import services as presence
from games.refusals import NoTable, Outside, Refusal, Unfit, WrongPassword
from games.table.commitments import Contribution
from games.wording.lobby import confirmation


@login_not_required
@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    code, person = code.lower(), viewer(request)
    try:
        found = table_for(code, person)
    except Refusal as refusal:
        return _outside(request, code, refusal)
    if found.visibility != Visibility.PUBLIC:
        hide_from_search(request)
    if person and presence.arrive(code, person.pk):
        found.refresh_from_db()
    seen = pov.pov(snapshot.keep(snapshot.build(found)), person)
    if seen.plays and "stay" not in request.GET:
        return redirect("game", code=code)
    return _lobby(request, found, seen)


def _outside(request: HttpRequest, code: str, refusal: Refusal) -> HttpResponse:
    """Respond to a person who may not see the lobby: ask for the password, or say why they cannot join."""
    hide_from_search(request)
    found = refusal.access if isinstance(refusal, Outside) else None
    if found and found.level == Level.ENTRY:
        return page(request, "password", {"code": code})
    if found and found.reason is Reason.HOST_BAN:
        return page(request, "banned", {"code": code, "host": fragments.host_name(code)}, status=refusal.status)
    if found and is_known(request.user):
        bans.check_not_banned(request.user)
    raise NothingHere(str(refusal))


def _lobby(request: HttpRequest, table: Table, seen: pov.LobbyPov, typed: str = "", problem: str = "") -> HttpResponse:
    person = viewer(request)
    link = request.build_absolute_uri(reverse("table", args=[table.code]))
    context = {
        "pov": seen,
        "lobby": seen.lobby,
        "talk": chat_of(table.code, person),
        "csrf": get_token(request),
        "link": link,
        "qr": qr_code(link),
        "bots": BOTS.values(),
        "phrases": QUICK_PHRASES,
        "companions": services.companions(table, person) if person and seen.seat else [],
        "longest": LONGEST,
        "typed": typed,
        "problem": problem,
        "still": "still" in request.GET,
    }
    return page(request, "table", context, status=Unfit.status if problem else 200)


def qr_code(link: str) -> str:
    """Render the link as inline SVG, because the content security policy allows no data: images."""
    image = qrcode.make(link, image_factory=SvgPathImage, border=2)
    return str(image.to_string(encoding="unicode"))


@login_not_required
@require_POST
@guest_if_anonymous
def enter(request: PersonRequest, code: str) -> HttpResponse:
    try:
        services.give_password(code, request.user, request.POST.get("password", "")[:200], clients_of(request))
    except WrongPassword as wrong:
        return page(request, "password", {"code": code, "problem": str(wrong)}, status=wrong.status)
    except Refusal as refusal:
        return _outside(request, code, refusal)
    return redirect("table", code=code)


@guest_button
def sit(request: PersonRequest, code: str) -> None:
    seat = number(request.POST, "seat", "no_such_seat") if "seat" in request.POST else None
    services.sit(code, request.user, seat)


@button
def stand_up(request: PersonRequest, code: str) -> None:
    services.stand_up(code, request.user)


@button
def go(request: PersonRequest, code: str) -> HttpResponse:
    services.leave(code, request.user)
    return redirect("tables")


@button
def ready(request: PersonRequest, code: str) -> None:
    services.set_ready(code, request.user, request.POST.get("ready") == "yes", contribution_in(request))


@require_POST
@limit("use a lobby", 60, per=30)
def rematch(request: PersonRequest, code: str) -> HttpResponse:
    """Ask for a rematch on the page of a game that is over. Its socket shows who else wants it, or the next game."""
    return _play_again(services.rematch, request, code)


@require_POST
@limit("use a lobby", 60, per=30)
def longer(request: PersonRequest, code: str) -> HttpResponse:
    """Start a match after a round that Play now has started."""
    return _play_again(services.longer, request, code)


def _play_again(
    service: Callable[[str, User, Contribution | None], None], request: PersonRequest, code: str
) -> HttpResponse:
    try:
        service(code, request.user, contribution_in(request))
    except NoTable as refusal:
        raise NothingHere(str(refusal)) from refusal
    except Refusal as refusal:
        messages.error(request, str(refusal))
        lobby = reverse("table", args=[code])
        return HttpResponseClientRedirect(lobby) if request.htmx else redirect(lobby)
    return HttpResponse(status=204) if request.htmx else redirect("game", code=code)


@button
def start(request: PersonRequest, code: str) -> None:
    services.start(code, request.user, contribution_in(request))


@guest_button
def watch(request: PersonRequest, code: str) -> HttpResponse | None:
    services.watch(code, request.user)
    return redirect("game", code=code) if services.is_playing(table_for(code, request.user)) else None


@guest_button
def queue(request: PersonRequest, code: str) -> None:
    if request.POST.get("wait") == "no":
        services.unqueue(code, request.user)
    else:
        services.queue(code, request.user)


@guest_button
def take(request: PersonRequest, code: str) -> None:
    services.take_over(code, request.user, number(request.POST, "seat", "no_such_seat"))


@button
def bot(request: PersonRequest, code: str) -> None:
    seat, name = number(request.POST, "seat", "no_such_seat"), request.POST.get("bot", "")
    if name:
        services.set_bot(code, request.user, seat, name)
    else:
        services.remove_bot(code, request.user, seat)


def _person_in(request: PersonRequest) -> int:
    return number(request.POST, "person", "no_such_person")


def person_button(service: Callable[[str, User, int], User], done: str) -> View:
    """Return the view of a button with which the host does something to a person, and the sentence about it."""

    def act(request: PersonRequest, code: str) -> str:
        return confirmation(done, name=service(code, request.user, _person_in(request)).name)

    return button(act)


kick = person_button(services.kick, "kicked")
ban = person_button(services.ban, "banned")
unban = person_button(services.unban, "unbanned")
host = person_button(services.pass_on, "made_host")


@button
def fill(request: PersonRequest, code: str) -> None:
    services.fill_up(code, request.user)


@button
def mix(request: PersonRequest, code: str) -> None:
    services.mix_teams(code, request.user)


@button
def invite(request: PersonRequest, code: str) -> str | HttpResponse:
    """Invite a person, and mark them as invited on the page."""
    other = services.invite(code, request.user, _person_in(request))
    sentence = confirmation("invited", name=other.name)
    if not request.htmx:
        return sentence
    return HttpResponse(fragments.companions(code, request.user, get_token(request)) + notice(sentence, good=True))


@button
def mute(request: PersonRequest, code: str) -> str:
    found = table_for(code, request.user)
    other = _person_in(request)
    if request.POST.get("mute") == "no":
        return confirmation("unmuted", name=services.unmute(request.user, other).name)
    return confirmation("muted", name=services.mute(found, request.user, other).name)


@button
def close(request: PersonRequest, code: str) -> HttpResponse:
    services.close(code, request.user)
    messages.success(request, confirmation("closed"))
    return redirect("tables")


def _message_refused(request: PersonRequest, code: str, text: str, refusal: Refusal) -> HttpResponse:
    """Show the lobby with the refused text still in its field, if the person may see the lobby."""
    try:
        found = table_for(code, request.user)
    except Refusal as no_access:
        return _outside(request, code, no_access)
    seen = pov.pov(snapshot.build(found), request.user)
    return _lobby(request, found, seen, typed=text, problem=str(refusal))


@require_POST
def react(request: PersonRequest, code: str) -> HttpResponse:
    try:
        reactions.react(code, request.user, request.POST.get("reaction", ""))
    except Refusal as refusal:
        if request.htmx:
            return HttpResponse(notice(str(refusal), good=False), status=Refusal.status)
        messages.error(request, str(refusal))
    return HttpResponse(status=204) if request.htmx else redirect("game", code=code)


@require_POST
@limit("say something", 8, per=16)
def say(request: PersonRequest, code: str) -> HttpResponse:
    text = request.POST.get("phrase") or request.POST.get("text", "")
    try:
        services.say(code, request.user, text)
    except Refusal as refusal:
        if request.htmx:
            return HttpResponse(notice(str(refusal), good=False), status=Refusal.status)
        return _message_refused(request, code, text, refusal)
    # The message itself arrives over the socket.
    return HttpResponse(status=204) if request.htmx else answer(request, code)
