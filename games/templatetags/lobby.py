"""Buttons of a lobby, each a small form that also works as a plain page."""

from typing import Any

from django import template
from django.template import Context
from django.urls import reverse

register = template.Library()


@register.inclusion_tag("lobby/_press.html", takes_context=True)
def press(context: Context, view: str, label: str, style: str = "", ask: str = "", **fields: Any) -> dict[str, Any]:
    """A button that posts to one of the lobby's views. Whoever has no name yet gets one by it, and a page with it."""
    return {
        "url": reverse(view, args=[context["lobby"].code]),
        "id": "-".join([view, *(str(value).lower() for value in fields.values())]),
        "label": label,
        "style": style,
        "ask": ask,
        "fields": fields.items(),
        "csrf": context.get("csrf", ""),
    }
