"""The chat and the staff's notices, rendered in one place for pages, answers and sockets."""

from collections.abc import Collection

from django.template.loader import render_to_string

from games.chat import pov
from games.chat.services import lines, muted_by_each
from games.models import Line, User


def chat(code: str, person: User | None) -> str:
    return chats(code, {person})[person]


def chats(code: str, people: Collection[User | None]) -> dict[User | None, str]:
    """The chat for each of these people, who may all see it. Most of them read the same."""
    said, muted = lines(code), muted_by_each(people)
    rendered: dict[pov.Chat, str] = {}
    texts: dict[User | None, str] = {}
    for person in people:
        heard = pov.chat_from(code, said, muted.get(person, frozenset()), person)
        if heard not in rendered:
            rendered[heard] = render_to_string("lobby/_lines.html", {"talk": heard, "oob": True})
        texts[person] = rendered[heard]
    return texts


def staff_notice(code: str, number: int) -> str:
    """A message of the staff, shown where nobody at the table can overlook it."""
    line = Line.objects.filter(pk=number, table__code=code, is_staff=True).first()
    return render_to_string("lobby/_from_staff.html", {"text": line.text}) if line else ""
