"""Statistics of a contest: shares of wins with confidence intervals, points, ratings and a cross table."""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any, NamedTuple

from .contest import Contest, Outcome

Z = 1.959964
"""The quantile of the normal distribution for a two-sided 95 % interval."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share of wins (Wilson's, which is always within 0 … 1).

    >>> [round(bound, 3) for bound in wilson(50, 100)], wilson(0, 0)
    ([0.404, 0.596], (0.0, 1.0))
    """
    if not games:
        return 0.0, 1.0
    rate, spread = wins / games, Z * Z / games
    middle = (rate + spread / 2) / (1 + spread)
    half = Z / (1 + spread) * sqrt(rate * (1 - rate) / games + spread / games / 4)
    return max(0.0, middle - half), min(1.0, middle + half)


class Standing(NamedTuple):
    """The results of one bot. A bot with several seats in a game counts once for each of them."""

    name: str
    games: int
    wins: int
    win_rate: float
    low: float
    high: float
    points: float
    rating: float
    uncertainty: float
    cpu_ms_per_move: float


class Duel(NamedTuple):
    """How many games the first of two bots won, of those that both played and one of them won."""

    wins: int
    games: int

    @property
    def rate(self) -> float:
        return self.wins / self.games if self.games else 0.5


def standings(held: Contest, outcomes: Sequence[Outcome]) -> list[Standing]:
    """Return the results of each bot, in the order of the contest."""
    ratings = rate(held, outcomes)
    return [_standing(held, outcomes, bot, ratings[bot]) for bot in range(len(held.names))]


def _standing(held: Contest, outcomes: Sequence[Outcome], bot: int, rating: tuple[float, float]) -> Standing:
    played = [(game, seat) for game in outcomes for seat in range(held.seats) if game.seating[seat] == bot]
    games, wins = len(played), sum(game.winner == seat for game, seat in played)
    points = sum(game.points[seat] for game, seat in played)
    cpu, moves = sum(game.cpu[seat] for game, seat in played), sum(game.moves[seat] for game, seat in played)
    low, high = wilson(wins, games)
    return Standing(
        held.names[bot], games, wins, wins / max(games, 1), low, high, points / max(games, 1),
        *rating, 1000 * cpu / max(moves, 1),
    )  # fmt: skip


def rate(held: Contest, outcomes: Sequence[Outcome]) -> list[tuple[float, float]]:
    """Return OpenSkill ratings with their uncertainty. Games count in the order of deals, not as they finished."""
    from openskill.models import PlackettLuce  # a development requirement; the `arena` command checks that it is there

    model = PlackettLuce()
    ratings = [model.rating() for _ in held.names]
    for game in sorted(outcomes, key=lambda game: game[:2]):
        teams = [[ratings[bot]] for bot in game.seating]
        ranks = [float(seat != game.winner) for seat in range(held.seats)]
        # If a bot has several seats, the winning one counts, or else the last one.
        rated = list(zip(game.seating, model.rate(teams, ranks=ranks), strict=True))
        for bot, team in [*rated, rated[game.winner]]:
            ratings[bot] = team[0]
    return [(rating.mu, rating.sigma) for rating in ratings]


def duels(held: Contest, outcomes: Iterable[Outcome]) -> list[list[Duel]]:
    """Return the cross table: a row for each bot with its results against each other bot."""
    count = len(held.names)
    wins = [[0] * count for _ in range(count)]
    for game in outcomes:
        winner = game.seating[game.winner]
        for other in set(game.seating) - {winner}:
            wins[winner][other] += 1
    return [[Duel(wins[a][b], wins[a][b] + wins[b][a]) for b in range(count)] for a in range(count)]


def as_json(held: Contest, outcomes: Sequence[Outcome], rules: str) -> dict[str, Any]:
    """Return the result for programs."""
    bots = [
        {
            "name": line.name,
            "games": line.games,
            "wins": line.wins,
            "win_rate": round(line.win_rate, 4),
            "low": round(line.low, 4),
            "high": round(line.high, 4),
            "rating": round(line.rating, 2),
            "cpu_ms_per_move": round(line.cpu_ms_per_move, 3),
        }
        for line in standings(held, outcomes)
    ]
    played = {"rules": rules, "seats": held.seats, "games": len(outcomes), "playouts": held.budget.playouts}
    return played | {"open_hands": held.open_hands, "bots": bots}
