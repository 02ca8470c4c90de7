"""The No Mercy deck: roulette, discarding a color, skipping everyone, and mercy."""

from typing import Any

import pytest

from games.engine import State, legal, view
from games.engine.notation import read_position
from tests.engine.playing import kinds, moves, of_kind, play_moves, refused, sizes, table


def no_mercy(hands: Any, top: str = "R1", pile: Any = None, **options: Any) -> State:
    return table(hands, top, pile, deck="no_mercy", **options)


# --- roulette


def test_the_next_player_names_the_color_and_takes_all_cards_up_to_it() -> None:
    state = no_mercy("WC G2 G3 / B7 B1 / Y7 Y2", pile="B2 R5 R6 WD6 Y4 G9")
    assert play_moves(state, "0 play WC") == [("played", 0, "WC"), ("turn", 1), ("asked", "roulette_color")]
    assert moves(state, 1) == ["color blue", "color green", "color red", "color yellow"]
    assert play_moves(state, "1 color red") == [
        ("wild", 1, "red"), ("roulette", 1, ("G9", "Y4", "WD6", "R6")), ("turn", 2),
    ]  # fmt: skip
    assert (state.color, sizes(state)) == ("red", [2, 6, 2])


def test_the_player_of_the_roulette_cannot_name_the_color() -> None:
    state = no_mercy("WC G2 G3 / B7 B1 / Y7 Y2")
    play_moves(state, "0 play WC")
    assert refused(state, 0, "color red").code == "not_your_turn"


def test_a_color_that_never_comes_takes_all_cards_that_are_left() -> None:
    state = no_mercy("WC G2 G3 / B7 B1 / Y7 Y2", pile="R5 Y4 G9")
    play_moves(state, "0 play WC", "1 color blue")
    assert (sizes(state), state.draw, state.discard) == ([2, 6, 2], [], ["WC"])


def test_a_roulette_can_be_neither_stacked_on_nor_challenged() -> None:
    state = no_mercy("WC R2 G3 / WC WD10 / Y7 Y2", stacking="any")
    play_moves(state, "0 play WC")
    assert refused(state, 1, "stack WD10").code == "decide_first"
    assert refused(state, 1, "challenge").code == "decide_first"


def test_a_last_roulette_wins_without_drawing() -> None:
    state = no_mercy("WC / B7 B1", score_limit="one_round")
    assert kinds(play_moves(state, "0 play WC")) == ["played", "round_won", "match_won"]


# --- discard all, skip everyone


def test_discard_all_discards_the_color_under_itself_without_effect() -> None:
    state = no_mercy("RA R2 RD G3 G4 / B7 B1 / Y7 Y2")
    assert play_moves(state, "0 play RA") == [
        ("played", 0, "RA"), ("discarded_all", 0, ("R2", "RD")), ("turn", 1),
    ]  # fmt: skip
    assert state.discard == ["R1", "R2", "RD", "RA"]
    assert (state.hands[0], sizes(state)) == (["G3", "G4"], [2, 2, 2])


def test_discard_all_discards_only_its_own_color_and_no_wilds() -> None:
    state = no_mercy("GA R2 G3 W G4 / B7 B1 / Y7 Y2".replace(" W ", " WC "), top="RA")
    play_moves(state, "0 play GA")
    assert state.hands[0] == ["R2", "WC"]


def test_discard_all_without_other_cards_of_its_color_is_a_plain_card() -> None:
    state = no_mercy("RA G2 G3 / B7 B1 / Y7 Y2")
    assert kinds(play_moves(state, "0 play RA")) == ["played", "turn"]


def test_discard_all_wins_when_it_empties_the_hand() -> None:
    state = no_mercy("RA R2 RD / B7 B1", score_limit="one_round")
    assert kinds(play_moves(state, "0 play RA")) == ["played", "discarded_all", "round_won", "match_won"]
    assert state.windows == {}


def test_a_discarded_draw_card_has_no_effect() -> None:
    state = no_mercy("RA RD RD4 / B7 B1", score_limit="one_round")
    play_moves(state, "0 play RA")
    assert sizes(state) == [0, 2]


def test_skip_everyone_gives_the_same_player_another_turn() -> None:
    state = no_mercy("RE R2 G3 / B7 B1 / Y7 Y2")
    play_moves(state, "0 play RE")
    assert (state.turn, moves(state, 0)) == (0, ["declare", "draw", "play R2"])


# --- mercy


def near_mercy(hands: Any = "RD4 G2 G3 / B7 B1 B2 B3 B4 B5 B6 / Y7 Y2", **options: Any) -> Any:
    given: dict[str, Any] = {"mercy_limit": 10, "pile": "G8 R4 R5 R6 R8 R9 G1 G4 G5 G6 G7"} | options
    return no_mercy(hands, **given)


def test_a_player_with_too_many_cards_is_out_at_once_and_the_rest_is_void() -> None:
    state = near_mercy()
    assert play_moves(state, "0 play RD4") == [
        ("played", 0, "RD4"), ("attacked", 1, 4), ("force_draw", 1, ("G7", "G6", "G5")), ("knocked_out", 1),
        ("turn", 2),
    ]  # fmt: skip
    assert (sizes(state), list(state.out), len(state.aside)) == ([2, 0, 2], [1], 10)


def test_a_player_who_is_out_cannot_act() -> None:
    state = near_mercy()
    play_moves(state, "0 play RD4")
    refusal = refused(state, 1, "draw")
    assert (refusal.stage, refusal.code) == ("taking part", "knocked_out")
    assert legal(state, 1) == ()
    play_moves(state, "2 draw", "2 keep")
    assert state.turn == 0


def test_the_cards_of_a_player_who_is_out_come_back_with_the_next_reshuffle() -> None:
    state = near_mercy(pile="G8 R4 R5")
    events = play_moves(state, "0 play RD4", "2 draw")
    assert kinds(events)[-3:] == ["reshuffled", "drew", "asked"]
    assert (state.aside, len(state.draw)) == ([], 10)
    assert view(state, 0).aside == 0


def test_mercy_applies_to_voluntary_draws() -> None:
    state = no_mercy("B1 B2 B3 B4 B5 B6 B7 B8 B9 / G1 G2 / Y1 Y2", mercy_limit=10)
    assert kinds(play_moves(state, "0 draw")) == ["drew", "knocked_out", "turn"]


def test_mercy_ends_drawing_until_playable() -> None:
    state = no_mercy(
        "B1 B2 B3 B4 B5 B6 B7 / G1 G2 / Y1 Y2", mercy_limit=10, draw="until_playable", pile="R5 Y2 Y3 Y4 Y5"
    )
    assert of_kind(play_moves(state, "0 draw"), "drew") == [("drew", 0, ("Y5", "Y4", "Y3"))]
    assert list(state.out) == [0]


def test_mercy_ends_a_roulette() -> None:
    state = no_mercy("WC G2 G3 / B1 B2 B3 B4 B5 B6 B7 / Y1 Y2", mercy_limit=10, pile="R5 Y2 Y3 Y4 Y5")
    play_moves(state, "0 play WC", "1 color red")
    assert (list(state.out), state.turn, len(state.draw)) == ([1], 2, 2)


def test_the_last_active_player_wins_the_round() -> None:
    state = near_mercy("RD4 G2 G3 / B7 B1 B2 B3 B4 B5 B6", score_limit="one_round", knockout_bonus=250)
    events = play_moves(state, "0 play RD4")
    assert kinds(events) == ["played", "attacked", "force_draw", "knocked_out", "round_won", "match_won"]
    assert (state.winner, state.scores) == (0, [250, 0])


def test_the_last_active_player_wins_where_a_penalty_does_not_take_the_turn() -> None:
    hands = "RD4 G2 G3 / B7 B1 B2 B3 B4 B5 B6"
    state = near_mercy(hands, score_limit="one_round", draw_skips_victim=False, knockout_bonus=250)
    events = play_moves(state, "0 play RD4")
    assert kinds(events) == ["played", "attacked", "force_draw", "knocked_out", "round_won", "match_won"]
    assert (state.winner, state.scores) == (0, [250, 0])


def test_an_attacker_who_is_out_leaves_the_round_to_the_other() -> None:
    state = no_mercy("WR4 B1 B2 B3 B4 B5 B6 B7 / G1 G2", mercy_limit=10, score_limit="one_round", wild_draw="free")
    play_moves(state, "0 play WR4 red")
    assert (list(state.out), state.winner) == ([0], 1)


def test_the_bonus_is_added_for_each_player_who_is_out() -> None:
    state = no_mercy("R2 / B1 / B2 / B3 B4", knockout_bonus=100)
    for seat in (1, 2):
        state.out[seat], state.aside = 1, [*state.aside, *state.hands[seat]]
        state.hands[seat] = []
    play_moves(state, "0 play R2")
    assert state.scores == [7 + 2 * 100, 0, 0, 0]


def test_an_attacker_who_is_out_cannot_be_challenged() -> None:
    state = no_mercy("WD6 R2 / G1 G2 G3 / Y1 Y2", mercy_limit=10, uno_penalty=9, pile=" ".join(["R4"] * 20))
    play_moves(state, "0 play WD6", "0 color red")
    assert "challenge" in legal(state, 1)
    play_moves(state, "2 accuse 0")
    assert (list(state.out), state.turn) == ([0], 1)
    assert moves(state, 1) == ["accept"]
    assert refused(state, 1, "challenge").code == "no_challenge"


def test_a_bluffer_may_be_out_and_then_the_challenger_plays() -> None:
    state = no_mercy("WD6 R1 R2 R3 R4 / G1 G2 / Y1 Y2", mercy_limit=10)
    play_moves(state, "0 play WD6", "0 color red", "1 challenge")
    assert (list(state.out), state.turn, state.node) == ([0], 1, "turn")


def test_a_challenger_may_be_out_and_then_the_next_player_plays() -> None:
    state = no_mercy("WD6 B1 B2 B3 B4 / G1 G2 G3 G4 / Y1 Y2", mercy_limit=10)
    play_moves(state, "0 play WD6", "0 color red", "1 challenge")
    assert (list(state.out), state.turn) == ([1], 2)


def test_a_bluffer_in_a_chain_and_then_the_challenger_may_be_out() -> None:
    state = no_mercy(
        "WD10 G1 G2 / WD10 B1 B2 / Y1 Y2 / G4 G5 G6", mercy_limit=10, stacking="any", pile=" ".join(["R4"] * 40)
    )
    play_moves(state, "0 play WD10", "0 color blue", "1 stack WD10", "1 color red", "2 challenge")
    assert (sorted(state.out), state.turn) == ([1, 2], 3)


def test_if_a_player_choosing_a_color_is_out_the_first_color_is_in_play() -> None:
    state = no_mercy("WD6 R2 / G1 G2 G3 / Y1 Y2", mercy_limit=10, uno_penalty=9, pile=" ".join(["R4"] * 20))
    play_moves(state, "0 play WD6")
    events = play_moves(state, "1 accuse 0")
    assert kinds(events) == ["accused", "force_draw", "knocked_out", "wild", "turn"]
    assert (state.color, state.turn, state.debt) == ("red", 1, 0)


def test_if_a_player_choosing_a_partner_is_out_no_hands_are_swapped() -> None:
    state = no_mercy(
        "R7 R2 / G1 G2 G3 / Y1 Y2", mercy_limit=10, uno_penalty=9, seven="swap", zero="pass", pile=" ".join(["R4"] * 20)
    )
    play_moves(state, "0 play R7")
    play_moves(state, "2 accuse 0")
    assert (sizes(state), state.turn, state.color) == ([0, 3, 2], 1, "red")


def test_an_accused_player_who_is_out_may_leave_one_player_who_wins() -> None:
    state = no_mercy("WD6 R2 / G1 G2 G3", mercy_limit=10, uno_penalty=9, score_limit="one_round")
    state.draw = ["R4"] * 20
    play_moves(state, "0 play WD6", "1 accuse 0")
    assert state.winner == 1


def test_play_continues_after_a_false_accuser_is_out() -> None:
    state = no_mercy("G1 / B1 B2 B3 B4 B5 B6 B7 B8 / Y1 Y2 Y3", mercy_limit=10, false_accuse_penalty=4)
    play_moves(state, "1 accuse 0")
    assert (list(state.out), state.turn) == ([1], 0)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_reverse_skips_when_only_two_players_are_left(seats: int) -> None:
    state = no_mercy("RR R2 R3 / G1 G2 G3 / Y1 Y2 Y3" if seats == 3 else "RR R2 R3 / G1 G2 G3")
    if seats == 3:
        state.out, state.hands[1], state.aside = {1: 6}, [], ["G1", "G2", "G3"]
    play_moves(state, "0 play RR")
    assert state.turn == 0


def test_hands_are_swapped_only_with_players_who_are_still_in_the_round() -> None:
    state = no_mercy("R7 R2 R3 / G1 G2 G3 / Y1 Y2 Y3", seven="swap", zero="pass")
    state.out, state.hands[1], state.aside = {1: 6}, [], ["G1", "G2", "G3"]
    play_moves(state, "0 play R7")
    assert moves(state, 0) == ["swap 2"]
    refusal = refused(state, 0, "swap 1")
    assert (refusal.stage, refusal.code) == ("target", "no_such_player")


def test_a_zero_passes_over_players_who_are_out() -> None:
    state = no_mercy("R0 R2 R3 / G1 G2 G3 / Y1 Y2 Y3", seven="swap", zero="pass")
    state.out, state.hands[1], state.aside = {1: 6}, [], ["G1", "G2", "G3"]
    play_moves(state, "0 play R0")
    assert state.hands == [["Y1", "Y2", "Y3"], [], ["R2", "R3"]]


def test_the_cards_of_a_player_who_is_out_can_be_drawn_last() -> None:
    state = no_mercy("G2 G3 / B1 B2 / Y1 Y2", pile="", voluntary_draw=False)
    state.out, state.hands[1], state.aside = {1: 3}, [], ["B1", "B2"]
    assert moves(state, 0) == ["draw"]
    assert kinds(play_moves(state, "0 draw")) == ["reshuffled", "drew", "asked"]


def test_a_player_who_is_out_does_not_draw_the_rest_of_the_penalty() -> None:
    state = read_position(
        '{"mercy_limit": 10} | R1 R2 / B1 B2 B3 B4 B5 B6 B7 / G1 G1 G2 | 1 clockwise red | Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 |'
        ' R7 WD4 | {"node": "respond", "attacker": 0, "debt": 4}'
    )
    assert kinds(play_moves(state, "1 challenge")) == ["showed", "challenge_lost", "force_draw", "knocked_out", "turn"]
    assert (state.hands[1], state.turn, len(state.draw)) == ([], 2, 6)
