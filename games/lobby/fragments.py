"""The fragments of a lobby, drawn in one place for pages, answers and sockets alike."""

from django.template.loader import render_to_string

from games.access import Access, Level, Reason
from games.lobby import pov, snapshot
from games.lobby.lists import Filter, Listing
from games.models import User


def lobby(
    code: str, person: User | None, csrf: str = "", version: int = -1, follow: bool = False, stay: bool = False
) -> str:
    """The lobby for somebody who may see it. A player is sent to the running game, unless they wish to stay."""
    table = snapshot.lobby(code, version)
    if table is None:
        return ""
    seen = pov.pov(table, person)
    goes = (seen.plays and not stay) or (follow and seen.may_follow)
    words = {"pov": seen, "lobby": table, "csrf": csrf, "oob": True, "go": goes}
    return render_to_string("lobby/_lobby.html", words)


def outside(code: str, found: Access) -> str:
    """What takes the lobby's place for somebody who may not see it any more: the reason, and where to go."""
    words = {
        "code": code,
        "host": host_name(code) if found.reason is Reason.HOST_BAN else "",
        "password": found.level == Level.ENTRY,
        "sentence": found.reason.sentence,
    }
    return render_to_string("lobby/_outside.html", words)


def host_name(code: str) -> str:
    """The name of a table's host, which is all that a banned person learns."""
    host = User.objects.filter(hosted__code=code).first()
    return host.name if host else "The host"


def tables(found: Listing, wanted: Filter) -> str:
    return render_to_string("lobby/_tables.html", {"list": found, "filter": wanted, "oob": True})
