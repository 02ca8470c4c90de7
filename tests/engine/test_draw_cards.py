"""Draw cards: how many cards they cost, who draws them, and what a draw card does as the last card."""

import pytest

from tests.engine.playing import kinds, moves, of_kind, play_moves, refused, sizes, table

# --- plain draw cards


def test_the_next_player_draws_two_and_loses_the_turn() -> None:
    state = table("RD G2 G3 / B7 B1 / Y7 Y2", "R1")
    assert play_moves(state, "0 play RD") == [
        ("played", 0, "RD"), ("attacked", 1, 2), ("force_draw", 1, ("G9", "G8")), ("turn", 2),
    ]  # fmt: skip


def test_the_victim_draws_and_plays_if_drawing_does_not_cost_the_turn() -> None:
    state = table("RD G2 G3 / B7 B1 / Y7 Y2", "R1", draw_skips_victim=False)
    play_moves(state, "0 play RD")
    assert (state.turn, state.node, sizes(state)) == (1, "turn", [2, 4, 2])


def test_penalty_cards_do_not_count_as_drawn_cards() -> None:
    state = table("RD G2 G3 / B7 B1 / Y7 Y2", "R1", draw_skips_victim=False, pile="G9 R5 R6")
    play_moves(state, "0 play RD")
    assert moves(state, 1) == ["draw", "play R5", "play R6"]


@pytest.mark.parametrize(("card", "number"), [("RD", 2), ("RD4", 4)])
def test_the_colored_draw_cards_of_no_mercy(card: str, number: int) -> None:
    state = table(f"{card} G2 G3 / B7 B1 / Y7 Y2", "R1", deck="no_mercy")
    play_moves(state, f"0 play {card}")
    assert (sizes(state)[1], state.turn) == (2 + number, 2)


@pytest.mark.parametrize(("card", "number"), [("W", 0), ("WD4", 4)])
def test_a_wild_draw_card_takes_effect_after_its_color_is_named(card: str, number: int) -> None:
    state = table(f"{card} G2 G3 / B7 B1 / Y7 Y2", "R1", wild_draw="free")
    assert play_moves(state, f"0 play {card}")[-1] == ("asked", "wild_color" if card == "W" else "attack_color")
    assert moves(state, 0) == ["color blue", "color green", "color red", "color yellow"]
    play_moves(state, "0 color green")
    assert (state.color, sizes(state)[1], state.turn) == ("green", 2 + number, 2 if number else 1)


# --- wild reverse draw four


def test_with_three_players_it_reverses_and_hits_the_previous_player() -> None:
    state = table("WR4 G2 G3 / B7 B1 / Y7 Y2", "R1", deck="no_mercy", wild_draw="free")
    events = play_moves(state, "0 play WR4", "0 color green")
    assert of_kind(events, "reversed") == [("reversed", -1)]
    assert (sizes(state), state.turn, state.direction) == ([2, 2, 6], 1, -1)


def test_with_two_players_its_own_player_draws_and_the_other_plays() -> None:
    state = table("WR4 G2 G3 / B7 B1", "R1", deck="no_mercy", wild_draw="free", two_player_reverse="plain")
    play_moves(state, "0 play WR4", "0 color green")
    assert (sizes(state), state.turn) == ([6, 2], 1)


def test_with_two_players_its_own_player_cannot_challenge_it() -> None:
    state = table("WR4 R2 G3 / B7 B1", "R1", deck="no_mercy")
    play_moves(state, "0 play WR4", "0 color green")
    assert (sizes(state), state.turn) == ([6, 2], 1)
    state = table("WR4 R2 G3 / B7 B1", "R1", deck="no_mercy", stacking="any")
    play_moves(state, "0 play WR4", "0 color green")
    assert moves(state, 0) == ["accept"]
    assert refused(state, 0, "challenge").code == "no_challenge"


def test_with_two_players_its_own_player_can_stack() -> None:
    state = table("WR4 WD6 G3 / B7 B1", "R1", deck="no_mercy", wild_draw="free", stacking="higher")
    play_moves(state, "0 play WR4", "0 color green")
    assert (state.turn, moves(state, 0)) == (0, ["accept", "declare", "stack WD6"])
    play_moves(state, "0 stack WD6", "0 color blue")
    assert (state.turn, state.debt) == (1, 10)


def test_a_wild_reverse_draw_four_can_be_a_bluff() -> None:
    state = table("WR4 R2 G3 / B7 B1 / Y7 Y2", "R1", deck="no_mercy")
    play_moves(state, "0 play WR4", "0 color green")
    assert moves(state, 2) == ["accept", "challenge"]
    play_moves(state, "2 challenge")
    assert (sizes(state), state.turn) == ([6, 2, 2], 2)


@pytest.mark.parametrize(("card", "number"), [("WD6", 6), ("WD10", 10)])
def test_wild_draw_six_and_ten(card: str, number: int) -> None:
    state = table(f"{card} G2 G3 / B7 B1 / Y7 Y2", "R1", deck="no_mercy", wild_draw="free")
    play_moves(state, f"0 play {card}", "0 color green")
    assert (sizes(state)[1], state.turn) == (2 + number, 2)


# --- the last card


def test_a_last_draw_card_still_makes_the_next_player_draw() -> None:
    state = table("RD / B7 B1 / Y7 Y2", "R1", score_limit="one_round", stacking="same")
    events = play_moves(state, "0 play RD")
    assert kinds(events) == ["played", "attacked", "force_draw", "round_won", "match_won"]
    assert sizes(state) == [0, 4, 2]
    assert state.scores == [8 + 9 + 9 + 8, 0, 0]


def test_a_last_draw_card_has_no_effect_if_the_rules_say_so() -> None:
    state = table("RD / B7 B1 / Y7 Y2", "R1", score_limit="one_round", final_draw_counts=False)
    assert kinds(play_moves(state, "0 play RD")) == ["played", "round_won", "match_won"]


def test_a_last_wild_needs_no_color() -> None:
    state = table("W / B7 B1", "R1", score_limit="one_round")
    assert kinds(play_moves(state, "0 play W")) == ["played", "round_won", "match_won"]


def test_a_color_may_be_given_with_a_last_wild() -> None:
    state = table("W / B7 B1", "R1", score_limit="one_round")
    assert kinds(play_moves(state, "0 play W red")) == ["played", "round_won", "match_won"]


def test_a_last_wild_draw_card_cannot_be_challenged() -> None:
    state = table("WD4 / B7 B1", "R1", score_limit="one_round")
    assert kinds(play_moves(state, "0 play WD4")) == ["played", "wild_draw", "force_draw", "round_won", "match_won"]
    assert sizes(state) == [0, 6]


def test_a_last_wild_reverse_draw_four_hits_the_previous_player() -> None:
    three = table("WR4 / B7 B1 / Y7 Y2", "R1", deck="no_mercy", score_limit="one_round")
    play_moves(three, "0 play WR4")
    assert sizes(three) == [0, 2, 6]
    two = table("WR4 / B7 B1", "R1", deck="no_mercy", score_limit="one_round")
    play_moves(two, "0 play WR4")
    assert sizes(two) == [0, 6]
