"""The steps that end a round, score it, and deal the next one."""

from . import events
from .cards import UNTIL_COLOR, Face
from .drawing import pay_off
from .moves import Move
from .rules import Rules
from .shuffling import Dice
from .state import Cards, State
from .steps import call_by_itself, deflect_card, step

# --- the end of a round


@step
def last_card(state: State, seat: int, move: Move) -> str:
    return last_card_effect(state.rules, state.top, is_deflecting=bool(state.debt or state.until))


def last_card_effect(rules: Rules, face: Face, is_deflecting: bool = False) -> str:
    """Return the effect of a last card: it wins or, under `final_draw_counts`, makes the next player draw first."""
    if not (rules.final_draw_counts and (face.draws or is_deflecting)):
        return "won"
    return "color" if face.amount == UNTIL_COLOR else "draw"


@step
def last_draw(state: State, seat: int, move: Move) -> str:
    """Let the next player draw for a last card and its chain. They may not answer it."""
    face, winner = state.top, state.turn
    if face.draws:
        if face.effect == "reverse_draw":
            events.reversed_(state, -state.direction)
        aim = events.wild_draw if face.is_wild else events.attacked
        aim(state, state.after(winner), face.amount * (1 + state.added))
    else:
        deflect_card(state, winner)
    pay_off(state, state.turn, state.debt, state.until)
    return "won"


@step
def end_round(state: State, seat: int, move: Move) -> str:
    winner = round_winner(state)
    points = round_points(state, winner)
    events.round_won(state, winner, points, tuple(state.faces(seat) for seat in range(state.seats)))
    if state.rules.score_limit == "elimination":
        events.eliminated(state, round_loser(state, winner))
    if is_match_over(state):
        return "match"
    return "pause" if state.rules.pause else "round"


def round_winner(state: State) -> int:
    """Return who went out, or the last player left, or in a blocked round the first in turn order with the lowest
    hand."""
    order = list(state.around())
    empty = [seat for seat in order if not state.hands[seat]]
    return empty[0] if empty else min(order, key=state.points)


def round_loser(state: State, winner: int) -> int:
    """Return who had the most points in hand, then the most cards; of several, the first after the winner."""
    after = [(winner + state.direction * n) % state.seats for n in range(1, state.seats)]
    others = [seat for seat in after if seat not in state.gone]
    return max(others, key=lambda seat: (state.out.get(seat, state.points(seat)), len(state.hands[seat])))


def round_points(state: State, winner: int) -> tuple[int, ...]:
    """Return the points of each seat. Partners get the same."""
    rules, seats = state.rules, range(state.seats)
    left = [state.points(seat) for seat in seats]
    knocked_out = {seat: points for seat, points in state.out.items() if seat not in state.gone}
    if rules.scoring == "lowest_total":
        costs = [
            left[seat] + (knocked_out[seat] + rules.knockout_bonus if seat in knocked_out else 0) for seat in seats
        ]
        return tuple(sum(costs[seat] for seat in seats if rules.team(seat) == rules.team(mine)) for mine in seats)
    others = [seat for seat in seats if rules.team(seat) != rules.team(winner)]
    gain = sum(left[seat] + rules.knockout_bonus * (seat in knocked_out) for seat in others)
    return tuple(0 if seat in others else gain for seat in seats)


def is_match_over(state: State) -> bool:
    limit = state.rules.score_limit
    if limit == "elimination":
        return len(state.in_match()) == 1
    return limit == "one_round" or (limit != "unlimited" and max(state.scores) >= int(limit))


@step
def end_match(state: State, seat: int, move: Move) -> str:
    """Let the last player in the match win, or the best total. Ties go to the winner of the last round, then to the
    lower seat."""
    sign = 1 if state.rules.scoring == "lowest_total" else -1
    best = min(state.in_match(), key=lambda seat: (sign * state.scores[seat], seat != state.winner, seat))
    events.match_won(state, best)
    return "over"


def ranks(state: State) -> tuple[int, ...]:
    """Return the place of each seat in a match that is over: 1 for the winner and their partners. Seats that are even
    share a place.

    >>> from games.engine.notation import read_position
    >>> state = read_position("Official | R7 / W / R1 R6 / B1 | 3 clockwise red | G1 | R1")
    >>> state.winner, state.scores = 3, [0, 120, 0, 500]
    >>> ranks(state)
    (3, 2, 3, 1)
    """
    results = [_result(state, seat) for seat in range(state.seats)]
    return tuple(1 + sum(other < result for other in results) for result in results)


def _result(state: State, seat: int) -> tuple[int, ...]:
    """Return how well a seat did, the best first: whether they won, who stayed longer, the total, and the last hand."""
    rules, winner = state.rules, state.winner
    if winner is not None and rules.team(seat) == rules.team(winner):
        return (0,)
    stayed = state.gone.index(seat) if seat in state.gone else state.seats
    total = state.scores[seat] if rules.scoring == "lowest_total" else -state.scores[seat]
    partners = [other for other in range(state.seats) if rules.team(other) == rules.team(seat)]
    return 1, -stayed, total, sum(state.out.get(other, state.points(other)) for other in partners)


# --- a new round


@step
def agree(state: State, seat: int, move: Move) -> str:
    events.agreed(state, seat)
    return "all" if len(state.agreed) == len(state.in_match()) else "back"


@step
def deal(state: State, seat: int, move: Move) -> str:
    """Deal a new round. The dealer is the next seat; the first one was chosen, or comes from the source."""
    dice = state.dice(state.round + 1)
    dealer = next_dealer(state) if state.round else first_dealer(state, dice)
    events.dealt(state, *shuffled(state, dealer, dice))
    call_by_itself(state)
    return "first"


def first_dealer(state: State, dice: Dice) -> int:
    return dice.below(state.seats) if isinstance(state.seed, str) else state.dealer


def next_dealer(state: State) -> int:
    following = ((state.dealer + n) % state.seats for n in range(1, state.seats + 1))
    return next(seat for seat in following if seat not in state.gone)


def shuffled(state: State, dealer: int, dice: Dice) -> tuple[str, int, int, tuple[Cards, ...], Cards, str, str | None]:
    """Return the cards after shuffling, dealing and turning over an allowed first card."""
    deck, rules = state.deck, state.rules
    cards = dice.shuffle(deck.cards)
    size = rules.hand_size
    hands = tuple(() if seat in state.gone else tuple(_taken(cards, size)) for seat in range(state.seats))
    pile, top = dice.turn_up(cards, lambda card: may_begin(rules, deck.faces[0][card]))
    face, colors = deck.faces[0][top], deck.colors[0]
    named_later = face.opening == "color" and rules.first_card == "official"
    color = face.color or (None if named_later else colors[dice.below(len(colors))])
    return deck.name, state.round + 1, dealer, hands, tuple(pile), top, color


def _taken(cards: list[str], size: int) -> list[str]:
    """Remove and return the first cards of a pile."""
    taken, cards[:size] = cards[:size], []
    return taken


def may_begin(rules: Rules, face: Face) -> bool:
    """Return whether a card may be the first one of a round."""
    if rules.first_card == "number_only":
        return face.effect == "number"
    return rules.first_card == "no_effect" or face.opening != "again"


@step
def first_card(state: State, seat: int, move: Move) -> str:
    if state.rules.first_card != "official" or state.top.opening == "again":
        return "plain"
    return state.top.opening


@step
def first_reverse(state: State, seat: int, move: Move) -> str:
    events.reversed_(state, -state.direction)
    return "stay"


@step
def first_draw(state: State, seat: int, move: Move) -> str:
    events.attacked(state, state.after(state.turn), state.top.amount)
    return "pay"


@step
def first_turn(state: State, seat: int, move: Move) -> str:
    events.turn(state, state.after(state.turn))
    return "ask"
