"""How many cards each player held during a round, as a chart (SVG) and in words, and the marks of a round."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.history.rounds import Round
from games.wording import history as wording

WIDTH, HEIGHT, TOP = 300, 90, 4
BANDS = 60
"""At most this many links lie over the chart."""
MARKS = {
    "drew": "draw",
    "force_draw": "penalty",
    "roulette": "penalty",
    "accused": "catch",
    "flipped": "flip",
    "knocked_out": "out",
}
"""What is marked, by the kinds of events."""
STRENGTH = ("out", "flip", "catch", "penalty", "draw")
"""Of several marks at one position, the first of these is shown."""


@dataclass(frozen=True)
class Line:
    """The hand of one player: the line in the chart, and a sentence that says the same."""

    seat: int
    name: str
    points: str
    sentence: str

    @property
    def color(self) -> str:
        """A color of its own: the fewer players there are, the farther their hues lie apart."""
        return f"hsl({self.seat * 137 % 360} 90% 74%)"


@dataclass(frozen=True)
class Band:
    """A part of the chart that leads to a position."""

    x: float
    width: float
    n: int


@dataclass(frozen=True)
class Mark:
    """Something remarkable at a position."""

    n: int
    kind: str

    @property
    def words(self) -> str:
        return wording.MARKS[self.kind]


@dataclass(frozen=True)
class Chart:
    lines: tuple[Line, ...]
    bands: tuple[Band, ...]
    marks: tuple[Mark, ...]
    most: int
    last: int

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """The kinds of marks that occur, and what each stands for."""
        return tuple((kind, wording.MARKS[kind]) for kind in STRENGTH if any(mark.kind == kind for mark in self.marks))


def chart(shown: Round, names: Sequence[str]) -> Chart:
    counts = shown.counts
    most = max(1, *map(max, counts))
    return Chart(
        lines=tuple(_line(seat, name, [hand[seat] for hand in counts], most) for seat, name in enumerate(names)),
        bands=tuple(_bands(shown.last)),
        marks=tuple(marks(shown)),
        most=most,
        last=shown.last,
    )


def _line(seat: int, name: str, hand: Sequence[int], most: int) -> Line:
    """A line that goes up and down in steps, and only has points where it does."""
    step, height = WIDTH / max(1, len(hand) - 1), HEIGHT - 2 * TOP
    levels = [_short(TOP + height - height * count / most) for count in range(most + 1)]
    points = [f"0,{levels[hand[0]]}"]
    for n, (before, count) in enumerate(pairwise(hand), 1):
        if count != before:
            x = _short(n * step)
            points += (f"{x},{levels[before]}", f"{x},{levels[count]}")
    points.append(f"{WIDTH},{levels[hand[-1]]}")
    return Line(seat, name, " ".join(points), wording.count_line(name, hand[0], max(hand), hand[-1]))


def _short(number: float) -> str:
    return f"{number:.1f}".rstrip("0").rstrip(".")


def _bands(last: int) -> Iterable[Band]:
    number = min(BANDS, last + 1)
    for index in range(number):
        yield Band(round(WIDTH * index / number, 1), round(WIDTH / number, 1), round(last * index / max(1, number - 1)))


def marks(shown: Round) -> Iterable[Mark]:
    """Yield what is remarkable in a round, one mark for each position at most."""
    for n, numbered in enumerate(shown.entries[1:], 1):
        kinds = {MARKS[event[0]] for event in numbered.entry.events if event[0] in MARKS}
        if kinds:
            yield Mark(n, min(kinds, key=STRENGTH.index))
