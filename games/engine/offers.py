"""List the legal moves of a seat. A move that is not listed here is not allowed.

Each decision of the turn graph has one function here that lists its answers.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache

from .cards import MOST_SEATS, NOTHING, Face
from .moves import Move
from .rules import Rules
from .state import State

DRAW, PASS, KEEP, ACCEPT, CHALLENGE = map(Move, ("draw", "pass", "keep", "accept", "challenge"))
DECLARE, CONTINUE, DONE = map(Move, ("declare", "continue", "done"))

ACCUSE, SWAP, TARGET = ([Move(f"{verb} {seat}") for seat in range(MOST_SEATS)] for verb in ("accuse", "swap", "target"))

cached_move = cache(Move)
"""Return the move with this text from a cache. It never shrinks, so it must not be used for texts of users."""


def legal(state: State, seat: int) -> tuple[Move, ...]:
    """Return all legal moves of a seat. Where several cards may be drawn at once, ``draw`` stands for that too.

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
        moves = agreement(state, seat) if state.is_paused else jumps(state, seat)
    else:
        return ()
    if state.windows or len(state.hands[seat]) == 2 or (state.rules.has_more_calls and has_more_calls(state, moves)):
        moves += calls(state, seat, moves)
    offered = tuple(moves)
    state.offer = seat, offered
    return offered


def playable(state: State, seat: int, cards: Iterable[str]) -> list[Move]:
    """Return the moves that play these cards, without duplicates."""
    plays = state.top.takes[state.color]
    moves: list[Move] = []
    for card in cards:
        if (move := plays[card]) and move not in moves:
            moves.append(move)
    return allowed(state, seat, moves) if state.rules.restricts_plays else moves


def allowed(state: State, seat: int, moves: list[Move]) -> list[Move]:
    """Return the moves without bluffs and last cards that the rules do not allow."""
    if state.rules.wild_draw == "enforced":
        moves = honest(state, seat, moves)
    return moves if state.rules.finish_on == "any" else finishing(state, seat, moves)


def fits(state: State, seat: int, card: str) -> bool:
    """Return whether a card could be played if it is not the last one."""
    move = state.top.takes[state.color][card]
    return move is not None and bool(state.rules.wild_draw != "enforced" or honest(state, seat, [move]))


def finishing(state: State, seat: int, moves: list[Move]) -> list[Move]:
    """Return the moves without those that play a last card which may not be the last."""
    return [move for move in moves if may_be_played_last(state, seat, move)]


def may_be_played_last(state: State, seat: int, move: Move) -> bool:
    hand = state.hands[seat]
    left = all_but(state, hand, move.card) if move in state.deck.discards else len(hand) - 1
    return left > 0 or FINISHES[state.rules.finish_on](state.deck.printed[state.side][move.card])


FINISHES: dict[str, Callable[[Face], bool]] = {
    "any": lambda _card: True,
    "no_wild": lambda card: not card.is_wild,
    "number": lambda card: card.effect == "number",
}
"""Which cards may be played last."""


def honest(state: State, seat: int, moves: list[Move]) -> list[Move]:
    """Return the moves without wild draw cards that would be a bluff."""
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
    """Return whether a wild draw card on this top card and color is a bluff, with these cards in the hand.

    It is a bluff if the player could have played a card of the color instead or, under the test *match*, any card that
    fits without being a wild. Under the test *playable*, a plain wild counts too. Wild draw cards never count.
    """
    faces, test = state.deck.faces[state.side], state.rules.challenge_test
    if test == "color":
        return any(faces[card].color == color for card in hand if not faces[card].is_wild)
    plays = top.takes[color]
    if test == "match":
        return any(plays[card] and not faces[card].is_wild for card in hand)
    return any(plays[card] and not faces[card].is_wild_draw for card in hand)


# --- the answers to each decision


def turn_moves(state: State, seat: int) -> list[Move]:
    moves = playable(state, seat, state.hands[seat])
    if not (state.draw or state.can_draw()):
        if state.rules.voluntary_draw or not moves:
            moves.append(PASS)
    elif state.rules.voluntary_draw or not moves:
        moves.append(DRAW)
    return moves


def moves_after_drawing(state: State, seat: int) -> list[Move]:
    rules = state.rules
    moves: list[Move] = []
    if rules.drawn_play != "forbidden":
        moves = playable(state, seat, state.drawn if rules.after_draw == "drawn" else state.hands[seat])
    if rules.draw == "free" and cards_to_draw(state) and state.can_draw() and (rules.voluntary_draw or not moves):
        moves.append(DRAW)
    moves.append(KEEP)
    return moves


def responses(state: State, seat: int) -> list[Move]:
    faces, rules = state.deck.faces[state.side], state.rules
    moves: list[Move] = []
    if rules.lets_answer:
        cards = [faces[card].text for card in state.hands[seat] if answers(state, faces[card])]
        moves = [cached_move(f"stack {card}") for card in dict.fromkeys(cards)]
    if rules.restricts_plays:
        moves = allowed(state, seat, moves)
    if may_be_challenged(rules, state.top) and state.attacker not in (seat, *state.out):
        moves.append(CHALLENGE)
    moves.append(ACCEPT)
    return moves


def additions(state: State, seat: int) -> list[Move]:
    return [*addable(state, seat), DONE]


def addable(state: State, seat: int) -> list[Move]:
    """Return the moves that play another card together with the one on top."""
    texts = dict.fromkeys(face.text for face in equal_faces(state, seat, state.top, state.added + 1))
    return finishing(state, seat, [cached_move(f"add {text}") for text in texts])


def equal_faces(state: State, seat: int, face: Face, laid: int) -> list[Face]:
    """Return the cards of a hand that may be played in one move with a card. After drawing, they must be drawn too;
    `laid` says how many cards of this move lie on the pile already. A card that deflects a penalty is played alone."""
    if is_deflecting(state, face):
        return []
    fits, printed = EQUAL[state.rules.several], state.deck.printed[state.side]
    hand = state.faces(seat)
    if state.drawn and state.rules.after_draw == "drawn":
        gone = state.discard[len(state.discard) - laid :]
        fresh = Counter(state.deck.show(state.drawn, state.side)) - Counter(state.deck.show(gone, state.side))
        hand = tuple((fresh & Counter(hand)).elements())
    return [printed[text] for text in hand if fits(printed[text], face)]


def is_deflecting(state: State, face: Face) -> bool:
    """Return whether a card that is played now sends a penalty on."""
    return bool(state.debt or state.until) and not face.draws


def is_identical(card: Face, other: Face) -> bool:
    """Return whether two cards have the same color and sign. A Discard All takes the others along anyway."""
    return card.text == other.text and not card.is_wild and card.effect != "discard_all"


EQUAL: dict[str, Callable[[Face, Face], bool]] = {
    "off": lambda _card, _other: False,
    "equal": lambda card, other: card.effect == "number" and card.symbol == other.symbol,
    "identical": is_identical,
}
"""Which cards may be played in one move."""


def colors(state: State, seat: int) -> list[Move]:
    return state.deck.naming[state.side][:]


def swaps(state: State, seat: int) -> list[Move]:
    return [SWAP[other] for other in others(state, seat)]


def targets(state: State, seat: int) -> list[Move]:
    return [TARGET[other] for other in others(state, seat)]


def others(state: State, seat: int) -> list[int]:
    return [other for other in state.active() if other != seat]


def no_moves(state: State, seat: int) -> list[Move]:
    return []


def agreement(state: State, seat: int) -> list[Move]:
    """Between two rounds, every player may agree to go on, in any order."""
    return [CONTINUE] if seat not in state.agreed and seat not in state.gone else []


OFFERS: dict[str, Callable[[State, int], list[Move]]] = {
    "turn": turn_moves,
    "keep_or_play": moves_after_drawing,
    "respond": responses,
    "add_more": additions,
    "choose_player": swaps,
    "choose_target": targets,
    "wild_color": colors,
    "attack_color": colors,
    "custom_color": colors,
    "flip_color": colors,
    "last_color": colors,
    "first_color": colors,
    "roulette_color": colors,
    "between_rounds": agreement,
    "over": no_moves,
}


def answers(state: State, card: Face) -> bool:
    """Return whether a card answers the draw card that was played last: stacked on it, or deflecting it."""
    return may_stack(state.rules, card, last_draw_card(state)) or deflects(state, card)


def may_stack(rules: Rules, card: Face, last: Face) -> bool:
    """Return whether a draw card may be stacked on the last one of a chain."""
    return card.draws and STACKING[rules.stacking](card, last)


def deflects(state: State, card: Face) -> bool:
    """Return whether a card sends a penalty on: a Skip to the next player, a Reverse back to the attacker."""
    return may_deflect(state.rules, card) and card.color == state.color


def may_deflect(rules: Rules, card: Face) -> bool:
    """Return whether a card deflects if it has the color in play."""
    return rules.deflect and card.effect in ("skip", "reverse")


def last_draw_card(state: State) -> Face:
    """Return the last draw card of the chain. Cards that deflected it may lie on it."""
    return state.top if state.top.draws else state.deck.printed[state.side].get(state.attack, NOTHING)


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
    """Return whether the victim of a draw card may answer it. Their hand does not matter, so this reveals nothing."""
    return rules.lets_answer or (hits_another and may_be_challenged(rules, top))


MOST_FREE_DRAWS = 10


def cards_to_draw(state: State) -> int:
    """Return how many more cards a player may draw in this turn where drawing is free; otherwise 0."""
    return max(0, MOST_FREE_DRAWS - len(state.drawn)) if state.rules.draw == "free" else 0


def may_draw_several(rules: Rules) -> bool:
    """Return whether a player may draw several cards at once, even after drawing one that could be played."""
    return rules.draw == "free" and rules.voluntary_draw


# --- moves out of turn


def jumps(state: State, seat: int) -> list[Move]:
    if not state.rules.jump_in or state.node != "turn":
        return []
    top = state.top
    if top.is_wild or seat in state.out or not state.deck.find(state.hands[seat], top.text, state.side):
        return []
    return finishing(state, seat, [cached_move(f"jump {top.text}")])


def has_more_calls(state: State, moves: list[Move]) -> bool:
    """Return whether calls may be possible that do not depend on open windows or on a hand of two cards."""
    return (
        state.rules.false_accuse_penalty > 0
        or state.rules.several != "off"
        or not state.deck.discards.isdisjoint(moves)
    )


def calls(state: State, seat: int, moves: list[Move]) -> list[Move]:
    """Return the calls that a seat may make: for its own last card, and against players who missed theirs."""
    found: list[Move] = []
    cards = len(state.hands[seat])
    if not cards or state.has_round_ended or not state.rules.has_calls:
        return found
    if state.windows:
        if seat in state.windows and may_call_late(state, seat):
            found.append(DECLARE)
        found += [ACCUSE[other] for other in sorted(state.windows) if other != seat]
    if seat not in state.declared and may_leave_one(state, seat, moves):
        found.append(DECLARE)
    if state.rules.false_accuse_penalty:
        found += [ACCUSE[other] for other in range(state.seats) if may_be_innocent(state, other, seat)]
    return found


def may_call_late(state: State, seat: int) -> bool:
    """Return whether a player may still call with one card. Where calls are strict, only one who could not call before
    may: their hand was exchanged, or the rules have played the card that they drew."""
    return state.rules.uno_call != "strict" or not state.windows[seat].by_card


def may_leave_one(state: State, seat: int, moves: list[Move]) -> bool:
    """Return whether one of these moves plays the second-to-last card, or discards all others but one."""
    hand = state.hands[seat]
    if len(hand) == 2:
        return bool(moves and moves[0].card)  # cards are always offered first
    if state.rules.several != "off" and any(leaves_one_with_others(state, seat, move) for move in moves if move.card):
        return True
    return any(all_but(state, hand, move.card) == 1 for move in moves if move in state.deck.discards)


def leaves_one_with_others(state: State, seat: int, move: Move) -> bool:
    """Return whether a card and all that may be played with it leave one card, or none."""
    face = state.deck.printed[state.side][move.card]
    laid = state.added + 1 if state.node == "add_more" else 0
    return len(equal_faces(state, seat, face, laid)) >= len(state.hands[seat]) - 1 > 0


def all_but(state: State, hand: list[str], card: str) -> int:
    """Return how many cards of a hand do not have the color of a card."""
    faces = state.deck.faces[state.side]
    color = state.deck.printed[state.side][card].color
    return sum(faces[held].color != color for held in hand)


def may_be_innocent(state: State, other: int, seat: int) -> bool:
    is_silent = len(state.hands[other]) == 1 and other not in state.windows
    return is_silent and other != seat and (seat, other) not in state.accusations
