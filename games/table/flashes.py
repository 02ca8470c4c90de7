"""What flashes at the seats when something has happened: a word or two, and how many cards it costs in all.

>>> events = ("challenge_lost", 1, 0), ("force_draw", 1, 4), ("force_draw", 1, 2), ("turn", 0)
>>> flashes(events, "Uno!", (0, 1))
{2: (Flash(seat=1, look='bad', words='WRONG ✗ +6'),)}
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from games.engine import Event

BAD, GOOD, CALL = "bad", "good", "call"
SUM = "+"
"""Stands where the number of cards comes, which is known when all of them have been taken."""


class Flash(NamedTuple):
    seat: int
    look: str
    words: str


@dataclass
class _Told:
    """What one seat is told of an entry. It flashes at once, with the last line that has something for this seat."""

    look: str = ""
    words: list[str] = field(default_factory=list)
    cards: int = 0
    line: int = 0


def flashes(events: Sequence[Event | None], call: str, playing: tuple[int, ...]) -> dict[int, tuple[Flash, ...]]:
    """What flashes with each event of an entry, by its place there; an event that the viewer may not know is none."""
    seats: dict[int, _Told] = {}
    for line, event in enumerate(events):
        for seat, look, words in _at(event, playing) if event else ():
            told = seats.setdefault(seat, _Told())
            told.line, told.look = line, BAD if told.look == BAD else look
            told.words += [words] if words not in told.words else []
            told.cards += number(event) if event and words == SUM else 0
    found: dict[int, tuple[Flash, ...]] = {}
    for seat, told in seats.items():
        words = " ".join({SUM: f"+{told.cards}", CALL: call}.get(word, word) for word in told.words)
        found[told.line] = (*found.get(told.line, ()), Flash(seat, told.look, words))
    return found


def number(event: Event) -> int:
    """How many cards an event is about, whether its reader knows which or not."""
    cards = event[-1]
    return cards if isinstance(cards, int) else len(cards)


def _at(event: Event, playing: tuple[int, ...]) -> Iterable[Flash]:
    if event[0] in OWN:
        return (Flash(event[1], *OWN[event[0]]),)
    return OTHERS[event[0]](event, playing) if event[0] in OTHERS else ()


OWN = {
    "force_draw": (BAD, SUM),
    "roulette": (BAD, SUM),
    "skipped": (BAD, "SKIPPED"),
    "challenge_lost": (BAD, "WRONG ✗"),
    "false_accusation": (BAD, "WRONG ✗"),
    "timed_out": (BAD, "TIME UP"),
    "knocked_out": (BAD, "OUT"),
    "jumped_in": (GOOD, "JUMPED IN"),
    "round_won": (GOOD, "WINS"),
    "declared": (CALL, CALL),
}
"""What flashes at the seat that an event names first."""


def _alike(seats: Iterable[int], look: str, words: str) -> list[Flash]:
    return [Flash(seat, look, words) for seat in seats]


OTHERS: dict[str, Callable[[Event, tuple[int, ...]], Iterable[Flash]]] = {
    "challenge_won": lambda event, playing: (Flash(event[1], GOOD, "RIGHT ✓"), Flash(event[2], BAD, "BLUFF ✗")),
    "accused": lambda event, playing: (Flash(event[2], BAD, "CAUGHT"),),
    "discarded_all": lambda event, playing: (Flash(event[1], GOOD, f"-{number(event)}"),),
    "swapped": lambda event, playing: _alike(event[1:], GOOD, "SWAP"),
    "passed_hands": lambda event, playing: _alike(playing, GOOD, "SWAP"),
    "everyone_skipped": lambda event, playing: _alike(set(playing) - {event[1]}, BAD, "SKIPPED"),
}
"""What flashes at other seats, or at several."""
