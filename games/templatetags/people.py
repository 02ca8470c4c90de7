"""Filters for the pages about people."""

from django import template

from games.wording import fill
from games.wording.people import DEVICE, UNKNOWN_BROWSER

register = template.Library()

# Browsers claim to be each other, so the first match wins.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "an iPhone"),
    ("iPad", "an iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "a Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


@register.filter
def browser(user_agent: str) -> str:
    """Describe a browser, for example as “Firefox on Linux”, by its User-Agent header."""
    name = _first(BROWSERS, user_agent) or fill(UNKNOWN_BROWSER)
    system = _first(SYSTEMS, user_agent)
    return fill(DEVICE, browser=name, system=system) if system else name


def _first(names: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for mark, name in names if mark in user_agent), "")
