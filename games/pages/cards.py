"""The page with every face of every deck."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from games.engine import DECKS
from games.engine.cards import Deck
from games.table import cards
from games.wording import options
from games.wording.inspection import SIDES


@dataclass(frozen=True, slots=True)
class Face:
    """One face: its markup, its name, its text in moves, and its points."""

    html: SafeString
    name: str
    text: str
    points: int


@dataclass(frozen=True, slots=True)
class Side:
    title: str
    faces: tuple[Face, ...]


def sides(deck: Deck) -> list[Side]:
    """Return the sides of a deck with their faces."""
    name = options.value("deck", deck.name)
    return [
        Side(
            title=f"{name}, {SIDES[side]}" if deck.two_sided else name,
            faces=tuple(Face(cards.shown(text, side), face.name, text, face.points) for text, face in printed.items()),
        )
        for side, printed in enumerate(deck.printed)
    ]


@login_not_required
@require_safe
def cards_page(request: HttpRequest) -> HttpResponse:
    all_sides = [side for deck in DECKS.values() for side in sides(deck)]
    colors = [(name, letter, cards.shape(name), cards.SHAPES[name]) for name, letter in cards.LETTERS.items()]
    return render(
        request, "pages/cards.html", {"sides": all_sides, "colors": colors, "backs": [cards.back(), cards.back(1)]}
    )
