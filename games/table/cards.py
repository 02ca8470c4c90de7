"""The name and the markup of each card. Markup is rendered once and cached.

>>> spoken("RD"), spoken("WD4"), color("T5"), color("W")
('red Draw Two', 'Wild Draw Four', 'teal', 'wild')
"""

from functools import cache

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.engine import DECKS
from games.engine.cards import COLORS, DARK, LIGHT, Face
from games.wording.cards import in_short

FACES: dict[str, Face] = {
    text: face for deck in DECKS.values() for side in reversed(deck.printed) for text, face in side.items()
}
"""Every face of every deck by its text, which means the same face in every deck."""

LETTERS = LIGHT | DARK
SHAPES = {
    "red": "triangle",
    "yellow": "circle",
    "green": "diamond",
    "blue": "square",
    "pink": "heart",
    "teal": "hexagon",
    "orange": "cross",
    "purple": "moon",
}


def spoken(text: str) -> str:
    return FACES[text].name


def color(text: str) -> str:
    """Return the color of a face as style sheets name it; that of a wild is wild."""
    found = FACES[text]
    return "wild" if found.is_wild else str(found.color)


def flips(text: str) -> bool:
    """Whether a card turns over the deck when it is played."""
    return FACES[text].effect == "flip"


@cache
def symbol(name: str) -> SafeString:
    """Return a symbol of the sprite. Its colors are custom properties of the page."""
    sprite = f"{static('img/cards.svg')}#{name}"
    return format_html('<svg><use href="{}"/></svg>', sprite)


def face(text: str, side: int = 0) -> SafeString:
    """Return a face. The wilds of the two sides have the same text, but look different."""
    return symbol(f"{text}-dark" if side and text == "W" else text)


def back(side: int = 0) -> SafeString:
    return symbol("back-dark" if side else "back")


def shape(name: str) -> SafeString:
    """Return the shape that belongs to a color."""
    return symbol(SHAPES[name])


@cache
def shown(text: str, side: int = 0) -> SafeString:
    """Return a card that lies open, with its name for screen readers."""
    label = spoken(text)
    return format_html('<span class="card" role="img" aria-label="{}">{}</span>', label, face(text, side))


@cache
def named(text: str) -> SafeString:
    """Return a card within a sentence; the style sheet puts the shape of its color before it."""
    return _in_its_color(text, spoken(text))


@cache
def named_in_short(text: str) -> SafeString:
    """Return the short name of a card. Its first word can be left out where the look of the name tells it.

    >>> named_in_short("RD")
    '<b class="red"><span>red </span>+2</b>'
    """
    first, space, rest = in_short(spoken(text)).partition(" ")
    return _in_its_color(text, format_html("<span>{}{}</span>{}", first, space, rest) if rest else first)


def _in_its_color(text: str, name: str) -> SafeString:
    return format_html('<b class="{}">{}</b>', color(text), name)


def color_rank(text: str) -> tuple[int, int, str]:
    """Sort key for a hand sorted by color; wilds come last."""
    found = FACES[text]
    return COLORS.index(found.color) if found.color else len(COLORS), found.points, text


def number_rank(text: str) -> tuple[int, str, int]:
    """Sort key for a hand sorted by number; other cards follow, wilds last."""
    found = FACES[text]
    by_color, *_ = color_rank(text)
    number = int(found.symbol) if found.effect == "number" else 10 + found.is_wild
    return number, found.symbol, by_color
