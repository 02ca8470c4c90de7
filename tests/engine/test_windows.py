"""How long a missed call can be caught or repaired."""

from random import Random
from typing import Any

from games.engine import Rules, State, deal, expire, legal
from games.engine.state import Window
from games.engine.windows import lapses_at, possible_from
from tests.engine.playing import kinds, moves, play_moves, refused, sizes, table

CAUGHT = ("accused", 1, 0)


def missed_call(**options: Any) -> State:
    """Return a position: seat 0 has just played the second-last card and has not called."""
    state = table("R7 G2 / B7 B1 R3 / Y7 Y2 G3", "R1", **options)
    play_moves(state, "0 play R7", now=10.0)
    return state


def test_a_window_opens_when_the_second_last_card_is_played_without_a_call() -> None:
    state = missed_call()
    assert state.windows == {0: Window(10.0, answered=False, by_card=True)}
    assert "accuse 0" in legal(state, 1)
    assert "accuse 0" in legal(state, 2)
    assert legal(state, 0) == ("declare",)


def test_no_window_opens_after_a_call() -> None:
    state = table("R7 G2 / B7 B1 / Y7 Y2", "R1")
    play_moves(state, "0 declare", "0 play R7")
    assert state.windows == {}
    assert refused(state, 1, "accuse 0").code == "nothing_to_catch"


def test_declaring_closes_the_window() -> None:
    state = missed_call()
    assert play_moves(state, "0 declare", now=11.0) == [("declared", 0)]
    assert refused(state, 1, "accuse 0", now=11.0).code == "nothing_to_catch"


def test_a_caught_player_draws_two_at_once_and_the_turn_does_not_change() -> None:
    state = missed_call()
    assert play_moves(state, "1 accuse 0", now=11.0) == [CAUGHT, ("force_draw", 0, ("G9", "G8"))]
    assert (sizes(state), state.turn) == ([3, 3, 3], 1)


def test_a_player_whose_turn_it_is_not_may_accuse_too() -> None:
    state = missed_call()
    assert kinds(play_moves(state, "2 accuse 0", now=11.0)) == ["accused", "force_draw"]


def test_only_one_accusation_succeeds() -> None:
    state = missed_call()
    play_moves(state, "1 accuse 0", now=11.0)
    assert refused(state, 2, "accuse 0", now=11.0).code == "nothing_to_catch"


def test_declaring_after_being_caught_is_too_late() -> None:
    state = missed_call()
    play_moves(state, "1 accuse 0", now=11.0)
    assert refused(state, 0, "declare", now=11.0).code == "too_many_cards"


def test_a_player_cannot_accuse_themselves() -> None:
    state = missed_call()
    refusal = refused(state, 0, "accuse 0", now=11.0)
    assert (refusal.stage, refusal.code) == ("target", "yourself")


def test_the_penalty_is_an_option() -> None:
    state = missed_call(uno_penalty=5)
    play_moves(state, "1 accuse 0", now=11.0)
    assert sizes(state)[0] == 6


def test_a_penalty_of_zero_cards_is_possible() -> None:
    state = missed_call(uno_penalty=0)
    assert play_moves(state, "1 accuse 0", now=11.0) == [CAUGHT]
    assert sizes(state)[0] == 1


def test_a_window_closes_with_the_next_players_choice_after_the_grace_period() -> None:
    state = missed_call()
    play_moves(state, "1 play R3", now=12.0)
    assert state.windows == {}
    assert refused(state, 2, "accuse 0", now=12.0).code == "nothing_to_catch"


def test_during_the_grace_period_a_window_stays_open_after_the_next_players_choice() -> None:
    state = missed_call()
    play_moves(state, "1 play R3", now=11.9)
    assert "accuse 0" in legal(state, 2)
    assert kinds(play_moves(state, "2 accuse 0", now=11.9)) == ["accused", "force_draw"]


def test_a_window_closes_when_the_grace_period_ends_after_the_next_players_choice() -> None:
    state = missed_call()
    play_moves(state, "1 play R3", now=11.0)
    refusal = refused(state, 2, "accuse 0", now=12.0)
    assert (refusal.stage, refusal.code) == ("priority", "too_late")
    assert refused(state, 0, "declare", now=12.0).code == "too_late"
    play_moves(state, "2 draw", now=12.0)
    assert state.windows == {}


def test_a_window_stays_open_until_the_next_players_choice() -> None:
    state = missed_call()
    assert kinds(play_moves(state, "2 accuse 0", now=500.0)) == ["accused", "force_draw"]


def test_without_a_grace_period_the_next_choice_closes_the_window() -> None:
    state = missed_call(uno_grace=0)
    assert "accuse 0" in legal(state, 1)
    play_moves(state, "1 draw", now=10.0)
    assert state.windows == {}


def test_another_players_call_is_no_choice() -> None:
    state = table("R7 G2 / R8 B1 / Y7 Y2 Y3", "R1", uno_grace=0)
    play_moves(state, "0 play R7", "1 declare")
    assert 0 in state.windows


def test_a_decision_made_at_the_deadline_is_a_choice() -> None:
    state = missed_call(uno_grace=0)
    assert kinds(expire(state, 35.0))[0] == "timed_out"
    assert state.windows == {}


def test_a_skipped_turn_is_no_choice() -> None:
    state = table("RS G2 / B7 B1 / Y7 Y2 Y3", "R1", uno_grace=0)
    play_moves(state, "0 play RS")
    assert (state.turn, list(state.windows)) == (2, [0])
    play_moves(state, "2 draw")
    assert state.windows == {}


def test_an_automatic_draw_is_no_choice() -> None:
    state = table("RD G2 / B7 B1 / Y7 Y2 Y3", "R1", uno_grace=0)
    play_moves(state, "0 play RD")
    assert (state.turn, sizes(state), list(state.windows)) == (2, [1, 4, 3], [0])


def test_the_owners_next_choice_does_not_close_the_window() -> None:
    state = table("RS G2 / B7 B1", "R1", uno_grace=0)
    play_moves(state, "0 play RS")
    assert (state.turn, list(state.windows)) == (0, [0])
    assert moves(state, 1) == ["accuse 0"]


def test_the_owners_color_does_not_close_the_window() -> None:
    state = table("W G2 / B7 B1", "R1", uno_grace=0)
    play_moves(state, "0 play W", "0 color green")
    assert moves(state, 1)[0] == "accuse 0"


def test_a_larger_hand_closes_the_window() -> None:
    state = table("RS G2 / B7 B1", "R1", uno_grace=0)
    play_moves(state, "0 play RS", "0 draw")
    assert state.windows == {}


def test_two_windows_can_be_open_at_once() -> None:
    state = table("R7 G2 / R8 B1 / R9 Y2", "R1")
    play_moves(state, "0 play R7", "1 play R8")
    assert moves(state, 2) == ["accuse 0", "accuse 1", "declare", "draw", "play R9"]


def test_being_skipped_with_one_card_opens_no_window() -> None:
    state = table("RS G2 G3 / B7 / Y7 Y2", "R1")
    play_moves(state, "0 play RS")
    assert state.windows == {}


def test_a_hand_that_shrinks_to_one_by_a_swap_opens_a_window() -> None:
    state = table("R7 G2 G3 / B7 / Y7 Y2", "R1", seven="swap", zero="pass")
    play_moves(state, "0 play R7", "0 swap 1")
    assert sizes(state) == [1, 2, 2]
    assert list(state.windows) == [0]


def test_a_swap_from_one_card_to_one_card_opens_no_window() -> None:
    state = table("R7 G2 / B7 / Y7 Y2", "R1", seven="swap", zero="pass")
    play_moves(state, "0 declare", "0 play R7", "0 swap 1")
    assert state.windows == {}


def test_a_hand_that_shrinks_to_one_by_a_zero_opens_a_window() -> None:
    state = table("R0 G2 / B7 B1 / Y7 Y2", "R1", seven="swap", zero="pass")
    play_moves(state, "0 play R0")
    assert sizes(state) == [2, 1, 2]
    assert list(state.windows) == [1]


def test_a_hand_that_shrinks_to_one_by_discarding_a_color_opens_a_window() -> None:
    state = table("RA R2 R3 G2 / B7 B1 / Y7 Y2", "R1", deck="no_mercy")
    play_moves(state, "0 play RA")
    assert list(state.windows) == [0]


def test_a_round_dealt_with_one_card_each_can_be_caught_from_the_start() -> None:
    state = deal(Rules(hand_size=1, first_card="number_only"), 3, Random(3))
    assert sorted(state.windows) == [0, 1, 2]
    assert "declare" in legal(state, state.turn)


def test_an_accusation_is_possible_when_the_head_start_is_over_and_other_moves_are_at_once() -> None:
    state = missed_call(uno_head_start=2)
    assert {str(move): possible_from(state, move) for move in legal(state, 1)} == {
        "accuse 0": 12.0,
        **{str(move): 10.0 for move in legal(state, 1) if move.verb != "accuse"},
    }
    state.now = 15.0
    assert possible_from(state, legal(state, 2)[0]) == 15.0


def test_a_window_lapses_at_a_known_time_only_after_the_next_move() -> None:
    state = missed_call(uno_grace=3)
    assert lapses_at(state, 0) is None
    play_moves(state, "1 play R3", now=11.0)
    assert lapses_at(state, 0) == 13.0
    assert lapses_at(state, 1) is None
    assert refused(state, 2, "accuse 0", now=13.0).code == "too_late"
