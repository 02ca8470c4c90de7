"""Matches in which a player is out after each round, and hands that lie open."""

from random import Random

import pytest

from games.engine import Rules, State, deal, legal, play, replay, view
from games.engine.state import problems
from tests.engine.playing import first_entry, kinds, play_moves, random_entries, refused, table


def ended(*others: str) -> State:
    state = table(" / ".join(["R7", *others]), "R1", score_limit="elimination")
    play_moves(state, "0 play R7")
    return state


def test_the_player_with_the_most_points_is_out_of_the_match() -> None:
    state = ended("B2 B3", "W", "G9 G8")
    assert (state.gone, state.is_paused) == ((2,), True)


def test_of_equal_points_the_most_cards_lose_then_the_first_after_the_winner() -> None:
    assert ended("B9", "B5 G4", "Y9").gone == (2,)
    assert ended("B9", "G9", "Y9").gone == (1,)


def test_who_was_knocked_out_is_judged_by_the_hand_that_was_set_aside() -> None:
    state = table("R7 / B9 / G1 G2", "R1", score_limit="elimination", deck="no_mercy")
    state.out, state.hands[1], state.aside = {1: 90}, [], ["B9"]
    play_moves(state, "0 play R7")
    assert state.gone == (1,)


def test_the_next_round_is_dealt_only_to_those_who_are_left() -> None:
    state = ended("B2 B3", "W", "G9 G8")
    for seat in (0, 1, 3):
        assert legal(state, seat) == ("continue",)
        play(state, seat, "continue")
    assert (legal(state, 2), state.round) == ((), 2)
    assert [len(hand) for hand in state.hands] == [7, 7, 0, 7]
    assert (view(state, 2).out, view(state, 2).gone) == ((2,), (2,))
    assert refused(state, 2, "draw").code == "eliminated"
    assert not problems(state)


def test_the_last_one_left_wins_the_match_whatever_the_totals_are() -> None:
    state = table("R7 / B2 B3", "R1", score_limit="elimination")
    state.scores = [0, 400]
    assert kinds(play_moves(state, "0 play R7")) == ["played", "round_won", "eliminated", "match_won"]
    assert (state.winner, state.is_over) == (0, True)


def test_nobody_gets_a_knock_out_bonus_for_players_who_left_the_match_before() -> None:
    state = table("R7 / B2 B3 / G1", "R1", score_limit="elimination", deck="no_mercy", knockout_bonus=100)
    state.gone, state.out, state.hands[2] = (2,), {2: 0}, []
    play_moves(state, "0 play R7")
    assert state.scores == [5, 0, 0]


@pytest.mark.parametrize("preset", ["Official", "Party", "Flip", "No Mercy"])
def test_whole_matches_end_with_one_player_and_can_be_replayed(preset: str) -> None:
    rules = Rules.preset(preset, score_limit="elimination", hand_size=3, uno_call="auto", pause=0)
    state = deal(rules, 4, Random(5))
    log = [first_entry(state), *random_entries(state, Random(5), 6000)]
    assert state.is_over
    assert len(state.gone) == 3
    assert state.winner not in state.gone
    assert replay(log, check=True) == state


# --- open hands


def test_a_small_hand_lies_open_for_everyone() -> None:
    state = table("R7 G2 G3 / B7 W / Y7 Y2 Y3", "R1", open_hand_at=2)
    assert view(state, 0).open_hands == ((), ("B7", "W"), ())
    assert view(state, None).open_hands == ((), ("B7", "W"), ())
    assert view(state, 1).open_hands == ((), (), ())


def test_no_hand_is_open_without_the_option() -> None:
    assert view(table("R7 G2 G3 / B7", "R1"), 0).open_hands == ()
