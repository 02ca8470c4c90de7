"""Teams: who plays with whom, who wins, and what they score."""

from random import Random
from typing import Any

import pytest

from games.engine import Rules, State, WrongRules, deal, decide, legal, replay, setup, view
from games.engine.state import problems
from tests.engine.playing import first_entry, kinds, play_moves, random_entries, table

PAIRS: dict[str, Any] = {"teams": "two"}


@pytest.mark.parametrize(("teams", "numbers"), [("two", (4, 6, 8)), ("three", (6,)), ("off", tuple(range(2, 11)))])
def test_only_full_teams_can_play(teams: str, numbers: tuple[int, ...]) -> None:
    rules = Rules(teams=teams)
    assert rules.seat_counts == numbers
    for seats in set(range(2, 11)) - set(numbers):
        with pytest.raises(WrongRules, match=r"^team_seats"):
            deal(rules, seats, Random(1))


def test_a_deck_for_fewer_players_has_smaller_teams() -> None:
    assert Rules(teams="two", deck="no_mercy").seat_counts == (4, 6)
    assert Rules(teams="two", hand_size=15).seat_counts == (4, 6)
    assert [Rules(teams="two").seats_near(wanted) for wanted in (2, 4, 7, 10)] == [4, 4, 6, 8]


@pytest.mark.parametrize("teams", ["two", "three"])
def test_partners_never_sit_next_to_each_other(teams: str) -> None:
    rules = Rules(teams=teams)
    for seats in rules.seat_counts:
        assert not any(rules.are_partners(seat, (seat + 1) % seats) for seat in range(seats))
        sizes = [sum(rules.team(seat) == team for seat in range(seats)) for team in range(rules.team_count)]
        assert set(sizes) == {seats // rules.team_count}


def test_without_teams_nobody_has_a_partner() -> None:
    assert not any(Rules().are_partners(seat, other) for seat in range(10) for other in range(10))


def test_teams_cannot_play_by_elimination() -> None:
    with pytest.raises(WrongRules, match=r"^team_elimination"):
        Rules(teams="two", score_limit="elimination")


def ended(hands: str, **options: Any) -> State:
    state = table(hands, "R1", **PAIRS | options)
    play_moves(state, "0 play R7")
    return state


def test_a_team_scores_what_the_other_team_holds() -> None:
    assert ended("R7 / B2 B3 / W / G9").scores == [14, 0, 14, 0]


def test_with_the_lowest_total_a_team_collects_the_cards_of_both() -> None:
    assert ended("R7 / B2 B3 / W / G9", scoring="lowest_total").scores == [50, 14, 50, 14]


def test_a_knock_out_counts_for_the_other_team_only() -> None:
    for loser, gain in ((1, 109), (2, 14)):
        state = table("R7 / B2 B3 / G5 / G9", "R1", deck="no_mercy", knockout_bonus=100, **PAIRS)
        state.out, state.hands[loser] = {loser: 90}, []
        play_moves(state, "0 play R7")
        assert state.scores == [gain, 0, gain, 0]


def test_three_teams_score_what_both_other_teams_hold() -> None:
    state = table("R7 / B2 / B3 / G9 / G8 / G1", "R1", teams="three")
    play_moves(state, "0 play R7")
    assert state.scores == [14, 0, 0, 14, 0, 0]


def test_the_player_who_went_out_wins_the_match_for_the_team() -> None:
    state = table("B2 B3 / R7 / W / G9", "R1", turn=1, **PAIRS)
    state.scores = [0, 490, 0, 490]
    assert kinds(play_moves(state, "1 play R7"))[-1] == "match_won"
    assert (state.winner, state.scores) == (1, [0, 545, 0, 545])


def knocked_out(last: str) -> State:
    """A player with seat 1 draws four cards more than they may hold; seat 3 is out already."""
    state = setup(
        Rules(deck="no_mercy", mercy_limit=10, uno_call="off", score_limit="one_round", **PAIRS),
        [["RD4", "R1"], ["G1", "G2", "G3", "G4", "G5", "G6"], last.split(), ["Y1"]],
        draw=["B1", "B2", "B3", "B4", "B5"],
        discard=["R3"],
    )
    state.out, state.hands[3] = {3: 50}, []
    return state


def test_the_round_ends_when_only_partners_are_left() -> None:
    state = knocked_out("Y2 Y3")
    events = play_moves(state, "0 play RD4")
    assert "knocked_out" in kinds(events)
    assert state.is_over
    assert state.winner == 0


def test_two_players_of_different_teams_play_on() -> None:
    state = knocked_out("Y2 Y3")
    state.out, state.hands[3], state.hands[2] = {2: 50}, ["Y1"], []
    play_moves(state, "0 play RD4")
    assert (state.is_over, state.turn) == (False, 3)


def test_partners_do_not_see_each_others_cards() -> None:
    state = table("R7 R8 / B2 / W Y9 / G9", "R1", **PAIRS)
    assert view(state, 0).hand == ("R7", "R8")
    assert not view(state, 0).open_hands
    assert "swap 2" not in legal(state, 0)


def test_hands_may_be_swapped_within_a_team_and_time_chooses_an_opponent() -> None:
    state = table("R7 R8 R9 / B2 B3 / Y9 / G9 G8 G7", "R1", seven="swap", uno_call="off", **PAIRS)
    play_moves(state, "0 play R7")
    assert set(legal(state, 0)) == {"swap 1", "swap 2", "swap 3"}
    assert decide(state, 30.0)[1] == ("swapped", 0, 1)


def test_partners_may_catch_each_other() -> None:
    state = table("R7 R8 / B2 B4 / Y9 Y8 / G9 G8", "R1", uno_head_start="0", **PAIRS)
    play_moves(state, "0 play R7")
    assert "accuse 0" in legal(state, 2)


@pytest.mark.parametrize("seed", range(6))
def test_whole_matches_in_teams_end_and_can_be_replayed(seed: int) -> None:
    rng = Random(seed)
    preset = ("Official", "Party", "No Mercy")[seed % 3]
    rules = Rules.preset(
        preset, teams=("two", "three")[seed % 2], hand_size=3, uno_call="auto", pause=0, score_limit="200"
    )
    state = deal(rules, 6, rng)
    log = [first_entry(state), *random_entries(state, rng, 6000)]
    assert state.is_over
    assert not problems(state)
    scores = [{state.scores[seat] for seat in range(6) if rules.team(seat) == team} for team in range(rules.team_count)]
    assert all(len(totals) == 1 for totals in scores)
    assert max(state.scores) == state.scores[state.winner or 0]
    assert replay(log, check=True) == state
