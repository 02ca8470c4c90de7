"""What happens at each node of the turn graph.

A step is called with the state, the seat that moved and its move. It applies events and returns the name of an edge;
only turn.py knows where that edge leads.
"""

from collections.abc import Callable

from . import events
from .cards import Face
from .drawing import pay_off, take, take_until, take_until_color
from .moves import Move
from .offers import addable, fits, is_bluff, is_deflecting, may_be_answered, playable
from .rules import Rules
from .state import State

Step = Callable[[State, int, Move], str]
STEPS: dict[str, Step] = {}

ACTIONS_IN_A_ROUND = 2000


def step(function: Step) -> Step:
    STEPS[function.__name__.removesuffix("_")] = function
    return function


# --- turns


@step
def next_(state: State, seat: int, move: Move) -> str:
    following = (state.turn + state.direction) % state.seats
    if state.out:  # without this shortcut, which nearly every move takes, `bench engine` plays 4 % fewer moves
        if state.is_alone():
            return "alone"
        following = state.after(state.turn)
    if state.actions >= ACTIONS_IN_A_ROUND:
        return "blocked"
    events.turn(state, following)
    return "turn"


@step
def stay(state: State, seat: int, move: Move) -> str:
    if state.is_alone():
        return "alone"
    if state.turn in state.out:
        return "out"
    if state.actions >= ACTIONS_IN_A_ROUND:
        return "blocked"
    events.turn(state, state.turn)
    return "turn"


@step
def draw(state: State, seat: int, move: Move) -> str:
    rules = state.rules
    if rules.draw == "until_playable":
        draw_until_playable(state, seat)
    else:
        take(state, seat, move.amount, events.drew)
    if seat in state.out:
        return "out"
    if rules.drawn_play == "forced" and playable(state, seat, state.drawn):
        return "forced"
    asks = rules.drawn_play == "optional" or rules.draw == "free"
    if asks or (rules.after_draw == "hand" and playable(state, seat, state.hands[seat])):
        return "ask"
    return "done"


def draw_until_playable(state: State, seat: int) -> None:
    take_until(state, seat, lambda card: fits(state, seat, card), events.drew)


@step
def keep(state: State, seat: int, move: Move) -> str:
    events.kept(state, seat)
    return "next"


@step
def pass_(state: State, seat: int, move: Move) -> str:
    events.passed(state, seat)
    return "blocked" if state.passes >= state.left() else "next"


# --- a card lands on the pile


@step
def place(state: State, seat: int, move: Move) -> str:
    """Put a card on the pile and return its effect, or let its player add others."""
    events.played(state, seat, move.card)
    left = len(state.hands[seat])
    if left < 2:
        if not left:
            return "last"
        call_by_itself(state)
    if state.rules.has_more_landings and (edge := other_landing(state, seat)):
        return edge
    return effect(state.rules, state.top)


def other_landing(state: State, seat: int) -> str:
    """Return the edge of a card that deflects a penalty, or to which others can be added; otherwise nothing."""
    if is_deflecting(state, state.top):
        return "deflect"
    return "more" if addable(state, seat) else ""


@step
def add(state: State, seat: int, move: Move) -> str:
    events.added(state, seat)
    return place(state, seat, move)


@step
def play_drawn(state: State, seat: int, move: Move) -> str:
    drawn = playable(state, seat, state.drawn)[0]
    events.force_draw_play(state, seat, drawn.card)
    edge = place(state, seat, drawn)
    return effect(state.rules, state.top) if edge == "more" else edge  # the rules play it alone


@step
def done(state: State, seat: int, move: Move) -> str:
    events.stopped(state, seat)
    return effect(state.rules, state.top)


def effect(rules: Rules, face: Face) -> str:
    """Return the effect of a face under these rules."""
    if rules.exchanges and face.effect == "number":
        return rules.exchanges.get(face.symbol, "number")
    return face.effect


def call_by_itself(state: State) -> None:
    """Call for every player with one card, if the rules say so."""
    if state.rules.uno_call == "auto":
        for seat in state.active():
            if len(state.hands[seat]) == 1 and seat not in state.declared:
                events.declared(state, seat)


@step
def skip(state: State, seat: int, move: Move) -> str:
    events.skipped(state, state.after(state.turn))
    if state.added:
        skip_players(state, min(state.added, state.left() - 2))
    return "next"


def skip_players(state: State, number: int) -> None:
    for _ in range(number):
        events.skipped(state, state.after(state.turn))


@step
def reverse(state: State, seat: int, move: Move) -> str:
    events.reversed_(state, -state.direction)
    for _ in range(state.added):
        events.reversed_(state, -state.direction)
    return "skip" if state.left() == 2 and state.rules.two_player_reverse == "skip" else "next"


@step
def skip_everyone(state: State, seat: int, move: Move) -> str:
    events.everyone_skipped(state, state.turn)
    return "stay"


@step
def discard_all(state: State, seat: int, move: Move) -> str:
    faces = state.deck.faces[state.side]
    cards = [card for card in state.hands[seat] if faces[card].color == state.color]
    if cards:
        events.discarded_all(state, seat, state.deck.show(cards, state.side))
        call_by_itself(state)
    return "next" if state.hands[seat] else "last"


@step
def flip(state: State, seat: int, move: Move) -> str:
    for _ in range(1 + state.added):
        turned = state.deck.faces[1 - state.side][state.discard[0]]
        events.flipped(state, turned.text)
    return "wild" if state.top.is_wild else "colored"


@step
def swap(state: State, seat: int, move: Move) -> str:
    others = state.added if state.rules.several == "identical" else 0
    events.swapped(state, seat, move.seat)
    call_by_itself(state)
    return "again" if others else "next"


@step
def target(state: State, seat: int, move: Move) -> str:
    """Let the chosen player draw. Only the next player loses their turn by it."""
    is_next = move.seat == state.after(seat)
    take(state, move.seat, state.top.amount)
    return "skip" if is_next and move.seat not in state.out else "next"


@step
def pass_hands(state: State, seat: int, move: Move) -> str:
    for _ in range(1 + state.added):
        events.passed_hands(state, state.direction)
    call_by_itself(state)
    return "next"


@step
def shuffle_hands(state: State, seat: int, move: Move) -> str:
    """Gather all hands, shuffle them, and deal them out one by one, from the next player on."""
    cards = state.dice().shuffle(card for hand in state.hands for card in hand)
    order = [*list(state.around())[1:], seat]
    dealt = {owner: tuple(cards[number :: len(order)]) for number, owner in enumerate(order)}
    events.shuffled_hands(state, tuple(dealt.get(owner, ()) for owner in range(state.seats)))
    call_by_itself(state)
    return "ask"


# --- wilds


@step
def set_color(state: State, seat: int, move: Move) -> str:
    """Set the chosen color. Several nodes share this step."""
    events.wild(state, seat, move.color)
    return "then"


@step
def roulette_turn(state: State, seat: int, move: Move) -> str:
    events.turn(state, state.after(state.turn))
    return "ask"


@step
def spin(state: State, seat: int, move: Move) -> str:
    events.wild(state, seat, move.color)
    take_until_color(state, seat, events.roulette)
    return "next"


@step
def custom(state: State, seat: int, move: Move) -> str:
    return state.rules.custom_card


@step
def others_draw(state: State, seat: int, move: Move) -> str:
    for other in list(state.around())[1:]:
        take(state, other, 1)
    return "next"


@step
def skip_two(state: State, seat: int, move: Move) -> str:
    skip_players(state, min(2, state.left() - 1))
    return "next"


@step
def peek(state: State, seat: int, move: Move) -> str:
    victim = state.after(seat)
    events.showed(state, victim, seat, state.faces(victim))
    return "next"


# --- draw cards


@step
def turn_back(state: State, seat: int, move: Move) -> str:
    events.reversed_(state, -state.direction)
    return "then"


@step
def note_bluff(state: State, seat: int, move: Move) -> str:
    if state.rules.wild_draw == "challenge":
        under = state.deck.faces[state.side][state.discard[-2]]
        is_forced = move.verb == "draw"  # the rules play the drawn card
        guilty = not is_forced and is_bluff(state, state.hands[seat], under, state.before)
        events.noted(state, guilty, state.faces(seat))
    return "then"


@step
def attack(state: State, seat: int, move: Move) -> str:
    face = state.top
    attacker = state.turn
    victim = attacker if state.left() == 2 and face.effect == "reverse_draw" else state.after(attacker)
    aim = events.wild_draw if face.is_wild else events.attacked
    aim(state, victim, face.amount * (1 + state.added))
    return "answer" if may_be_answered(state.rules, face, victim != attacker) else "none"


@step
def deflect(state: State, seat: int, move: Move) -> str:
    deflect_card(state, state.turn)
    return "answer"


def deflect_card(state: State, seat: int) -> None:
    """Send the penalty on: a Reverse turns the direction and hits the attacker, a Skip the next player. So does the
    Reverse of a player whose own card has hit them."""
    attacker = state.attacker
    if state.top.effect == "reverse":
        events.reversed_(state, -state.direction)
        if attacker is not None and attacker != seat and attacker not in state.out:
            events.deflected(state, seat, attacker)
            return
    events.deflected(state, seat, state.after(seat))


@step
def pay(state: State, seat: int, move: Move) -> str:
    pay_off(state, state.turn, state.debt, state.until)
    return "loses_turn" if state.rules.draw_skips_victim else "plays"


@step
def challenge(state: State, seat: int, move: Move) -> str:
    bluffer = state.attacker
    assert bluffer is not None  # noqa: S101  # a challenge follows an attack
    color = state.before if state.rules.challenge_test == "color" else None
    events.showed(state, bluffer, seat, state.proof)
    if state.bluff:
        events.challenge_won(state, seat, bluffer, color)
        return "guilty"
    events.challenge_lost(state, seat, bluffer, color)
    return "innocent"


@step
def bluffer_draws(state: State, seat: int, move: Move) -> str:
    """Let the bluffer draw for their own card, and the challenger for the chain before it."""
    number, until = state.top.penalty
    assert state.attacker is not None  # noqa: S101  # a challenge follows an attack
    pay_off(state, state.attacker, number, until)
    pay_off(state, seat, state.debt - number, state.until - until)
    return "stay"


@step
def challenger_draws(state: State, seat: int, move: Move) -> str:
    pay_off(state, seat, state.debt, state.until)
    take(state, seat, state.rules.challenge_extra)
    return "next"


# --- out of turn


@step
def declare(state: State, seat: int, move: Move) -> str:
    events.declared(state, seat)
    return "back"


@step
def accuse(state: State, seat: int, move: Move) -> str:
    rules = state.rules
    if move.seat in state.windows:
        events.accused(state, seat, move.seat)
        take(state, move.seat, rules.uno_penalty)
    else:
        events.false_accusation(state, seat, move.seat)
        take(state, seat, rules.false_accuse_penalty)
    return after_penalty(state)


@step
def misplay(state: State, seat: int, move: Move) -> str:
    events.misplayed(state, seat, move.card)
    take(state, seat, state.rules.misplay_penalty)
    return after_penalty(state)


def after_penalty(state: State) -> str:
    if state.is_alone():
        return "alone"
    return "gone" if state.turn in state.out else "back"


@step
def forfeit(state: State, seat: int, move: Move) -> str:
    """Continue without a player who is out: a missing color becomes the first of the side."""
    if state.color is None:
        events.wild(state, state.turn, state.deck.colors[state.side][0])
    return "next"


@step
def jump_in(state: State, seat: int, move: Move) -> str:
    events.jumped_in(state, seat)
    return "place"
