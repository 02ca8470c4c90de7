"""The picture of a table that messengers show with its link."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.limits import limit
from games.lobby import snapshot
from games.lobby.loaders import table_for
from games.lobby.views.answers import viewer
from games.not_found import NothingHere
from games.people import avatars
from games.pictures import invitation
from games.pictures.canvas import can_write
from games.refusals import Refusal
from games.wording import lobby as wording
from games.wording.templates import fill

KEPT_SECONDS = 3600
RULES_SHOWN = 3


@login_not_required
@require_safe
@cache_control(private=True, max_age=300)
@limit("see the picture of a table", 30, per=60)
def preview(request: HttpRequest, code: str) -> HttpResponse:
    """Show the picture to everyone who may see the table."""
    try:
        table = table_for(code.lower(), viewer(request))
    except Refusal as refusal:
        raise NothingHere(str(refusal)) from refusal
    picture = caches["pictures"].get_or_set(
        f"preview:{table.code}:{table.version}",
        lambda: invitation.render(invitation_to(snapshot.keep(snapshot.build(table)))),
        KEPT_SECONDS,
    )
    return HttpResponse(picture, content_type="image/png")


def invitation_to(lobby: snapshot.Lobby) -> invitation.Invitation:
    seats = tuple(invitation.Seat(seat.name, avatars.render(seat.face) if seat.face else "") for seat in lobby.seats)
    is_known = lobby.host and can_write(lobby.host_name)
    title = fill(wording.INVITES, host=lobby.host_name) if is_known else wording.INVITED
    rules = fill(wording.RULES_AND_SEATS, rules=lobby.rules.name, deck=lobby.rules.deck, count=len(seats))
    return invitation.Invitation(settings.SITE_NAME, title, rules, _details(lobby), seats)


def _details(lobby: snapshot.Lobby) -> tuple[str, ...]:
    """Return some of what differs from the official rules."""
    sentences = [sentence for sentence, _ in lobby.rules.lines]
    shown, more = sentences[:RULES_SHOWN], len(sentences) - RULES_SHOWN
    if more > 0:
        shown[-1:] = [fill(wording.MORE_RULES, count=more + 1)]
    return tuple(shown)
