"""A whole game between a keyboard player and a player without JavaScript, who are sent nothing that they may not know
yet. The games in test_games.py are played on phones."""

import pytest
from playwright.sync_api import Locator, Position

from tests.browser.conftest import MakeTable
from tests.browser.recordings import assert_nothing_is_known_too_early
from tests.browser.seats import OFFERS, Seat, in_sight
from tests.browser.tables import dealt
from tests.conftest import PHONE

pytestmark = pytest.mark.once  # what a browser shows of a game is the same whatever keeps it
CALL = "#call:not([aria-disabled])"
KEY = "#prompt .answers [aria-keyshortcuts]"


def test_a_keyboard_player_and_a_player_without_javascript_finish_a_game(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], dealt("Official", 2, 345, hand_size=3, score_limit="one_round"))
    ann, bob = table.open("Ann"), table.open("Bob", PHONE, java_script_enabled=False)
    ann.page.evaluate("addEventListener('pointerdown', () => { window.touched = true; })")
    while not ann.is_over:
        if ann.is_waited_for:
            take_a_turn_with_keys(ann)
        else:
            take_turns_with_forms(bob)
            ann.catches_up(bob)
    assert not ann.page.evaluate("window.touched")
    goes_on(bob, bob.page.locator("#refresh"))
    assert bob.is_over
    for seat in (ann, bob):
        assert_nothing_is_known_too_early(table, seat)
    go_to_and_press_enter(ann.page.get_by_role("link", name="Back to the lobby"))
    go_to_and_press_enter(ann.page.get_by_role("button", name="I am ready"))
    bob.page.get_by_role("link", name="Back to the lobby").click()
    bob.page.get_by_role("button", name="I am ready").click()
    bob.page.get_by_role("heading", name="You are ready").wait_for()
    assert not ann.recording.failures + bob.recording.failures


def take_a_turn_with_keys(seat: Seat) -> None:
    """A color by its number, a card by the arrows and Enter, everything else by its letter."""
    page = seat.page
    if page.locator(CALL).count() and page.locator("#hand .can").count():
        press(seat, "u")
    if page.locator("#picker").count():
        press(seat, "2")
    elif page.locator("#hand .can").count():
        while not page.evaluate("document.activeElement.matches('#hand .can')"):
            page.keyboard.press("ArrowRight")
        press(seat, "Enter")
    else:
        press(seat, str(page.locator(KEY).last.get_attribute("aria-keyshortcuts")))


def press(seat: Seat, key: str) -> None:
    before = seat.version
    seat.page.keyboard.press(key)
    seat.waits_for_more_than(before)


def go_to_and_press_enter(goal: Locator) -> None:
    goal.wait_for()
    while not goal.evaluate("it => it === document.activeElement"):
        goal.page.keyboard.press("Tab")
    goal.page.keyboard.press("Enter")


def take_turns_with_forms(seat: Seat) -> None:
    """Load the table again and press what it offers, until it is another player's turn."""
    page = seat.page
    goes_on(seat, page.locator("#refresh"))
    while seat.is_waited_for:
        offer = next(offer for offer in OFFERS if page.locator(offer).count())
        is_card, before = "#hand" in offer, seat.version
        calls = is_card and page.locator(CALL).count()
        chosen = page.locator(CALL if calls else offer).first
        goes_on(seat, chosen, in_sight(chosen) if is_card and not calls else None)
        assert seat.version != before


def goes_on(seat: Seat, button: Locator, at: Position | None = None) -> None:
    """Click, wait for the next page, and record its response."""
    with seat.page.expect_navigation():
        button.click(position=at)
    seat.recording.read()
