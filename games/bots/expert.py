"""Expert: a bot with a memory and a Monte Carlo search."""

from collections.abc import Sequence
from random import Random
from typing import Self

from games.engine import Event, Move, View

from .bot import Bot, Manners, Pace
from .memory import Memory
from .search import Budget, Search
from .view_helpers import DECLARE


class Expert(Bot):
    name = "Expert"
    line = "Remembers what you drew, guesses what you hold, and tries every move in its head before it makes one."
    habits = (
        "Imagines hands that agree with everything it has seen, tries each of its moves in all of them, and takes the "
        "one that most often leads to winning the match. That decides about cards, colors, challenges, stacking, swaps "
        "and Flips alike. Always calls, catches quickly, and jumps in whenever it can."
    )
    pace = Pace(0.6, 1.3)
    manners = Manners(notices=(0.2, 0.6), accuses_each=(0.3, 0.6))

    def __init__(self, budget: Budget | None = None):
        self.budget = budget or Budget()
        self.memory: Memory | None = None

    def sit(self, seat: int, random: Random) -> Self:
        seated = super().sit(seat, random)
        seated.memory = Memory(seat)
        return seated

    def watch(self, event: Event) -> None:
        if self.memory is not None:
            self.memory.watch(event)

    def __call__(self, view: View, legal: Sequence[Move], random: Random) -> Move:
        if DECLARE in legal and len(view.hand) <= 2:
            return DECLARE
        return super().__call__(view, legal, random)

    def answer(self, view: View, legal: Sequence[Move], random: Random) -> Move:
        offered = [move for move in legal if not move.is_call]
        if len(offered) == 1:
            return offered[0]
        assert view.seat is not None  # noqa: S101  # only who sits is asked
        return Search(view, self.memory or Memory(view.seat), random, self.budget).best(offered)
