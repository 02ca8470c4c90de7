"""Draw cards from the draw pile into a hand, reshuffling when the pile is empty."""

from collections.abc import Callable

from . import events
from .state import Cards, State

DrawEvent = Callable[[State, int, Cards], None]
"""The event that records the drawn cards."""


def take(state: State, seat: int, count: int, event: DrawEvent = events.force_draw) -> None:
    """Draw a number of cards, or as many as there are. Stops when mercy knocks the player out."""
    limit = state.rules.mercy_limit
    if limit:
        count = min(count, limit - len(state.hands[seat]))
    # A shortcut for the usual case: there are cards and no player is out, so `can_take` need not be called.
    while count > 0 and ((state.draw and not state.out) or can_take(state, seat)):
        cards = [state.draw[-1]] if count == 1 else state.draw[: -count - 1 : -1]
        event(state, seat, state.deck.show(cards, state.side))
        count -= len(cards)
    if limit:
        apply_mercy(state, seat, limit)


def take_until(state: State, seat: int, found: Callable[[str], bool], event: DrawEvent = events.force_draw) -> None:
    """Draw cards up to the first one for which `found` is true."""
    limit = state.rules.mercy_limit
    is_found = False
    while not is_found and can_take(state, seat):
        room = limit - len(state.hands[seat]) if limit else len(state.draw)
        cards = []
        for card in state.draw[: -room - 1 : -1]:
            cards.append(card)
            is_found = found(card)
            if is_found:
                break
        event(state, seat, state.deck.show(cards, state.side))
        if limit:
            apply_mercy(state, seat, limit)


def take_until_color(state: State, seat: int, event: DrawEvent = events.force_draw) -> None:
    """Draw cards up to the first one of the color in play."""
    faces = state.deck.faces[state.side]
    take_until(state, seat, lambda card: faces[card].color == state.color, event)


def apply_mercy(state: State, seat: int, limit: int) -> None:
    if len(state.hands[seat]) >= limit:
        events.knocked_out(state, seat)


def can_take(state: State, seat: int) -> bool:
    """Return whether a seat can draw a card: it is in the round, the round goes on, and there is a card."""
    if state.out and (seat in state.out or state.is_alone()):
        return False
    if not state.draw and state.can_draw():
        reshuffle(state)
    return len(state.draw) > 0


def reshuffle(state: State) -> None:
    """Make a new draw pile of all discards but the top one, and of the cards set aside."""
    cards = state.dice().shuffle(state.discard[:-1] + state.aside)
    events.reshuffled(state, tuple(cards))


def pay_off(state: State, seat: int, number: int, until: int) -> None:
    """Draw a penalty: the number of cards first, then up to the color for each Wild Draw Color."""
    take(state, seat, number)
    while until > 0:
        take_until_color(state, seat)
        until -= 1
