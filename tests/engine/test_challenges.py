"""Wild draw cards: when they may be played, what a bluff is, and what a challenge costs."""

from typing import Any

import pytest

from games.engine import State, legal
from tests.engine.playing import kinds, moves, play_moves, refused, sizes, table

# --- when wild draw cards may be played


@pytest.mark.parametrize("rule", ["challenge", "free"])
def test_a_wild_draw_card_may_always_be_played_as_a_bluff(rule: str) -> None:
    assert "play WD4" in legal(table("WD4 R2 / B7 B1", "R1", wild_draw=rule), 0)


@pytest.mark.parametrize(
    ("hand", "test", "may"),
    [
        ("WD4 R2 G3", "color", False),
        ("WD4 B1 G3", "color", True),
        ("WD4 B1 G3", "match", False),
        ("WD4 W G3", "color", True),
        ("WD4 W G3", "match", True),
        ("WD4 W G3", "playable", False),
        ("WD4 B1 G3", "playable", False),
        ("WD4 WD4 G3", "playable", True),
        ("WD4 WD4 G3", "match", True),
        ("WD4 B2 G3", "match", True),
    ],
)
def test_with_enforcement_a_bluff_cannot_be_played(hand: str, test: str, may: bool) -> None:
    state = table(f"{hand} / B7 B1", "R1", wild_draw="enforced", challenge_test=test)
    assert ("play WD4" in legal(state, 0)) is may
    if not may:
        assert refused(state, 0, "play WD4").code == "no_bluff"


# --- challenges


def bluff(hand: str, **options: Any) -> State:
    """Return a position: seat 0 has played a Wild Draw Four from this hand on a red 1 and named green."""
    state = table(f"{hand} / B7 B1 / Y7 Y2", "R1", **options)
    play_moves(state, "0 play WD4", "0 color green")
    return state


def test_the_victim_may_accept_or_challenge() -> None:
    assert moves(bluff("WD4 G2 G3"), 1) == ["accept", "challenge"]


def test_accepting_draws_four_and_loses_the_turn() -> None:
    state = bluff("WD4 G2 G3")
    play_moves(state, "1 accept")
    assert (sizes(state), state.turn, state.color) == ([2, 6, 2], 2, "green")


def test_a_caught_bluffer_draws_the_four_and_the_challenger_keeps_the_turn() -> None:
    state = bluff("WD4 R2 G3")
    events = play_moves(state, "1 challenge")
    assert kinds(events) == ["showed", "challenge_won", "force_draw", "turn"]
    assert events[1] == ("challenge_won", 1, 0, "red")
    assert (sizes(state), state.turn, state.node) == ([6, 2, 2], 1, "turn")


def test_a_wrong_challenge_costs_six_and_the_turn() -> None:
    state = bluff("WD4 G2 G3")
    events = play_moves(state, "1 challenge")
    assert kinds(events) == ["showed", "challenge_lost", "force_draw", "force_draw", "turn"]
    assert (sizes(state), state.turn) == ([2, 8, 2], 2)


@pytest.mark.parametrize("extra", [0, 4])
def test_the_extra_penalty_of_a_wrong_challenge_is_an_option(extra: int) -> None:
    state = bluff("WD4 G2 G3", challenge_extra=extra)
    play_moves(state, "1 challenge")
    assert sizes(state)[1] == 2 + 4 + extra


def test_a_wrong_challenge_costs_the_turn_even_if_drawing_does_not() -> None:
    state = bluff("WD4 G2 G3", draw_skips_victim=False)
    play_moves(state, "1 challenge")
    assert state.turn == 2


def test_a_bluff_is_not_judged_by_the_color_named_with_the_wild() -> None:
    state = bluff("WD4 G2 G3")  # green is named and held; red was in play
    assert "challenge_lost" in kinds(play_moves(state, "1 challenge"))


@pytest.mark.parametrize(
    ("hand", "test", "won"),
    [
        ("WD4 R2 G3", "color", True),
        ("WD4 B1 G3", "color", False),
        ("WD4 B1 G3", "match", True),
        ("WD4 W G3", "color", False),
        ("WD4 W G3", "match", False),
        ("WD4 W G3", "playable", True),
        ("WD4 WD4 G3", "match", False),
        ("WD4 WD4 G3", "playable", False),
        ("WD4 WD4 R3", "match", True),
    ],
)
def test_what_makes_a_bluff(hand: str, test: str, won: bool) -> None:
    state = bluff(hand, challenge_test=test)
    assert ("challenge_won" in kinds(play_moves(state, "1 challenge"))) is won


@pytest.mark.parametrize("hand", ["WD4 R2 G3", "WD4 B1 G3"])
@pytest.mark.parametrize(("test", "told"), [("color", "red"), ("match", None), ("playable", None)])
def test_a_challenge_tells_the_color_that_decided(hand: str, test: str, told: str | None) -> None:
    assert play_moves(bluff(hand, challenge_test=test), "1 challenge")[1][3] == told


def test_the_hand_is_shown_as_it_was_when_the_card_was_played() -> None:
    state = bluff("WD4 R2 G3")
    assert play_moves(state, "1 challenge")[0] == ("showed", 0, 1, ("R2", "G3"))


def test_only_wild_draw_cards_can_be_challenged_and_not_with_free_bluffing() -> None:
    colored = table("RD G2 G3 / BD B1 / Y7 Y2", "R1", stacking="same")
    play_moves(colored, "0 play RD")
    assert refused(colored, 1, "challenge").code == "no_challenge"
    free = table("WD4 R2 G3 / WD4 B1 B2 / Y7 Y2", "R1", wild_draw="free", stacking="same")
    play_moves(free, "0 play WD4", "0 color red")
    assert moves(free, 1) == ["accept", "stack WD4"]


def test_only_the_victim_may_challenge() -> None:
    assert refused(bluff("WD4 R2 G3"), 2, "challenge").code == "not_your_turn"


# --- a challenge in a chain


def chain(hand: str) -> State:
    """Return a position: seat 0 played a Draw Two, seat 1 stacked a Wild Draw Four from this hand and named blue."""
    state = table(f"RD G2 G3 / {hand} / Y7 Y2", "R1", stacking="four_on_two")
    play_moves(state, "0 play RD", "1 stack WD4", "1 color blue")
    return state


def test_only_the_last_card_of_a_chain_is_challenged() -> None:
    state = chain("WD4 R5 B2")
    events = play_moves(state, "2 challenge")
    assert events[0] == ("showed", 1, 2, ("R5", "B2"))
    assert events[1] == ("challenge_won", 2, 1, "red")


def test_a_caught_bluffer_draws_four_and_the_challenger_the_rest() -> None:
    state = chain("WD4 R5 B2")
    play_moves(state, "2 challenge")
    assert (sizes(state), state.turn, state.node, state.debt) == ([2, 6, 4], 2, "turn", 0)


def test_a_wrong_challenge_of_a_chain_costs_the_total_and_the_extra() -> None:
    state = chain("WD4 G5 B2")
    play_moves(state, "2 challenge")
    assert (sizes(state), state.turn) == ([2, 2, 2 + 6 + 2], 0)


def test_a_bluff_is_judged_by_the_color_in_play_when_it_was_played() -> None:
    state = table("BD G2 G3 / WD4 R5 G2 / Y7 Y2", "B1", stacking="four_on_two")
    play_moves(state, "0 play BD", "1 stack WD4", "1 color red")
    assert "challenge_lost" in kinds(play_moves(state, "2 challenge"))
