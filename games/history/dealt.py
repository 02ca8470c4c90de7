"""What was dealt in all finished rounds, compared with what chance would give.

Positions are counted from the dealer: the first seat after the dealer is 1. For each comparison there is a χ² and its
p-value, the probability that honest shuffles differ from the expectation at least as much.

>>> round(p_value(3.84, 1), 3), round(p_value(9.49, 4), 3)
(0.05, 0.05)
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from games.engine import DECKS, Entry, Event, Rules
from games.engine.cards import Face
from games.engine.rounds import may_begin
from games.models import Dealt

LEAST_EXPECTED = 5
"""χ² says nothing where fewer than this are expected of something."""
UNLIKELY = 0.01
NUMBER = "Number"


class Key(NamedTuple):
    """What is counted: the fields of `Dealt`."""

    deck: str
    what: str
    group: str
    position: int
    kind: str


@dataclass(frozen=True)
class Comparison:
    """Counts of the same thing, by kind or by position, with what was expected; and how well they fit."""

    deck: str
    what: str
    group: str
    position: int
    names: tuple[str, ...]
    counts: tuple[int, ...]
    expected: tuple[float, ...]
    spread: float = 1.0
    """How much less such counts vary than those of independent draws: a hand is drawn without replacement."""

    @property
    def total(self) -> int:
        return sum(self.counts)

    @property
    def is_enough(self) -> bool:
        return len(self.counts) > 1 and min(self.expected) >= LEAST_EXPECTED

    @property
    def missing(self) -> int:
        """How many times as much data there has to be."""
        return math.ceil(LEAST_EXPECTED / min(self.expected)) if min(self.expected, default=0) else 0

    @property
    def chi_squared(self) -> float:
        pairs = zip(self.counts, self.expected, strict=True)
        return sum((count - expected) ** 2 / expected for count, expected in pairs) / self.spread

    @property
    def freedom(self) -> int:
        return len(self.counts) - 1

    @property
    def p(self) -> float:
        return p_value(self.chi_squared, self.freedom)

    @property
    def cells(self) -> list[tuple[str, int, float]]:
        return list(zip(self.names, self.counts, self.expected, strict=True))


def p_value(chi_squared: float, freedom: int) -> float:
    """Return the probability that χ² is at least this large by chance, exactly."""
    half = chi_squared / 2
    if freedom % 2 == 0:
        term = found = math.exp(-half)
        for n in range(1, freedom // 2):
            term *= half / n
            found += term
        return min(1.0, found)
    found, term = math.erfc(math.sqrt(half)), math.exp(-half) * math.sqrt(half) / math.gamma(1.5)
    for n in range(1, (freedom + 1) // 2):
        found += term
        term *= half / (n + 0.5)
    return min(1.0, found)


# --- counting


def count_deals(entries: Iterable[Entry], rules: Rules) -> Counter[Key]:
    """Count what was dealt in the finished rounds of a match."""
    found: Counter[Key] = Counter()
    dealt: Event | None = None
    for event in _events(entries):
        if event[0] == "dealt":
            dealt = event
        elif event[0] == "round_won" and dealt:
            found.update(_round(dealt, event[1], rules))
            dealt = None
    return found


def _events(entries: Iterable[Entry]) -> Iterator[Event]:
    return (event for entry in entries for event in entry.events if event[0] in ("dealt", "round_won"))


def _round(dealt: Event, winner: int, rules: Rules) -> Iterator[Key]:
    _, deck, _, dealer, hands, _, first, color = dealt
    faces, seats = DECKS[deck].faces[0], len(hands)
    for seat, hand in enumerate(hands):
        for card in hand:
            yield Key(deck, Dealt.What.HAND, str(len(hand)), _position(seat, dealer, seats), kind_of(faces[card]))
    yield Key(deck, Dealt.What.FIRST, rules.first_card, 0, kind_of(faces[first]))
    if color and not DECKS[deck].is_all_wild:
        yield Key(deck, Dealt.What.COLOR, "", 0, color)
    if all(hands):  # nobody is out of the match
        yield Key(deck, Dealt.What.WON, str(seats), _position(winner, dealer, seats), "")


def _position(seat: int, dealer: int, seats: int) -> int:
    return (seat - dealer - 1) % seats + 1


def kind_of(face: Face) -> str:
    return NUMBER if face.effect == "number" else face.title


# --- theory


@cache
def _kinds(deck: str) -> Mapping[str, int]:
    """How many cards of each kind a deck has."""
    faces = DECKS[deck].faces[0]
    return Counter(kind_of(faces[card]) for card in DECKS[deck].cards)


@cache
def _first_kinds(deck: str, mode: str) -> Mapping[str, int]:
    """How many cards of each kind may be the first one of a round: each of them is equally likely."""
    faces, rules = DECKS[deck].faces[0], Rules(first_card=mode)
    allowed = Counter(kind_of(faces[card]) for card in DECKS[deck].cards if may_begin(rules, faces[card]))
    return allowed or _kinds(deck)


def comparisons() -> list[Comparison]:
    """Compare everything that was counted with what chance would give."""
    counts: dict[tuple[str, str, int], dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for row in Dealt.objects.order_by("deck", "what", "position", "group"):
        if row.deck in DECKS:
            by_position = row.what == Dealt.What.WON
            kind = str(row.position) if by_position else row.kind
            counts[row.deck, row.what, 0 if by_position else row.position][row.group][kind] += row.count
    return [found for key, groups in counts.items() for found in _compare(*key, groups)]


def _compare(deck: str, what: str, position: int, groups: Mapping[str, Counter[str]]) -> Iterator[Comparison]:
    if what == Dealt.What.HAND:
        yield _hands(deck, position, groups)
    for group, found in groups.items() if what != Dealt.What.HAND else ():
        if what == Dealt.What.FIRST:
            yield _comparison(deck, what, group, found, _first_kinds(deck, group))
        elif what == Dealt.What.COLOR:
            yield _comparison(deck, what, group, found, dict.fromkeys(DECKS[deck].colors[0], 1))
        else:
            yield _comparison(deck, what, group, found, {str(n): 1 for n in range(1, int(group) + 1)})


def _comparison(deck: str, what: str, group: str, found: Counter[str], weights: Mapping[str, int]) -> Comparison:
    total, all_weights = sum(found.values()), sum(weights.values())
    expected = tuple(total * weight / all_weights for weight in weights.values())
    return Comparison(deck, what, group, 0, tuple(weights), tuple(found[name] for name in weights), expected)


def _hands(deck: str, position: int, groups: Mapping[str, Counter[str]]) -> Comparison:
    """Compare the cards of one position. The counts of hands of n among N cards vary by (N - n) / (N - 1) less."""
    found: Counter[str] = sum(groups.values(), Counter())
    size = len(DECKS[deck].cards)
    varying = sum(cards.total() * (size - int(hand)) / (size - 1) for hand, cards in groups.items())
    plain = _comparison(deck, Dealt.What.HAND, "", found, _kinds(deck))
    spread = varying / found.total()
    return Comparison(deck, plain.what, "", position, plain.names, plain.counts, plain.expected, spread)


def rounds() -> int:
    """Return in how many finished rounds cards were dealt."""
    found = Dealt.objects.filter(what=Dealt.What.FIRST).values_list("count", flat=True)
    return sum(found)
