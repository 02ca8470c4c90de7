"""What flashes at the seats when something has happened: a word or two, and how many cards it costs in all.

>>> events = ("challenge_lost", 1, 0), ("force_draw", 1, 4), ("force_draw", 1, 2), ("turn", 0)
>>> flashes(events, "Uno!", (0, 1))
{2: (Flash(seat=1, look='bad', words='WRONG ✗ +6'),)}
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from games.engine import Event
from games.wording.flashes import FLASHES
from games.wording.templates import fill

BAD, GOOD, CALL = "bad", "good", "call"


class Flash(NamedTuple):
    """Words at a seat; `look` is a class of the style sheet."""

    seat: int
    look: str
    words: str


class _Label(NamedTuple):
    """One of the labels that an event brings a seat, by its code."""

    seat: int
    look: str
    code: str
    cards: int = 0


@dataclass
class _AtSeat:
    """All labels of an entry for one seat. They flash together, with the last event that has one for this seat."""

    look: str = ""
    counts: dict[str, int] = field(default_factory=dict)
    """The codes of the labels in their order, with the number of cards for each."""
    last: int = 0

    def add(self, index: int, label: _Label) -> None:
        self.last, self.look = index, BAD if self.look == BAD else label.look
        self.counts[label.code] = self.counts.get(label.code, 0) + label.cards


def flashes(events: Sequence[Event | None], call: str, playing: tuple[int, ...]) -> dict[int, tuple[Flash, ...]]:
    """Return what flashes with each event of an entry, by its index there. Events that the viewer may not know of are
    None."""
    seats: dict[int, _AtSeat] = {}
    for index, event in enumerate(events):
        for label in _labels(event, playing) if event else ():
            seats.setdefault(label.seat, _AtSeat()).add(index, label)
    found: dict[int, tuple[Flash, ...]] = {}
    for seat, at_seat in seats.items():
        words = " ".join(fill(FLASHES[code], count=count, call=call) for code, count in at_seat.counts.items())
        found[at_seat.last] = (*found.get(at_seat.last, ()), Flash(seat, at_seat.look, words))
    return found


def number(event: Event) -> int:
    """Return how many cards an event is about, whether its reader knows which or not."""
    cards = event[-1]
    return cards if isinstance(cards, int) else len(cards)


def _labels(event: Event, playing: tuple[int, ...]) -> Iterable[_Label]:
    kind = event[0]
    if kind in TAKING:
        return (_Label(event[1], BAD, "cards", number(event)),)
    if kind in AT_FIRST_SEAT:
        return (_Label(event[1], *AT_FIRST_SEAT[kind]),)
    return AT_OTHERS[kind](event, playing) if kind in AT_OTHERS else ()


TAKING = ("force_draw", "roulette")

AT_FIRST_SEAT = {
    "skipped": (BAD, "skipped"),
    "challenge_lost": (BAD, "wrong"),
    "false_accusation": (BAD, "wrong"),
    "timed_out": (BAD, "time_up"),
    "knocked_out": (BAD, "out"),
    "eliminated": (BAD, "out"),
    "misplayed": (BAD, "wrong"),
    "jumped_in": (GOOD, "jumped_in"),
    "round_won": (GOOD, "wins"),
    "declared": (CALL, "call"),
}
"""Labels at the seat that an event names first."""


def _same_at(seats: Iterable[int], look: str, code: str) -> list[_Label]:
    return [_Label(seat, look, code) for seat in seats]


AT_OTHERS: dict[str, Callable[[Event, tuple[int, ...]], Iterable[_Label]]] = {
    "challenge_won": lambda event, playing: (_Label(event[1], GOOD, "right"), _Label(event[2], BAD, "bluff")),
    "accused": lambda event, playing: (_Label(event[2], BAD, "caught"),),
    "discarded_all": lambda event, playing: (_Label(event[1], GOOD, "discarded", number(event)),),
    "swapped": lambda event, playing: _same_at(event[1:], GOOD, "swap"),
    "shuffled_hands": lambda event, playing: _same_at(playing, GOOD, "shuffled"),
    "passed_hands": lambda event, playing: _same_at(playing, GOOD, "passed_on"),
    "everyone_skipped": lambda event, playing: _same_at(set(playing) - {event[1]}, BAD, "skipped"),
}
"""Labels at other seats, or at several."""
