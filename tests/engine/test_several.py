"""Several cards in one move: numbers of the same value, or identical cards whose effects add up."""

from random import Random
from typing import Any

import pytest

from games.engine import Rules, State, deal, decide, legal, replay
from games.engine.moves import Unreadable, read_moves
from games.engine.state import problems
from tests.engine.playing import first_entry, kinds, moves, of_kind, play_moves, random_entries, refused, sizes, table

EQUAL: dict[str, Any] = {"several": "equal", "uno_call": "off"}
SAME: dict[str, Any] = {"several": "identical", "uno_call": "off"}


def test_without_the_option_a_card_is_played_alone() -> None:
    state = table("R7 B7 G1 / Y1 Y2", "R1", uno_call="off")
    assert kinds(play_moves(state, "0 play R7")) == ["played", "turn"]


def test_numbers_of_the_same_value_are_played_together_in_any_order() -> None:
    state = table("R7 B7 G7 G1 / Y1 Y2", "R1", **EQUAL)
    play_moves(state, "0 play R7")
    assert (state.node, moves(state, 0)) == ("add_more", ["add B7", "add G7", "done"])
    play_moves(state, "0 add G7")
    assert moves(state, 0) == ["add B7", "done"]
    play_moves(state, "0 add B7")
    assert (state.turn, state.top.text, state.color, sizes(state)) == (1, "B7", "blue", [1, 2])
    assert state.discard[-3:] == ["R7", "G7", "B7"]


def test_a_player_may_stop_at_any_time() -> None:
    state = table("R7 B7 G7 / Y1 Y2", "R1", **EQUAL)
    play_moves(state, "0 play R7", "0 done")
    assert (state.turn, sizes(state)) == (1, [2, 2])


def test_the_first_card_has_to_fit() -> None:
    assert "play B7" not in legal(table("R7 B7 / Y1 Y2", "R1", **EQUAL), 0)


def test_action_cards_are_not_equal_numbers() -> None:
    state = table("RS BS RD BD / Y1 Y2", "R1", **EQUAL)
    assert kinds(play_moves(state, "0 play RS"))[-1] == "turn"


def test_all_in_one_line() -> None:
    assert read_moves("play R7+G7+B7") == ("play R7", "add G7", "add B7", "done")
    state = table("R7 B7 G7 G1 / Y1 Y2", "R1", **EQUAL)
    play_moves(state, "0 play R7+B7+G7")
    assert (state.top.text, state.turn, sizes(state)) == ("G7", 1, [1, 2])
    fewer = table("R7 B7 G7 G1 / Y1 Y2", "R1", **EQUAL)
    play_moves(fewer, "0 play R7+B7")
    assert (fewer.top.text, fewer.turn, sizes(fewer)) == ("B7", 1, [2, 2])


def test_a_line_that_is_not_possible_plays_nothing() -> None:
    state = table("R7 B7 G1 / Y1 Y2", "R1", **EQUAL)
    for line in ("play R7+G1", "play R7+B7+B7", "play B7+R7", "play R7+", "play R7+B7, done", "done"):
        before = state.copy()
        try:
            refused(state, 0, line)
        except Unreadable:
            assert line == "play R7+"
        assert state == before
    assert refused(table("R7 B7 G1 / Y1 Y2", "R1"), 0, "play R7+B7").code in ("not_your_turn", "decide_first")


def test_a_seven_swaps_once_after_all_of_them() -> None:
    state = table("R7 B7 G1 / Y1 Y2", "R1", seven="swap", **EQUAL)
    assert len(of_kind(play_moves(state, "0 play R7+B7 1"), "swapped")) == 1
    assert state.hands == [["Y1", "Y2"], ["G1"]]


def test_each_of_identical_sevens_swaps() -> None:
    state = table("R7 R7 G1 / Y1 Y2 / B1 B2 B3", "R1", seven="swap", **SAME)
    play_moves(state, "0 play R7+R7 1")
    assert (state.node, state.turn, state.hands[:2]) == ("choose_player", 0, [["Y1", "Y2"], ["G1"]])
    play_moves(state, "0 swap 2")
    assert state.hands == [["B1", "B2", "B3"], ["G1"], ["Y1", "Y2"]]
    assert (state.node, state.turn) == ("turn", 1)


def test_identical_sevens_swap_in_one_line() -> None:
    state = table("R7 R7 G1 / Y1 Y2 / B1 B2 B3", "R1", seven="swap", **SAME)
    play_moves(state, "0 play R7+R7, swap 1, swap 2")
    assert state.hands == [["B1", "B2", "B3"], ["G1"], ["Y1", "Y2"]]


def test_each_zero_passes_the_hands_on() -> None:
    state = table("R0 B0 G1 / Y1 Y2 / B3", "R1", zero="pass", **EQUAL)
    play_moves(state, "0 play R0+B0")
    assert state.hands == [["Y1", "Y2"], ["B3"], ["G1"]]


@pytest.mark.parametrize(
    ("cards", "turn", "direction"),
    [("RS RS", 3, 1), ("RR RR", 1, 1), ("RE RE", 0, 1), ("RS", 2, 1), ("RR", 3, -1), ("RR RR RR", 3, -1)],
)
def test_effects_add_up(cards: str, turn: int, direction: int) -> None:
    state = table(f"{cards} G1 G2 / Y1 Y2 / B1 B2 / B3 B4", "R3", deck="no_mercy", **SAME)
    play_moves(state, f"0 play {cards.replace(' ', '+')}")
    assert (state.turn, state.direction) == (turn, direction)


def test_with_two_players_nobody_skips_themselves() -> None:
    for cards in ("RS+RS", "RR+RR"):
        state = table("RS RS RR RR G1 G2 / Y1 Y2", "R3", **SAME)
        play_moves(state, f"0 play {cards}")
        assert state.turn == 0


def test_draw_cards_add_up() -> None:
    state = table("RD RD G1 G2 / Y1 Y2", "R3", **SAME)
    assert ("attacked", 1, 4) in play_moves(state, "0 play RD+RD")
    assert sizes(state) == [2, 6]


def test_identical_draw_cards_answer_together() -> None:
    state = table("RD G1 / BD BD Y2 / G4 G5", "R3", stacking="same", **SAME)
    play_moves(state, "0 play RD", "1 stack BD+BD")
    assert (state.turn, state.debt) == (2, 6)
    play_moves(state, "2 accept")
    assert sizes(state) == [1, 1, 8]


def test_a_last_pair_of_draw_cards_counts_twice() -> None:
    state = table("RD RD / Y1 Y2", "R3", final_draw_counts=True, score_limit="one_round", **SAME)
    play_moves(state, "0 play RD+RD")
    assert state.is_over
    assert len(state.hands[1]) == 6


def test_two_flips_turn_the_cards_over_and_back() -> None:
    state = table("RF|P8 RF|U3 G6|P5 G5|O7 / B5|P9 B5|P9", "R1|P3 R2|OR", deck="flip", **SAME)
    assert len(of_kind(play_moves(state, "0 play RF+RF"), "flipped")) == 2
    assert (state.side, state.turn) == (0, 1)


def test_wilds_and_discard_all_are_played_alone() -> None:
    state = table("WD6 WD6 RA RA G1 G2 / Y1 Y2", "R3", deck="no_mercy", **SAME)
    assert kinds(play_moves(state, "0 play RA"))[-1] == "turn"
    state = table("WD4 WD4 G1 / Y1 Y2", "R3", **SAME)
    assert kinds(play_moves(state, "0 play WD4"))[-1] == "asked"
    assert state.node == "attack_color"


def test_a_deflected_penalty_is_deflected_once() -> None:
    state = table("RD G1 / RS RS Y2 / G4 G5", "R3", deflect=True, **SAME)
    play_moves(state, "0 play RD", "1 stack RS")
    assert (state.node, state.turn) == ("respond", 2)


def test_a_card_that_deflects_takes_no_others_along_so_nobody_calls_for_it() -> None:
    state = table("RD RS RS Y2 / RS RS Y2 / G4 G5", "R3", deflect=True, several="identical")
    play_moves(state, "0 play RD")
    assert refused(state, 1, "declare").code == "too_many_cards"
    play_moves(state, "1 stack RS", "2 accept", "0 declare")


def test_after_drawing_only_drawn_cards_are_added() -> None:
    pile = "G1 G2 B7 R7"
    state = table("G7 Y8 / Y1 Y2", "R1", pile=pile, draw="free", **EQUAL)
    play_moves(state, "0 draw", "0 draw")
    play_moves(state, "0 play R7")
    assert moves(state, 0) == ["add B7", "done"]
    free = table("G7 Y8 / Y1 Y2", "R1", pile=pile, draw="free", after_draw="hand", **EQUAL)
    play_moves(free, "0 draw", "0 play R7")
    assert moves(free, 0) == ["add G7", "done"]


def test_a_drawn_card_like_the_one_below_can_be_added() -> None:
    state = table("G1 / Y1 Y2", "B7", pile="B7 R7", draw="free", several="equal")
    play_moves(state, "0 draw", "0 draw", "0 declare", "0 play R7")
    assert moves(state, 0) == ["add B7", "done"]
    assert state.declared == {0}  # it can still leave one card


def test_a_pair_that_may_not_be_the_last_is_not_offered() -> None:
    state = table("RS RS / Y1 Y2", "R1", finish_on="number", **SAME)
    play_moves(state, "0 play RS")
    assert (state.node, sizes(state)) == ("turn", [1, 2])


def test_the_card_that_the_rules_play_is_played_alone() -> None:
    state = table("G7 Y8 / Y1 Y2", "R1", pile="G1 R7", drawn_play="forced", after_draw="hand", **EQUAL)
    assert kinds(play_moves(state, "0 draw"))[-1] == "turn"


def test_a_jump_in_may_take_others_along() -> None:
    state = table("G3 G4 / R7 R7 B7 Y2 / Y1", "R7", jump_in=True, **EQUAL)
    play_moves(state, "1 jump R7+B7")
    assert (state.turn, sizes(state)) == (2, [2, 2, 1])


def test_time_stops_the_move() -> None:
    state = table("R7 B7 G1 / Y1 Y2", "R1", **EQUAL)
    play_moves(state, "0 play R7")
    assert kinds(decide(state, 30.0)) == ["timed_out", "stopped", "turn"]


# --- the call


def calling(hand: str, **options: Any) -> State:
    return table(f"{hand} / Y1 Y2 Y3", "R1", several="equal", **options)


def test_the_call_may_come_before_all_cards() -> None:
    state = calling("R7 B7 G1")
    assert "declare" in legal(state, 0)
    play_moves(state, "0 declare, play R7+B7")
    assert (state.declared, state.windows) == ({0}, {})


def test_the_call_may_come_before_the_last_of_them() -> None:
    state = calling("R7 B7 G1")
    play_moves(state, "0 play R7", "0 declare", "0 add B7")
    assert (state.declared, state.windows) == ({0}, {})


def test_a_call_is_gone_when_two_cards_stay() -> None:
    state = calling("R7 B7 G1")
    play_moves(state, "0 declare", "0 play R7", "0 done")
    assert (state.declared, state.windows) == (set(), {})
    other = calling("R7 B7 R3 G1")
    assert "declare" not in legal(other, 0)
    lone = calling("R7 B7 R9")
    play_moves(lone, "0 declare", "0 play R9")
    assert lone.declared == set()


def test_where_calls_are_strict_a_call_in_the_same_line_counts() -> None:
    state = calling("R7 B7 G1", uno_call="strict")
    play_moves(state, "0 play R7+B7, declare")
    assert (state.declared, state.windows) == ({0}, {})


def test_a_forgotten_call_can_be_caught() -> None:
    state = calling("R7 B7 G1")
    play_moves(state, "0 play R7+B7")
    assert set(state.windows) == {0}
    assert "accuse 0" in legal(state, 1)


def test_one_card_left_alone_needs_no_early_call() -> None:
    state = calling("B9")
    state.turn = 1
    assert "declare" not in legal(state, 0)


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_can_be_replayed(seed: int) -> None:
    rng = Random(seed)
    preset = ("Party", "Flip", "No Mercy")[seed % 3]
    rules = Rules.preset(preset, several=("equal", "identical")[seed % 2], pause=0, hints=seed < 3, misplay_penalty=1)
    state = deal(rules, 3, rng)
    log = [first_entry(state), *random_entries(state, rng, 700)]
    assert replay(log, check=True) == state
    assert replay(log) == state
    assert not problems(state)
    assert any(entry.move.startswith("add") for entry in log)
