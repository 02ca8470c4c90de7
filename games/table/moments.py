"""What is worth remembering of a match: at most three moments, found in its log when it ends.

>>> log = [("dealt", "classic", 1, 0, (("R1",) * 7, ("B1",) * 7), (), "R3", "red"), ("force_draw", 1, ("G1",) * 12)]
>>> find([*log, ("round_won", 1, (0, 9), ((), ()))], seats=2)[0]
Moment(code='came_back', seat=1, number=19)
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from games.engine import Event

MOST = 3


class Moment(NamedTuple):
    """A code, which `games.wording.moments` has a sentence for, the player, and how many."""

    code: str
    seat: int
    number: int


LEAST = {
    "came_back": 12,
    "drew_at_once": 6,
    "caught": 1,
    "exposed": 1,
    "won_in_a_row": 2,
    "skipped": 3,
    "drew": 1,
    "played": 1,
    "called": 1,
    "chose": 1,
    "held": 1,
}
"""The least number that is remarkable, by code: the most remarkable codes first."""


class Record:
    """Counts, by code and seat, what happens in a match."""

    def __init__(self, seats: int):
        self.counts: dict[str, Counter[int]] = {code: Counter() for code in LEAST}
        self.sizes = [0] * seats
        self.most = [0] * seats
        """The most cards that each player has held in the round."""
        self.out: set[int] = set()
        self.winner, self.row = -1, 0

    def note(self, event: Event) -> None:
        if handle := HANDLERS.get(event[0]):
            handle(self, *event[1:])
            self.most = list(map(max, self.most, self.sizes))
            self.counts["held"] |= Counter(dict(enumerate(self.most)))

    def raise_to(self, code: str, seat: int, number: int) -> None:
        self.counts[code][seat] = max(self.counts[code][seat], number)

    def dealt(self, deck: str, number: int, dealer: int, hands: tuple[Any, ...], *rest: object) -> None:
        self.sizes = list(map(len, hands))
        self.most, self.out = self.sizes[:], {seat for seat, size in enumerate(self.sizes) if not size}

    def played(self, seat: int, card: str) -> None:
        self.sizes[seat] -= 1
        self.counts["played"][seat] += 1

    def drew(self, seat: int, cards: tuple[str, ...]) -> None:
        self.sizes[seat] += len(cards)
        self.counts["drew"][seat] += len(cards)
        self.raise_to("drew_at_once", seat, len(cards))

    def discarded(self, seat: int, cards: tuple[str, ...]) -> None:
        self.sizes[seat] -= len(cards)

    def swapped(self, seat: int, other: int) -> None:
        self.sizes[seat], self.sizes[other] = self.sizes[other], self.sizes[seat]

    def shuffled_hands(self, hands: tuple[Any, ...]) -> None:
        self.sizes = list(map(len, hands))

    def passed_hands(self, direction: int) -> None:
        seats = [seat for seat in range(len(self.sizes)) if seat not in self.out][::direction]
        given = [self.sizes[seat] for seat in seats]
        for seat, size in zip(seats, given[-1:] + given[:-1], strict=True):
            self.sizes[seat] = size

    def knocked_out(self, seat: int) -> None:
        self.sizes[seat] = 0
        self.out.add(seat)

    def won(self, seat: int, *rest: object) -> None:
        self.raise_to("came_back", seat, self.most[seat])
        self.row = self.row + 1 if seat == self.winner else 1
        self.winner = seat
        self.raise_to("won_in_a_row", seat, self.row)


def _count(code: str, of: int = 0) -> Callable[..., None]:
    """Return a handler that counts an event for one of the seats it names."""
    return lambda record, *seats: record.counts[code].update([seats[of]])


HANDLERS: dict[str, Callable[..., None]] = {
    "dealt": Record.dealt,
    "played": Record.played,
    "drew": Record.drew,
    "force_draw": Record.drew,
    "roulette": Record.drew,
    "discarded_all": Record.discarded,
    "swapped": Record.swapped,
    "passed_hands": Record.passed_hands,
    "shuffled_hands": Record.shuffled_hands,
    "knocked_out": Record.knocked_out,
    "round_won": Record.won,
    "accused": _count("caught", 1),
    "challenge_won": _count("exposed"),
    "skipped": _count("skipped"),
    "declared": _count("called"),
    "wild": _count("chose"),
}


def find(events: Iterable[Event], seats: int) -> list[Moment]:
    """Return the most remarkable moments of these events, the most remarkable first."""
    record = Record(seats)
    for event in events:
        record.note(event)
    found = [_best(record, code) for code in LEAST]
    return [moment for moment in found if moment.number >= LEAST[moment.code]][:MOST]


def _best(record: Record, code: str) -> Moment:
    counts = record.counts[code]
    seat = max(range(len(record.sizes)), key=lambda seat: counts[seat])
    return Moment(code, seat, counts[seat])
