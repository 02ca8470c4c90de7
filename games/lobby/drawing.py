"""The fragments of a lobby, drawn in one place for pages, answers and sockets alike."""

from collections.abc import Collection

from django.template.loader import render_to_string

from games.lobby import picture, pov
from games.lobby.lists import Filter, Listing
from games.lobby.services import is_let_in, lines, muted_by_each
from games.models import Line, Table, User


def lobby(
    code: str, person: User | None, csrf: str = "", version: int = -1, follow: bool = False, stay: bool = False
) -> str:
    """The lobby as somebody may see it now; an outsider sees that there is a password. Who plays is sent to the game,
    unless they wish to stay."""
    if not may_see(code, person):
        return render_to_string("lobby/_outside.html", {"code": code})
    table = picture.lobby(code, version)
    if table is None:
        return ""
    seen = pov.pov(table, person)
    goes = (seen.plays and not stay) or (follow and seen.may_follow)
    words = {"pov": seen, "lobby": table, "csrf": csrf, "oob": True, "go": goes}
    return render_to_string("lobby/_lobby.html", words)


def talk(code: str, person: User | None) -> str:
    return talks(code, {person})[person]


def talks(code: str, people: Collection[User | None]) -> dict[User | None, str]:
    """The chat for each of these people, and nothing for an outsider. Most of them read the same."""
    table = Table.objects.filter(code=code).first()
    if table is None:
        return dict.fromkeys(people, "")
    said, muted = lines(table), muted_by_each(people)
    drawn: dict[pov.Talk, str] = {}
    texts = dict.fromkeys(people, "")
    for person in people:
        if is_let_in(table, person):
            heard = pov.heard(code, said, muted.get(person, frozenset()), person)
            if heard not in drawn:
                drawn[heard] = render_to_string("lobby/_lines.html", {"talk": heard, "oob": True})
            texts[person] = drawn[heard]
    return texts


def notice(code: str, person: User | None, number: int) -> str:
    """What the staff has to say, where whoever is at the table cannot overlook it."""
    line = Line.objects.filter(pk=number, table__code=code, is_staff=True).first()
    if line is None or not may_see(code, person):
        return ""
    return render_to_string("lobby/_from_staff.html", {"text": line.text})


def may_see(code: str, person: User | None) -> bool:
    table = Table.objects.filter(code=code).first()
    return table is not None and is_let_in(table, person)


def tables(found: Listing, wanted: Filter) -> str:
    return render_to_string("lobby/_tables.html", {"list": found, "filter": wanted, "oob": True})
