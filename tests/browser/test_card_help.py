"""A card is explained when the pointer or the focus rests on it, or a finger holds it; and it can be played as ever."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import MakeTable, OpenFixture
from tests.browser.seats import box_of, finger_on, in_sight, wait_for_late_styles
from tests.browser.tables import position
from tests.conftest import DESKTOP, PHONE

pytestmark = pytest.mark.once  # what a browser shows of a game is the same whatever keeps it

LAPTOP = (1366, 650)
SKIP = "The next player loses their turn."
HELD_MS = 900


def shown(page: Page) -> Locator:
    return page.locator("#card-help:not([hidden])")


def version(page: Page) -> str | None:
    return page.locator("#turn").get_attribute("data-version")


def ready(page: Page) -> Page:
    page.locator("#card-help").wait_for(state="attached")
    wait_for_late_styles(page)
    return page


@pytest.mark.parametrize("size", [DESKTOP, LAPTOP])
def test_a_pointer_that_rests_on_a_card_shows_what_it_does(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = ready(open_fixture("my turn", size))
    card = page.locator("#h-RS-1")
    name = card.get_attribute("aria-label")
    card.hover()
    expect(shown(page)).to_have_text(SKIP)
    assert card.get_attribute("aria-describedby") == "card-help"
    assert card.get_attribute("aria-label") == name
    assert shown(page).evaluate("it => getComputedStyle(it, '::before').content") == '"red Skip" / ""'
    help_box, prompt = box_of(shown(page)), box_of(page.locator("#asked"))
    assert help_box["y"] >= 0
    assert help_box["y"] + help_box["height"] <= prompt["y"]


def test_help_stays_while_the_pointer_is_on_it_and_goes_with_escape(open_fixture: OpenFixture) -> None:
    page = ready(open_fixture("my turn"))
    page.locator("#h-RS-1").hover()
    box = box_of(shown(page))
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
    page.wait_for_timeout(HELD_MS)
    expect(shown(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(shown(page)).to_have_count(0)


def test_a_refusal_is_not_covered_by_help(open_fixture: OpenFixture) -> None:
    page = ready(open_fixture("my turn"))
    page.locator("#h-Y4-1").hover()
    shown(page).wait_for()
    page.locator("#h-Y4-1").click()
    expect(page.locator("#message")).to_contain_text("does not fit")
    page.locator("#h-RS-1").hover()
    page.wait_for_timeout(HELD_MS)
    assert page.locator("#message").inner_text()
    expect(shown(page)).to_have_count(0)


def test_a_key_that_does_something_closes_help(open_fixture: OpenFixture) -> None:
    page = ready(open_fixture("my turn"))
    page.locator("#h-R7-1").focus()
    page.keyboard.press("ArrowRight")
    shown(page).wait_for()
    page.keyboard.press("Shift")
    expect(shown(page)).to_be_visible()
    page.keyboard.press("d")
    expect(shown(page)).to_have_count(0)


def test_help_goes_when_the_pointer_leaves(open_fixture: OpenFixture) -> None:
    page = ready(open_fixture("my turn"))
    page.locator("#discards .card").last.hover()
    expect(shown(page)).to_contain_text("It fits on its color")
    page.mouse.move(3, 400)
    expect(shown(page)).to_have_count(0)


def test_the_focus_shows_help_for_the_hand_and_for_both_piles(open_fixture: OpenFixture) -> None:
    page = ready(open_fixture("my turn"))
    page.locator("#h-R7-1").focus()
    page.keyboard.press("ArrowRight")
    expect(shown(page)).to_have_text(SKIP)
    assert page.locator("#h-RS-1").get_attribute("aria-describedby") == "card-help"
    page.locator("#discards").focus()
    expect(shown(page)).to_contain_text("It fits on its color")
    page.locator("#stock").focus()
    expect(shown(page)).to_contain_text("You draw one card.")


def test_a_focus_that_the_page_moves_on_shows_no_help(make_table: MakeTable) -> None:
    hands = "R7 R8 R9 G2 / R1 R2 R3"
    seat = make_table(["Ann", "Bob"], position(f"Official | {hands} | 0 clockwise red | G3 G4 G5 | R5")).open("Ann")
    page = ready(seat.page)
    page.locator("#h-R8-1").focus()
    seat.page.keyboard.press("Enter")
    expect(page.locator("#h-R9-1")).to_be_focused()
    page.wait_for_timeout(HELD_MS)
    expect(shown(page)).to_have_count(0)
    page.keyboard.press("ArrowRight")
    shown(page).wait_for()


def test_a_card_with_help_is_played_with_one_click(open_fixture: OpenFixture) -> None:
    page = ready(open_fixture("my turn"))
    before = version(page)
    page.locator("#h-RS-1").hover()
    expect(shown(page)).to_be_visible()
    page.locator("#h-RS-1").click()
    expect(page.locator("#turn")).not_to_have_attribute("data-version", str(before))
    expect(shown(page)).to_have_count(0)


UNDER_THE_POINTER = "([x, y]) => document.elementFromPoint(x, y).closest('#hand .card')?.id"


def test_a_card_that_comes_to_the_pointer_waits_until_the_pointer_really_moves(open_fixture: OpenFixture) -> None:
    page = ready(open_fixture("my turn"))
    box = box_of(page.locator("#h-RS-1"))
    spot = [box["x"] + 20, box["y"] + 40]
    page.mouse.move(*spot)
    expect(shown(page)).to_have_text(SKIP)
    before = version(page)
    page.mouse.click(*spot)
    expect(page.locator("#turn")).not_to_have_attribute("data-version", str(before))
    page.locator("#h-RS-1").wait_for(state="detached")
    page.wait_for_timeout(HELD_MS)
    assert page.evaluate(UNDER_THE_POINTER, spot)
    expect(shown(page)).to_have_count(0)
    page.mouse.move(spot[0] + 1, spot[1])
    page.wait_for_timeout(HELD_MS)
    expect(shown(page)).to_have_count(0)
    page.mouse.move(spot[0] + 4, spot[1] + 12)
    expect(shown(page)).to_have_count(1)


@pytest.mark.parametrize("size", [DESKTOP, LAPTOP])
def test_help_moves_up_when_the_question_grows(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = ready(open_fixture("my turn", size))
    page.locator("#h-RS-1").hover()
    expect(shown(page)).to_have_text(SKIP)
    page.locator("#asked").evaluate("it => { it.style.minHeight = '7rem'; }")
    page.wait_for_timeout(200)
    help_box, prompt = box_of(shown(page)), box_of(page.locator("#prompt"))
    assert help_box["y"] + help_box["height"] <= prompt["y"]


def press(page: Page, card: Locator, milliseconds: int) -> None:
    box = box_of(card)
    touch = finger_on(page)
    touch("touchStart", (box["x"] + 14, box["y"] + box["height"] / 2))
    page.wait_for_timeout(milliseconds)
    touch("touchEnd")


@pytest.mark.parametrize(("card", "text"), [("#h-RS-1", SKIP), ("#stock", "You draw one card.")])
def test_a_long_press_explains_and_neither_plays_nor_draws(open_fixture: OpenFixture, card: str, text: str) -> None:
    page = ready(open_fixture("my turn", PHONE, has_touch=True, is_mobile=True))
    before = version(page)
    press(page, page.locator(card), HELD_MS)
    expect(shown(page)).to_contain_text(text)
    page.wait_for_timeout(HELD_MS)  # a second press right after it would be a double click
    assert version(page) == before
    press(page, page.locator(card), 40)
    expect(page.locator("#turn")).not_to_have_attribute("data-version", str(before))
    expect(shown(page)).to_have_count(0)


def test_help_goes_when_the_result_comes(make_table: MakeTable) -> None:
    start = '{"score_limit": "one_round"} | B1 B2 / R7 / G9 | 1 clockwise red | G1 G2 | R1'
    table = make_table(["Ann", "Bob", "Cleo"], position(start))
    ann, bob = table.open("Ann"), table.open("Bob")
    ann.card("blue 1").hover(position=in_sight(ann.card("blue 1")))
    expect(ann.page.locator("#card-help")).to_be_visible()
    bob.plays("red 7")
    expect(ann.page.locator("#end.over")).to_be_visible()
    expect(ann.page.locator("#card-help")).to_be_hidden()
