"""Rounds: dealing, turns, playable cards, passing, and how one round follows another."""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from games.engine import Refused, Rules, WrongRules, deal, legal, play, setup
from tests.engine.playing import kinds, moves, of_kind, play_moves, random_entries, random_start, sizes, table

# --- dealing


@pytest.mark.parametrize("seats", range(2, 11))
def test_two_to_ten_players_get_seven_cards_each(seats: int) -> None:
    state = deal(Rules(first_card="number_only"), seats, Random(seats))
    assert sizes(state) == [7] * seats
    assert len(state.discard) == 1
    assert len(state.draw) == 108 - 7 * seats - 1


@pytest.mark.parametrize("seats", [0, 1, 11, -3])
def test_one_player_or_more_than_ten_are_refused(seats: int) -> None:
    with pytest.raises(WrongRules, match=r"^seats \(most=10,"):
        deal(Rules(), seats, Random(1))


def test_no_mercy_is_for_two_to_six_players() -> None:
    assert sizes(deal(Rules.preset("No Mercy"), 6, Random(1))) == [7] * 6
    with pytest.raises(WrongRules, match=r"^seats \(most=6, seats=7\)"):
        deal(Rules.preset("No Mercy"), 7, Random(1))


def test_hands_of_another_size_are_dealt_when_the_rules_say_so() -> None:
    assert sizes(deal(Rules(hand_size=15, first_card="number_only"), 3, Random(1))) == [15] * 3


def test_the_first_dealer_is_random() -> None:
    assert {deal(Rules(), 4, Random(seed)).dealer for seed in range(60)} == {0, 1, 2, 3}


@pytest.mark.parametrize("dealer", [1.0, True, -1, 4, "1"])
def test_a_dealer_who_has_no_seat_is_refused(dealer: Any) -> None:
    with pytest.raises(WrongRules, match=rf"^dealer \(dealer={dealer}\)"):
        deal(Rules(), 4, Random(1), dealer)


def test_the_seat_after_the_dealer_starts_clockwise() -> None:
    for seed in range(20):
        state = deal(Rules(first_card="number_only"), 4, Random(seed))
        assert (state.turn, state.direction) == ((state.dealer + 1) % 4, 1)


def rounds(seed: int, count: Any = 4, **rules: Any) -> Any:
    """Yield the first state of each round of a random game."""
    state = random_start(Random(seed), score_limit="unlimited", **rules)
    found = [state.copy()]
    for entry in random_entries(state, Random(seed), 20_000):
        if "dealt" in kinds(entry.events):
            found.append(state.copy())
            if len(found) == count:
                return found
    raise AssertionError("the match came to a stop")


@pytest.mark.parametrize("seed", range(5))
def test_the_dealer_moves_on_by_one_seat_each_round(seed: int) -> None:
    for before, after in pairwise(rounds(seed, mercy_limit=0)):
        assert after.dealer == (before.dealer + 1) % before.seats
        assert after.round == before.round + 1


@pytest.mark.parametrize("seed", range(5))
def test_all_cards_are_reshuffled_for_a_new_round(seed: int) -> None:
    for state in rounds(seed):
        cards = [*state.draw, *state.discard, *(card for hand in state.hands for card in hand)]
        assert Counter(cards) == Counter(state.deck.cards)
        assert state.out == {}


@pytest.mark.parametrize("seed", range(3))
def test_flip_starts_each_round_on_the_light_side(seed: int) -> None:
    assert [state.side for state in rounds(seed, deck="flip")] == [0] * 4


def test_the_same_seed_deals_the_same_game() -> None:
    assert deal(Rules(), 4, Random(9)) == deal(Rules(), 4, Random(9))
    assert deal(Rules(), 4, Random(9)) != deal(Rules(), 4, Random(10))


def test_all_rounds_are_dealt_differently() -> None:
    assert len({tuple(state.draw) for state in rounds(1)}) == 4


def test_the_largest_hands_can_be_dealt_with_number_cards_first() -> None:
    rules = Rules(hand_size=15, first_card="number_only")
    for seed in range(20):
        state = deal(rules, 7, Random(seed))
        assert (len(state.draw), len(state.discard), sizes(state)) == (2, 1, [15] * 7)


# --- playable cards


@pytest.mark.parametrize("card", ["R2", "B7", "RS", "W", "WD4"])
def test_a_card_fits_by_color_by_number_or_as_a_wild(card: str) -> None:
    assert f"play {card}" in legal(table(f"{card} G1 G2 / B1 B3", "R7"), 0)


@pytest.mark.parametrize("card", ["B2", "GS", "YD"])
def test_a_card_of_another_color_and_number_does_not_fit(card: str) -> None:
    assert f"play {card}" not in legal(table(f"{card} G1 G2 / B1 B3", "R7"), 0)


@pytest.mark.parametrize(("card", "top"), [("BS", "RS"), ("BR", "RR"), ("BD", "RD")])
def test_a_card_fits_by_its_symbol(card: str, top: str) -> None:
    assert f"play {card}" in legal(table(f"{card} G1 G2 / B1 B3", top), 0)


def test_after_a_wild_only_the_named_color_or_another_wild_fits() -> None:
    state = table("W R1 R2 / R7 G7 W WD4 B7", "R7")
    play_moves(state, "0 play W", "0 color green")
    assert moves(state, 1) == ["draw", "play G7", "play W", "play WD4"]


def test_equal_cards_are_one_legal_move() -> None:
    assert moves(table("R7 R7 R7 / B1 B3", "R1"), 0) == ["draw", "play R7"]


def test_one_card_is_played_and_the_next_player_has_the_turn() -> None:
    state = table("R7 G2 G3 / B7 B1 / Y7 Y2", "R1")
    assert play_moves(state, "0 play R7") == [("played", 0, "R7"), ("turn", 1)]
    assert state.hands[0] == ["G2", "G3"]
    assert (state.discard, state.turn) == (["R1", "R7"], 1)
    play_moves(state, "1 play B7")
    assert state.turn == 2
    play_moves(state, "2 play Y7")
    assert state.turn == 0


def test_counterclockwise_the_turn_goes_the_other_way() -> None:
    state = table("R7 G2 G3 / B7 B1 / Y7 Y2", "R1", direction=-1)
    play_moves(state, "0 play R7")
    assert state.turn == 2


# --- passing and a blocked round


def test_a_player_who_can_draw_cannot_pass() -> None:
    assert "pass" not in legal(table("G7 G2 G3 / B7 B1", "R1"), 0)


def test_a_player_who_cannot_draw_may_pass_even_with_a_playable_card() -> None:
    assert moves(table("R7 G2 G3 / B7 B1", "R1", pile=""), 0) == ["pass", "play R7"]


def test_passing_is_refused_while_a_discard_can_be_reshuffled() -> None:
    assert moves(table("R7 G2 G3 / B7 B1", "R2 R1", pile=""), 0) == ["draw", "play R7"]


def test_when_all_players_pass_the_round_is_blocked_and_the_lowest_hand_wins() -> None:
    state = table("R9 R8 / B3 B4 / G1 G2 Y2", "R1", pile="", pause=0)
    play_moves(state, "0 pass", "1 pass")
    assert state.round == 1
    events = play_moves(state, "2 pass")
    assert of_kind(events, "round_won")[0][:3] == ("round_won", 2, (0, 0, 24))
    assert state.round == 2


def test_the_first_player_in_turn_order_wins_a_tie_in_a_blocked_round() -> None:
    state = table("R9 R8 / B3 B4 / G3 G4", "R1", pile="", turn=2)
    assert of_kind(play_moves(state, "2 pass", "0 pass", "1 pass"), "round_won")[0][1] == 1
    state = table("R9 R8 / B3 B4 / G3 G4", "R1", pile="", turn=2, direction=-1)
    assert of_kind(play_moves(state, "2 pass", "1 pass", "0 pass"), "round_won")[0][1] == 2


def test_playing_a_card_resets_the_count_of_passes() -> None:
    state = table("B9 B8 / B3 B4 / R3 R4 G5", "R1", pile="")
    assert "round_won" not in kinds(play_moves(state, "0 pass", "1 pass", "2 play R3"))
    assert state.passes == 0
    assert moves(state, 0) == ["draw"]


def test_with_two_players_two_passes_block_and_with_four_it_takes_four() -> None:
    two = table("R9 R8 / B3 B4", "G1", pile="")
    assert "round_won" in kinds(play_moves(two, "0 pass", "1 pass"))
    four = table("R9 R8 / B3 B4 / Y3 Y4 / R2 R3", "G1", pile="")
    assert "round_won" not in kinds(play_moves(four, "0 pass", "1 pass", "2 pass"))
    assert "round_won" in kinds(play_moves(four, "3 pass"))


def test_a_round_ends_after_two_thousand_actions() -> None:
    state = table("R9 R8 / B3 B4", "R1", pause=0)
    state.actions = 1998
    play_moves(state, "0 draw")
    assert "round_won" in kinds(play_moves(state, "0 keep"))
    assert state.actions == 0


def test_the_lowest_hand_wins_after_two_thousand_actions() -> None:
    state = table("B1 B2 / R9 B8 Y9", "R1", turn=1)
    state.actions = 1999
    events = play_moves(state, "1 play R9")
    assert of_kind(events, "round_won")[0][:3] == ("round_won", 0, (17, 0))


def test_the_limit_of_actions_also_ends_a_turn_that_would_go_on() -> None:
    state = table("RE R8 / B3 B4", "R1", deck="no_mercy")
    state.actions = 1999
    assert "round_won" in kinds(play_moves(state, "0 play RE"))


# --- the end of a round and of a match


def test_the_round_ends_at_the_first_empty_hand_and_the_next_is_dealt() -> None:
    state = table("R7 / B1 B3 / G9 W", "R1", first_card="number_only", pause=0)
    events = play_moves(state, "0 play R7")
    assert events[1] == ("round_won", 0, (63, 0, 0), ((), ("B1", "B3"), ("G9", "W")))
    assert kinds(events) == ["played", "round_won", "dealt", "turn"]
    assert (state.round, state.dealer, state.turn, sizes(state)) == (2, 1, 2, [7, 7, 7])


def test_one_round_is_the_match_when_the_rules_say_so() -> None:
    state = table("R7 / B1 B3", "R1", score_limit="one_round")
    assert kinds(play_moves(state, "0 play R7")) == ["played", "round_won", "match_won"]
    assert (state.is_over, state.winner) == (True, 0)
    assert legal(state, 0) == legal(state, 1) == ()


def test_no_move_is_legal_after_the_match() -> None:
    state = table("R7 / B1 B3", "R1", score_limit="one_round")
    play_moves(state, "0 play R7")
    with pytest.raises(Refused) as refusal:
        play(state, 1, "draw")
    assert refusal.value.code == "match_over"


# --- positions set up by hand


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"hands": [["R7"], ["X1"]]}, "unknown_cards"),
        ({"hands": [["R7"]]}, "hands"),
        ({"hands": [["R7"]] * 11}, "hands"),
        ({"discard": []}, "no_discard"),
        ({"draw": [7, ["R7"], "G1"]}, "unknown_cards"),
        ({"turn": 2}, "no_seat"),
        ({"turn": -1}, "no_seat"),
        ({"direction": 0}, "direction"),
        ({"hands": [["R7"], []]}, "empty_hand"),
        ({"rules": Rules(mercy_limit=10), "hands": [["R7"], ["B1"] * 10]}, "too_full_hand"),
        ({"side": 1}, "no_side"),
        ({"color": "pink"}, "no_color"),
        ({"color": "wild"}, "no_color"),
        ({"discard": ["W"]}, "color_needed"),
        ({"discard": ["W"], "color": ""}, "color_needed"),
    ],
)
def test_an_impossible_position_is_refused(changes: dict[str, Any], code: str) -> None:
    given: dict[str, Any] = {"rules": Rules(), "hands": [["R7"], ["B1"]], "draw": ["G1"], "discard": ["R1"]} | changes
    with pytest.raises(WrongRules) as wrong:
        setup(**given)
    assert wrong.value.code == code


def test_a_position_has_the_color_of_its_top_card_by_default() -> None:
    assert table("R7 / B1", "G3").color == "green"
    assert table("R7 / B1", "W", color="blue").color == "blue"


def test_a_position_on_the_dark_side() -> None:
    state = table("R7|O1 R8|T7 Y1|PE / B1|UE B2|O8", "R9|U5", deck="flip", side=1)
    assert state.color == "purple"
    assert state.faces(0) == ("O1", "T7", "PE")
    assert repr(state) == "<State round 1, turn of seat 0, 16 to draw>"


def test_a_copy_is_equal_and_shares_no_mutable_parts() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1")
    copy = state.copy()
    play_moves(copy, "0 play R7", "1 draw")
    assert state != copy
    assert state == table("R7 G2 G3 / B7 B1", "R1")
    assert state != "a state"
