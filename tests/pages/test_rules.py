"""The page of rules: every option, every card and every example follow the rules that its address names."""

import re
from html import unescape
from random import Random

import pytest
from django.conf import settings
from django.test import Client

from games.devtools.random_play import random_rules
from games.engine import DECKS, OPTIONS, PRESETS, Rules, WrongRules
from games.engine.options import Option, Value
from games.engine.turn import CARD
from games.pages.examples import card_example, example, explained_faces
from games.pages.rules import book
from games.pages.scenes import SCENES
from games.table.rules_summary import query, read, rules_url
from games.wording.card_rules import TEXTS, explain, explain_all
from games.wording.options import PRESET_LINES, WORDS
from games.wording.rule_sentences import RULES, applies, differing, rule
from games.wording.rulebook import CHAPTERS, EXAMPLES, GENERAL, WHEN
from tests.responses import text

pytestmark = [pytest.mark.django_db, pytest.mark.once]

CALL = settings.CALL_WORD
CONTEXTS = (
    Rules(),
    Rules.preset("Flip"),
    Rules.preset("No Mercy", wild_draw="challenge"),
    Rules(hints=False),
    Rules.preset("Modern"),
    Rules(turn_clock=60),
)
"""Rules under one of which each option matters."""


def values(option: Option) -> list[Value]:
    return [*option.choices, *([option.low, option.high] if option.takes_numbers else [])]


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return words(text(answer))


def rule_sets(number: int) -> list[Rules]:
    return [random_rules(Random(seed)) for seed in range(number)]


# --- the page


def test_everyone_may_read_it_and_it_begins_with_the_official_rules(client: Client) -> None:
    assert "The rules: Official" in page(client, "/rules/")
    assert 'class="sheet differs"' not in text(client.get("/rules/"))
    assert 'class="sheet differs"' in text(client.get("/rules/?jump_in=on"))


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_explained_and_has_a_page_of_its_own(client: Client, name: str) -> None:
    rules = Rules.preset(name)
    found = page(client, "/rules/")
    assert PRESET_LINES[name] in found
    assert all(sentence in found for sentence in differing(rules, CALL))
    assert f"The rules: {name} " in page(client, rules_url(rules))
    assert f'href="{rules_url(rules)}"'.replace("&", "&amp;") in text(client.get("/rules/"))


@pytest.mark.parametrize("rules", rule_sets(12), ids=query)
def test_any_options_have_an_address(client: Client, rules: Rules) -> None:
    found = page(client, rules_url(rules))
    for name in OPTIONS:
        assert WORDS[name].label in found
        assert not applies(name, rules) or rule(name, rules, CALL) in found


def test_a_wrong_value_is_named_and_counts_as_the_official_one(client: Client) -> None:
    found = page(client, "/rules/?stacking=sometimes&jump_in=on")
    assert "Stacking must be off," in found
    assert rule("stacking", Rules(), CALL) in found
    assert rule("jump_in", Rules(jump_in=True), CALL) in found


def test_options_that_do_not_go_together_are_explained(client: Client) -> None:
    rules, problems = read({"mercy_limit": "10", "hand_size": "12"})
    assert (rules, len(problems)) == (Rules(), 1)
    assert problems[0] in page(client, "/rules/?mercy_limit=10&hand_size=12")


def test_what_is_no_option_is_named_shortly_and_without_effect(client: Client) -> None:
    found = text(client.get("/rules/", {"<b>tarot": "1", "x" * 500: "2"}))
    assert "&lt;b&gt;tarot" in found
    assert "x" * 41 not in found
    assert len(read({f"tarot{number}": "1" for number in range(50)})[1]) == 3


@pytest.mark.parametrize("value", ["", "9" * 5000, "\x00", "٣", "-1", "1e3", "on"])
def test_no_value_breaks_the_page(client: Client, value: str) -> None:
    for name in OPTIONS:
        assert client.get("/rules/", {name: value}).status_code == 200


def test_an_address_leads_back_to_its_rules() -> None:
    for rules in rule_sets(50):
        pairs = dict(pair.split("=") for pair in query(rules).split("&") if pair)
        assert read(pairs) == (rules, [])


def test_what_was_explained_once_is_kept() -> None:
    assert book(Rules(hand_size=6)) is book(Rules(hand_size=6))


@pytest.mark.parametrize("path", ["/", "/tables/", "/account/login/"])
def test_other_pages_link_to_it(client: Client, path: str) -> None:
    assert 'href="/rules/"' in text(client.get(path))


# --- options


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_has_a_sentence_that_follows_its_value(name: str) -> None:
    option = OPTIONS[name]
    for value in values(option):
        try:
            said = [rule(name, rules.but(**{name: value}), CALL) for rules in CONTEXTS]
        except WrongRules:
            continue  # these values do not go together with others
        assert all(re.fullmatch(r"[A-ZŨ].*\.", sentence) for sentence in said)
        assert all("{" not in sentence for sentence in said)
    assert len({rule(name, Rules(**{name: value}), CALL) for value in values(option)}) == len(set(values(option)))


@pytest.mark.parametrize("name", OPTIONS)
def test_the_page_says_something_else_when_an_option_changes(name: str) -> None:
    option = OPTIONS[name]
    rules = next(context for context in CONTEXTS if applies(name, context))
    other = next(value for value in reversed(values(option)) if value != getattr(rules, name))
    assert book(rules).sections != book(rules.but(**{name: other})).sections


def test_sentences_belong_to_options_and_their_values() -> None:
    for name, sentences in RULES.items():
        for value in set(sentences) - {None}:
            assert OPTIONS[name].read(value) == value


def test_an_option_without_a_sentence_of_its_own_is_explained_by_its_label(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(RULES, "jump_in")
    said = "Jump-in: on. A card identical to the top card may be played out of turn."
    assert rule("jump_in", Rules(jump_in=True), CALL) == said


def test_each_group_of_options_has_a_chapter() -> None:
    assert {chapter.group for chapter in CHAPTERS} - {""} == {option.group for option in WORDS.values()}
    said = {code for chapter in CHAPTERS for code in (*chapter.before, *chapter.after)}
    assert set(WHEN) <= said == set(GENERAL)


def test_what_cannot_matter_is_not_explained() -> None:
    shown = {section.code: section.sentences for section in book(Rules(wild_draw="free")).sections}
    assert not [sentence for sentence in shown["draw-cards"] if "hallenge" in sentence and "cannot" not in sentence]


# --- cards


def test_every_effect_of_the_engine_has_an_explanation() -> None:
    for effect in CARD:
        assert effect in TEXTS, effect


@pytest.mark.parametrize("rules", [*map(Rules.preset, PRESETS), *rule_sets(20)], ids=query)
def test_every_card_of_every_deck_has_an_explanation_and_a_played_example(rules: Rules) -> None:
    for deck in DECKS:
        under = rules.but(deck=deck, **{"finish_on": "any"} if deck == "all_wild" else {})
        for side, printed in enumerate(DECKS[deck].printed):
            assert {face.title for face in printed.values() if face.effect != "number"} <= {
                face.title for face in explained_faces(under, side)
            }
            for face in explained_faces(under, side):
                assert explain(face, under)
                assert card_example(face, under, side).happens[0].startswith("You play")
        assert explain_all(under).keys() == {face.name for side in DECKS[deck].printed for face in side.values()}


def card(name: str, rules: Rules) -> str:
    return explain_all(rules)[name]


def test_what_a_card_does_follows_the_rules() -> None:
    draw_two, four = "red Draw Two", "Wild Draw Four"
    assert "draws 2 cards and loses their turn" in card(draw_two, Rules())
    assert "answer" not in card(draw_two, Rules())
    assert "then takes their turn" in card(draw_two, Rules(draw_skips_victim=False))
    assert "another Draw Two" in card(draw_two, Rules(stacking="same"))
    assert "(Draw Two, Wild Draw Four)" in card(draw_two, Rules(stacking="four_on_two"))
    assert "last card" not in card(draw_two, Rules(final_draw_counts=False))
    assert "3 more cards" in card(four, Rules(challenge_extra=3))
    assert "nobody can challenge" in card(four, Rules(wild_draw="free"))
    assert "only if you hold no card of the color" in card(four, Rules(wild_draw="enforced"))
    assert "only if no other card" in card(four, Rules(wild_draw="enforced", challenge_test="match"))
    assert "swap hands" in card("red 7", Rules(seven="swap", zero="pass"))
    assert "swap" not in card("red 7", Rules())
    assert "jump in" in card("red 7", Rules(jump_in=True))
    assert "jump in" not in card("Wild", Rules(jump_in=True))
    assert "does nothing more" in card("red Reverse", Rules(two_player_reverse="plain"))


# --- examples


def told(code: str, rules: Rules) -> str:
    found = example(code, rules)
    return words(" ".join(found.happens)) if found else ""


@pytest.mark.parametrize("rules", [*map(Rules.preset, PRESETS), *rule_sets(60)], ids=query)
def test_the_examples_can_be_played_under_any_rules(rules: Rules) -> None:
    for code in ("first_card", *SCENES):
        found = example(code, rules)
        assert found is None or (len(found.happens) >= (1 if code == "first_card" else 2) and found.title)


def test_the_examples_show_what_the_rules_do() -> None:
    assert told("stack", Rules()) == ""
    assert told("stack", Rules(stacking="same")) == (
        "You play red Draw Two. Bob plays red Draw Two. Cleo draws 4 cards. It is your turn."
    )
    assert "Bob plays Wild Draw Four. Bob chooses red. Cleo draws 6" in told("stack", Rules(stacking="four_on_two"))
    assert "Bob challenges you and is right: you held blue." in told("guilty", Rules())
    assert "Bob challenges you and is wrong: you held no blue. Bob draws 7 cards." in told(
        "innocent", Rules(challenge_extra=3)
    )
    assert told("guilty", Rules(wild_draw="free")) == ""
    assert "You draw red 6. You play red 6." in told("draw", Rules())
    assert "You draw red 6. It is Bob’s turn." in told("draw", Rules(drawn_play="forbidden"))
    assert "You draw blue 1, green 2, red 6." in told("draw", Rules(draw="until_playable"))
    assert "Bob is out of the round." in told("mercy", Rules(mercy_limit=20))
    assert "You draw yellow 9, yellow 8, yellow 7." in told("caught", Rules(uno_penalty=3))
    assert f"You play red 5. You say “{CALL}”." in told("auto", Rules(uno_call="auto"))
    assert "You accuse Bob, but wrongly. You draw" in told("wrongly", Rules(false_accuse_penalty=1))
    assert "You win the match." in told("out", Rules(score_limit="one_round"))
    assert "Bob draws 2 cards. You win" in told("last_draw", Rules())


def test_the_examples_show_house_rules() -> None:
    assert "You play red 5. You play yellow 5. It is Bob" in told("several", Rules(several="equal"))
    assert "You play red 5. You play red 5. It is Bob" in told("several", Rules(several="identical"))
    assert "Bob plays red Skip. Bob sends the penalty on to Cleo. Cleo draws 2" in told("deflect", Rules(deflect=True))
    assert "but it does not fit. You draw yellow 9, yellow 8, yellow 7." in told(
        "misplayed", Rules(hints=False, misplay_penalty=3)
    )
    assert told("not_as_last", Rules(finish_on="number")).startswith("You draw red 1. You play red 1.")
    assert "Cleo plays red 5. Cleo wins the round and gets 18 points" in told(
        "partner_out", Rules.preset("Partners", score_limit="one_round")
    )
    for code in ("several", "deflect", "misplayed", "not_as_last", "partner_out"):
        assert told(code, Rules()) == ""


def test_the_card_that_is_turned_over_is_shown_with_its_effect() -> None:
    official = told("first_card", Rules())
    assert re.search("You have to draw|You are skipped|goes counterclockwise|You choose", official)
    assert told("first_card", Rules(first_card="no_effect")) == "It is your turn."
    assert told("first_card", Rules(first_card="number_only")) == ""


def test_each_example_has_a_title_and_a_chapter() -> None:
    assert set(EXAMPLES) == {*SCENES, "card", "first_card"}
    assert [code for chapter in CHAPTERS for code in chapter.examples] == ["first_card", *SCENES]
