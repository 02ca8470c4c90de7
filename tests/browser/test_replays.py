"""Replays in the browser: steps by mouse and keys, playback, the slider, the chart, and the history of the browser."""

import re
from itertools import product
from random import Random

import pytest
from playwright.sync_api import Page, expect

from games.devtools.fixtures import Fixture, build_state
from games.models import Game
from tests.browser import tables
from tests.browser.boxes import problems_at
from tests.browser.conftest import MakeTable
from tests.browser.seats import box_of, overlap, wait_for_late_styles
from tests.browser.tables import CHARACTERS, LiveTable, dealt
from tests.conftest import DESKTOP, PHONE, OpenPage
from tests.history.conftest import Played, play_on

pytestmark = pytest.mark.once

SIZES = [DESKTOP, (1366, 650), PHONE]
NARROWEST = (320, 568)
FITTING = (
    NARROWEST, (568, 320), (375, 553), (375, 667), (375, 812), PHONE, (844, 390), (820, 1180), (960, 540), (962, 601),
    (1024, 600), (1024, 690), (1024, 768), (1024, 1366), (1280, 720), DESKTOP, (1366, 650), (1920, 1080),
)  # fmt: skip
STATE = {"score_limit": "200", "hand_size": 3}


@pytest.fixture
def game(make_table: MakeTable) -> tuple[LiveTable, str]:
    """A match of Ann, Bob and two bots that is over, and the address of its replay."""
    return finished(make_table(["Ann", "Hard", "Bob", "Hard"], dealt("Official", 4, 11, **STATE)))


def finished(table: LiveTable) -> tuple[LiveTable, str]:
    def finish() -> str:
        found = Game.objects.get(table__code=table.code)
        Game.objects.filter(pk=found.pk).update(due_at=None)
        play_on(Played(found, {}), Random(3), 3000, watched=False)
        return found.public_id

    return table, f"/g/{table.site.within(finish)}/"


def open_replay(game: tuple[LiveTable, str], at: str = "", size: tuple[int, int] = DESKTOP, **options: object) -> Page:
    table, address = game
    state = tables.session_state(table.site, table.sessions["Ann"])
    merged = {"base_url": table.site.url, "reduced_motion": "reduce", "storage_state": state} | options
    page = table.open_page("", size, **merged)  # type: ignore[arg-type]
    page.goto(address + at)
    return page


def is_at(page: Page, number: int, n: int) -> None:
    """Wait until the page shows this position, and its address says so."""
    expect(page.locator("#steps")).to_have_attribute("data-n", str(n))
    expect(page.locator("#steps")).to_have_attribute("data-round", str(number))
    expect(page).to_have_url(re.compile(rf"/{number}/{n}\?seat="))
    expect(page.locator("#moves [aria-current]")).to_have_attribute("id", f"m{n}")


def last_of(page: Page) -> int:
    return int(page.locator("#steps").get_attribute("data-last") or 0)


def test_keys_lead_through_the_match(game: tuple[LiveTable, str]) -> None:
    page = open_replay(game)
    for key, number, n in (("ArrowRight", 1, 1), ("ArrowRight", 1, 2), ("ArrowLeft", 1, 1)):
        page.keyboard.press(key)
        is_at(page, number, n)
    last = last_of(page)
    page.keyboard.press("End")
    is_at(page, 1, last)
    page.keyboard.press("ArrowRight")
    is_at(page, 2, 0)
    page.keyboard.press("ArrowUp")
    is_at(page, 1, 0)
    page.keyboard.press("ArrowDown")
    is_at(page, 2, 0)
    page.keyboard.press("ArrowLeft")
    is_at(page, 1, last)
    page.keyboard.press("Home")
    is_at(page, 1, 0)
    page.get_by_role("link", name="Round 2").click()
    is_at(page, 2, 0)
    expect(page.locator("#rounds [aria-current]")).to_have_text("2")


def test_the_browsers_history_leads_back(game: tuple[LiveTable, str]) -> None:
    page = open_replay(game)
    page.locator("#to-forward").click()
    is_at(page, 1, 1)
    page.locator("#m5").click()
    is_at(page, 1, 5)
    page.go_back()
    is_at(page, 1, 1)
    page.reload()
    is_at(page, 1, 1)


def test_playback_steps_and_pauses_by_itself(game: tuple[LiveTable, str]) -> None:
    page = open_replay(game)
    page.locator("#speed").select_option("4")
    steps = page.evaluate("history.length")
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_text("Pause")
    expect(page.locator("#steps")).to_have_attribute("data-n", "3")
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_text("Play")
    assert page.evaluate("history.length") == steps
    stopped = page.locator("#steps").get_attribute("data-n")
    page.wait_for_timeout(1200)
    assert page.locator("#steps").get_attribute("data-n") == stopped


def test_playback_ends_at_the_end(game: tuple[LiveTable, str]) -> None:
    page = open_replay(game)
    number = 1
    while page.locator("#to-next[href]").count():
        page.keyboard.press("ArrowDown")
        number += 1
        is_at(page, number, 0)
    page.keyboard.press("End")
    expect(page.locator("#end.over")).to_be_visible()
    page.keyboard.press(" ")
    expect(page.locator("#play")).to_have_text("Play")


def test_the_slider_and_the_chart_lead_anywhere(game: tuple[LiveTable, str]) -> None:
    page = open_replay(game)
    last = last_of(page)
    page.locator("#slider").fill(str(last - 2))
    is_at(page, 1, last - 2)
    box = box_of(page.locator("#chart .lines"))
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    is_at(page, 1, round(last / 2))
    assert abs(float(page.locator("#chart-now").get_attribute("x1") or 0) - 150) < 300 / last
    assert page.locator("#slider").input_value() == str(round(last / 2))


def test_cards_are_as_they_were(game: tuple[LiveTable, str]) -> None:
    """What steps show is what the whole page shows at the same position."""
    page = open_replay(game)
    for _ in range(7):
        page.locator("#to-forward").click()
    is_at(page, 1, 7)
    shown = page.locator("#table").aria_snapshot()
    assert "Discard" in shown or "Draw pile" in shown
    page.reload()
    assert page.locator("#table").aria_snapshot() == shown


def test_tab_stops_once_in_the_list_of_moves(game: tuple[LiveTable, str]) -> None:
    page = open_replay(game)
    page.keyboard.press("ArrowRight")
    is_at(page, 1, 1)
    assert page.evaluate("[...document.querySelectorAll('#moves a')].filter(a => a.tabIndex >= 0).map(a => a.id)") == [
        "m1"
    ]
    page.locator(".follows[aria-label=Moves]").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    is_at(page, 1, 2)
    expect(page.locator("#m2")).to_be_focused()


def test_on_a_phone_a_move_of_the_list_is_shown_at_once(game: tuple[LiveTable, str]) -> None:
    page = open_replay(game, "1/0?seat=0", PHONE)
    page.locator("#m9").click()
    is_at(page, 1, 9)
    expect(page.locator("#discards")).to_be_in_viewport(ratio=1)
    expect(page.locator("#play")).to_be_in_viewport(ratio=1)


def test_another_viewpoint_stays_at_the_position(game: tuple[LiveTable, str]) -> None:
    page = open_replay(game)
    page.keyboard.press("ArrowRight")
    is_at(page, 1, 1)
    page.get_by_role("link", name="All hands").click()
    expect(page).to_have_url(re.compile(r"/1/1\?seat=all"))
    expect(page.locator(".seat .open")).to_have_count(4)


@pytest.mark.parametrize("size", [(1024, 600), (1280, 800)])
def test_in_a_low_window_the_viewpoint_and_the_move_are_in_sight(
    game: tuple[LiveTable, str], size: tuple[int, int]
) -> None:
    page = open_replay(game, "1/9?seat=3", size)
    views = page.locator("#views")
    views.evaluate("views => views.append(...[1, 2, 3].map(() => views.firstElementChild.cloneNode(true)))")
    for end in (0, 1000):
        views.evaluate("(views, end) => views.scrollTo(end, 0)", end)
        expect(views.locator("[aria-current]")).to_be_in_viewport(ratio=1)
    expect(page.locator("#moves [aria-current]")).to_be_in_viewport(ratio=1)
    assert box_of(page.locator(".follows"))["height"] >= 64


def test_nothing_on_the_table_can_be_pressed(game: tuple[LiveTable, str]) -> None:
    page = open_replay(game, "1/3?seat=0")
    assert page.locator("#table button:not(:disabled)").count() == 0
    assert page.locator("#table a").count() == 0


def test_it_works_without_javascript(game: tuple[LiveTable, str]) -> None:
    page = open_replay(game, java_script_enabled=False)
    page.locator("#to-forward").click()
    expect(page).to_have_url(re.compile(r"/1/1\?seat=0"))
    page.locator("#m6").click()
    expect(page).to_have_url(re.compile(r"/1/6\?seat=0"))
    assert not page.locator("#play").is_visible()
    assert page.locator("#hand .card").count() > 0


def test_sharing_and_revoking(game: tuple[LiveTable, str], open_page: OpenPage) -> None:
    page = open_replay(game)
    page.get_by_text("Share", exact=True).click()
    page.get_by_role("button", name="Create a link").click()
    expect(page.locator("#share-link")).to_be_in_viewport()
    link = page.locator("#share-link").input_value()
    page.evaluate("() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; }")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("copied") == link
    stranger = open_page(link[len(game[0].site.url) :])
    expect(stranger.locator("h1")).to_contain_text("won against")
    stranger.keyboard.press("ArrowRight")
    expect(stranger.locator("#steps")).to_have_attribute("data-n", "1")
    page.get_by_role("button", name="Revoke the link").click()
    expect(page.get_by_text("does not open the replay any more")).to_be_visible()
    response = stranger.goto(link[len(game[0].site.url) :])
    assert response
    assert response.status == 410
    open_page.console_errors.clear()


def test_playing_on(game: tuple[LiveTable, str]) -> None:
    page = open_replay(game)
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    is_at(page, 1, 4)
    cards = page.locator("#hand .card").count()
    page.get_by_role("link", name="Play on from here").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile("/t/.*/game/"))
    expect(page.locator("#hand .card")).to_have_count(cards)
    expect(page.get_by_role("link", name="a replay")).to_be_attached()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("viewpoint", ["0", "all"])
def test_everything_fits(game: tuple[LiveTable, str], size: tuple[int, int], viewpoint: str) -> None:
    page = open_replay(game, f"1/6?seat={viewpoint}", size)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= size[0]
    controls = [box_of(one) for one in page.locator(".controls > *").all()]
    for box in controls:
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]
        assert box["y"] + box["height"] <= size[1]
        assert min(box["width"], box["height"]) >= 40
    pile = box_of(page.locator("#discards"))
    for seat in page.locator(".seat:not(.me)").all():
        if seat.is_visible():
            assert not overlap(box_of(seat.locator(".face")), pile)
    asked = page.locator("#asked")
    assert size == PHONE or not overlap(box_of(asked), box_of(page.locator("#steps")))


@pytest.mark.parametrize("seats", [2, 4, 5, 6, 7, 10])
def test_nothing_overlaps_or_is_cut_off(make_table: MakeTable, seats: int) -> None:
    game = finished(
        make_table(["Ann", *CHARACTERS[: seats - 1]], dealt("Official", seats, 11, score_limit="one_round"))
    )
    page = open_replay(game)
    found = {}
    for viewpoint, position in product(("0", "all"), (0, 8)):
        page.goto(f"{game[1]}1/{position}?seat={viewpoint}")
        assert box_of(page.locator(".replay"))["y"] == box_of(page.locator(".bar"))["height"]
        found[viewpoint, position] = problems_at(page, FITTING)
    assert {at: wrong for at, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("cards", [13, 24, 40])
def test_all_of_a_large_hand_is_in_sight(make_table: MakeTable, cards: int) -> None:
    game = finished(make_table(["Ann", "Hard", "Hard"], build_state(Fixture(hands=f"{cards} / 4 / 4"))))
    page = open_replay(game, "1/0?seat=0")
    assert page.locator("#hand .card").count() == cards
    assert problems_at(page, FITTING) == {}


@pytest.mark.parametrize("size", [(568, 320), (667, 375), (844, 390), NARROWEST, PHONE, DESKTOP])
def test_where_a_replay_is_can_be_read_at_once(game: tuple[LiveTable, str], size: tuple[int, int]) -> None:
    where = open_replay(game, "1/6?seat=0", size).locator("#steps .where")
    assert where.evaluate("""where => {
        const { left, top, height } = where.getBoundingClientRect();
        return document.elementFromPoint(left + 10, top + height / 2) === where;
    }""")


@pytest.mark.parametrize("size", [DESKTOP, (1366, 650), (1024, 600), (1920, 1080)])
def test_the_verdict_of_a_challenge_lies_above_the_steps(game: tuple[LiveTable, str], size: tuple[int, int]) -> None:
    page = open_replay(game, "1/6?seat=0", size)
    wait_for_late_styles(page)
    page.locator(".table").evaluate("""table => {
        const words = "You challenge Resourceful Salamander and are right: they held yellow.";
        const scene = Object.assign(document.createElement("div"), { className: "challenge" });
        scene.append(Object.assign(document.createElement("p"), { textContent: words }));
        table.append(scene);
    }""")
    scene, steps = box_of(page.locator(".challenge")), box_of(page.locator("#steps"))
    assert scene["y"] + scene["height"] <= steps["y"]


def test_a_replay_offers_no_colors(game: tuple[LiveTable, str]) -> None:
    page = open_replay(game, "1/6?seat=0")
    shown = page.locator(".table").evaluate("""table => {
        table.append(Object.assign(document.createElement("div"), { className: "picker" }));
        return getComputedStyle(table.querySelector(".picker")).display;
    }""")
    assert shown == "none"


@pytest.mark.parametrize("width", [970, 1024, 1180])
def test_beside_the_panel_the_controls_leave_room_for_words(game: tuple[LiveTable, str], width: int) -> None:
    page = open_replay(game, "1/6?seat=0", (width, 768))
    assert box_of(page.locator("#steps .where"))["height"] < 40
    assert is_inside(page, "#steps .tools")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def is_inside(page: Page, selector: str) -> bool:
    """Whether all that is in these elements is within the steps."""
    steps = box_of(page.locator("#steps"))
    boxes = [box_of(one) for one in page.locator(f"{selector} > *").all()]
    return all(box["x"] >= steps["x"] and box["x"] + box["width"] <= steps["x"] + steps["width"] for box in boxes)


def test_the_hand_is_seen_at_every_size_that_the_window_gets(game: tuple[LiveTable, str]) -> None:
    page = open_replay(game, "1/6?seat=0")
    for size in ((820, 1180), (1180, 820), PHONE, DESKTOP):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for card in page.locator("#hand .card").all():
            assert box_of(card)["width"] > 20, size


def test_the_controls_fit_the_narrowest_phone(game: tuple[LiveTable, str]) -> None:
    page = open_replay(game, "1/6?seat=all", NARROWEST)
    assert page.evaluate("document.documentElement.scrollWidth") == NARROWEST[0]
    for one in page.locator(".controls > *").all():
        box = box_of(one)
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= NARROWEST[0]


@pytest.mark.parametrize("size", [PHONE, (430, 932), (820, 1180)])
def test_on_tall_screens_the_buttons_never_move_and_cover_no_card(
    game: tuple[LiveTable, str], size: tuple[int, int]
) -> None:
    page = open_replay(game, "1/0?seat=0", size)
    controls = page.locator(".controls")
    places = set()
    for number in range(1, 9):
        places.add(box_of(controls)["y"])
        plate = box_of(page.locator(".seat.me"))
        assert plate["y"] + plate["height"] <= box_of(page.locator("#steps"))["y"]
        page.keyboard.press("ArrowRight")
        page.wait_for_url(f"**/1/{number}?*")
    assert len(places) == 1


@pytest.mark.parametrize("size", [(844, 390), (667, 375), (568, 320)])
def test_low_and_wide_screens_show_the_table_and_the_buttons_at_once(
    game: tuple[LiveTable, str], size: tuple[int, int]
) -> None:
    page = open_replay(game, "1/6?seat=0", size)
    controls, pile = box_of(page.locator(".controls")), box_of(page.locator("#discards"))
    assert controls["y"] + controls["height"] <= size[1]
    assert pile["y"] + pile["height"] <= controls["y"]
    seats = [box_of(one) for one in page.locator(".seat:not(.me) .name").all()]
    for card in map(box_of, page.locator("#hand .card").all()):
        assert card["y"] + card["height"] <= controls["y"]
        assert not any(overlap(card, other) for other in (pile, *seats))


@pytest.mark.parametrize("size", [NARROWEST, (360, 640), (375, 667)])
def test_the_buttons_lie_below_the_hand_and_stay_in_sight(game: tuple[LiveTable, str], size: tuple[int, int]) -> None:
    page = open_replay(game, size=size)
    controls = page.locator(".controls")
    for card in page.locator("#hand .card").all():
        assert box_of(card)["y"] + box_of(card)["height"] <= box_of(controls)["y"]
    for _ in range(2):
        expect(controls).to_be_in_viewport(ratio=1)
        page.mouse.wheel(0, 120)
    page.locator("#play-on").scroll_into_view_if_needed()
    expect(page.locator("#play-on")).to_be_in_viewport(ratio=1)
