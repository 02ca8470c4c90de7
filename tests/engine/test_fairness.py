"""What the rules allow must not be a way around them: calls, accusations, drawing, passing and bluffs."""

from typing import Any

import pytest

from games.engine import Refused, Rules, State, legal, play
from games.engine.stored import dump_state, load_state
from tests.engine.playing import kinds, play_moves, refused, sizes, table

# --- the head start: nobody is caught before they could call


def passed_a_single_card(preset: str) -> State:
    """Return a position: seat 0 can give seat 1 its last card with a 7, and seat 1 holds four."""
    options: dict[str, Any] = Rules.preset(preset).as_dict()
    return table("R7 R1 / G2 G4 G6 B1 / Y1 Y2", "R5", **options)


@pytest.mark.parametrize("preset", ["Party", "No Mercy"])
def test_a_swap_and_a_catch_are_not_possible_in_one_list(preset: str) -> None:
    state = passed_a_single_card(preset)
    before = state.copy()
    with pytest.raises(Refused) as caught:
        play(state, 0, "play R7 1, accuse 1", 100.0)
    assert (caught.value.stage, caught.value.code) == ("priority", "too_early")
    assert state == before


def test_without_a_head_start_such_a_list_is_refused_too() -> None:
    state = table("R7 R1 / G2 G4 G6 B1 / Y1 Y2", "R5", seven="swap", zero="pass")
    assert state.rules.uno_head_start == "0"
    assert refused(state, 0, "play R7 1, accuse 1", now=9.0).code == "too_early"
    play_moves(state, "0 play R7", "0 swap 1", now=9.0)
    assert kinds(play_moves(state, "0 accuse 1", now=9.0)) == ["accused", "force_draw"]


def test_a_window_that_was_open_before_the_list_can_be_caught_in_it() -> None:
    state = table("R7 G2 / R8 B7 B1 / Y7 Y2", "R1")
    play_moves(state, "0 play R7", now=10.0)
    assert "accused" in kinds(play_moves(state, "1 accuse 0, play R8", now=11.0))


@pytest.mark.parametrize(("after", "is_caught"), [(0.0, False), (0.05, False), (0.99, False), (1.0, True)])
def test_only_the_owner_may_act_during_the_head_start(after: float, is_caught: bool) -> None:
    state = table("R7 G2 / B7 B1 R3 / Y7 Y2 G3", "R1", uno_head_start="1")
    play_moves(state, "0 play R7", now=10.0)
    assert "accuse 0" in legal(state, 1)
    if is_caught:
        assert kinds(play_moves(state, "1 accuse 0", now=10.0 + after)) == ["accused", "force_draw"]
    else:
        assert refused(state, 1, "accuse 0", now=10.0 + after).facts == {"seat": 0}
        assert play_moves(state, "0 declare", now=10.0 + after) == [("declared", 0)]


def test_the_head_start_is_an_option_in_halves_of_a_second() -> None:
    state = table("R7 G2 / B7 B1 R3", "R1", uno_head_start="0.5")
    play_moves(state, "0 play R7", now=10.0)
    assert refused(state, 1, "accuse 0", now=10.4).code == "too_early"
    play_moves(state, "1 accuse 0", now=10.5)


# --- false accusations


def innocent(**options: Any) -> State:
    """Return a position: seat 1 has one card and has called."""
    state = table("B1 B2 / W / Y1 Y2 Y3", "R5", false_accuse_penalty=1, **options)
    state.declared = {1}
    return state


def test_a_player_is_accused_falsely_once_in_a_turn() -> None:
    state = innocent()
    play_moves(state, "0 accuse 1")
    assert sizes(state) == [3, 1, 3]
    assert "accuse 1" not in legal(state, 0)
    assert refused(state, 0, "accuse 1").code == "already_accused"
    assert "accuse 1" in legal(state, 2)
    play_moves(state, "0 draw", "0 keep")
    assert "accuse 1" in legal(state, 0)


def test_two_thousand_accusations_do_not_end_a_round() -> None:
    state = innocent(score_limit="one_round")
    with pytest.raises(Refused):
        play(state, 0, ["accuse 1"] * 2000)
    state.actions = 1999
    play_moves(state, "0 accuse 1")
    assert (state.actions, state.is_over) == (1999, False)


def test_calls_are_no_actions() -> None:
    state = table("R7 G2 / B7 B1 R3", "R1")
    play_moves(state, "0 declare", "0 play R7")
    assert state.actions == 1


def test_the_accusations_of_a_turn_are_stored() -> None:
    state, again = innocent(), State(Rules(), 2)
    play_moves(state, "0 accuse 1")
    load_state(again, dump_state(state))
    assert again == state
    assert refused(again, 0, "accuse 1").code == "already_accused"


# --- drawing and passing


def test_at_most_ten_cards_are_drawn_freely_in_a_turn() -> None:
    state = table("G7 G2 G3 / B7 B1", "R1", draw="free", voluntary_draw=True)
    assert refused(state, 0, "draw 9999").facts == {"reason": "limit", "count": 10}
    play_moves(state, "0 draw 7")
    assert refused(state, 0, "draw 4").code == "amount"
    play_moves(state, "0 draw 3")
    assert sizes(state) == [13, 2]
    assert "draw" not in legal(state, 0)
    play_moves(state, "0 keep")
    assert state.turn == 1


def test_with_nothing_to_draw_a_player_who_must_play_cannot_pass() -> None:
    must = table("R7 G2 G3 / B7 B1", "R1", pile="", voluntary_draw=False)
    assert legal(must, 0) == ("play R7",)
    assert refused(must, 0, "pass").facts == {"reason": "pass"}
    may = table("R7 G2 G3 / B7 B1", "R1", pile="")
    assert legal(may, 0) == ("play R7", "pass")
    cannot = table("G7 G2 G3 / B7 B1", "R1", pile="", voluntary_draw=False)
    assert legal(cannot, 0) == ("pass",)


def test_a_card_that_the_rules_play_is_no_bluff() -> None:
    state = table("R2 G3 / B7 B1 / Y1 Y2", "R1", pile="Y1 Y2 Y3 Y4 Y5 Y6 Y8 WD4", drawn_play="forced")
    play_moves(state, "0 draw", "0 color green")
    events = play_moves(state, "1 challenge")
    assert "challenge_lost" in kinds(events)
    assert sizes(state) == [2, 8, 2]


# --- Discard All can be called beforehand


def discarding(hand: str, **options: Any) -> State:
    return table(f"{hand} / B7 B1 / Y7 Y2", "R1", deck="no_mercy", **options)


def test_a_card_that_discards_down_to_one_can_be_called() -> None:
    state = discarding("RA R2 R3 G2")
    assert "declare" in legal(state, 0)
    play_moves(state, "0 declare", "0 play RA")
    assert (sizes(state)[0], state.windows, state.declared) == (1, {}, {0})


def test_a_card_that_leaves_more_than_one_cannot_be_called() -> None:
    state = discarding("RA R2 G3 G2")
    assert "declare" not in legal(state, 0)
    assert refused(state, 0, "declare").code == "too_many_cards"


def test_a_call_for_a_discard_is_gone_when_another_card_is_played() -> None:
    state = discarding("RA R2 R3 G2")
    play_moves(state, "0 declare", "0 play R2")
    assert state.declared == set()


# --- a blocked round, and a hand set aside


def test_a_round_is_blocked_when_all_who_are_still_in_it_have_passed() -> None:
    state = table("G7 G2 G3 / B7 / Y7", "R1", pile="", mercy_limit=10, score_limit="one_round")
    state.out = {1: 7}
    state.hands[1], state.offer = [], (-1, ())
    play_moves(state, "0 pass")
    assert not state.is_over
    play_moves(state, "2 pass")
    assert (state.is_over, state.winner) == (True, 2)


def test_a_hand_that_was_set_aside_is_shuffled_in() -> None:
    """It must not lie on the draw pile in the order in which its owner held it."""
    aside = ["Y1", "Y2", "Y3", "Y4", "Y5", "Y6", "Y8", "Y9", "G1", "G2"]
    orders = set()
    for seed in range(6):
        state = table("G7 G5 G3 / B7 B5 B1 / Y7", "B2 B3 B4 B5 B6 R1", pile="", mercy_limit=10)
        state.seed, state.out, state.aside, state.hands[2] = seed, {2: 7}, aside[:], []
        play_moves(state, "0 draw")
        order = [*state.draw, state.hands[0][-1]]
        assert sorted(order) == sorted([*aside, "B2", "B3", "B4", "B5", "B6"])
        assert order[-len(aside) :] != aside
        assert order[: len(aside)] != aside
        orders.add(tuple(order))
    assert len(orders) == 6
