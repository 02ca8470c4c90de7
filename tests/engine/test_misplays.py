"""Tables without hints, where a card that does not fit may cost cards."""

import pytest

from games.engine import Entry, State, play, replay
from tests.engine.playing import first_entry, kinds, play_moves, refused, sizes, table


def without_hints(hands: str = "B9 R7 G2 / B3 B4", penalty: int = 2, **options: object) -> State:
    return table(hands, "R1", hints=False, misplay_penalty=penalty, **options)  # type: ignore[arg-type]


def test_a_card_that_does_not_fit_costs_cards_and_the_turn_goes_on() -> None:
    state = without_hints()
    assert kinds(play_moves(state, "0 play B9")) == ["misplayed", "force_draw"]
    assert (sizes(state), state.turn, state.node) == ([5, 2], 0, "turn")
    assert "B9" in state.hands[0]
    play_moves(state, "0 play R7")
    assert state.turn == 1


@pytest.mark.parametrize(("hints", "penalty"), [(True, 2), (False, 0)])
def test_elsewhere_it_is_refused(hints: bool, penalty: int) -> None:
    state = table("B9 R7 G2 / B3 B4", "R1", hints=hints, misplay_penalty=penalty)
    assert refused(state, 0, "play B9").code == "does_not_fit"


def test_only_the_player_asked_misplays_a_card_they_hold() -> None:
    state = without_hints()
    assert refused(state, 1, "play B3").code == "not_your_turn"
    assert refused(state, 0, "play Y1").code == "card_not_held"
    assert refused(state, 0, "pass").code == "draw_first"


def test_a_wrong_answer_to_a_draw_card_costs_cards_too() -> None:
    state = without_hints("RD R7 / B3 G4 G5", stacking="same")
    play_moves(state, "0 play RD")
    assert kinds(play_moves(state, "1 stack B3")) == ["misplayed", "force_draw"]
    assert (state.turn, state.node) == (1, "respond")


@pytest.mark.parametrize("line", ["play B9 green", "play B9+G2", "play B9, declare", "play B9, draw"])
def test_whatever_follows_the_card_does_not_save_it(line: str) -> None:
    state = without_hints()
    assert kinds(play_moves(state, f"0 {line}")) == ["misplayed", "force_draw"]
    assert (sizes(state), state.turn, state.node) == ([5, 2], 0, "turn")


def test_what_comes_before_the_card_is_done() -> None:
    state = without_hints("B9 R7 / B3 B4")
    assert kinds(play_moves(state, "0 declare, play B9, draw")) == ["declared", "acted", "misplayed", "force_draw"]


def test_the_penalty_may_knock_a_player_out() -> None:
    state = without_hints("B9 R7 G2 G3 G4 G5 / B3 B4 / Y1 Y2", 4, mercy_limit=10, deck="no_mercy")
    state.draw = ["Y4"] * 9
    assert kinds(play_moves(state, "0 play B9")) == ["misplayed", "force_draw", "knocked_out", "turn"]
    assert state.turn == 1


def test_the_time_to_decide_does_not_begin_again() -> None:
    state = without_hints()
    before = state.deadline
    play(state, 0, "play B9", 10.0)
    assert state.deadline == before


def test_a_log_with_a_misplay_can_be_verified() -> None:
    state = without_hints()
    log = [first_entry(state), Entry(0, "play B9", 1.0, tuple(play(state, 0, "play B9", 1.0)))]
    assert replay(log, check=True) == state
