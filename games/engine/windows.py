"""Who may be caught for a missed call: the windows that open and close as hands shrink and grow.

>>> from games.engine.notation import read_position
>>> state = read_position("Official | YR B1 / R7 | 0 clockwise red | G1 | R1")
>>> is_down_to_one(state, 1)
>>> state.windows
{1: (0.0, False)}
>>> grew(state, 1)
>>> state.windows
{}
"""

from .state import State


def still_open(state: State, chooser: int | None) -> dict[int, tuple[float, bool]]:
    """The windows that stay open when somebody makes a choice in the game, or nobody does."""
    windows = {}
    for owner, (opened, answered) in state.windows.items():
        answered = answered or chooser not in (None, owner)
        if not (answered and has_lapsed(state, opened, state.now)):
            windows[owner] = opened, answered
    return windows


def has_lapsed(state: State, opened: float, now: float) -> bool:
    """Whether a window has been open for as long as it must be."""
    return now - opened >= state.rules.uno_grace


def grew(state: State, seat: int) -> None:
    """A larger hand needs no call, and forgets one that was made."""
    state.windows.pop(seat, None)
    state.declared.discard(seat)


def is_down_to_one(state: State, seat: int) -> None:
    """A hand that has become one card can be caught, unless its owner has called."""
    if state.rules.uno_call == "manual" and seat not in state.declared:
        state.windows[seat] = (state.now, False)


def changed(state: State, seat: int, before: int) -> None:
    """A hand holds other cards than before, and how many it held."""
    size = len(state.hands[seat])
    if size > before:
        grew(state, seat)
    elif size == 1 and before > 1:
        is_down_to_one(state, seat)
    elif size == 0:
        state.windows.pop(seat, None)
