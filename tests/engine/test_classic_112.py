"""The Classic deck of newer boxes: Wild Shuffle Hands and Wild Customizable."""

from collections import Counter

import pytest

from games.engine import DECKS, Entry, Rules, State, legal, play, replay, seen, view
from tests.engine.playing import first_entry, of_kind, play_moves, sizes, table


def modern(hands: str, **options: object) -> State:
    return table(hands, "R1", deck="classic_112", **options)  # type: ignore[arg-type]


def test_the_deck_is_the_classic_one_with_four_more_cards() -> None:
    more = Counter(DECKS["classic_112"].cards) - Counter(DECKS["classic"].cards)
    assert more == {"WH": 1, "WX": 3}
    assert len(DECKS["classic_112"].cards) == 112
    assert [DECKS["classic_112"].faces[0][card].points for card in ("WH", "WX")] == [40, 40]
    assert Rules.preset("Modern") == Rules(deck="classic_112")


def test_shuffled_hands_are_dealt_one_by_one_from_the_next_player_on() -> None:
    state = modern("WH G1 G2 G3 / B7 / Y7 Y2 Y3 Y4")
    held = sorted(card for hand in state.hands for card in hand if card != "WH")
    play_moves(state, "0 play WH")
    assert sorted(card for hand in state.hands for card in hand) == held
    assert sizes(state) == [2, 3, 3]
    assert (state.turn, state.node) == (0, "wild_color")
    play_moves(state, "0 color green")
    assert (state.turn, state.color) == (1, "green")


def test_each_player_sees_only_their_own_new_hand() -> None:
    state = modern("WH G1 G2 / B7 B8 B9")
    event = of_kind(play_moves(state, "0 play WH"), "shuffled_hands")[0]
    assert seen(event, 0) == ("shuffled_hands", (tuple(state.hands[0]), 3))
    assert seen(event, None) == ("shuffled_hands", (2, 3))


def test_a_hand_of_one_card_that_was_dealt_can_still_be_called() -> None:
    state = modern("WH G1 / B7 B8 / Y1 Y2 Y3 / Y4")
    play_moves(state, "0 play WH")
    assert sizes(state) == [1, 2, 2, 2]
    assert "declare" in legal(state, 0)
    assert "accuse 0" in legal(state, 1)


def test_a_call_is_gone_with_the_hand_it_was_made_for() -> None:
    state = modern("WH G1 / B7 / Y1 Y2 Y3 Y4")
    state.declared = {1}
    play_moves(state, "0 play WH")
    assert 1 not in state.declared


def test_a_game_with_shuffled_hands_can_be_verified() -> None:
    state = modern("WH G1 G2 / B7 B8 B9")
    log = [first_entry(state)]
    log += [Entry(0, move, 1.0, tuple(play(state, 0, move, 1.0))) for move in ("play WH", "color green")]
    assert replay(log, check=True) == state


def custom(custom_card: str, hands: str = "WX G1 G2 / B7 B8 / Y7 Y8 / R7 R8") -> State:
    state = modern(hands, custom_card=custom_card)
    play_moves(state, "0 play WX", "0 color green")
    return state


@pytest.mark.parametrize(
    ("custom_card", "turn", "cards"),
    [
        ("draw_one", 1, [2, 3, 3, 3]),
        ("again", 0, [2, 2, 2, 2]),
        ("skip_two", 3, [2, 2, 2, 2]),
        ("peek", 1, [2, 2, 2, 2]),
    ],
)
def test_the_table_chooses_what_the_customizable_card_does(custom_card: str, turn: int, cards: list[int]) -> None:
    state = custom(custom_card)
    assert (state.turn, sizes(state), state.color) == (turn, cards, "green")


def test_with_two_players_two_skips_skip_the_other_one() -> None:
    assert custom("skip_two", "WX G1 G2 / B7 B8").turn == 0


def test_only_who_looks_at_a_hand_and_its_player_see_it() -> None:
    state = modern("WX G1 G2 / B7 B8 / Y7 Y8", custom_card="peek")
    event = of_kind(play_moves(state, "0 play WX", "0 color green"), "showed")[0]
    assert event == ("showed", 1, 0, ("B7", "B8"))
    assert seen(event, 2) == ("showed", 1, 0, 2)


def test_as_a_last_card_both_win_at_once() -> None:
    for card in ("WH", "WX"):
        state = modern(f"{card} / B7 B8", score_limit="one_round")
        play_moves(state, f"0 play {card}")
        assert state.winner == 0


def test_the_first_card_is_never_a_shuffle_and_a_customizable_one_is_a_plain_wild() -> None:
    faces = DECKS["classic_112"].faces[0]
    assert (faces["WH"].opening, faces["WX"].opening) == ("again", "color")
    assert view(modern("WX G1 / B7 B8"), 0).legal[0] == "play WX"


def test_a_call_does_not_outlast_shuffled_hands() -> None:
    state = modern("WH G1 / B7 / Y7")
    state.declared = {1}
    play_moves(state, "0 play WH")
    assert sizes(state) == [1, 1, 1]
    assert state.declared == set()
