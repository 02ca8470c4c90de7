"""Cards on their way from the piles into hands, however many there are and whoever has to take them."""

from collections.abc import Callable, Iterable
from random import Random

from . import events
from .state import Cards, State

Deed = Callable[[State, int, Cards], None]
"""The event that cards come with."""


def take(state: State, seat: int, count: int, deed: Deed = events.force_draw) -> None:
    """Cards go to a hand: as many as asked for, or what there is. Mercy ends it."""
    limit = state.rules.mercy_limit
    while count > 0 and can_take(state, seat):
        room = limit - len(state.hands[seat]) if limit else count
        cards = state.draw[: -(count if count < room else room) - 1 : -1]
        hand_over(state, seat, cards, deed)
        count -= len(cards)


def take_until(state: State, seat: int, found: Callable[[str], bool], deed: Deed = events.force_draw) -> None:
    """Cards go to a hand, up to the first one that is wanted."""
    limit = state.rules.mercy_limit
    while can_take(state, seat):
        room = limit - len(state.hands[seat]) if limit else len(state.draw)
        cards = []
        for card in state.draw[: -room - 1 : -1]:
            cards.append(card)
            if found(card):
                break
        wanted = found(cards[-1])
        hand_over(state, seat, cards, deed)
        if wanted:
            return


def hand_over(state: State, seat: int, cards: list[str], deed: Deed) -> None:
    deed(state, seat, state.deck.show(cards, state.side))
    if state.rules.mercy_limit and len(state.hands[seat]) >= state.rules.mercy_limit:
        events.knocked_out(state, seat)


def can_take(state: State, seat: int) -> bool:
    """Whether a seat can draw on: it is in the round, the round goes on, and there is a card."""
    if state.out and (seat in state.out or state.is_alone()):
        return False
    if not state.draw and state.can_draw():
        reshuffle(state)
    return len(state.draw) > 0


def reshuffle(state: State) -> None:
    """All discards but the top one, and what was set aside, become the draw pile."""
    cards = shuffle(state.discard[:-1] + state.aside, state.dice())
    events.reshuffled(state, tuple(cards))


def shuffle(cards: Iterable[str], dice: Random) -> list[str]:
    """The cards in an order in which each order is equally likely; sorting on dice takes half the time of swapping."""
    roll = dice.random
    return sorted(cards, key=lambda _: roll())


def has_color(state: State, card: str) -> bool:
    return state.deck.faces[state.side][card].color == state.color


def pay_off(state: State, seat: int, number: int, until: int) -> None:
    """A debt is drawn: the numbers first, then each Wild Draw Color until the color comes."""
    take(state, seat, number)
    for _ in range(until):
        take_until(state, seat, lambda card: has_color(state, card))
