"""Every event is a sentence, for whoever did it and for the others."""

import re
from random import Random

import pytest
from django.utils.safestring import SafeString

from games.engine import PRESETS, Rules, seen
from games.engine.events import HIDDEN, KINDS, from_everybody
from games.table import event_text
from games.table.event_text import QUIET, SAY, Teller, last_deed, sentence
from tests.table.stages import random_game

pytestmark = pytest.mark.once
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
UNSAID = {kind for kind, hide in HIDDEN.items() if hide is from_everybody}
"""What nobody may know of has no words."""


def plain(html):
    return re.sub("<[^>]+>", "", html)


def test_there_are_words_for_every_event_that_somebody_may_know_of():
    assert set(SAY) == set(KINDS) - UNSAID
    assert set(SAY) > QUIET


@pytest.mark.parametrize(
    ("event", "mine", "others"),
    [
        (("played", 0, "R7"), "You play red 7.", "Ann plays red 7."),
        (("drew", 0, ("R7",)), "You draw red 7.", None),
        (("drew", 0, 1), None, "Ann draws a card."),
        (("drew", 0, 3), None, "Ann draws 3 cards."),
        (("force_draw", 0, 4), None, "Ann has to draw 4 cards."),
        (("force_draw_play", 0, "GS"), "You have to play green Skip.", "Ann has to play green Skip."),
        (("passed", 0), "You pass.", "Ann passes."),
        (("kept", 0), "You keep the card.", "Ann keeps the card."),
        (("timed_out", 0), "You let the time run out.", "Ann lets the time run out."),
        (("skipped", 0), "You are skipped.", "Ann is skipped."),
        (("everyone_skipped", 0), "You skip everyone.", "Ann skips everyone."),
        (("reversed", -1), "The direction turns: counterclockwise.", "The direction turns: counterclockwise."),
        (("jumped_in", 0), "You jump in.", "Ann jumps in."),
        (("wild", 0, "teal"), "You name teal.", "Ann names teal."),
        (("attacked", 0, 2), "You have to draw 2.", "Ann has to draw 2."),
        (("wild_draw", 0, 100), "You have to draw until the color comes.", "Ann has to draw until the color comes."),
        (("challenge_won", 0, 1), "You challenge Bob and are right ✓.", "Ann challenges Bob and is right ✓."),
        (("challenge_lost", 0, 1), "You challenge Bob and are wrong ✗.", "Ann challenges Bob and is wrong ✗."),
        (("challenge_lost", 1, 0), "Bob challenges you and is wrong ✗.", "Bob challenges Ann and is wrong ✗."),
        (("showed", 0, 1, ("R7", "W")), "You show Bob red 7, Wild.", None),
        (("showed", 0, 1, 2), None, "Ann shows Bob 2 cards."),
        (("discarded_all", 0, ("R1", "R2")), "You discard 2 more.", "Ann discards 2 more."),
        (("flipped", "O1"), "Everything is turned over; orange 1 lies on top.", None),
        (("roulette", 0, ("R1", "B2")), "You take 2 cards from the roulette.", "Ann takes 2 cards from the roulette."),
        (("swapped", 0, 1), "You swap hands with Bob.", "Ann swaps hands with Bob."),
        (("swapped", 1, 0), "Bob swaps hands with you.", "Bob swaps hands with Ann."),
        (("knocked_out", 0), "You are out of the round.", "Ann is out of the round."),
        (("declared", 0), "You say “Uno!”.", "Ann says “Uno!”."),
        (("accused", 1, 0), "Bob catches you without “Uno!”.", "Bob catches Ann without “Uno!”."),
        (("false_accusation", 0, 1), "You accuse Bob for nothing.", "Ann accuses Bob for nothing."),
        (("match_won", 0), "You win the match.", "Ann wins the match."),
        (("turn", 0), "You are on turn.", "Ann is on turn."),
        (("round_won", 0, (120, 0), ((), ())), "You win the round and get 120 points.", None),
    ],
)  # fmt: skip
def test_a_reader_is_called_you_and_everybody_else_by_name(event, mine, others):
    if mine:
        assert plain(sentence(event, Teller(NAMES, 0))) == mine
    if others:
        assert plain(sentence(event, Teller(NAMES, None))) == others


def test_a_name_cannot_bring_markup_into_the_log():
    told = sentence(("swapped", 0, 1), Teller(("<b>", "<script>"), None))
    assert "<" not in told
    assert "&lt;script&gt;" in told


def test_the_call_is_the_word_of_the_house():
    assert "“Last!”" in sentence(("declared", 0), Teller(NAMES, None, "Last!"))


def test_the_words_beside_a_seat_have_no_name():
    assert last_deed(("played", 2, "R7"), Teller(NAMES, None)) == (2, 'plays <b class="red">red 7</b>')
    assert last_deed(("reversed", 1), Teller(NAMES, None)) is None
    assert last_deed(("turn", 1), Teller(NAMES, None)) is None


@pytest.mark.parametrize("preset", PRESETS)
def test_whole_games_are_told_to_everybody(preset):
    rules = Rules.preset(preset)
    kinds = set()
    for seed in range(3):
        table = random_game(rules, 4, Random(seed).randrange(1000), 120)
        for seat in (0, 3, None):
            for line in table.log:
                for event in line.events:
                    known = seen(event, seat)
                    if known:
                        told = sentence(known, Teller(NAMES, seat))
                        assert isinstance(told, SafeString)
                        assert told.endswith((".", "✓.", "✗."))
                        kinds.add(known[0])
    assert len(kinds) > 5


def test_a_verb_knows_its_third_person():
    assert [event_text.third(verb) for verb in ("play", "pass", "catch", "be", "have")] == [
        "plays", "passes", "catches", "is", "has",
    ]  # fmt: skip
