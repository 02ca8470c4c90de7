"""The pause between two rounds."""

import json
from typing import Any

import pytest

from games.engine import Refused, State, decide, expire, legal, play, replay, view
from games.engine.logs import Entry
from games.engine.state import Window
from games.engine.stored import dump_state, load_state
from tests.engine.playing import first_entry, kinds, play_moves, sizes, table


def ended(position: str = "R7 / B1 B3 / G9 W", **options: Any) -> State:
    """Return a game whose first round has just been won by seat 0."""
    state = table(position, "R1", first_card="number_only", **options)
    play_moves(state, "0 play R7")
    return state


def test_after_a_round_the_game_waits_before_the_next_deal() -> None:
    state = table("R7 / B1 B3 / G9 W", "R1")
    assert kinds(play_moves(state, "0 play R7")) == ["played", "round_won", "asked"]
    assert (state.node, state.round, sizes(state)) == ("between_rounds", 1, [0, 2, 2])


def test_without_a_pause_the_next_round_is_dealt_at_once() -> None:
    assert ended(pause=0).round == 2


def test_the_next_round_is_dealt_when_the_pause_is_over() -> None:
    state = ended(pause=8)
    assert state.deadline == state.now + 8
    assert expire(state, state.now + 7.9) == []
    assert kinds(expire(state, state.now + 8)) == ["dealt", "turn"]
    assert (state.round, state.dealer, sizes(state)) == (2, 1, [7, 7, 7])


def test_the_pause_ends_even_where_no_decision_has_a_time_limit() -> None:
    assert ended(decision_seconds=0).deadline == 6


def test_the_next_round_is_dealt_when_all_players_have_agreed() -> None:
    state = ended()
    assert [legal(state, seat) for seat in range(3)] == [("continue",)] * 3
    assert play_moves(state, "2 continue", "0 continue") == [("agreed", 2), ("agreed", 0)]
    assert [legal(state, seat) for seat in range(3)] == [(), ("continue",), ()]
    assert state.turn == 1
    assert kinds(play_moves(state, "1 continue")) == ["agreed", "dealt", "turn"]
    assert state.agreed == set()


def test_agreeing_does_not_make_the_pause_longer() -> None:
    state = ended()
    play(state, 1, "continue", now=4.0)
    assert state.deadline == 6


def test_deciding_ends_the_pause_at_once() -> None:
    assert kinds(decide(ended(), 1.0)) == ["dealt", "turn"]


def test_nobody_can_be_caught_during_the_pause() -> None:
    state = table("R7 / B1 / G9 W", "R1", false_accuse_penalty=2)
    state.windows = {1: Window(0.0, answered=False)}
    play_moves(state, "0 play R7")
    assert all(legal(state, seat) == ("continue",) for seat in range(3))
    with pytest.raises(Refused) as refusal:
        play(state, 2, "accuse 1")
    assert refusal.value.code == "between_rounds"


def test_a_player_who_is_out_may_agree_as_well() -> None:
    state = table("R7 / B1 B3 / G9 W", "R1", mercy_limit=25)
    state.out, state.hands[2], state.aside = {2: 11}, [], ["G9", "W"]
    play_moves(state, "0 play R7", "2 continue")
    assert state.agreed == {2}


def test_the_color_of_a_last_wild_is_ignored() -> None:
    state = table("W / B1 B3", "R1")
    play(state, 0, "play W red")
    assert (state.node, state.color) == ("between_rounds", None)


def test_moves_after_the_round_are_refused() -> None:
    state = table("R7 / B1 B3", "R1")
    with pytest.raises(Refused) as refusal:
        play(state, 0, "play R7, continue")
    assert refusal.value.code == "round_over"


def test_a_game_stored_in_the_pause_goes_on_the_same() -> None:
    state, again = ended(), State(ended().rules, 3)
    play_moves(state, "1 continue")
    load_state(again, dump_state(state))
    assert again == state
    assert view(again, 0).node == "between_rounds"


def test_a_state_stored_before_there_were_pauses_can_be_loaded() -> None:
    state = table("R7 R8 / B1 B3", "R1")
    parts = json.loads(dump_state(state))
    del parts["agreed"]
    again = State(state.rules, 2)
    load_state(again, json.dumps(parts))
    assert again == state


def test_a_log_with_pauses_can_be_replayed_and_checked() -> None:
    state = table("R7 / B1 B3 / G9 W", "R1")
    log = [first_entry(state)]
    for seat, move in [(0, "play R7"), (2, "continue")]:
        log.append(Entry(seat, move, 1.0, tuple(play(state, seat, move, 1.0))))
    log.append(Entry(state.turn, "decide", 7.0, tuple(expire(state, 7.0))))
    assert replay(log, check=True) == state
    assert state.round == 2
