"""Cards and decks, as data.

A card is a string: ``"R7"`` is a red seven, ``"WD4"`` a Wild Draw Four, and two red sevens are equal values. A card of
a two-sided deck has both faces, light side first: ``"R7|O1"``. The deck knows what is printed on a face: its color,
symbol, effect and points.

>>> DECKS["classic"].faces[0]["RD"].name
'red Draw Two'
>>> len(DECKS["classic"].cards), len(DECKS["flip"].cards), len(DECKS["no_mercy"].cards)
(108, 112, 168)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from sys import intern
from typing import NamedTuple

from .moves import Move

LIGHT = {"red": "R", "yellow": "Y", "green": "G", "blue": "B"}
DARK = {"pink": "P", "teal": "T", "orange": "O", "purple": "U"}
BLACK = {"black": "K"}
"""The color of a deck in which all cards are wild. It is never chosen."""
COLORS = tuple(LIGHT) + tuple(DARK) + tuple(BLACK)

MOST_SEATS = 10


class Symbol(NamedTuple):
    """The symbol on a face. ``effect`` is the edge of the turn graph that the played card follows."""

    mark: str
    title: str
    effect: str
    points: int
    amount: int = 0
    opening: str = "plain"


@dataclass(frozen=True, slots=True)
class Face:
    """One side of one card. A wild has no color, or is black where all are wild. ``opening`` is its effect as the first
    card of a round."""

    text: str
    color: str | None
    symbol: str
    title: str
    name: str
    effect: str
    points: int
    amount: int
    opening: str
    is_wild: bool = field(init=False)
    is_wild_draw: bool = field(init=False)
    """Whether this is a wild that makes a player draw, and so may be a bluff."""
    draws: bool = field(init=False)
    """Whether this is a draw card, which may be answered and stacked."""
    takes: dict[str | None, dict[str, Move | None]] = field(init=False, repr=False, compare=False)
    """By color in play and by card of the deck: the move that plays the card on this face, if it fits."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "takes", {})
        object.__setattr__(self, "is_wild", self.color is None or self.color in BLACK)
        object.__setattr__(self, "is_wild_draw", self.effect in ("wild_draw", "reverse_draw"))
        object.__setattr__(self, "draws", self.effect in ("draw", "wild_draw", "reverse_draw"))

    @property
    def penalty(self) -> tuple[int, int]:
        """How many cards it makes a player draw, and how often until a color comes."""
        return (0, 1) if self.amount == UNTIL_COLOR else (self.amount, 0)


UNTIL_COLOR = 100
"""The amount of a Wild Draw Color, which has no fixed number. It is greater than any number."""

NUMBERS = [Symbol(str(n), str(n), "number", n) for n in range(10)]
SKIP = Symbol("S", "Skip", "skip", 20, opening="skip")
REVERSE = Symbol("R", "Reverse", "reverse", 20, opening="reverse")
FLIP = Symbol("F", "Flip", "flip", 20, opening="again")

CLASSIC_COLORED = [*NUMBERS, Symbol("D", "Draw Two", "draw", 20, 2, "draw"), SKIP, REVERSE]
CLASSIC_WILDS = [
    Symbol("W", "Wild", "wild", 50, opening="color"),
    Symbol("WD4", "Wild Draw Four", "wild_draw", 50, 4, "again"),
]
CLASSIC_112_WILDS = [
    *CLASSIC_WILDS,
    Symbol("WH", "Wild Shuffle Hands", "shuffle_hands", 40, opening="again"),
    Symbol("WX", "Wild Customizable", "custom", 40, opening="color"),
]
FLIP_LIGHT_COLORED = [*NUMBERS[1:], Symbol("D1", "Draw One", "draw", 10, 1, "draw"), SKIP, REVERSE, FLIP]
FLIP_LIGHT_WILDS = [
    Symbol("W", "Wild", "wild", 40, opening="color"),
    Symbol("WD2", "Wild Draw Two", "wild_draw", 50, 2, "again"),
]
FLIP_DARK_COLORED = [
    *NUMBERS[1:],
    Symbol("D5", "Draw Five", "draw", 20, 5),
    Symbol("E", "Skip Everyone", "everyone", 30),
    REVERSE,
    FLIP,
]
FLIP_DARK_WILDS = [
    Symbol("W", "Wild", "wild", 40),
    Symbol("WDC", "Wild Draw Color", "wild_draw", 60, UNTIL_COLOR),
]
NO_MERCY_COLORED = [
    *NUMBERS,
    Symbol("D", "Draw Two", "draw", 20, 2, "draw"),
    Symbol("D4", "Draw Four", "draw", 20, 4, "draw"),
    SKIP,
    Symbol("E", "Skip Everyone", "everyone", 20),
    REVERSE,
    Symbol("A", "Discard All", "discard_all", 20),
]
NO_MERCY_WILDS = [
    Symbol("WR4", "Wild Reverse Draw Four", "reverse_draw", 50, 4, "again"),
    Symbol("WD6", "Wild Draw Six", "wild_draw", 50, 6, "again"),
    Symbol("WD10", "Wild Draw Ten", "wild_draw", 50, 10, "again"),
    Symbol("WC", "Wild Color Roulette", "roulette", 50, opening="again"),
]

ALL_WILD = [
    Symbol("W", "Wild", "plain", 20),
    Symbol("R", "Wild Reverse", "reverse", 50, opening="reverse"),
    Symbol("S", "Wild Skip", "skip", 50, opening="skip"),
    Symbol("S2", "Wild Skip Two", "skip_two", 50, opening="again"),
    Symbol("D2", "Wild Draw Two", "draw", 50, 2, "draw"),
    Symbol("D4", "Wild Draw Four", "draw", 50, 4, "again"),
    Symbol("T2", "Wild Targeted Draw Two", "targeted", 50, 2, "again"),
    Symbol("H", "Wild Forced Swap", "seven", 50, opening="again"),
]
"""How many there are of each, and their points, are ours: seven plain ones to each of the others."""

FLIP_PAIRS = """
    R1|P3 R1|U2 R2|OR R2|UD5 R3|P7 R3|WDC R4|OF R4|UD5 R5|P2 R5|T5 R6|O9 R6|PE R7|O1 R7|U5
    R8|T7 R8|UR R9|TR R9|U5 RD1|P3 RD1|P4 RF|P8 RF|U3 RR|T7 RR|U3 RS|OD5 RS|W Y1|PE Y1|W
    Y2|T1 Y2|T8 Y3|PD5 Y3|U1 Y4|PD5 Y4|UF Y5|T8 Y5|U9 Y6|OE Y6|WDC Y7|O2 Y7|U6 Y8|O2 Y8|P1
    Y9|T5 Y9|U4 YD1|P1 YD1|U8 YF|O8 YF|P4 YR|TF YR|W YS|O3 YS|TF G1|O5 G1|OF G2|TD5 G2|TE
    G3|PF G3|U2 G4|P8 G4|T9 G5|O7 G5|T4 G6|P5 G6|WDC G7|O6 G7|T2 G8|PR G8|T9 G9|OD5 G9|PR
    GD1|O6 GD1|T6 GF|T3 GF|WDC GR|O1 GR|P7 GS|O9 GS|U4 B1|UE B1|UE B2|O8 B2|P6 B3|T2 B3|U8
    B4|TD5 B4|U1 B5|OR B5|P9 B6|TE B6|UR B7|O3 B7|OE B8|T4 B8|TR B9|O5 B9|UF BD1|P6 BD1|T6
    BF|U6 BF|U7 BR|O4 BR|W BS|P9 BS|T1 WD2|O4 WD2|O7 WD2|P2 WD2|U9 W|P5 W|PF W|T3 W|U7
"""


def print_faces(colors: dict[str, str], colored: Iterable[Symbol], wilds: Iterable[Symbol]) -> dict[str, Face]:
    """Return the faces of one side of a deck by their text."""
    printed: list[tuple[str, str | None, str, Symbol]] = [
        (intern(letter + s.mark), color, s.title if color in BLACK else f"{color} {s.title}", s)
        for color, letter in colors.items()
        for s in colored
    ]
    printed += [(s.mark, None, s.title, s) for s in wilds]
    return {
        text: Face(text, color, s.mark, s.title, name, s.effect, s.points, s.amount, s.opening)
        for text, color, name, s in printed
    }


NOTHING = Face("", None, "", "nothing", "nothing", "", 0, 0, "")
"""The top of an empty discard pile."""


def fit_together(faces: dict[str, Face], colors: Iterable[str]) -> None:
    """Fill in what may be played on each face of one side of a deck."""
    moves = {face.text: Move(f"play {face.text}") for face in faces.values()}
    symbols = {None, *(face.symbol for face in faces.values() if not face.is_wild)}
    fits = {
        (symbol, color): {
            card: moves[face.text] if face.is_wild or face.color == color or face.symbol == symbol else None
            for card, face in faces.items()
        }
        for symbol in symbols
        for color in (*colors, None)
    }
    for top in faces.values():
        top.takes.update({color: fits[None if top.is_wild else top.symbol, color] for color in (*colors, None)})


class Deck:
    """A deck: its cards and the faces of its sides.

    ``faces[side]`` maps each card to its face; ``colors[side]`` are the colors that can be chosen for a wild, and
    ``naming[side]`` the moves that choose them.
    """

    def __init__(
        self,
        name: str,
        cards: list[str],
        colors: list[dict[str, str]],
        faces: list[dict[str, Face]],
        most_seats: int = MOST_SEATS,
    ):
        self.name, self.most_seats = name, most_seats
        self.cards = tuple(cards)
        self.colors = tuple(tuple(side) for side in colors)
        self.printed = tuple(faces)
        self.faces = tuple({card: faces[side][card.split("|")[side]] for card in cards} for side in range(len(faces)))
        self.worth = tuple({card: face.points for card, face in side.items()} for side in self.faces)
        self.two_sided = len(faces) > 1
        self.is_all_wild = self.colors == (tuple(BLACK),)
        discards = [text for side in faces for text, face in side.items() if face.effect == "discard_all"]
        self.discards = frozenset(f"{verb} {text}" for text in discards for verb in ("play", "jump"))
        """The moves that play a card which discards its color."""
        self.wild_draws = frozenset(text for side in faces for text, face in side.items() if face.is_wild_draw)
        for side in range(len(faces)):
            fit_together(self.faces[side], self.colors[side])
        self.naming = tuple([Move(f"color {color}") for color in side] for side in colors)

    def __repr__(self) -> str:
        return f"<Deck {self.name}, {len(self.cards)} cards>"

    def show(self, cards: Iterable[str], side: int) -> tuple[str, ...]:
        """Return the faces of cards with this side up."""
        if not self.two_sided:
            return tuple(cards)
        faces = self.faces[side]
        return tuple(faces[card].text for card in cards)

    def find(self, hand: Sequence[str], text: str, side: int) -> str | None:
        """Return the first card of a hand with this face, if there is one."""
        if not self.two_sided:
            return text if text in hand else None
        faces = self.faces[side]
        return next((card for card in hand if faces[card].text == text), None)

    def points(self, cards: Iterable[str], side: int) -> int:
        return sum(map(self.worth[side].__getitem__, cards))


def one_sided(
    name: str,
    colored: list[Symbol],
    wilds: list[Symbol],
    counts: dict[str, int],
    most_seats: int = MOST_SEATS,
    colors: dict[str, str] = LIGHT,
) -> Deck:
    """Return a one-sided deck; ``counts`` is how often each symbol occurs, in each color or among the wilds."""
    faces = print_faces(colors, colored, wilds)
    cards = [text for text, face in faces.items() for _ in range(counts.get(face.symbol, 2))]
    return Deck(name, cards, [colors], [faces], most_seats)


def flip_deck() -> Deck:
    faces = [
        print_faces(LIGHT, FLIP_LIGHT_COLORED, FLIP_LIGHT_WILDS),
        print_faces(DARK, FLIP_DARK_COLORED, FLIP_DARK_WILDS),
    ]
    return Deck("flip", FLIP_PAIRS.split(), [LIGHT, DARK], faces)


DECKS = {
    "classic": one_sided("classic", CLASSIC_COLORED, CLASSIC_WILDS, {"0": 1, "W": 4, "WD4": 4}),
    "classic_112": one_sided(
        "classic_112", CLASSIC_COLORED, CLASSIC_112_WILDS, {"0": 1, "W": 4, "WD4": 4, "WH": 1, "WX": 3}
    ),
    "flip": flip_deck(),
    "no_mercy": one_sided(
        "no_mercy",
        NO_MERCY_COLORED,
        NO_MERCY_WILDS,
        {"D": 3, "S": 3, "R": 3, "A": 3, "WR4": 8, "WD6": 4, "WD10": 4, "WC": 8},
        most_seats=6,
    ),
    "all_wild": one_sided("all_wild", ALL_WILD, [], {symbol.mark: 8 for symbol in ALL_WILD} | {"W": 56}, colors=BLACK),
}
