"""What a seat may do now: what is not offered here is not allowed, in whatever words it is said.

Each decision of the turn graph has one function here that lists the answers to it.
"""

from collections.abc import Callable, Iterable
from functools import cache

from .cards import MOST_SEATS, Face
from .moves import Move
from .rules import Rules
from .state import State

DRAW, PASS, KEEP, ACCEPT, CHALLENGE, DECLARE = map(Move, ("draw", "pass", "keep", "accept", "challenge", "declare"))

ACCUSE, SWAP = ([Move(f"{verb} {seat}") for seat in range(MOST_SEATS)] for verb in ("accuse", "swap"))

said = cache(Move)
"""A move by its text, made once. Only for texts of our own: the cache never forgets."""


def legal(state: State, seat: int) -> tuple[Move, ...]:
    """Every move that a seat may make now. Where several cards may be drawn at once, ``draw`` stands for that too.

    >>> from games.engine.notation import read_position
    >>> state = read_position("Official | R7 GS W / YR B2 | 0 clockwise red | G1 G2 | R1")
    >>> legal(state, 0)
    ('play R7', 'play W', 'draw')
    >>> "play GS" in legal(state, 0), legal(state, 1)
    (False, ())
    """
    offer = state.offer
    if offer[0] == seat:
        return offer[1]
    if seat == state.turn:
        moves = OFFERS[state.node](state, seat)
    elif seat in range(state.seats):
        moves = jumps(state, seat)
    else:
        return ()
    if state.windows or len(state.hands[seat]) == 2 or state.rules.false_accuse_penalty:
        moves += calls(state, seat, moves)
    offered = tuple(moves)
    state.offer = seat, offered
    return offered


def playable(state: State, seat: int, cards: Iterable[str]) -> list[Move]:
    """The moves that play one of these cards of a hand, each once."""
    plays = state.top.takes[state.color]
    moves: list[Move] = []
    for card in cards:
        if (move := plays[card]) and move not in moves:
            moves.append(move)
    if state.rules.wild_draw == "enforced":
        moves = honest(state, seat, moves)
    return moves


def honest(state: State, seat: int, moves: list[Move]) -> list[Move]:
    """Without the wild draw cards that would be a bluff."""
    wild_draws = state.deck.wild_draws
    for move in moves:
        if move.card in wild_draws:
            break
    else:
        return moves
    if not is_bluff(state, state.hands[seat], state.top, state.color):
        return moves
    return [move for move in moves if move.card not in wild_draws]


def is_bluff(state: State, hand: Iterable[str], top: Face, color: str | None) -> bool:
    """Whether a wild draw card on this top card and color is a bluff, with these cards in the hand.

    What could have been played instead is a card of the color or, under the test *match*, any card that fits; a plain
    wild always fits, another wild draw card is no way out.
    """
    faces = state.deck.faces[state.side]
    if state.rules.challenge_test == "color":
        return any(faces[card].color == color for card in hand if not faces[card].is_wild)
    plays = top.takes[color]
    return any(plays[card] and not faces[card].is_wild_draw for card in hand)


# --- the answers to each decision


def on_a_turn(state: State, seat: int) -> list[Move]:
    moves = playable(state, seat, state.hands[seat])
    if not (state.draw or state.can_draw()):
        moves.append(PASS)
    elif state.rules.voluntary_draw or not moves:
        moves.append(DRAW)
    return moves


def after_a_draw(state: State, seat: int) -> list[Move]:
    rules = state.rules
    moves: list[Move] = []
    if rules.drawn_play != "forbidden":
        moves = playable(state, seat, state.drawn if rules.after_draw == "drawn" else state.hands[seat])
    if rules.draw == "free" and state.can_draw() and (rules.voluntary_draw or not moves):
        moves.append(DRAW)
    moves.append(KEEP)
    return moves


def to_an_attack(state: State, seat: int) -> list[Move]:
    faces, rules = state.deck.faces[state.side], state.rules
    moves: list[Move] = []
    if rules.stacking != "off":
        cards = [faces[card].text for card in state.hands[seat] if may_stack(rules, faces[card], state.top)]
        moves = [said(f"stack {card}") for card in dict.fromkeys(cards)]
    if rules.wild_draw == "enforced":
        moves = honest(state, seat, moves)
    if may_be_challenged(rules, state.top) and state.attacker not in (seat, *state.out):
        moves.append(CHALLENGE)
    moves.append(ACCEPT)
    return moves


def a_color(state: State, seat: int) -> list[Move]:
    return state.deck.naming[state.side][:]


def an_opponent(state: State, seat: int) -> list[Move]:
    return [SWAP[other] for other in state.active() if other != seat]


def nothing(state: State, seat: int) -> list[Move]:
    return []


OFFERS: dict[str, Callable[[State, int], list[Move]]] = {
    "turn": on_a_turn,
    "keep_or_play": after_a_draw,
    "respond": to_an_attack,
    "choose_player": an_opponent,
    "wild_color": a_color,
    "attack_color": a_color,
    "flip_color": a_color,
    "last_color": a_color,
    "first_color": a_color,
    "roulette_color": a_color,
    "over": nothing,
}


def may_stack(rules: Rules, card: Face, top: Face) -> bool:
    """Whether the rules let a draw card answer the one on top."""
    return card.draws and STACKING[rules.stacking](card, top)


STACKING: dict[str, Callable[[Face, Face], bool]] = {
    "off": lambda _card, _top: False,
    "same": lambda card, top: card.symbol == top.symbol,
    "four_on_two": lambda card, top: card.symbol == top.symbol or (card.is_wild_draw and not top.is_wild),
    "higher": lambda card, top: card.amount >= top.amount,
    "any": lambda _card, _top: True,
}


def may_be_challenged(rules: Rules, top: Face) -> bool:
    return top.is_wild_draw and rules.wild_draw == "challenge"


def may_be_answered(rules: Rules, top: Face, hits_another: bool) -> bool:
    """Return whether the victim of a draw card is asked at all; as their hand does not matter, this reveals nothing."""
    return rules.stacking != "off" or (hits_another and may_be_challenged(rules, top))


def may_draw_several(rules: Rules) -> bool:
    """Whether cards are drawn at will, as many at once as one likes, even past one that could be played."""
    return rules.draw == "free" and rules.voluntary_draw


# --- what may be said out of turn


def jumps(state: State, seat: int) -> list[Move]:
    if not state.rules.jump_in or state.node != "turn":
        return []
    top = state.top
    twin = not top.is_wild and seat not in state.out and state.deck.find(state.hands[seat], top.text, state.side)
    return [said(f"jump {top.text}")] if twin else []


def calls(state: State, seat: int, moves: list[Move]) -> list[Move]:
    """Return the calls that a seat may make: for its own last card, and against players who missed theirs."""
    said_now: list[Move] = []
    cards = len(state.hands[seat])
    if not cards or state.node == "over" or state.rules.uno_call != "manual":
        return said_now
    if state.windows:
        if seat in state.windows:
            said_now.append(DECLARE)
        said_now += [ACCUSE[other] for other in sorted(state.windows) if other != seat]
    if cards == 2 and seat not in state.declared and moves and moves[0].card:
        said_now.append(DECLARE)
    if state.rules.false_accuse_penalty:
        said_now += [ACCUSE[other] for other in range(state.seats) if may_be_innocent(state, other, seat)]
    return said_now


def may_be_innocent(state: State, other: int, seat: int) -> bool:
    return other != seat and len(state.hands[other]) == 1 and other not in state.windows
