"""The hints of a first game: small, each once, and never over what a player needs."""

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from games.models import User
from games.people import tips
from tests.browser.conftest import MakeTable, OpenFixture
from tests.browser.seats import box_of, wait_for_script
from tests.browser.tables import LiveTable, position
from tests.conftest import DESKTOP, PHONE

pytestmark = pytest.mark.once  # what a browser shows of a game is the same whatever keeps it

SIZES = (DESKTOP, (1366, 650), (844, 390), PHONE, (600, 960), (820, 1180))
POSITION = "Official | R7 RS G8 B2 / R2 R3 G4 B5 / G1 G2 G3 G4 | 0 clockwise red | G1 G2 G3 G4 G5 G6 | R1"
CALL = "Official | R7 RS / R2 R3 G4 B5 / G1 G2 G3 G4 | 0 clockwise red | G1 G2 G3 G4 G5 G6 | R1"


def shown(page: Page) -> Locator:
    return page.locator("#tip:not([hidden])")


def left_to_ann(table: LiveTable) -> str:
    return table.site.within(lambda: User.objects.get(name="Ann").tips_left)


def first_game(make_table: MakeTable, text: str = POSITION) -> LiveTable:
    table = make_table(["Ann", "Bob", "Cleo"], position(text))
    table.site.within(lambda: User.objects.filter(name="Ann").update(tips_left=tips.ALL))
    return table


def covers(one: Locator, other: Locator) -> bool:
    a, b = box_of(one), box_of(other)
    beside = a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1
    return not beside and a["y"] + a["height"] > b["y"] + 1 and b["y"] + b["height"] > a["y"] + 1


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text", [POSITION, CALL])
def test_a_hint_covers_neither_the_question_nor_a_card(make_table: MakeTable, size: tuple[int, int], text: str) -> None:
    page = first_game(make_table, text).open("Ann", size).page
    expect(shown(page)).to_be_visible()
    needed = "#asked, #prompt .answers button, #stock, #discards, #hand .card, #call, #catch, .seat:not(.me)"
    for part in needed.split(", "):
        for other in page.locator(part).all():
            assert not covers(page.locator("#tip"), other), part
    assert min(box_of(button)["height"] for button in page.locator("#tip button:visible").all()) >= 44


@pytest.mark.parametrize("size", [DESKTOP, (1366, 650), (1920, 1080)])
def test_a_hint_beside_the_table_lies_above_the_chat(make_table: MakeTable, size: tuple[int, int]) -> None:
    page = first_game(make_table).open("Ann", size).page
    expect(shown(page)).to_be_visible()
    assert not covers(page.locator("#tip"), page.locator(".chat"))


@pytest.mark.parametrize("size", [(320, 568), (360, 640), (390, 664)])
@pytest.mark.parametrize("text", [POSITION, CALL])
def test_on_a_small_phone_a_hint_leaves_all_that_can_be_pressed(
    make_table: MakeTable, size: tuple[int, int], text: str
) -> None:
    page = first_game(make_table, text).open("Ann", size).page
    expect(shown(page)).to_be_visible()
    for part in ["#asked", "#prompt .answers button", "#stock", "#discards", "#hand .card", "#call", "#catch"]:
        for other in page.locator(part).all():
            assert not covers(page.locator("#tip"), other), part
    if size == (390, 664):
        assert not any(covers(page.locator("#tip"), face) for face in page.locator(".seat:not(.me) .face").all())


def test_on_a_small_phone_the_help_has_the_end_of_hints(make_table: MakeTable) -> None:
    table = first_game(make_table)
    page = table.open("Ann", (390, 664)).page
    expect(shown(page)).to_be_visible()
    page.get_by_role("button", name="Help").click(force=True)  # under the hint
    page.locator("#no-hints").wait_for(state="attached")
    if not page.locator("#help").is_visible():
        page.keyboard.press("?")
    with page.expect_request_finished(is_no_more):
        page.locator("#no-hints").click()
    expect(shown(page)).to_have_count(0)
    assert left_to_ann(table) == ""
    expect(page.locator("#no-hints")).to_be_hidden()


@pytest.mark.parametrize("panel", ["log", "lines"])
def test_a_hint_does_not_lie_on_an_open_panel(make_table: MakeTable, panel: str) -> None:
    page = first_game(make_table).open("Ann", PHONE).page
    expect(shown(page)).to_be_visible()
    page.locator(f".bar [href='#{panel}']").click()
    expect(page.locator("#tip")).to_be_hidden()


@pytest.mark.parametrize("size", [DESKTOP, (1366, 650)])
def test_a_hint_covers_nothing_of_the_log(make_table: MakeTable, size: tuple[int, int]) -> None:
    page = first_game(make_table).open("Ann", size).page
    expect(shown(page)).to_be_visible()
    log = page.locator("#log")
    log.evaluate("log => { log.innerHTML = '<li>Bob draws a card.</li>'.repeat(30); }")
    follows = page.locator(".side-log .follows")
    assert box_of(follows)["height"] > 60
    for part in (page.locator(".side-log h2"), follows):
        assert not covers(page.locator("#tip"), part)


WILD = "Official | W R7 G8 / R2 R3 G4 B5 / G1 G2 G3 G4 | 0 clockwise red | G1 G2 G3 G4 G5 G6 | R1"


@pytest.mark.parametrize("size", [(320, 568), (360, 640), PHONE])
def test_a_hint_covers_no_color_that_can_be_chosen(make_table: MakeTable, size: tuple[int, int]) -> None:
    table = first_game(make_table, WILD)
    ann = table.open("Ann", size)
    ann.page.get_by_role("button", name="Got it").click()
    ann.plays("Wild")
    expect(shown(ann.page)).to_contain_text("color")
    for color in ann.page.locator("#picker button").all():
        assert not covers(ann.page.locator("#tip"), color)


def test_a_hint_goes_when_the_round_is_over(open_fixture: OpenFixture) -> None:
    page = open_fixture("the end of a round, lost", DESKTOP)
    page.get_by_role("button", name="Go on").wait_for()
    page.locator("#tip").evaluate("it => { it.hidden = false; it.textContent = 'Cleo is nearly out.'; }")
    assert page.locator("#tip").is_hidden()


def test_a_hint_about_few_cards_goes_when_they_are_more(make_table: MakeTable) -> None:
    table = first_game(make_table, "Official | R7 GS B2 / B9 B4 / G1 G2 G3 | 1 clockwise red | G5 G6 G7 | R1")
    ann, bob = table.open("Ann"), table.open("Bob")
    expect(shown(ann.page)).to_contain_text("Bob is nearly out.")
    bob.presses("Draw a card")
    ann.page.locator("#log", has_text="Bob draws a card.").wait_for()
    expect(shown(ann.page)).to_have_count(0)


def test_a_hint_about_a_call_goes_when_it_is_made(make_table: MakeTable) -> None:
    table = first_game(make_table, "Official | R7 GS B2 / B9 R5 / G1 G2 G3 | 1 clockwise red | G5 G6 G7 | R1")
    ann, bob = table.open("Ann"), table.open("Bob")
    expect(shown(ann.page)).to_contain_text("Bob is nearly out.")
    bob.calls()
    ann.page.locator("#s1 .called").wait_for()
    expect(shown(ann.page)).to_have_count(0)


def test_a_hint_is_shown_once_and_goes_when_its_decision_is_made(make_table: MakeTable) -> None:
    table = first_game(make_table)
    ann = table.open("Ann")
    expect(shown(ann.page)).to_contain_text("Play a card of the same color")
    ann.plays("red 7")
    expect(shown(ann.page)).to_have_count(0)
    ann.page.reload()
    ann.page.locator("#hand .card").first.wait_for()
    expect(shown(ann.page)).to_have_count(0)
    assert "fits" not in left_to_ann(table).split()


HIDES_HINT_AFTER = """async (entries) => {
    const log = document.getElementById("log"), tip = document.getElementById("tip");
    log.replaceChildren(...entries.map((entry) => {
        const line = document.createElement("li");
        line.dataset[entry] = "1";
        return line;
    }));
    tip.dataset.code = "fits";
    await null;
    return tip.hidden;
}"""


@pytest.mark.parametrize(("entries", "waits"), [(["dealt"], True), (["dealt", "played", "played"], False)])
def test_the_first_hint_waits_until_the_cards_are_dealt(
    open_fixture: OpenFixture, entries: list[str], waits: bool
) -> None:
    page = open_fixture("my turn", reduced_motion="no-preference")
    wait_for_script(page, "tips")
    assert page.evaluate(HIDES_HINT_AFTER, entries) is waits
    shown(page).wait_for(state="attached")


def test_a_hint_is_dismissed_by_a_button_and_by_escape(make_table: MakeTable) -> None:
    ann = first_game(make_table).open("Ann")
    ann.page.get_by_role("button", name="Got it").click()
    expect(shown(ann.page)).to_have_count(0)
    ann.plays("red 7")
    expect(ann.page.locator("#hand .card")).to_have_count(3)


def test_a_hint_that_comes_once_more_stays_away(make_table: MakeTable) -> None:
    page = first_game(make_table).open("Ann").page
    page.get_by_role("button", name="Got it").click()
    expect(shown(page)).to_have_count(0)
    page.evaluate("document.getElementById('tip').hidden = false; document.getElementById('turn').dataset.version += 0")
    expect(shown(page)).to_have_count(0)


def is_no_more(request: Request) -> bool:
    return "tip=off" in (request.post_data or "")


def test_there_can_be_no_more_hints(make_table: MakeTable) -> None:
    table = first_game(make_table)
    ann = table.open("Ann")
    with ann.page.expect_request_finished(is_no_more):
        ann.page.get_by_role("button", name="No more hints").click()
    expect(shown(ann.page)).to_have_count(0)
    assert left_to_ann(table) == ""


def test_without_scripts_a_hint_goes_with_its_button(make_table: MakeTable) -> None:
    table = first_game(make_table)
    page = table.open("Ann", java_script_enabled=False).page
    expect(shown(page)).to_be_visible()
    page.get_by_role("button", name="Got it").click()
    assert page.url.endswith("/game/")
    expect(shown(page)).to_have_count(0)
    assert "fits" not in left_to_ann(table).split()
