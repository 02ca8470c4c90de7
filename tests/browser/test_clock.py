"""The clocks of the players count down on the page."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakeTable
from tests.browser.tables import position
from tests.conftest import PHONE

pytestmark = pytest.mark.once


def seconds(text: str) -> int:
    minutes, rest = re.search(r"(\d+):(\d\d)", text).groups()  # type: ignore[union-attr]  # else the test fails
    return 60 * int(minutes) + int(rest)


def test_only_the_clock_of_the_player_asked_runs(make_table: MakeTable) -> None:
    state = position('{"turn_clock": 120} | R7 R8 R9 / B2 B3 | 0 clockwise red | Y1 Y2 | R1')
    page = make_table(["Ann", "Bob"], state).open("Ann", PHONE).page
    mine, others = page.locator("#asked .clock"), page.locator("#s1 .clock")
    expect(others).to_contain_text("2:00")
    first = seconds(mine.inner_text())
    expect(mine).not_to_contain_text(f":{first % 60:02}")
    assert seconds(mine.inner_text()) < first <= 120
    assert seconds(others.inner_text()) == 120
    page.locator("#hand .card").first.click()
    expect(page.locator("#asked .clock")).to_have_count(0)
    left = seconds(page.locator("#s0 .clock").inner_text())
    assert left < 120
    expect(others).to_contain_text("1:5")
    assert seconds(page.locator("#s0 .clock").inner_text()) == left


def test_little_time_is_marked(make_table: MakeTable) -> None:
    state = position('{"turn_clock": 120} | R7 R8 R9 / B2 B3 | 0 clockwise red | Y1 Y2 | R1')
    state.clocks[0] = 9.0
    page = make_table(["Ann", "Bob"], state).open("Ann").page
    expect(page.locator("#s0 .clock.bad")).to_be_visible()
    expect(page.locator("#s1 .clock.bad")).to_have_count(0)
