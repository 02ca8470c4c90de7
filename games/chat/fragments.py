"""Renders the chat and the staff's notices, for pages, responses and sockets."""

from collections.abc import Collection

from django.template.loader import render_to_string

from games.chat import pov
from games.chat.services import lines, muted_by_each
from games.models import Line, User


def chat(code: str, person: User | None) -> str:
    return chats(code, {person})[person]


def chats(code: str, people: Collection[User | None]) -> dict[User | None, str]:
    """Render the chat for each of these people, who may all see it. Equal views are rendered only once."""
    latest, muted = lines(code), muted_by_each(people)
    rendered: dict[pov.Chat, str] = {}
    fragments: dict[User | None, str] = {}
    for person in people:
        view = pov.chat_from(code, latest, muted.get(person, frozenset()), person)
        if view not in rendered:
            rendered[view] = render_to_string("lobby/_lines.html", {"talk": view, "is_update": True})
        fragments[person] = rendered[view]
    return fragments


def staff_notice(code: str, number: int) -> str:
    """Render a notice of the staff, which the page shows prominently."""
    line = Line.objects.filter(pk=number, table__code=code, is_staff=True).first()
    return render_to_string("lobby/_from_staff.html", {"text": line.text}) if line else ""
