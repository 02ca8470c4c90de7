"""Views: what a seat or a spectator may know of a game.

A view has the cards of one hand, and only the numbers of all other hidden cards. It is built from public information
and that hand, so states that differ only in hidden cards have equal views.

>>> from games.engine.notation import read_position
>>> state = read_position("Official | R7 GS / YR B1 | 0 clockwise red | G1 | R1")
>>> view(state, 0).hand, view(state, 0).counts, view(state, None).hand
(('R7', 'GS'), (2, 2), ())
>>> view(state, 0).legal
('play R7', 'draw', 'declare')
"""

from dataclasses import dataclass

from .moves import Move
from .offers import legal
from .rules import Rules
from .state import State
from .turn import ASKS


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A game as one seat sees it. ``pile`` are the discards whose upper faces have been seen, the top one last.

    >>> from games.engine import deal
    >>> from random import Random
    >>> mine = view(deal(Rules(), 2, Random(1)), 0)
    >>> isinstance(mine, View), mine.counts, mine.top == mine.pile[-1]
    (True, (7, 7), True)
    """

    rules: Rules
    seats: int
    seat: int | None
    hand: tuple[str, ...]
    legal: tuple[Move, ...]
    drawn: tuple[str, ...]
    counts: tuple[int, ...]
    backs: tuple[tuple[str, ...], ...]
    """The inactive sides of the other hands, where they may be seen."""
    open_hands: tuple[tuple[str, ...], ...]
    """The cards of the other hands that are so small that they lie open."""
    draw_back: str
    """The inactive side of the top card of the draw pile, where it may be seen; otherwise empty."""
    pile: tuple[str, ...]
    discards: int
    to_draw: int
    aside: int
    side: int
    color: str | None
    before: str | None
    """The color in play before the top card was played."""
    turn: int
    direction: int
    node: str
    decision: str
    debt: int
    until: int
    attack: str
    """The last draw card of the chain, which the player asked has to answer."""
    attacker: int | None
    windows: tuple[int, ...]
    declared: tuple[int, ...]
    out: tuple[int, ...]
    gone: tuple[int, ...]
    round: int
    dealer: int
    scores: tuple[int, ...]
    winner: int | None
    deadline: float | None
    since: float
    """When the game began to wait for this decision."""
    clocks: tuple[float, ...]
    """The seconds that each seat had left then, where they have a clock."""

    @property
    def top(self) -> str:
        return self.pile[-1]


def view(state: State, seat: int | None) -> View:
    """Return what a seat may know of a state, or what a spectator may know."""
    own = seat in range(state.seats)
    return View(
        rules=state.rules,
        seats=state.seats,
        seat=seat,
        hand=state.faces(seat) if own else (),  # type: ignore[arg-type]
        legal=legal(state, seat) if own else (),  # type: ignore[arg-type]
        drawn=state.deck.show(state.drawn, state.side) if seat == state.turn and state.node == "keep_or_play" else (),
        counts=tuple(map(len, state.hands)),
        backs=_backs(state, seat),
        open_hands=_open_hands(state, seat) if state.rules.open_hand_at else (),
        draw_back=_draw_back(state),
        pile=state.deck.show(state.discard[state.buried :], state.side),
        discards=len(state.discard),
        to_draw=len(state.draw),
        aside=len(state.aside),
        side=state.side,
        color=state.color,
        before=state.before,
        turn=state.turn,
        direction=state.direction,
        node=state.node,
        decision=ASKS[state.node].decision,
        debt=state.debt,
        until=state.until,
        attack=state.attack,
        attacker=state.attacker,
        windows=tuple(sorted(state.windows)),
        declared=tuple(sorted(state.declared)),
        out=tuple(sorted(state.out)),
        gone=state.gone,
        round=state.round,
        dealer=state.dealer,
        scores=tuple(state.scores),
        winner=state.winner,
        deadline=state.deadline,
        since=state.since,
        clocks=tuple(state.clocks),
    )


def shows_backs(state: State) -> bool:
    return state.rules.backs_public and state.deck.two_sided


def _backs(state: State, seat: int | None) -> tuple[tuple[str, ...], ...]:
    """Return the inactive sides of the others' cards where they may be seen, sorted to hide their order."""
    if not shows_backs(state):
        return ()
    return tuple(
        () if owner == seat else tuple(sorted(state.deck.show(hand, 1 - state.side)))
        for owner, hand in enumerate(state.hands)
    )


def _open_hands(state: State, seat: int | None) -> tuple[tuple[str, ...], ...]:
    most = state.rules.open_hand_at
    return tuple(
        tuple(sorted(state.faces(owner))) if owner != seat and len(hand) <= most else ()
        for owner, hand in enumerate(state.hands)
    )


def _draw_back(state: State) -> str:
    if not (state.draw and shows_backs(state)):
        return ""
    return state.deck.faces[1 - state.side][state.draw[-1]].text
