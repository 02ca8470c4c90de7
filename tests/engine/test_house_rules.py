"""House rules: seven and zero, jumping in, and a Reverse with two players."""

from typing import Any

import pytest

from games.engine import legal
from tests.engine.playing import kinds, moves, play_moves, refused, sizes, table

# --- seven and zero


def test_a_seven_swaps_hands_with_a_chosen_player() -> None:
    state = table("R7 G2 G3 / B7 B1 B2 / Y7 Y2", "R1", seven="swap", zero="pass")
    assert play_moves(state, "0 play R7") == [("played", 0, "R7"), ("asked", "choose_player")]
    assert moves(state, 0) == ["swap 1", "swap 2"]
    assert play_moves(state, "0 swap 1") == [("swapped", 0, 1), ("turn", 1)]
    assert state.hands == [["B7", "B1", "B2"], ["G2", "G3"], ["Y7", "Y2"]]


def test_a_player_cannot_swap_with_themselves() -> None:
    state = table("R7 G2 G3 / B7 B1 B2", "R1", seven="swap", zero="pass")
    play_moves(state, "0 play R7")
    assert refused(state, 0, "swap 0").code == "no_such_player"
    assert refused(state, 0, "swap 5").code == "no_such_player"


@pytest.mark.parametrize(
    ("direction", "hands"),
    [(1, [["Y7"], ["G2", "G3"], ["B8", "B1"]]), (-1, [["B8", "B1"], ["Y7"], ["G2", "G3"]])],
)
def test_a_zero_passes_all_hands_on_in_the_direction_of_play(direction: int, hands: list[list[str]]) -> None:
    state = table("R0 G2 G3 / B8 B1 / Y7", "R1", seven="swap", zero="pass", direction=direction, uno_call="off")
    assert kinds(play_moves(state, "0 play R0")) == ["played", "passed_hands", "turn"]
    assert state.hands == hands


def test_a_last_seven_or_zero_moves_no_hands() -> None:
    for card in ("R7", "R0"):
        state = table(f"{card} / B8 B1 / Y7", "R1", seven="swap", zero="pass", score_limit="one_round")
        assert kinds(play_moves(state, f"0 play {card}")) == ["played", "round_won", "match_won"]
        assert state.hands == [[], ["B8", "B1"], ["Y7"]]


def test_without_the_house_rule_seven_and_zero_are_plain_numbers() -> None:
    state = table("R7 R0 G3 / R8 B1 / Y7 Y1", "R1")
    assert kinds(play_moves(state, "0 play R7")) == ["played", "turn"]


def test_a_drawn_seven_that_must_be_played_asks_for_a_player() -> None:
    state = table("G8 G2 / B8 B1", "R1", pile="R7", seven="swap", zero="pass", drawn_play="forced")
    assert play_moves(state, "0 draw")[-1] == ("asked", "choose_player")
    play_moves(state, "0 swap 1")
    assert state.hands == [["B8", "B1"], ["G8", "G2"]]


# --- jumping in


def test_an_identical_card_is_played_out_of_turn_and_play_continues_from_there() -> None:
    state = table("R8 G2 G3 / B7 B1 B2 / R1 Y2 Y3 / Y5 Y6", "R1", jump_in=True)
    assert legal(state, 2) == ("jump R1",)
    assert play_moves(state, "2 jump R1") == [("jumped_in", 2), ("played", 2, "R1"), ("turn", 3)]


def test_the_effect_of_a_jump_in_applies_from_the_player_who_jumped_in() -> None:
    state = table("R8 G2 G3 / RD B1 B2 / Y7 Y2 Y3 / Y5 Y6", "RD", jump_in=True)
    play_moves(state, "1 jump RD")
    assert (sizes(state), state.turn) == ([3, 2, 5, 2], 3)


def test_a_jump_in_can_win_the_round() -> None:
    state = table("R8 G2 G3 / R1", "R1", jump_in=True, score_limit="one_round")
    play_moves(state, "1 jump R1")
    assert state.winner == 1


def test_a_player_may_be_named_with_a_seven_that_jumps_in() -> None:
    state = table("R8 G2 G3 / R7 B1 / Y1 Y2 Y3", "R7", jump_in=True, seven="swap", zero="pass")
    play_moves(state, "1 jump R7 2")
    assert state.hands == [["R8", "G2", "G3"], ["Y1", "Y2", "Y3"], ["B1"]]


@pytest.mark.parametrize("card", ["R2", "B1", "W"])
def test_a_card_that_is_not_identical_cannot_jump_in(card: str) -> None:
    state = table(f"R8 G2 G3 / {card} B5 B2", "R1", jump_in=True)
    assert legal(state, 1) == ()
    assert refused(state, 1, f"jump {card}").code == "not_identical"


def test_a_wild_cannot_jump_in() -> None:
    state = table("R8 G2 G3 / W B5 B2", "W", color="red", jump_in=True)
    assert legal(state, 1) == ()
    assert refused(state, 1, "jump W").code == "not_identical"


def test_the_player_whose_turn_it_is_cannot_jump_in() -> None:
    state = table("R1 G2 G3 / B7 B5 B2", "R1", jump_in=True)
    assert moves(state, 0) == ["draw", "play R1"]
    assert refused(state, 0, "jump R1").code == "your_turn"


def test_jumping_in_is_refused_while_a_decision_is_pending() -> None:
    state = table("W G2 G3 / R1 B5 B2", "R1", jump_in=True)
    assert "jump R1" in legal(state, 1)
    play_moves(state, "0 draw")
    assert legal(state, 1) == ()
    assert refused(state, 1, "jump R1").code == "decision_pending"


def test_jumping_in_is_refused_unless_the_rules_allow_it() -> None:
    assert refused(table("R8 G2 G3 / R1 B5 B2", "R1"), 1, "jump R1").code == "no_jump_in"


def test_a_card_that_is_not_in_the_hand_cannot_jump_in() -> None:
    assert refused(table("R8 G2 G3 / B1 B5 B2", "R1", jump_in=True), 1, "jump R1").code == "card_not_held"


def test_in_flip_only_the_face_in_play_must_be_identical() -> None:
    state = table("R8|T7 G2|TE / R7|U5 G5|O7 Y2|T1", "R7|O1", deck="flip", jump_in=True)
    assert legal(state, 1) == ("jump R7",)


# --- a Reverse


def test_a_reverse_turns_the_direction() -> None:
    state = table("RR G2 G3 / B7 B1 / Y7 Y2", "R1")
    assert play_moves(state, "0 play RR") == [("played", 0, "RR"), ("reversed", -1), ("turn", 2)]


def test_a_skip_takes_the_next_players_turn() -> None:
    state = table("RS G2 G3 / B7 B1 / Y7 Y2", "R1")
    assert play_moves(state, "0 play RS") == [("played", 0, "RS"), ("skipped", 1), ("turn", 2)]


@pytest.mark.parametrize(("rule", "turn", "happened"), [("skip", 0, ["skipped"]), ("plain", 1, [])])
def test_with_two_players_a_reverse_skips_or_only_reverses(rule: str, turn: int, happened: list[Any]) -> None:
    state = table("RR G2 G3 / B7 B1", "R1", two_player_reverse=rule)
    assert kinds(play_moves(state, "0 play RR")) == ["played", "reversed", *happened, "turn"]
    assert (state.turn, state.direction) == (turn, -1)
