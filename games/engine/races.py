"""Races about a missed call: its player calls, others accuse, and the first press wins.

When a press arrives says more about a connection than about a player. So the caller of the engine collects the presses
of a race, finds out when each was made, and lets the engine play the first one with that time as its `now`. How much
earlier it was than the others is recorded as an event `judged` after its own events. Nothing else follows from the
times, so they are facts of the log, like the time of a move.

>>> from games.engine.notation import read_position
>>> from games.engine.windows import open_window
>>> state = read_position("Official | YR B1 / R7 | 0 clockwise red | G1 | R1")
>>> open_window(state, 1)
>>> race_of(state, 0, "accuse 1"), race_of(state, 1, "declare"), race_of(state, 0, "draw")
(1, 1, None)
>>> ann, bob = Press(1, "declare", 1.4), Press(0, "accuse 1", 1.52)
>>> in_order(1, [bob, ann]) == [ann, bob]
True
>>> verdicts(1, ann, [bob])
[('judged', 1, 0, 1, 120)]
"""

from collections.abc import Iterable
from typing import NamedTuple

from .events import kind
from .moves import read_moves
from .offers import may_call_late
from .state import Event, State


class Press(NamedTuple):
    """A call or an accusation, and when it was pressed. The text may name further moves."""

    seat: int
    move: str
    pressed: float


def race_of(state: State, seat: int, text: str) -> int | None:
    """Return whose missed call a move of this seat is about; None if it is about none. The text must be readable."""
    if not state.windows:
        return None
    for move in read_moves(text):
        owner = move.seat if move.verb == "accuse" else seat if move.verb == "declare" else None
        if owner in state.windows:
            return owner
    return None


def rivals(state: State, owner: int) -> list[int]:
    """Return the seats that may press in the race about a missed call."""
    return [seat for seat in state.active() if seat != owner or may_call_late(state, owner)]


def in_order(owner: int, presses: Iterable[Press]) -> list[Press]:
    """Sort presses by their times. Of two at the same time, that of the player who missed the call comes first."""
    return sorted(presses, key=lambda press: (press.pressed, press.seat != owner, press.seat))


def verdicts(owner: int, first: Press, others: Iterable[Press]) -> list[Event]:
    """Return how many milliseconds earlier than each of the others the first one was pressed."""
    return [
        ("judged", first.seat, other.seat, owner, round((other.pressed - first.pressed) * 1000)) for other in others
    ]


@kind
def judged(state: State, seat: int, other: int, owner: int, milliseconds: int) -> None:
    """In the race about the missed call of `owner`, a player pressed so much earlier than another."""
    state.news.append(("judged", seat, other, owner, milliseconds))


def recorded(events: Iterable[Event]) -> list[Event]:
    """Return the verdicts among the events of an entry that fit its call or accusation: the times of the other presses
    are in no other place of a log."""
    won: tuple[int, int] | None = None  # who, in the race about whose call
    found: list[Event] = []
    for event in events:
        match event:
            case ("declared", seat):
                won = (seat, seat)
            case ("accused", accuser, seat):
                won = (accuser, seat)
            case ("judged", first, int(other), owner, int(milliseconds)):
                if won == (first, owner) and other != first and milliseconds >= 0:
                    found.append(event)
    return found
