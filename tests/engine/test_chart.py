"""Turn charts, compared with reviewed ones and with the turn graph."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.devtools.charts import charts_of
from games.engine import PRESETS, Rules, WrongRules, deal, legal, play
from games.engine.notation import read_position
from games.engine.turn import ASKS, GRAPH
from games.wording.turn_chart import chart, mermaid, stand

REVIEWED = Path(__file__).parent / "charts"


@pytest.mark.parametrize("preset", PRESETS)
def test_the_charts_equal_the_reviewed_ones(preset: str) -> None:
    """After a change of the rules, run `python manage.py playthroughs` and read the difference."""
    path = REVIEWED / f"{preset.lower().replace(' ', '_')}.txt"
    assert charts_of(preset) == path.read_text()


def test_challenges_and_stacking_are_charted_only_if_the_rules_allow_them() -> None:
    assert "challenge:" in chart("WD4", Rules())
    assert "challenge:" not in chart("WD4", Rules(wild_draw="free", stacking="same"))
    assert "stack:" not in chart("WD4", Rules())
    assert "→ 1: the same again, with the total" in chart("WD4", Rules.preset("House"))


def test_a_card_can_be_named_in_several_forms() -> None:
    asked = [chart(what, Rules()) for what in ("WD4", "wild_draw_four", "Wild Draw Four", "wild-draw-four")]
    assert len(set(asked)) == 1


def test_a_card_takes_precedence_over_a_node_of_the_same_name() -> None:
    assert chart("skip", Rules()) == chart("RS", Rules())
    assert chart("turn", Rules()).startswith("turn\n")


def test_the_refusal_of_an_unknown_card_lists_the_known_ones() -> None:
    with pytest.raises(WrongRules, match=r"^no_card \(deck=classic, card=joker, .*wild_draw_four"):
        chart("joker", Rules())


def test_the_diagram_has_a_box_for_each_step_and_an_arrow_for_each_edge() -> None:
    drawing = mermaid("WD4", Rules()).splitlines()
    tree = chart("WD4", Rules()).splitlines()
    steps = [line for line in tree if line.lstrip()[:1].isdigit()]
    assert drawing[0] == "flowchart TD"
    assert len([line for line in drawing if "-->" not in line]) == len(steps) + 1
    assert '    n6(["respond"])' in drawing
    assert "    n6 -->|challenge| n7" in drawing


def waiting_line(text: str) -> Any:
    return next(line for line in text.splitlines() if "the game waits here" in line)


def test_the_chart_of_a_running_game_marks_its_position() -> None:
    state = read_position("House | WD4 R1 R2 / B1 B2 / G1 G3 | 0 clockwise red | Y1 Y2 Y3 Y4 Y5 | R5")
    assert waiting_line(stand(state)).startswith(" 1 ? turn")
    play(state, 0, "play WD4")
    assert "choose_color" in waiting_line(stand(state))
    play(state, 0, "color blue")
    assert "respond" in waiting_line(stand(state))


def test_waiting_for_the_first_color_is_marked_in_the_chart_of_the_first_card() -> None:
    rules = Rules()
    state = next(state for seed in range(200) if (state := deal(rules, 2, Random(seed))).node == "first_color")
    assert "first_color" in waiting_line(stand(state))


def test_waiting_for_a_color_after_a_flip_is_marked_in_the_chart_of_the_flip() -> None:
    state = read_position("Flip | RF|P8 R1|P3 / B1|UE B2|O8 | 0 clockwise red | G1|O5 | RS|W R3|P7")
    play(state, 0, "play RF")
    assert state.node == "flip_color"
    assert "choose_color" in waiting_line(stand(state))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_node_of_the_graph_can_be_charted_without_a_card(preset: str) -> None:
    rules = Rules.preset(preset)
    for place in GRAPH:
        title, first, *_ = chart(place, rules).splitlines()
        assert title.lower().replace(" ", "_") == place
        assert first.startswith(" 1 "), place
        assert mermaid(place, rules).startswith("flowchart TD\n    n1"), place


def test_calls_lead_back_to_the_same_decision() -> None:
    assert chart("declare", Rules()).splitlines()[1:] == [" 1 - call", " 2 - go on where the game waited"]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_waiting_node_is_in_the_chart_of_its_position(preset: str) -> None:
    rng, rules = Random(3), Rules.preset(preset)
    for _ in range(8):
        state = deal(rules, rules.seats_near(3), rng)
        for number in range(150):
            if state.is_over:
                break
            assert state.node in ASKS
            assert "the game waits here" in stand(state), state.node
            play(state, state.turn, rng.choice(legal(state, state.turn)), 3.0 * number)


def test_every_edge_of_the_graph_leads_to_a_node() -> None:
    ends = {target for node in GRAPH.values() for target in node.edges.values()} - {"back"}
    assert ends <= set(GRAPH)


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        ({"draw": "until_playable"}, ["no:", "→ 1"]),
        (
            {"draw": "one", "drawn_play": "forced"},
            ["playable? (settled by the table)", "forced? (settled by the table)"],
        ),
        ({"drawn_play": "forced"}, ["- place the drawn card"]),
    ],
)
def test_the_checks_after_drawing_are_nodes(options: dict[str, Any], lines: list[str]) -> None:
    drawn = chart("draw", Rules(**options))
    for line in lines:
        assert line in drawn
    assert ("place the drawn card" in drawn) == (options.get("drawn_play") == "forced")


def test_drawing_one_card_is_no_loop() -> None:
    assert "→ 1" not in chart("draw", Rules())


def test_whether_a_card_may_be_the_last_is_a_node_where_not_every_card_may() -> None:
    first = chart("RS", Rules(finish_on="number")).splitlines()[1]
    assert first == " 1 ? allowed as the last card? (settled by the table)"
    assert "the card stays in the hand" in chart("RS", Rules(finish_on="number"))
    assert "allowed as the last card" in chart("turn", Rules(finish_on="no_wild"))
    assert "allowed as the last card" not in chart("RS", Rules())
    assert "|yes|" in mermaid("RS", Rules(finish_on="number"))
