"""Compare the engine with the oracle, which was written from the rules alone: count every sequence of moves."""

import random
from typing import Any

import pytest

from games.engine import Rules, State, legal, play, setup
from games.engine.cards import DECKS
from tests.engine.oracle import Oracle, random_position
from tests.engine.positions import POSITIONS

pytestmark = pytest.mark.no_cover  # It walks through whole trees, and the other tests reach every branch.


class SortingRandom(random.Random):
    """A random generator that sorts every pile by its texts, as the oracle does."""

    def random(self) -> float:
        return 0.0


def position(
    options: dict[str, Any],
    hands: Any,
    draw: Any,
    discard: Any,
    turn: Any = 0,
    direction: Any = 1,
    color: str | None = None,
    **_: Any,
) -> State:
    rules = Rules(**{"uno_head_start": "0"} | options)
    side = int(color in DECKS["flip"].colors[1])
    return setup(rules, hands, draw, discard, turn, direction, color, side)


def count(state: State, depth: int) -> int:
    """Return the number of sequences of moves of this length, of all seats; a finished round has none."""
    if depth == 0:
        return 1
    total = 0
    for seat in range(state.seats):
        for move in legal(state, seat):
            after = state.copy()
            play(after, seat, move)
            if after.is_over:
                total += depth == 1
            else:
                total += count(after, depth - 1)
    return total


def setup_arguments(found: Any) -> Any:
    """Return the arguments for a position with one round to play, so that the match ends with the round."""
    return found | {"options": found["options"] | {"score_limit": "one_round"}}


@pytest.mark.parametrize("name", POSITIONS)
def test_the_engine_counts_as_many_sequences_as_the_oracle(name: str) -> None:
    found = setup_arguments(POSITIONS[name])
    assert count(position(**found), found["depth"]) == found["count"]


def first_difference(found: Any, moves: int = 60, seed: int = 0) -> Any:
    """Play a position at random in both; return the first difference in the legal moves, if there is one."""
    rng = random.Random(seed)
    state = position(**found)
    oracle = Oracle(**{key: found[key] for key in found if key not in ("depth", "count")})
    for number in range(moves):
        ours = [(seat, str(move)) for seat in range(state.seats) for move in legal(state, seat)]
        theirs = [(seat, move) for seat in range(state.seats) for move in oracle.moves(seat)] if not oracle.over else []
        if sorted(ours) != sorted(theirs):
            return number, sorted(set(ours) ^ set(theirs))
        if not ours:
            return None
        seat, move = rng.choice(sorted(ours))
        play(state, seat, move)
        oracle.play(seat, move)
        if state.shuffles:
            return None
        hands = [sorted(hand) for hand in state.hands]
        if not state.is_over and hands != [sorted(hand) for hand in oracle.hands]:
            return number, move, hands, oracle.hands
    return None


def test_random_positions_have_the_same_legal_moves_in_both() -> None:
    for seed in range(400):
        found = setup_arguments(random_position(random.Random(seed)))
        assert first_difference(found, seed=seed) is None, f"seed {seed}: {found}"
