"""The All Wild deck: any card fits on any other, and no color is named."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.engine import DECKS, Rules, State, WrongRules, deal, decide, legal, replay
from games.engine.state import problems
from tests.engine.playing import first_entry, kinds, moves, of_kind, play_moves, random_entries, refused, sizes, table

PILE = "KW KW KW KW KW KW KW KW KW KW"
DECK = DECKS["all_wild"]


def wild(hands: str, top: str = "KW", **options: Any) -> State:
    return table(hands, top, PILE, deck="all_wild", **{"uno_call": "off"} | options)


def test_the_deck_has_112_cards_without_colors() -> None:
    assert Counter(DECK.cards) == {"KW": 56} | dict.fromkeys(("KR", "KS", "KS2", "KD2", "KD4", "KT2", "KH"), 8)
    assert len(DECK.cards) == 112
    assert DECK.is_all_wild
    assert not any(deck.is_all_wild for deck in DECKS.values() if deck is not DECK)
    assert all(face.is_wild and face.name == face.title for face in DECK.printed[0].values())
    assert Rules.preset("All Wild") == Rules(deck="all_wild", score_limit="one_round")


def test_any_card_may_be_played_on_any_card() -> None:
    for top in DECK.printed[0]:
        state = wild(" ".join(DECK.printed[0]) + " / KW KW", top)
        assert [move.card for move in legal(state, 0) if move.card] == list(DECK.printed[0])


def test_a_plain_wild_does_nothing_more_and_nobody_names_a_color() -> None:
    state = wild("KW KR / KW KW")
    assert play_moves(state, "0 play KW") == [("played", 0, "KW"), ("turn", 1)]
    assert state.color == "black"
    assert not any("color" in move for seat in (0, 1) for move in moves(state, seat))
    assert refused(state, 1, "color red").code == "decide_first"


@pytest.mark.parametrize(
    ("card", "turn", "direction"), [("KR", 3, -1), ("KS", 2, 1), ("KS2", 3, 1), ("KW", 1, 1), ("KD2", 2, 1)]
)
def test_cards_do_what_their_names_say(card: str, turn: int, direction: int) -> None:
    state = wild(f"{card} KW KW / KW KW / KW KW / KW KW")
    play_moves(state, f"0 play {card}")
    assert (state.turn, state.direction) == (turn, direction)


def test_with_two_players_a_skip_two_skips_the_other_one() -> None:
    state = wild("KS2 KW KW / KW KW")
    play_moves(state, "0 play KS2")
    assert state.turn == 0


def test_draw_cards_hit_the_next_player_and_cannot_be_challenged() -> None:
    state = wild("KD4 KW KW / KW KW / KW KW")
    play_moves(state, "0 play KD4")
    assert (sizes(state), state.turn) == ([2, 6, 2], 2)


def test_draw_cards_may_be_stacked_where_the_rules_allow_it() -> None:
    state = wild("KD2 KW KW / KD4 KD2 KT2 / KW KW", stacking="higher")
    play_moves(state, "0 play KD2")
    assert moves(state, 1) == ["accept", "stack KD2", "stack KD4"]
    play_moves(state, "1 stack KD4", "2 accept")
    assert sizes(state) == [2, 2, 8]


def test_a_targeted_player_draws_and_keeps_the_turn_unless_they_are_next() -> None:
    for seat, turn in ((1, 2), (2, 1), (3, 1)):
        state = wild("KT2 KW KW / KW KW / KW KW / KW KW")
        play_moves(state, "0 play KT2")
        assert moves(state, 0) == ["target 1", "target 2", "target 3"]
        play_moves(state, f"0 target {seat}")
        assert (sizes(state)[seat], state.turn) == (4, turn)


def test_the_target_may_come_with_the_card() -> None:
    state = wild("KT2 KW KW / KW KW / KW KW")
    play_moves(state, "0 play KT2 2")
    assert sizes(state) == [2, 2, 4]
    assert refused(wild("KT2 KW KW / KW KW / KW KW"), 0, "play KT2 0").code == "no_such_player"


def test_a_target_who_is_knocked_out_is_not_skipped() -> None:
    state = wild("KT2 KW KW / " + " ".join(["KW"] * 9) + " / KW KW / KW KW", mercy_limit=10)
    play_moves(state, "0 play KT2 1")
    assert (set(state.out), state.turn) == ({1}, 2)


def test_when_time_is_over_the_smallest_hand_of_another_team_draws() -> None:
    state = wild("KT2 KW KW / KW KW KW / KW / KW KW", teams="two")
    play_moves(state, "0 play KT2")
    decide(state, 30.0)
    assert sizes(state) == [2, 3, 1, 4]


def test_a_forced_swap_exchanges_hands_with_a_chosen_player() -> None:
    state = wild("KH KW / KR KR KR / KS KS")
    play_moves(state, "0 play KH 2")
    assert state.hands == [["KS", "KS"], ["KR", "KR", "KR"], ["KW"]]
    assert state.turn == 1


def test_a_targeted_draw_as_the_last_card_makes_nobody_draw() -> None:
    state = wild("KT2 / KW KW", score_limit="one_round")
    assert kinds(play_moves(state, "0 play KT2"))[-1] == "match_won"
    assert sizes(state) == [0, 2]


def test_wilds_are_played_alone_and_never_jump_in() -> None:
    state = wild("KW KW KW / KW KW / KW KW", several="identical", jump_in=True)
    assert moves(state, 1) == []
    assert kinds(play_moves(state, "0 play KW")) == ["played", "turn"]


@pytest.mark.parametrize("wanted", ["no_wild", "number"])
def test_a_last_card_that_no_card_can_be_is_refused(wanted: str) -> None:
    with pytest.raises(WrongRules, match=r"^last_card"):
        Rules(deck="all_wild", finish_on=wanted)


@pytest.mark.parametrize("first_card", ["official", "number_only", "no_effect"])
def test_every_first_card_begins_a_round(first_card: str) -> None:
    for seed in range(40):
        state = deal(Rules(deck="all_wild", first_card=first_card), 4, Random(seed))
        assert not problems(state)
        assert state.color == "black"
        assert first_card != "official" or state.deck.printed[0][state.discard[0]].opening != "again"


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_end_and_can_be_replayed(seed: int) -> None:
    rng = Random(seed)
    stacking = ("off", "any", "same")[seed % 3]
    state = deal(Rules.preset("All Wild", stacking=stacking, uno_call="auto"), 2 + seed % 4, rng)
    log = [first_entry(state), *random_entries(state, rng, 3000)]
    assert state.is_over
    assert replay(log, check=True) == state
    happened = [event for entry in log for event in entry.events]
    assert not of_kind(happened, "wild")
