"""Bugs that earlier systems had with who may act, the cost of moves, and hidden information."""

from random import Random
from typing import Any

import pytest

from games.engine import DECKS, Refused, State, Unreadable, legal, play, problems, seen, view
from tests.engine.playing import (
    first_entry,
    kinds,
    moves,
    play_moves,
    random_entries,
    random_start,
    refused,
    sizes,
    table,
)

# --- acting


def test_after_a_pass_the_next_player_can_act() -> None:
    state = table("B8 G2 / B7 B1 / Y7 R2 R3", "R1", pile="")
    play_moves(state, "0 pass", "1 pass")
    assert legal(state, 2)
    play_moves(state, "2 play R2")
    assert state.turn == 0


def test_two_passes_do_not_end_a_round_of_three() -> None:
    state = table("B8 G2 / B7 B1 / Y7 Y2", "R1", pile="")
    assert "round_won" not in kinds(play_moves(state, "0 pass", "1 pass"))
    assert "round_won" in kinds(play_moves(state, "2 pass"))


def test_moves_that_cannot_be_paid_together_are_refused() -> None:
    """Each of the two moves could be paid for, but not both."""
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


FACES = sorted(DECKS["classic"].printed[0])
EXCHANGES: dict[str, Any] = {"seven": "swap", "zero": "pass", "jump_in": True}
PRYING: dict[str, tuple[State, tuple[str, ...], str]] = {
    "the top of the draw pile": (table("R7 G2 G3 / B7 B1", "R1"), (), "draw, play {}, draw"),
    "whether a wild is drawn": (table("R7 G2 G3 / B7 B1", "R1", drawn_play="forced"), (), "draw, color red, play {}"),
    "the cards of a penalty": (table("RD G2 G3 / B7 B1", "R1", stacking="same"), ("0 play RD",), "accept, play {}"),
    "a bluff": (table("WD4 R2 G3 / B7 B1", "R1"), ("0 play WD4 green",), "challenge, play {}"),
    "the cards for a false catch": (
        table("R7 G2 G3 / B7", "R1", false_accuse_penalty=2),
        (),
        "accuse 1, play {}, draw",
    ),
    "another hand": (table("R7 G2 G3 / B7 B1 W", "R1", **EXCHANGES), (), "play R7 1, jump {}"),
    "all hands": (table("R0 G2 G3 / B7 B1 W", "R1", **EXCHANGES), (), "play R0, jump {}"),
}


@pytest.mark.parametrize("what", PRYING)
def test_no_list_of_moves_uncovers(what: str) -> None:
    """A list that is refused cannot take back what it has shown."""
    given, played, attempt = PRYING[what]
    state = given.copy()
    play_moves(state, *played)
    before = state.copy()
    for card in FACES:
        with pytest.raises(Refused) as refusal:
            play(state, state.turn, attempt.format(card), 2.0, without_hindsight=True)
        assert refusal.value.code == "not_seen_yet"
    assert state == before


def test_how_many_cards_come_until_a_color_is_seen_first() -> None:
    state = table("Y6|WDC R4|OF / B2|O8 B3|U8", "R7|O1", "G1|O5 B3|T2", deck="flip", side=1, wild_draw="free")
    with pytest.raises(Refused) as refusal:
        play(state, 0, "play WDC teal, play OF", without_hindsight=True)
    assert refusal.value.code == "not_seen_yet"


@pytest.mark.parametrize(
    ("state", "move"),
    [
        (table("RD R5 G3 / B7 B1", "R1"), "play RD, play R5"),
        (table("R7 G2 / B7 B1", "R1"), "play R7, declare"),
        (table("W G2 / B7 B1", "R1"), "declare, play W green"),
        (table("R7 G2 G3 / B7 B1", "R1", **EXCHANGES), "play R7 1"),
        (table("WH G2 G3 / B7 B1", "R1", deck="classic_112"), "play WH green"),
        (table("R7 R7 G2 / B7 B1 / Y1", "R1", several="identical", **EXCHANGES), "play R7+R7, swap 1, swap 2"),
    ],
)
def test_a_list_that_uncovers_nothing_before_its_end_is_played(state: State, move: str) -> None:
    other = state.copy()
    assert play(state.copy(), 0, move, without_hindsight=True) == play(other, 0, move)


def test_one_draw_pays_one_penalty() -> None:
    state = table("RD G2 G3 / BD B1 B2 / Y7 Y2", "R1", stacking="same")
    play_moves(state, "0 play RD", "1 stack BD", "2 accept")
    assert (sizes(state), state.debt) == ([2, 2, 6], 0)
    assert refused(state, 2, "accept").code == "not_your_turn"
    assert refused(state, 0, "accept").code == "decide_first"


@pytest.mark.parametrize("amount", ["0"])
def test_drawing_less_than_one_card_is_always_refused(amount: str) -> None:
    for draw in ("one", "until_playable", "free"):
        state = table("G7 G2 / B7 B1", "R1", draw=draw)
        for seat in (0, 1):
            refused(state, seat, f"draw {amount}")


@pytest.mark.parametrize("amount", ["-1", "-5", "1.5", "1e3", "many"])
def test_an_invalid_amount_is_unreadable(amount: str) -> None:
    state = table("G7 G2 / B7 B1", "R1", draw="free")
    with pytest.raises(Unreadable):
        play(state, 0, f"draw {amount}")


def test_one_move_plays_one_card_only() -> None:
    state = table("R7 R8 G3 / B7 B1", "R1")
    before = state.copy()
    for line in ("play R7 R8", "play R7, play R8", ["play R7", "play R8"], "play R7 R8 G3"):
        with pytest.raises((Refused, Unreadable)):
            play(state, 0, line)
        assert state == before


# --- hidden information


@pytest.mark.parametrize("seed", range(6))
def test_no_hand_is_shown_to_other_seats(seed: int) -> None:
    state = random_start(Random(seed), backs_public=False)
    log = [first_entry(state), *random_entries(state, Random(seed), 150)]
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


def test_an_invalid_seat_has_the_view_of_a_spectator() -> None:
    state = table("R7 G2 / B7 B1", "R1")
    for seat in (-1, 2, 99):
        assert view(state, seat).hand == view(state, seat).legal == ()


def test_every_card_is_in_exactly_one_place() -> None:
    for seed in range(10):
        state = random_start(Random(seed))
        for _ in random_entries(state, Random(seed), 120):
            assert problems(state) == []


def test_legal_moves_follow_a_changed_hand() -> None:
    """Another player's move may have changed the hand."""
    state = table("R7 G2 G3 / R8 B1 B2", "R1", seven="swap", zero="pass")
    assert moves(state, 1) == []
    play_moves(state, "0 play R7", "0 swap 1")
    assert moves(state, 1) == ["draw"]
