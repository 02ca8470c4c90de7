"""The Flip deck: turning the game over, and the cards of the dark side."""

from typing import Any

import pytest

from games.engine import State, legal, view
from games.engine.notation import read_position
from tests.engine.playing import kinds, moves, of_kind, play_moves, refused, sizes, table


def flip(hands: Any, top: str = "Y4|UF B7|O3 R9|U5", **options: Any) -> State:
    return table(hands, top, deck="flip", **options)


def dark(hands: Any, top: str, **options: Any) -> State:
    return table(hands, top, deck="flip", side=1, **options)


# --- the Flip card


def test_a_flip_turns_over_both_piles_and_all_hands() -> None:
    state = flip("RF|P8 Y2|T1 B1|UE / G5|O7 YR|W", pile="Y7|O2 G1|O5 BS|P9")
    assert play_moves(state, "0 play RF") == [("played", 0, "RF"), ("flipped", "UF"), ("turn", 1)]
    assert state.side == 1
    assert state.discard == ["RF|P8", "R9|U5", "B7|O3", "Y4|UF"]
    assert state.draw == ["BS|P9", "G1|O5", "Y7|O2"]
    assert (state.faces(0), state.faces(1)) == (("T1", "UE"), ("O7", "W"))


def test_after_a_flip_the_lowest_discard_is_on_top_and_sets_the_color() -> None:
    state = flip("RF|P8 Y2|T1 B1|UE / G5|O7 YR|W")
    play_moves(state, "0 play RF")
    assert (state.top.text, state.color) == ("UF", "purple")


def test_after_a_flip_the_lowest_card_of_the_draw_pile_is_drawn_next() -> None:
    state = flip("RF|P8 Y2|T1 B1|UE / G5|O7 BR|W BS|P9", pile="Y7|O2 G1|O5 BS|T1")
    play_moves(state, "0 play RF")
    assert of_kind(play_moves(state, "1 draw"), "drew") == [("drew", 1, ("O2",))]


def test_a_second_flip_restores_both_piles_and_all_hands() -> None:
    state = flip("RF|P8 Y2|T1 B1|UE / YF|O8 Y4|UF G5|O7")
    draw, pile = state.draw[:], state.discard[:]
    play_moves(state, "0 play RF", "1 play UF")
    assert state.side == 0
    assert state.draw == draw
    assert state.discard == ["Y4|UF", *pile, "RF|P8"]
    assert state.top.text == "RF"


@pytest.mark.parametrize("bottom", ["RS|OD5", "Y1|PE", "RR|U3", "RF|P8", "YR|TF"])
def test_an_action_card_turned_up_by_a_flip_has_no_effect(bottom: str) -> None:
    state = flip("BF|U6 Y2|T1 B1|UE / G5|O7 YR|W / G6|P5 G7|T2", top=f"{bottom} B9|O5")
    assert kinds(play_moves(state, "0 play BF")) == ["played", "flipped", "turn"]
    assert (state.turn, sizes(state)) == (1, [2, 2, 2])


def test_the_player_who_flipped_names_the_color_of_a_wild_turned_up() -> None:
    state = flip("BF|U6 Y2|T1 B1|UE / G5|O7 G9|OD5", top="RS|W B9|O5")
    assert kinds(play_moves(state, "0 play BF")) == ["played", "flipped", "asked"]
    assert moves(state, 0) == ["color orange", "color pink", "color purple", "color teal"]
    play_moves(state, "0 color teal")
    assert (state.color, state.turn) == ("teal", 1)


def test_no_light_color_can_be_named_on_the_dark_side() -> None:
    state = flip("BF|U6 Y2|T1 B1|UE / G5|O7 G9|OD5", top="RS|W B9|O5")
    play_moves(state, "0 play BF")
    refusal = refused(state, 0, "color red")
    assert refusal.code == "no_such_color"
    assert refusal.facts["colors"] == ("pink", "teal", "orange", "purple")


def test_a_last_flip_wins_without_flipping() -> None:
    state = flip("RF|P8 / G5|O7 G9|OD5", score_limit="one_round")
    assert kinds(play_moves(state, "0 play RF")) == ["played", "round_won", "match_won"]
    assert (state.side, state.scores) == (0, [14, 0])


def test_points_are_counted_on_the_side_in_play() -> None:
    state = dark("R7|O1 / G5|O7 G9|OD5", "B2|O8", score_limit="one_round")
    play_moves(state, "0 play O1")
    assert state.scores == [27, 0]


# --- light cards


def test_a_draw_one() -> None:
    state = flip("RD1|P3 Y2|T1 B1|UE / G5|O7 YR|W / G6|P5 G7|T2")
    play_moves(state, "0 play RD1")
    assert (sizes(state), state.turn) == ([2, 3, 2], 2)


def test_a_wild_draw_two() -> None:
    state = flip("WD2|O4 Y2|T1 B1|UE / G5|O7 YR|W / G6|P5 G7|T2", wild_draw="free")
    play_moves(state, "0 play WD2", "0 color green")
    assert (sizes(state), state.turn) == ([2, 4, 2], 2)


# --- dark cards


def test_a_draw_five_hits_one_player_and_skips_one() -> None:
    state = dark("RS|OD5 Y2|T1 B1|UE / G5|O7 YR|W / G6|P5 G7|T2", "B2|O8")
    play_moves(state, "0 play OD5")
    assert (sizes(state), state.turn) == ([2, 7, 2], 2)


def test_skip_everyone_gives_the_same_player_another_turn() -> None:
    state = dark("Y6|OE Y2|T1 Y7|O2 / G5|O7 YR|W / G6|P5 G7|T2", "B2|O8")
    assert play_moves(state, "0 play OE") == [("played", 0, "OE"), ("everyone_skipped", 0), ("turn", 0)]
    assert "play O2" in legal(state, 0)


def wild_draw_color(hands: Any = "Y6|WDC Y2|T1 B1|UE / G5|O7 YR|W / G6|P5 G7|T2", **options: Any) -> Any:
    pile = "B3|T2 G1|O5 Y8|P1 Y1|W G6|P5"
    return dark(hands, "B2|O8", pile=pile, **{"wild_draw": "free"} | options)


def test_a_wild_draw_color_draws_past_wilds_until_the_color() -> None:
    state = wild_draw_color()
    events = play_moves(state, "0 play WDC", "0 color orange")
    assert of_kind(events, "force_draw") == [("force_draw", 1, ("P5", "W", "P1", "O5"))]
    assert state.turn == 2


def test_a_wild_draw_color_stops_when_no_cards_are_left() -> None:
    state = wild_draw_color()
    play_moves(state, "0 play WDC", "0 color purple")
    assert (len(state.hands[1]), len(state.discard), state.turn) == (2 + 5 + 1, 1, 2)


def test_a_guilty_player_of_a_wild_draw_color_draws_until_the_color() -> None:
    state = wild_draw_color("Y6|WDC Y7|O2 B1|UE / G5|O7 YR|W / G6|P5 G7|T2", wild_draw="challenge")
    play_moves(state, "0 play WDC", "0 color orange", "1 challenge")
    assert (sizes(state), state.turn) == ([6, 2, 2], 1)


def test_a_wrong_challenge_of_a_wild_draw_color_costs_two_more_cards() -> None:
    state = wild_draw_color(wild_draw="challenge")
    play_moves(state, "0 play WDC", "0 color teal", "1 challenge")
    assert (sizes(state), state.turn) == ([2, 2 + 5 + 1, 2], 2)


def test_each_wild_draw_color_of_a_chain_is_drawn_for() -> None:
    state = wild_draw_color("Y6|WDC Y2|T1 B1|UE / R3|WDC YR|W Y9|T5 / G6|P5 G7|T2", stacking="same")
    play_moves(state, "0 play WDC", "0 color teal", "1 stack WDC", "1 color pink")
    assert (state.turn, state.until) == (2, 2)
    events = play_moves(state, "2 accept")
    assert of_kind(events, "force_draw")[:2] == [("force_draw", 2, ("P5",)), ("force_draw", 2, ("W", "P1"))]


def test_a_wild_draw_color_is_higher_than_any_number_when_stacking_by_amount() -> None:
    state = dark("RS|OD5 Y2|T1 B1|UE / Y6|WDC G5|O7 YR|W / R4|UD5 G7|T2", "B2|O8", stacking="higher")
    play_moves(state, "0 play OD5", "1 stack WDC", "1 color teal")
    assert (state.debt, state.until) == (5, 1)
    assert "stack UD5" not in legal(state, 2)


def test_the_number_of_a_mixed_chain_is_drawn_before_the_color() -> None:
    state = wild_draw_color("RS|OD5 Y2|T1 B1|UE / Y6|WDC G5|O7 YR|W / G6|P5 G7|T2", stacking="any")
    state.draw[:0] = ["Y7|O2", "Y9|T5", "G2|TE"]
    play_moves(state, "0 play OD5", "1 stack WDC", "1 color teal")
    events = of_kind(play_moves(state, "2 accept"), "force_draw")
    assert events == [("force_draw", 2, ("P5", "W", "P1", "O5", "T2")), ("force_draw", 2, ("TE",))]


def test_after_a_caught_wild_draw_color_the_challenger_answers_for_the_rest() -> None:
    state = wild_draw_color(
        "RS|OD5 Y2|T1 B1|UE / Y6|WDC Y7|O2 YR|W / G6|P5 G7|T2", stacking="any", wild_draw="challenge"
    )
    play_moves(state, "0 play OD5", "1 stack WDC", "1 color pink", "2 challenge")
    assert (sizes(state), state.turn) == ([2, 3, 2 + 5 + 1 - 1], 2)


def test_a_last_wild_draw_color_names_its_color_if_the_final_draw_counts() -> None:
    state = wild_draw_color("Y6|WDC / G5|O7 YR|W / G6|P5 G7|T2", score_limit="one_round")
    assert play_moves(state, "0 play WDC")[-1] == ("asked", "last_color")
    events = play_moves(state, "0 color pink")
    assert kinds(events) == ["wild", "wild_draw", "force_draw", "round_won", "match_won"]
    assert sizes(state) == [0, 3, 2]


def test_a_last_wild_draw_color_names_no_color_if_the_final_draw_does_not_count() -> None:
    state = wild_draw_color("Y6|WDC / G5|O7 YR|W", score_limit="one_round", final_draw_counts=False)
    assert kinds(play_moves(state, "0 play WDC")) == ["played", "round_won", "match_won"]


# --- what other players see


def test_without_public_backs_they_are_hidden() -> None:
    state = flip("RF|P8 Y2|T1 B1|UE / G5|O7 YR|W", backs_public=False)
    assert view(state, 1).backs == ()
    assert view(state, 1).draw_back == ""
    assert view(state, 1).counts == (3, 2)


def test_every_seat_sees_the_backs_of_other_hands() -> None:
    state = flip("RF|P8 Y2|T1 B1|UE / G5|O7 YR|W")
    assert view(state, 1).backs == (("P8", "T1", "UE"), ())
    assert view(state, 0).backs == ((), ("O7", "W"))
    assert view(state, None).backs == (("P8", "T1", "UE"), ("O7", "W"))


def test_on_the_dark_side_the_backs_are_the_light_faces() -> None:
    state = dark("RS|OD5 Y2|T1 / G5|O7 YR|W", "B2|O8", backs_public=True)
    assert view(state, 1).backs == (("RS", "Y2"), ())


def test_everyone_sees_the_back_of_the_top_of_the_draw_pile() -> None:
    state = flip("RF|P8 Y2|T1 B1|UE / G5|O7 YR|W")
    before = state.deck.show(state.draw, 1)
    assert [view(state, seat).draw_back for seat in (0, 1, None)] == [before[-1]] * 3
    state.draw = []
    assert view(state, 0).draw_back == ""


def test_decks_with_one_side_have_no_backs() -> None:
    shown = view(table("R7 G2 / B1 Y2", "R9"), 0)
    assert (shown.backs, shown.draw_back) == ((), "")


def test_after_a_flip_only_the_new_top_card_is_known() -> None:
    state = flip("RF|P8 Y2|T1 B1|UE / G5|O7 Y3|U1 Y5|U9")
    assert view(state, 1).pile == ("Y4", "B7", "R9")
    play_moves(state, "0 play RF")
    assert (view(state, 1).pile, view(state, 1).top, view(state, 1).discards) == (("UF",), "UF", 4)
    play_moves(state, "1 play U1")
    assert view(state, 0).pile == ("UF", "U1")


def test_the_first_of_several_equal_faces_in_the_hand_is_played() -> None:
    state = flip("R7|U5 R7|O1 Y2|T1 / G5|O7 Y3|U1")
    play_moves(state, "0 play R7")
    assert state.hands[0] == ["R7|O1", "Y2|T1"]


def test_a_challenge_is_possible_in_a_position_without_a_penalty() -> None:
    """Play cannot lead to this position, but a text can describe it."""
    state = read_position(
        "Flip | R1|P3 R1|U2 / R5|P2 R5|T5 | 1 clockwise pink | R7|O1 R7|U5 | G4|P8 R3|WDC |"
        ' {"side": 1, "node": "respond", "attacker": 0, "bluff": true}'
    )
    assert kinds(play_moves(state, "1 challenge"))[:2] == ["showed", "challenge_won"]
