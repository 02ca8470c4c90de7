"""Deal again what a viewer does not see, to find out whether anything depends on it."""

from collections.abc import Callable
from random import Random

from games.engine import State
from games.engine.state import NO_OFFER


def with_other_secrets(state: State, seat: int | None, dice: Random) -> State:
    """Return a state that looks the same to this seat, or to spectators, with everything hidden dealt again: hands,
    piles, the seed, and in Flip the sides of cards that are hidden where the other side can be seen."""
    other = state.copy()
    others = [hand for owner, hand in enumerate(other.hands) if owner != seat]
    if state.deck.two_sided and state.rules.backs_public:
        _deal_below_the_same_backs(other, others, dice)
    else:
        _deal([*others, other.draw, other.aside], dice)
    if state.deck.two_sided and seat is not None:
        front = _face(other, other.side)
        end = -1 if state.rules.backs_public else None
        other.hands[seat], other.draw[:end] = _exchanged(other.hands[seat], other.draw[:end], front, dice)
    other.seed, other.offer = dice.getrandbits(64), NO_OFFER
    return other


def _deal(piles: list[list[str]], dice: Random) -> None:
    cards = [card for pile in piles for card in pile]
    dice.shuffle(cards)
    for pile in piles:
        pile[:], cards = cards[: len(pile)], cards[len(pile) :]


def _deal_below_the_same_backs(state: State, others: list[list[str]], dice: Random) -> None:
    """Deal the draw pile below its top card, and exchange what lies elsewhere for cards with the same back in it."""
    back = _face(state, 1 - state.side)
    top, rest = state.draw[-1:], state.draw[:-1]
    _deal([rest], dice)
    for pile in (*others, top):
        pile[:], rest = _exchanged(pile, rest, back, dice)
    state.draw[:] = rest + top


def _face(state: State, side: int) -> Callable[[str], str]:
    return lambda card: state.deck.faces[side][card].text


def _exchanged(
    cards: list[str], rest: list[str], face: Callable[[str], str], dice: Random
) -> tuple[list[str], list[str]]:
    """Exchange each card for a random one of the rest that has the same face, if there is any."""
    cards, rest = cards[:], rest[:]
    for place, card in enumerate(cards):
        twins = [n for n, other in enumerate(rest) if face(other) == face(card)]
        if twins:
            twin = dice.choice(twins)
            cards[place], rest[twin] = rest[twin], card
    return cards, rest
