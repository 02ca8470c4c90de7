"""Deadlines, and the decisions made for players who let them pass."""

import pytest

from games.engine import decide, expire, legal
from games.engine.state import Window
from tests.engine.playing import kinds, moves, play_moves, sizes, table


def test_the_time_for_a_decision_begins_with_the_turn() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1")
    play_moves(state, "0 play R7", now=100.0)
    assert state.deadline == 125.0


def test_the_time_for_the_next_decision_begins_with_the_answer() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1")
    play_moves(state, "0 draw", now=10.0)
    assert state.deadline == 35.0


def test_a_call_does_not_extend_the_deadline() -> None:
    state = table("R7 G2 / B7 B1 B2", "R1")
    play_moves(state, "0 play R7", now=10.0)
    play_moves(state, "1 accuse 0", now=20.0)
    assert state.deadline == 35.0


def test_nothing_happens_before_the_time_is_up() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", decision_seconds=10)
    before = state.copy()
    assert expire(state, 9.9) == []
    assert state == before
    assert expire(state, 10.0)


def test_without_a_limit_there_is_no_deadline() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", decision_seconds=0)
    assert state.deadline is None
    assert expire(state, 1e9) == []


def test_a_player_who_left_can_be_decided_for_at_any_time() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", decision_seconds=0)
    assert kinds(decide(state, 3.0))[0] == "timed_out"
    assert state.turn == 1


def test_after_the_match_nothing_is_decided() -> None:
    state = table("R7 / B7 B1", "R1", score_limit="one_round")
    play_moves(state, "0 play R7")
    assert (state.deadline, decide(state, 99.0), expire(state, 99.0)) == (None, [], [])


def test_the_clock_never_goes_backwards() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1")
    play_moves(state, "0 play R7", now=100.0)
    play_moves(state, "1 draw", now=50.0)
    assert state.now == 100.0


# --- decisions for an absent player


def test_in_a_plain_turn_one_card_is_drawn_and_kept() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="R5 R6")
    assert kinds(expire(state, 25.0)) == ["timed_out", "drew", "asked", "acted", "kept", "turn"]
    assert (state.hands[0], state.turn) == (["R7", "G2", "G3", "R6"], 1)


def test_a_drawn_card_is_played_if_it_must_be() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="R5 R6", drawn_play="forced")
    assert kinds(expire(state, 25.0)) == ["timed_out", "drew", "force_draw_play", "played", "turn"]


def test_a_player_who_may_not_draw_plays_the_first_playable_card() -> None:
    state = table("G2 R7 R8 / B7 B1", "R1", voluntary_draw=False)
    assert ("played", 0, "R7") in expire(state, 25.0)


def test_a_player_who_cannot_draw_passes() -> None:
    state = table("G2 R7 R8 / B7 B1", "R1", pile="")
    assert kinds(expire(state, 25.0)) == ["timed_out", "passed", "turn"]


def test_a_drawn_card_is_kept() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1", pile="R5 R6")
    play_moves(state, "0 draw")
    assert kinds(expire(state, 25.0)) == ["timed_out", "kept", "turn"]


@pytest.mark.parametrize(
    ("hand", "color"),
    [("G2 G3 B1", "green"), ("B1 B2 W", "blue"), ("B1 G1", "green"), ("W W WD4", "red"), ("Y1 R1 Y2 R2", "red")],
)
def test_the_most_frequent_color_of_the_hand_is_chosen(hand: str, color: str) -> None:
    state = table(f"W {hand} / B7 B1", "R1")
    play_moves(state, "0 play W")
    expire(state, 25.0)
    assert state.color == color


def test_a_wild_draw_card_gets_its_color_and_the_victim_accepts() -> None:
    state = table("WD4 G2 G3 / B7 B1 / Y7 Y1", "R1")
    play_moves(state, "0 play WD4")
    expire(state, 25.0)
    assert (state.color, state.turn, state.node) == ("green", 1, "respond")
    assert kinds(expire(state, 50.0)) == ["timed_out", "force_draw", "turn"]
    assert sizes(state) == [2, 6, 2]


def test_hands_are_swapped_with_the_opponent_with_the_fewest_cards() -> None:
    state = table("R7 G2 G3 / B7 B1 B2 / Y7 Y1 / G7 G8", "R1", seven="swap", zero="pass")
    play_moves(state, "0 play R7")
    assert ("swapped", 0, 2) in expire(state, 25.0)


def test_hands_are_swapped_with_an_opponent_even_if_a_call_is_open() -> None:
    """The player asked has the fewest cards and might still declare."""
    state = table("G2 G3 / B7 B1 B2 / R7 Y1", "R1", seven="swap", zero="pass", turn=2)
    play_moves(state, "2 play R7")
    assert moves(state, 2) == ["declare", "swap 0", "swap 1"]
    assert ("swapped", 2, 0) in expire(state, 25.0)


def test_a_color_is_named_for_an_absent_player_at_a_roulette() -> None:
    state = table("WC G2 G3 / B7 B1 / Y7 Y1", "R1", deck="no_mercy", pile="R1 B2 R3")
    play_moves(state, "0 play WC")
    assert kinds(expire(state, 25.0)) == ["timed_out", "wild", "roulette", "turn"]
    assert (state.color, sizes(state)) == ("blue", [2, 4, 2])


def test_on_the_dark_side_a_dark_color_is_named() -> None:
    state = table("Y1|W Y2|T1 R7|O1 Y7|O2 / G5|O7 YR|W", "B2|O8", deck="flip", side=1)
    play_moves(state, "0 play W")
    expire(state, 25.0)
    assert state.color == "orange"


def test_the_color_of_a_last_wild_draw_color_is_named() -> None:
    state = table("Y6|WDC / G5|O7 YR|W", "B2|O8", deck="flip", side=1, score_limit="one_round")
    play_moves(state, "0 play WDC")
    expire(state, 25.0)
    assert state.is_over


def test_no_call_is_made_for_an_absent_player() -> None:
    state = table("R7 G2 / B7 B1", "R1", voluntary_draw=False)
    expire(state, 25.0)
    assert state.windows == {0: Window(25.0, answered=False)}


@pytest.mark.parametrize("draw", ["one", "until_playable", "free"])
@pytest.mark.parametrize("drawn_play", ["optional", "forced", "forbidden"])
@pytest.mark.parametrize("voluntary", [True, False])
def test_an_absent_player_never_blocks_the_game(draw: str, drawn_play: str, voluntary: bool) -> None:
    state = table("G2 G7 / B7 B1", "R1", draw=draw, drawn_play=drawn_play, voluntary_draw=voluntary)
    turns = set()
    for step in range(1, 8):
        turns.add(state.turn)
        assert expire(state, 25.0 * step)
        assert legal(state, state.turn)
    assert turns == {0, 1}
