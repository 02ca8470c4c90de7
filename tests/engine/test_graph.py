"""The turn graph: its names, its edges, and that the suite walks every one of them."""

from random import Random
from typing import Any

import pytest

from games.engine import State, expire
from games.engine import turn as rulebook
from games.engine.offers import OFFERS
from games.engine.refusals import COSTS, LEGALITY
from games.engine.state import NO_OFFER
from games.engine.steps import STEPS
from games.engine.turn import ANSWERS, ANYTIME, ASKS, GRAPH, Ask, Do
from tests.engine.stage import check, random_start, table, tell, wander

GOES_BACK = "back"


def test_every_step_has_a_node_and_every_node_that_does_something_has_a_step() -> None:
    used = {node.step or name for name, node in GRAPH.items() if isinstance(node, Do)}
    assert used == set(STEPS)


def test_every_edge_leads_to_a_node() -> None:
    ends = {target for node in GRAPH.values() for target in node.edges.values()}
    assert ends <= set(GRAPH) | {GOES_BACK}
    assert set(ANYTIME.values()) <= set(GRAPH)


def test_every_node_can_be_reached() -> None:
    reached, todo = set(), ["deal", "turn", *ANYTIME.values()]
    while todo:
        name = todo.pop()
        if name not in reached and name != GOES_BACK:
            reached.add(name)
            todo += GRAPH[name].edges.values()
    assert reached == set(GRAPH)


def test_every_question_has_an_offer_and_every_offer_a_question() -> None:
    assert set(OFFERS) == set(ASKS) == set(ANSWERS)


def test_every_verb_that_the_graph_knows_has_its_cost() -> None:
    verbs = {verb for edges in ANSWERS.values() for verb in edges}
    assert verbs == set(COSTS)
    assert set(LEGALITY) < verbs


def test_decisions_are_told_by_name() -> None:
    assert {node.decision for node in GRAPH.values() if isinstance(node, Ask)} == {
        "turn", "keep_or_play", "choose_color", "choose_player", "respond", "roulette_color", "first_color", "over",
    }  # fmt: skip


# --- every edge walked


class Watched(dict[str, Any]):
    """The edges of a node, noting which of them are taken."""

    def __init__(self, name: str, edges: Any, walked: Any) -> None:
        super().__init__(edges)
        self.name, self.walked = name, walked

    def __getitem__(self, edge: Any) -> Any:
        self.walked.add((self.name, edge))
        return super().__getitem__(edge)


def all_edges() -> Any:
    return {(name, edge) for name, node in GRAPH.items() if isinstance(node, Do) for edge in node.edges} | {
        (name, verb) for name, edges in ANSWERS.items() for verb in edges if name != "over" and possible(name, verb)
    }


def possible(name: str, verb: Any) -> Any:
    """Jumping in belongs to a fresh turn alone; elsewhere the row of the table is never offered."""
    return verb != "jump" or name == "turn"


@pytest.fixture
def walked(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Records every edge that is taken while a test runs: the tables of the turn graph are replaced by watched ones."""
    edges: set[tuple[str, str]] = set()
    for name, node in rulebook.LINKED.items():
        monkeypatch.setattr(node, "edges", Watched(name, node.edges, edges))
    for name, ways in ANSWERS.items():
        monkeypatch.setitem(rulebook.ANSWERS, name, Watched(name, ways, edges))
    return edges


def rare_positions() -> None:
    """Places that games by chance hardly ever reach."""
    blocked = table("RE R8 / B3 B4", "R1", deck="no_mercy")
    blocked.actions = 1999
    tell(blocked, "0 play RE")
    tell(table("B9 B8 / B3 B4", "R1", pile=""), "0 pass", "1 pass")
    late = table("R9 R8 / B3 B4", "R1")
    late.actions = 1999
    tell(late, "0 play R9")
    accused = table("R9 R8 / B3 B4", "R1")
    tell(accused, "0 play R9")
    accused.actions = 1999
    tell(accused, "1 accuse 0")
    void = table("WD6 R2 / G1 G2 G3 / Y1 Y2", "R1", deck="no_mercy", mercy_limit=10, uno_penalty=9)
    void.draw = ["R4"] * 20
    tell(void, "0 play WD6", "1 accuse 0")
    last = table("WD6 R2 / G1 G2 G3", "R1", deck="no_mercy", mercy_limit=10, uno_penalty=9, score_limit="one_round")
    last.draw = ["R4"] * 20
    tell(last, "0 play WD6", "1 accuse 0")
    color = table("Y6|WDC / G5|O7 YR|W / Y5|T8", "B2|O8", deck="flip", side=1, false_accuse_penalty=1)
    tell(color, "0 play WDC", "1 accuse 2", "0 color pink")


def calls_at_every_question() -> None:
    """Seat 2 holds one card and has not called; seat 1 says so, wherever the game waits. Then seat 2 calls."""
    for verb in ("2 declare", "1 accuse 2"):
        for state in questions():
            state.windows = {2: (0.0, False)}
            state.offer = NO_OFFER
            tell(state, verb)
            check_waits(state)


def questions() -> list[State]:
    """One position for each question that the graph can wait with."""
    waiting = [table("W G2 G3 / B7 B1 B2 / Y7", "R1")]
    tell(waiting[0], "0 play W")
    positions: list[tuple[str, list[str], dict[str, Any]]] = [
        ("R8 G2 G3", [], {}),
        ("R8 G2 G3", ["0 draw"], {}),
        ("R7 G2 G3", ["0 play R7"], {"seven_zero": True}),
        ("WD4 G2 G3", ["0 play WD4"], {}),
        ("WD4 G2 G3", ["0 play WD4", "0 color red"], {}),
        ("WC G2 G3", ["0 play WC"], {"deck": "no_mercy"}),
    ]
    for hand, moves, options in positions:
        state = table(f"{hand} / B7 B1 B2 / Y7", "R1", **options)
        tell(state, *moves)
        waiting.append(state)
    flip = table("BF|U6 Y2|T1 B1|UE / G5|O7 G9|OD5 G2|TE / Y7|O2", "RS|W B9|O5", deck="flip")
    tell(flip, "0 play BF")
    dark = table("Y6|WDC / G5|O7 YR|W G2|TE / Y7|O2", "B2|O8", deck="flip", side=1)
    tell(dark, "0 play WDC")
    first = table("R8 G2 G3 / B7 B1 B2 / Y7", "R1")
    first.node, first.color = "first_color", None
    return [*waiting, flip, dark, first]


def check_waits(state: State) -> None:
    assert state.node in ASKS
    assert expire(state, state.now + 25.0)


def test_every_edge_of_the_graph_is_walked(walked: Any) -> None:
    for seed in range(150):
        rng = Random(seed)
        state = random_start(rng, **({"score_limit": "one_round"} if seed % 3 == 0 else {}))
        for _ in wander(state, rng, 220):
            check(state)
    rare_positions()
    calls_at_every_question()
    assert all_edges() - walked == set()
    assert walked - all_edges() == set()
