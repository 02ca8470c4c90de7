"""A hand that is wider than the window says so, and shows the cards that can be played."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from games.devtools.fixtures import Fixture, build_state
from tests.browser.conftest import MakeTable, OpenFixture
from tests.browser.seats import box_of, finger_on, wait_for_script
from tests.browser.tables import position
from tests.conftest import DESKTOP, PHONE

pytestmark = pytest.mark.once  # what a browser shows of a game is the same whatever keeps it

TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""After these, the page has been told that its hand was scrolled."""


IN_SIGHT = """() => {
    const hand = document.getElementById("hand").getBoundingClientRect();
    const boxes = [...document.querySelectorAll("#hand .card")].map(card => [card, card.getBoundingClientRect()]);
    const end = index => boxes[index + 1]?.[1].left ?? boxes[index][1].right;
    return boxes.filter(([card, box], index) =>
        card.matches(".can") && box.left >= hand.left - 2 && end(index) <= hand.right + 2
    ).map(([card]) => card.ariaLabel);
}"""
SAYS_HOW_MANY = f"""() => {{
    const hidden = document.querySelectorAll("#hand .can").length - ({IN_SIGHT})().length;
    return document.querySelector(".more.after").textContent === `${{hidden}} more playable →`;
}}"""


def cards_in_sight(page: Page) -> list[str]:
    """The names of the playable cards of which all that the next card does not cover can be seen."""
    names: list[str] = page.evaluate(IN_SIGHT)
    return names


@pytest.mark.parametrize("size", [(1024, 768), PHONE])
def test_a_sign_counts_playable_cards_out_of_sight_and_leads_to_them(
    open_fixture: OpenFixture, size: tuple[int, int]
) -> None:
    page = open_fixture("thirty cards", size, reduced_motion="reduce")
    seen, total = cards_in_sight(page), page.locator("#hand .can").count()
    assert 0 < len(seen) < total
    sign = page.locator(".more.after")
    page.wait_for_function(SAYS_HOW_MANY)
    assert not page.locator(".more.before").is_visible()
    while sign.is_visible():
        sign.click()
        page.evaluate(TWO_FRAMES)
    assert "Wild Draw Four, playable" in cards_in_sight(page)
    assert "more playable" in page.locator(".more.before").inner_text()


PARTS_IN_SIGHT = """cards => cards.slice(1).map((card, index) =>
    (card.getBoundingClientRect().left - cards[index].getBoundingClientRect().left) / cards[index].offsetWidth)"""
NUMBER = 0.36
"""The part of a card's width in which its number is."""


@pytest.mark.parametrize("size", [DESKTOP, (1366, 768), (1920, 1080), (2560, 1440), PHONE])
def test_each_card_of_a_large_hand_shows_its_number(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("thirty cards", size)
    parts = page.locator("#hand .card").evaluate_all(PARTS_IN_SIGHT)
    assert len(parts) == 29
    assert min(parts) > NUMBER - 0.005


def test_a_finger_that_begins_on_a_sign_moves_the_hand(open_fixture: OpenFixture) -> None:
    page = open_fixture("thirty cards", PHONE, has_touch=True, is_mobile=True)
    wait_for_script(page, "offscreen")
    touch, sign = finger_on(page), box_of(page.locator(".more.after"))
    x, y = sign["x"] + sign["width"] / 2, sign["y"] + sign["height"] / 2
    before = page.locator("#hand").evaluate("hand => hand.scrollLeft")
    touch("touchStart", (x, y))
    for moved in (20, 60, 120):
        touch("touchMove", (x - moved, y))
    touch("touchEnd")
    page.evaluate(TWO_FRAMES)
    assert page.locator("#hand").evaluate("hand => hand.scrollLeft") == before + 120


@pytest.mark.parametrize("size", [(375, 812), PHONE, (412, 915)])
def test_a_hand_of_eleven_cards_fits_a_phone(make_table: MakeTable, size: tuple[int, int]) -> None:
    hand = " ".join(f"Y{sign}" for sign in "0123456789S")
    page = (
        make_table(["Ann", "Bob"], position(f"Official | {hand} / R5 | 0 clockwise red | B1 B2 | R8"))
        .open("Ann", size)
        .page
    )
    first, last = (box_of(page.locator(f"#hand .card:{one}")) for one in ("first-child", "nth-child(11)"))
    assert first["x"] >= 8
    assert last["x"] + last["width"] <= size[0]


def test_a_hand_stays_where_it_is_after_a_drawn_card_was_kept(make_table: MakeTable) -> None:
    hand = " ".join(f"{color}{number}" for color in "YG" for number in range(1, 10))
    state = position(f"Official | R3 {hand} / R5 Y6 G1 | 0 clockwise red | B1 B2 B3 B4 B5 B6 W | R8")
    ann = make_table(["Ann", "Bob"], state).open("Ann", PHONE)
    ann.page.locator("#hand").evaluate("hand => hand.scrollTo({ left: hand.scrollWidth, behavior: 'instant' })")
    ann.presses("Draw a card")
    ann.is_asked("Play")
    drawn = ann.page.locator("#hand").evaluate("hand => hand.scrollLeft")
    ann.presses("Keep it")
    ann.is_asked("Bob’s turn")
    assert ann.page.locator("#hand").evaluate("hand => hand.scrollLeft") == drawn != 0


def test_a_card_that_could_jump_in_is_in_sight(open_fixture: OpenFixture) -> None:
    page = open_fixture("a jump-in with fifteen cards", PHONE)
    card = page.locator("#hand .can")
    assert card.get_attribute("aria-label") == "blue 9, jump in"
    box = box_of(card)
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE[0]


def test_a_hand_that_fits_has_no_signs(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", PHONE)
    expect(page.locator(".more:visible")).to_have_count(0)


def test_where_nothing_marks_what_can_be_played_the_signs_do_not_either(open_fixture: OpenFixture) -> None:
    page = open_fixture("thirty cards", PHONE, reduced_motion="reduce")
    sign = page.locator(".more.after")
    expect(sign).to_have_text(re.compile(r"^\d+ more playable →$"))
    page.locator("#hand").evaluate(
        "hand => { hand.classList.remove('hints'); hand.dispatchEvent(new Event('scroll')); }"
    )
    expect(sign).to_have_text(re.compile(r"^\d+ more →$"))
    expect(sign).not_to_have_class(re.compile("can"))


@pytest.mark.parametrize("size", [(2560, 1440), PHONE])
def test_a_row_of_cards_fades_out_where_it_goes_on(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("thirty cards", size, reduced_motion="reduce")
    hand = page.locator("#hand")
    if size != PHONE:
        assert hand.evaluate("it => it.scrollWidth <= it.clientWidth"), "so large a window has room for all of them"
        assert fades(hand) == []
        return
    assert fades(hand) == ["after"]
    hand.evaluate("it => { it.scrollLeft = 300; }")
    page.evaluate(TWO_FRAMES)
    assert fades(hand) == ["before", "after"]
    hand.evaluate("it => { it.scrollLeft = it.scrollWidth; }")
    page.evaluate(TWO_FRAMES)
    assert fades(hand) == ["before"]


def fades(hand: Locator) -> list[str]:
    """The ends at which a hand fades out."""
    style = hand.evaluate(
        "it => [getComputedStyle(it).maskImage, ...['--from', '--to'].map(name => "
        "getComputedStyle(it).getPropertyValue(name).trim())]"
    )
    mask, before, after = style
    return [name for name, width in (("before", before), ("after", after)) if mask != "none" and width]


@pytest.mark.parametrize(("cards", "size"), [(24, DESKTOP), (30, (1920, 1080))])
def test_a_hand_of_many_cards_is_above_its_plate(make_table: MakeTable, cards: int, size: tuple[int, int]) -> None:
    page = make_table(["Ann", "Hard"], build_state(Fixture(hands=f"{cards} / 4"))).open("Ann", size).page
    hand = [box_of(card) for card in page.locator("#hand .card").all()]
    plate = box_of(page.locator(".seat.me"))
    assert len(hand) == cards
    middle = (hand[0]["x"] + hand[-1]["x"] + hand[-1]["width"]) / 2
    assert abs(middle - plate["x"] - plate["width"] / 2) < 8


# The last card is the only one that fits, and the first one is still on its way.
LAND_IN_A_LARGE_HAND = """() => {
    const hand = document.getElementById("hand"), cards = [...hand.querySelectorAll(".card")];
    for (const card of cards.slice(0, -1)) card.classList.remove("can");
    hand.scrollTo({ left: 0, behavior: "instant" });
    cards[0].classList.add("in-flight");
    window.flight = cards[0].animate([{ opacity: 1 }, { opacity: 1 }], 600_000);
    offscreen.showOffscreenCards([]);
    return hand.scrollLeft;
}"""


def test_a_hand_scrolls_to_a_playable_card_when_new_cards_have_landed(open_fixture: OpenFixture) -> None:
    """If it moved under them, they would come from a wrong place."""
    page = open_fixture("thirty cards", PHONE, reduced_motion="no-preference")
    wait_for_script(page, "offscreen")
    assert page.evaluate(LAND_IN_A_LARGE_HAND) == 0
    page.evaluate(TWO_FRAMES)
    assert page.evaluate("document.getElementById('hand').scrollLeft") == 0
    page.evaluate("flight.finish()")
    page.wait_for_function("() => document.querySelector('#hand .can').getBoundingClientRect().right <= innerWidth")
