"""Learn the weights of `games/bots/evaluation.py` from many rounds among sensible players.

    python -m games.devtools.learning

plays rounds at each kind of table, fits the weights and writes weights.json. For each position, the fit compares the
predicted chances of the seats with the winner of the round and adjusts the weights a little, several times over.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from math import exp
from operator import mul
from pathlib import Path
from random import Random
from statistics import linear_regression
from typing import NamedTuple, TypedDict

from games.bots.determinize import for_one_round
from games.bots.evaluation import TRAITS, traits, traits_by_card
from games.bots.rollout_policy import ANSWERS, PLAIN, STOPS, careful_move, is_close, name_color
from games.engine import Move, Rules, State, deal, legal, play


class Lesson(NamedTuple):
    """A position: the traits and points of each seat still in the round, which seat won, and the points held at the
    end."""

    rows: list[list[float]]
    points: list[int]
    winner: int
    left: list[int]


class Learned(TypedDict):
    """The result for one kind of table: the weights of the traits, and the constant and slope of a line that predicts
    a loser's points at the end from the points of the hand now."""

    strength: list[float]
    left: tuple[float, float]


WEIGHTS = Path(__file__).parents[1] / "bots" / "weights.json"
TABLES = {"classic": "Official", "flip": "Flip", "no_mercy": "No Mercy"}


def average_move(state: State, seat: int, moves: Sequence[Move]) -> Move:
    """Return the move of an average player: action cards first, wilds last, and stop a player who is about to win."""
    if len(moves) == 1:
        return moves[0]
    node = state.node
    if node in ("turn", "keep_or_play"):
        cards = [move for move in moves if move.verb == "play"]
        return _average_card(state, seat, cards) if cards else moves[-1]
    return ANSWERS.get(node, name_color)(state, seat, moves)


def _average_card(state: State, seat: int, cards: Sequence[Move]) -> Move:
    printed = state.deck.printed[state.side]
    if is_close(state, seat):
        for move in cards:
            if printed[move.card].effect in STOPS:
                return move
    colored = [move for move in cards if printed[move.card].color] or cards
    for move in colored:
        if printed[move.card].effect not in PLAIN:
            return move
    for move in colored:
        if printed[move.card].color == state.color:
            return move
    return max(colored, key=lambda move: printed[move.card].points)


def lessons(rules: Rules, seats: int, rounds: int, random: Random) -> Iterator[Lesson]:
    """Yield about one position in three of each round. One move in twenty-five is random, for unusual positions."""
    sides = range(len(rules.cards.faces))
    card_traits = [traits_by_card(rules.deck, side, rules.seven, rules.zero) for side in sides]
    for _ in range(rounds):
        state = deal(for_one_round(rules), seats, random)
        players = [careful_move if random.random() < 0.6 else average_move for _ in range(seats)]
        met = []
        while not state.is_over:
            if state.node == "turn" and random.random() < 1 / 3:
                rows = traits(state, card_traits[state.side])
                met.append((state.active(), [(rows[seat], state.points(seat)) for seat in state.active()]))
            moves = legal(state, state.turn)
            any_move = random.random() < 0.04
            play(state, state.turn, random.choice(moves) if any_move else players[state.turn](state, state.turn, moves))
        for inside, row in met:
            if state.winner in inside:
                end = [state.points(seat) for seat in inside]
                yield Lesson([one for one, _ in row], [two for _, two in row], inside.index(state.winner), end)


def learn_strength(given: list[Lesson], passes: int, random: Random) -> list[float]:
    """Return the weights, by stochastic gradient descent on the conditional log-likelihood with shrinking steps."""
    weights, done, total = [0.0] * len(TRAITS), 0, passes * len(given)
    for _ in range(passes):
        random.shuffle(given)
        for lesson in given:
            step = 0.03 * (1 - done / total) + 0.0005
            done += 1
            odds = [exp(sum(map(mul, weights, row))) for row in lesson.rows]
            scale = step / sum(odds)
            for seat, row in enumerate(lesson.rows):
                change = step * (seat == lesson.winner) - scale * odds[seat]
                for index, value in enumerate(row):
                    if value:
                        weights[index] += change * value
    return [round(weight, 4) for weight in weights]


def learn_left(given: list[Lesson]) -> tuple[float, float]:
    """Return the constant and the slope of a linear regression of the losers' points."""
    pairs = [
        (now, end)
        for lesson in given
        for seat, (now, end) in enumerate(zip(lesson.points, lesson.left, strict=True))
        if seat != lesson.winner
    ]
    slope, constant = linear_regression(*zip(*pairs, strict=True))
    return round(constant, 1), round(slope, 3)


def learn_all(rounds: int, decks: Iterable[str] = TABLES, seed: int = 1) -> dict[str, Learned]:
    found: dict[str, Learned] = {}
    for deck in decks:
        for name, seats in (("two", 2), ("more", 4)):
            random = Random(f"{seed}/{deck}/{name}")
            given = list(lessons(Rules.preset(TABLES[deck]), seats, rounds * 2 // seats, random))
            found[f"{deck} {name}"] = {"strength": learn_strength(given, 4, random), "left": learn_left(given)}
    return found


def write(learned: dict[str, Learned], path: Path) -> None:
    """Write the weights, one line for each kind of table."""
    rows = ",\n".join(f"{json.dumps(name)}: {json.dumps(values)}" for name, values in learned.items())
    path.write_text(f"{{\n{rows}\n}}\n")


if __name__ == "__main__":
    write(learn_all(12000), WEIGHTS)
