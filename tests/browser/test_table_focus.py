"""After a move by keyboard the focus is on what the player needs next, and never on the page as a whole."""

from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MakeTable, OpenFixture
from tests.browser.tables import position

pytestmark = pytest.mark.once  # what a browser shows of a game is the same whatever keeps it

FOCUS_IN = "part => document.activeElement.closest(part) !== null"


def test_a_card_that_was_played_leaves_the_focus_in_the_hand(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn")
    page.locator("#hand .can").first.focus()
    move(page, "Enter")
    assert page.evaluate(FOCUS_IN, "#hand .card")


def test_a_call_leaves_the_focus_on_the_table(open_fixture: OpenFixture) -> None:
    page = open_fixture("my call")
    page.locator("#call").focus()
    move(page, "Enter")
    assert not page.locator("#call").is_visible()
    assert page.evaluate(FOCUS_IN, "#hand .card, #prompt .answers button")


def test_a_wild_leads_to_the_colors(open_fixture: OpenFixture) -> None:
    page = open_fixture("my call")
    page.locator("#hand .card[aria-label^=Wild]").focus()
    move(page, "Enter")
    assert page.evaluate(FOCUS_IN, "#picker button")


@pytest.mark.parametrize("key", ["Enter", "k"])
def test_an_answer_that_is_gone_leaves_the_focus_in_the_hand(open_fixture: OpenFixture, key: str) -> None:
    page = open_fixture("a drawn card")
    if key == "Enter":
        page.locator("#prompt .answers button").first.focus()
    move(page, key)
    assert page.evaluate(FOCUS_IN, "#hand .card, #prompt .answers button")


def test_a_draw_by_its_key_leaves_the_focus_on_the_table(open_fixture: OpenFixture) -> None:
    page = open_fixture("nothing fits")
    move(page, "d")
    assert page.evaluate(FOCUS_IN, "#hand .card, #prompt .answers button")


def move(page: Page, key: str) -> None:
    before = page.locator("#turn").get_attribute("data-version")
    page.keyboard.press(key)
    page.locator(f"#turn:not([data-version='{before}'])").wait_for(state="attached")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize("hands", ["R7 / B1 B2 / G1 G2", "R7 G3 / R8 / G1 G2"])
def test_the_result_of_a_match_takes_the_focus_from_the_hand(
    make_table: MakeTable, hands: str, motion: Literal["reduce", "no-preference"]
) -> None:
    """Ann wins, or keeps a card that the result covers."""
    rules = "House" if hands.startswith("R7 /") else '{"score_limit": "one_round", "uno_call": "off"}'
    table = make_table(["Ann", "Bob", "Cleo"], position(f"{rules} | {hands} | 0 clockwise red | G1 G2 | R1"))
    ann = table.open("Ann", reduced_motion=motion)
    ann.page.locator("#hand .can").first.focus()
    move(ann.page, "Enter")
    if not ann.is_over:
        table.open("Bob").plays("red 8")
    expect(ann.page.locator("#rematch")).to_be_focused()
