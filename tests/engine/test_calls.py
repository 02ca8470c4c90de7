"""Saying "Uno!", false accusations, and tables at which nobody calls."""

from random import Random
from typing import Any

import pytest

from games.engine import Rules, State, deal, legal
from tests.engine.stage import moves, of_kind, refused, sizes, table, tell

CAUGHT = ("accused", 1, 0)


def missed_call(**options: Any) -> State:
    """Seat 0 has just played the second-last card and said nothing."""
    state = table("R7 G2 / B7 B1 R3 / Y7 Y2 G3", "R1", **options)
    tell(state, "0 play R7", now=10.0)
    return state


# --- declaring


def test_one_declares_with_two_cards_when_one_of_them_may_be_played() -> None:
    state = table("R7 G2 / B7 B1 B2", "R1")
    assert "declare" in legal(state, 0)
    assert tell(state, "0 declare", "0 play R7")[0] == ("declared", 0)
    assert state.windows == {}


def test_with_two_cards_of_which_none_fits_there_is_nothing_to_declare() -> None:
    state = table("B7 G2 / B8 B1 B2", "R1")
    assert moves(state, 0) == ["draw"]
    assert refused(state, 0, "declare").code == "no_call_now"


def test_one_cannot_declare_with_three_cards() -> None:
    assert refused(table("R7 G2 G3 / B7 B1", "R1"), 0, "declare").code == "too_many_cards"


def test_one_cannot_declare_on_somebody_elses_turn() -> None:
    assert refused(table("R7 G2 G3 / R8 B1", "R1"), 1, "declare").code == "no_call_now"


def test_one_declares_before_answering_a_draw_card_with_another() -> None:
    state = table("RD G2 G3 / BD B1 / Y7 Y2", "R1", stacking="same")
    tell(state, "0 play RD")
    assert moves(state, 1) == ["accept", "declare", "stack BD"]
    tell(state, "1 declare", "1 stack BD")
    assert state.windows == {}


def test_one_declares_before_jumping_in() -> None:
    state = table("G7 G2 G3 / R1 B1 / Y7 Y2", "R1", jump_in=True)
    assert moves(state, 1) == ["declare", "jump R1"]
    tell(state, "1 declare", "1 jump R1")
    assert state.windows == {}


def test_one_declares_before_playing_the_drawn_card() -> None:
    state = table("G7 / R9 B1", "R1", pile="G1 R5")
    tell(state, "0 draw")
    assert moves(state, 0) == ["declare", "keep", "play R5"]


def test_nobody_declares_twice() -> None:
    state = table("R7 G2 / B7 B1", "R1")
    tell(state, "0 declare")
    assert refused(state, 0, "declare").code == "declared_already"


def test_a_declaration_is_gone_as_soon_as_the_hand_grows() -> None:
    state = table("R7 G2 / B7 B1", "R1")
    tell(state, "0 declare", "0 draw")
    assert state.declared == set()
    tell(state, "0 keep", "1 draw", "1 keep")
    assert sizes(state) == [3, 3]


def test_a_forced_draw_takes_the_declaration_away_too() -> None:
    state = table("R7 G2 / RD R3 R4", "R1")
    tell(state, "0 declare", "0 play R7")
    assert state.declared == {0}
    tell(state, "1 play RD")
    assert state.declared == set()


# --- false accusations


def test_a_false_accusation_is_not_possible_where_it_costs_nothing() -> None:
    state = table("R7 G2 / B7 / Y7 Y2", "R1")
    assert refused(state, 0, "accuse 1").code == "nothing_to_catch"


def test_a_false_accusation_costs_the_accuser() -> None:
    state = table("R7 G2 / B7 / Y7 Y2", "R1", false_accuse_penalty=3)
    assert tell(state, "2 accuse 1")[0] == ("false_accusation", 2, 1)
    assert (sizes(state), state.turn) == ([2, 1, 5], 0)


def test_a_false_accusation_needs_somebody_with_one_card() -> None:
    state = table("R7 G2 / B7 B1 / Y7 Y2", "R1", false_accuse_penalty=3)
    assert refused(state, 0, "accuse 1").code == "nothing_to_catch"


def test_nobody_can_accuse_a_player_who_is_not_there() -> None:
    refusal = refused(missed_call(), 1, "accuse 9", now=10.0)
    assert (refusal.stage, refusal.code) == ("target", "no_such_player")


# --- other kinds of tables


def test_the_table_calls_for_everybody_when_it_should() -> None:
    state = table("R7 G2 / B7 B1", "R1", uno_call="auto")
    assert tell(state, "0 play R7") == [("played", 0, "R7"), ("declared", 0), ("turn", 1)]
    assert refused(state, 1, "accuse 0").code == "no_calls"


def test_the_table_calls_after_swaps_passed_hands_and_discards_too() -> None:
    swapped = table("R7 G2 G3 / B7 / Y7 Y2", "R1", seven_zero=True, uno_call="auto")
    assert ("declared", 0) in tell(swapped, "0 play R7", "0 swap 1")
    passed = table("R0 G2 / B7 B1 / Y7 Y2", "R1", seven_zero=True, uno_call="auto")
    assert ("declared", 1) in tell(passed, "0 play R0")
    discarded = table("RA R2 R3 G2 / B7 B1 / Y7 Y2", "R1", deck="no_mercy", uno_call="auto")
    assert ("declared", 0) in tell(discarded, "0 play RA")


def test_the_table_calls_for_those_who_are_dealt_one_card() -> None:
    assert deal(Rules(uno_call="auto", hand_size=1), 3, Random(1)).declared == {0, 1, 2}


def test_nobody_is_declared_twice_by_the_table() -> None:
    state = table("R7 G2 / R8 B1", "R1", uno_call="auto")
    events = tell(state, "0 play R7", "1 play R8")
    assert of_kind(events, "declared") == [("declared", 0), ("declared", 1)]


@pytest.mark.parametrize("call", ["auto", "off"])
def test_where_nobody_calls_nobody_can_be_caught(call: str) -> None:
    state = table("R7 G2 / B7 B1", "R1", uno_call=call, false_accuse_penalty=2)
    assert moves(state, 0) == ["draw", "play R7"]
    assert refused(state, 0, "declare").code == "no_calls"
    tell(state, "0 play R7")
    assert moves(state, 1) == ["draw", "play B7"]
    assert refused(state, 1, "accuse 0").code == "no_calls"
