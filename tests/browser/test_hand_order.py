"""Players reorder their hand by mouse, touch and keyboard, and the order is kept. A card dragged up is played."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import MakeTable, OpenFixture
from tests.browser.seats import box_of, finger_on, wait_for_script
from tests.browser.tables import position
from tests.conftest import PHONE

pytestmark = pytest.mark.once  # what a browser shows of a game is the same whatever keeps it

DROPPED = """() => {
    const card = document.querySelector("#hand .moving");
    const { x: clientX, y: clientY } = card.getBoundingClientRect();
    dispatchEvent(new PointerEvent("pointerup", { isPrimary: true, clientX, clientY }));
    return card.style.transform;
}"""
"""Let a card go, and return where it waits to fly on from."""
MOVED = "version => document.getElementById('turn').dataset.version !== version"


def hand(page: Page) -> list[str]:
    return [
        name.removeprefix("h-")[:-2] for name in page.locator("#hand .card").evaluate_all("all => all.map(c => c.id)")
    ]


def middle(page: Page, card: str) -> tuple[float, float]:
    box = box_of(page.locator(f"#h-{card}-1"))
    return box["x"] + 12, box["y"] + box["height"] / 2


def test_a_card_is_dragged_to_another_place_and_not_played(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", reduced_motion="reduce")
    wait_for_script(page, "drag")
    assert hand(page) == ["R7", "RS", "Y4", "YD", "G2", "GR", "B9"]
    version = page.locator("#turn").get_attribute("data-version")
    page.mouse.move(*middle(page, "R7"))
    page.mouse.down()
    page.mouse.move(*middle(page, "GR"), steps=6)
    page.mouse.up()
    moved = hand(page)
    assert moved.index("R7") in (4, 5)
    assert page.locator("#turn").get_attribute("data-version") == version
    page.reload()
    assert hand(page) == moved


def test_the_order_survives_a_move_and_what_is_drawn_lies_at_the_end(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn")
    page.locator("#h-B9-1").focus()
    for _ in range(2):
        page.keyboard.press("Shift+ArrowLeft")
    assert hand(page) == ["R7", "RS", "Y4", "YD", "B9", "G2", "GR"]
    assert page.evaluate("document.activeElement.id") == "h-B9-1"
    assert "place 5 of 7" in page.locator("#live").inner_text()
    version = page.locator("#turn").get_attribute("data-version")
    page.keyboard.press("d")
    page.wait_for_function(MOVED, arg=version)
    assert hand(page)[:7] == ["R7", "RS", "Y4", "YD", "B9", "G2", "GR"]
    assert len(hand(page)) == 8
    page.keyboard.press("?")
    page.get_by_role("button", name="Sort my hand").click()
    page.locator("#help").wait_for(state="hidden")
    assert hand(page).index("B9") > hand(page).index("GR")


def test_the_order_goes_with_the_hand_that_it_was_made_for(make_table: MakeTable) -> None:
    start = "Party | R7 B2 G4 B1 / Y5 G4 B2 B1 | 0 clockwise red | G1 G2 G5 | R9"
    table = make_table(["Ann", "Bob"], position(start))
    ann = table.open("Ann")
    ann.page.locator("#h-G4-1").focus()
    ann.page.keyboard.press("Shift+ArrowRight")
    ann.page.keyboard.press("Shift+ArrowRight")
    assert hand(ann.page) == ["R7", "B1", "B2", "G4"]
    ann.plays("red 7")
    ann.does(ann.page.get_by_role("button", name="Swap hands with Bob"))
    assert hand(ann.page) == hand(table.open("Ann").page) == ["Y5", "G4", "B1", "B2"]
    ann.page.reload()
    assert hand(ann.page) == ["Y5", "G4", "B1", "B2"]


def test_a_finger_moves_a_card_after_resting_on_it_and_scrolls_otherwise(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    wait_for_script(page, "drag")
    touch = finger_on(page)
    start, goal = middle(page, "R7"), middle(page, "GR")
    touch("touchStart", start)
    page.locator("#h-R7-1.moving").wait_for()
    for part in (0.3, 0.6, 1):
        touch("touchMove", (start[0] + (goal[0] - start[0]) * part, start[1]))
    touch("touchEnd")
    page.locator(".moving").wait_for(state="detached")
    assert hand(page).index("R7") in (4, 5)
    before = hand(page)
    touch("touchStart", goal)
    touch("touchMove", start)
    touch("touchEnd")
    assert hand(page) == before


def pull_up(page: Page, card: str, heights: float) -> None:
    """Drag a card up by so many of its own heights with the mouse, without letting it go."""
    x, y = middle(page, card)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 5, y - box_of(page.locator(f"#h-{card}-1"))["height"] * heights, steps=6)


def test_a_card_that_is_dragged_up_is_played_from_there(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn")
    wait_for_script(page, "drag")
    before, version = box_of(page.locator("#h-R7-1")), page.locator("#turn").get_attribute("data-version")
    pull_up(page, "R7", 0.4)
    assert not page.locator(".playing").count()
    page.mouse.move(before["x"] + 12, before["y"] - before["height"] * 0.8)
    assert box_of(page.locator("#h-R7-1.playing"))["y"] < before["y"] - before["height"]
    assert page.evaluate(DROPPED) != ""
    page.wait_for_function(MOVED, arg=version)
    assert "R7" not in hand(page)
    page.locator("#log li", has_text="You play red 7.").wait_for()


def test_a_card_that_is_not_dragged_far_enough_is_not_played(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", reduced_motion="reduce")
    wait_for_script(page, "drag")
    version, before = page.locator("#turn").get_attribute("data-version"), hand(page)
    pull_up(page, "R7", 0.4)
    page.mouse.up()
    page.locator(".moving").wait_for(state="detached")
    assert page.locator("#turn").get_attribute("data-version") == version
    assert hand(page) == before


def test_a_click_that_slips_a_little_plays_the_card(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", reduced_motion="reduce")
    wait_for_script(page, "drag")
    version = page.locator("#turn").get_attribute("data-version")
    x, y = middle(page, "R7")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 4, y - 12, steps=3)
    page.mouse.up()
    page.wait_for_function(MOVED, arg=version)
    assert "R7" not in hand(page)


def test_after_a_drag_what_lies_beside_the_table_can_be_pressed(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    wait_for_script(page, "drag")
    touch = finger_on(page)
    touch("touchStart", middle(page, "R7"))
    page.locator("#h-R7-1.moving").wait_for()
    touch("touchEnd")
    page.get_by_role("link", name="Chat").tap()
    page.locator("#say").wait_for()


@pytest.mark.parametrize("size", [PHONE, (820, 1180), (320, 568)])
def test_a_dragged_card_is_seen_up_to_the_piles(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("my turn", size, reduced_motion="reduce")
    wait_for_script(page, "drag")
    piles = box_of(page.locator("#stock"))
    page.mouse.move(*middle(page, "R7"))
    page.mouse.down()
    page.mouse.move(piles["x"] + 20, piles["y"] + 20, steps=6)
    assert box_of(page.locator(".moving"))["y"] < piles["y"]
    assert page.evaluate(
        "([x, y]) => Boolean(document.elementFromPoint(x, y).closest('.moving'))", [piles["x"] + 20, piles["y"] + 20]
    )


LIGHT = "getComputedStyle(document.querySelector('#discards > :last-child')).boxShadow"


def test_the_pile_lights_up_only_for_a_card_that_fits(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", reduced_motion="reduce")
    wait_for_script(page, "drag")
    for card, lights in (("Y4", False), ("R7", True)):
        assert page.evaluate(LIGHT) == "none"
        pull_up(page, card, 1)
        assert (page.evaluate(LIGHT) != "none") is lights
        page.mouse.up()


def test_a_card_that_does_not_fit_says_why_and_returns(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", reduced_motion="reduce")
    wait_for_script(page, "drag")
    before = box_of(page.locator("#h-Y4-1"))
    pull_up(page, "Y4", 1)
    assert page.evaluate(DROPPED) == "", "it does not wait where it was dropped"
    page.mouse.up()
    page.locator("#message", has_text="yellow 4").wait_for()
    page.mouse.move(5, 5)
    back = "([id, y]) => Math.abs(document.getElementById(id).getBoundingClientRect().y - y) < 1"
    page.wait_for_function(back, arg=["h-Y4-1", before["y"]])


def test_a_dragged_wild_returns_while_its_color_is_asked_for(open_fixture: OpenFixture) -> None:
    page = open_fixture("thirty cards", reduced_motion="reduce")
    wait_for_script(page, "drag")
    wild = page.locator("#hand .card.can[aria-label^=Wild]").last
    wild.scroll_into_view_if_needed()
    name = str(wild.get_attribute("id")).removeprefix("h-")[:-2]
    pull_up(page, name, 1)
    page.mouse.up()
    page.locator("#picker").wait_for()
    page.wait_for_function("() => ![...document.querySelectorAll('#hand .card')].some((card) => card.style.transform)")


def test_a_finger_that_moves_up_plays_a_card_at_once(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    wait_for_script(page, "drag")
    touch, version = finger_on(page), page.locator("#turn").get_attribute("data-version")
    x, y = middle(page, "R7")
    touch("touchStart", (x, y))
    for way in (15, 40, 70, 100):
        touch("touchMove", (x, y - way))
    page.locator("#h-R7-1.moving.playing").wait_for()
    touch("touchEnd")
    page.wait_for_function(MOVED, arg=version)
    assert "R7" not in hand(page)


def test_thirty_cards_can_all_be_reached_on_a_phone(open_fixture: OpenFixture) -> None:
    page = open_fixture("thirty cards", PHONE, reduced_motion="reduce")
    cards = page.locator("#hand .card")
    assert cards.count() == 30
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    strips = cards.evaluate_all("all => all.slice(1).map((c, n) => c.offsetLeft - all[n].offsetLeft)")
    assert min(strips) >= 32
    last = page.get_by_role("button", name="Wild Draw Four").last
    last.scroll_into_view_if_needed()
    last.click(position={"x": 10, "y": 30})
    page.locator("#picker").wait_for()


def test_a_card_that_rises_under_the_pointer_is_the_card_that_a_click_plays(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position("Official | R1 R2 R3 R4 R5 / Y5 | 0 clockwise red | G1 G2 | R9"))
    ann = table.open("Ann")
    card = box_of(ann.page.locator("#h-R3-1"))
    ann.page.mouse.move(card["x"] + 15, card["y"] + card["height"] - 5)
    lifted = "before => document.getElementById('h-R3-1').getBoundingClientRect().y < before"
    ann.page.wait_for_function(lifted, arg=card["y"] - 10)
    before = ann.version
    ann.page.mouse.down()
    ann.page.mouse.up()
    ann.waits_for_more_than(before)
    ann.reads("You play red 3.")


def test_a_card_under_the_pointer_leaves_its_neighbor_to_be_pointed_at(make_table: MakeTable) -> None:
    hand = "R1 R2 R3 R4 R5 R6 R7 R8 R9 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 B1 B2"
    page = (
        make_table(["Ann", "Bob"], position(f"Official | {hand} / Y5 | 0 clockwise red | G1 G2 | R9")).open("Ann").page
    )
    for name in ("R5", "R6", "R7"):
        page.locator(f"#h-{name}-1").hover(position={"x": 12, "y": 30}, timeout=5000)
        page.locator(f"#h-{name}-1").evaluate("it => it.getAnimations().forEach(one => one.finish())")
