"""The fragments of a lobby, drawn in one place for pages, answers and sockets alike."""

from collections.abc import Collection

from django.template.loader import render_to_string

from games.access import Access, Level, Reason
from games.lobby import picture, pov
from games.lobby.lists import Filter, Listing
from games.lobby.services import lines, muted_by_each
from games.models import Line, User


def lobby(
    code: str, person: User | None, csrf: str = "", version: int = -1, follow: bool = False, stay: bool = False
) -> str:
    """The lobby for somebody who may see it. A player is sent to the running game, unless they wish to stay."""
    table = picture.lobby(code, version)
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
        "sentence": found.reason.value,
    }
    return render_to_string("lobby/_outside.html", words)


def host_name(code: str) -> str:
    """The name of a table's host, which is all that a banned person learns."""
    host = User.objects.filter(hosted__code=code).first()
    return host.name if host else "The host"


def talk(code: str, person: User | None) -> str:
    return talks(code, {person})[person]


def talks(code: str, people: Collection[User | None]) -> dict[User | None, str]:
    """The chat for each of these people, who may all see it. Most of them read the same."""
    said, muted = lines(code), muted_by_each(people)
    drawn: dict[pov.Talk, str] = {}
    texts: dict[User | None, str] = {}
    for person in people:
        heard = pov.heard(code, said, muted.get(person, frozenset()), person)
        if heard not in drawn:
            drawn[heard] = render_to_string("lobby/_lines.html", {"talk": heard, "oob": True})
        texts[person] = drawn[heard]
    return texts


def notice(code: str, number: int) -> str:
    """A message of the staff, shown where nobody at the table can overlook it."""
    line = Line.objects.filter(pk=number, table__code=code, is_staff=True).first()
    return render_to_string("lobby/_from_staff.html", {"text": line.text}) if line else ""


def tables(found: Listing, wanted: Filter) -> str:
    return render_to_string("lobby/_tables.html", {"list": found, "filter": wanted, "oob": True})
