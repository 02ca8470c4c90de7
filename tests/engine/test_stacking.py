"""Stacking: answering a draw card with another one, so that the next player draws the total."""

from typing import Any

import pytest

from games.engine import legal
from tests.engine.playing import moves, of_kind, play_moves, refused, sizes, table


def stack(first: Any, answer: Any, kind: Any, deck: str = "classic") -> bool:
    """Return whether one draw card may be stacked on another."""
    state = table(f"{first} G2 G3 / {answer} G7 Y7 / Y7 Y2", "R1", stacking=kind, deck=deck)
    play_moves(state, f"0 play {first}")
    if first.startswith("W"):
        play_moves(state, "0 color red")
    return f"stack {answer}" in legal(state, 1)


@pytest.mark.parametrize(
    ("kind", "allowed"),
    [
        ("same", {"RD BD", "WD4 WD4"}),
        ("four_on_two", {"RD BD", "WD4 WD4", "RD WD4"}),
        ("higher", {"RD BD", "WD4 WD4", "RD WD4"}),
        ("any", {"RD BD", "WD4 WD4", "RD WD4", "WD4 BD"}),
        ("off", set()),
    ],
)
def test_classic_draw_cards_stack_as_the_option_says(kind: str, allowed: set[str]) -> None:
    pairs = [(first, answer) for first in ("RD", "WD4") for answer in ("BD", "WD4")]
    assert {f"{first} {answer}" for first, answer in pairs if stack(first, answer, kind)} == allowed


@pytest.mark.parametrize(
    ("kind", "refused_pairs"),
    [
        ("higher", {"WD10 WD6", "WD6 BD4", "BD4 BD", "WD6 BD", "WD10 BD", "WD10 BD4"}),
        ("any", set()),
    ],
)
def test_stacking_by_amount_in_no_mercy(kind: str, refused_pairs: set[str]) -> None:
    cards = ("BD", "BD4", "WD6", "WD10")
    pairs = {f"{first} {answer}" for first in cards for answer in cards}
    found = {pair for pair in pairs if not stack(pair.split()[0].replace("B", "R"), pair.split()[1], kind, "no_mercy")}
    assert found == refused_pairs


def test_with_four_on_two_any_wild_draw_card_stacks_on_a_colored_one() -> None:
    assert stack("RD", "WD10", "four_on_two", "no_mercy")
    assert stack("RD4", "WD6", "four_on_two", "no_mercy")
    assert not stack("RD", "BD4", "four_on_two", "no_mercy")
    assert not stack("WD6", "WD10", "four_on_two", "no_mercy")


def test_the_player_who_accepts_draws_the_total() -> None:
    state = table("RD G2 G3 / BD B1 B2 / YD Y2 Y3", "R1", stacking="same")
    play_moves(state, "0 play RD", "1 stack BD", "2 stack YD")
    assert (state.turn, state.debt) == (0, 6)
    play_moves(state, "0 accept")
    assert (sizes(state), state.turn, state.debt) == ([8, 2, 2], 1, 0)


def test_a_missing_stack_card_is_not_revealed_by_a_missing_question() -> None:
    state = table("RD G2 G3 / B7 B1 / Y7 Y2", "R1", stacking="same")
    play_moves(state, "0 play RD")
    assert moves(state, 1) == ["accept"]


def test_a_stacked_wild_names_its_color_before_the_next_player_answers() -> None:
    state = table("RD G2 G3 / WD4 B1 B2 / Y7 Y2", "R1", stacking="four_on_two")
    play_moves(state, "0 play RD", "1 stack WD4")
    assert (state.turn, state.node) == (1, "attack_color")
    play_moves(state, "1 color blue")
    assert (state.turn, state.debt, state.color) == (2, 6, "blue")


def test_only_a_draw_card_stacks_on_a_draw_card() -> None:
    state = table("RD G2 G3 / R7 BD B2 / Y7 Y2", "R1", stacking="any")
    play_moves(state, "0 play RD")
    assert refused(state, 1, "stack R7").code == "does_not_stack"
    assert refused(state, 1, "play R7").code == "decide_first"
    assert refused(state, 1, "draw").code == "decide_first"


def test_a_stacked_last_card_wins() -> None:
    state = table("RD G2 G3 / BD / Y7 Y2", "R1", stacking="same", score_limit="one_round")
    events = play_moves(state, "0 play RD", "1 stack BD")
    assert of_kind(events, "force_draw") == [("force_draw", 2, ("G9", "G8", "G6", "G5"))]
    assert state.winner == 1


def test_with_enforcement_a_wild_draw_card_stacks_only_if_it_is_no_bluff() -> None:
    state = table("RD G2 G3 / WD4 R5 B2 / Y7 Y2", "R1", stacking="any", wild_draw="enforced")
    play_moves(state, "0 play RD")
    assert moves(state, 1) == ["accept"]
    assert refused(state, 1, "stack WD4").code == "no_bluff"


def test_the_player_who_accepts_a_chain_plays_if_drawing_does_not_cost_the_turn() -> None:
    state = table("RD G2 G3 / B7 B1 / Y7 Y2", "R1", stacking="same", draw_skips_victim=False)
    play_moves(state, "0 play RD", "1 accept")
    assert (state.turn, state.node) == (1, "turn")
