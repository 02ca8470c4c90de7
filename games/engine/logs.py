"""Logs: moves with their events, which can be replayed and checked.

>>> from random import Random
>>> from games.engine import deal
>>> state = deal(Rules.preset("Robots"), 3, Random(5))
>>> log = [Entry(None, "deal", 0.0, tuple(state.news))]
>>> log.append(Entry(0, "play W green", 2.0, tuple(play(state, 0, "play W green", 2.0))))
>>> log.append(Entry(1, BY_ITSELF, 30.0, tuple(decide(state, 30.0))))
>>> replay(log) == state
True
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .errors import EngineError
from .events import evolve, is_known
from .game import begin, deal_from, decide, play
from .moves import CALL_VERBS, Unreadable
from .options import WrongRules
from .races import recorded
from .refusals import Refused
from .rules import Rules
from .shuffling import Source
from .state import Event, State
from .turn import acted
from .umpire import follows

BY_ITSELF = "decide"
"""The move of an entry for which the table decided by itself: a player's time was up, or a pause was over."""


class Entry(NamedTuple):
    """One entry of a game's log: a move with its seat, its time and its events.

    >>> Entry(1, "pass", 3.5, (("passed", 1), ("turn", 2))).events[0]
    ('passed', 1)
    """

    seat: int | None
    move: str
    now: float
    events: tuple[Event, ...]


class Diverged(EngineError, ValueError):
    """A log that does not follow the rules. The facts contain the entry.

    >>> from games.engine import setup
    >>> state = setup(Rules(), [["R7", "W"], ["B2"]], draw=["G1", "G2"], discard=["R1"])
    >>> try:
    ...     replay([Entry(None, "deal", 0.0, tuple(state.news)), Entry(0, "play R7", 1.0, ())], check=True)
    ... except Diverged as wrong:
    ...     print(wrong)
    entry (number=1, move=play R7, seat=0)
    """


def replay(entries: Iterable[Entry], check: bool = False, source: Source | None = None) -> State:
    """Return the state at the end of a log. With `check`, play every move again and compare the events; the shuffles of
    a log that names a commitment are compared with those of the source.

    >>> from random import Random
    >>> from games.engine import deal
    >>> state = deal(Rules.preset("Robots"), 3, Random(5))
    >>> log = [Entry(None, "deal", 0.0, tuple(state.news))]
    >>> log.append(Entry(0, "play W green", 2.0, tuple(play(state, 0, "play W green", 2.0))))
    >>> replay(log, check=True) == state
    True
    """
    state, past, number = State(Rules(), 2, source=source), list[tuple[int, State]](), -1
    for number, entry in enumerate(entries):
        if not _fits(state, entry, number, past, check):
            code = "umpire_entry" if entry.seat is None else "entry"
            raise Diverged(code, number=number, move=entry.move, seat=entry.seat)
    if number < 0:
        raise Diverged("empty")
    return state


def _fits(state: State, entry: Entry, number: int, past: list[tuple[int, State]], check: bool) -> bool:
    """Apply an entry and return whether it is possible. Unreadable texts raise their own errors."""
    before = state.copy() if check else state
    try:
        if not all(map(is_known, entry.events)):
            return False
        follow(state, entry)
        return not check or _follows(state, entry, number, before, past)
    except (Unreadable, WrongRules):
        raise
    except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError):
        return False


def _follows(state: State, entry: Entry, number: int, before: State, past: list[tuple[int, State]]) -> bool:
    """Return whether playing the move of an entry again leads to the same events and the same state."""
    if entry.seat is not None:
        past.append((entry.seat, before.copy()))
        try:
            return play_entry(before, entry) == list(entry.events) and before == state
        except Refused:
            return False
    if number == 0:
        return _begins(state, entry.events)
    return len(entry.events) == 1 and follows(state, entry.events[0], before, past)


def _begins(state: State, events: tuple[Event, ...]) -> bool:
    """Return whether a log may begin with these events: any position, or the deal determined by seed and dealer."""
    kind, *fields = events[0]
    if kind == "position":
        return len(events) == 1
    rules, seats, seed = fields
    dealers, known = [event[3] for event in events if event[0] == "dealt"], Rules.from_json(rules)
    if isinstance(seed, str) and state.source:
        expected = deal_from(state.source, seed, known, seats)
    else:
        expected = begin(known, seats, seed, dealers[0])
    return expected == state and expected.news[1:] == list(events[1:])


def standing(entries: Iterable[Entry]) -> list[tuple[int, State]]:
    """Return the moves of a log that were not taken back: the seat of each, and the state before it.

    >>> from random import Random
    >>> from games.engine import deal
    >>> state = deal(Rules.preset("Robots"), 3, Random(5))
    >>> log = [Entry(None, "deal", 0.0, tuple(state.news))]
    >>> log.append(Entry(0, "play W green", 2.0, tuple(play(state, 0, "play W green", 2.0))))
    >>> [(seat, before) for seat, before in standing(log)]
    [(0, <State round 1, turn of seat 0, 86 to draw>)]
    """
    state, past = State(Rules(), 2), list[tuple[int, State]]()
    for entry in entries:
        if entry.seat is not None:
            past.append((entry.seat, state.copy()))
        elif past and any(event[0] == "taken_back" for event in entry.events):
            past.pop()
        follow(state, entry)
    return past


def follow(state: State, entry: Entry) -> None:
    """Apply an entry of a log to the state after the entries before it.

    >>> from games.engine import setup
    >>> state = setup(Rules(), [["R7", "W"], ["B2"]], draw=["G1", "G2"], discard=["R1"])
    >>> follow(state, Entry(0, "play R7", 1.0, (("played", 0, "R7"), ("turn", 1))))
    >>> state.turn, state.discard
    (1, ['R1', 'R7'])
    """
    _begin(state, entry)
    for event in entry.events:
        evolve(state, event)


def following(state: State, entry: Entry) -> Iterator[Event]:
    """Apply an entry of a log event by event, and yield each event after it was applied.

    >>> from games.engine import setup
    >>> state = setup(Rules(), [["R7", "W"], ["B2"]], draw=["G1", "G2"], discard=["R1"])
    >>> entry = Entry(0, "play R7", 1.0, (("played", 0, "R7"), ("turn", 1)))
    >>> [(event[0], state.turn) for event in following(state, entry)]
    [('played', 0), ('turn', 1)]
    """
    _begin(state, entry)
    for event in entry.events:
        evolve(state, event)
        yield event


def _begin(state: State, entry: Entry) -> None:
    if entry.seat is not None:
        acted(state, entry.seat, entry.move.lstrip().startswith(CALL_VERBS), entry.now)


def play_entry(state: State, entry: Entry) -> list[Event]:
    """Play the move of an entry. If it won a race, the verdicts are taken from the entry."""
    if entry.move == BY_ITSELF:
        return decide(state, entry.now)
    assert entry.seat is not None  # noqa: S101  # a deal is no move
    return [*play(state, entry.seat, entry.move, entry.now), *recorded(entry.events)]
