"""Saying “Uno!”, false accusations, and tables without calls."""

from random import Random
from typing import Any

import pytest

from games.engine import Rules, State, deal, legal
from tests.engine.playing import moves, of_kind, play_moves, refused, sizes, table

CAUGHT = ("accused", 1, 0)


def missed_call(**options: Any) -> State:
    """Return a position: seat 0 has just played the second-last card and has not called."""
    state = table("R7 G2 / B7 B1 R3 / Y7 Y2 G3", "R1", **options)
    play_moves(state, "0 play R7", now=10.0)
    return state


# --- declaring


def test_a_player_with_two_cards_declares_if_one_is_playable() -> None:
    state = table("R7 G2 / B7 B1 B2", "R1")
    assert "declare" in legal(state, 0)
    assert play_moves(state, "0 declare", "0 play R7")[0] == ("declared", 0)
    assert state.windows == {}


def test_a_player_with_two_unplayable_cards_cannot_declare() -> None:
    state = table("B7 G2 / B8 B1 B2", "R1")
    assert moves(state, 0) == ["draw"]
    assert refused(state, 0, "declare").code == "no_call_now"


def test_a_player_with_three_cards_cannot_declare() -> None:
    assert refused(table("R7 G2 G3 / B7 B1", "R1"), 0, "declare").code == "too_many_cards"


def test_a_player_cannot_declare_during_another_players_turn() -> None:
    assert refused(table("R7 G2 G3 / R8 B1", "R1"), 1, "declare").code == "no_call_now"


def test_a_player_can_declare_before_stacking() -> None:
    state = table("RD G2 G3 / BD B1 / Y7 Y2", "R1", stacking="same")
    play_moves(state, "0 play RD")
    assert moves(state, 1) == ["accept", "declare", "stack BD"]
    play_moves(state, "1 declare", "1 stack BD")
    assert state.windows == {}


def test_a_player_can_declare_before_jumping_in() -> None:
    state = table("G7 G2 G3 / R1 B1 / Y7 Y2", "R1", jump_in=True)
    assert moves(state, 1) == ["declare", "jump R1"]
    play_moves(state, "1 declare", "1 jump R1")
    assert state.windows == {}


def test_a_player_can_declare_before_playing_the_drawn_card() -> None:
    state = table("G7 / R9 B1", "R1", pile="G1 R5")
    play_moves(state, "0 draw")
    assert moves(state, 0) == ["declare", "keep", "play R5"]


def test_a_player_cannot_declare_twice() -> None:
    state = table("R7 G2 / B7 B1", "R1")
    play_moves(state, "0 declare")
    assert refused(state, 0, "declare").code == "declared_already"


def test_a_declaration_ends_when_the_hand_grows() -> None:
    state = table("R7 G2 / B7 B1", "R1")
    play_moves(state, "0 declare", "0 draw")
    assert state.declared == set()
    play_moves(state, "0 keep", "1 draw", "1 keep")
    assert sizes(state) == [3, 3]


def test_a_forced_draw_ends_a_declaration_too() -> None:
    state = table("R7 G2 / RD R3 R4", "R1")
    play_moves(state, "0 declare", "0 play R7")
    assert state.declared == {0}
    play_moves(state, "1 play RD")
    assert state.declared == set()


# --- false accusations


def test_a_false_accusation_is_refused_when_it_has_no_penalty() -> None:
    state = table("R7 G2 / B7 / Y7 Y2", "R1")
    assert refused(state, 0, "accuse 1").code == "nothing_to_catch"


def test_a_false_accusation_costs_the_accuser() -> None:
    state = table("R7 G2 / B7 / Y7 Y2", "R1", false_accuse_penalty=3)
    assert play_moves(state, "2 accuse 1")[0] == ("false_accusation", 2, 1)
    assert (sizes(state), state.turn) == ([2, 1, 5], 0)


def test_a_false_accusation_needs_a_player_with_one_card() -> None:
    state = table("R7 G2 / B7 B1 / Y7 Y2", "R1", false_accuse_penalty=3)
    assert refused(state, 0, "accuse 1").code == "nothing_to_catch"


def test_accusing_a_seat_that_does_not_exist_is_refused() -> None:
    refusal = refused(missed_call(), 1, "accuse 9", now=10.0)
    assert (refusal.stage, refusal.code) == ("target", "no_such_player")


# --- automatic calls, and no calls


def test_automatic_calls_are_made_for_every_player() -> None:
    state = table("R7 G2 / B7 B1", "R1", uno_call="auto")
    assert play_moves(state, "0 play R7") == [("played", 0, "R7"), ("declared", 0), ("turn", 1)]
    assert refused(state, 1, "accuse 0").code == "no_calls"


def test_automatic_calls_follow_swaps_passed_hands_and_discards() -> None:
    swapped = table("R7 G2 G3 / B7 / Y7 Y2", "R1", seven="swap", zero="pass", uno_call="auto")
    assert ("declared", 0) in play_moves(swapped, "0 play R7", "0 swap 1")
    passed = table("R0 G2 / B7 B1 / Y7 Y2", "R1", seven="swap", zero="pass", uno_call="auto")
    assert ("declared", 1) in play_moves(passed, "0 play R0")
    discarded = table("RA R2 R3 G2 / B7 B1 / Y7 Y2", "R1", deck="no_mercy", uno_call="auto")
    assert ("declared", 0) in play_moves(discarded, "0 play RA")


def test_automatic_calls_are_made_for_players_dealt_one_card() -> None:
    assert deal(Rules(uno_call="auto", hand_size=1), 3, Random(1)).declared == {0, 1, 2}


def test_an_automatic_call_is_not_made_twice() -> None:
    state = table("R7 G2 / R8 B1", "R1", uno_call="auto")
    events = play_moves(state, "0 play R7", "1 play R8")
    assert of_kind(events, "declared") == [("declared", 0), ("declared", 1)]


@pytest.mark.parametrize("call", ["auto", "off"])
def test_without_calls_no_player_can_be_caught(call: str) -> None:
    state = table("R7 G2 / B7 B1", "R1", uno_call=call, false_accuse_penalty=2)
    assert moves(state, 0) == ["draw", "play R7"]
    assert refused(state, 0, "declare").code == "no_calls"
    play_moves(state, "0 play R7")
    assert moves(state, 1) == ["draw", "play B7"]
    assert refused(state, 1, "accuse 0").code == "no_calls"
