"""Turn sequences, drawn: what a card sets off under some rules, as a numbered tree or as a diagram.

Both are computed from GRAPH, the table that plays. In the tree ``-`` marks an effect and ``?`` a decision, which either
a player must answer or the table settles by itself.

>>> print(chart("WD4", Rules.preset("Official")))
Wild Draw Four
 1 - place card
     wild_draw:
     2 - note whether it is a bluff
     3 ? choose_color (a player must answer)
     4 - set color
     5 - next turn, with a draw to answer
     6 ? respond (a player must answer)
         challenge:
         7 ? bluff (settled by the table)
             guilty:
             8 - the bluffer draws
             9 - the same player's turn
             innocent:
            10 - the challenger draws more
            11 - next turn
         accept:
        12 - draw the total
        → 11
     last:
    13 - last card
    14 - the next player draws
    15 - count points
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from games.engine.cards import Deck, Face
from games.engine.offers import EQUAL, may_be_challenged, may_deflect, may_stack
from games.engine.options import WrongRules
from games.engine.rounds import last_card_effect
from games.engine.rules import Rules
from games.engine.state import State
from games.engine.steps import effect
from games.engine.turn import GRAPH, Ask, Do

ENDS = ("next", "stay", "end_round", "turn", "between_rounds", "over")
"""Where the story of a card ends: what comes then belongs to the next turn."""

CHECKS = ("playable", "forced", "allowed")
"""What the table checks inside of one step of the graph. A chart shows these as nodes of their own."""

NODES: dict[str, Ask | Do] = GRAPH | {
    "back": Do({}),
    "draw": Do({"drawn": "playable", "out": "next"}),
    "playable": Do({"yes": "forced", "no": "keep_or_play"}),
    "forced": Do({"yes": "play_drawn", "no": "keep_or_play"}),
    "allowed": Do({"yes": "place", "no": "refused"}),
    "refused": Do({}),
}
"""The graph, with the checks."""

LABELS = {
    "draw": "draw a card",
    "playable": "playable?",
    "forced": "forced?",
    "allowed": "allowed as the last card?",
    "refused": "the card stays in the hand",
    "keep": "keep the drawn card",
    "pass": "pass",
    "next": "next turn",
    "stay": "the same player's turn",
    "place": "place card",
    "add": "place another card",
    "done": "no more cards are added",
    "play_drawn": "place the drawn card",
    "skip": "the next player loses the turn",
    "reverse": "turn the direction",
    "skip_everyone": "everyone else loses the turn",
    "discard_all": "discard all cards of the color",
    "flip": "flip both piles and all hands",
    "set_flip_color": "set color",
    "swap": "swap hands",
    "pass_hands": "pass all hands on",
    "set_wild_color": "set color",
    "roulette_turn": "it is the next player's turn",
    "spin": "turn cards until the color shows and take them",
    "shuffle_hands": "shuffle all hands and deal them again",
    "set_custom_color": "set color",
    "custom": "what the table has chosen",
    "others_draw": "all others draw a card",
    "target": "the chosen player draws",
    "skip_two": "two players are skipped",
    "peek": "look at the next player's hand",
    "turn_back": "turn the direction",
    "note_bluff": "note whether it is a bluff",
    "set_attack_color": "set color",
    "deflect": "the penalty goes on to another player",
    "attack": "next turn, with a draw to answer",
    "pay": "draw the total",
    "challenge": "bluff",
    "bluffer_draws": "the bluffer draws",
    "challenger_draws": "the challenger draws more",
    "last_card": "last card",
    "set_last_color": "set color",
    "last_draw": "the next player draws",
    "end_round": "count points",
    "end_match": "end the match",
    "agree": "a player agrees to go on",
    "deal": "deal",
    "first_card": "first card",
    "first_reverse": "turn the direction",
    "first_draw": "the first player has to draw",
    "first_turn": "the first player's turn",
    "set_first_color": "set color",
    "declare": "call",
    "accuse": "a missed call",
    "jump_in": "it is the turn of who jumps in",
    "misplay": "the card is taken back, and the player draws",
    "forfeit": "what was asked is void",
    "back": "go on where the game waited",
}
"""What happens at each node that is not a decision."""


@dataclass
class Node:
    """One node of a tree, with its number and where it leads; a number instead of a node leads back to that one."""

    number: int
    name: str
    ways: "list[tuple[str, Node | int]]"

    @property
    def is_decision(self) -> bool:
        return isinstance(NODES[self.name], Ask) or self.has_branches

    @property
    def has_branches(self) -> bool:
        return len(self.ways) > 1 or self.name in CHECKS

    @property
    def words(self) -> str:
        entry = NODES[self.name]
        if isinstance(entry, Ask):
            return f"{entry.decision} (a player must answer)"
        label = LABELS[self.name]
        return f"{label} (settled by the table)" if self.is_decision and self.name != "place" else label


def chart(what: str, rules: Rules, state: State | None = None) -> str:
    """The tree of a card, or of a node of the graph such as ``turn``; with a state it says where the game stands."""
    title, tree = _tree(what, rules)
    here = state.node if state else None
    return "\n".join([title, *_lines(tree, 0, here)])


def stand(state: State) -> str:
    """The tree that a running game is in, with the place where it waits.

    >>> from games.engine.notation import read_position
    >>> print(stand(read_position("House | R7 GS / W B2 | 1 clockwise red | G1 | R1")).splitlines()[1])
     1 ? turn (a player must answer)   ◀ the game waits here
    """
    what = "turn" if state.node in ("turn", "keep_or_play", "over") else state.top.text
    if state.node == "first_color":
        what = "first_card"
    elif state.node == "between_rounds":
        what = "end_round"
    elif state.node == "flip_color":  # the card that was played lies at the bottom now
        what = "flip"
    return chart(what, state.rules, state)


def mermaid(what: str, rules: Rules) -> str:
    """The same as a Mermaid flowchart.

    >>> print(mermaid("skip", Rules()).splitlines()[1])
        n1{"place card"}
    """
    _, tree = _tree(what, rules)
    return "\n".join(["flowchart TD", *_boxes(tree), *_arrows(tree)])


def cards_to_chart(rules: Rules) -> list[str]:
    """One card of each symbol of the deck, in the first color of its side."""
    first: dict[str, str] = {}
    for side in rules.cards.printed:
        for text, face in side.items():
            first.setdefault(_symbol_name(face), text)
    return list(first.values())


# --- growing a tree


def _tree(what: str, rules: Rules) -> tuple[str, Node]:
    face = _find(what, rules.cards)
    if face is None and what in GRAPH:
        return what, _grow(what, rules, None, {})
    if face is None:
        known = dict.fromkeys(_symbol_name(face) for side in rules.cards.printed for face in side.values())
        raise WrongRules("no_card", deck=rules.deck, card=what[:40], cards=tuple(known))
    start = "place" if rules.finish_on == "any" else "allowed"
    return face.title, _grow(start, rules, face, {})


def _symbol_name(face: Face) -> str:
    """A card by its symbol alone, as it may be asked for: ``wild_draw_four``, ``skip``, ``7``."""
    return face.title.lower().replace(" ", "_")


def _find(what: str, deck: Deck) -> Face | None:
    """A card by its text or by its symbol alone."""
    for side in deck.printed:
        for text, face in side.items():
            if what == text or what.lower().replace(" ", "_").replace("-", "_") == _symbol_name(face):
                return face
    return None


def _grow(name: str, rules: Rules, face: Face | None, seen: dict[str, int]) -> Node:
    seen[name] = len(seen) + 1
    node = Node(seen[name], name, [])
    if name not in ENDS or len(seen) == 1:
        for edge, target in _ways(name, rules, face):
            node.ways.append((edge, seen.get(target) or _grow(target, rules, face, seen)))
    return node


def _ways(name: str, rules: Rules, face: Face | None) -> list[tuple[str, str]]:
    """The edges that a card can take under the rules. The end of the round comes last: it is the rare one."""
    can = POSSIBLE.get(name)
    edges = dict(NODES[name].edges)
    if rules.wild_draw != "challenge" and "note_bluff" in edges.values():
        edges = {edge: "attack_color" if target == "note_bluff" else target for edge, target in edges.items()}
    if rules.finish_on != "any" and name != "allowed":
        edges = {edge: "allowed" if target == "place" else target for edge, target in edges.items()}
    edges |= _ways_of_check(name, rules)
    taken = [edge for edge in edges if can is None or edge in can(rules, face)]
    return [(edge, edges[edge]) for edge in sorted(taken, key=lambda edge: edge == "last")]


Can = Callable[[Rules, Face | None], set[str]]


def _landing(rules: Rules, face: Face | None) -> set[str]:
    if not face:
        return {"number", "last"}
    deflects = may_deflect(rules, face) or (rules.deflect and face.draws)
    return {effect(rules, face), "last", *["deflect"] * deflects, *["more"] * takes_equals(rules, face)}


def takes_equals(rules: Rules, face: Face) -> bool:
    """Whether others may be played together with a card."""
    return EQUAL[rules.several](face, face)


def _ways_of_check(name: str, rules: Rules) -> dict[str, str]:
    """Where the checks after drawing lead: drawing until a card can be played is a loop."""
    asks = rules.drawn_play == "optional" or rules.draw == "free"
    if name == "playable":
        ends = "keep_or_play" if asks or rules.after_draw == "hand" else "next"
        return {"no": "draw" if rules.draw == "until_playable" else ends}
    if name == "forced":
        return {"no": "keep_or_play" if asks else "next"}
    return {}


def _after_drawing(rules: Rules, _face: Face | None) -> set[str]:
    return {"drawn", *["out"] * bool(rules.mercy_limit)}


def _forced(rules: Rules, _face: Face | None) -> set[str]:
    return {"yes" if rules.drawn_play == "forced" else "no"}


def _answers(rules: Rules, face: Face | None) -> set[str]:
    stacks = rules.lets_answer
    if face and not rules.deflect:
        stacks = any(may_stack(rules, other, face) for side in rules.cards.printed for other in side.values())
    return {"accept", *["stack"] * stacks, *["challenge"] * _challenged(rules, face)}


def _challenged(rules: Rules, face: Face | None) -> bool:
    """Whether a card may be challenged, or any card, where none is named."""
    return may_be_challenged(rules, face) if face else rules.wild_draw == "challenge"


def _attack(rules: Rules, face: Face | None) -> set[str]:
    asked = rules.lets_answer or _challenged(rules, face)
    alone = face is None or (face.effect == "reverse_draw" and not rules.lets_answer)
    return {*["answer"] * asked, *["none"] * (alone or not asked)}


def _drawn(rules: Rules, _face: Face | None) -> set[str]:
    ways = {"keep": True, "draw": rules.draw == "free", "play": rules.drawn_play != "forbidden"}
    return {edge for edge, possible in ways.items() if possible}


def _custom(rules: Rules, _face: Face | None) -> set[str]:
    return {rules.custom_card}


def _reverse(rules: Rules, _face: Face | None) -> set[str]:
    return {"next", "skip"} if rules.two_player_reverse == "skip" else {"next"}


def _paid(rules: Rules, _face: Face | None) -> set[str]:
    return {"loses_turn"} if rules.draw_skips_victim else {"plays"}


def _last(rules: Rules, face: Face | None) -> set[str]:
    return {last_card_effect(rules, face)} if face else {"won"}


def _swapped(rules: Rules, face: Face | None) -> set[str]:
    return {"next", *["again"] * bool(face and rules.several == "identical" and takes_equals(rules, face))}


def _after_round(rules: Rules, _face: Face | None) -> set[str]:
    return {"match", "pause" if rules.pause else "round"}


def _first(rules: Rules, _face: Face | None) -> set[str]:
    return set(GRAPH["first_card"].edges) if rules.first_card == "official" else {"plain"}


POSSIBLE: dict[str, Can] = {
    "place": _landing,
    "add": _landing,
    "done": _landing,
    "play_drawn": _landing,
    "draw": _after_drawing,
    "forced": _forced,
    "keep_or_play": _drawn,
    "attack": _attack,
    "respond": _answers,
    "custom": _custom,
    "reverse": _reverse,
    "pay": _paid,
    "swap": _swapped,
    "last_card": _last,
    "first_card": _first,
    "end_round": _after_round,
}
"""Which edges of a node the rules and the card leave open, where it is not all of them."""


# --- drawing it


def _lines(node: Node, depth: int, here: str | None) -> Iterator[str]:
    mark = "?" if node.is_decision and node.name != "place" else "-"
    place = "   ◀ the game waits here" if node.name == here else ""
    yield f"{'    ' * depth}{node.number:2} {mark} {node.words}{place}"
    for edge, way in node.ways:
        branches = node.has_branches
        if branches:
            yield f"{'    ' * (depth + 1)} {edge}:"
        yield from _way(edge, way, depth + branches, here)


def _way(edge: str, way: Node | int, depth: int, here: str | None) -> Iterator[str]:
    if isinstance(way, int):
        again = ": the same again, with the total" if edge == "stack" else ""
        yield f"{'    ' * depth}→ {way}{again}"
    else:
        yield from _lines(way, depth, here)


def _boxes(node: Node) -> Iterator[str]:
    is_ask = isinstance(NODES[node.name], Ask)
    shape = "([{}])" if is_ask else "{{{}}}" if node.is_decision else "[{}]"
    text = node.words.split(" (")[0]
    yield f"    n{node.number}{shape.format(chr(34) + text + chr(34))}"
    for _, way in node.ways:
        if isinstance(way, Node):
            yield from _boxes(way)


def _arrows(node: Node) -> Iterator[str]:
    for edge, way in node.ways:
        label = f"|{edge}| " if node.has_branches else " "
        yield f"    n{node.number} -->{label}n{way if isinstance(way, int) else way.number}"
        if isinstance(way, Node):
            yield from _arrows(way)
