"""What every page may show: the house's words, and who is looking."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from games.limits import TOO_MANY_PAGES
from games.models import Motion, Theme, User


@dataclass(frozen=True, slots=True)
class Me:
    """The person looking at the page, as plain values."""

    name: str
    face_url: str
    is_guest: bool
    is_staff: bool
    theme: str
    motion: str
    answers: int = 0
    """Answers to reports that wait to be read."""


def me(person: User) -> Me:
    return Me(
        name=person.name,
        face_url=reverse("face", args=[person.face]),
        is_guest=person.is_guest,
        is_staff=person.is_staff,
        theme="" if person.theme == Theme.SYSTEM else person.theme,
        motion="" if person.motion == Motion.SYSTEM else person.motion,
        answers=person.answers,
    )


def site_context(request: HttpRequest) -> dict[str, Any]:
    """Lazy, so that a page which shows nobody asks no database."""
    return {
        "site_name": settings.SITE_NAME,
        "call_word": settings.CALL_WORD,
        "too_many_pages": TOO_MANY_PAGES,
        "me": SimpleLazyObject(lambda: _whoever(request)),
    }


def _whoever(request: HttpRequest) -> Me | None:
    person = getattr(request, "user", None)
    return me(person) if person is not None and person.is_authenticated else None
