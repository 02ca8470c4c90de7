"""Points, totals, and who wins a match."""

from random import Random
from typing import Any

import pytest

from games.engine import Entry, legal, replay
from games.engine.rounds import ranks
from games.engine.stored import as_beginning
from tests.engine.playing import kinds, of_kind, play_moves, random_entries, random_start, table


def match(scores: Any, **options: Any) -> Any:
    """Return a position: seat 0 is about to play its last card; 8 points are left with seat 1 and 70 with seat 2."""
    state = table("R7 / B1 B7 / GS WD4", "R1", **options)
    state.scores = scores
    return state, play_moves(state, "0 play R7")


def test_the_winner_takes_the_points_of_all_other_hands() -> None:
    state, events = match([10, 0, 0])
    assert of_kind(events, "round_won")[0][1:3] == (0, (78, 0, 0))
    assert state.scores == [88, 0, 0]


def test_with_lowest_total_scoring_each_player_gets_the_points_of_their_own_hand() -> None:
    state, events = match([10, 5, 0], scoring="lowest_total")
    assert of_kind(events, "round_won")[0][1:3] == (0, (0, 8, 70))
    assert state.scores == [10, 13, 70]


@pytest.mark.parametrize("limit", ["200", "300", "500", "1000"])
def test_the_match_ends_when_a_total_reaches_the_limit(limit: str) -> None:
    short, _ = match([int(limit) - 79, 0, 0], score_limit=limit)
    assert not short.is_over
    reached, events = match([int(limit) - 78, 0, 0], score_limit=limit)
    assert reached.is_over
    assert events[-1] == ("match_won", 0)


def test_the_lowest_total_wins_when_a_player_reaches_the_limit() -> None:
    state, events = match([100, 60, 190], scoring="lowest_total", score_limit="200")
    assert state.scores == [100, 68, 260]
    assert events[-1] == ("match_won", 1)
    assert state.winner == 1


def test_the_winner_of_the_last_round_wins_a_tie() -> None:
    _, events = match([68, 60, 190], scoring="lowest_total", score_limit="200")
    assert events[-1] == ("match_won", 0)


def test_the_highest_total_wins_although_another_won_the_round() -> None:
    state, events = match([0, 600, 0], score_limit="500")
    assert events[-1] == ("match_won", 1)
    assert state.is_over


def test_a_match_of_one_round_is_won_even_without_points() -> None:
    state = table("R7 / B0", "R1", score_limit="one_round")
    play_moves(state, "0 play R7")
    assert (state.winner, state.scores) == (0, [0, 0])


def test_an_unlimited_match_does_not_end() -> None:
    state, events = match([99_999, 0, 0], score_limit="unlimited", pause=0)
    assert not state.is_over
    assert kinds(events)[:3] == ["played", "round_won", "dealt"]
    assert legal(state, state.turn)


@pytest.mark.parametrize("seed", range(6))
def test_totals_are_the_sums_of_the_rounds(seed: int) -> None:
    state = random_start(Random(seed), score_limit="1000")
    totals = [0] * state.seats
    for entry in random_entries(state, Random(seed), 5000):
        for _, _, points, _ in of_kind(entry.events, "round_won"):
            totals = [total + gain for total, gain in zip(totals, points, strict=True)]
    assert state.round > 1
    assert state.scores == totals


def test_the_winner_gets_the_bonus_for_knockouts() -> None:
    state = table("R7 / B1 B7 / G1", "R1", deck="no_mercy", knockout_bonus=250)
    state.out, state.hands[2], state.aside = {2: 70}, [], ["G1"]
    play_moves(state, "0 play R7")
    assert state.scores == [8 + 250, 0, 0]


def test_with_lowest_total_scoring_a_knocked_out_player_gets_the_lost_hand_and_the_bonus() -> None:
    state = table("R7 / B1 B7 / G1", "R1", deck="no_mercy", knockout_bonus=250, scoring="lowest_total")
    state.out, state.hands[2], state.aside = {2: 70}, [], ["G1"]
    play_moves(state, "0 play R7")
    assert state.scores == [0, 8, 320]


def test_the_hands_are_shown_at_the_end_of_a_round() -> None:
    _, events = match([0, 0, 0])
    assert of_kind(events, "round_won")[0][3] == ((), ("B1", "B7"), ("GS", "WD4"))


def test_the_final_draw_is_made_before_the_points_are_counted() -> None:
    state = table("RD / B1 B7 / G1", "R1", score_limit="one_round")
    play_moves(state, "0 play RD")
    assert state.scores == [8 + 9 + 8 + 1, 0, 0]


@pytest.mark.parametrize("scoring", ["winner_takes", "lowest_total"])
def test_a_blocked_round_is_scored_like_any_other(scoring: str) -> None:
    state = table("B9 B8 / B3 B4", "R1", pile="", scoring=scoring, score_limit="one_round")
    play_moves(state, "0 pass", "1 pass")
    assert state.winner == 1
    assert state.scores == ([0, 17] if scoring == "winner_takes" else [17, 7])


@pytest.mark.parametrize(
    ("scores", "options", "expected"),
    [
        ([450, 300, 20], {}, (1, 2, 3)),
        ([450, 20, 300], {}, (1, 3, 2)),
        ([0, 0, 0], {"score_limit": "one_round"}, (1, 2, 3)),  # 8 points are left with seat 1 and 70 with seat 2
        ([10, 495, 5], {"scoring": "lowest_total"}, (1, 3, 2)),
        ([10, 495, 433], {"scoring": "lowest_total"}, (1, 2, 3)),  # even at 503, so the last hand decides
    ],
)
def test_places_follow_totals_and_then_the_last_hand(
    scores: list[int], options: Any, expected: tuple[int, ...]
) -> None:
    state, _ = match(scores, **options)
    assert state.is_over
    assert ranks(state) == expected


def test_who_is_even_shares_a_place() -> None:
    state = table("R7 / B1 B7 / G1 G7 / B9", "R1", score_limit="one_round")
    play_moves(state, "0 play R7")
    assert ranks(state) == (1, 2, 2, 4)


def test_partners_share_a_place() -> None:
    state = table("R7 / B1 B7 / GS WD4 / B2", "R1", score_limit="one_round", teams="two")
    play_moves(state, "0 play R7")
    assert ranks(state) == (1, 3, 1, 3)


def test_who_stayed_longer_in_an_elimination_is_placed_higher() -> None:
    state = table("R7 / B1 / G1", "R1")
    state.winner, state.gone, state.node = 0, (2, 1), "over"
    assert ranks(state) == (1, 2, 3)


def test_a_player_who_was_knocked_out_is_placed_by_the_lost_hand() -> None:
    state = table("R7 / B1 B7 / G9", "R1", score_limit="one_round", deck="no_mercy")
    state.hands[1], state.out = [], {1: 200}
    play_moves(state, "0 play R7")
    assert ranks(state) == (1, 3, 2)


def test_a_game_can_begin_in_the_middle_of_another() -> None:
    state = table("R7 R8 / B1 B7 / GS", "R1")
    play_moves(state, "0 play R7")
    assert state.windows
    again = as_beginning(state, 5)
    assert (again.now, again.since, again.seed) == (0.0, 0.0, 5)
    assert {window.opened for window in again.windows.values()} == {0.0}
    assert (again.hands, again.draw, again.discard, again.turn) == (state.hands, state.draw, state.discard, state.turn)
    assert replay([Entry(None, "deal", 0.0, tuple(again.news))], check=True) == again
    assert state.seed != 5
