"""Several cards are played in one move, with the pointer and with the keyboard."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakeTable
from tests.browser.tables import position

pytestmark = pytest.mark.once

RULES = '{"several": "equal", "uno_call": "auto"}'


def test_cards_are_added_one_by_one_and_the_move_is_ended(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(RULES + " | R7 B7 G7 Y7 Y1 / B2 B3 | 0 clockwise red | Y1 Y2 | R1"))
    page = table.open("Ann").page
    page.get_by_role("button", name="red 7").click()
    expect(page.locator("#asked")).to_contain_text("Add another 7, or stop here.")
    expect(page.locator("#hand .card.can")).to_have_count(3)
    page.get_by_role("button", name="blue 7").click()
    expect(page.locator("#hand .card.can")).to_have_count(2)
    page.get_by_role("button", name="green 7").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#hand .card.can")).to_have_count(1)
    page.keyboard.press("s")
    expect(page.locator("#asked")).to_contain_text("Bob’s turn")
    assert table.now.state.top.text == "G7"
    assert len(table.now.state.hands[0]) == 2
