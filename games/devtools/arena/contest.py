"""Play contests among bots. Each deal is played with every seating, so that luck cancels out.

The line-ups depend on the numbers of bots and seats. With two bots at more than two seats, the first bot has one seat
and the second has all others. With at least as many bots as seats, every group of that size plays. With fewer bots, the
seats are filled in turn, beginning once with each bot. Each line-up plays each deal once from every seat.
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
    """A contest that cannot be played. `str()` is the sentence for the user."""


class Contest(NamedTuple):
    """The bots, the rules and the number of games. These values determine all games."""

    names: tuple[str, ...]
    rules_text: str
    seats: int = 2
    games: int = 1000
    seed: int = 1
    budget: Budget = Budget()
    open_hands: bool = False
    """Whether the first bot sees all hands."""

    @property
    def rules(self) -> Rules:
        return Rules.from_json(self.rules_text)

    @property
    def lineups(self) -> list[tuple[int, ...]]:
        """Return which bots play together, by their numbers."""
        bots = range(len(self.names))
        if len(bots) == 2 and self.seats > 2:
            return [(0, *[1] * (self.seats - 1))]
        if len(bots) >= self.seats:
            return list(combinations(bots, self.seats))
        return [tuple((first + seat) % len(bots) for seat in range(self.seats)) for first in bots]

    @property
    def seatings(self) -> list[tuple[int, ...]]:
        """Return the seatings of each deal: every line-up, rotated to every seat."""
        return [lineup[-turn:] + lineup[:-turn] for lineup in self.lineups for turn in range(self.seats)]

    @property
    def deals(self) -> int:
        """Return how many deals are needed for the number of games. The last one is played with every seating too."""
        return -(-self.games // len(self.seatings))


class Outcome(NamedTuple):
    """The result of one game: the seating, the winner, the points and the effort."""

    deal: int
    seating: tuple[int, ...]
    winner: int
    points: tuple[int, ...]
    cpu: tuple[float, ...]
    moves: tuple[int, ...]
    rounds: int


def find_bot(name: str) -> str:
    """Return the exact name of a bot, ignoring case."""
    found = next((known for known in BOTS if known.lower() == name.lower()), None)
    if found is None:
        raise WrongContest(f"There is no bot called {name[:40]}. Choose from {', '.join(BOTS)}.")
    return found


def contest(
    names: Sequence[str],
    rules: Rules,
    seats: int = 2,
    games: int = 1000,
    seed: int = 1,
    budget: Budget = Budget(),  # noqa: B008
    open_hands: bool = False,
) -> Contest:
    """Return a valid contest, or raise `WrongContest`."""
    if len(names) < 2:
        raise WrongContest(f"A contest needs at least two bots. Choose from {', '.join(BOTS)}.")
    if games < 1:
        raise WrongContest("A contest needs at least one game.")
    if rules.score_limit == "unlimited":
        raise WrongContest("A match without a limit never ends: set score_limit, or count rounds.")
    try:
        rules.check_seats(seats)
    except WrongRules as wrong:
        raise WrongContest(sentence(wrong)) from None
    return Contest(tuple(map(find_bot, names)), rules.to_json(), seats, games, seed, budget, open_hands)


def play_deal(held: Contest, number: int) -> list[Outcome]:
    """Play all games of one deal."""
    return [play_game(held, number, seating) for seating in held.seatings]


def play_game(held: Contest, number: int, seating: tuple[int, ...]) -> Outcome:
    """Play one game. The deal depends only on its number; a bot's random choices depend on the seating too."""
    state = deal(held.rules, held.seats, Random(f"{held.seed}/{number}"))
    randoms = [Random(f"{held.seed}/{number}/{seating}/{seat}") for seat in range(held.seats)]
    seers = [seat for seat, bot in enumerate(seating) if bot == 0] if held.open_hands else []
    table = Table(state, [player(held, bot) for bot in seating], randoms, seers=seers)
    end = table.play_to_the_end()
    assert end.winner is not None  # noqa: S101  # a match that is over has a winner
    points, rounds = tuple(end.scores), end.round
    return Outcome(number, seating, end.winner, points, tuple(table.cpu), tuple(table.moves), rounds)


def player(held: Contest, bot: int) -> Bot:
    known = BOTS[held.names[bot]]
    return Expert(held.budget) if isinstance(known, Expert) else known


def hold(held: Contest, jobs: int = 1) -> Iterator[list[Outcome]]:
    """Play a contest, and yield the games of each deal as they finish."""
    if jobs <= 1:
        yield from (play_deal(held, number) for number in range(held.deals))
        return
    with _start_workers(jobs) as workers:
        yield from workers.imap_unordered(partial(play_deal, held), range(held.deals))


def _start_workers(jobs: int) -> Pool:
    """Start workers that ignore Ctrl-C, because they inherit that setting. Only the main process handles it."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return get_context("spawn").Pool(jobs)
    finally:
        signal.signal(signal.SIGINT, before)
