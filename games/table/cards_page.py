"""The page that shows every face of every deck."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from games.engine import DECKS
from games.engine.cards import Deck
from games.table import cards


@dataclass(frozen=True, slots=True)
class Shown:
    """One face: how it looks, what it is called, how it is written, and what it is worth."""

    html: SafeString
    name: str
    text: str
    points: int


@dataclass(frozen=True, slots=True)
class Side:
    title: str
    faces: tuple[Shown, ...]


def sides(deck: Deck) -> list[Side]:
    """The faces of a deck, a list for each of its sides."""
    titles = [f"{cards.DECK_NAMES[deck.name]}, {side}" for side in cards.SIDE_NAMES]
    return [
        Side(
            title=titles[side] if deck.two_sided else cards.DECK_NAMES[deck.name],
            faces=tuple(Shown(cards.shown(text, side), face.name, text, face.points) for text, face in printed.items()),
        )
        for side, printed in enumerate(deck.printed)
    ]


@login_not_required
@require_safe
def gallery(request: HttpRequest) -> HttpResponse:
    shown = [side for deck in DECKS.values() for side in sides(deck)]
    colors = [(name, letter, cards.shape(name), cards.SHAPES[name]) for name, letter in cards.LETTERS.items()]
    return render(
        request, "table/cards.html", {"sides": shown, "colors": colors, "backs": [cards.back(), cards.back(1)]}
    )
