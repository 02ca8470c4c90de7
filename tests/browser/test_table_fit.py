"""What a player needs at the table is inside the window, whatever its size, the hands and the number of seats."""

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.conftest import OpenFixture
from tests.browser.seats import box_of
from tests.conftest import DESKTOP, PHONE

pytestmark = pytest.mark.once  # what a browser shows of a game is the same whatever keeps it

LAPTOP = (1366, 650)
SIDEWAYS = (844, 390)
"""A phone on its side."""
SIZES = (DESKTOP, LAPTOP, SIDEWAYS, PHONE)


def is_within(part: Locator, window: tuple[int, int]) -> bool:
    """Whether no edge of this part is outside of the window."""
    box = box_of(part)
    right, bottom = box["x"] + box["width"], box["y"] + box["height"]
    return box["x"] >= -1 and box["y"] >= -1 and right <= window[0] + 1 and bottom <= window[1] + 1


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


LINES = "cells => cells.map(({ firstChild }) => { const r = document.createRange(); r.selectNodeContents(firstChild);"
LINES += " return r.getClientRects().length; })"


@pytest.mark.parametrize("size", SIZES)
def test_long_hands_break_no_numbers_of_the_result_and_hide_no_button(
    open_fixture: OpenFixture, size: tuple[int, int]
) -> None:
    page = open_fixture("the end of a round, long hands", size)
    assert set(page.locator("#end :is(th, td):nth-child(n + 3)").evaluate_all(LINES)) == {1}
    button, sheet = page.locator("#end .actions .button"), box_of(page.locator("#end"))
    assert is_within(button, size)
    assert box_of(button)["y"] + box_of(button)["height"] <= sheet["y"] + sheet["height"]


@pytest.mark.parametrize("name", ["my turn", "a wild draw four", "ten seats in play"])
@pytest.mark.parametrize("size", SIZES)
def test_the_page_fits_the_window(open_fixture: OpenFixture, name: str, size: tuple[int, int]) -> None:
    page = open_fixture(name, size)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for part in ("#hand .card:first-child", "#hand .card:last-child", "#call", "#catch", "#asked", "#discards"):
        assert is_within(page.locator(part), size), part
    if page.locator(".chat").is_visible():
        assert is_within(page.locator("#say"), size)
    cards, calls = box_of(page.locator("#hand .card:first-child")), box_of(page.locator("#calls"))
    is_left_of_calls = cards["x"] + cards["width"] <= calls["x"]
    assert is_left_of_calls or cards["y"] + cards["height"] <= calls["y"]
