"""Every event has whole sentences for each reader: the player who acts, the other player, and all others."""

import re
from collections.abc import Iterator
from random import Random
from string import Formatter

import pytest
from django.template import Context, Template
from django.utils.safestring import SafeString

from games.engine import PRESETS, Event, Rules, seen
from games.engine.events import HIDDEN, KINDS
from games.table.event_text import QUIET, Reader, doubt, seat_note, sentence
from games.wording.events import DOUBTS, IN_TEAMS, NOTES, SENTENCES, UNSEEN, Wording, facts, wording
from games.wording.templates import ByReader, Plural
from tests.table.positions import random_game

pytestmark = pytest.mark.once
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
ANN, BOB, OTHERS = Reader(NAMES, 0), Reader(NAMES, 1), Reader(NAMES)
HANDS = (("R7",), ("B2", "W"))

EVENTS: tuple[Event, ...] = (
    ("game_start", "{}", 2, 5),
    ("dealt", "classic", 2, 1, HANDS, ("G1",), "R3", "red"),
    ("dealt", "classic", 2, 1, HANDS, ("G1",), "WD4", "red"),
    ("round_won", 0, (120, 0), HANDS),
    ("round_won", 0, (0, 0), HANDS),
    ("agreed", 0),
    ("match_won", 0),
    ("reshuffled", ("R1", "R2")),
    ("turn", 0),
    ("asked", "respond"),
    ("clocked", 1, 59.5),
    ("stopped", 1),
    ("added", 1),
    ("passed", 0),
    ("kept", 0),
    ("timed_out", 0),
    ("skipped", 0),
    ("everyone_skipped", 0),
    ("reversed", 1),
    ("reversed", -1),
    ("played", 0, "R7"),
    ("jumped_in", 0),
    ("misplayed", 0, "R7"),
    ("deflected", 0, 1),
    ("eliminated", 0),
    ("shuffled_hands", HANDS),
    ("drew", 0, ("R7", "W")),
    ("drew", 0, ()),
    ("force_draw", 0, ("R7",)),
    ("force_draw", 0, ()),
    ("force_draw_play", 0, "GS"),
    ("wild", 0, "teal"),
    ("attacked", 0, 2),
    ("attacked", 0, 100),
    ("wild_draw", 0, 4),
    ("wild_draw", 0, 100),
    ("challenge_won", 0, 1, None),
    ("challenge_won", 0, 1, "red"),
    ("challenge_lost", 0, 1, None),
    ("challenge_lost", 0, 1, "red"),
    ("showed", 0, 1, ("R7", "W")),
    ("showed", 0, 1, ()),
    ("discarded_all", 0, ("R1", "R2")),
    ("flipped", "O1"),
    ("roulette", 0, ("R1", "B2")),
    ("swapped", 0, 1),
    ("passed_hands", 1),
    ("passed_hands", -1),
    ("knocked_out", 0),
    ("declared", 0),
    ("accused", 0, 1),
    ("false_accusation", 0, 1),
    ("judged", 0, 1, 0, 120),
    ("judged", 0, 1, 0, 0),
    ("judged", 0, 1, 1, 120),
    ("judged", 0, 1, 2, 120),
    ("extended", 0, 30.0),
    ("taken_back", 0, 9.0, "{}"),
)
"""Every kind of event, and every case in which one kind has several sentences."""


def as_seen() -> Iterator[Event]:
    """Return the events as each of their readers may know them."""
    for event in EVENTS:
        yield from filter(None, {seen(event, seat) for seat in (0, 1, None)})


def templates(found: Wording) -> list[str]:
    """Return every text in a table of wordings."""
    by_reader = [template for template in found if template is not None] if isinstance(found, ByReader) else [found]
    return [text for template in by_reader for text in (template if isinstance(template, Plural) else (template,))]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def plain(html: str) -> str:
    return re.sub("<[^>]+>", "", html)


def test_the_examples_contain_every_kind_of_event() -> None:
    assert {event[0] for event in EVENTS} == set(KINDS) - UNSEEN
    assert set(KINDS) - UNSEEN >= QUIET
    assert {kind for kind in KINDS if kind in HIDDEN} >= UNSEEN


def test_every_event_has_a_sentence_and_every_sentence_an_event() -> None:
    found = [wording(SENTENCES, event) for event in as_seen()]
    assert None not in found
    assert {id(one) for one in found} == set(map(id, SENTENCES.values()))


def test_every_note_has_an_event_with_a_player() -> None:
    noted = [event for event in as_seen() if wording(NOTES, event)]
    assert {id(wording(NOTES, event)) for event in noted} == set(map(id, NOTES.values()))
    assert all("player" in facts(event) for event in noted)


@pytest.mark.parametrize("texts", [SENTENCES, NOTES, DOUBTS])
def test_every_placeholder_is_a_fact_that_the_event_provides(texts: dict[str, Wording]) -> None:
    for event in as_seen():
        found = wording(texts, event)
        for text in templates(found) if found else ():
            assert placeholders(text) <= {*facts(event), "call"}, text


def test_partners_win_together() -> None:
    reader, alone = Reader(("Ann", "Bob", "Cleo", "Dan"), 2, teams=("Fox", "Owl")), Reader(("Ann", "Bob"), 1)
    won, match = ("round_won", 1, (0, 30, 0, 30), ((), (), (), ())), ("match_won", 1)
    assert sentence(won, reader) == "Bob wins the round, and team Owl gets 30 points."
    assert sentence(won, reader._replace(seat=1)) == "You win the round, and team Owl gets 30 points."
    assert sentence(("round_won", 1, (0, 0, 0, 0), ((), (), (), ())), reader) == "Bob wins the round."
    assert sentence(match, reader) == "Team Owl wins the match."
    assert sentence(match, alone) == "You win the match."
    assert sentence(("passed", 1), reader) == "Bob passes."
    for texts in (IN_TEAMS, SENTENCES):
        assert all(isinstance(wording(texts, event), str | ByReader) for event in (won, match))


def test_the_player_who_acts_and_the_other_player_have_sentences_of_their_own() -> None:
    for event in as_seen():
        found, known = wording(SENTENCES, event), facts(event)
        if "player" not in known:
            assert not isinstance(found, ByReader), event
        else:
            assert isinstance(found, ByReader), event
            assert (found.target is not None) == ("other" in known), event


def test_sentences_end_with_a_full_stop() -> None:
    for found in SENTENCES.values():
        assert all(text.endswith(".") for text in templates(found))
    for found in NOTES.values():
        assert not any(text.endswith(".") for text in templates(found))


@pytest.mark.parametrize(
    ("event", "actor", "others"),
    [
        (("played", 0, "R7"), "You play red 7.", "Ann plays red 7."),
        (("drew", 0, ("R7", "W")), "You draw red 7, Wild.", "Ann draws 2 cards."),
        (("drew", 0, ("R7",)), "You draw red 7.", "Ann draws a card."),
        (("force_draw", 0, ()), "You would have to draw, but there are no cards left.", None),
        (("round_won", 0, (1, 0), HANDS), "You win the round and get 1 point.", None),
        (("round_won", 0, (0, 0), HANDS), "You win the round.", "Ann wins the round."),
        (("wild_draw", 0, 100), "You have to draw until a card of the color comes.", None),
        (("reversed", -1), "Play goes counterclockwise now.", "Play goes counterclockwise now."),
        (("showed", 0, 1, ("R7",)), "You show Bob your hand: red 7.", "Ann shows Bob their only card."),
        (("turn", 0), "It is your turn.", "It is Ann’s turn."),
    ],
)
def test_the_player_who_acts_is_you_to_themselves_and_has_a_name_for_others(
    event: Event, actor: str, others: str | None
) -> None:
    assert plain(sentence(event, ANN)) == actor
    known = seen(event, None)
    if others and known:
        assert plain(sentence(known, OTHERS)) == others


def test_the_other_player_is_you_to_themselves() -> None:
    assert sentence(("swapped", 0, 1), BOB) == "Ann swaps hands with you."
    assert sentence(("accused", 0, 1), BOB) == "Ann catches you for not saying “Uno!”."
    assert plain(sentence(("showed", 0, 1, ("R7",)), BOB)) == "Ann shows you their hand: red 7."
    assert seat_note(("challenge_lost", 0, 1), BOB) == (0, "challenges you ✗")


def test_a_challenge_asks_about_the_color_and_tells_it() -> None:
    won, lost = ("challenge_won", 0, 1, "red"), ("challenge_lost", 0, 1, "red")
    assert [plain(doubt(won, reader)) for reader in (ANN, BOB)] == ["Did Bob hold red?", "Did you hold red?"]
    assert doubt(lost[:3], ANN) == "Was that allowed?"  # as older games and other tests of a bluff are stored
    assert doubt(("turn", 0), ANN) == ""
    assert plain(sentence(won, ANN)) == "You challenge Bob and are right: they held red."
    assert plain(sentence(lost, BOB)) == "Ann challenges you and is wrong: you held no red."


def test_markup_in_a_name_is_escaped() -> None:
    quoted = Reader(("Ann", '<b>"B"</b>'))
    line = Template("{{ doubt|striptags }}").render(Context({"doubt": doubt(("challenge_won", 0, 1, "red"), quoted)}))
    assert line == "Did &lt;b&gt;&quot;B&quot;&lt;/b&gt; hold red?"
    text = sentence(("swapped", 0, 1), Reader(("<b>", "<script>")))
    assert "<" not in text
    assert "&lt;script&gt;" in text


def test_braces_in_a_name_are_no_placeholders() -> None:
    assert sentence(("passed", 0), Reader(("{card}", "Bob"))) == "{card} passes."


def test_the_call_is_the_sites_word() -> None:
    assert "“Last!”" in sentence(("declared", 0), Reader(NAMES, None, "Last!"))


def test_a_note_at_a_seat_does_not_name_its_player() -> None:
    assert seat_note(("played", 2, "R7"), OTHERS) == (2, 'plays <b class="red"><span>red </span>7</b>')
    assert seat_note(("reversed", 1), OTHERS) is None
    assert seat_note(("turn", 1), OTHERS) is None


def test_whole_games_have_a_sentence_for_every_event() -> None:
    kinds = set()
    for preset in PRESETS:
        table = random_game(Rules.preset(preset), 4, Random(preset).randrange(1000), 150)
        for seat in (0, 3, None):
            known = [seen(event, seat) for entry in table.log for event in entry.events]
            for event in filter(None, known):
                text = sentence(event, Reader(NAMES, seat))
                assert isinstance(text, SafeString)
                assert text.endswith(".")
                kinds.add(event[0])
    assert len(kinds) > 10


@pytest.mark.parametrize(
    ("deck", "first", "color", "is_by_lot"),
    [
        ("classic", "W", "red", True),
        ("flip", "W", "red", True),
        ("classic", "W", None, False),
        ("classic", "R3", "red", False),
        ("all_wild", "W", "red", False),
    ],
)
def test_the_log_says_that_the_first_color_is_drawn_by_lot(
    deck: str, first: str, color: str | None, is_by_lot: bool
) -> None:
    said = str(sentence(("dealt", deck, 2, 1, HANDS, ("G1",), first, color), BOB))
    assert ("drawn by lot" in said) == is_by_lot
    assert ("red</b> is drawn" in said) == is_by_lot
