"""After a move by keyboard the focus is on what the player needs next, and never on the page as a whole."""

from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from games.models import User
from games.table import services
from tests.browser.conftest import MakeTable, OpenFixture
from tests.browser.seats import Seat
from tests.browser.tables import dealt, position
from tests.browser.test_games_input import take_a_turn_with_keys
from tests.browser.test_people_keyboard import HAS_RING
from tests.conftest import DESKTOP, PHONE

pytestmark = pytest.mark.once  # what a browser shows of a game is the same whatever keeps it

FOCUS_IN = "part => document.activeElement.closest(part) !== null"


def test_a_card_that_was_played_leaves_the_focus_in_the_hand(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn")
    page.locator("#hand .can").first.focus()
    move(page, "Enter")
    assert page.evaluate(FOCUS_IN, "#hand .card")


def test_a_call_leaves_the_focus_on_the_table(open_fixture: OpenFixture) -> None:
    page = open_fixture("my call")
    page.locator("#call").focus()
    move(page, "Enter")
    assert not page.locator("#call").is_visible()
    assert page.evaluate(FOCUS_IN, "#hand .card, #prompt .answers button")


def test_a_wild_leads_to_the_colors(open_fixture: OpenFixture) -> None:
    page = open_fixture("my call")
    page.locator("#hand .card[aria-label^=Wild]").focus()
    move(page, "Enter")
    assert page.evaluate(FOCUS_IN, "#picker button")


@pytest.mark.parametrize("key", ["Enter", "k"])
def test_an_answer_that_is_gone_leaves_the_focus_in_the_hand(open_fixture: OpenFixture, key: str) -> None:
    page = open_fixture("a drawn card")
    if key == "Enter":
        page.locator("#prompt .answers button").first.focus()
    move(page, key)
    assert page.evaluate(FOCUS_IN, "#hand .card, #prompt .answers button")


def test_a_draw_by_its_key_leaves_the_focus_on_the_table(open_fixture: OpenFixture) -> None:
    page = open_fixture("nothing fits")
    move(page, "d")
    assert page.evaluate(FOCUS_IN, "#hand .card, #prompt .answers button")


def move(page: Page, key: str) -> None:
    before = page.locator("#turn").get_attribute("data-version")
    page.keyboard.press(key)
    page.locator(f"#turn:not([data-version='{before}'])").wait_for(state="attached")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize("hands", ["R7 / B1 B2 / G1 G2", "R7 G3 / R8 / G1 G2"])
def test_the_result_of_a_match_takes_the_focus_from_the_hand(
    make_table: MakeTable, hands: str, motion: Literal["reduce", "no-preference"]
) -> None:
    """Ann wins, or keeps a card that the result covers."""
    rules = "House" if hands.startswith("R7 /") else '{"score_limit": "one_round", "uno_call": "off"}'
    table = make_table(["Ann", "Bob", "Cleo"], position(f"{rules} | {hands} | 0 clockwise red | G1 G2 | R1"))
    ann = table.open("Ann", reduced_motion=motion)
    ann.page.locator("#hand .can").first.focus()
    move(ann.page, "Enter")
    assert ann.page.evaluate(FOCUS_IN, "#table")
    if not ann.is_over:
        table.open("Bob").plays("red 8")
    expect(ann.page.locator("#rematch")).to_be_focused()


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_round_by_keyboard_alone_never_loses_the_focus(make_table: MakeTable, size: tuple[int, int]) -> None:
    start = dealt("Official", 3, 345, hand_size=3, score_limit="one_round")
    ann = make_table(["Ann", "Easy", "Easy"], start).open("Ann", size)
    page = ann.page
    page.evaluate("addEventListener('pointerdown', () => { window.touched = true; })")
    while waits_for_decision(ann):
        take_a_turn_with_keys(ann)
        page.wait_for_function(HAS_RING)
    expect(page.locator("#rematch")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator("#turn:not([data-over])").wait_for(state="attached")
    assert not page.evaluate("window.touched")


def waits_for_decision(seat: Seat) -> bool:
    """Wait until a player has to decide something, or the match is over; return whether it goes on."""
    seat.page.locator("#turn[data-mine] ~ #prompt:not([data-only]), #turn[data-over]").first.wait_for(state="attached")
    return not seat.is_over


def test_a_call_by_its_key_leads_to_a_card_that_fits(open_fixture: OpenFixture) -> None:
    page = open_fixture("my call")
    move(page, "u")
    assert page.evaluate(FOCUS_IN, "#hand .can")


@pytest.mark.parametrize(("link", "panel"), [("Log", ".side-log"), ("Chat", ".chat")])
def test_escape_closes_what_lies_over_the_table(open_fixture: OpenFixture, link: str, panel: str) -> None:
    page = open_fixture("my turn", PHONE)
    opener = page.get_by_role("banner").get_by_role("link", name=link, exact=True)
    opener.focus()
    page.keyboard.press("Enter")
    expect(page.locator(panel)).to_be_visible()
    if link == "Chat":
        page.locator("#say-text").focus()
    page.keyboard.press("Escape")
    expect(page.locator(panel)).to_be_hidden()
    expect(opener).to_be_focused()


KEEP_ANNOUNCEMENTS = """() => {
    window.heard = [];
    const live = document.getElementById("live");
    new MutationObserver(() => heard.push(live.textContent)).observe(live, { childList: true });
}"""


def listen(*seats: Seat) -> None:
    """Keep what is announced from now on; the script that announces it is loaded last."""
    for seat in seats:
        seat.page.wait_for_load_state("networkidle")
        seat.page.evaluate(KEEP_ANNOUNCEMENTS)


def hears(seat: Seat, sentence: str) -> None:
    seat.page.wait_for_function("sentence => heard.join().includes(sentence)", arg=sentence)


def heard(seat: Seat) -> str:
    return " | ".join(seat.page.evaluate("heard"))


def test_what_can_be_called_and_caught_is_announced_once(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position("Official | R7 B2 / R5 Y6 | 0 clockwise red | G1 G2 G4 G5 G6 | R9"))
    ann, bob = table.open("Ann"), table.open("Bob")
    listen(ann, bob)
    ann.plays("red 7")
    hears(bob, "Press c: Catch Ann!")
    assert heard(bob).count("Press u: Uno!") == 1
    bob.presses("Draw a card")
    hears(ann, "Bob draws a card.")
    hears(bob, "You draw")
    assert heard(bob).count("Press ") == 2
    assert heard(ann).count("Press u: Uno!") == 1


def test_it_is_announced_once_that_little_time_is_left(make_table: MakeTable) -> None:
    start = position("Official | R7 B2 B4 / R5 Y6 | 0 clockwise red | G1 G2 G4 | R9", decision_seconds=13)
    table = make_table(["Ann", "Bob"], start)
    ann, bob = table.open("Ann"), table.open("Bob")
    listen(ann, bob)
    hears(ann, "You have 6 seconds left.")
    ann.page.locator("#asked.hurry .ring").wait_for()
    assert bob.page.locator(".hurry").count() == 0
    hears(ann, "You run out of time.")
    assert heard(ann).count("seconds left") == 1
    assert heard(ann).count("You run out of time.") == 1
    assert "seconds left" not in heard(bob)


def test_it_is_announced_once_that_a_bot_plays(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Easy", "Cleo"], dealt("Official", 3, 7))
    ann, cleo = table.open("Ann"), table.open("Cleo")
    listen(ann)
    before = ann.version
    table.site.within(lambda: services.leave(table.code, User.objects.get(pk=table.people["Ann"])))
    ann.waits_for_more_than(before)
    for _ in range(2):
        cleo.page.locator("#turn[data-mine]").wait_for(state="attached", timeout=60_000)
        cleo.makes_a_move()
    ann.catches_up(cleo)
    hears(ann, "Cleo’s turn")
    assert heard(ann).count("A bot plays for you.") == 1
