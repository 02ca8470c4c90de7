"""Every decision has a prompt for its player, one for the others, and a reason for each unplayable card."""

from collections.abc import Iterator
from dataclasses import replace
from string import Formatter

import pytest

from games.engine import OPTIONS
from games.engine.turn import ASKS
from games.table.cards import FACES
from games.table.pov import Preferences, pov
from games.table.snapshot import Snapshot
from games.wording import flashes, inspection, prompts, results
from games.wording.cards import with_article
from games.wording.templates import ByReader, Plural, Template
from tests.table.positions import position, sitter

pytestmark = pytest.mark.once
DECISIONS = {ask.decision for ask in ASKS.values()} - {"over", "between_rounds"}
FACTS = {"name", "card", "cards", "color", "a_color", "symbol", "fitting", "count", "call", "bot", "seen_at"}
RESULT_FACTS = {"player", "number", "limit"}


def templates(found: object) -> Iterator[Template]:
    """Yield all templates in a table of sentences, however deeply nested."""
    match found:
        case str() | Plural():
            yield found
        case ByReader():
            yield from filter(None, found)
        case dict():
            for one in found.values():
                yield from templates(one)


def texts(found: object) -> Iterator[str]:
    for template in templates(found):
        yield from (template,) if isinstance(template, str) else template


def placeholders(found: object) -> set[str]:
    return {name for text in texts(found) for _, name, _, _ in Formatter().parse(text) if name}


def test_every_decision_has_all_its_sentences() -> None:
    assert set(prompts.WAITING) == DECISIONS
    assert {code.split(".")[0] for code in prompts.ASKED} == DECISIONS - {"keep_or_play", "respond"}
    assert {code for code in prompts.WHY_NOT if "." not in code} == DECISIONS | set(prompts.NOBODYS_TURN)
    waiting = {f"not_your_turn.{code}" for code in DECISIONS}
    stacking = {f"respond.{value}" for value in OPTIONS["stacking"].choices if value != "off"}
    answers = {"respond.challenge", "respond.accept"} | stacking
    assert {code for code in prompts.WHY_NOT if "." in code} == waiting | answers


def test_every_answer_to_a_draw_card_has_a_sentence_for_every_penalty() -> None:
    assert set(prompts.RESPOND) == {"", "stack", "challenge", "stack_challenge"}
    assert all(set(found) == set(prompts.PENALTY) for found in prompts.RESPOND.values())


def test_every_move_without_a_card_has_a_button() -> None:
    verbs = {verb for ask in ASKS.values() for verb in ask.edges} - {"play", "add", "stack", "swap", "target", "color"}
    assert {code.split(".")[0] for code in prompts.BUTTONS} == verbs | {"accuse"}


@pytest.mark.parametrize("module", [prompts, flashes, inspection])
def test_placeholders_are_known(module: object) -> None:
    assert placeholders({name: value for name, value in vars(module).items() if name.isupper()}) <= FACTS


def test_placeholders_of_results_are_known() -> None:
    assert placeholders([results.TITLES, results.NEXT_ROUND]) <= RESULT_FACTS


def test_prompts_end_with_a_full_stop() -> None:
    for found in (prompts.WAITING, prompts.ASKED, prompts.KEEP_OR_PLAY, prompts.RESPOND, prompts.WHY_NOT):
        assert all(text.endswith(".") for text in texts(found))


def test_names_that_begin_with_a_vowel_have_the_article_an() -> None:
    assert with_article("red 7") == "a red 7"
    assert with_article("8") == "an 8"
    vowels = {face.name[0] for face in FACES.values()} & set("aeiouAEIOU8")
    assert vowels <= {"o"}


# --- the sentences for a position

PLAIN = "Official | R7 GS W B2 R7 / YR B2 B3 / G1 G4 G5 / Y1 | 0 clockwise red | G1 G2 G3 G4 | B9 R3"


def asked(table: Snapshot, seat: int | None = 0) -> str:
    return pov(table, seat, Preferences()).prompt.text


def why(table: Snapshot, seat: int = 0) -> str:
    return pov(table, seat, Preferences()).turn.why


def test_on_your_turn_the_prompt_says_what_fits() -> None:
    assert asked(position(PLAIN)) == "Your turn: play red, a\N{NO-BREAK SPACE}3 or a wild, or draw."
    assert asked(position(PLAIN), 1) == "Ann’s turn."
    nothing_fits = position("Official | B7 / YR | 0 clockwise red | G1 | R3")
    assert asked(nothing_fits) == "Your turn: nothing fits, so draw a card."
    empty = position("Official | B7 / YR | 0 clockwise red | | R3")
    assert asked(empty) == "Your turn: nothing fits and there is nothing left to draw, so pass."


def test_a_drawn_card_is_played_or_kept() -> None:
    fits = position("Official | B7 / YR B1 | 0 clockwise red | G1 R2 | R3", (0, "draw"))
    assert asked(fits) == "You drew a red 2. Play it or keep it."
    other = position("Official | B7 / YR B1 | 0 clockwise red | R2 G1 | R3", (0, "draw"))
    assert asked(other) == "You drew a green 1. It does not fit, so you keep it."
    assert asked(other, 1) == "Ann is deciding about a drawn card."


def test_the_playable_one_of_several_drawn_cards_is_named() -> None:
    until = position("House | B7 / YR B1 | 0 clockwise red | R2 G5 G1 | R3", (0, "draw"))
    assert asked(until) == "You drew 3 cards. Play the red 2, or keep them."
    many = position("Relaxed | B7 / YR B1 | 0 clockwise red | G1 R2 RS | R3", (0, "draw"), (0, "draw"))
    assert asked(many) == "You drew 2 cards. Play a card, keep them, or draw again."


def test_a_draw_card_is_answered() -> None:
    wild = position(PLAIN.replace(" W ", " WD4 "), (0, "play WD4"), (0, "color green"))
    attacked = "Did Ann hold red? Challenge or draw 4 cards."
    assert asked(wild, 1) == f"{attacked} If it fails, draw 6."
    wild.state.rules = wild.state.rules.but(challenge_extra=0)
    assert asked(wild, 1) == attacked
    wild.state.rules = wild.state.rules.but(challenge_test="match")
    assert asked(wild, 1).startswith("Did Ann hold a card that matched? Challenge")
    wild.state.rules = wild.state.rules.but(challenge_test="playable")
    assert asked(wild, 1).startswith("Could Ann have played another card? Challenge")
    assert asked(wild, 2) == "Bob is answering a draw card."
    stack = "House | RD R1 / BD B1 / GD G1 | 0 clockwise red | G2 G3 G4 G5 G6 | R3"
    assert asked(position(stack, (0, "play RD"), (1, "stack BD")), 2) == (
        "Bob played a blue Draw Two. Stack a draw card or draw 4 cards."
    )


def test_a_wrong_challenge_costs_more_where_cards_are_drawn_until_a_color() -> None:
    dark = 'Flip | Y6|WDC R4|OF / B2|O8 / R1|U2 / Y8|P1 | 0 clockwise orange | G1|O5 | R7|O1 | {"side": 1}'
    asked_for = asked(position(dark, (0, "play WDC"), (0, "color teal")), 1)
    said = "Did Ann hold orange? Challenge or draw until teal comes."
    assert asked_for == f"{said} If it fails, draw 2 more."


@pytest.mark.parametrize(("limit", "warning"), [(0, ""), (12, ""), (11, " With 11 cards you are out.")])
def test_a_penalty_that_would_knock_you_out_says_so(limit: int, warning: str) -> None:
    hit = position("House | RD R1 / BD B1 B2 B3 B4 B5 B6 B7 B8 / GD G1 | 0 clockwise red | G2 G3 | R3", (0, "play RD"))
    hit.state.rules = hit.state.rules.but(mercy_limit=limit)
    assert asked(hit, 1) == f"Ann played a red Draw Two. Stack a draw card or draw 2 cards.{warning}"


def test_colors_and_players_are_chosen() -> None:
    wild = position(PLAIN, (0, "play W"))
    assert asked(wild) == "Choose a color."
    assert asked(wild, 1) == "Ann is choosing a color."
    seven = position(PLAIN.replace("Official", "Party"), (0, "play R7"))
    assert asked(seven) == "Choose a player to swap hands with."


def test_a_jump_in_is_offered_to_the_player_who_can() -> None:
    table = position("Party | R7 R2 G1 / R3 G5 B2 / Y1 Y2 Y3 | 1 clockwise red | G1 G2 | R2")
    assert asked(table, 0) == "Bob’s turn. You can jump in with a red 2."
    assert asked(table, None) == "Bob’s turn."


def test_absence_and_the_end_have_prompts() -> None:
    away = replace(position(PLAIN), sitters=(sitter(0, stand_in="medium"), *(sitter(n) for n in (1, 2, 3))))
    assert asked(away) == "A bot plays for you. It is your turn: come back, or the bot decides."
    over = position("House | R7 / YR B2 / G1 WD4 | 0 clockwise red | G1 G2 | R3", (0, "play R7"))
    assert asked(over, 1) == "The match is over."


def test_who_has_no_card_to_answer_with_reads_what_is_left() -> None:
    wild = position(PLAIN.replace(" W ", " WD4 "), (0, "play WD4"), (0, "color green"))
    assert why(wild, 1) == "You cannot play a card now: challenge, or draw."
    no_draw_card = "House | RD R1 / B1 B2 / GD G1 | 0 clockwise red | G2 G3 G4 G5 G6 | R3"
    assert why(position(no_draw_card, (0, "play RD")), 1) == "You cannot play a card now: draw."
    stack = "House | RD R1 / BD B1 / GD G1 | 0 clockwise red | G2 G3 G4 G5 G6 | R3"
    said = "The {card} does not answer the draw card"
    assert why(position(stack, (0, "play RD")), 1) == f"{said}: only one of the same kind does."
    higher = position(stack.replace("House", '{"stacking": "higher"}'), (0, "play RD"))
    assert why(higher, 1) == f"{said}: only one of as many cards or more does."
    deflect = '{"deflect": true} | RD R1 / RS B1 / GD G1 | 0 clockwise red | G2 G3 G4 G5 G6 | R3'
    assert why(position(deflect, (0, "play RD")), 1) == f"{said}."


def test_the_reason_names_the_card_that_cannot_be_played() -> None:
    assert why(position(PLAIN)) == "The {card} does not fit. Play red, a\N{NO-BREAK SPACE}3 or a wild."
    assert why(position(PLAIN), 1) == "The {card} has to wait: it is Ann’s turn."
    assert why(position(PLAIN, (0, "play W")), 0) == "The {card} has to wait: choose a color first."
    assert why(position(PLAIN, (0, "play W")), 1) == "The {card} has to wait: Ann is choosing a color."
