"""Functions that read a view: faces, colors, the next seat."""

from collections.abc import Iterable, Sequence

from games.engine import DECKS, Move, View
from games.engine.cards import Face

DECLARE = Move("declare")


def faces(view: View) -> dict[str, Face]:
    """Return the faces of the active side by their text."""
    return DECKS[view.rules.deck].printed[view.side]


def by_verb(moves: Iterable[Move], verb: str) -> list[Move]:
    return [move for move in moves if move.verb == verb]


def color_counts(view: View) -> dict[str, int]:
    """Return how many cards of each color the hand has."""
    known = faces(view)
    colors = [known[card].color for card in view.hand]
    return {color: colors.count(color) for color in DECKS[view.rules.deck].colors[view.side]}


def most_held(view: View, offered: Sequence[Move]) -> Move:
    """Return the move that chooses the most frequent color of the hand; the first one of equals."""
    counts = color_counts(view)
    return max(offered, key=lambda move: counts.get(move.color, 0))


def first_colored(view: View) -> str | None:
    known = faces(view)
    return next((face.color for face in map(known.__getitem__, view.hand) if not face.is_wild), None)


def smallest_hand(view: View, offered: Sequence[Move]) -> Move:
    return min(against_others(view, offered), key=lambda move: view.counts[move.seat])


def is_partner(view: View, seat: int) -> bool:
    return view.seat is not None and view.rules.are_partners(view.seat, seat)


def against_others(view: View, offered: Sequence[Move]) -> Sequence[Move]:
    """Return the moves that are not aimed at a partner, if there are any."""
    return [move for move in offered if not is_partner(view, move.seat)] or offered


def sparing_partner(view: View, cards: Sequence[Move]) -> Sequence[Move]:
    """Return the cards that do not stop the next player if that is a partner, unless there are no others."""
    if not is_partner(view, next_seat(view)):
        return cards
    known = faces(view)
    return [move for move in cards if not stops_the_next(known[move.card])] or cards


def is_special(face: Face) -> bool:
    """Return whether a card does something."""
    return face.effect not in ("number", "plain")


def stops_the_next(face: Face) -> bool:
    """Return whether this card costs the next player their turn or makes them draw."""
    return face.draws or face.effect in ("skip", "skip_two", "everyone")


def next_seat(view: View) -> int:
    """Return the seat that plays after this one."""
    assert view.seat is not None  # noqa: S101  # spectators do not play
    seat = (view.seat + view.direction) % view.seats
    while seat in view.out:
        seat = (seat + view.direction) % view.seats
    return seat


def catchable(view: View, legal: Iterable[Move]) -> list[Move]:
    """Return the accusations that would be correct and hit no partner."""
    accusations = [move for move in legal if move.verb == "accuse" and move.seat in view.windows]
    return [move for move in accusations if not is_partner(view, move.seat)]


def leaves_one(view: View, move: Move) -> bool:
    """Return whether playing a card leaves one card in the hand."""
    if not move.card:
        return False
    known = faces(view)
    played = known[move.card]
    if played.effect == "discard_all":
        return sum(known[card].color != played.color for card in view.hand) == 1
    return len(view.hand) == 2


def window_came_unasked(view: View) -> bool:
    """Return whether the hand shrank to one card without a chance to call: by the deal or an exchange."""
    top = faces(view)[view.top]
    return top.symbol in view.rules.exchanges or top.effect == "seven" or len(view.pile) == 1
