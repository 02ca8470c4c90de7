"""Buttons of a lobby. Each is a small form that also works without JavaScript."""

from typing import Any

from django import template
from django.template import Context
from django.urls import reverse

register = template.Library()
CONTRIBUTING = {"start", "ready-yes"}
"""The buttons with which a player gets ready, and so contributes to the deal."""


@register.inclusion_tag("lobby/_press.html", takes_context=True)
def press(
    context: Context, view: str, label: str, style: str = "", ask: str = "", at: int = 0, **fields: Any
) -> dict[str, Any]:
    """Render a button that posts to one of the lobby's views. The seat that it is at tells it from buttons with the
    same words."""
    lobby, name = context["lobby"], "-".join([view, *(str(value).lower() for value in fields.values())])
    if name in CONTRIBUTING and lobby.commitment:
        fields["commitment"] = lobby.commitment
    return {
        "url": reverse(view, args=[lobby.code]),
        "id": name,
        "label": label,
        "style": style,
        "at": at,
        "ask": ask,
        "fields": fields.items(),
        "csrf": context.get("csrf", ""),
    }
