"""An umpire's changes keep the game in a state that play can reach, and are in the log."""

from random import Random
from typing import Any

import pytest

from games.engine import (
    Diverged,
    Entry,
    Refused,
    Rules,
    Unreadable,
    deal,
    extend,
    legal,
    play,
    problems,
    replay,
    seen,
    standing,
    take_back,
)
from games.engine.notation import read_game, write_game
from games.engine.state import State, Window
from games.engine.stored import dump_state, load_state
from tests.engine.playing import first_entry, table


def game(moves: int, seed: int = 3, seats: int = 3) -> Any:
    """Return a game after some moves, and its log. Each move is the first legal one."""
    state = deal(Rules.preset("House"), seats, Random(seed))
    log = [Entry(None, "deal", 0.0, tuple(state.news))]
    for number in range(moves):
        one_more(state, log, float(number))
    return state, log


def one_more(state: State, log: Any, now: Any) -> None:
    seat, move = state.turn, str(legal(state, state.turn)[0])
    log.append(Entry(seat, move, now, tuple(play(state, seat, move, now))))


def undo(state: State, log: Any, now: Any) -> None:
    seat, before = standing(log)[-1]
    log.append(Entry(None, "take back", now, tuple(take_back(state, before, seat, now))))


def test_taking_back_a_move_restores_everything_but_the_time() -> None:
    state, log = game(4)
    before = state.copy()
    one_more(state, log, 20.0)
    undo(state, log, 30.0)
    assert (state.now, state.since) == (30.0, 30.0)
    state.now, state.since = before.now, before.since
    assert state == before
    assert problems(state) == []


def test_a_player_who_is_asked_again_has_the_full_time() -> None:
    state, log = game(2)
    one_more(state, log, 20.0)
    undo(state, log, 100.0)
    assert state.deadline == 100.0 + state.rules.decision_seconds


def test_taking_back_a_move_restores_the_time_to_catch_a_missed_call() -> None:
    state = table("R7 R8 / B7 B1 / G1 G2", "R1")
    log = [first_entry(state)]
    for seat, move, now in ((0, "play R7", 10.0), (1, "draw", 11.5)):
        log.append(Entry(seat, move, now, tuple(play(state, seat, move, now))))
    undo(state, log, 60.0)
    assert state.windows == {0: Window(60.0, answered=False)}
    log.append(Entry(1, "draw", 60.5, tuple(play(state, 1, "draw", 60.5))))
    log.append(Entry(2, "accuse 0", 61.5, tuple(play(state, 2, "accuse 0", 61.5))))
    assert len(state.hands[0]) == 3
    assert replay(log, check=True) == state


def test_several_moves_are_taken_back_and_played_again() -> None:
    state, log = game(5)
    first = dump_state(standing(log)[0][1])
    for number in range(5):
        undo(state, log, 10.0 + number)
    again = State(Rules(), 2)
    load_state(again, first)
    assert (state.hands, state.turn, standing(log)) == (again.hands, again.turn, [])
    for number in range(6):
        one_more(state, log, 20.0 + number)
    assert replay(log, check=True) == state
    assert len(standing(log)) == 6


def test_extra_time_extends_the_deadline_of_the_player_asked() -> None:
    state, log = game(3)
    turn, before = state.turn, state.deadline
    log.append(Entry(None, "extend 60", 5.0, tuple(extend(state, 60))))
    assert (state.turn, state.deadline) == (turn, before + 60)
    assert replay(log, check=True) == state


def test_a_log_with_both_actions_is_read_back_equal() -> None:
    state, log = game(3)
    log.append(Entry(None, "extend 60", 5.0, tuple(extend(state, 60))))
    one_more(state, log, 6.0)
    undo(state, log, 7.0)
    assert replay(read_game(write_game(log)), check=True) == state


def test_the_events_of_an_umpire_reveal_nothing_hidden() -> None:
    state, log = game(3)
    undo(state, log, 9.0)
    event = log[-1].events[0]
    assert len(event[3]) > 100, "it holds the whole state"
    assert [seen(event, seat) for seat in (0, 1, 2, None)] == [("taken_back", event[1])] * 4


def with_another_state(event: Any) -> Any:
    other, _ = game(3, seed=4)
    return (*event[:3], dump_state(other))


@pytest.mark.parametrize("forge", [with_another_state, lambda event: ("taken_back", event[1] + 1, *event[2:])])
def test_checking_a_log_finds_a_forged_entry(forge: Any) -> None:
    state, log = game(3)
    undo(state, log, 9.0)
    log[-1] = log[-1]._replace(events=(forge(log[-1].events[0]),))
    with pytest.raises(Diverged, match=r"^umpire_entry \(number=4, move=take back"):
        replay(log, check=True)


@pytest.mark.parametrize("seconds", [0, -60, 100_000, float("nan"), float("inf"), "60", None])
def test_extra_time_must_be_positive_and_limited(seconds: Any) -> None:
    state, log = game(3)
    before = state.copy()
    with pytest.raises(Refused, match=r"^seconds \(most=99999"):
        extend(state, seconds)
    assert state == before
    log.append(Entry(None, "gift", 5.0, (("extended", state.turn, seconds),)))
    with pytest.raises(Diverged):
        replay(log, check=True)


@pytest.mark.parametrize("event", [("extended", 2, 60), ("turn", 2), ("extended", 0, -60)])
def test_impossible_actions_in_a_log_are_found(event: tuple[str, int, int]) -> None:
    state, log = game(3)
    event = (event[0], (state.turn + 1) % 3, *event[2:])
    log.append(Entry(None, "gift", 5.0, (event,)))
    with pytest.raises(Diverged):
        replay(log, check=True)


def test_the_deal_cannot_be_taken_back() -> None:
    state, log = game(0)
    log.append(Entry(None, "take back", 1.0, tuple(take_back(state, state.copy(), 0, 1.0))))
    with pytest.raises(Diverged):
        replay(log, check=True)


@pytest.mark.parametrize("line", ["- 5.0 take back", "- 5.0 extend x", "- 5.0 extend 9999999", "- 5.0 play R7"])
def test_unknown_umpire_actions_in_a_text_are_refused(line: str) -> None:
    _, log = game(0)
    with pytest.raises(Unreadable, match=r"^not_for_umpires"):
        read_game(f"{write_game(log)}{line}\n")
