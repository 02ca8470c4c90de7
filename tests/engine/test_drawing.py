"""Drawing: how many cards, when it is allowed, and what may be done with a drawn card."""

import pytest

from games.engine import legal
from tests.engine.playing import kinds, moves, of_kind, play_moves, refused, sizes, table

# --- how many cards


def test_one_card_is_drawn() -> None:
    state = table("G7 G2 / B7 B1", "R1")
    assert play_moves(state, "0 draw") == [("drew", 0, ("G9",)), ("asked", "keep_or_play")]
    assert state.hands[0] == ["G7", "G2", "G9"]


def test_cards_are_drawn_until_one_can_be_played() -> None:
    state = table("G7 G2 / B7 B1", "R1", pile="B5 R5 Y2 G9", draw="until_playable")
    assert of_kind(play_moves(state, "0 draw"), "drew") == [("drew", 0, ("G9", "Y2", "R5"))]
    assert moves(state, 0) == ["keep", "play R5"]


def test_drawing_until_playable_stops_when_no_cards_are_left() -> None:
    state = table("G7 G2 / B7 B1", "R1", pile="G9 Y2", draw="until_playable")
    assert of_kind(play_moves(state, "0 draw"), "drew") == [("drew", 0, ("Y2", "G9"))]
    assert moves(state, 0) == ["keep"]


def test_drawing_until_playable_continues_past_a_forbidden_bluff() -> None:
    options = {"draw": "until_playable", "wild_draw": "enforced"}
    state = table("R2 G2 / B7 B1", "R1", pile="B5 Y2 R5 WD4 G9", **options)
    assert of_kind(play_moves(state, "0 draw"), "drew") == [("drew", 0, ("G9", "WD4", "R5"))]


def test_free_drawing_may_be_repeated() -> None:
    state = table("G7 G2 / B7 B1", "R1", draw="free")
    play_moves(state, "0 draw", "0 draw", "0 draw")
    assert (sizes(state), state.turn) == ([5, 2], 0)
    play_moves(state, "0 keep")
    assert state.turn == 1


def test_several_cards_can_be_drawn_at_once_when_drawing_is_free() -> None:
    state = table("G7 G2 / B7 B1", "R1", draw="free")
    assert of_kind(play_moves(state, "0 draw 3"), "drew") == [("drew", 0, ("G9", "G8", "G6"))]
    play_moves(state, "0 draw 2", "0 pass")
    assert sizes(state) == [7, 2]


def test_drawing_more_cards_than_are_left_takes_all_of_them() -> None:
    state = table("G7 G2 / B7 B1", "R1", pile="Y5 Y2", draw="free")
    play_moves(state, "0 draw 10")
    assert sizes(state) == [4, 2]
    assert moves(state, 0) == ["keep"]


@pytest.mark.parametrize("draw", ["one", "until_playable"])
def test_an_amount_is_refused_unless_drawing_is_free(draw: str) -> None:
    state = table("G7 G2 / B7 B1", "R1", draw=draw)
    assert refused(state, 0, "draw 2").code == "amount"
    play_moves(state, "0 draw 1")


def test_drawing_zero_cards_is_refused() -> None:
    assert refused(table("G7 G2 / B7 B1", "R1", draw="free"), 0, "draw 0").code == "amount"


# --- when it is allowed


def test_a_player_with_a_playable_card_may_draw() -> None:
    assert moves(table("R7 G2 G3 / B7 B1", "R1"), 0) == ["draw", "play R7"]


def test_without_voluntary_draws_a_player_with_a_playable_card_may_not_draw() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", voluntary_draw=False)
    assert moves(state, 0) == ["play R7"]
    assert refused(state, 0, "draw").code == "must_play"


def test_without_voluntary_draws_a_player_without_a_playable_card_draws() -> None:
    assert moves(table("G7 G2 G3 / B7 B1", "R1", voluntary_draw=False), 0) == ["draw"]


def test_free_drawing_without_voluntary_draws_ends_with_a_playable_card() -> None:
    state = table("G7 G2 / B7 B1", "R1", pile="B5 R5 Y2", draw="free", voluntary_draw=False)
    play_moves(state, "0 draw")
    assert moves(state, 0) == ["draw", "keep"]
    play_moves(state, "0 draw")
    assert moves(state, 0) == ["keep", "play R5"]
    assert refused(state, 0, "draw").code == "must_play"


def test_several_cards_cannot_be_drawn_past_a_card_that_must_be_played() -> None:
    state = table("G7 G2 / B7 B1", "R1", pile="B5 R5 Y2", draw="free", voluntary_draw=False)
    assert refused(state, 0, "draw 2").code == "amount"


# --- the drawn card


def test_a_drawn_card_may_be_played_or_kept() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2 R5")
    play_moves(state, "0 draw")
    assert moves(state, 0) == ["keep", "play R5"]
    assert play_moves(state, "0 play R5") == [("played", 0, "R5"), ("turn", 1)]


def test_keeping_ends_the_turn() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2 R5")
    assert play_moves(state, "0 draw", "0 keep")[-2:] == [("kept", 0), ("turn", 1)]


def test_passing_after_drawing_is_keeping() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2 R5")
    assert play_moves(state, "0 draw", "0 pass")[-2:] == [("kept", 0), ("turn", 1)]


def test_after_drawing_only_the_drawn_card_may_be_played() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2 R5")
    play_moves(state, "0 draw")
    assert refused(state, 0, "play R7").code == "only_drawn"


def test_after_drawing_any_card_may_be_played_if_the_rules_allow_it() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2 R5", after_draw="hand")
    play_moves(state, "0 draw")
    assert moves(state, 0) == ["keep", "play R5", "play R7"]


def test_cards_drawn_in_an_earlier_turn_do_not_count_as_drawn() -> None:
    state = table("G2 G3 / B7 B1", "R1", pile="G9 Y2 R5")
    play_moves(state, "0 draw", "0 keep", "1 draw", "1 keep", "0 draw")
    assert moves(state, 0) == ["keep"]


def test_a_playable_drawn_card_is_played_automatically_if_forced() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2 RS", drawn_play="forced")
    events = play_moves(state, "0 draw")
    assert kinds(events) == ["drew", "force_draw_play", "played", "skipped", "turn"]
    assert (state.discard[-1], state.turn) == ("RS", 0)


def test_a_drawn_wild_that_must_be_played_still_asks_for_its_color() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2 W", drawn_play="forced")
    play_moves(state, "0 draw")
    assert (state.turn, state.node) == (0, "wild_color")


def test_the_first_playable_one_of_several_drawn_cards_is_forced() -> None:
    state = table("G2 G3 G4 / B7 B1", "R1", pile="B2 R3 R5 Y2", draw="free", drawn_play="forced")
    assert ("force_draw_play", 0, "R5") in play_moves(state, "0 draw 3")


def test_forced_play_without_a_playable_card_ends_the_turn() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2", drawn_play="forced")
    assert kinds(play_moves(state, "0 draw")) == ["drew", "turn"]


def test_forced_play_from_the_whole_hand_asks_about_the_other_cards() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2", drawn_play="forced", after_draw="hand")
    play_moves(state, "0 draw")
    assert moves(state, 0) == ["keep", "play R7"]


def test_a_drawn_card_is_kept_if_playing_it_is_forbidden() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2 R5", drawn_play="forbidden")
    assert kinds(play_moves(state, "0 draw")) == ["drew", "turn"]


def test_free_drawing_with_playing_forbidden_keeps_the_card() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2 R5 R6", drawn_play="forbidden", draw="free")
    play_moves(state, "0 draw")
    assert moves(state, 0) == ["draw", "keep"]
    assert refused(state, 0, "play R6").code == "drawn_is_kept"


def test_an_unplayable_drawn_card_is_not_revealed_by_a_missing_question() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2")
    assert play_moves(state, "0 draw")[-1] == ("asked", "keep_or_play")
    assert moves(state, 0) == ["keep"]


# --- an empty draw pile


def test_an_empty_draw_pile_takes_all_discards_but_the_top_card() -> None:
    state = table("G7 G2 / B7 B1", "Y1 Y2 Y3 R1", pile="")
    events = play_moves(state, "0 draw")
    assert kinds(events) == ["reshuffled", "drew", "asked"]
    assert sorted(events[0][1]) == ["Y1", "Y2", "Y3"]
    assert (state.discard, len(state.draw)) == (["R1"], 2)


def test_the_discards_are_reshuffled_in_the_middle_of_a_draw() -> None:
    state = table("RD G2 G3 / B7 B1", "Y1 Y2 Y3 R1", pile="G9", final_draw_counts=False)
    events = play_moves(state, "0 play RD")
    assert [event[:2] for event in of_kind(events, "force_draw")] == [("force_draw", 1), ("force_draw", 1)]
    assert (len(state.hands[1]), state.discard) == (4, ["RD"])


def test_with_both_piles_empty_as_many_cards_as_possible_are_drawn() -> None:
    state = table("RD G2 G3 / B7 B1 / Y7 Y8", "R1", pile="G9")
    play_moves(state, "0 play RD")
    assert sizes(state) == [2, 4, 2]
    assert (state.draw, state.discard, state.turn) == ([], ["RD"], 2)


def test_the_last_discard_below_the_top_can_be_drawn() -> None:
    state = table("RD G2 G3 / B7 B1 / Y7 Y8", "R1", pile="")
    play_moves(state, "0 play RD")
    assert state.hands[1] == ["B7", "B1", "R1"]


def test_drawing_neither_adds_nor_loses_cards() -> None:
    state = table("G7 G2 / B7 B1", "Y1 Y2 Y3 R1", pile="", draw="free")
    cards = sorted([*state.draw, *state.discard, *state.hands[0], *state.hands[1]])
    play_moves(state, "0 draw 10")
    assert sorted([*state.draw, *state.discard, *state.hands[0], *state.hands[1]]) == cards


def test_a_reshuffle_depends_on_the_seed_and_differs_from_the_one_before() -> None:
    orders = set()
    for seed in range(5):
        state = table("G7 G2 / B7 B1", "Y1 Y2 Y3 Y4 Y5 Y6 Y8 R1", pile="", draw="free")
        state.seed = seed
        orders.add(of_kind(play_moves(state, "0 draw"), "reshuffled")[0][1])
    assert len(orders) > 1
    assert all(sorted(order) == ["Y1", "Y2", "Y3", "Y4", "Y5", "Y6", "Y8"] for order in orders)


def test_drawing_is_refused_only_if_no_cards_are_left() -> None:
    state = table("G7 G2 / B7 B1", "R1", pile="")
    assert refused(state, 0, "draw").code == "nothing_to_draw"
    assert legal(state, 0) == ("pass",)
