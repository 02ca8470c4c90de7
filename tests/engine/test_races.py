"""Races about a missed call: the order of presses, and their verdicts in a log."""

import json
from typing import Any

import pytest

from games.engine import Diverged, Entry, Event, State, Unreadable, play, replay
from games.engine.notation import read_game, write_game
from games.engine.races import Press, in_order, race_of, rivals, verdicts
from tests.engine.playing import play_moves, table

ANN_MISSED = "R7 G2 / B7 B1 R3 / Y7 Y2 G3"
VERDICT: Event = ("judged", 1, 0, 0, 80)


def missed_call(**options: Any) -> State:
    state = table(ANN_MISSED, "R1", **options)
    play_moves(state, "0 play R7", now=10.0)
    return state


def log_of(*verdict: Event) -> list[Entry]:
    """Return a log in which seat 1 has caught seat 0, with these verdicts."""
    state = table(ANN_MISSED, "R1")
    entries = [Entry(None, "deal", 0.0, tuple(state.news))]
    for seat, move, now in ((0, "play R7", 10.0), (1, "accuse 0", 11.5)):
        entries.append(Entry(seat, move, now, tuple(play(state, seat, move, now))))
    return [*entries[:-1], entries[-1]._replace(events=(*entries[-1].events, *verdict))]


@pytest.mark.parametrize(
    ("seat", "move", "owner"),
    [
        (0, "declare", 0),
        (1, "accuse 0", 0),
        (2, "accuse 0, draw", 0),
        (1, "declare", None),
        (1, "accuse 2", None),
        (1, "play R3", None),
    ],
)
def test_a_race_is_about_one_missed_call(seat: int, move: str, owner: int | None) -> None:
    assert race_of(missed_call(), seat, move) == owner


def test_without_a_missed_call_there_is_no_race() -> None:
    assert race_of(table("R7 G2 / B7 B1", "R1"), 0, "declare") is None


def test_where_calls_are_strict_the_player_who_missed_theirs_does_not_take_part() -> None:
    assert rivals(missed_call(), 0) == [0, 1, 2]
    assert rivals(missed_call(uno_call="strict"), 0) == [1, 2]


def test_of_two_presses_at_the_same_time_the_call_comes_first() -> None:
    call, catch, other = Press(2, "declare", 11.5), Press(1, "accuse 2", 11.5), Press(0, "accuse 2", 11.4)
    assert in_order(2, [catch, call, other]) == [other, call, catch]


def test_verdicts_are_whole_milliseconds() -> None:
    catch, call, other = Press(1, "accuse 0", 11.5), Press(0, "declare", 11.5801), Press(2, "accuse 0", 11.7)
    assert verdicts(0, catch, [call, other]) == [VERDICT, ("judged", 1, 2, 0, 200)]


def test_a_press_may_be_older_than_the_last_move() -> None:
    state = missed_call()
    play_moves(state, "1 play R3", now=11.9)
    assert play(state, 2, "accuse 0", 11.5)[0] == ("accused", 2, 0)
    assert state.now == 11.9


def test_a_log_with_verdicts_is_replayed_and_checked() -> None:
    log = log_of(VERDICT)
    assert replay(log, check=True) == replay(log_of())


@pytest.mark.parametrize(
    "verdict", [("judged", 2, 0, 0, 80), ("judged", 1, 1, 0, 80), ("judged", 1, 0, 2, 80), ("judged", 1, 0, 0, -80)]
)
def test_a_verdict_that_does_not_fit_its_entry_is_found(verdict: Event) -> None:
    with pytest.raises(Diverged):
        replay(log_of(verdict), check=True)


def test_a_game_as_text_keeps_its_verdicts() -> None:
    log = log_of(VERDICT, ("judged", 1, 2, 0, 200))
    text = write_game(log)
    assert f"\n! judged {json.dumps([1, 0, 0, 80])}\n" in text
    assert read_game(text) == log


def test_a_verdict_in_a_text_that_does_not_fit_is_refused() -> None:
    with pytest.raises(Unreadable):
        read_game(write_game(log_of()) + "! judged [2, 0, 0, 80]\n")
