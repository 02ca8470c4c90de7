"""Events: everything that can happen in a game.

Each kind of event is a function, and only these functions change a state. The exception is what every move changes (its
time, the number of moves, expired windows), which is in turn.py.

An event is a tuple: its kind, then its fields in the order of the function's parameters. The decorator `hidden` names
the function that returns what other players may see of an event. The events of a move are collected in `state.news`.

>>> from games.engine.notation import read_position
>>> state = read_position("Official | R7 GS / YR | 0 clockwise red | G1 | R1")
>>> evolve(state, ("played", 0, "R7"))  # the same as played(state, 0, "R7")
>>> state.discard, state.hands[0], state.news[-1]
(['R1', 'R7'], ['GS'], ('played', 0, 'R7'))
"""

from collections.abc import Callable
from typing import Any, TypeVar

from .cards import DECKS, UNTIL_COLOR
from .moves import Unreadable
from .offers import equal_faces
from .rules import Rules
from .state import NO_OFFER, Cards, Event, State, full_clocks
from .windows import close_window, open_window, update_window

Hide = Callable[[Event, int | None], Event | None]
Kind = TypeVar("Kind", bound=Callable[..., None])

KINDS: dict[str, Callable[..., None]] = {}
HIDDEN: dict[str, Hide] = {}


def evolve(state: State, event: Event) -> None:
    """Apply an event to a state."""
    try:
        apply = KINDS[event[0]]
    except (LookupError, TypeError):
        raise Unreadable("not_an_event", event=str(event)[:60]) from None
    state.news, state.offer = [], NO_OFFER
    apply(state, *event[1:])


def is_known(event: Event) -> bool:
    """Return whether the kind of an event exists."""
    return isinstance(event, tuple | list) and isinstance(next(iter(event), None), str) and event[0] in KINDS


def seen(event: Event, seat: int | None) -> Event | None:
    """Return an event as a seat (or a spectator) may see it; None if they may not know of it.

    >>> seen(("drew", 1, ("R7", "W")), 1), seen(("drew", 1, ("R7", "W")), 2)
    (('drew', 1, ('R7', 'W')), ('drew', 1, 2))
    """
    hide = HIDDEN.get(event[0])
    return hide(event, seat) if hide else event


def kind(function: Kind) -> Kind:
    """Register a function as the kind of event of its name, and record its calls in the news."""
    KINDS[_name(function)] = function
    return function


def hidden(hide: Hide) -> Callable[[Kind], Kind]:
    """Register the function that returns what a seat may see of this kind of event."""

    def register(function: Kind) -> Kind:
        HIDDEN[_name(function)] = hide
        return function

    return register


def _name(function: Any) -> str:
    return str(function.__name__).removesuffix("_")


def count_for_others(event: Event, seat: int | None) -> Event:
    """Show (kind, owner, cards) to the owner, and only the number of cards to others."""
    name, owner, cards = event
    return event if seat == owner else (name, owner, len(cards))


def hide_from_others(event: Event, seat: int | None) -> Event:
    """Show (kind, one, other, cards) to the two players, and only the number of cards to others."""
    return event if seat in event[1:3] else (*event[:3], len(event[3]))


def hide_from_all(event: Event, seat: int | None) -> None:
    """Hide an event from all players."""


def hide_order(event: Event, seat: int | None) -> Event:
    return event[0], len(event[1])


def hide_other_hands(event: Event, seat: int | None) -> Event:
    name, cards, number, dealer, hands, draw, first, color = event
    deck = DECKS[cards]
    shown = tuple(deck.show(hand, 0) if owner == seat else len(hand) for owner, hand in enumerate(hands))
    return name, cards, number, dealer, shown, len(draw), deck.show([first], 0)[0], color


def hide_seed(event: Event, seat: int | None) -> Event:
    return *event[:-1], None


# --- shared by several events


def pick_up(state: State, seat: int, cards: Cards) -> None:
    """Move as many cards as these from the draw pile into a hand."""
    pile, hand = state.draw, state.hands[seat]
    for _ in cards:
        hand.append(pile.pop())
    if state.windows or state.declared:
        close_window(state, seat)


def aim_at(state: State, victim: int, amount: int) -> None:
    """Direct the draw card on top at a victim, who has to answer it now."""
    state.attack, state.attacker, state.turn = state.top.text, state.turn, victim
    state.drawn, state.added = (), 0
    if amount == UNTIL_COLOR:
        state.until += 1
    else:
        state.debt += amount


def has_color(state: State, seat: int) -> bool:
    faces = state.deck.faces[state.side]
    return any(faces[card].color == state.color for card in state.hands[seat])


# --- rounds and matches


@kind
@hidden(hide_seed)
def game_start(state: State, rules: str, seats: int, seed: int | str) -> None:
    """Begin a match. The seed is a number, or the commitment to the secret of its source."""
    known = Rules.from_json(rules)
    known.check_seats(seats)
    State.__init__(state, known, seats, seed, state.source)
    state.news.append(("game_start", rules, seats, seed))


@kind
@hidden(hide_other_hands)
def dealt(
    state: State,
    deck: str,
    number: int,
    dealer: int,
    hands: tuple[Cards, ...],
    draw: Cards,
    first: str,
    color: str | None,
) -> None:
    state.hands = [list(hand) for hand in hands]
    state.draw, state.discard, state.aside, state.drawn = list(draw), [first], [], ()
    state.side, state.color, state.before, state.buried = 0, color, None, 0
    state.turn_up()
    state.round, state.dealer, state.turn, state.direction = number, dealer, dealer, 1
    state.debt, state.until, state.attack, state.attacker, state.bluff, state.proof = 0, 0, "", None, False, ()
    state.windows, state.declared, state.accusations, state.agreed = {}, set(), set(), set()
    state.out = dict.fromkeys(state.gone, 0)
    state.actions = state.passes = 0
    state.clocks = full_clocks(state.rules, state.seats)
    state.shuffles += 1
    if state.rules.hand_size == 1:
        for seat in state.active():
            open_window(state, seat)
    state.news.append(("dealt", deck, number, dealer, hands, draw, first, color))


@kind
def round_won(state: State, seat: int, points: tuple[int, ...], hands: tuple[Cards, ...]) -> None:
    """Show all hands and add the points of the round."""
    state.winner, state.windows, state.declared = seat, {}, set()
    state.scores = [total + gain for total, gain in zip(state.scores, points, strict=True)]
    state.news.append(("round_won", seat, points, hands))


@kind
def eliminated(state: State, seat: int) -> None:
    """A player is out of the match. The game waits for others."""
    state.gone += (seat,)
    if state.turn == seat and state.winner is not None:
        state.turn = state.winner
    state.news.append(("eliminated", seat))


@kind
def agreed(state: State, seat: int) -> None:
    """A player agrees to go on with the next round. The game waits for the first who has not."""
    state.agreed.add(seat)
    waiting = (other for other in state.in_match() if other not in state.agreed)
    state.turn = next(waiting, state.turn)
    state.news.append(("agreed", seat))


@kind
def match_won(state: State, seat: int) -> None:
    state.winner, state.node = seat, "over"
    state.news.append(("match_won", seat))


@kind
@hidden(hide_order)
def reshuffled(state: State, order: Cards) -> None:
    """Make a new draw pile, in this order, of all discards but the top one and of the cards set aside."""
    state.draw = [*order]
    state.discard = state.discard[-1:]
    state.aside = []
    state.buried = 0
    state.shuffles += 1
    state.news.append(("reshuffled", order))


# --- turns


@kind
def turn(state: State, seat: int) -> None:
    """Begin a new turn and forget the previous one."""
    state.turn, state.node, state.since = seat, "turn", state.now
    state.debt = state.until = state.added = 0
    state.drawn = ()
    if state.accusations:
        state.accusations = set()
    state.news.append(("turn", seat))


@kind
def asked(state: State, node: str) -> None:
    """Wait for a decision of the player whose turn it is."""
    state.node, state.since = node, state.now
    state.news.append(("asked", node))


@kind
def clocked(state: State, seat: int, left: float) -> None:
    """The decision of a player has ended, which leaves this time on their clock."""
    state.clocks[seat] = left
    state.news.append(("clocked", seat, left))


@kind
def passed(state: State, seat: int) -> None:
    state.passes += 1
    state.news.append(("passed", seat))


@kind
def kept(state: State, seat: int) -> None:
    state.news.append(("kept", seat))


@kind
def timed_out(state: State, seat: int) -> None:
    state.news.append(("timed_out", seat))


@kind
def skipped(state: State, seat: int) -> None:
    state.turn = seat
    state.news.append(("skipped", seat))


@kind
def everyone_skipped(state: State, seat: int) -> None:
    state.news.append(("everyone_skipped", seat))


@kind
def reversed_(state: State, direction: int) -> None:
    state.direction = direction
    state.news.append(("reversed", direction))


# --- cards


@kind
def played(state: State, seat: int, text: str) -> None:
    hand, deck = state.hands[seat], state.deck
    card = deck.find(hand, text, state.side) or text if deck.two_sided else text
    hand.remove(card)
    state.discard.append(card)
    state.before = state.color
    state.top = face = deck.faces[state.side][card]
    state.color = face.color
    state.passes = 0
    if len(hand) < 2:
        update_window(state, seat, len(hand) + 1, by_card=not could_not_call(state, seat, card))
    elif state.declared and not may_still_leave_one(state, seat):
        state.declared.discard(seat)  # the call was for a card that leaves one
    state.news.append(("played", seat, text))


def could_not_call(state: State, seat: int, card: str) -> bool:
    """Return whether the rules play a card that was just drawn, where a call would have to come before it."""
    rules = state.rules
    is_forced = rules.drawn_play == "forced" and seat == state.turn and card in state.drawn
    return is_forced and rules.uno_call == "strict"


def may_still_leave_one(state: State, seat: int) -> bool:
    """Return whether the card just played may take others with it, so that a call for the last card stays."""
    if state.top.effect == "discard_all":
        return has_color(state, seat)
    return len(equal_faces(state, seat, state.top, state.added + 1)) >= len(state.hands[seat]) - 1


@kind
def added(state: State, seat: int) -> None:
    """A player adds another card to this move, and plays it next."""
    state.added += 1
    state.news.append(("added", seat))


@kind
def stopped(state: State, seat: int) -> None:
    """A player plays no further card in this move."""
    if len(state.hands[seat]) > 1:
        state.declared.discard(seat)
    state.news.append(("stopped", seat))


@kind
def misplayed(state: State, seat: int, text: str) -> None:
    """A player shows a card that may not be played, and takes it back."""
    state.news.append(("misplayed", seat, text))


@kind
def jumped_in(state: State, seat: int) -> None:
    state.turn = seat
    state.news.append(("jumped_in", seat))


@kind
@hidden(count_for_others)
def drew(state: State, seat: int, cards: Cards) -> None:
    """A player draws on their turn."""
    pick_up(state, seat, cards)
    state.drawn += tuple(state.hands[seat][-len(cards) :] if state.deck.two_sided else cards)
    state.passes = 0
    state.news.append(("drew", seat, cards))


@kind
@hidden(count_for_others)
def force_draw(state: State, seat: int, cards: Cards) -> None:
    """A player draws a penalty."""
    pick_up(state, seat, cards)
    state.news.append(("force_draw", seat, cards))


@kind
def force_draw_play(state: State, seat: int, card: str) -> None:
    """The rules play the drawn card; its effect follows."""
    state.news.append(("force_draw_play", seat, card))


@kind
def wild(state: State, seat: int, color: str) -> None:
    """A player chooses a color."""
    state.color = color
    state.news.append(("wild", seat, color))


@kind
def attacked(state: State, victim: int, amount: int) -> None:
    aim_at(state, victim, amount)
    state.news.append(("attacked", victim, amount))


@kind
def deflected(state: State, seat: int, victim: int) -> None:
    """A player sends a penalty on to another, who has to answer it now."""
    state.attacker, state.turn = state.turn, victim
    state.news.append(("deflected", seat, victim))


@kind
def wild_draw(state: State, victim: int, amount: int) -> None:
    aim_at(state, victim, amount)
    state.news.append(("wild_draw", victim, amount))


@kind
@hidden(hide_from_all)
def noted(state: State, bluff: bool, proof: Cards) -> None:
    """Store whether the wild draw card was a bluff, and the hand that proves it."""
    state.bluff, state.proof = bluff, proof
    state.news.append(("noted", bluff, proof))


@kind
def challenge_won(state: State, challenger: int, bluffer: int, color: str | None = None) -> None:
    """`color` is the one that the bluffer held, where that was the test; older games do not tell it."""
    state.news.append(("challenge_won", challenger, bluffer, color))


@kind
def challenge_lost(state: State, challenger: int, accused: int, color: str | None = None) -> None:
    """`color` is the one that the accused did not hold, where that was the test; older games do not tell it."""
    state.news.append(("challenge_lost", challenger, accused, color))


@kind
@hidden(hide_from_others)
def showed(state: State, seat: int, challenger: int, cards: Cards) -> None:
    """Show the challenger the hand from which the wild draw card was played."""
    state.news.append(("showed", seat, challenger, cards))


@kind
def discarded_all(state: State, seat: int, cards: Cards) -> None:
    """Discard the other cards of the color under the played card."""
    hand, color = state.hands[seat], state.color
    faces = state.deck.faces[state.side]
    state.discard[-1:-1] = [card for card in hand if faces[card].color == color]
    state.hands[seat] = [card for card in hand if faces[card].color != color]
    update_window(state, seat, len(hand), by_card=True)
    if len(state.hands[seat]) > 1:
        state.declared.discard(seat)
    state.news.append(("discarded_all", seat, cards))


@kind
def flipped(state: State, top: str) -> None:
    """Turn over both piles and all hands."""
    state.side = 1 - state.side
    state.discard.reverse()
    state.draw.reverse()
    state.turn_up()
    state.before, state.color = state.color, state.top.color
    state.buried = len(state.discard) - 1
    state.news.append(("flipped", top))


@kind
def roulette(state: State, seat: int, cards: Cards) -> None:
    """The player who chose the color takes the cards up to the first one of it."""
    pick_up(state, seat, cards)
    state.news.append(("roulette", seat, cards))


@kind
def swapped(state: State, seat: int, other: int) -> None:
    """Two players exchange their hands. Of several identical 7s, each does this once."""
    hands = state.hands
    sizes = len(hands[seat]), len(hands[other])
    hands[seat], hands[other] = hands[other], hands[seat]
    update_window(state, seat, sizes[0])
    update_window(state, other, sizes[1])
    state.added = max(0, state.added - 1)
    state.news.append(("swapped", seat, other))


@kind
def passed_hands(state: State, direction: int) -> None:
    """Pass every hand to the next player in the direction of play."""
    seats = list(state.around())
    given = [state.hands[seat] for seat in seats]
    for seat, hand in zip(seats, given[-1:] + given[:-1], strict=True):
        before = len(state.hands[seat])
        state.hands[seat] = hand
        update_window(state, seat, before)
    state.news.append(("passed_hands", direction))


def hide_hands_of_others(event: Event, seat: int | None) -> Event:
    name, hands = event
    return name, tuple(hand if owner == seat else len(hand) for owner, hand in enumerate(hands))


@kind
@hidden(hide_hands_of_others)
def shuffled_hands(state: State, hands: tuple[Cards, ...]) -> None:
    """Give every player one of these hands, which were dealt from the shuffled cards of all."""
    before = [len(hand) for hand in state.hands]
    state.hands = [list(hand) for hand in hands]
    state.shuffles += 1
    for seat in state.active():
        state.declared.discard(seat)
        update_window(state, seat, before[seat])
    state.news.append(("shuffled_hands", hands))


@kind
def knocked_out(state: State, seat: int) -> None:
    """Set aside a hand that is too large; its owner is out of the round (the mercy rule)."""
    state.out[seat] = state.points(seat)
    state.aside += state.hands[seat]
    state.hands[seat] = []
    close_window(state, seat)
    state.news.append(("knocked_out", seat))


# --- the call


@kind
def declared(state: State, seat: int) -> None:
    state.declared.add(seat)
    state.windows.pop(seat, None)
    state.news.append(("declared", seat))


@kind
def accused(state: State, accuser: int, seat: int) -> None:
    """A player catches a missed call."""
    state.windows.pop(seat, None)
    state.news.append(("accused", accuser, seat))


@kind
def false_accusation(state: State, accuser: int, seat: int) -> None:
    state.accusations.add((accuser, seat))
    state.news.append(("false_accusation", accuser, seat))
