"""Buttons of a lobby. Each is a small form that also works without JavaScript."""

from typing import Any

from django import template
from django.template import Context
from django.urls import reverse

register = template.Library()


@register.inclusion_tag("lobby/_press.html", takes_context=True)
def press(context: Context, view: str, label: str, style: str = "", ask: str = "", **fields: Any) -> dict[str, Any]:
    """Render a button that posts to one of the lobby's views."""
    return {
        "url": reverse(view, args=[context["lobby"].code]),
        "id": "-".join([view, *(str(value).lower() for value in fields.values())]),
        "label": label,
        "style": style,
        "ask": ask,
        "fields": fields.items(),
        "csrf": context.get("csrf", ""),
    }
