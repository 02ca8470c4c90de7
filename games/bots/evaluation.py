"""Evaluate a state for each seat: the chance to win the round, with learned weights, and then the match.

Each seat's hand has a *strength*, the sum of its traits with learned weights; the chances to win the round are in the
proportions of the exponentials of the strengths. `games/devtools/learning.py` finds the weights and writes them to
`weights.json`.
"""

import json
from functools import cache
from math import exp, sqrt
from operator import mul
from pathlib import Path
from typing import NamedTuple

from games.engine import DECKS, Rules, State, View

MANY = 10
KINDS = (
    "number", "skip", "reverse", "everyone", "draw", "flip", "discard_all",
    "wild", "wild_draw", "reverse_draw", "roulette", "seven", "zero",
)  # fmt: skip
TRAITS = (
    *(f"{count} cards" for count in range(1, MANY + 1)), "cards above ten",
    *KINDS, "colors", "most of a color", "can play", "to move", "to move and can play", "next and can play",
    "few cards and a wild", "dangerously many",
    "the last card fits", "to move and the last card fits", "to move and can play with two cards",
    "stops held before", "few cards and stops held before",
)  # fmt: skip
KIND, PLACE = MANY + 1, MANY + 1 + len(KINDS)
STOPS = [KIND + KINDS.index(kind) for kind in ("skip", "everyone", "draw", "wild_draw")]
"""The traits that count the cards with which a player stops the next one."""
BLANK = [0.0] * len(TRAITS)

CardTraits = dict[str, tuple[int, str | None, str | None]]


@cache
def traits_by_card(deck: str, side: int, seven: str, zero: str) -> CardTraits:
    """Return for each card the index of its kind among the traits, its color, and its symbol."""
    card_traits: CardTraits = {}
    exchanges = Rules(seven=seven, zero=zero).exchanges
    for card, face in DECKS[deck].faces[side].items():
        special = exchanges.get(face.symbol) or VALUED_AS.get(face.effect)
        symbol = None if face.is_wild else face.symbol
        card_traits[card] = KIND + KINDS.index(special or face.effect), face.color, symbol
    return card_traits


VALUED_AS = {
    "custom": "wild", "shuffle_hands": "wild", "plain": "number", "skip_two": "skip", "targeted": "draw",
}  # fmt: skip
"""Effects of cards for which no weights were learned, and the ones whose weights serve for them."""


def traits(state: State, card_traits: CardTraits) -> list[list[float]]:
    """Return the features of each hand, in the order of TRAITS. Among more than two players, what the player before
    holds can stop a hand."""
    rows = [_traits(state, seat, card_traits) for seat in range(state.seats)]
    if state.seats > 2:
        for seat in state.active():
            if stops := sum([rows[seat][trait] for trait in STOPS]):
                following = state.after(seat)
                rows[following][PLACE + 11] = stops
                rows[following][PLACE + 12] = 1.0 if len(state.hands[following]) <= 2 else 0.0
    return rows


def _traits(state: State, seat: int, card_traits: CardTraits) -> list[float]:
    row = BLANK[:]
    color, symbol = state.color, card_traits[state.discard[-1]][2]
    colors: dict[str, int] = {}
    fits = wilds = 0
    for card in state.hands[seat]:
        kind, own_color, own_symbol = card_traits[card]
        row[kind] += 1.0
        if own_color is None:
            wilds += 1
        else:
            colors[own_color] = colors.get(own_color, 0) + 1
            if own_color == color or own_symbol == symbol:
                fits += 1
    row[PLACE], row[PLACE + 1] = float(len(colors)), float(max(colors.values(), default=0))
    count = len(state.hands[seat])
    _count(row, count, state.rules.mercy_limit)
    if wilds and count <= 3:
        row[PLACE + 6] = 1.0
    _turn(row, state, seat, count, 1.0 if fits or wilds else 0.0)
    return row


def _count(row: list[float], count: int, limit: int) -> None:
    """Set the traits for the number of cards, and for being close to the mercy limit."""
    if count > MANY:
        row[MANY - 1], row[MANY] = 1.0, float(count - MANY)
    elif count:
        row[count - 1] = 1.0
    if limit and count > limit - 8:
        row[PLACE + 7] = float(count - limit + 8)


def _turn(row: list[float], state: State, seat: int, count: int, can_play: float) -> None:
    """Set the traits for having a playable card, and for how soon it can be played."""
    row[PLACE + 2] = can_play
    to_move = 1.0 if seat == state.turn else 0.0
    if to_move:
        row[PLACE + 3], row[PLACE + 4] = 1.0, can_play
    elif state.seats > 2 and seat == state.after(state.turn):
        row[PLACE + 5] = can_play
    if can_play and count == 1:
        row[PLACE + 8], row[PLACE + 9] = 1.0, to_move
    elif can_play and count == 2:
        row[PLACE + 10] = to_move


LEARNED: dict[str, dict[str, list[float]]] = json.loads(Path(__file__).with_name("weights.json").read_text())


def learned_for(rules: Rules, seats: int) -> dict[str, list[float]]:
    """Return the weights for a deck with two seats or with more; those of Classic for decks that were not learned."""
    players = "two" if seats == 2 else "more"
    return LEARNED.get(f"{rules.deck} {players}") or LEARNED[f"classic {players}"]


class Stakes(NamedTuple):
    """Converts the points of a round into the chance of one seat to win the match. `scale` is a typical difference."""

    me: int
    mine: frozenset[int]
    """The seats whose win is mine: my own and those of my partners."""
    scores: tuple[int, ...]
    limit: int
    scale: float
    low_wins: bool

    @classmethod
    def of(cls, view: View) -> "Stakes":
        rules, me = view.rules, view.seat
        assert me is not None  # noqa: S101  # spectators have no stakes
        mine = frozenset(seat for seat in range(view.seats) if rules.team(seat) == rules.team(me))
        if rules.score_limit == "one_round":
            return cls(me, mine, view.scores, 0, 1.0, rules.scoring == "lowest_total")
        limit = int(rules.score_limit) if rules.score_limit.isdigit() else max(view.scores) + 500
        usual = 22.0 * view.seats * (3 if rules.deck == "no_mercy" else 1)
        rounds = max(1.0, (limit - sum(view.scores) / view.seats) / usual)
        # With r rounds to win each, one round more or less shifts the chances by about 1 / (2 sqrt(pi r)).
        return cls(me, mine, view.scores, limit, 0.886 * sqrt(rounds) * usual, rules.scoring == "lowest_total")

    def chance(self, gains: list[float], winner: int) -> float:
        """Return the chance to win the match after a round with these points."""
        if not self.limit:
            return self.one_round(gains, winner)
        totals = [score + gain for score, gain in zip(self.scores, gains, strict=True)]
        best = min(totals) if self.low_wins else max(totals)
        if max(totals) >= self.limit:
            tied = [seat for seat, total in enumerate(totals) if total == best]
            return float((winner if winner in tied else tied[0]) in self.mine)
        sign = -1 if self.low_wins else 1
        odds = [exp(sign * (total - best) / self.scale) for total in totals]
        return sum(odds[seat] for seat in self.mine) / sum(odds)

    def one_round(self, gains: list[float], winner: int) -> float:
        if not self.low_wins:
            return float(winner in self.mine)
        totals = [score + gain for score, gain in zip(self.scores, gains, strict=True)]
        return float(totals[self.me] == min(totals))


class Evaluator:
    """Evaluates states for one seat, with values between 0 and 1."""

    def __init__(self, view: View):
        self.stakes, self.rules, self.seats = Stakes.of(view), view.rules, view.seats
        self.teams = [view.rules.team(seat) for seat in range(view.seats)]
        learned = learned_for(view.rules, view.seats)
        self.weights, (self.left, self.left_each) = learned["strength"], learned["left"]
        self.scores_matter = bool(self.stakes.limit) or self.stakes.low_wins
        sides = range(len(DECKS[view.rules.deck].faces))
        self.card_traits = [traits_by_card(view.rules.deck, side, view.rules.seven, view.rules.zero) for side in sides]

    def worth(self, state: State) -> float:
        if state.is_over:
            assert state.winner is not None  # noqa: S101  # a round that is over has a winner
            return self.stakes.chance([float(points) for points in state.scores], state.winner)
        chances = self.chances(state)
        if not self.scores_matter:
            return sum(chances[seat] for seat in self.stakes.mine)
        left = [self.left + self.left_each * state.points(seat) for seat in range(self.seats)]
        return sum(
            chance * self.stakes.chance(self.gains(left, winner), winner)
            for winner, chance in enumerate(chances)
            if chance > 0
        )

    def chances(self, state: State) -> list[float]:
        """Return the chance of each seat to win the round."""
        card_traits, weights = self.card_traits[state.side], self.weights
        odds = [
            0.0 if seat in state.out else exp(sum(map(mul, weights, row)))
            for seat, row in enumerate(traits(state, card_traits))
        ]
        total = sum(odds)
        return [one / total for one in odds]

    def gains(self, left: list[float], winner: int) -> list[float]:
        """Return the points of a round, given the points that losers are expected to hold at its end."""
        if self.rules.scoring == "lowest_total":
            costs = [0.0 if seat == winner else points for seat, points in enumerate(left)]
            return costs if not self.rules.team_count else self.of_teams(costs)
        winners = self.teams[winner]
        gain = sum(points for points, team in zip(left, self.teams, strict=True) if team != winners)
        return [gain if team == winners else 0.0 for team in self.teams]

    def of_teams(self, points: list[float]) -> list[float]:
        """Return for each seat the points of its whole team."""
        return [sum(points[seat] for seat, other in enumerate(self.teams) if other == team) for team in self.teams]
