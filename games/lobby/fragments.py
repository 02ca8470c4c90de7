"""Renders the fragments of a lobby, for pages, responses and sockets."""

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.access import Access, Level, Reason
from games.fragments import Rendered, places, render
from games.lobby import pov, snapshot
from games.lobby.lists import Listing
from games.lobby.services import invitations
from games.models import Table, User


def lobby(
    code: str, person: User | None, csrf: str = "", version: int = -1, follow: bool = False, stay: bool = False
) -> str:
    """Render the lobby for a person who may see it. Players go on to the running game, unless `stay` is set; with
    `follow`, visitors do too."""
    table = snapshot.lobby(code, version)
    if table is None:
        return ""
    seen = pov.pov(table, person)
    goes = (seen.plays and not stay) or (follow and seen.may_follow)
    context = {"pov": seen, "lobby": table, "csrf": csrf, "is_update": True, "go": goes}
    return render_to_string("lobby/_lobby.html", context)


def companions(code: str, person: User, csrf: str) -> str:
    """Render the people whom a player may invite."""
    table = Table.objects.get(code=code)
    context = {"companions": invitations.companions(table, person), "lobby": table, "csrf": csrf, "is_update": True}
    return render_to_string("lobby/_companions.html", context)


def outside(code: str, found: Access) -> str:
    """Render what replaces the lobby for a person who may no longer see it: the reason, and where to go."""
    context = {
        "code": code,
        "host": host_name(code) if found.reason is Reason.HOST_BAN else "",
        "password": found.level == Level.ENTRY,
        "sentence": found.reason.sentence,
    }
    return render_to_string("lobby/_outside.html", context)


def host_name(code: str) -> str:
    """Return the name of a table's host, which is all that a banned person learns about the table."""
    host = User.objects.filter(hosted__code=code).first()
    return host.name if host else "The host"


def open_tables(found: Listing) -> SafeString:
    """Render the list for a page."""
    return SafeString(render("found", found) + render("open_tables", found, _rows(found)))


def open_tables_by_id(found: Listing) -> Rendered:
    """Render the list for sockets, which send what has changed: each row, and in which order they stand."""
    rows = _rows(found)
    head = {"found": render("found", found), "open-tables": render("open_tables", found, places(rows))}
    return Rendered(head | rows)


def _rows(found: Listing) -> dict[str, SafeString]:
    return {f"table-{row.code}": row.html for row in found.rows}
