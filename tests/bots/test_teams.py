"""Bots play for their team."""

from collections.abc import Callable

import pytest

from games.bots import BOTS
from games.bots.evaluation import Evaluator
from games.bots.rollout_policy import is_close, swap
from games.engine import Rules, State, legal, play, view

from .conftest import impulses, shares

Position = Callable[..., State]
PAIRS = Rules(teams="two", score_limit="one_round", seven="swap", uno_head_start="0")
SIMPLE = sorted(set(BOTS) - {"Random", "Expert"})


@pytest.mark.parametrize("name", SIMPLE)
def test_hands_are_swapped_with_another_team(name: str, position: Position) -> None:
    state = position("R7 G2 G3 G4", "B1 B2 B3", "Y1", "B4 B5 B6 B7 B8", rules=PAIRS)
    play(state, 0, "play R7")
    assert set(shares(name, state, draws=60)) <= {"swap 1", "swap 3"}


def test_simulated_players_swap_with_another_team_too(position: Position) -> None:
    state = position("R7 G2 G3 G4", "B1 B2 B3", "Y1", "B4 B5 B6 B7 B8", rules=PAIRS)
    play(state, 0, "play R7")
    assert swap(state, 0, legal(state, 0)) == "swap 1"


@pytest.mark.parametrize("name", sorted(set(BOTS) - {"Random"}))
def test_nobody_catches_a_partner(name: str, position: Position) -> None:
    state = position("R8 G2", "B1 B2 B3", "Y1 Y2", "B4 B5 B6", rules=PAIRS)
    play(state, 0, "play R8")
    assert state.windows
    assert impulses(name, state, 2, draws=40) == [None] * 40
    assert any(impulses(name, state, 1, draws=40))


@pytest.mark.parametrize("name", SIMPLE)
def test_a_partner_who_plays_next_is_not_stopped_while_there_is_another_card(name: str, position: Position) -> None:
    state = position("RS RD R5 G2 G3", "B1 B2", "Y1 Y2", "B4 B5", rules=PAIRS)
    assert state.rules.are_partners(0, 2)
    state.out, state.hands[1] = {1: 3}, []
    assert set(shares(name, state, draws=60)) == {"play R5"}
    state.hands[0], state.offer = ["RS", "RD"], (-1, ())
    assert set(shares(name, state, draws=60)) <= {"play RS", "play RD", "declare"}


def test_simulated_players_do_not_stop_a_partner(position: Position) -> None:
    state = position("RS R5 G2 G3", "B1 B2", "Y1 Y2", "B4 B5 B6", rules=PAIRS.but(uno_call="off"))
    assert is_close(state, 0)
    state.out, state.hands[1] = {1: 3}, []
    assert len(state.hands[state.after(0)]) == 2
    assert not is_close(state, 0)


@pytest.mark.parametrize("scoring", ["winner_takes", "lowest_total"])
@pytest.mark.parametrize("limit", ["one_round", "200"])
def test_expert_values_the_win_of_the_team(scoring: str, limit: str, position: Position) -> None:
    rules = PAIRS.but(scoring=scoring, score_limit=limit, uno_call="off", final_draw_counts=False)
    hands = ["B1 B2", "B3 B4", "R5", "Y1 Y2"]
    seats = range(4)
    before = position(*hands, rules=rules, turn=2)
    evaluators = [Evaluator(view(before, seat)) for seat in seats]
    worths = [evaluator.worth(before) for evaluator in evaluators]
    assert worths[0] == pytest.approx(worths[2])
    assert worths[1] == pytest.approx(worths[3])
    assert worths[0] + worths[1] == pytest.approx(1.0)
    assert worths[0] > worths[1]
    ended = before.copy()
    play(ended, 2, "play R5")
    if ended.is_over:
        mine = 1.0 if scoring == "winner_takes" else float(ended.scores[0] <= ended.scores[1])
        assert [evaluator.worth(ended) for evaluator in evaluators] == [mine, 1 - mine] * 2


def test_expert_lets_a_partner_go_out(position: Position) -> None:
    """Both cards fit; only the skip takes the turn from the opponent, and gives it to the partner with one card."""
    rules = PAIRS.but(uno_call="auto")
    state = position("RS R5 G2 G3 B9", "R8 R9", "Y1", "Y4 Y5 Y6", top="R1", rules=rules)
    assert shares("Expert", state, draws=5).get("play RS", 0) >= 0.8
