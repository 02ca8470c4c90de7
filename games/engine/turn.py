"""The turn graph: the order of play.

A turn is a walk through this graph. An `Ask` waits for a move, whose verb is the name of the next edge. A `Do` runs the
function of its name in steps.py or rounds.py, which applies events and returns the name of the next edge. The walk ends
at the next `Ask`; the name of that node is stored with the state.

The player asked is always the one whose turn it is. `ANYTIME` has the moves that are possible out of turn; a call
usually ends in ``back``, after which the game still waits at the same node.

Read GRAPH from top to bottom. Nothing else decides what comes next.
"""

from typing import NamedTuple

from . import (
    events,
    rounds,  # noqa: F401  # its steps
)
from .moves import Move
from .offers import DECLARE
from .state import LATEST, NO_OFFER, State, checked_time
from .steps import STEPS, Step
from .windows import still_open

NO_MOVE = Move("pass")
"""The move of a walk that no move has started, such as the first deal."""


class Ask(NamedTuple):
    """Wait for a decision. The edges are named after the verbs that answer it."""

    decision: str
    edges: dict[str, str]


class Do(NamedTuple):
    """Run a step. With one edge it is an effect, with several an automatic check."""

    edges: dict[str, str]
    step: str = ""
    """The name of the step, if it differs from the name of the node."""


CARD = {
    "number": "next",
    "plain": "next",
    "skip": "skip",
    "reverse": "reverse",
    "everyone": "skip_everyone",
    "draw": "attack",
    "wild": "wild_color",
    "wild_draw": "note_bluff",
    "reverse_draw": "turn_back",
    "roulette": "roulette_turn",
    "discard_all": "discard_all",
    "flip": "flip",
    "shuffle_hands": "shuffle_hands",
    "custom": "custom_color",
    "seven": "choose_player",
    "zero": "pass_hands",
    "skip_two": "skip_two",
    "targeted": "choose_target",
}

SEVERAL = {edge: CARD[edge] for edge in ("number", "skip", "reverse", "everyone", "draw", "flip", "seven", "zero")}
"""The effects of cards that may be played together in one move."""

GRAPH: dict[str, Ask | Do] = {
    # A turn: play, draw, or pass when there is nothing to draw.
    "turn": Ask("turn", {"play": "place", "draw": "draw", "pass": "pass"}),
    "draw": Do({"ask": "keep_or_play", "forced": "play_drawn", "done": "next", "out": "next"}),
    "keep_or_play": Ask("keep_or_play", {"play": "place", "draw": "draw", "keep": "keep"}),
    "keep": Do({"next": "next"}),
    "pass": Do({"next": "next", "blocked": "end_round"}),
    "next": Do({"turn": "turn", "alone": "end_round", "blocked": "end_round"}),
    "stay": Do({"turn": "turn", "out": "next", "alone": "end_round", "blocked": "end_round"}),
    # A card is played and takes effect.
    "place": Do({"last": "last_card", "deflect": "deflect", "more": "add_more"} | CARD),
    "add_more": Ask("add_more", {"add": "add", "done": "done"}),
    "add": Do({"last": "last_card", "more": "add_more"} | SEVERAL),
    "done": Do(SEVERAL),
    "play_drawn": Do(CARD),
    "skip": Do({"next": "next"}),
    "reverse": Do({"next": "next", "skip": "skip"}),
    "skip_everyone": Do({"stay": "stay"}),
    "discard_all": Do({"last": "last_card", "next": "next"}),
    "flip": Do({"colored": "next", "wild": "flip_color"}),
    "flip_color": Ask("choose_color", {"color": "set_flip_color"}),
    "set_flip_color": Do({"then": "next"}, "set_color"),
    "choose_player": Ask("choose_player", {"swap": "swap"}),
    "swap": Do({"next": "next", "again": "choose_player"}),
    "choose_target": Ask("choose_target", {"target": "target"}),
    "target": Do({"next": "next", "skip": "skip"}),
    "pass_hands": Do({"next": "next"}),
    # Wilds.
    "wild_color": Ask("choose_color", {"color": "set_wild_color"}),
    "set_wild_color": Do({"then": "next"}, "set_color"),
    "shuffle_hands": Do({"ask": "wild_color"}),
    "custom_color": Ask("choose_color", {"color": "set_custom_color"}),
    "set_custom_color": Do({"then": "custom"}, "set_color"),
    "custom": Do({"draw_one": "others_draw", "again": "stay", "skip_two": "skip_two", "peek": "peek"}),
    "others_draw": Do({"next": "next"}),
    "skip_two": Do({"next": "next"}),
    "peek": Do({"next": "next"}),
    "roulette_turn": Do({"ask": "roulette_color"}),
    "roulette_color": Ask("roulette_color", {"color": "spin"}),
    "spin": Do({"next": "next"}),
    # Draw cards, and the answers to them.
    "turn_back": Do({"then": "note_bluff"}),
    "note_bluff": Do({"then": "attack_color"}),
    "attack_color": Ask("choose_color", {"color": "set_attack_color"}),
    "set_attack_color": Do({"then": "attack"}, "set_color"),
    "attack": Do({"answer": "respond", "none": "pay"}),
    "deflect": Do({"answer": "respond"}),
    "respond": Ask("respond", {"stack": "place", "challenge": "challenge", "accept": "pay"}),
    "pay": Do({"loses_turn": "next", "plays": "stay"}),
    "challenge": Do({"guilty": "bluffer_draws", "innocent": "challenger_draws"}),
    "bluffer_draws": Do({"stay": "stay"}),
    "challenger_draws": Do({"next": "next"}),
    # The end of a round and of a match.
    "last_card": Do({"won": "end_round", "draw": "last_draw", "color": "last_color"}),
    "last_color": Ask("choose_color", {"color": "set_last_color"}),
    "set_last_color": Do({"then": "last_draw"}, "set_color"),
    "last_draw": Do({"won": "end_round"}),
    "end_round": Do({"match": "end_match", "pause": "between_rounds", "round": "deal"}),
    "between_rounds": Ask("between_rounds", {"continue": "agree"}),
    "agree": Do({"back": "back", "all": "deal"}),
    "end_match": Do({"over": "over"}),
    "over": Ask("over", {}),
    # A new round and its first card.
    "deal": Do({"first": "first_card"}),
    "first_card": Do(
        {"plain": "next", "skip": "skip", "reverse": "first_reverse", "draw": "first_draw", "color": "first_turn"}
    ),
    "first_reverse": Do({"stay": "stay"}),
    "first_draw": Do({"pay": "pay"}),
    "first_turn": Do({"ask": "first_color"}),
    "first_color": Ask("first_color", {"color": "set_first_color"}),
    "set_first_color": Do({"then": "stay"}, "set_color"),
    # Moves out of turn.
    "declare": Do({"back": "back"}),
    "accuse": Do({"back": "back", "gone": "forfeit", "alone": "end_round"}),
    "jump_in": Do({"place": "place"}),
    # A card that does not fit, where that costs cards.
    "misplay": Do({"back": "back", "gone": "forfeit", "alone": "end_round"}),
    "forfeit": Do({"next": "next"}),
}

ANYTIME = {"declare": "declare", "accuse": "accuse", "jump": "jump_in"}

ASKS = {name: node for name, node in GRAPH.items() if isinstance(node, Ask)}


# --- walking

NOT_TOLD = ("turn", "over", "back")
"""Nodes without an event `asked`: earlier events imply it, or the game still waits at the same node."""


class LinkedNode:
    """A node with links: its step, if it is a `Do`, and the node that each edge leads to.

    Following links takes 2 % less time than looking up names.
    """

    __slots__ = ("asked", "edges", "step")

    def __init__(self, step: Step | None, asked: str):
        self.step, self.asked = step, asked
        self.edges: dict[str, LinkedNode] = {}


def _link() -> dict[str, LinkedNode]:
    nodes = {name: LinkedNode(None, "") for name in NOT_TOLD} | {
        name: LinkedNode(STEPS[node.step or name], "") if isinstance(node, Do) else LinkedNode(None, name)
        for name, node in GRAPH.items()
        if name not in NOT_TOLD
    }
    for name, node in GRAPH.items():
        nodes[name].edges = {edge: nodes[end] for edge, end in node.edges.items()}
    return nodes


LINKED = _link()

ANSWERS = {name: {verb: LINKED[end] for verb, end in (node.edges | ANYTIME).items()} for name, node in ASKS.items()}
"""For each `Ask`, the node that each verb leads to."""


def walk(state: State, node: LinkedNode, seat: int, move: Move, now: float) -> None:
    """Update the time for an accepted move, then follow the graph from a node to the next decision."""
    if now > state.now:
        state.now = now if type(now) is float and now < LATEST else checked_time(now)
    state.offer = NO_OFFER
    if not move.is_call:
        state.actions += 1
    if state.windows:
        state.windows = still_open(state, None if move.is_call else seat)
    while step := node.step:
        node = node.edges[step(state, seat, move)]
    if node.asked:
        events.asked(state, node.asked)


@events.kind
@events.hidden(events.hide_from_all)
def acted(state: State, seat: int, is_a_call: bool, now: float) -> None:
    """Record an accepted move whose events follow, so that a log can be replayed from its events."""
    walk(state, LINKED["back"], seat, DECLARE if is_a_call else NO_MOVE, now)
    state.news.append(("acted", seat, is_a_call, now))
