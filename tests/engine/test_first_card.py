"""The first card of a round, and what it does when it is not a number."""

from random import Random
from typing import Any

import pytest

from games.engine import Rules, deal, evolve, legal
from games.engine.turn import LINKED, NO_MOVE, walk
from tests.engine.playing import kinds, moves, of_kind, play_moves

SEATS = 4


def deals(count: Any = 150, **options: Any) -> Any:
    rules = Rules(**options)
    return (deal(rules, SEATS, Random(seed)) for seed in range(count))


def first(symbol: Any, seats: int = SEATS, **options: Any) -> Any:
    """Return a deal whose first card has this symbol, with seats counted from the dealer: 0 deals, 1 is next."""
    rules = Rules(**options)
    for seed in range(2000):
        state = deal(rules, seats, Random(seed))
        if state.top.symbol == symbol:
            return state, (state.turn - state.dealer) % seats
    raise AssertionError(f"no {symbol} came first")


def test_a_number_has_no_effect() -> None:
    state, turn = first("5")
    assert (turn, state.direction, kinds(state.news)) == (1, 1, ["game_start", "dealt", "turn"])


@pytest.mark.parametrize(("symbol", "deck", "number"), [("D", "classic", 2), ("D1", "flip", 1), ("D4", "no_mercy", 4)])
def test_a_draw_card_makes_the_first_player_draw_and_lose_the_turn(symbol: str, deck: str, number: int) -> None:
    state, turn = first(symbol, deck=deck)
    assert turn == 2
    assert len(state.hands[(state.dealer + 1) % SEATS]) == 7 + number


def test_the_first_player_draws_and_plays_if_drawing_does_not_cost_the_turn() -> None:
    state, turn = first("D", draw_skips_victim=False)
    assert (turn, len(state.hands[state.turn])) == (1, 9)


def test_a_skip_skips_the_first_player() -> None:
    state, turn = first("S")
    assert (turn, kinds(state.news)) == (2, ["game_start", "dealt", "skipped", "turn"])


def test_a_reverse_lets_the_dealer_play_first_the_other_way_round() -> None:
    state, turn = first("R")
    assert (turn, state.direction) == (0, -1)


def test_a_reverse_with_two_players_lets_the_dealer_play_first() -> None:
    state, turn = first("R", seats=2)
    assert (turn, state.direction) == (0, -1)


def test_a_wild_lets_the_first_player_name_the_color_and_then_play() -> None:
    state, turn = first("W")
    assert (turn, state.node, state.color) == (1, "first_color", None)
    assert moves(state, state.turn) == ["color blue", "color green", "color red", "color yellow"]
    seat = state.turn
    play_moves(state, f"{seat} color blue")
    assert (state.turn, state.node, state.color) == (seat, "turn", "blue")


def test_a_wild_draw_four_is_put_back() -> None:
    assert all(state.top.symbol != "WD4" for state in deals(300))


def test_a_wild_draw_two_and_a_flip_are_put_back() -> None:
    assert all(state.top.symbol not in ("WD2", "F") for state in deals(300, deck="flip"))


def test_in_no_mercy_every_wild_is_put_back() -> None:
    assert all(not state.top.is_wild for state in deals(200, deck="no_mercy"))


def test_skip_everyone_and_discard_all_have_no_effect_as_the_first_card() -> None:
    for symbol in ("E", "A"):
        _, turn = first(symbol, deck="no_mercy")
        assert turn == 1


def test_the_first_card_is_a_number_if_the_rules_say_so() -> None:
    for deck in ("classic", "flip", "no_mercy"):
        for state in deals(80, deck=deck, first_card="number_only"):
            assert state.top.symbol.isdigit()
            assert kinds(state.news) == ["game_start", "dealt", "turn"]


def test_cards_that_were_put_back_stay_in_the_game() -> None:
    for state in deals(100, first_card="number_only"):
        cards = [*state.draw, *state.discard, *(card for hand in state.hands for card in hand)]
        assert sorted(cards) == sorted(state.deck.cards)


def test_any_first_card_is_allowed_without_effect() -> None:
    found = set()
    for state in deals(400, first_card="no_effect"):
        assert kinds(state.news) == ["game_start", "dealt", "turn"]
        assert (state.turn, state.direction) == ((state.dealer + 1) % SEATS, 1)
        found.add(state.top.symbol)
    assert {"D", "S", "R", "W", "WD4"} < found


def test_a_first_wild_without_effect_has_a_random_color() -> None:
    colors = {state.color for state in deals(600, first_card="no_effect") if state.top.is_wild}
    assert colors == {"red", "yellow", "green", "blue"}


def test_if_no_allowed_first_card_is_left_any_card_lies_first_without_effect() -> None:
    """Seven hands of fifteen cards leave three cards, and often none of them is a number."""
    rules = Rules(hand_size=15, first_card="number_only")
    odd = [state for seed in range(150) if not (state := deal(rules, 7, Random(seed))).top.symbol.isdigit()]
    assert odd
    for state in odd:
        assert of_kind(state.news, "dealt")
        assert kinds(state.news) == ["game_start", "dealt", "turn"]
        assert state.color is not None
        assert legal(state, state.turn)


def test_a_first_card_for_lack_of_another_has_no_effect_under_official_rules() -> None:
    state = deal(Rules(), 2, Random(1))
    wild, *rest = [card for card in state.deck.cards if card == "WD4"]
    hands = (("R1",) * 7, ("B1",) * 7)
    evolve(state, ("dealt", "classic", 2, 0, hands, tuple(rest), wild, "red"))
    walk(state, LINKED["first_card"], 0, NO_MOVE, 0.0)
    assert (state.turn, state.node, state.color) == (1, "turn", "red")
