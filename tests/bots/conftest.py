"""Shares are counted over many draws with a fixed seed and wide bounds, so that no test depends on luck."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from games.bots import BOTS
from games.engine import Move, Rules, State, setup, view

DRAWS = 400


@pytest.fixture
def position() -> Callable[..., State]:
    """Return a function that makes a position in which it is seat 0's turn, red by default."""

    def make(*hands: str, top: str = "R1", rules: Rules | None = None, **more: Any) -> State:
        draw = more.pop("draw", ["G1", "G2", "G3", "G4", "B1", "B2", "B3", "B4"] * 2)
        return setup(rules or Rules(), [hand.split() for hand in hands], draw, [top], **more)

    return make


def choice(name: str, state: State, seat: int = 0, seed: int = 1) -> Move:
    """Return the move that a bot chooses at this seat."""
    seen = view(state, seat)
    return BOTS[name](seen, seen.legal, Random(seed))


def shares(name: str, state: State, seat: int = 0, draws: int = DRAWS) -> dict[str, float]:
    """Return how often a bot chooses each move."""
    seen, random = view(state, seat), Random(7)
    counts = Counter(str(BOTS[name](seen, seen.legal, random)) for _ in range(draws))
    return {move: count / draws for move, count in counts.items()}


def impulses(name: str, state: State, seat: int, draws: int = DRAWS) -> list[tuple[float, Move] | None]:
    seen, random = view(state, seat), Random(7)
    return [BOTS[name].impulse(seen, seen.legal, random) for _ in range(draws)]
