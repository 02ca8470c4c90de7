"""The turn graph: its names and its edges, and that the tests use every edge."""

from random import Random
from typing import Any

import pytest

from games.engine import State, expire
from games.engine import turn as rulebook
from games.engine.offers import OFFERS
from games.engine.refusals import COSTS, LEGALITY
from games.engine.state import NO_OFFER, Window
from games.engine.steps import STEPS
from games.engine.turn import ANSWERS, ANYTIME, ASKS, GRAPH, Ask, Do
from tests.engine.playing import check, play_moves, random_entries, random_start, table

GOES_BACK = "back"


def test_every_step_has_a_node_and_every_node_that_does_something_has_a_step() -> None:
    used = {node.step or name for name, node in GRAPH.items() if isinstance(node, Do)}
    assert used == set(STEPS)


def test_every_edge_leads_to_a_node() -> None:
    ends = {target for node in GRAPH.values() for target in node.edges.values()}
    assert ends <= set(GRAPH) | {GOES_BACK}
    assert set(ANYTIME.values()) <= set(GRAPH)


def test_every_node_can_be_reached() -> None:
    reached, todo = set(), ["deal", "turn", "misplay", *ANYTIME.values()]
    while todo:
        name = todo.pop()
        if name not in reached and name != GOES_BACK:
            reached.add(name)
            todo += GRAPH[name].edges.values()
    assert reached == set(GRAPH)


def test_every_decision_has_moves_and_all_moves_have_a_decision() -> None:
    assert set(OFFERS) == set(ASKS) == set(ANSWERS)


def test_every_verb_of_the_graph_has_a_cost() -> None:
    verbs = {verb for edges in ANSWERS.values() for verb in edges}
    assert verbs == set(COSTS)
    assert set(LEGALITY) < verbs


def test_decisions_are_known_by_name() -> None:
    assert {node.decision for node in GRAPH.values() if isinstance(node, Ask)} == {
        "turn", "keep_or_play", "add_more", "choose_color", "choose_player", "choose_target", "respond", "roulette_color", "first_color",
        "between_rounds", "over",
    }  # fmt: skip


# --- coverage of the edges


class RecordedEdges(dict[str, Any]):
    """The edges of a node; records which of them are used."""

    def __init__(self, name: str, edges: Any, used_edges: Any) -> None:
        super().__init__(edges)
        self.name, self.used_edges = name, used_edges

    def __getitem__(self, edge: Any) -> Any:
        self.used_edges.add((self.name, edge))
        return super().__getitem__(edge)


def all_edges() -> Any:
    return {(name, edge) for name, node in GRAPH.items() if isinstance(node, Do) for edge in node.edges} | {
        (name, verb) for name, edges in ANSWERS.items() for verb in edges if name != "over" and is_possible(name, verb)
    }


def is_possible(name: str, verb: Any) -> Any:
    """Jumping in is possible only before the player has acted in the turn; between rounds there is nothing to call."""
    if name == "between_rounds":
        return verb == "continue"
    return verb != "jump" or name == "turn"


@pytest.fixture
def used_edges(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the edges that were used while the test ran, by replacing the tables of the turn graph."""
    edges: set[tuple[str, str]] = set()
    for name, node in rulebook.LINKED.items():
        monkeypatch.setattr(node, "edges", RecordedEdges(name, node.edges, edges))
    for name, answers in ANSWERS.items():
        monkeypatch.setitem(rulebook.ANSWERS, name, RecordedEdges(name, answers, edges))
    return edges


def rare_positions() -> None:
    """Return positions that random games hardly ever reach."""
    blocked = table("RE R8 / B3 B4", "R1", deck="no_mercy")
    blocked.actions = 1999
    play_moves(blocked, "0 play RE")
    play_moves(table("B9 B8 / B3 B4", "R1", pile=""), "0 pass", "1 pass")
    late = table("R9 R8 / B3 B4", "R1")
    late.actions = 1999
    play_moves(late, "0 play R9")
    forced = table("B9 B8 / B3 B4", "R1", pile="RA", deck="no_mercy", drawn_play="forced")
    play_moves(forced, "0 draw")
    play_moves(table("RA R2 / B3 B4", "R1", deck="no_mercy"), "0 play RA")
    zero = table("B9 B8 / B3 B4", "R1", pile="R0", drawn_play="forced", zero="pass")
    play_moves(zero, "0 draw")
    for pile, options in (("RE", {"deck": "no_mercy"}), *((card, {"deck": "classic_112"}) for card in ("WH", "WX"))):
        play_moves(table("B9 B8 / B3 B4", "R1", pile=pile, drawn_play="forced", **options), "0 draw")
    light = table("G5|O7 G6|P5 / B5|P9 B5|P9", "R1|P3 R2|OR", pile="RF|P8", deck="flip", drawn_play="forced")
    play_moves(light, "0 draw")
    for chosen in ("draw_one", "again", "skip_two", "peek"):
        custom = table("WX G1 G2 / B3 B4", "R1", deck="classic_112", custom_card=chosen)
        play_moves(custom, "0 play WX", "0 color red")
    play_moves(table("WH G1 G2 / B3 B4", "R1", deck="classic_112"), "0 play WH")
    wrong = table("B9 B8 / B3 B4", "R1", hints=False, misplay_penalty=2)
    play_moves(wrong, "0 play B9")
    for hands in ("B9 B8 B7 / B3 B4 / Y7 Y8", "B9 B8 B7 / B3 B4"):
        out = table(hands, "R1", hints=False, misplay_penalty=4, mercy_limit=10, deck="no_mercy")
        out.draw = ["G4"] * 20
        play_moves(out, "0 play B9", "0 play B9")
    void = table("WD6 R2 / G1 G2 G3 / Y1 Y2", "R1", deck="no_mercy", mercy_limit=10, uno_penalty=9)
    void.draw = ["R4"] * 20
    play_moves(void, "0 play WD6", "1 accuse 0")
    last = table("WD6 R2 / G1 G2 G3", "R1", deck="no_mercy", mercy_limit=10, uno_penalty=9, score_limit="one_round")
    last.draw = ["R4"] * 20
    play_moves(last, "0 play WD6", "1 accuse 0")
    color = table("Y6|WDC / G5|O7 YR|W / Y5|T8", "B2|O8", deck="flip", side=1, false_accuse_penalty=1)
    play_moves(color, "0 play WDC", "1 accuse 2", "0 color pink")
    for sign in ("R5", "RS", "RR", "RD", "RE", "R7", "R0"):
        for end in ("add", "done"):
            same = table(
                f"{sign} {sign} G1 G2 / B3 B4", "R1", deck="no_mercy", several="identical", seven="swap", zero="pass"
            )
            play_moves(same, f"0 play {sign}", f"0 {end} {sign}" if end == "add" else "0 done")
    for card in ("KW", "KS2", "KT2"):
        wild = table(f"{card} KW KW / KW KW / KW KW", "KW", deck="all_wild", pile="KW KW KW KW")
        play_moves(wild, f"0 play {card}", *["0 target 1"] * (card == "KT2"))
        forced = table("KR KR / KW KW", "KW", pile=f"KW {card}", deck="all_wild", drawn_play="forced")
        play_moves(forced, "0 draw")
    for end in ("add RF", "done"):
        flips = table("RF|P8 RF|U3 G6|P5 G5|O7 / B5|P9 B5|P9", "R1|P3 R2|OR", deck="flip", several="identical")
        play_moves(flips, "0 play RF", f"0 {end}")


def check_calls_at_every_decision() -> None:
    """Seat 2 has one card and has not called: seat 1 accuses during every kind of decision. Then seat 2 calls."""
    for verb in ("2 declare", "1 accuse 2"):
        for state in one_position_per_decision():
            state.windows = {2: Window(0.0, answered=False)}
            state.offer = NO_OFFER
            play_moves(state, verb)
            check_waits(state)


def one_position_per_decision() -> list[State]:
    """Return one position for each kind of decision."""
    waiting = [table("W G2 G3 / B7 B1 B2 / Y7", "R1")]
    play_moves(waiting[0], "0 play W")
    positions: list[tuple[str, list[str], dict[str, Any]]] = [
        ("R8 G2 G3", [], {}),
        ("R8 G2 G3", ["0 draw"], {}),
        ("R7 G2 G3", ["0 play R7"], {"seven": "swap", "zero": "pass"}),
        ("WD4 G2 G3", ["0 play WD4"], {}),
        ("WD4 G2 G3", ["0 play WD4", "0 color red"], {}),
        ("WC G2 G3", ["0 play WC"], {"deck": "no_mercy"}),
        ("WX G2 G3", ["0 play WX"], {"deck": "classic_112"}),
    ]
    for hand, moves, options in positions:
        state = table(f"{hand} / B7 B1 B2 / Y7", "R1", **options)
        play_moves(state, *moves)
        waiting.append(state)
    flip = table("BF|U6 Y2|T1 B1|UE / G5|O7 G9|OD5 G2|TE / Y7|O2", "RS|W B9|O5", deck="flip")
    play_moves(flip, "0 play BF")
    dark = table("Y6|WDC / G5|O7 YR|W G2|TE / Y7|O2", "B2|O8", deck="flip", side=1)
    play_moves(dark, "0 play WDC")
    first = table("R8 G2 G3 / B7 B1 B2 / Y7", "R1")
    first.node, first.color = "first_color", None
    return [*waiting, flip, dark, first]


def check_waits(state: State) -> None:
    assert state.node in ASKS
    assert expire(state, state.now + 25.0)


@pytest.mark.no_cover
def test_every_edge_of_the_graph_is_used(used_edges: Any) -> None:
    for seed in range(150):
        rng = Random(seed)
        state = random_start(rng, **({"score_limit": "one_round"} if seed % 3 == 0 else {}))
        for _ in random_entries(state, rng, 220):
            check(state)
    rare_positions()
    check_calls_at_every_decision()
    assert all_edges() - used_edges == set()
    assert used_edges - all_edges() == set()
