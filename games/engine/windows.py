"""Track the windows in which a player can be caught for a missed call.

>>> from games.engine.notation import read_position
>>> state = read_position("Official | YR B1 / R7 | 0 clockwise red | G1 | R1")
>>> open_window(state, 1)
>>> state.windows
{1: Window(opened=0.0, answered=False, by_card=False)}
>>> close_window(state, 1)
>>> state.windows
{}
"""

from .moves import Move
from .state import State, Window


def still_open(state: State, chooser: int | None) -> dict[int, Window]:
    """Return the windows that are still open after a choice of a player, or after a move that is no choice."""
    windows = {}
    for owner, (opened, answered, by_card) in state.windows.items():
        answered = answered or chooser not in (None, owner)
        if not (answered and has_lapsed(state, opened, state.now)):
            windows[owner] = Window(opened, answered, by_card)
    return windows


def has_lapsed(state: State, opened: float, now: float) -> bool:
    """Return whether a window has been open for its minimum time."""
    return now - opened >= state.rules.uno_grace


def lapses_at(state: State, seat: int) -> float | None:
    """Return when it will be too late to call or to be caught, unless a move comes first. None if that depends on a
    move that was not made yet."""
    window = state.windows.get(seat)
    return window.opened + state.rules.uno_grace if window and window.answered else None


def accusable_from(state: State, seat: int, delay: float = 0.0) -> float:
    """Return when a player may be caught: until then, only they may act on their missed call. The head start is longer
    by the delay of their connection, because it begins when they can have seen the table."""
    return state.windows[seat].opened + float(state.rules.uno_head_start) + delay


def possible_from(state: State, move: Move) -> float:
    """Return when an offered move is possible: an accusation only when the head start is over."""
    waits = move.verb == "accuse" and move.seat in state.windows
    return max(state.now, accusable_from(state, move.seat)) if waits else state.now


def close_window(state: State, seat: int) -> None:
    """Close the window of a hand that has grown, and forget its call."""
    state.windows.pop(seat, None)
    state.declared.discard(seat)


def open_window(state: State, seat: int, by_card: bool = False) -> None:
    """Open a window for a hand of one card, unless its player has called."""
    if state.rules.has_calls and seat not in state.declared:
        state.windows[seat] = Window(state.now, False, by_card)


def update_window(state: State, seat: int, before: int, by_card: bool = False) -> None:
    """Update the window of a hand that was exchanged, or played from; `before` is its old size."""
    size = len(state.hands[seat])
    if size > before:
        close_window(state, seat)
    elif size == 1 and before > 1:
        open_window(state, seat, by_card)
    elif size == 0:
        state.windows.pop(seat, None)
