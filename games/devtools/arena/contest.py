"""The arena: bots play many games, each deal with every seating, so that luck cancels.

Who meets whom depends on how many bots and seats there are. Two bots at more than two seats: the first has one seat,
the second all others. At least as many bots as seats: every group of that many meets. Fewer: the seats are filled in
turn, and each bot once has the additional ones. Each line-up plays each deal once from every seat.
"""

import signal
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from multiprocessing import get_context
from multiprocessing.pool import Pool
from random import Random
from typing import NamedTuple

from games.bots import BOTS
from games.bots.bot import Bot
from games.bots.expert import Expert
from games.bots.search import Budget
from games.engine import Rules, WrongRules, deal
from games.wording.refusals import sentence

from .simulation import Table


class WrongContest(ValueError):
    """A contest that cannot be held. Its message is a sentence for whoever asked for it."""


class Contest(NamedTuple):
    """Who plays what, and how often. Everything that happens follows from these values."""

    names: tuple[str, ...]
    rules_text: str
    seats: int = 2
    games: int = 1000
    seed: int = 1
    budget: Budget = Budget()

    @property
    def rules(self) -> Rules:
        return Rules.from_json(self.rules_text)

    @property
    def lineups(self) -> list[tuple[int, ...]]:
        """Who sits together, by the bots' numbers."""
        bots = range(len(self.names))
        if len(bots) == 2 and self.seats > 2:
            return [(0, *[1] * (self.seats - 1))]
        if len(bots) >= self.seats:
            return list(combinations(bots, self.seats))
        return [tuple((first + seat) % len(bots) for seat in range(self.seats)) for first in bots]

    @property
    def seatings(self) -> list[tuple[int, ...]]:
        """The games that are played with each deal: every line-up, from every seat."""
        return [lineup[-turn:] + lineup[:-turn] for lineup in self.lineups for turn in range(self.seats)]

    @property
    def deals(self) -> int:
        """How many deals it takes: enough for the games asked for, and each is played to its end."""
        return -(-self.games // len(self.seatings))


class Outcome(NamedTuple):
    """One game: which bot sat where, who won, and what it took."""

    deal: int
    seating: tuple[int, ...]
    winner: int
    points: tuple[int, ...]
    cpu: tuple[float, ...]
    moves: tuple[int, ...]
    rounds: int


def find_bot(name: str) -> str:
    """A bot's name as it is written, however somebody typed it."""
    found = next((known for known in BOTS if known.lower() == name.lower()), None)
    if found is None:
        raise WrongContest(f"There is no bot called {name[:40]}; there are {', '.join(BOTS)}.")
    return found


def contest(
    names: Sequence[str],
    rules: Rules,
    seats: int = 2,
    games: int = 1000,
    seed: int = 1,
    budget: Budget = Budget(),  # noqa: B008
) -> Contest:
    """A contest that can be held."""
    if len(names) < 2:
        raise WrongContest(f"A contest needs at least two bots; there are {', '.join(BOTS)}.")
    if games < 1:
        raise WrongContest("A contest needs at least one game.")
    if rules.score_limit == "unlimited":
        raise WrongContest("A match without a limit never ends: set score_limit, or count rounds.")
    try:
        rules.check_seats(seats)
    except WrongRules as wrong:
        raise WrongContest(sentence(wrong)) from None
    return Contest(tuple(map(find_bot, names)), rules.to_json(), seats, games, seed, budget)


def play_deal(held: Contest, number: int) -> list[Outcome]:
    """All games of one deal."""
    return [play_game(held, number, seating) for seating in held.seatings]


def play_game(held: Contest, number: int, seating: tuple[int, ...]) -> Outcome:
    """The deal follows from its number alone; what a bot tosses also from where and against whom it sits."""
    state = deal(held.rules, held.seats, Random(f"{held.seed}/{number}"))
    randoms = [Random(f"{held.seed}/{number}/{seating}/{seat}") for seat in range(held.seats)]
    table = Table(state, [player(held, bot) for bot in seating], randoms)
    end = table.play_to_the_end()
    assert end.winner is not None  # noqa: S101  # a match that is over has a winner
    points, rounds = tuple(end.scores), end.round
    return Outcome(number, seating, end.winner, points, tuple(table.cpu), tuple(table.moves), rounds)


def player(held: Contest, bot: int) -> Bot:
    known = BOTS[held.names[bot]]
    return Expert(held.budget) if isinstance(known, Expert) else known


def hold(held: Contest, jobs: int = 1) -> Iterator[list[Outcome]]:
    """The games of a contest, deal by deal as they are finished."""
    if jobs <= 1:
        yield from (play_deal(held, number) for number in range(held.deals))
        return
    with _hire(jobs) as workers:
        yield from workers.imap_unordered(partial(play_deal, held), range(held.deals))


def _hire(jobs: int) -> Pool:
    """Workers leave the interrupt to the first process, from before their first line on: they inherit that it is
    ignored."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return get_context("spawn").Pool(jobs)
    finally:
        signal.signal(signal.SIGINT, before)
