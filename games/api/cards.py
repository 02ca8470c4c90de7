"""Cards for programs: a color and a type, which together name one face of the side in play.

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
    "WH": "shuffleHands", "WX": "customizable",
    "S2": "skipTwo", "D2": "draw", "T2": "targetedDraw", "H": "forcedSwap",
}  # fmt: skip
"""The type of each symbol. On one side of a deck, no two faces have the same color and type."""

NO_CARD = "??"
"""The text of no card: the engine refuses it at its stage, after the checks that come first."""


def face_fields(face: Face) -> dict[str, str]:
    return {"color": face.color or BLACK, "type": TYPES[face.symbol]}


FIELDS = {
    (deck.name, side): {text: face_fields(face) for text, face in printed.items()}
    for deck in DECKS.values()
    for side, printed in enumerate(deck.printed)
}
TEXTS = {
    where: {(card["color"], card["type"]): text for text, card in faces.items()} for where, faces in FIELDS.items()
}


def card_fields(deck: str, side: int, text: str) -> dict[str, str]:
    return FIELDS[deck, side][text]


def either_side(deck: str, side: int, text: str) -> dict[str, str]:
    """Return a card of this side, or of the other one if it was played before a flip."""
    return FIELDS[deck, side].get(text) or FIELDS[deck, 1 - side][text]


def text_of(deck: str, side: int, color: str, kind: str) -> str:
    return TEXTS[deck, side].get((color, kind), NO_CARD)
