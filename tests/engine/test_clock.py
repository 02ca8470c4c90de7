"""The clock: each player's time for a whole round."""

from random import Random
from typing import Any

import pytest

from games.engine import Rules, State, deal, decide, expire, replay, view
from games.engine.moves import Unreadable
from games.engine.stored import dump_state, load_state
from tests.engine.playing import first_entry, kinds, play_moves, random_entries, table


def timed(hands: str = "R7 G2 G3 / B7 R1 B9", **options: Any) -> State:
    usual: dict[str, Any] = {"decision_seconds": 0, "turn_clock": 60, "uno_call": "off"}
    return table(hands, "R5", **usual | options)


def test_without_the_option_there_is_no_clock() -> None:
    state = table("R7 G2 / B7", "R5")
    assert state.clocks == []
    assert "clocked" not in kinds(play_moves(state, "0 play R7", now=5.0))


def test_a_decision_takes_its_time_from_the_clock() -> None:
    state = timed()
    assert state.deadline == 60
    assert play_moves(state, "0 play R7", now=12.5)[0] == ("clocked", 0, 47.5)
    assert (state.clocks, state.deadline) == ([47.5, 60.0], 72.5)
    play_moves(state, "1 play R1", now=20.0)
    assert (state.clocks, state.deadline) == ([47.5, 52.5], 67.5)


def test_each_decision_adds_the_bonus() -> None:
    state = timed(clock_bonus=5)
    play_moves(state, "0 draw", now=10.0)
    assert (state.clocks[0], state.deadline) == (55.0, 65.0)
    play_moves(state, "0 keep", now=12.0)
    assert state.clocks[0] == 58.0


def test_when_the_time_is_over_the_table_decides_at_once() -> None:
    state = timed("R7 G2 G3 / B7 B1 B9")
    assert expire(state, 59.9) == []
    assert kinds(expire(state, 60.0)) == ["timed_out", "clocked", "drew", "asked", "acted", "clocked", "kept", "turn"]
    assert state.clocks == [0.0, 60.0]
    play_moves(state, "1 draw", "1 keep", now=65.0)
    assert state.deadline == 65.0
    assert kinds(expire(state, 65.0))[0] == "timed_out"


def test_with_a_bonus_there_is_some_time_again() -> None:
    state = timed("R7 G2 G3 / B7 B1 B9", clock_bonus=4)
    expire(state, 60.0)
    play_moves(state, "1 draw", "1 keep", now=65.0)
    assert state.deadline == 65.0 + 8  # for the draw, and for keeping the card


def test_the_shorter_of_both_limits_counts() -> None:
    state = timed(decision_seconds=25)
    assert state.deadline == 25
    state.clocks[0] = 10.0
    assert state.deadline == 10


def test_calls_and_cards_that_do_not_fit_stop_no_clock() -> None:
    state = timed("R7 G2 / B7 R1 B9", uno_call="manual", hints=False, misplay_penalty=1)
    assert "clocked" not in kinds(play_moves(state, "0 declare", now=3.0))
    assert "clocked" not in kinds(play_moves(state, "0 play G2", now=5.0))
    play_moves(state, "0 play R7", now=9.0)
    assert state.clocks == [51.0, 60.0]


def test_a_jump_in_stops_the_clock_of_the_player_asked() -> None:
    state = timed("R7 G2 G3 / B7 R1 B9 / R5 G1 G4", jump_in=True, clock_bonus=5)
    play_moves(state, "2 jump R5", now=7.0)
    assert state.clocks == [53.0, 60.0, 60.0]


def test_no_time_runs_in_the_pause_and_every_round_has_full_clocks() -> None:
    state = timed("R7 / B7 R1 B9", pause=6)
    play_moves(state, "0 play R7", now=20.0)
    assert state.clocks == [40.0, 60.0]
    assert "clocked" not in kinds(play_moves(state, "0 continue", now=24.0))
    decide(state, 26.0)
    assert state.round == 2
    assert state.clocks == [60.0, 60.0]


def test_everyone_sees_the_clocks() -> None:
    state = timed()
    play_moves(state, "0 play R7", now=10.0)
    assert {view(state, seat).clocks for seat in (0, 1, None)} == {(50.0, 60.0)}


@pytest.mark.parametrize("seed", range(4))
def test_games_with_clocks_can_be_replayed(seed: int) -> None:
    rng = Random(seed)
    state = deal(Rules.preset("Party", turn_clock=60, clock_bonus=1, score_limit="200"), 3, rng)
    log = [first_entry(state), *random_entries(state, rng, 800)]
    assert replay(log, check=True) == state
    assert replay(log) == state
    assert any(event[0] == "clocked" for entry in log for event in entry.events)


def test_a_stored_clock_is_read_back_and_a_wrong_one_is_refused() -> None:
    state = timed()
    play_moves(state, "0 play R7", now=10.0)
    again = State(Rules(), 2)
    load_state(again, dump_state(state))
    assert again == state
    for wrong in ("[50.0]", "[50.0, -1.0]", '[50.0, "x"]', "{}", "[50.0, NaN]"):
        with pytest.raises(Unreadable, match="clocks"):
            load_state(again, dump_state(state).replace("[50.0, 60.0]", wrong))


def test_a_state_of_an_earlier_version_has_full_clocks() -> None:
    state, again = timed(), State(Rules(), 2)
    load_state(again, dump_state(state).replace('"clocks": [60.0, 60.0], ', ""))
    assert again == state
