"""Why a move is not allowed: a stage, a code and facts. The sentences for players are in `games.wording.refusals`.

The stages are checked in this order, and the first reason found is given:

    taking part   are they a player who is still in the round?
    round         does the round go on?
    priority      is it their turn to act?
    cost          do they have what the move takes?
    legality      do the rules allow it?
    target        can this color or player be chosen?
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from .cards import UNTIL_COLOR, Face
from .errors import EngineError
from .moves import ANSWER_VERBS, Move
from .offers import (
    DRAW,
    MOST_FREE_DRAWS,
    answers,
    cards_to_draw,
    last_draw_card,
    legal,
    may_be_played_last,
)
from .state import Event, State, Window, checked_time
from .turn import ANYTIME, ASKS
from .windows import accusable_from, has_lapsed

STAGES = ("taking part", "round", "priority", "cost", "legality", "target")


class Refused(EngineError):
    """A move that is not allowed. It changed nothing.

    A fact called `seat` is another player's seat; `card` and `top` are faces.

    >>> refused = Refused("priority", "not_your_turn", seat=2, decision="choose_color")
    >>> refused.stage, refused.code, refused.facts["seat"]
    ('priority', 'not_your_turn', 2)
    """

    def __init__(self, stage: str, code: str, **facts: object):
        self.stage = stage
        super().__init__(code, **facts)


def refusal(state: State, seat: int, move: Move) -> Refused:
    """Return why this move is not offered to this seat."""
    return next(_reasons(state, seat, move))


def refuse_untimely_call(state: State, seat: int, move: Move, now: float) -> None:
    """Refuse a call that comes too late, and an accusation that comes too late or too early."""
    now = checked_time(now)
    owner = move.seat if move.verb == "accuse" else seat
    opened, answered, _ = state.windows.get(owner, Window(now, False))
    if answered and has_lapsed(state, opened, now):
        raise Refused("priority", "too_late")
    if move.verb == "accuse" and owner in state.windows:
        refuse_in_head_start(state, owner, now)


def refuse_in_head_start(state: State, owner: int, now: float, delay: float = 0.0) -> None:
    """Refuse an accusation in the head start of a player whose connection has this delay."""
    if now < accusable_from(state, owner, delay):
        raise Refused("priority", "too_early", seat=owner)


def refuse_a_further_move(state: State, before: State, move: Move) -> None:
    """Refuse a later move in a list that began with the state `before`.

    The round may have ended, the move may answer a question that was not asked, or accuse a player who could not have
    called before.
    """
    if state.has_round_ended or state.round != before.round:
        raise Refused("round", "round_over")
    if move.verb in ANSWER_VERBS and move.verb not in ASKS[state.node].edges:
        raise Refused("target", "not_asked", move=move)
    if move.verb == "accuse" and _opened(state, move.seat) != _opened(before, move.seat):
        raise Refused("priority", "too_early", seat=move.seat)


UNCOVERING = {
    "drew", "roulette", "showed", "challenge_won", "challenge_lost", "flipped", "passed_hands", "swapped",
    "shuffled_hands",
}  # fmt: skip
WITH_A_QUESTION = {"swapped", "shuffled_hands"}
"""What uncovers cards and may lead to a question whatever the cards are."""


def uncovered(state: State, seat: int, happened: Iterable[Event]) -> set[str]:
    """Return the kinds of those events that show a seat what it could not know: cards, or how many come until a
    color."""
    until_color = state.top.amount == UNTIL_COLOR
    kinds = {event[0] for event in happened if event[0] in UNCOVERING}
    if any(event[0] == "force_draw" and (event[1] == seat or until_color) for event in happened):
        kinds.add("force_draw")
    return kinds


def refuse_hindsight(kinds: set[str], move: Move) -> None:
    """Refuse a move that follows, in one list, what has uncovered cards. Whether it is allowed may depend on them; a
    list is played whole or not at all, so a list that is refused would show them for nothing."""
    if kinds and not (move.verb in ANSWER_VERBS and kinds <= WITH_A_QUESTION):
        raise Refused("priority", "not_seen_yet", move=move)


def _opened(state: State, seat: int) -> float | None:
    return state.windows[seat].opened if seat in state.windows else None


def _reasons(state: State, seat: int, move: Move) -> Iterator[Refused]:
    if seat not in range(state.seats):
        yield Refused("taking part", "not_taking_part")
    elif seat in state.gone:
        yield Refused("taking part", "eliminated")
    elif seat in state.out:
        yield Refused("taking part", "knocked_out")
    elif state.is_over:
        yield Refused("round", "match_over")
    elif state.is_paused:
        if move.verb == "continue":
            yield Refused("round", "agreed_already")
        yield Refused("round", "between_rounds")
    elif move.verb == "continue":
        yield Refused("round", "round_goes_on")
    else:
        yield from _priority(state, seat, move)
        yield from COSTS[move.verb](state, seat, move)
        yield from LEGALITY.get(move.verb, _costs_nothing)(state, seat, move)


# --- priority


def _priority(state: State, seat: int, move: Move) -> Iterator[Refused]:
    if move.verb == "jump":
        yield from _priority_of_a_jump(state, seat)
    elif move.verb in ANYTIME:
        return
    elif seat != state.turn:
        yield Refused("priority", "not_your_turn", seat=state.turn, decision=_decision(state))
    elif move.verb not in ASKS[state.node].edges and not (move.verb == "pass" and state.node == "keep_or_play"):
        yield Refused("priority", "decide_first", decision=_decision(state))


def _priority_of_a_jump(state: State, seat: int) -> Iterator[Refused]:
    if seat == state.turn:
        yield Refused("priority", "your_turn")
    elif state.node != "turn":
        yield Refused("priority", "decision_pending", seat=state.turn, decision=_decision(state))


def _decision(state: State) -> str:
    return ASKS[state.node].decision


# --- cost


def _holds_it(state: State, seat: int, move: Move) -> Iterator[Refused]:
    if state.deck.find(state.hands[seat], move.card, state.side) is None:
        face = state.deck.printed[state.side].get(move.card)
        yield Refused("cost", "card_not_held", reason="not_held" if face else "no_such_card", card=face)


def _can_draw(state: State, seat: int, move: Move) -> Iterator[Refused]:
    if move.amount < 1:
        yield Refused("cost", "amount", reason="none")
    if not state.can_draw():
        yield Refused("cost", "nothing_to_draw")


def _has_drawn(state: State, seat: int, move: Move) -> Iterator[Refused]:
    if state.can_draw():
        yield Refused("cost", "draw_first")


def _has_few_cards(state: State, seat: int, move: Move) -> Iterator[Refused]:
    if len(state.hands[seat]) > 2:
        yield Refused("cost", "too_many_cards")


def _costs_nothing(state: State, seat: int, move: Move) -> Iterator[Refused]:
    return iter(())


Check = Callable[[State, int, Move], Iterator[Refused]]
COSTS: Mapping[str, Check] = {
    "play": _holds_it,
    "stack": _holds_it,
    "jump": _holds_it,
    "add": _holds_it,
    "draw": _can_draw,
    "pass": _has_drawn,
    "keep": _has_drawn,
    "declare": _has_few_cards,
} | dict.fromkeys(("accuse", "color", "swap", "target", "challenge", "accept", "continue", "done"), _costs_nothing)


# --- legality and target


def _play_fits(state: State, seat: int, move: Move) -> Iterator[Refused]:
    face, top = state.deck.printed[state.side][move.card], state.top
    if move not in top.takes[state.color].values():
        reason = "on_a_wild" if top.is_wild else "on_a_symbol"
        yield Refused("legality", "does_not_fit", reason=reason, card=face, top=top, color=state.color)
    elif state.node == "keep_or_play" and state.rules.drawn_play == "forbidden":
        yield Refused("legality", "drawn_is_kept")
    elif state.node == "keep_or_play" and not _may_play_after_drawing(state, face):
        yield Refused("legality", "only_drawn")
    elif not may_be_played_last(state, seat, move):
        yield _not_as_last(state, face)
    else:
        yield _bluff(state, face)


def _may_play_after_drawing(state: State, face: Face) -> bool:
    return state.rules.after_draw == "hand" or state.deck.find(state.drawn, face.text, state.side) is not None


def _not_as_last(state: State, face: Face) -> Refused:
    return Refused("legality", "not_as_last", reason=state.rules.finish_on, card=face)


def _bluff(state: State, face: Face) -> Refused:
    return Refused("legality", "no_bluff", reason=state.rules.challenge_test, card=face, color=state.color)


def _draw_allowed(state: State, seat: int, move: Move) -> Iterator[Refused]:
    if state.node == "keep_or_play" and state.rules.draw != "free":
        yield Refused("legality", "drawn_already")
    if state.rules.draw == "free" and move.amount > cards_to_draw(state):
        yield Refused("legality", "amount", reason="limit", count=MOST_FREE_DRAWS)
    if DRAW not in legal(state, seat):
        yield Refused("legality", "must_play", reason="draw")
    yield Refused("legality", "amount", reason="too_many")


def _must_play(state: State, seat: int, move: Move) -> Iterator[Refused]:
    yield Refused("legality", "must_play", reason="pass")


def _stack_fits(state: State, seat: int, move: Move) -> Iterator[Refused]:
    face = state.deck.printed[state.side][move.card]
    if state.rules.stacking == "off" and face.draws:
        yield Refused("legality", "no_stacking")
    if not answers(state, face):
        yield Refused("legality", "does_not_stack", card=face, top=last_draw_card(state))
    if not may_be_played_last(state, seat, move):
        yield _not_as_last(state, face)
    yield _bluff(state, face)


def _jump_fits(state: State, seat: int, move: Move) -> Iterator[Refused]:
    if not state.rules.jump_in:
        yield Refused("legality", "no_jump_in")
    face = state.deck.printed[state.side][move.card]
    if face.text == state.top.text and not may_be_played_last(state, seat, move):
        yield _not_as_last(state, face)
    yield Refused("legality", "not_identical", reason="on_a_wild" if state.top.is_wild else "another", top=state.top)


def _addition_fits(state: State, seat: int, move: Move) -> Iterator[Refused]:
    face = state.deck.printed[state.side][move.card]
    yield Refused("legality", "not_equal", reason=state.rules.several, card=face, top=state.top)


def _may_challenge(state: State, seat: int, move: Move) -> Iterator[Refused]:
    yield Refused("legality", "no_challenge")


def _may_declare(state: State, seat: int, move: Move) -> Iterator[Refused]:
    if not state.rules.has_calls:
        yield Refused("legality", "no_calls")
    if seat in state.declared:
        yield Refused("legality", "declared_already")
    if seat in state.windows:
        yield Refused("legality", "call_before")
    yield Refused("legality", "no_call_now")


def _may_accuse(state: State, seat: int, move: Move) -> Iterator[Refused]:
    if not state.rules.has_calls:
        yield Refused("legality", "no_calls")
    if move.seat == seat:
        yield Refused("target", "yourself")
    if move.seat not in state.active():
        yield Refused("target", "no_such_player", reason="accuse")
    if (seat, move.seat) in state.accusations:
        yield Refused("legality", "already_accused", seat=move.seat)
    yield Refused("legality", "nothing_to_catch", seat=move.seat)


def _color_named(state: State, seat: int, move: Move) -> Iterator[Refused]:
    yield Refused("target", "no_such_color", colors=state.deck.colors[state.side])


def _opponent_named(state: State, seat: int, move: Move) -> Iterator[Refused]:
    yield Refused("target", "no_such_player", reason="swap")


LEGALITY: dict[str, Check] = {
    "play": _play_fits,
    "stack": _stack_fits,
    "jump": _jump_fits,
    "add": _addition_fits,
    "draw": _draw_allowed,
    "pass": _must_play,
    "challenge": _may_challenge,
    "declare": _may_declare,
    "accuse": _may_accuse,
    "color": _color_named,
    "swap": _opponent_named,
    "target": _opponent_named,
}
"""The checks of legality and target. Keeping and accepting have none."""
