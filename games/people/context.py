"""The context of every page: the name of the site, and the person who is logged in."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.models import CardBack, Motion, TableTheme, Theme, User
from games.people.avatars import avatar_url
from games.people.invitations import Pending, pending
from games.wording.site import TOO_MANY_PAGES


@dataclass(frozen=True, slots=True)
class Me:
    """The person who is logged in, as plain values."""

    name: str
    face_url: str
    is_guest: bool
    is_staff: bool
    theme: str
    motion: str
    table_theme: str
    card_back: str
    answers: int = 0
    """Answers to their reports that they have not read yet."""


def me(person: User) -> Me:
    return Me(
        name=person.name,
        face_url=avatar_url(person.face),
        is_guest=person.is_guest,
        is_staff=person.is_staff,
        theme="" if person.theme == Theme.SYSTEM else person.theme,
        motion="" if person.motion == Motion.SYSTEM else person.motion,
        table_theme="" if person.table_theme == TableTheme.NIGHT else person.table_theme,
        card_back="" if person.card_back == CardBack.DIAMOND else person.card_back,
        answers=person.answers,
    )


def site_context(request: HttpRequest) -> dict[str, Any]:
    """Return the context. `me` and `invitations` are lazy, so that pages that do not show them need no query."""
    return {
        "site_name": settings.SITE_NAME,
        "call_word": settings.CALL_WORD,
        "too_many_pages": TOO_MANY_PAGES,
        "me": SimpleLazyObject(lambda: _me_of(request)),
        "invitations": SimpleLazyObject(lambda: _invitations_of(request)),
    }


def _me_of(request: HttpRequest) -> Me | None:
    person = getattr(request, "user", None)
    return me(person) if person is not None and person.is_authenticated else None


def _invitations_of(request: HttpRequest) -> list[Pending]:
    person = getattr(request, "user", None)
    return pending(person) if person is not None and person.is_authenticated else []
