"""What can happen. Each kind of event is one function, and these functions are all that ever changes a state.

An event is a tuple: its kind, then its fields. Everything about a kind stands at its definition, also who may know
it: where it says `hide`, that function makes what everybody else sees of the event.

>>> from games.engine.notation import read_position
>>> state = read_position("Official | R7 GS / YR | 0 clockwise red | G1 | R1")
>>> evolve(state, ("played", 0, "R7"))
>>> state.discard, state.hands[0]
(['R1', 'R7'], ['GS'])
"""

from collections.abc import Callable, Iterable

from .cards import DECKS, UNTIL_COLOR
from .rules import Rules
from .state import Event, State

Hide = Callable[[Event, int | None], Event | None]

EVOLVE: dict[str, Callable[[State, Event], None]] = {}
FIELDS: dict[str, tuple[str, ...]] = {}
HIDDEN: dict[str, Hide] = {}


def evolve(state: State, event: Event) -> None:
    """Let an event happen to a state."""
    state.offer = None
    EVOLVE[event[0]](state, event)


def happen(state: State, event: Event) -> None:
    """Let an event happen and remember it among the news of the move."""
    EVOLVE[event[0]](state, event)
    state.news.append(event)


def seen(event: Event, seat: int | None) -> Event | None:
    """An event as a seat (or a spectator) may know it; None when he may not know of it at all.

    >>> seen(("drew", 1, ("R7", "W")), 1), seen(("drew", 1, ("R7", "W")), 2)
    (('drew', 1, ('R7', 'W')), ('drew', 1, 2))
    """
    hide = HIDDEN.get(event[0])
    return hide(event, seat) if hide else event


Evolve = Callable[[State, Event], None]


def kind(*fields: str, hide: Hide | None = None) -> Callable[[Evolve], Evolve]:
    """A kind of event, named like the function that lets it happen, with its fields and what others see instead."""

    def register(function: Evolve) -> Evolve:
        name = function.__name__.removesuffix("_")
        EVOLVE[name], FIELDS[name] = function, fields
        if hide is not None:
            HIDDEN[name] = hide
        return function

    return register


def only_the_count(event: Event, seat: int | None) -> Event:
    """(kind, owner, cards): the owner knows the cards, everybody else how many."""
    name, owner, cards = event
    return event if seat == owner else (name, owner, len(cards))


def for_the_two(event: Event, seat: int | None) -> Event:
    """(kind, one, other, cards): shown between two players."""
    return event if seat in event[1:3] else (*event[:3], len(event[3]))


def from_everybody(event: Event, seat: int | None) -> None:
    """Nobody knows that it happened."""


def the_order(event: Event, seat: int | None) -> Event:
    return event[0], len(event[1])


def all_but_the_own_hand(event: Event, seat: int | None) -> Event:
    name, cards, number, dealer, hands, draw, first, color = event
    deck = DECKS[cards]
    shown = tuple(deck.show(hand, 0) if owner == seat else len(hand) for owner, hand in enumerate(hands))
    return name, cards, number, dealer, shown, len(draw), deck.show([first], 0)[0], color


def all_but_the_seed(event: Event, seat: int | None) -> Event:
    return *event[:-1], None


# --- what every move begins with


@kind("seat", "is_a_call", "now", hide=from_everybody)
def acted(state: State, event: Event) -> None:
    """A further move of the same entry begins."""
    _, seat, is_a_call, now = event
    begin(state, seat, is_a_call, now)


def begin(state: State, seat: int, is_a_call: bool, now: float) -> None:
    """A move is accepted: time passes, and who may be caught for long enough may be caught no longer."""
    state.actions += 1
    state.offer = None
    if now > state.now:
        state.now = now
    if state.windows:
        state.windows = dict(_still_open(state, None if is_a_call else seat))


def _still_open(state: State, chooser: int | None) -> Iterable[tuple[int, tuple[float, bool]]]:
    for owner, (opened, answered) in state.windows.items():
        answered = answered or chooser not in (None, owner)
        if not (answered and has_lapsed(state, opened, state.now)):
            yield owner, (opened, answered)


def has_lapsed(state: State, opened: float, now: float) -> bool:
    """Whether a window has been open for as long as it must be."""
    return now - opened >= state.rules.uno_grace


def grew(state: State, seat: int) -> None:
    """A larger hand needs no call, and forgets one that was made."""
    state.windows.pop(seat, None)
    state.declared.discard(seat)


def is_down_to_one(state: State, seat: int) -> None:
    """A hand that has become one card can be caught, unless its owner has called."""
    if state.rules.uno_call == "manual" and seat not in state.declared:
        state.windows[seat] = (state.now, False)


def changed(state: State, seat: int, before: int) -> None:
    """A hand was exchanged for another one."""
    size = len(state.hands[seat])
    if size > before:
        grew(state, seat)
    elif size == 1 and before > 1:
        is_down_to_one(state, seat)
    elif size == 0:
        state.windows.pop(seat, None)


def pick_up(state: State, seat: int, count: int) -> list[str]:
    """Cards from the draw pile into a hand."""
    pile = state.draw
    cards = pile[: -count - 1 : -1]
    del pile[-count:]
    state.hands[seat] += cards
    if seat in state.windows or seat in state.declared:
        grew(state, seat)
    return cards


# --- rounds and matches


@kind("rules", "seats", "seed", hide=all_but_the_seed)
def game_start(state: State, event: Event) -> None:
    _, text, seats, seed = event
    rules = Rules.from_json(text)
    rules.check_seats(seats)
    State.__init__(state, rules, seats, seed)


@kind("text", hide=from_everybody)
def position(state: State, event: Event) -> None:
    """A game that begins in the middle: the whole state as JSON."""
    _, text = event
    from .notation import load_state

    load_state(state, text)


@kind("deck", "number", "dealer", "hands", "draw", "first", "color", hide=all_but_the_own_hand)
def dealt(state: State, event: Event) -> None:
    _, _, number, dealer, hands, draw, first, color = event
    state.hands = [list(hand) for hand in hands]
    state.draw, state.discard, state.aside, state.drawn = list(draw), [first], [], ()
    state.side, state.color, state.before, state.buried = 0, color, None, 0
    state.round, state.dealer, state.turn, state.direction = number, dealer, dealer, 1
    state.debt, state.until, state.attacker, state.bluff, state.proof = 0, 0, None, False, ()
    state.windows, state.declared, state.out = {}, set(), {}
    state.actions = state.passes = 0
    state.shuffles += 1
    if state.rules.hand_size == 1:
        for seat in range(state.seats):
            is_down_to_one(state, seat)


@kind("seat", "points", "hands")
def round_won(state: State, event: Event) -> None:
    """The hands are open now; each seat gets its points."""
    _, seat, points, _ = event
    state.winner, state.windows, state.declared = seat, {}, set()
    state.scores = [total + gain for total, gain in zip(state.scores, points, strict=True)]


@kind("seat")
def match_won(state: State, event: Event) -> None:
    _, seat = event
    state.winner, state.node = seat, "over"


@kind("order", hide=the_order)
def reshuffled(state: State, event: Event) -> None:
    """All discards but the top one, and what was set aside, are the new draw pile, in this order."""
    _, order = event
    state.draw[:0] = order
    state.discard = state.discard[-1:]
    state.aside = []
    state.buried = 0
    state.shuffles += 1


# --- turns


@kind("seat")
def turn(state: State, event: Event) -> None:
    """A fresh turn begins; nothing of the one before is owed any more."""
    _, seat = event
    state.turn, state.node, state.since = seat, "turn", state.now
    state.debt = state.until = 0
    state.drawn = ()


@kind("node")
def asked(state: State, event: Event) -> None:
    """The game waits for a decision of whoever's turn it is."""
    _, node = event
    state.node, state.since = node, state.now


@kind("seat")
def passed(state: State, event: Event) -> None:
    state.passes += 1


@kind("seat")
def kept(state: State, event: Event) -> None:
    pass


@kind("seat")
def timed_out(state: State, event: Event) -> None:
    pass


@kind("seat")
def skipped(state: State, event: Event) -> None:
    _, seat = event
    state.turn = seat


@kind("seat")
def everyone_skipped(state: State, event: Event) -> None:
    pass


@kind("direction")
def reversed_(state: State, event: Event) -> None:
    _, direction = event
    state.direction = direction


# --- cards


@kind("seat", "text")
def played(state: State, event: Event) -> None:
    _, seat, text = event
    hand, deck = state.hands[seat], state.deck
    card = deck.find(hand, text, state.side) or text if deck.two_sided else text
    hand.remove(card)
    state.discard.append(card)
    state.before = state.color
    state.color = deck.faces[state.side][card].color
    state.passes = 0
    if len(hand) < 2:
        changed(state, seat, len(hand) + 1)


@kind("seat")
def jumped_in(state: State, event: Event) -> None:
    _, seat = event
    state.turn = seat


@kind("seat", "cards", hide=only_the_count)
def drew(state: State, event: Event) -> None:
    """A player has drawn on the own turn."""
    _, seat, cards = event
    state.drawn += tuple(pick_up(state, seat, len(cards)))
    state.passes = 0


@kind("seat", "cards", hide=only_the_count)
def force_draw(state: State, event: Event) -> None:
    """A player had to draw."""
    _, seat, cards = event
    pick_up(state, seat, len(cards))


@kind("seat", "card")
def force_draw_play(state: State, event: Event) -> None:
    """The rules play the card that was drawn; what it does follows."""


@kind("seat", "color")
def wild(state: State, event: Event) -> None:
    """A color was named."""
    state.color = event[2]


@kind("victim", "amount")
def attacked(state: State, event: Event) -> None:
    """A draw card points at a victim, whose turn it now is to answer."""
    _, victim, amount = event
    state.attacker, state.turn = state.turn, victim
    if amount == UNTIL_COLOR:
        state.until += 1
    else:
        state.debt += amount


@kind("victim", "amount")
def wild_draw(state: State, event: Event) -> None:
    attacked(state, event)


@kind("bluff", "proof", hide=from_everybody)
def noted(state: State, event: Event) -> None:
    """Whether the wild draw card was a bluff, and the hand that tells."""
    _, bluff, proof = event
    state.bluff, state.proof = bluff, proof


@kind("challenger", "bluffer")
def challenge_won(state: State, event: Event) -> None:
    pass


@kind("challenger", "accused")
def challenge_lost(state: State, event: Event) -> None:
    pass


@kind("seat", "challenger", "cards", hide=for_the_two)
def showed(state: State, event: Event) -> None:
    """The hand as it was when the wild draw card was played."""


@kind("seat", "cards")
def discarded_all(state: State, event: Event) -> None:
    """The rest of a color goes under the card that was played."""
    _, seat, _ = event
    hand, color = state.hands[seat], state.color
    faces = state.deck.faces[state.side]
    state.discard[-1:-1] = [card for card in hand if faces[card].color == color]
    state.hands[seat] = [card for card in hand if faces[card].color != color]
    changed(state, seat, len(hand))


@kind("top")
def flipped(state: State, event: Event) -> None:
    """Both piles and all hands are turned over."""
    state.side = 1 - state.side
    state.discard.reverse()
    state.draw.reverse()
    state.before, state.color = state.color, state.top.color
    state.buried = len(state.discard) - 1


@kind("seat", "cards")
def roulette(state: State, event: Event) -> None:
    """Cards are turned up until the color shows; the player who named it takes them."""
    _, seat, cards = event
    pick_up(state, seat, len(cards))


@kind("seat", "other")
def swapped(state: State, event: Event) -> None:
    _, seat, other = event
    hands = state.hands
    sizes = len(hands[seat]), len(hands[other])
    hands[seat], hands[other] = hands[other], hands[seat]
    changed(state, seat, sizes[0])
    changed(state, other, sizes[1])


@kind("direction")
def passed_hands(state: State, event: Event) -> None:
    """Every hand goes to the next player in the direction of play."""
    seats = list(state.around())
    given = [state.hands[seat] for seat in seats]
    for seat, hand in zip(seats, given[-1:] + given[:-1], strict=True):
        before = len(state.hands[seat])
        state.hands[seat] = hand
        changed(state, seat, before)


@kind("seat")
def knocked_out(state: State, event: Event) -> None:
    """Mercy: a hand that is too large is set aside, and its owner is out of the round."""
    _, seat = event
    state.out[seat] = state.points(seat)
    state.aside += state.hands[seat]
    state.hands[seat] = []
    grew(state, seat)


# --- the call


@kind("seat")
def declared(state: State, event: Event) -> None:
    _, seat = event
    state.declared.add(seat)
    state.windows.pop(seat, None)


@kind("accuser", "seat")
def accused(state: State, event: Event) -> None:
    """A missed call was caught."""
    state.windows.pop(event[2], None)


@kind("accuser", "seat")
def false_accusation(state: State, event: Event) -> None:
    pass
