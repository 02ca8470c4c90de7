"""At 200 % text nothing on a phone is wider than its screen, overlaps, or hides."""

from itertools import combinations

import pytest

from tests.browser.conftest import OpenFixture
from tests.browser.seats import box_of, overlap
from tests.browser.test_lobby import PATH
from tests.browser.test_table_fit import is_within, use_large_text
from tests.conftest import PHONE, OpenPage

pytestmark = pytest.mark.once  # what a browser shows of a page is the same whatever keeps it


def test_the_list_of_tables_is_no_wider_than_a_phone(open_page: OpenPage) -> None:
    page = open_page("/tables/new/", PHONE)
    page.get_by_label("Everyone: the table is listed").check()
    page.get_by_label("Seats").fill("2")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(PATH)
    page.locator("#bots-2 summary").click()
    page.locator("#bot-2-Easy").click()
    page.locator("#seat-2", has_text="Easy").wait_for()
    page.goto("/tables/")
    page.locator(".entry .badge", has_text="bot seat available").first.wait_for()
    use_large_text(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_ten_seats_do_not_overlap(open_fixture: OpenFixture) -> None:
    page = open_fixture("ten seats in play", PHONE)
    use_large_text(page)
    parts = ".seat:not(.me) :is(.face, .count, .name, .last-action, .mark):visible"
    boxes = [box_of(part) for part in page.locator(parts).all()]
    assert len(boxes) > 36
    assert min(box["x"] for box in boxes) >= 0
    assert max(box["x"] + box["width"] for box in boxes) <= PHONE[0]
    assert not any(overlap(*pair) for pair in combinations(boxes, 2))


@pytest.mark.parametrize("state", ["my turn", "a wild draw four"])
def test_at_150_percent_the_whole_table_is_on_a_phone(open_fixture: OpenFixture, state: str) -> None:
    page = open_fixture(state, PHONE)
    use_large_text(page, 150)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for part in ("#asked", "#prompt .answers button:last-child", "#hand .card:first-child", ".me"):
        assert is_within(page.locator(part).first, PHONE), part
    controls = [box_of(control) for control in page.locator(".bar :is(a, button):visible").all()]
    assert max(box["y"] for box in controls) < min(box["y"] + box["height"] for box in controls), "one line"


def test_help_opens_at_its_heading(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", PHONE)
    use_large_text(page)
    page.get_by_role("button", name="Help").click()
    heading, help_box = box_of(page.locator("#help-title")), box_of(page.locator("#help"))
    assert heading["y"] >= help_box["y"]
    assert is_within(page.locator("#help-title"), PHONE)
