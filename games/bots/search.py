"""Monte Carlo search: sample complete states, try every move in the same samples, and look a few turns ahead."""

from collections.abc import Sequence
from itertools import cycle
from math import sqrt
from random import Random
from time import process_time
from typing import NamedTuple, TypeVar

from games.engine import Move, State, View, legal, play

from .determinize import Sampler
from .evaluation import Evaluator
from .memory import Memory
from .rollout_policy import careful_move

Choice = TypeVar("Choice", Move, Move | None)
"""A move, or None for waiting while it is another player's turn."""


class Budget(NamedTuple):
    """The limit for one move: a number of short games among two and, optionally, milliseconds of CPU time.

    With a time limit, the same seed may lead to different moves.
    """

    playouts: int = 2400
    milliseconds: float | None = None

    def among(self, seats: int) -> "Budget":
        """Return the budget for this many players. Of more hands than one, more has to be imagined."""
        return self if seats == 2 else self._replace(playouts=2 * self.playouts)


FIRST_LOOK = 24
"""How many samples every move is tried in before moves are dropped."""
SURELY = 2.8
"""How many standard errors a move must be behind to be dropped."""
TURNS_OF_TWO = 5
"""How many turns a short game of two has; with more players, everyone has one."""
ALIKE = 0.002
"""Moves whose values differ by less count as equal."""


class Search:
    """The search for one decision. All moves are tried in the same samples, so that luck favors none of them."""

    def __init__(self, view: View, memories: Sequence[Memory], random: Random, budget: Budget):
        self.random, self.budget, self.started = random, budget, process_time()
        samplers = [Sampler(view, memory) for memory in memories]
        self.samplers, self.evaluator, self.me = cycle(samplers), Evaluator(view), samplers[0].me
        self.depth = TURNS_OF_TWO if view.seats == 2 else view.seats

    def best(self, moves: Sequence[Choice]) -> Choice:
        """Return the best move. Tries moves until one is left, or the rest are equal, or the budget is used up."""
        tried: dict[Choice, list[float]] = {move: [] for move in moves}
        spent, check = 0, FIRST_LOOK
        while len(tried) > 1 and spent < self.budget.playouts and not self.is_late():
            imagined = next(self.samplers).state(self.random)
            for move, worths in tried.items():
                worths.append(self.try_out(imagined.copy(), move))
            spent += len(tried)
            if len(worths) >= check:
                tried, check = self.still_good(tried), check * 3 // 2
        return max(tried, key=lambda move: sum(tried[move]))

    def still_good(self, tried: dict[Choice, list[float]]) -> dict[Choice, list[float]]:
        """Return the moves without those that are certainly worse than, or almost equal to, the best one."""
        best = max(tried, key=lambda move: sum(tried[move]))
        return {move: worths for move, worths in tried.items() if move == best or is_open(tried[best], worths)}

    def is_late(self) -> bool:
        limit = self.budget.milliseconds
        return limit is not None and (process_time() - self.started) * 1000 >= limit

    def try_out(self, state: State, move: Move | None) -> float:
        """Return the value of the state after the move and a few more turns.

        Turns are counted, not moves, so that all moves are evaluated at the same point of the game.
        """
        if move is not None:
            play(state, self.me, move)
        turns = 0
        while state.node != "over":
            if state.node == "turn":
                turns += 1
                if turns > self.depth:
                    break
            seat = state.turn
            play(state, seat, careful_move(state, seat, legal(state, seat)))
        return self.evaluator.worth(state)


def is_open(best: list[float], other: list[float]) -> bool:
    """Return whether the other move may still be better, judging by the same samples."""
    count = len(best)
    gaps = [one - two for one, two in zip(best, other, strict=True)]
    mean = sum(gaps) / count
    error = sqrt(max(0.0, sum(gap * gap for gap in gaps) / count - mean * mean) / count)
    return mean < SURELY * error and mean + 2 * error > ALIKE
