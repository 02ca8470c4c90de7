"""Cards in the words of programs: a color and a type, which together name one face of the side in play.

>>> spoken("classic", 0, "R7"), spoken("classic", 0, "WD4")
({'color': 'red', 'type': '7'}, {'color': 'black', 'type': 'draw'})
>>> text_of("flip", 1, "pink", "skipEveryone"), text_of("flip", 1, "red", "7")
('PE', '??')
"""

from games.engine import DECKS
from games.engine.cards import Face

BLACK = "black"
TYPES = {
    **{str(number): str(number) for number in range(10)},
    "D": "draw", "D1": "draw", "D5": "draw", "WD2": "draw", "WD4": "draw",
    "S": "skip", "R": "reverse", "W": "wild",
    "F": "flip", "E": "skipEveryone", "WDC": "drawColor",
    "D4": "drawFour", "A": "discardAll",
    "WR4": "reverseDrawFour", "WD6": "drawSix", "WD10": "drawTen", "WC": "roulette",
}  # fmt: skip
"""What each mark is called. On one side of one deck no two faces have the same color and type."""

NO_CARD = "??"
"""A text that is no card's, so that the rules say so in their own order of reasons."""


def words(face: Face) -> dict[str, str]:
    return {"color": face.color or BLACK, "type": TYPES[face.symbol]}


SPOKEN = {
    (deck.name, side): {text: words(face) for text, face in printed.items()}
    for deck in DECKS.values()
    for side, printed in enumerate(deck.printed)
}
TEXTS = {
    where: {(card["color"], card["type"]): text for text, card in faces.items()} for where, faces in SPOKEN.items()
}


def spoken(deck: str, side: int, text: str) -> dict[str, str]:
    return SPOKEN[deck, side][text]


def text_of(deck: str, side: int, color: str, kind: str) -> str:
    return TEXTS[deck, side].get((color, kind), NO_CARD)
