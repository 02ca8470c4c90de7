"""Drawing: how much, when, and what may be done with what was drawn."""

import pytest

from games.engine import legal
from tests.engine.stage import kinds, moves, of_kind, refused, sizes, table, tell

# --- how much


def test_one_card_is_drawn() -> None:
    state = table("G7 G2 / B7 B1", "R1")
    assert tell(state, "0 draw") == [("drew", 0, ("G9",)), ("asked", "keep_or_play")]
    assert state.hands[0] == ["G7", "G2", "G9"]


def test_cards_are_drawn_until_one_can_be_played() -> None:
    state = table("G7 G2 / B7 B1", "R1", pile="B5 R5 Y2 G9", draw="until_playable")
    assert of_kind(tell(state, "0 draw"), "drew") == [("drew", 0, ("G9", "Y2", "R5"))]
    assert moves(state, 0) == ["keep", "play R5"]


def test_drawing_until_playable_stops_when_there_is_nothing_left() -> None:
    state = table("G7 G2 / B7 B1", "R1", pile="G9 Y2", draw="until_playable")
    assert of_kind(tell(state, "0 draw"), "drew") == [("drew", 0, ("Y2", "G9"))]
    assert moves(state, 0) == ["keep"]


def test_a_wild_draw_card_that_would_be_a_bluff_does_not_end_drawing_until_playable() -> None:
    options = {"draw": "until_playable", "wild_draw": "enforced"}
    state = table("R2 G2 / B7 B1", "R1", pile="B5 Y2 R5 WD4 G9", **options)
    assert of_kind(tell(state, "0 draw"), "drew") == [("drew", 0, ("G9", "WD4", "R5"))]


def test_free_drawing_goes_on_as_often_as_one_likes() -> None:
    state = table("G7 G2 / B7 B1", "R1", draw="free")
    tell(state, "0 draw", "0 draw", "0 draw")
    assert (sizes(state), state.turn) == ([5, 2], 0)
    tell(state, "0 keep")
    assert state.turn == 1


def test_several_cards_can_be_drawn_at_once_when_drawing_is_free() -> None:
    state = table("G7 G2 / B7 B1", "R1", draw="free")
    assert of_kind(tell(state, "0 draw 3"), "drew") == [("drew", 0, ("G9", "G8", "G6"))]
    tell(state, "0 draw 2", "0 pass")
    assert sizes(state) == [7, 2]


def test_drawing_more_than_there_is_takes_what_there_is() -> None:
    state = table("G7 G2 / B7 B1", "R1", pile="Y5 Y2", draw="free")
    tell(state, "0 draw 99")
    assert sizes(state) == [4, 2]
    assert moves(state, 0) == ["keep"]


@pytest.mark.parametrize("draw", ["one", "until_playable"])
def test_nobody_names_an_amount_where_drawing_is_not_free(draw: str) -> None:
    state = table("G7 G2 / B7 B1", "R1", draw=draw)
    assert refused(state, 0, "draw 2").code == "amount"
    tell(state, "0 draw 1")


def test_an_amount_of_nothing_is_refused_where_drawing_is_free() -> None:
    assert refused(table("G7 G2 / B7 B1", "R1", draw="free"), 0, "draw 0").code == "amount"


# --- when


def test_one_may_draw_with_a_card_that_fits() -> None:
    assert moves(table("R7 G2 G3 / B7 B1", "R1"), 0) == ["draw", "play R7"]


def test_one_may_not_when_drawing_is_only_for_those_who_cannot_play() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", voluntary_draw=False)
    assert moves(state, 0) == ["play R7"]
    assert refused(state, 0, "draw").code == "must_play"


def test_then_whoever_cannot_play_draws() -> None:
    assert moves(table("G7 G2 G3 / B7 B1", "R1", voluntary_draw=False), 0) == ["draw"]


def test_free_drawing_only_in_need_ends_with_a_card_that_fits() -> None:
    state = table("G7 G2 / B7 B1", "R1", pile="B5 R5 Y2", draw="free", voluntary_draw=False)
    tell(state, "0 draw")
    assert moves(state, 0) == ["draw", "keep"]
    tell(state, "0 draw")
    assert moves(state, 0) == ["keep", "play R5"]
    assert refused(state, 0, "draw").code == "must_play"


def test_several_cards_at_once_would_go_past_a_card_that_has_to_be_played() -> None:
    state = table("G7 G2 / B7 B1", "R1", pile="B5 R5 Y2", draw="free", voluntary_draw=False)
    assert refused(state, 0, "draw 2").code == "amount"


# --- the drawn card


def test_a_drawn_card_may_be_played_or_kept() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2 R5")
    tell(state, "0 draw")
    assert moves(state, 0) == ["keep", "play R5"]
    assert tell(state, "0 play R5") == [("played", 0, "R5"), ("turn", 1)]


def test_keeping_ends_the_turn() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2 R5")
    assert tell(state, "0 draw", "0 keep")[-2:] == [("kept", 0), ("turn", 1)]


def test_passing_after_drawing_is_keeping() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2 R5")
    assert tell(state, "0 draw", "0 pass")[-2:] == [("kept", 0), ("turn", 1)]


def test_after_drawing_only_what_was_drawn_may_be_played() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2 R5")
    tell(state, "0 draw")
    assert refused(state, 0, "play R7").code == "only_drawn"


def test_after_drawing_any_card_may_be_played_where_the_hand_is_open() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2 R5", after_draw="hand")
    tell(state, "0 draw")
    assert moves(state, 0) == ["keep", "play R5", "play R7"]


def test_the_cards_drawn_in_an_earlier_turn_are_not_drawn_any_more() -> None:
    state = table("G2 G3 / B7 B1", "R1", pile="G9 Y2 R5")
    tell(state, "0 draw", "0 keep", "1 draw", "1 keep", "0 draw")
    assert moves(state, 0) == ["keep"]


def test_a_drawn_card_that_fits_is_played_where_that_is_forced() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2 RS", drawn_play="forced")
    events = tell(state, "0 draw")
    assert kinds(events) == ["drew", "force_draw_play", "played", "skipped", "turn"]
    assert (state.discard[-1], state.turn) == ("RS", 0)


def test_a_drawn_wild_that_is_forced_onto_the_pile_still_asks_for_its_color() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2 W", drawn_play="forced")
    tell(state, "0 draw")
    assert (state.turn, state.node) == (0, "wild_color")


def test_of_several_drawn_cards_the_first_that_fits_is_forced() -> None:
    state = table("G2 G3 G4 / B7 B1", "R1", pile="B2 R3 R5 Y2", draw="free", drawn_play="forced")
    assert ("force_draw_play", 0, "R5") in tell(state, "0 draw 3")


def test_forced_drawing_without_a_card_that_fits_ends_the_turn() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2", drawn_play="forced")
    assert kinds(tell(state, "0 draw")) == ["drew", "turn"]


def test_forced_drawing_with_an_open_hand_asks_for_the_other_cards() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2", drawn_play="forced", after_draw="hand")
    tell(state, "0 draw")
    assert moves(state, 0) == ["keep", "play R7"]


def test_a_drawn_card_is_kept_where_playing_it_is_forbidden() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2 R5", drawn_play="forbidden")
    assert kinds(tell(state, "0 draw")) == ["drew", "turn"]


def test_free_drawing_where_playing_is_forbidden_is_drawing_and_keeping() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2 R5 R6", drawn_play="forbidden", draw="free")
    tell(state, "0 draw")
    assert moves(state, 0) == ["draw", "keep"]
    assert refused(state, 0, "play R6").code == "drawn_is_kept"


def test_the_player_is_asked_also_when_the_drawn_card_does_not_fit_so_nobody_learns_from_the_pace() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="Y2")
    assert tell(state, "0 draw")[-1] == ("asked", "keep_or_play")
    assert moves(state, 0) == ["keep"]


# --- an empty draw pile


def test_an_empty_draw_pile_takes_all_discards_but_the_top_card() -> None:
    state = table("G7 G2 / B7 B1", "Y1 Y2 Y3 R1", pile="")
    events = tell(state, "0 draw")
    assert kinds(events) == ["reshuffled", "drew", "asked"]
    assert sorted(events[0][1]) == ["Y1", "Y2", "Y3"]
    assert (state.discard, len(state.draw)) == (["R1"], 2)


def test_the_discards_are_reshuffled_in_the_middle_of_a_draw() -> None:
    state = table("RD G2 G3 / B7 B1", "Y1 Y2 Y3 R1", pile="G9", final_draw_counts=False)
    events = tell(state, "0 play RD")
    assert [event[:2] for event in of_kind(events, "force_draw")] == [("force_draw", 1), ("force_draw", 1)]
    assert (len(state.hands[1]), state.discard) == (4, ["RD"])


def test_with_both_piles_empty_one_draws_what_there_is() -> None:
    state = table("RD G2 G3 / B7 B1 / Y7 Y8", "R1", pile="G9")
    tell(state, "0 play RD")
    assert sizes(state) == [2, 4, 2]
    assert (state.draw, state.discard, state.turn) == ([], ["RD"], 2)


def test_a_draw_takes_the_card_below_when_only_that_is_left() -> None:
    state = table("RD G2 G3 / B7 B1 / Y7 Y8", "R1", pile="")
    tell(state, "0 play RD")
    assert state.hands[1] == ["B7", "B1", "R1"]


def test_no_draw_ever_makes_or_loses_a_card() -> None:
    state = table("G7 G2 / B7 B1", "Y1 Y2 Y3 R1", pile="", draw="free")
    cards = sorted([*state.draw, *state.discard, *state.hands[0], *state.hands[1]])
    tell(state, "0 draw 50")
    assert sorted([*state.draw, *state.discard, *state.hands[0], *state.hands[1]]) == cards


def test_a_reshuffle_depends_on_the_seed_and_differs_from_the_one_before() -> None:
    orders = set()
    for seed in range(5):
        state = table("G7 G2 / B7 B1", "Y1 Y2 Y3 Y4 Y5 Y6 Y8 R1", pile="", draw="free")
        state.seed = seed
        orders.add(of_kind(tell(state, "0 draw"), "reshuffled")[0][1])
    assert len(orders) > 1
    assert all(sorted(order) == ["Y1", "Y2", "Y3", "Y4", "Y5", "Y6", "Y8"] for order in orders)


def test_a_draw_may_be_refused_only_with_nothing_left() -> None:
    state = table("G7 G2 / B7 B1", "R1", pile="")
    assert refused(state, 0, "draw").code == "nothing_to_draw"
    assert legal(state, 0) == ("pass",)
