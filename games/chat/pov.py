"""The chat of a table as one viewer reads it, as plain values for templates."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.chat import services
from games.models import Line, User
from games.people.avatars import avatar_url
from games.wording import fill
from games.wording.lobby import MESSAGE_REMOVED


@dataclass(frozen=True)
class Message:
    """A message or a notice in the chat."""

    number: int
    name: str
    face_url: str
    text: str
    at: datetime
    is_notice: bool
    is_staff: bool
    is_removed: bool
    person: int
    is_mine: bool


@dataclass(frozen=True)
class Chat:
    """The chat as one viewer reads it."""

    code: str
    version: int
    lines: tuple[Message, ...]


def chat_of(code: str, viewer: User | None) -> Chat:
    """Return the chat of a table for a viewer who may see it."""
    return chat_from(code, services.lines(code), services.muted_by(viewer), viewer)


def chat_from(code: str, lines: Sequence[Line], muted: frozenset[int], viewer: User | None) -> Chat:
    """Return these messages for a viewer who has muted these people."""
    shown = [line for line in lines if line.is_notice or line.person_id not in muted]
    me = viewer.pk if viewer else 0
    return Chat(code, lines[-1].pk if lines else 0, tuple(_message(line, me) for line in shown))


def message_of(line: Line, viewer: User) -> Message:
    return _message(line, viewer.pk)


def _message(line: Line, me: int) -> Message:
    person = None if line.is_notice else line.person
    return Message(
        number=line.pk,
        name=person.name if person else line.name,
        face_url=avatar_url(person.face) if person else "",
        text=fill(MESSAGE_REMOVED) if line.removed_at else line.text,
        at=line.at,
        is_notice=line.is_notice,
        is_staff=line.is_staff,
        is_removed=line.removed_at is not None,
        person=person.pk if person else 0,
        is_mine=bool(me) and person is not None and person.pk == me,
    )
