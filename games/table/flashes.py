"""What flashes at the seats when something has happened: a word or two, and how many cards it costs in all.

>>> events = ("challenge_lost", 1, 0), ("force_draw", 1, 4), ("force_draw", 1, 2), ("turn", 0)
>>> flashes(events, "Uno!")
{2: (Flash(place=1, look='bad', words='WRONG ✗ +6'),)}
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from games.engine import Event
from games.wording.flashes import FLASHES
from games.wording.templates import fill

BAD, GOOD, CALL = "bad", "good", "call"
Place = int | Literal["all"]
"""A seat, or the middle of the table for what happens to all."""


class Flash(NamedTuple):
    """Words at a place; `look` is a class of the style sheet."""

    place: Place
    look: str
    words: str


class _Label(NamedTuple):
    """One of the labels that an event brings a place, by its code."""

    place: Place
    look: str
    code: str
    cards: int = 0


@dataclass
class _AtPlace:
    """All labels of an entry for one place. They flash together, with the last event that has one for it."""

    look: str = ""
    counts: dict[str, int] = field(default_factory=dict)
    """The codes of the labels in their order, with the number of cards for each."""
    last: int = 0

    def add(self, index: int, label: _Label) -> None:
        self.last, self.look = index, BAD if self.look == BAD else label.look
        self.counts[label.code] = self.counts.get(label.code, 0) + label.cards


def flashes(events: Sequence[Event | None], call: str) -> dict[int, tuple[Flash, ...]]:
    """Return what flashes with each event of an entry, by its index there. Events that the viewer may not know of are
    None."""
    places: dict[Place, _AtPlace] = {}
    for index, event in enumerate(events):
        for label in _labels(event) if event else ():
            places.setdefault(label.place, _AtPlace()).add(index, label)
    found: dict[int, tuple[Flash, ...]] = {}
    for place, here in places.items():
        words = " ".join(fill(FLASHES[code], count=count, call=call) for code, count in here.counts.items())
        found[here.last] = (*found.get(here.last, ()), Flash(place, here.look, words))
    return found


def number(event: Event) -> int:
    """Return how many cards an event is about, whether its reader knows which or not."""
    cards = event[-1]
    return cards if isinstance(cards, int) else len(cards)


def _labels(event: Event) -> Iterable[_Label]:
    kind = event[0]
    if kind in TAKING:
        return (_Label(event[1], BAD, "cards", number(event)),)
    if kind in AT_FIRST_SEAT:
        return (_Label(event[1], *AT_FIRST_SEAT[kind]),)
    return AT_OTHERS[kind](event) if kind in AT_OTHERS else ()


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


AT_OTHERS: dict[str, Callable[[Event], Iterable[_Label]]] = {
    "challenge_won": lambda event: (_Label(event[1], GOOD, "right"), _Label(event[2], BAD, "bluff")),
    "accused": lambda event: (_Label(event[2], BAD, "caught"),),
    "discarded_all": lambda event: (_Label(event[1], GOOD, "discarded", number(event)),),
    "swapped": lambda event: [_Label(seat, GOOD, "swap") for seat in event[1:]],
    "shuffled_hands": lambda event: (_Label("all", GOOD, "shuffled"),),
    "passed_hands": lambda event: (_Label("all", GOOD, "passed_on"),),
    "everyone_skipped": lambda event: (_Label("all", BAD, "everyone_skipped"),),
}
"""Labels at other places, or at several."""
