"""Ruthless: a bot that plays the card that hurts the next player most."""

from collections.abc import Callable, Sequence
from random import Random

from games.engine import Move, View
from games.engine.cards import Face

from .bot import Bot, Manners, Pace
from .view_helpers import color_counts, faces

HURTS: dict[str, int] = {"draw": 6, "everyone": 5, "skip": 5, "reverse": 4, "flip": 3, "discard_all": 2, "number": 1}
"""The order in which effects are played. Wilds come later, and wild draw cards last."""


class Ruthless(Bot):
    name = "Ruthless"
    line = "Plays the card that hurts you most, in the color that hurts you longest."
    habits = (
        "Draw Two, then Skip, then Reverse, each in the color it holds most; then a number – by color or by value, "
        "whichever leads to more of its own cards, by color on ties; wilds last, and a Wild Draw Four only when "
        "nothing else fits, but then always. Names the color it holds most, of equals any. Always calls and catches "
        "at once; it never challenges."
    )
    pace = Pace(0.4, 1.0)
    manners = Manners(notices=(0.2, 0.5), accuses_each=(0.3, 0.6))

    def play_card(self, view: View, cards: Sequence[Move], random: Random) -> Move:
        known = faces(view)
        rank = max(severity(known[move.card]) for move in cards)
        worst = [move for move in cards if severity(known[move.card]) == rank]
        value = leads_to(view, known)
        best = max(value(move) for move in worst)
        return random.choice([move for move in worst if value(move) == best])

    def choose_color(self, view: View, offered: Sequence[Move], random: Random) -> Move:
        held = color_counts(view)
        most = max(held.values())
        return random.choice([move for move in offered if held[move.color] == most])


def severity(face: Face) -> tuple[int, int]:
    """Return the rank of a face: first by its effect, then by the number of cards to draw."""
    if face.is_wild:
        return (-1 if face.draws else 0), face.amount
    return HURTS[face.effect], face.amount


def leads_to(view: View, known: dict[str, Face]) -> Callable[[Move], tuple[int, bool]]:
    """Return a sort key: how many cards of the hand could follow a card, then whether it has the color in play."""
    held = [known[card] for card in view.hand if not known[card].is_wild]

    def value(move: Move) -> tuple[int, bool]:
        face = known[move.card]
        follow = sum(other.color == face.color or other.symbol == face.symbol for other in held)
        return follow, face.color == view.color

    return value
