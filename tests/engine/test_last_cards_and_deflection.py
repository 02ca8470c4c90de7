"""Which cards may be the last of a hand, penalties that are sent on, and calls that must come before the card."""

from typing import Any

import pytest

from games.engine import State, legal, view
from tests.engine.playing import kinds, play_moves, refused, sizes, table


def answers(state: State) -> list[str]:
    """The moves of the player asked, calls aside."""
    return [move for move in legal(state, state.turn) if not move.is_call]


# --- the last card


@pytest.mark.parametrize(
    ("finish_on", "playable"),
    [("any", ["R7", "RS", "W"]), ("no_wild", ["R7", "RS"]), ("number", ["R7"])],
)
def test_only_some_cards_may_be_the_last(finish_on: str, playable: list[str]) -> None:
    for card in ("R7", "RS", "W"):
        state = table(f"{card} / B7 B1", "R1", finish_on=finish_on)
        assert (f"play {card}" in legal(state, 0)) == (card in playable)
        assert "draw" in legal(state, 0)


def test_a_card_that_may_not_be_the_last_is_refused_with_the_reason() -> None:
    state = table("RS / B7 B1", "R1", finish_on="number")
    refusal = refused(state, 0, "play RS")
    assert (refusal.stage, refusal.code, refusal.facts["reason"]) == ("legality", "not_as_last", "number")


def test_any_card_may_be_played_while_another_is_left() -> None:
    assert "play W" in legal(table("W R7 / B7 B1", "R1", finish_on="number"), 0)


def test_discard_all_that_would_empty_the_hand_is_no_last_number() -> None:
    options = {"deck": "no_mercy", "finish_on": "number"}
    assert "play RA" not in legal(table("RA R2 / B3 B4", "R1", **options), 0)
    assert "play RA" in legal(table("RA R2 G2 / B3 B4", "R1", **options), 0)


def test_a_draw_card_that_may_not_be_the_last_answers_nothing() -> None:
    state = table("RD R2 / BD / G1 G2", "R1", stacking="same", finish_on="number")
    play_moves(state, "0 play RD")
    assert answers(state) == ["accept"]
    assert refused(state, 1, "stack BD").code == "not_as_last"


def test_nobody_jumps_in_with_a_card_that_may_not_be_the_last() -> None:
    state = table("G2 G3 / RS / B1 B2", "RS", jump_in=True, finish_on="number")
    assert "jump RS" not in legal(state, 1)
    assert refused(state, 1, "jump RS").code == "not_as_last"


def test_who_cannot_finish_draws_and_the_game_goes_on() -> None:
    state = table("W / B7 B1", "R1", pile="G1 G2 R5", finish_on="no_wild", draw="until_playable")
    play_moves(state, "0 draw", "0 play R5")
    assert sizes(state) == [1, 2]
    assert state.turn == 1


# --- penalties that are sent on


def test_a_skip_sends_the_penalty_to_the_next_player() -> None:
    state = table("RD R2 / RS B1 B2 / G1 G2", "R1", deflect=True)
    play_moves(state, "0 play RD")
    assert answers(state) == ["stack RS", "accept"]
    assert play_moves(state, "1 stack RS")[-2:] == [("deflected", 1, 2), ("asked", "respond")]
    play_moves(state, "2 accept")
    assert sizes(state) == [1, 2, 4]
    assert state.turn == 0


def test_a_reverse_sends_it_back_to_the_attacker() -> None:
    state = table("RD R2 / RR B1 B2 / G1 G2", "R1", deflect=True)
    play_moves(state, "0 play RD", "1 stack RR", "0 accept")
    assert sizes(state) == [3, 2, 2]
    assert (state.turn, state.direction) == (2, -1)


def test_it_goes_to_the_next_player_if_the_attacker_is_out() -> None:
    state = table("RD R2 / RR B1 B2 / G1 G2", "R1", deck="no_mercy", deflect=True, mercy_limit=10, uno_penalty=10)
    state.draw = ["G4"] * 20
    play_moves(state, "0 play RD", "1 accuse 0")
    assert play_moves(state, "1 stack RR")[-2:] == [("deflected", 1, 2), ("asked", "respond")]


def test_only_cards_of_the_color_in_play_deflect() -> None:
    state = table("WD4 R2 / RS GR B1 B2", "R1", deflect=True)
    play_moves(state, "0 play WD4", "0 color green")
    assert answers(state) == ["stack GR", "challenge", "accept"]
    assert refused(state, 1, "stack RS").code == "does_not_stack"


def test_without_the_option_nothing_deflects() -> None:
    state = table("RD R2 / RS B1 B2", "R1", stacking="same")
    play_moves(state, "0 play RD")
    assert answers(state) == ["accept"]
    assert refused(state, 1, "stack RS").code == "does_not_stack"


def test_a_deflected_penalty_can_be_deflected_again_but_not_challenged() -> None:
    state = table("WD4 R2 G3 / GS B1 B2 / GS Y1 Y2", "R1", deflect=True)
    play_moves(state, "0 play WD4", "0 color green", "1 stack GS")
    assert answers(state) == ["stack GS", "accept"]
    play_moves(state, "2 stack GS", "0 accept")
    assert sizes(state) == [6, 2, 2]


def test_a_draw_card_still_stacks_on_the_one_that_was_deflected() -> None:
    state = table("RD R2 / RS B1 B2 / BD Y1 Y2", "R1", deflect=True, stacking="same")
    play_moves(state, "0 play RD", "1 stack RS")
    assert answers(state) == ["stack BD", "accept"]
    play_moves(state, "2 stack BD")
    assert (view(state, 0).debt, state.turn) == (4, 0)


def test_the_draw_card_is_known_even_when_the_discards_have_been_shuffled() -> None:
    state = table("RD R2 / RS B1 / BD Y1 Y2", "G5 R1", pile="G1", deflect=True, stacking="same")
    play_moves(state, "0 play RD", "1 stack RS", "2 accuse 1")  # draws more cards than the pile has
    assert "stack BD" in legal(state, 2)


@pytest.mark.parametrize(("counts", "cards"), [(True, 4), (False, 2)])
def test_a_penalty_deflected_with_the_last_card_is_drawn_if_that_counts(counts: bool, cards: int) -> None:
    state = table("RD R2 / RS / G1 G2", "R1", deflect=True, final_draw_counts=counts)
    play_moves(state, "0 play RD", "1 stack RS")
    assert state.winner == 1
    assert sizes(state) == [1, 0, cards]


# --- strict calls


def test_a_reverse_sends_the_penalty_of_ones_own_card_to_the_other_player() -> None:
    options: dict[str, Any] = {"deck": "no_mercy", "deflect": True, "final_draw_counts": True}
    state = table("WR4 RR / B1 B2 B3", "R1", score_limit="one_round", **options)
    play_moves(state, "0 play WR4 red", "0 stack RR")
    assert (state.is_over, state.winner, state.hands[0]) == (True, 0, [])
    assert len(state.hands[1]) == 7


def test_a_reverse_that_is_not_the_last_card_does_the_same() -> None:
    state = table("WR4 RR G1 / B1 B2", "R1", deck="no_mercy", deflect=True)
    play_moves(state, "0 play WR4 red", "0 stack RR")
    assert (state.node, state.turn, state.debt) == ("respond", 1, 4)


def test_where_calls_are_strict_one_may_call_after_the_rules_have_played_a_drawn_card() -> None:
    """Before drawing, nobody could know that it would leave one card."""
    options: dict[str, Any] = {"uno_call": "strict", "drawn_play": "forced"}
    state = table("B1 / B2 B3 / G1 G2", "R1", pile="G1 R5", **options)
    assert refused(state, 0, "declare").code == "no_call_now"
    play_moves(state, "0 draw", "0 declare")
    assert state.declared == {0}
    state = table("B1 R5 / B2 B3 / G1 G2", "R1", pile="G1 R6", **options)
    play_moves(state, "0 play R5")
    assert refused(state, 0, "declare").code == "call_before"


def test_a_strict_call_comes_before_the_card_and_cannot_be_made_up_for() -> None:
    state = table("R7 R8 / B7 B1", "R1", uno_call="strict")
    play_moves(state, "0 play R7")
    assert "declare" not in legal(state, 0)
    assert refused(state, 0, "declare").code == "call_before"
    assert "accuse 0" in legal(state, 1)


def test_a_strict_call_before_the_card_is_safe() -> None:
    state = table("R7 R8 / B7 B1", "R1", uno_call="strict")
    play_moves(state, "0 declare", "0 play R7")
    assert "accuse 0" not in legal(state, 1)


@pytest.mark.parametrize("line", ["play R7, declare", "declare, play R7"])
def test_a_strict_call_may_stand_in_one_list_with_the_card(line: str) -> None:
    state = table("R7 R8 / B7 B1", "R1", uno_call="strict")
    assert kinds(play_moves(state, f"0 {line}")) == ["declared", "acted", "played", "turn"]
    assert not state.windows


def test_a_player_who_gets_a_hand_of_one_card_may_call_even_where_calls_are_strict() -> None:
    state = table("R7 G2 / B7 B1 B2", "R1", seven="swap", uno_call="strict")
    play_moves(state, "0 declare", "0 play R7", "0 swap 1")
    assert "declare" in legal(state, 1)
    assert "accuse 1" in legal(state, 0)
