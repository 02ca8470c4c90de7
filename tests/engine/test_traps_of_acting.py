"""Mistakes that earlier systems have made with who may act, what it costs, and what others see."""

from random import Random

import pytest

from games.engine import Refused, Unreadable, legal, play, problems, seen, view
from tests.engine.stage import begun, kinds, moves, random_start, refused, sizes, table, tell, wander

# --- acting


def test_after_a_pass_the_next_player_can_act() -> None:
    state = table("B8 G2 / B7 B1 / Y7 R2 R3", "R1", pile="")
    tell(state, "0 pass", "1 pass")
    assert legal(state, 2)
    tell(state, "2 play R2")
    assert state.turn == 0


def test_two_passes_end_nothing_among_three() -> None:
    state = table("B8 G2 / B7 B1 / Y7 Y2", "R1", pile="")
    assert "round_won" not in kinds(tell(state, "0 pass", "1 pass"))
    assert "round_won" in kinds(tell(state, "2 pass"))


def test_costs_do_not_go_negative_together() -> None:
    """Two moves that could each be paid for, but not both."""
    state = table("R7 G2 G3 / B7 B1", "R1")
    before = state.copy()
    with pytest.raises(Refused):
        play(state, 0, ["play R7", "play R7"])
    assert state == before
    state = table("G7 G2 / B7 B1", "R1", pile="Y5", draw="free")
    before = state.copy()
    with pytest.raises(Refused) as refusal:
        play(state, 0, ["draw", "draw"])
    assert refusal.value.code == "nothing_to_draw"
    assert state == before


def test_one_draw_pays_one_debt() -> None:
    state = table("RD G2 G3 / BD B1 B2 / Y7 Y2", "R1", stacking="same")
    tell(state, "0 play RD", "1 stack BD", "2 accept")
    assert (sizes(state), state.debt) == ([2, 2, 6], 0)
    assert refused(state, 2, "accept").code == "not_your_turn"
    assert refused(state, 0, "accept").code == "decide_first"


@pytest.mark.parametrize("amount", ["0"])
def test_an_amount_of_nothing_is_refused_to_everybody_at_any_time(amount: str) -> None:
    for draw in ("one", "until_playable", "free"):
        state = table("G7 G2 / B7 B1", "R1", draw=draw)
        for seat in (0, 1):
            refused(state, seat, f"draw {amount}")


@pytest.mark.parametrize("amount", ["-1", "-5", "1.5", "1e3", "many"])
def test_an_amount_that_is_none_is_no_move(amount: str) -> None:
    state = table("G7 G2 / B7 B1", "R1", draw="free")
    with pytest.raises(Unreadable):
        play(state, 0, f"draw {amount}")


def test_several_cards_are_not_sent_in_one_play() -> None:
    state = table("R7 R8 G3 / B7 B1", "R1")
    before = state.copy()
    for line in ("play R7 R8", "play R7, play R8", ["play R7", "play R8"], "play R7 R8 G3"):
        with pytest.raises((Refused, Unreadable)):
            play(state, 0, line)
        assert state == before


# --- what others see


@pytest.mark.parametrize("seed", range(6))
def test_no_hand_is_sent_to_anybody_else(seed: int) -> None:
    state = random_start(Random(seed), dark_faces_public=False)
    log = [begun(state), *wander(state, Random(seed), 150)]
    for entry in log:
        for event in entry.events:
            if event[0] in ("drew", "force_draw"):
                for seat in (None, *range(state.seats)):
                    shown = seen(event, seat)
                    assert shown is not None
                    assert shown[2] == (event[2] if seat == event[1] else len(event[2]))
    for seat in range(state.seats):
        assert view(state, seat).hand == state.faces(seat)
    assert view(state, None).hand == ()


def test_a_seat_that_is_none_sees_what_a_spectator_sees() -> None:
    state = table("R7 G2 / B7 B1", "R1")
    for seat in (-1, 2, 99):
        assert view(state, seat).hand == view(state, seat).legal == ()


def test_every_card_is_in_one_place_after_anything() -> None:
    for seed in range(10):
        state = random_start(Random(seed))
        for _ in wander(state, Random(seed), 120):
            assert problems(state) == []


def test_the_same_card_cannot_be_offered_out_of_a_hand_that_has_changed() -> None:
    """What is offered follows the state, also right after somebody else's move."""
    state = table("R7 G2 G3 / R8 B1 B2", "R1", seven_zero=True)
    assert moves(state, 1) == []
    tell(state, "0 play R7", "0 swap 1")
    assert moves(state, 1) == ["draw"]
