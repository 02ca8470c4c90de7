"""Shuffles from a committed source: exact, without bias, and a function of what was agreed and nothing else."""

import hashlib
import hmac
import json
from collections import Counter
from random import Random

import pytest

from games.engine import (
    PRESETS,
    Diverged,
    Entry,
    Rules,
    State,
    Unreadable,
    deal_from,
    problems,
    replay,
    take_back,
)
from games.engine.shuffling import Seeded, Source, Stream, committed, shuffle_seed
from games.engine.stored import as_beginning, dump_state, load_state
from tests.engine.playing import first_entry, of_kind, random_entries, random_entry

COMMITMENT = "c0ffee" + "0" * 58
AGREEMENT = "rules and contributions"


def source(number: int = 1, agreement: str = AGREEMENT) -> Source:
    return committed(number.to_bytes(32, "big"), agreement)


def match(number: int = 1, preset: str = "House", seats: int = 4, moves: int = 200) -> tuple[State, list[Entry]]:
    """Deal from a source, and let random players play a while."""
    rules = Rules.preset(preset)
    state = deal_from(source(number), COMMITMENT, rules, rules.seats_near(seats))
    return state, [first_entry(state), *random_entries(state, Random(number), moves)]


def test_the_stream_is_hmac_in_counter_mode() -> None:
    seed = shuffle_seed(bytes(32), AGREEMENT, 2, 5)
    assert seed == hmac.new(bytes(32), f"{AGREEMENT}\nround 2\nshuffle 5".encode(), hashlib.sha256).digest()
    expected = b"".join(hmac.new(seed, str(n).encode(), hashlib.sha256).digest() for n in range(12))
    stream = Stream(seed)
    assert bytes(stream.next_byte() for _ in range(384)) == expected


def test_numbers_come_from_single_bytes_without_bias() -> None:
    """Of each 256 bytes, every number below 100 takes two; bytes from 200 on are left out."""
    stream = Stream(bytes(32))
    stream.next_byte = iter(range(256)).__next__
    assert Counter(stream.below(100) for _ in range(200)) == dict.fromkeys(range(100), 2)
    with pytest.raises(StopIteration):
        stream.below(100)


def test_a_shuffle_exchanges_each_card_with_one_up_to_it() -> None:
    stream = Stream(bytes(32))
    stream.next_byte = iter([255, 1, 2, 0]).__next__  # 255 is too high to choose among 3
    assert stream.shuffle(["C", "A", "B", "D"])[3] == "D"  # 255 % 4
    stream.next_byte = iter([255, 1, 0]).__next__
    assert stream.shuffle(["C", "B", "A"]) == ["C", "A", "B"]


def test_the_order_of_the_cards_before_does_not_matter() -> None:
    cards = list(Rules().cards.cards)
    assert source()(1, 0).shuffle(cards) == source()(1, 0).shuffle(reversed(cards))


def test_every_order_is_equally_likely() -> None:
    orders = Counter("".join(source()(1, number).shuffle("ABCD")) for number in range(24_000))
    assert len(orders) == 24
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 49.7  # p = 0.001 at 23 degrees of freedom


@pytest.mark.parametrize("preset", PRESETS)
def test_a_deal_follows_from_the_secret_and_the_agreement_alone(preset: str) -> None:
    rules = Rules.preset(preset)
    seats = rules.seats_near(4)
    first, again = (deal_from(source(), COMMITMENT, rules, seats) for _ in range(2))
    assert first == again
    assert not problems(first)
    others = [source(2), source(1, AGREEMENT + "!")]
    assert all(deal_from(other, COMMITMENT, rules, seats).hands != first.hands for other in others)


def test_the_first_dealer_comes_from_the_source_and_each_seat_may_be_it() -> None:
    dealers = Counter(deal_from(source(number), COMMITMENT, Rules(), 4).dealer for number in range(400))
    assert all(70 < dealers[seat] < 130 for seat in range(4))


@pytest.mark.parametrize("mode", ["official", "number_only", "no_effect"])
def test_a_first_card_that_may_not_begin_is_put_back_and_shuffled(mode: str) -> None:
    rules = Rules(first_card=mode, deck="no_mercy")
    tops = [deal_from(source(number), COMMITMENT, rules, 3).top for number in range(60)]
    if mode == "number_only":
        assert all(top.effect == "number" for top in tops)
    if mode == "official":
        assert all(top.opening != "again" for top in tops)
    else:
        assert len({top.text for top in tops}) > 20


def test_if_no_card_may_begin_the_top_one_stays_without_another_shuffle() -> None:
    dice = Stream(bytes(32))
    assert dice.turn_up(["R1", "B2", "W"], lambda card: False) == (["R1", "B2"], "W")
    assert dice.below(256) == Stream(bytes(32)).below(256)
    assert Seeded("any").turn_up(["R1", "B2", "W"], lambda card: False) == (["R1", "B2"], "W")


def test_the_color_of_a_first_wild_without_effect_comes_from_the_source() -> None:
    rules = Rules(first_card="no_effect")
    states = [deal_from(source(number), COMMITMENT, rules, 2) for number in range(400)]
    colors = {state.color for state in states if state.top.is_wild}
    assert colors == {"red", "yellow", "green", "blue"}


def test_no_two_shuffles_of_a_match_are_the_same() -> None:
    _, log = match(preset="Official", moves=700)
    orders = [str(event) for entry in log for event in entry.events if event[0] in ("dealt", "reshuffled")]
    assert len(orders) == len(set(orders)) > 2


# --- stored games


@pytest.mark.parametrize("preset", ["House", "Flip", "No Mercy", "Modern"])
def test_a_log_can_be_checked_with_its_source_and_with_no_other(preset: str) -> None:
    state, log = match(preset=preset)
    assert replay(log, check=True, source=source()) == state
    assert replay(log) == state
    with pytest.raises(Diverged) as found:
        replay(log, check=True, source=source(2))
    assert found.value.facts["number"] == 0


def test_another_first_dealer_is_found() -> None:
    dealt = deal_from(source(), COMMITMENT, Rules.preset("House"), 4)
    start, deal = dealt.news[:2]
    other = (*deal[:3], (deal[3] + 1) % 4, *deal[4:])
    with pytest.raises(Diverged):
        replay([Entry(None, "deal", 0.0, (start, other, *dealt.news[2:]))], check=True, source=source())


def test_without_its_source_a_game_can_be_followed_but_not_shuffled() -> None:
    state, log = match()
    again = State(Rules(), 2)
    load_state(again, dump_state(state))
    assert again == state
    assert again.seed == COMMITMENT
    with pytest.raises(Unreadable, match="no_source"):
        again.dice()
    with pytest.raises(Unreadable, match="no_source"):
        replay(log, check=True)


def test_a_stored_state_contains_no_secret() -> None:
    secret = bytes(range(32))
    state = deal_from(committed(secret, AGREEMENT), COMMITMENT, Rules(), 2)
    texts = [dump_state(state), json.dumps(state.news), repr(state)]
    assert not [text for text in texts if secret.hex() in text or AGREEMENT in text]


def test_the_source_stays_with_copies_and_when_a_move_is_taken_back() -> None:
    state, _ = match()
    before = state.copy()
    random_entry(state, state.now + 5, Random(3))
    take_back(state, before, 0, state.now)
    assert state.source is before.source is not None
    again = deal_from(source(), COMMITMENT, Rules(), 2)
    again.become(state)
    assert again.source is state.source


def test_a_game_that_begins_with_a_position_is_shuffled_from_its_own_source() -> None:
    state, _ = match(preset="House")
    began = as_beginning(state, "ab" * 32, source(9))
    log = [first_entry(began), *random_entries(began, Random(1), 400)]
    assert of_kind([event for entry in log for event in entry.events], "reshuffled")
    assert replay(log, check=True, source=source(9)) == began
    with pytest.raises(Diverged):
        replay(log, check=True, source=source(1))
