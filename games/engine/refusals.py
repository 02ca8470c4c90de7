"""Why a move is not allowed, in a sentence for the player.

The reasons are looked for in a fixed order, and the first one found is told:

    taking part   is this one of the players, and still in the round?
    round         is there anything left to play?
    priority      is it theirs to act now?
    cost          do they have what the move takes?
    legality      do the rules allow it?
    target        is the color or the player one that can be named?
"""

from collections.abc import Callable, Iterator, Mapping

from .cards import Face
from .moves import ANSWER_VERBS, Move
from .offers import DRAW, legal, may_stack
from .state import State
from .turn import ANYTIME, GRAPH
from .windows import has_lapsed

STAGES = ("taking part", "round", "priority", "cost", "legality", "target")


class Refused(Exception):
    """A move that is not allowed. It changed nothing.

    >>> refused = Refused("priority", "not_your_turn", "Not your turn – {name} is choosing a color.", 2)
    >>> refused.stage, refused.code, refused.sentence
    ('priority', 'not_your_turn', 'Not your turn – seat 2 is choosing a color.')
    >>> refused.told(["Ann", "Bob", "Cleo"])
    'Not your turn – Cleo is choosing a color.'
    """

    def __init__(self, stage: str, code: str, text: str, seat: int = -1):
        self.stage, self.code, self.text, self.seat = stage, code, text, seat
        super().__init__(self.sentence)

    @property
    def sentence(self) -> str:
        return self.text.replace("{name}", f"seat {self.seat}")

    def told(self, names: list[str]) -> str:
        """The sentence with the players' names."""
        name = names[self.seat] if 0 <= self.seat < len(names) else ""
        return self.text.replace("{name}", name)


DOING = {
    "turn": "is on turn",
    "keep_or_play": "is deciding about a drawn card",
    "respond": "is answering a draw card",
    "choose_player": "is choosing a player",
}
FIRST = {
    "turn": "It is your turn: play a card or draw.",
    "keep_or_play": "Decide about what you have drawn first.",
    "respond": "Answer the draw card first.",
    "choose_player": "Choose a player to swap with first.",
}

Reason = tuple[str, str, str] | tuple[str, str, str, int]


def refusal(state: State, seat: int, move: Move) -> Refused:
    """Why this move is not offered to this seat."""
    return Refused(*next(_reasons(state, seat, move)))


def refuse_late_call(state: State, seat: int, move: Move, now: float) -> None:
    """A missed call cannot be caught or repaired once the window for it has closed."""
    owner = move.seat if move.verb == "accuse" else seat
    opened, answered = state.windows.get(owner, (now, False))
    if answered and has_lapsed(state, opened, now):
        raise Refused("priority", "too_late", "Too late – the play has gone on.")


def refuse_a_further_move(state: State, move: Move, round_is_over: bool) -> None:
    """What stands in a list after another move must belong to the same round; an answer must be asked for."""
    if round_is_over:
        raise Refused("round", "round_over", "The round is over before all of this can be done.")
    if move.verb in ANSWER_VERBS and move.verb not in GRAPH[state.node].edges:
        raise Refused("target", "not_asked", f"Nothing asks for “{move}” here.")


def _reasons(state: State, seat: int, move: Move) -> Iterator[Reason]:
    if seat not in range(state.seats):
        yield "taking part", "not_taking_part", "You are not taking part in this game."
    elif seat in state.out:
        yield "taking part", "knocked_out", "You are out until the next round."
    elif state.is_over:
        yield "round", "match_over", "The match is over."
    else:
        yield from _priority(state, seat, move)
        yield from COSTS[move.verb](state, seat, move)
        yield from LEGALITY.get(move.verb, _costs_nothing)(state, seat, move)


# --- priority


def _priority(state: State, seat: int, move: Move) -> Iterator[Reason]:
    if move.verb == "jump":
        yield from _priority_of_a_jump(state, seat)
    elif move.verb in ANYTIME:
        return
    elif seat != state.turn:
        yield "priority", "not_your_turn", f"Not your turn – {{name}} {_doing(state)}.", state.turn
    elif move.verb not in GRAPH[state.node].edges and not (move.verb == "pass" and state.node == "keep_or_play"):
        yield "priority", "decide_first", FIRST.get(state.node, "Choose a color first.")


def _priority_of_a_jump(state: State, seat: int) -> Iterator[Reason]:
    if seat == state.turn:
        yield "priority", "your_turn", "It is your turn: there is no need to jump in."
    elif state.node != "turn":
        yield "priority", "decision_pending", f"Too late to jump in – {{name}} {_doing(state)}.", state.turn


def _doing(state: State) -> str:
    return DOING.get(state.node, "is choosing a color")


# --- cost


def _holds_it(state: State, seat: int, move: Move) -> Iterator[Reason]:
    if state.deck.find(state.hands[seat], move.card, state.side) is None:
        face = state.deck.printed[state.side].get(move.card)
        yield "cost", "card_not_held", f"You do not hold {a(face.name)}." if face else "There is no such card."


def _can_draw(state: State, seat: int, move: Move) -> Iterator[Reason]:
    if move.amount < 1:
        yield "cost", "amount", "Draw at least one card."
    if not state.can_draw():
        yield "cost", "nothing_to_draw", "There is nothing left to draw."


def _has_drawn(state: State, seat: int, move: Move) -> Iterator[Reason]:
    yield "cost", "draw_first", "Draw a card before you pass."


def _has_few_cards(state: State, seat: int, move: Move) -> Iterator[Reason]:
    if len(state.hands[seat]) > 2:
        yield "cost", "too_many_cards", "You can only call with two cards or one."


def _costs_nothing(state: State, seat: int, move: Move) -> Iterator[Reason]:
    return iter(())


Check = Callable[[State, int, Move], Iterator[Reason]]
COSTS: Mapping[str, Check] = {
    "play": _holds_it,
    "stack": _holds_it,
    "jump": _holds_it,
    "draw": _can_draw,
    "pass": _has_drawn,
    "keep": _has_drawn,
    "declare": _has_few_cards,
} | dict.fromkeys(("accuse", "color", "swap", "challenge", "accept"), _costs_nothing)


# --- legality and target


def _play_fits(state: State, seat: int, move: Move) -> Iterator[Reason]:
    face = state.deck.printed[state.side][move.card]
    if move not in state.top.takes[state.color].values():
        yield "legality", "does_not_fit", f"{a(face.name, 'A')} does not fit – it takes {what_fits(state)}."
    elif state.node == "keep_or_play" and state.rules.drawn_play == "forbidden":
        yield "legality", "drawn_is_kept", "Who has drawn plays nothing in this turn."
    elif state.node == "keep_or_play" and not _may_play_after_drawing(state, face):
        yield "legality", "only_drawn", "After drawing you may only play what you have drawn."
    else:
        yield _bluff(state, face)


def _may_play_after_drawing(state: State, face: Face) -> bool:
    return state.rules.after_draw == "hand" or state.deck.find(state.drawn, face.text, state.side) is not None


def _bluff(state: State, face: Face) -> Reason:
    hold = f"hold no {state.color} card" if state.rules.challenge_test == "color" else "can play nothing else"
    return "legality", "no_bluff", f"{a(face.name, 'A')} may only be played when you {hold}."


def a(name: str, article: str = "a") -> str:
    """A name with its article; among all that is printed on cards, an orange card and an 8 need another one.

    >>> a("orange 5"), a("red Skip", "A")
    ('an orange 5', 'A red Skip')
    """
    return f"{article}n {name}" if name.startswith(("o", "8")) else f"{article} {name}"


def what_fits(state: State) -> str:
    """What may lie on the top card, in words.

    >>> from games.engine.notation import read_position
    >>> what_fits(read_position("Official | R7 / B1 | 0 clockwise red | | RS"))
    'a red card, a Skip or a wild'
    """
    top = state.top
    symbol = "" if top.is_wild else f", {a(top.title)}"
    return f"{a(f'{state.color} card')}{symbol} or a wild"


def _draw_allowed(state: State, seat: int, move: Move) -> Iterator[Reason]:
    if state.node == "keep_or_play" and state.rules.draw != "free":
        yield "legality", "drawn_already", "You have drawn already: play what you drew, or keep it."
    if DRAW not in legal(state, seat):
        yield "legality", "must_play", "You can play, so you may not draw."
    yield "legality", "amount", "You cannot draw that many cards here."


def _stack_fits(state: State, seat: int, move: Move) -> Iterator[Reason]:
    face = state.deck.printed[state.side][move.card]
    if state.rules.stacking == "off":
        yield "legality", "no_stacking", "Draw cards cannot be answered with draw cards here."
    if not may_stack(state.rules, face, state.top):
        yield "legality", "does_not_stack", f"{a(face.name, 'A')} is no answer to {a(state.top.name)} here."
    yield _bluff(state, face)


def _jump_fits(state: State, seat: int, move: Move) -> Iterator[Reason]:
    if not state.rules.jump_in:
        yield "legality", "no_jump_in", "Nobody plays out of turn here."
    yield "legality", "not_identical", f"Only {a(state.top.name)} could jump in now, and a wild never does."


def _may_challenge(state: State, seat: int, move: Move) -> Iterator[Reason]:
    yield "legality", "no_challenge", "This card cannot be challenged."


def _may_declare(state: State, seat: int, move: Move) -> Iterator[Reason]:
    if state.rules.uno_call != "manual":
        yield "legality", "no_calls", "Nobody needs to call here."
    if seat in state.declared:
        yield "legality", "declared_already", "You have called already."
    yield "legality", "no_call_now", "You can call when you are about to play your second-last card."


def _may_accuse(state: State, seat: int, move: Move) -> Iterator[Reason]:
    if state.rules.uno_call != "manual":
        yield "legality", "no_calls", "Nobody needs to call here."
    if move.seat == seat:
        yield "target", "yourself", "You cannot catch yourself."
    if move.seat not in state.active():
        yield "target", "no_such_player", "There is no such player in this round."
    yield "legality", "nothing_to_catch", "{name} has nothing to be caught for.", move.seat


def _color_named(state: State, seat: int, move: Move) -> Iterator[Reason]:
    colors = ", ".join(state.deck.colors[state.side])
    yield "target", "no_such_color", f"The color must be one of {colors}."


def _opponent_named(state: State, seat: int, move: Move) -> Iterator[Reason]:
    yield "target", "no_such_player", "Choose another player who is still in the round."


LEGALITY: dict[str, Check] = {
    "play": _play_fits,
    "stack": _stack_fits,
    "jump": _jump_fits,
    "draw": _draw_allowed,
    "challenge": _may_challenge,
    "declare": _may_declare,
    "accuse": _may_accuse,
    "color": _color_named,
    "swap": _opponent_named,
}
"""What is left once it is theirs to act and they have what it takes. Keeping, passing and accepting always are."""
