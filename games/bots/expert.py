"""Expert: a bot with a memory and a Monte Carlo search."""

from collections.abc import Sequence
from random import Random
from typing import Self

from games.engine import Event, Move, View

from .bot import Bot, Manners, Pace
from .memory import Memories, Memory
from .search import Budget, Search
from .view_helpers import DECLARE, by_verb

JUMPING = 120
"""At most this many short games decide whether to jump in: two milliseconds, because it is decided whenever a card
comes to lie that could be doubled."""


class Expert(Bot):
    name = "Expert"
    line = "Remembers what you drew, guesses what you hold, and tries every move in its head before it makes one."
    habits = (
        "Imagines hands that agree with everything it has seen and with what most players play first, tries each of "
        "its moves in all of them, and takes the one that most often leads to winning the match. That decides about "
        "cards, colors, challenges, stacking, swaps and Flips alike, and about jumping in. Always calls, which costs "
        "nothing, and catches quickly."
    )
    pace = Pace(0.6, 1.3)
    manners = Manners(notices=(0.2, 0.6), accuses_each=(0.3, 0.6))

    def __init__(self, budget: Budget | None = None):
        self.budget = budget or Budget()
        self.memories: Memories | None = None

    def sit(self, seat: int, random: Random) -> Self:
        seated = super().sit(seat, random)
        seated.memories = Memories(seat, random)
        return seated

    def watch(self, event: Event) -> None:
        if self.memories is not None:
            self.memories.watch(event)

    def __call__(self, view: View, legal: Sequence[Move], random: Random) -> Move:
        if DECLARE in legal and len(view.hand) <= 2:
            return DECLARE
        return super().__call__(view, legal, random)

    def answer(self, view: View, legal: Sequence[Move], random: Random) -> Move:
        offered = [move for move in legal if not move.is_call]
        return (
            offered[0] if len(offered) == 1 else self.search(view, random, self.budget.among(view.seats)).best(offered)
        )

    def wants_to_jump(self, view: View, random: Random) -> bool:
        """Return whether jumping in wins more often than waiting. A call for it is always followed by it."""
        if len(view.hand) == 2 and view.seat in view.declared:
            return True
        few = self.budget._replace(playouts=min(JUMPING, self.budget.playouts))
        jump = by_verb(view.legal, "jump")[0]
        return self.search(view, random, few).best([jump, None]) is not None

    def search(self, view: View, random: Random, budget: Budget) -> Search:
        assert view.seat is not None  # noqa: S101  # only a seated bot is asked
        memories = self.memories.recall() if self.memories else [Memory(view.seat, random)]
        return Search(view, memories, random, budget)
