"""Positions, moves and random games for tests of the engine.

Hands are written seat by seat with slashes between them, and the top of a pile is last. A move is a line such as `0
play R7`: the seat and the move.
"""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest

from games.devtools.random_play import eager_move, random_move, random_rules
from games.engine import (
    Entry,
    Event,
    Refused,
    Rules,
    State,
    deal,
    decide,
    expire,
    legal,
    play,
    problems,
    setup,
)

PILE = "Y1 Y2 Y3 Y4 Y5 Y6 Y8 Y9 G1 G2 G3 G4 G5 G6 G8 G9"
FLIP_PILE = "Y1|PE Y2|T1 Y3|U1 Y5|T8 Y7|O2 Y8|P1 Y9|T5 G1|O5 G2|TE G3|U2 G4|P8 G5|T4 G6|P5 G7|T2 G8|T9 G9|PR"
DARK = {"side": 1}


def table(hands: str, top: str, pile: str | None = None, **options: Any) -> State:
    """Return a position without a head start; keywords are options of the rules, or `turn`, `direction`, `color` and
    `side`."""
    options.setdefault("uno_head_start", "0")
    given = {name: options.pop(name) for name in ("turn", "direction", "color", "side") if name in options}
    usual = FLIP_PILE if options.get("deck") == "flip" else PILE
    cards = (usual if pile is None else pile).split()
    return setup(Rules(**options), [hand.split() for hand in hands.split(" / ")], cards, top.split(), **given)


def play_moves(state: State, *lines: str, now: float = 0.0) -> list[Event]:
    """Play these moves and return the events."""
    happened: list[Event] = []
    for line in lines:
        seat, _, move = line.partition(" ")
        happened += play(state, int(seat), move, now)
    return happened


def refused(state: State, seat: int, move: str, now: float = 0.0) -> Refused:
    """Return the refusal of this move, after checking that the state has not changed at all."""
    before = state.copy()
    with pytest.raises(Refused) as caught:
        play(state, seat, move, now)
    assert state == before
    return caught.value


def kinds(events: Iterable[Event]) -> list[str]:
    return [event[0] for event in events]


def of_kind(events: Iterable[Event], kind: str) -> list[Event]:
    return [event for event in events if event[0] == kind]


def sizes(state: State) -> list[int]:
    return [len(hand) for hand in state.hands]


def moves(state: State, seat: int) -> list[str]:
    return sorted(legal(state, seat))


# --- random games, each reproducible from its seed

PAUSES = (0.0, 0.0, 0.3, 1.0, 2.5)


def random_start(rng: Random, **changes: Any) -> State:
    """Return a match that has just been dealt under random rules, with some options fixed."""
    rules = random_rules(rng)
    while changes:
        try:
            rules = rules.but(**changes)
            break
        except ValueError:
            rules = random_rules(rng)
    return deal(rules, rng.choice([seats for seats in rules.seat_counts if seats <= 6]), rng)


def random_entries(state: State, rng: Random, steps: int) -> Iterator[Entry]:
    """Play random moves, mostly of the player asked, sometimes of any player who has a legal move; yield each entry."""
    now = state.now
    for _ in range(steps):
        if state.is_over:
            return
        now += rng.choice(PAUSES)
        entry = random_entry(state, now, rng)
        if entry is not None:
            yield entry


def random_entry(state: State, now: float, rng: Random) -> Entry | None:
    if rng.random() < 0.03:
        return Entry(state.turn, "decide", now, tuple(decide(state, now)))
    if state.deadline is not None and now > state.deadline:
        return Entry(state.turn, "decide", now, tuple(expire(state, now)))
    able = [seat for seat in range(state.seats) if legal(state, seat)]
    seat = rng.choice(able) if rng.random() < 0.4 else state.turn
    move = random_move(state, seat, rng) if rng.random() < 0.3 else eager_move(state, seat, rng)
    try:
        return Entry(seat, move, now, tuple(play(state, seat, move, now)))
    except Refused as late:
        assert late.code in ("too_early", "too_late")  # a legal move may be out of time
        return None


def first_entry(state: State) -> Entry:
    """Return the first entry of the log of a game that was just dealt or set up."""
    return Entry(None, "deal", 0.0, tuple(state.news))


def check(state: State) -> None:
    """Check what must always be true: the state has no problems, and a move is possible until the match is over."""
    assert problems(state) == []
    assert state.is_over or legal(state, state.turn)
