"""What stands around each page of the staff: the ways to the others, as far as this person may go them."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse


@dataclass(frozen=True)
class Way:
    name: str
    words: str
    url: str
    is_here: bool


SECTIONS = (
    ("game", "Games"),
    ("table", "Tables"),
    ("user", "People"),
    ("line", "Chat"),
    ("report", "Reports"),
    ("audit", "Record"),
)


def framed(request: HttpRequest, section: str) -> dict[str, Any]:
    ways = [Way("dashboard", "Dashboard", reverse("admin:index"), section == "dashboard")]
    for name, words in SECTIONS:
        if request.user.has_perm(f"games.view_{name}"):
            ways.append(Way(name, words, reverse(f"admin:games_{name}_changelist"), section == name))
    return {"ways": ways}
