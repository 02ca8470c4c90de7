"""Words for people's pages."""

from django import template

register = template.Library()

# Browsers claim to be each other, so the first that fits wins.
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
    """“Firefox on Linux”, out of the long line that a browser sends about itself."""
    name = _first(BROWSERS, user_agent) or "A program"
    system = _first(SYSTEMS, user_agent)
    return f"{name} on {system}" if system else name


def _first(words: tuple[tuple[str, str], ...], text: str) -> str:
    return next((meaning for word, meaning in words if word in text), "")
