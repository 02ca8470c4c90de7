"""A hand that is wider than the window says so, and shows the cards that can be played."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenFixture
from tests.browser.seats import box_of
from tests.conftest import DESKTOP, PHONE

pytestmark = pytest.mark.once  # what a browser shows of a game is the same whatever keeps it

TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""After these, the page has been told that its hand was scrolled."""


def cards_in_sight(page: Page) -> list[str]:
    """The names of the playable cards that lie within the hand's visible part."""
    hand = box_of(page.locator("#hand"))
    ends = hand["x"], hand["x"] + hand["width"]
    cards = page.locator("#hand .can").all()
    return [str(card.get_attribute("aria-label")) for card in cards if is_between(ends, box_of(card)["x"])]


def is_between(ends: tuple[float, float], left: float) -> bool:
    return ends[0] - 2 <= left and left + 20 <= ends[1]


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_sign_counts_playable_cards_out_of_sight_and_leads_to_them(
    open_fixture: OpenFixture, size: tuple[int, int]
) -> None:
    page = open_fixture("thirty cards", size)
    seen, total = cards_in_sight(page), page.locator("#hand .can").count()
    assert 0 < len(seen) < total
    sign = page.locator(".more.after")
    assert sign.inner_text() == f"{total - len(seen)} more playable →"
    assert not page.locator(".more.before").is_visible()
    while sign.is_visible():
        sign.click()
        page.evaluate(TWO_FRAMES)
    assert "Wild Draw Four, playable" in cards_in_sight(page)
    assert "more playable" in page.locator(".more.before").inner_text()


def test_a_card_that_could_jump_in_is_in_sight(open_fixture: OpenFixture) -> None:
    page = open_fixture("a jump-in with fifteen cards", PHONE)
    card = page.locator("#hand .can")
    assert card.get_attribute("aria-label") == "blue 9, jump in"
    box = box_of(card)
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE[0]


def test_a_hand_that_fits_has_no_signs(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", PHONE)
    assert not page.locator(".more:visible").count()
