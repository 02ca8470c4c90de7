"""Monte Carlo search: sample complete states, try every move in the same samples, and look a few turns ahead."""

from collections.abc import Sequence
from math import sqrt
from random import Random
from time import process_time
from typing import NamedTuple

from games.engine import Move, State, View, legal, play

from .determinize import Imagination
from .evaluation import Judge
from .memory import Memory
from .rollout_policy import follow, lead


class Budget(NamedTuple):
    """How much may be thought about one move: so many short games or, if that comes first, milliseconds of CPU.

    With milliseconds the same seed need not bring the same moves.
    """

    playouts: int = 800
    milliseconds: float | None = None


FIRST_LOOK = 24
"""In how many imagined games every move is tried before any is given up."""
SURELY = 2.8
"""How many standard errors a move must be behind to be given up."""
ALIKE = 0.002
"""Moves whose worth differs by less are as good as each other."""


class Search:
    """One decision. All moves are tried in the same imagined games, so that luck favors none; worse ones drop out."""

    def __init__(self, view: View, memory: Memory, random: Random, budget: Budget):
        self.random, self.budget, self.started = random, budget, process_time()
        self.imagination, self.judge = Imagination(view, memory), Judge(view)
        self.me = self.imagination.me
        self.depth = 2 if view.seats == 2 else view.seats

    def best(self, moves: Sequence[Move]) -> Move:
        """Try the moves that are left until one is left, or all that are left are alike, or the budget is used up."""
        tried: dict[Move, list[float]] = {move: [] for move in moves}
        spent, check = 0, FIRST_LOOK
        while len(tried) > 1 and spent < self.budget.playouts and not self.is_late():
            imagined = self.imagination.state(self.random)
            for move, worths in tried.items():
                worths.append(self.try_out(imagined.copy(), move))
            spent += len(tried)
            if len(worths) >= check:
                tried, check = self.still_good(tried), check * 3 // 2
        return max(tried, key=lambda move: sum(tried[move]))

    def still_good(self, tried: dict[Move, list[float]]) -> dict[Move, list[float]]:
        """Without the moves that are surely worse than the best one, or surely hardly different from it."""
        best = max(tried, key=lambda move: sum(tried[move]))
        return {move: worths for move, worths in tried.items() if move == best or is_open(tried[best], worths)}

    def is_late(self) -> bool:
        limit = self.budget.milliseconds
        return limit is not None and (process_time() - self.started) * 1000 >= limit

    def try_out(self, state: State, move: Move) -> float:
        """Make the move, let all seats play on for a few turns, and look at where that leads.

        Turns are counted, not moves, so that all moves are judged at the same point of the game.
        """
        play(state, self.me, move)
        turns = 0
        while state.node != "over":
            if state.node == "turn":
                turns += 1
                if turns > self.depth:
                    break
            seat = state.turn
            choose = lead if seat == self.me else follow
            play(state, seat, choose(state, seat, legal(state, seat)))
        return self.judge.worth(state)


def is_open(best: list[float], other: list[float]) -> bool:
    """Whether the other move may still turn out to be the better one, by the same imagined games."""
    count = len(best)
    gaps = [one - two for one, two in zip(best, other, strict=True)]
    mean = sum(gaps) / count
    error = sqrt(max(0.0, sum(gap * gap for gap in gaps) / count - mean * mean) / count)
    return mean < SURELY * error and mean + 2 * error > ALIKE
