"""Tests of the oracle itself: games worked out by hand, and invariants."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.engine.oracle import Oracle, perft, random_position
from tests.engine.positions import POSITIONS
from tests.engine.random_positions import DECKS

pytestmark = [pytest.mark.once, pytest.mark.no_cover]

PILE = "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 G1 G2 G3 G4 G5 G6 G7 G8"


def table(hands: str, top: str, pile: str = PILE, color: str | None = None, **options: Any) -> Oracle:
    """Return an oracle. Hands are separated by slashes with spaces around them; the top of a pile is last."""
    options = {"uno_call": "off"} | options
    return Oracle(options, [hand.split() for hand in hands.split(" / ")], pile.split(), top.split(), color=color)


def play_moves(oracle: Oracle, moves: str) -> None:
    """Play moves written as `0 play R7, 1 draw`."""
    for line in moves.split(", "):
        seat, _, move = line.partition(" ")
        oracle.play(int(seat), move)


def sizes(oracle: Oracle) -> list[int]:
    return [len(hand) for hand in oracle.hands]


def test_sequences_counted_by_hand() -> None:
    """R7 wins at once. Otherwise seat 0 draws G2 and must keep it; seat 1 can only draw R5 and may play or keep it."""
    oracle = table("R7 / B8", "R3", pile="B1 B2 B4 R5 G2")
    assert [perft(oracle, depth) for depth in range(5)] == [1, 2, 1, 1, 2]


def test_a_caught_bluffer_draws_the_four_and_the_challenger_plays() -> None:
    oracle = table("WD4 R5 / B5 Y1 / G1", "R3")
    play_moves(oracle, "0 play WD4, 0 color blue")
    assert sorted(oracle.moves(1)) == ["accept", "challenge"]
    play_moves(oracle, "1 challenge")
    assert sizes(oracle) == [5, 2, 1]
    assert sorted(oracle.moves(1)) == ["draw", "play B5"]


def test_an_innocent_wild_costs_the_challenger_six_cards_and_the_turn() -> None:
    oracle = table("WD4 G5 / B5 Y1 / G1", "R3", draw_skips_victim=False)
    play_moves(oracle, "0 play WD4, 0 color blue, 1 challenge")
    assert sizes(oracle) == [1, 8, 1]
    assert (oracle.turn, oracle.phase) == (2, "turn")


def test_a_matching_number_is_a_bluff_only_if_matching_cards_count() -> None:
    for test, drawn in (("color", [1, 8, 1]), ("match", [5, 2, 1]), ("playable", [5, 2, 1])):
        oracle = table("WD4 G3 / B5 Y1 / G1", "R3", challenge_test=test)
        play_moves(oracle, "0 play WD4, 0 color blue, 1 challenge")
        assert sizes(oracle) == drawn


def test_with_enforcement_a_wild_is_offered_only_if_it_is_no_bluff() -> None:
    assert "play WD4" not in table("WD4 R5 / B5", "R3", wild_draw="enforced").moves(0)
    assert "play WD4" in table("WD4 WD4 G3 / B5", "R3", wild_draw="enforced").moves(0)
    assert "play WD4" in table("WD4 W G5 / B5", "R3", wild_draw="enforced", challenge_test="match").moves(0)
    assert "play WD4" not in table("WD4 W G5 / B5", "R3", wild_draw="enforced", challenge_test="playable").moves(0)


def test_the_player_who_accepts_draws_the_whole_chain() -> None:
    oracle = table("RD R1 / BD B1 / G1 YD / Y9", "R3", stacking="same")
    play_moves(oracle, "0 play RD, 1 stack BD")
    assert sorted(oracle.moves(2)) == ["accept", "stack YD"]
    play_moves(oracle, "2 accept")
    assert sizes(oracle) == [1, 1, 6, 1]
    assert oracle.turn == 3


def test_cards_that_may_be_stacked_on_a_draw_two() -> None:
    hands = "RD R1 / GD RD4 WD6 WC B1"
    for kind, stacks in (("same", {"GD"}), ("four_on_two", {"GD", "WD6"}), ("higher", {"GD", "RD4", "WD6"})):
        oracle = table(hands, "R3", stacking=kind, deck="no_mercy", wild_draw="free")
        play_moves(oracle, "0 play RD")
        assert {move[6:] for move in oracle.moves(1) if move.startswith("stack")} == stacks
    oracle = table("WD6 R1 / GD B1 WD10", "R3", stacking="higher", deck="no_mercy", wild_draw="free")
    play_moves(oracle, "0 play WD6, 0 color red")
    assert set(oracle.moves(1)) == {"stack WD10", "accept"}


def test_after_a_bluff_in_a_chain_the_challenger_answers_for_the_rest() -> None:
    """The Draw Two is red, so with the red nine in the hand the wild on it is a bluff."""
    oracle = table("RD B5 / WD4 R9 / G1 Y2", "R3", stacking="four_on_two")
    play_moves(oracle, "0 play RD, 1 stack WD4, 1 color green, 2 challenge")
    assert sizes(oracle) == [1, 5, 4]
    assert (oracle.turn, oracle.phase) == (2, "turn")


def test_a_mercy_knock_out_voids_the_rest_of_the_penalty() -> None:
    oracle = table("WD10 R2 / B1 B2 B3 B4 B5 B6 B7 / G1", "R3", deck="no_mercy", mercy_limit=10, wild_draw="free")
    play_moves(oracle, "0 play WD10, 0 color red")
    assert oracle.active == [True, False, True]
    assert (oracle.hands[1], len(oracle.aside), len(oracle.draw)) == ([], 10, len(PILE.split()) - 3)
    assert oracle.turn == 2
    assert oracle.moves(1) == []


def test_the_last_player_in_the_round_wins_it() -> None:
    oracle = table("WD10 R2 / B1 B2 B3 B4 B5 B6 B7", "R3", deck="no_mercy", mercy_limit=10, wild_draw="free")
    play_moves(oracle, "0 play WD10, 0 color red")
    assert oracle.over
    assert oracle.winner == 0


def test_if_a_player_choosing_a_color_is_knocked_out_red_is_in_play() -> None:
    rules: dict[str, Any] = {"uno_call": "manual", "uno_penalty": 10, "mercy_limit": 10, "deck": "no_mercy"}
    oracle = table("WD6 B2 / G1 G2 / Y1 Y2", "B3", **rules)
    play_moves(oracle, "0 play WD6, 2 accuse 0")
    assert oracle.active == [False, True, True]
    assert (oracle.turn, oracle.phase, oracle.color, sizes(oracle)) == (1, "turn", "red", [0, 2, 2])


def test_a_flip_turns_the_pile_over_and_its_player_names_a_dark_color() -> None:
    oracle = table("RF|U3 B5|P9 / G1|O5", "Y1|W R2|OR", pile="B1|UE G6|P5", deck="flip")
    play_moves(oracle, "0 play RF")
    assert (oracle.top(), oracle.discard, oracle.draw) == ("W", ["RF|U3", "R2|OR", "Y1|W"], ["G6|P5", "B1|UE"])
    assert oracle.moves(0) == ["color pink", "color teal", "color orange", "color purple"]
    play_moves(oracle, "0 color orange")
    assert set(oracle.moves(1)) == {"play O5", "draw"}


def test_wild_draw_color_draws_until_the_named_color() -> None:
    pile = "B1|UE Y2|T8 G6|P5 R7|O1 Y1|W"
    oracle = table("R3|WDC R8|T7 / B5|P9 / G1|O5", "R1|P3", pile=pile, color="pink", deck="flip", wild_draw="free")
    play_moves(oracle, "0 play WDC, 0 color pink")
    assert oracle.faces(1) == ["P9", "W", "O1", "P5"]
    assert oracle.turn == 2


def test_the_number_of_a_chain_is_drawn_before_the_color() -> None:
    pile = "B1|UE R1|P4 Y2|T8 G6|P5 R7|O1 B2|P6 Y3|T1 Y7|O2"
    oracle = table("Y3|PD5 R8|T7 / G6|WDC B5|P9 / G1|O5", "R1|P3", pile, "pink", deck="flip", stacking="higher")
    play_moves(oracle, "0 play PD5, 1 stack WDC, 1 color pink, 2 accept")
    assert oracle.faces(2) == ["O5", "O2", "T1", "P6", "O1", "P5", "T8", "P4"]


def test_with_two_players_a_wild_reverse_draw_four_hits_its_own_player() -> None:
    oracle = table("WR4 R1 / B1", "R3", deck="no_mercy", two_player_reverse="plain")
    play_moves(oracle, "0 play WR4, 0 color blue")
    assert (sizes(oracle), oracle.turn) == ([5, 1], 1)


def test_with_three_players_a_wild_reverse_draw_four_hits_the_previous_player() -> None:
    oracle = table("WR4 R1 / B1 / Y1", "R3", deck="no_mercy", wild_draw="free")
    play_moves(oracle, "0 play WR4, 0 color blue")
    assert (sizes(oracle), oracle.turn) == ([1, 1, 5], 1)


def test_discard_all_discards_its_color_and_may_open_a_window() -> None:
    oracle = table("RA R1 RD G2 / B1", "R3", deck="no_mercy", uno_call="manual")
    play_moves(oracle, "0 play RA")
    assert (oracle.hands[0], oracle.discard) == (["G2"], ["R3", "R1", "RD", "RA"])
    assert "accuse 0" in oracle.moves(1)


def test_the_next_player_names_the_color_of_a_roulette_and_draws() -> None:
    oracle = table("WC R1 / B1 / G1", "R3", pile="B5 Y1 W R2", deck="no_mercy")
    play_moves(oracle, "0 play WC, 1 color yellow")
    assert (oracle.hands[1], oracle.color, oracle.turn) == (["B1", "R2", "W", "Y1"], "yellow", 2)


def test_a_zero_passes_hands_on_and_a_seven_swaps_two() -> None:
    oracle = table("R0 R7 / B1 B2 B3 / G1", "R3", seven="swap", zero="pass")
    play_moves(oracle, "0 play R0")
    assert oracle.hands == [["G1"], ["R7"], ["B1", "B2", "B3"]]
    oracle = table("R7 R1 / B1 B2 B3 / G1", "R3", seven="swap", zero="pass")
    play_moves(oracle, "0 play R7")
    assert oracle.moves(0) == ["swap 1", "swap 2"]
    play_moves(oracle, "0 swap 1")
    assert oracle.hands == [["B1", "B2", "B3"], ["R1"], ["G1"]]


def test_a_window_closes_with_the_next_players_choice() -> None:
    oracle = table("R7 R1 / R2 R4 / G1 G2", "R3", uno_call="manual", uno_grace=0)
    play_moves(oracle, "0 play R7")
    assert "declare" in oracle.moves(0)
    assert oracle.moves(2) == ["accuse 0"]
    play_moves(oracle, "1 draw")
    assert (oracle.moves(0), oracle.moves(2)) == ([], [])


def test_only_one_accusation_succeeds_and_a_declared_player_is_safe() -> None:
    oracle = table("R7 R1 / R2 R4 / G1 G2", "R3", uno_call="manual")
    play_moves(oracle, "0 play R7, 2 accuse 0")
    assert (sizes(oracle), oracle.moves(2)) == ([3, 2, 2], [])
    oracle = table("R7 R1 / R2 R4 / G1 G2", "R3", uno_call="manual")
    play_moves(oracle, "0 declare, 0 play R7")
    assert oracle.moves(2) == []


def test_a_false_accusation_costs_the_accuser() -> None:
    oracle = table("R7 / R2 R4", "R3", uno_call="manual", false_accuse_penalty=2)
    play_moves(oracle, "1 accuse 0")
    assert (sizes(oracle), oracle.turn) == ([1, 4], 0)


def test_play_continues_from_the_player_who_jumped_in() -> None:
    oracle = table("B1 B2 / R3 R5 / R3 RS / G1", "R3", jump_in=True)
    assert oracle.moves(1) == oracle.moves(2) == ["jump R3"]
    play_moves(oracle, "2 jump R3")
    assert oracle.turn == 3


def test_a_drawn_card_that_must_be_played_takes_effect() -> None:
    oracle = table("B1 B2 / G1 / Y1", "R3", pile="G5 RS", drawn_play="forced")
    play_moves(oracle, "0 draw")
    assert (oracle.top(), oracle.turn) == ("RS", 2)


def test_drawing_until_a_card_fits() -> None:
    oracle = table("B1 B2 / G1", "R3", pile="Y5 G3 Y1 B7", draw="until_playable")
    play_moves(oracle, "0 draw")
    assert oracle.hands[0] == ["B1", "B2", "B7", "Y1", "G3"]
    assert set(oracle.moves(0)) == {"play G3", "keep"}


def test_a_blocked_round_goes_to_the_lowest_hand() -> None:
    oracle = table("G7 / B5 / Y9", "R3", pile="")
    play_moves(oracle, "0 pass, 1 pass, 2 pass")
    assert oracle.over
    assert (oracle.winner, oracle.moves(0)) == (1, [])


def test_the_penalty_of_a_last_card_is_drawn_before_the_round_ends() -> None:
    for counts, drawn in ((True, [0, 3]), (False, [0, 1])):
        oracle = table("RD / B5", "R3", stacking="same", final_draw_counts=counts)
        play_moves(oracle, "0 play RD")
        assert oracle.over
        assert (oracle.winner, sizes(oracle)) == (0, drawn)


def test_with_two_players_a_reverse_skips_if_the_rules_say_so() -> None:
    for kind, turn in (("skip", 0), ("plain", 1)):
        oracle = table("RR R1 / B5", "R3", two_player_reverse=kind)
        play_moves(oracle, "0 play RR")
        assert oracle.turn == turn


@pytest.mark.parametrize("name", POSITIONS)
def test_the_positions_have_the_recorded_number_of_sequences(name: str) -> None:
    position = dict(POSITIONS[name])
    depth, count = position.pop("depth"), position.pop("count")
    assert perft(Oracle(**position), depth) == count


@pytest.mark.parametrize("name", POSITIONS)
def test_the_positions_contain_only_cards_of_their_deck(name: str) -> None:
    position = POSITIONS[name]
    cards = Counter(sum(position["hands"], []) + position["draw"] + position["discard"])
    assert cards <= Counter(DECKS[position["options"].get("deck", "classic")])


def test_no_card_is_lost_and_no_position_is_stuck() -> None:
    for seed in range(100):
        check_game(seed)


def check_game(seed: int) -> None:
    rng = Random(seed)
    oracle = Oracle(**random_position(rng))
    cards = sorted(sum(oracle.hands, []) + oracle.draw + oracle.discard)
    for _ in range(100):
        if oracle.over:
            assert oracle.winner is not None, f"seed {seed}"
            return
        assert oracle.answers(oracle.turn), f"seed {seed}"
        moves = [(seat, move) for seat in range(len(oracle.hands)) for move in oracle.moves(seat)]
        oracle.play(*rng.choice(moves))
        assert sorted(sum(oracle.hands, []) + oracle.draw + oracle.discard + oracle.aside) == cards, f"seed {seed}"
