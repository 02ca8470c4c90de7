"""Bugs that earlier systems had, each with a test that would have caught it."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.engine import DECKS, Rules, deal, expire, legal, play
from tests.engine.playing import check, kinds, of_kind, play_moves, random_entries, random_start, refused, sizes, table

# --- seven and zero


def test_a_seven_swaps_hands_and_a_zero_passes_them_on() -> None:
    seven = table("R7 G2 G3 / B8 B1", "R1", seven="swap", zero="pass")
    assert play_moves(seven, "0 play R7")[-1] == ("asked", "choose_player")
    zero = table("R0 G2 G3 / B8 B1", "R1", seven="swap", zero="pass")
    assert "passed_hands" in kinds(play_moves(zero, "0 play R0"))


def test_hands_are_passed_in_the_direction_of_play() -> None:
    state = table("R0 G2 G3 / B8 B1 / Y8 Y1 Y2 / W R5 R6 R8", "R1", seven="swap", zero="pass")
    play_moves(state, "0 play R0")
    assert state.hands == [["W", "R5", "R6", "R8"], ["G2", "G3"], ["B8", "B1"], ["Y8", "Y1", "Y2"]]


def test_a_swap_leaves_each_player_with_one_hand_of_their_own() -> None:
    state = table("R7 G2 G3 / B8 B1", "R1", seven="swap", zero="pass")
    play_moves(state, "0 play R7", "0 swap 1", "1 draw")
    assert state.hands == [["B8", "B1"], ["G2", "G3", "G9"]]
    assert state.hands[0] is not state.hands[1]


# --- time


def test_deadlines_alone_play_a_match_to_its_end() -> None:
    for preset in ("Official", "House", "Party", "Flip", "No Mercy", "Relaxed", "Robots"):
        state = deal(Rules.preset(preset, score_limit="one_round"), 3, Random(7))
        now = 0.0
        while not state.is_over:
            now += 25.0
            assert expire(state, now)
            check(state)


def test_a_passed_deadline_has_an_effect() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1")
    assert state.deadline is not None
    assert expire(state, state.deadline)
    assert state.turn == 1


# --- the draw pile


def drawn_empty() -> Any:
    state = table("RD G2 G3 / B7 B1 / Y7 Y2", "Y5 Y6 Y8 R1", pile="G9", seven="off", zero="off")
    return state, Counter([*state.draw, *state.discard, *sum(state.hands, [])])


def test_an_empty_draw_pile_is_refilled_from_the_discards_only() -> None:
    state, cards = drawn_empty()
    play_moves(state, "0 play RD")
    assert Counter([*state.draw, *state.discard, *sum(state.hands, [])]) == cards


def test_an_empty_draw_pile_neither_fails_nor_blocks_the_game() -> None:
    state = table("RD G2 G3 / B7 B1", "R1", pile="")
    play_moves(state, "0 play RD")
    for _ in range(3):
        assert legal(state, state.turn)
        play_moves(state, f"{state.turn} {legal(state, state.turn)[-1]}")


# --- calls


def test_a_skip_does_not_close_the_window() -> None:
    state = table("RS G2 / B7 B1 B2 / Y7 Y2 Y3", "R1", uno_grace=0)
    play_moves(state, "0 play RS")
    assert kinds(play_moves(state, "1 accuse 0"))[0] == "accused"


def test_a_penalty_that_advances_two_turns_does_not_close_the_window() -> None:
    state = table("RD G2 / B7 B1 B2 / Y7 Y2 Y3", "R1", uno_grace=0)
    play_moves(state, "0 play RD")
    assert kinds(play_moves(state, "1 accuse 0"))[0] == "accused"


def test_a_victims_forced_draw_does_not_close_another_players_window() -> None:
    state = table("R7 G2 / RD B1 B2 / Y7 Y2 Y3", "R1")
    play_moves(state, "0 play R7", "1 play RD")
    assert 0 in state.windows
    assert kinds(play_moves(state, "2 accuse 0"))[0] == "accused"


def test_declaring_after_being_accused_is_refused() -> None:
    state = table("R7 G2 / B7 B1 B2", "R1", uno_penalty=0)
    play_moves(state, "0 play R7", "1 accuse 0")
    assert refused(state, 0, "declare").code == "no_call_now"
    assert 0 not in state.declared


# --- rounds


@pytest.mark.parametrize("seed", range(8))
def test_after_the_first_round_the_winner_is_still_the_player_who_went_out(seed: int) -> None:
    state = random_start(Random(seed), score_limit="unlimited", mercy_limit=0, draw="one")
    for entry in random_entries(state, Random(seed), 2500):
        for _, winner, points, hands in of_kind(entry.events, "round_won"):
            if any(not hand for hand in hands):
                assert hands[winner] == ()
            if state.rules.scoring == "winner_takes":
                team = [seat for seat in range(state.seats) if state.rules.team(seat) == state.rules.team(winner)]
                assert [seat for seat, gain in enumerate(points) if gain] in (team, [])
    assert state.round > 2


def test_a_winning_card_does_not_also_end_the_first_turn_of_the_next_deal() -> None:
    state = table("R7 / B1 B7 / GS", "R1", first_card="number_only", pause=0)
    events = play_moves(state, "0 play R7")
    assert kinds(events)[-2:] == ["dealt", "turn"]
    assert (state.turn, state.drawn, sizes(state), state.actions) == (2, (), [7, 7, 7], 0)


def test_a_color_given_with_a_last_wild_is_not_used_in_the_next_round() -> None:
    """In some of the next deals the winner plays first and has to name the color of a wild."""
    met = 0
    for seed in range(250):
        state = table("G9 G2 / G3 G4 G5 / W", "R1", turn=2, pause=0)
        state.seed, state.dealer = seed, 0
        events = play(state, 2, "play W red")
        assert events[-1][0] in ("turn", "asked")
        met += (state.node, state.turn) == ("first_color", 2)
    assert met


# --- Flip


def test_there_is_no_zero_in_the_flip_deck() -> None:
    assert not [card for card in DECKS["flip"].cards if "0" in card]


def test_a_flip_turns_the_pile_and_not_each_card_in_its_place() -> None:
    state = table("RF|P8 Y2|T1 B1|UE / G5|O7 YR|W", "Y4|UF B7|O3 R9|U5", deck="flip")
    play_moves(state, "0 play RF")
    assert state.top.text == "UF"


@pytest.mark.parametrize("seed", range(6))
def test_only_colors_of_the_side_in_play_are_legal(seed: int) -> None:
    state = random_start(Random(seed), deck="flip")
    for _ in random_entries(state, Random(seed), 300):
        named = {move.color for move in legal(state, state.turn) if move.verb == "color"}
        assert named in (set(), set(state.deck.colors[state.side]))


def test_draw_five_skips_one_player_only() -> None:
    state = table("RS|OD5 Y2|T1 / G5|O7 YR|W / G6|P5 G7|T2 / B1|UE Y3|U1", "B2|O8", deck="flip", side=1)
    play_moves(state, "0 play OD5")
    assert (state.turn, sizes(state)) == (2, [1, 7, 2, 2])


def test_skip_everyone_works_the_same_for_every_seat() -> None:
    for seat in range(3):
        state = table("Y6|OE Y2|T1 / Y6|OE YR|W / Y6|OE G7|T2", "B2|O8", deck="flip", side=1, turn=seat)
        play_moves(state, f"{seat} play OE")
        assert state.turn == seat


# --- wilds


def test_a_wild_draw_four_attacks_unlike_a_plain_wild() -> None:
    state = table("WD4 W G3 / B7 B1 / Y7 Y2", "R1", wild_draw="free")
    events = play_moves(state, "0 play WD4 green")
    assert ("wild_draw", 1, 4) in events
    assert sizes(state) == [2, 6, 2]


def test_a_card_is_not_matched_by_a_part_of_its_text() -> None:
    state = table("WD4 G2 G3 / B7 B1", "R1")
    assert refused(state, 0, "play W").code == "card_not_held"
    assert refused(state, 0, "play D4").code == "card_not_held"
    state = table("RD4 G2 G3 / B7 B1", "R1", deck="no_mercy")
    assert refused(state, 0, "play RD").code == "card_not_held"


@pytest.mark.parametrize("drawn_play", ["optional", "forced"])
def test_a_drawn_and_played_card_keeps_its_effect_and_stays_in_the_game(drawn_play: str) -> None:
    state = table("G8 G2 / B8 B1 / Y7 Y2", "R1", pile="B5 RD", drawn_play=drawn_play)
    state.draw[:0] = ["Y1", "Y2", "Y3"]
    play_moves(state, "0 draw")
    if drawn_play == "optional":
        play_moves(state, "0 play RD")
    assert (sizes(state), state.turn, state.discard) == ([2, 4, 2], 2, ["R1", "RD"])


def test_a_forced_draw_does_not_change_the_named_color() -> None:
    state = table("WD4 G2 G3 / B7 B1 / Y7 Y2", "R1", wild_draw="free")
    play_moves(state, "0 play WD4 blue")
    assert state.color == "blue"


@pytest.mark.parametrize("color", ["wild", "none", "None", "Red", "pink", "black"])
def test_wild_cannot_be_named_as_a_color(color: str) -> None:
    state = table("W G2 G3 / B7 B1", "R1")
    play_moves(state, "0 play W")
    assert refused(state, 0, f"color {color}").code == "no_such_color"
