"""The navigation on every staff page: links to the pages that this person may see."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse


@dataclass(frozen=True)
class NavigationLink:
    label: str
    url: str
    is_here: bool


SECTIONS = (
    ("game", "Games"),
    ("table", "Tables"),
    ("user", "People"),
    ("line", "Chat"),
    ("report", "Reports"),
    ("audit", "Audit log"),
)


def navigation(request: HttpRequest, section: str) -> dict[str, Any]:
    """Return the navigation as context for a template; `section` is the current one."""
    links = [NavigationLink("Dashboard", reverse("admin:index"), section == "dashboard")]
    for name, label in SECTIONS:
        if request.user.has_perm(f"games.view_{name}"):
            links.append(NavigationLink(label, reverse(f"admin:games_{name}_changelist"), section == name))
    return {"links": links}
