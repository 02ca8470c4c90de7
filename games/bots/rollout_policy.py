"""Fast, sensible moves for the rollouts of the search."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from games.engine import Move, State
from games.engine.cards import Face

Policy = Callable[[State, int, Sequence[Move]], Move]

TURNS_OF_TWO = ("skip", "everyone", "draw", "reverse")
"""The effects that give the same player another turn in a game of two."""
STOPS = ("draw", "skip", "skip_two", "everyone", "wild_draw", "reverse_draw")
PLAIN = ("number", "plain")


class Weights(NamedTuple):
    """The weights of a careful player. They were tuned by playing: a small change was kept if it won more games."""

    color: float
    """For each other card of its color in the hand."""
    twin: float
    """For each other card with its symbol, with which the color can be changed later."""
    point: float
    change: float
    """For changing the color in play."""
    action: float
    attack: float
    skip: float
    turn: float
    stop: float
    """For stopping a player who has two cards or fewer."""
    again: float
    """For another turn with a card to play."""
    wild: float
    wild_draw: float
    wild_stop: float
    wild_late: float
    """For playing a wild with at most two other cards, because it could be played on any card later."""
    bluff: float


OF_TWO = Weights(1.0, -0.28, 0.08, -1.3, 0.3, 0.7, 0.1, 2.4, 0.6, 1.4, -13.7, -8.9, 0.2, -1.9, -4.7)
OF_MORE = Weights(2.1, -1.0, -0.04, -0.3, 2.4, -0.4, -3.0, -0.2, 1.9, 1.1, -8.1, -9.3, 2.6, -2.4, -5.2)


def careful_move(state: State, seat: int, moves: Sequence[Move]) -> Move:
    """Return the move of a careful player, who keeps wilds, plays the most frequent color, and skips others."""
    if len(moves) == 1:
        return moves[0]
    node = state.node
    if node in ("turn", "keep_or_play"):
        return _card(state, seat, moves)
    return ANSWERS.get(node, name_color)(state, seat, moves)


def _card(state: State, seat: int, moves: Sequence[Move]) -> Move:
    values = CardValues(state, seat)
    best, found = -99.0, None
    for move in moves:
        if move.verb == "play" and (value := values.value(move.card)) > best:
            best, found = value, move
    return found or moves[-1]


class CardValues:
    """The value of each card to a careful player."""

    def __init__(self, state: State, seat: int):
        faces, hand = state.deck.faces[state.side], state.hands[seat]
        self.printed, self.color = state.deck.printed[state.side], state.color
        self.two = state.seats == 2
        self.weights = OF_TWO if self.two else OF_MORE
        self.colors: dict[str | None, int] = {}
        self.symbols: dict[str, int] = {}
        for card in hand:
            face = faces[card]
            self.colors[face.color] = self.colors.get(face.color, 0) + 1
            self.symbols[face.symbol] = self.symbols.get(face.symbol, 0) + 1
        self.few, self.is_close = len(hand) <= 3, is_close(state, seat)

    def value(self, card: str) -> float:
        face, weights = self.printed[card], self.weights
        if face.color is None:
            return self.value_of_wild(face)
        same, twins = self.colors[face.color] - 1, self.symbols[face.symbol] - 1
        value = weights.color * same + weights.twin * twins + weights.point * face.points
        if face.color != self.color:
            value += weights.change
        if face.effect not in PLAIN:
            value += self.value_of_action(face.effect, bool(same or twins or None in self.colors))
        return value

    def value_of_wild(self, face: Face) -> float:
        weights = self.weights
        value = weights.wild_late * self.few
        if not face.draws:
            return value + weights.wild
        return (
            value + weights.wild_draw + weights.wild_stop * self.is_close + weights.bluff * (self.color in self.colors)
        )

    def value_of_action(self, effect: str, goes_on: bool) -> float:
        weights = self.weights
        kinds = {"draw": weights.attack, "skip": weights.skip, "everyone": weights.skip}
        value = weights.action + kinds.get(effect, weights.turn)
        if self.is_close and (self.two or effect in STOPS):
            value += weights.stop
        if goes_on and effect in (TURNS_OF_TWO if self.two else ("everyone",)):
            value += weights.again
        return value


def is_close(state: State, seat: int) -> bool:
    """Return whether the next player is about to win, and no partner."""
    following = state.after(seat)
    return len(state.hands[following]) <= 2 and not state.rules.are_partners(seat, following)


def respond(state: State, seat: int, moves: Sequence[Move]) -> Move:
    for move in moves:
        if move.verb == "stack":
            return move
    attacker = state.attacker
    challenges = [move for move in moves if move.verb == "challenge"]
    doubtful = attacker is not None and len(state.hands[attacker]) > 4
    return challenges[0] if challenges and doubtful else moves[-1]


def swap(state: State, seat: int, moves: Sequence[Move]) -> Move:
    rules = state.rules
    return min(moves, key=lambda move: (rules.are_partners(seat, move.seat), len(state.hands[move.seat])))


def name_color(state: State, seat: int, moves: Sequence[Move]) -> Move:
    faces = state.deck.faces[state.side]
    held = [faces[card].color for card in state.hands[seat]]
    return max(moves, key=lambda move: held.count(move.color))


def add(state: State, seat: int, moves: Sequence[Move]) -> Move:
    """Add a card: cards are offered first."""
    return moves[0]


ANSWERS: dict[str, Policy] = {"respond": respond, "choose_player": swap, "choose_target": swap, "add_more": add}
