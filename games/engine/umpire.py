"""What an umpire may do to a running game besides deciding for a player: give more time, and take a move back.

Neither is a move, so neither is in the turn graph. Both are events, so a log with them is replayed like any other, and
both can be checked against the entries before them.

>>> from games.engine.notation import read_position
>>> state = read_position("Official | R7 GS / YR B1 | 0 clockwise red | G1 | R1")
>>> deadline = state.deadline
>>> extend(state, 60), state.deadline - deadline
([('extended', 0, 60)], 60.0)
"""

from .events import hidden, kind
from .refusals import Refused
from .state import Event, State, checked_time
from .stored import dump_state, load_state

MOST_SECONDS = 99_999
"""The most seconds that can be given at once, a little more than a day."""


def hide_state(event: Event, seat: int | None) -> Event:
    return event[:2]


@kind
def extended(state: State, seat: int, seconds: float) -> None:
    """Give the player asked longer to answer."""
    state.since += seconds
    state.news.append(("extended", seat, seconds))


@kind
@hidden(hide_state)
def taken_back(state: State, seat: int, now: float, text: str) -> None:
    """Restore the game as it was before a player's last move, and ask that player again."""
    load_state(state, text)
    resume(state, now)
    state.news.append(("taken_back", seat, now, text))


def resume(state: State, now: float) -> None:
    """Restart the time to decide; a missed call can be caught for as long as was left when the move was made."""
    later = max(now - state.now, 0.0)
    state.windows = {seat: one._replace(opened=one.opened + later) for seat, one in state.windows.items()}
    state.now = state.since = now


def extend(state: State, seconds: float) -> list[Event]:
    """Give more time to the player the game waits for."""
    if not _can_be_given(seconds):
        raise Refused("target", "seconds", most=MOST_SECONDS, seconds=seconds)
    state.news = []
    extended(state, state.turn, seconds)
    return state.news


def _can_be_given(seconds: float) -> bool:
    return isinstance(seconds, int | float) and 0 < seconds <= MOST_SECONDS


def take_back(state: State, before: State, seat: int, now: float) -> list[Event]:
    """Restore the state before a seat's last move. The same cards will be drawn again.

    >>> from games.engine.notation import read_position
    >>> state = read_position("Official | R7 GS / YR B1 | 0 clockwise red | G1 | R1")
    >>> before = state.copy()
    >>> state.turn = 1
    >>> event, = take_back(state, before, seat=0, now=9.0)
    >>> event[:3], state.turn, state.since
    (('taken_back', 0, 9.0), 0, 9.0)
    """
    state.news = []
    taken_back(state, seat, checked_time(now), dump_state(before))
    return state.news


def follows(state: State, event: Event, before: State, past: list[tuple[int, State]]) -> bool:
    """Return whether an umpire may have caused an event. `past`: the moves that still stand, with the states before."""
    if event[0] == "extended":
        return _can_be_given(event[2]) and extend(before, event[2]) == [event]
    seat, expected = past.pop() if past else (None, before)
    if event[0] == "taken_back":
        resume(expected, event[2])
    return event[:2] == ("taken_back", seat) and expected == state
