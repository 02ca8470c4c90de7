"""What a game waits for, as one viewer may know it: the prompt, and the buttons that answer it.

This module chooses the templates; the sentences are in `games.wording.prompts`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine import Move, View
from games.table.cards import FACES
from games.table.hands import VERBS
from games.wording import prompts as wording
from games.wording.cards import with_article
from games.wording.templates import fill

ENDED = "ended"
"""The node of a game that was ended before it was over: nothing can be done in it any more."""
CARD = "{card}"


@dataclass(frozen=True, slots=True)
class Button:
    """A move as it is offered: the text that is sent, the label, and the key that presses it."""

    move: str
    words: str
    key: str = ""
    main: bool = False


KEYS = {"challenge": "h", "accept": "d", "draw": "d", "keep": "k", "done": "s", "pass": "p", "continue": "g"}
MAIN = ("accept", "pass", "continue")


def asked_seat(view: View) -> int | None:
    """Return whose turn it is; None if the game waits for nobody."""
    return None if view.node in wording.NOBODYS_TURN else view.turn


def question(view: View, names: tuple[str, ...]) -> str:
    """Return what the game waits for, in one sentence or a few."""
    if view.node in wording.NOBODYS_TURN:
        has_agreed = view.node == "between_rounds" and view.seat is not None and not view.legal
        return fill(wording.WAITING_FOR_OTHERS if has_agreed else wording.NOBODYS_TURN[view.node])
    if view.turn == view.seat:
        return _asked(view, names)
    waiting = fill(wording.WAITING[view.decision], name=names[view.turn])
    return " ".join(filter(None, [_out(view), waiting, _jump_in(view)]))


def question_to_absent(view: View, names: tuple[str, ...]) -> str:
    """Return what a player reads for whom a bot plays. What the bot has to decide is not put to them."""
    asked = fill(wording.COME_BACK) if asked_seat(view) == view.seat else question(view, names)
    return f"{fill(wording.BOT_PLAYS_FOR_YOU)} {asked}"


def _out(view: View) -> str:
    if view.seat in view.gone:
        return fill(wording.GONE)
    return fill(wording.OUT) if view.seat in view.out else ""


def _jump_in(view: View) -> str:
    card = next((move.card for move in view.legal if move.verb == "jump"), "") if view.rules.hints else ""
    return fill(wording.JUMP_IN, card=with_article(FACES[card].name)) if card else ""


def _asked(view: View, names: tuple[str, ...]) -> str:
    if view.decision == "keep_or_play":
        return _keep_or_play(view)
    if view.decision == "respond":
        return _respond(view, names)
    code = f"turn.{_turn(view)}" if view.decision == "turn" else view.decision
    return fill(wording.ASKED[code], fitting=_fitting(view), card=_equal_card(view), count=FACES[view.top].amount)


def _equal_card(view: View) -> str:
    """What may be added to the card on top, where several may be played in one move."""
    top = FACES[view.top]
    return top.title if view.rules.several == "equal" else top.name


def _turn(view: View) -> str:
    if any(move.verb == "play" for move in view.legal) or not view.rules.hints:
        return "play_or_draw" if may_draw(view) else "play"
    return "draw" if "draw" in view.legal else "pass"


def may_draw(view: View) -> bool:
    """Return whether the page offers to draw. Without hints it always does on a turn where cards are left, because it
    must not say that something in the hand fits."""
    hides_it = not view.rules.hints and view.decision == "turn" and view.turn == view.seat and view.to_draw > 0
    return "draw" in view.legal or hides_it


def on_stock(view: View) -> str:
    """Return the move that a press on the draw pile makes: to draw, or to take the cards of a penalty."""
    if may_draw(view):
        return "draw"
    return "accept" if "accept" in view.legal else ""


def may_declare(view: View) -> bool:
    """Return whether the page offers the call; without hints also when nothing fits."""
    if view.rules.hints or not view.rules.has_calls:
        return "declare" in view.legal
    may_fit = len(view.hand) == 2 and view.decision in VERBS and view.turn == view.seat
    return "declare" in view.legal or (may_fit and view.seat not in view.declared)


def _fitting(view: View) -> str:
    """What fits on the top card. Wilds are only named when there is one in the hand."""
    if view.rules.cards.is_all_wild:
        return fill(wording.FITTING["any"])
    top = FACES[view.top]
    held = [move.card for move in view.legal if move.card] if view.rules.hints else view.hand
    has_wild = any(FACES[text].is_wild for text in held)
    if top.is_wild:
        code = "color_or_wild" if has_wild else "color"
    else:
        code = "color_symbol_or_wild" if has_wild else "color_or_symbol"
    symbol = with_article(top.title).replace(" ", "\N{NO-BREAK SPACE}", 1)
    return fill(wording.FITTING[code], color=view.color, symbol=symbol)


def _keep_or_play(view: View) -> str:
    playable = [move.card for move in view.legal if move.verb == "play"]
    if not view.rules.hints:
        code, card = "any", ""
    elif len(playable) == 1:
        code, card = "it" if view.drawn == tuple(playable) else "card", FACES[playable[0]].name
    else:
        code, card = "any" if playable else "none", ""
    code += "_or_draw" if "draw" in view.legal else ""
    count, newest = len(view.drawn), with_article(FACES[view.drawn[-1]].name)
    return f"{fill(wording.DREW, card=newest, count=count)} {fill(wording.KEEP_OR_PLAY[code], card=card, count=count)}"


def _respond(view: View, names: tuple[str, ...]) -> str:
    happened = _attack(view, names)
    stacks = [FACES[move.card] for move in view.legal if move.verb == "stack"]
    stacks_fit = any(face.draws for face in stacks) if view.rules.hints else view.rules.stacking != "off"
    deflects = any(not face.draws for face in stacks) if view.rules.hints else view.rules.deflect
    possible = {"stack": stacks_fit, "challenge": "challenge" in view.legal}
    answers = "_".join(verb for verb, is_possible in possible.items() if is_possible)
    code, more = _penalty_code(view), view.rules.challenge_extra
    asked = f"{happened} {fill(wording.RESPOND[answers][code], count=view.debt, **_color(view))}"
    if possible["challenge"] and more:
        asked += fill(wording.WRONG[code], count=view.debt + more if code == "number" else more)
    return asked + fill(wording.DEFLECT) * deflects + _mercy(view)


def _mercy(view: View) -> str:
    """The warning that drawing the penalty would knock the player out."""
    limit = view.rules.mercy_limit
    return fill(wording.MERCY, count=limit) if 0 < limit <= len(view.hand) + view.debt else ""


def _attack(view: View, names: tuple[str, ...]) -> str:
    card = with_article(FACES[view.top].name)
    if view.attacker is None:
        return fill(wording.ATTACKED["first_card"], card=card)
    if "challenge" in view.legal and view.before:
        return fill(wording.BLUFF[view.rules.challenge_test], name=names[view.attacker], color=view.before)
    return fill(wording.ATTACKED["player"], name=names[view.attacker], card=card)


def _color(view: View) -> dict[str, object]:
    return {"color": view.color, "a_color": with_article(view.color or "")}


def _penalty_code(view: View) -> str:
    if not view.until:
        return "number"
    return "both" if view.debt else "until"


def penalty(view: View) -> str:
    """Return how many cards are to be drawn."""
    return fill(wording.PENALTY[_penalty_code(view)], count=view.debt, **_color(view))


def why_not(view: View, names: tuple[str, ...]) -> str:
    """Return why a card of the hand that is not offered cannot be played now.

    The placeholder for the card stays, because one sentence serves all cards; the page fills it in."""
    if view.node in wording.NOBODYS_TURN:
        return fill(wording.WHY_NOT[view.node], card=CARD)
    if view.seat in view.out:
        return fill(wording.OUT)
    code = view.decision if view.turn == view.seat else f"not_your_turn.{view.decision}"
    if code == "respond":
        code += _why_no_answer(view)
    return fill(wording.WHY_NOT[code], card=CARD, name=names[view.turn], fitting=_fitting(view))


def _why_no_answer(view: View) -> str:
    if any(move.card for move in view.legal):
        return f".{view.rules.stacking}" if view.rules.stacking != "off" else ""
    return ".challenge" if "challenge" in view.legal else ".accept"


def buttons(view: View) -> tuple[Button, ...]:
    """Return the answers that are not a card, color, player or call: those are given at their own places."""
    is_alone = view.rules.hints and not any(move.card for move in view.legal)
    return tuple(
        Button(move, _words_on(move, view), key, move in MAIN or (is_alone and move != "challenge"))
        for move, key in KEYS.items()
        if move in view.legal or (move == "draw" and may_draw(view))
    )


def _words_on(move: str, view: View) -> str:
    if move == "accept":
        return fill(wording.BUTTONS[f"accept.{_penalty_code(view)}"], count=view.debt, **_color(view))
    code = "draw.again" if move == "draw" and view.drawn else move
    return fill(wording.BUTTONS[code], count=len(view.drawn))


def accusations(view: View) -> list[Move]:
    """Return the moves that catch a player. The button beside the hand makes the first of them."""
    return [move for move in view.legal if move.verb == "accuse"]


def catch_buttons(accused: Sequence[Move], names: tuple[str, ...]) -> tuple[Button, ...]:
    """Return a button for each of these accusations."""
    return tuple(Button(move, fill(wording.BUTTONS["accuse"], name=names[move.seat])) for move in accused)


def title(view: View, names: tuple[str, ...]) -> str:
    """Return the title of the page in the browser."""
    if view.node in wording.NOBODYS_TURN:
        return fill(wording.TITLES[view.node])
    return fill(wording.TITLES["your_turn" if view.turn == view.seat else "waiting"], name=names[view.turn])


def only_answer(view: View) -> str:
    """Return the only answer to a decision, if there is just one. A turn is no decision: drawing is left to players."""
    if view.decision in ("turn", "between_rounds") or not view.rules.hints or asked_seat(view) != view.seat:
        return ""
    answers = [move for move in view.legal if not move.is_call]
    return answers[0] if len(answers) == 1 else ""


def badge(view: View) -> str:
    """Return the penalty as it stands beside the pile, in symbols. A draw card counts while its color is chosen."""
    number, until = FACES[view.top].penalty if view.node == "attack_color" else (0, 0)
    total = view.debt + number
    return f"{f'+{total}' if total else ''}{'+?' if view.until + until else ''}"
