"""A whole game without a mouse, against somebody without JavaScript, who are sent nothing that they may not know yet.
On phones the games of test_games are played."""

import pytest

from tests.browser.recordings import nothing_is_known_too_early
from tests.browser.seats import CORNER, OFFERS
from tests.browser.tables import dealt
from tests.conftest import PHONE

pytestmark = pytest.mark.once  # what a browser shows of a game is the same whatever keeps it
CALL = "#call:not([aria-disabled])"
KEY = "#prompt .answers [aria-keyshortcuts]"


def test_one_plays_with_the_keyboard_alone_and_the_other_without_javascript(lay):
    table = lay(["Ann", "Bob"], dealt("Official", 2, 345, hand_size=3, score_limit="one_round"))
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
        nothing_is_known_too_early(table, seat)
    go_to_and_press_enter(ann.page.get_by_role("link", name="Play again"))
    go_to_and_press_enter(ann.page.get_by_role("button", name="I am ready"))
    bob.page.get_by_role("link", name="Play again").click()
    bob.page.get_by_role("button", name="I am ready").click()
    bob.page.get_by_role("heading", name="You are ready").wait_for()
    assert not ann.recording.failures + bob.recording.failures


def take_a_turn_with_keys(seat):
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
        press(seat, page.locator(KEY).last.get_attribute("aria-keyshortcuts"))


def press(seat, key):
    before = seat.version
    seat.page.keyboard.press(key)
    seat.waits_for_more_than(before)


def go_to_and_press_enter(goal):
    goal.wait_for()
    while not goal.evaluate("it => it === document.activeElement"):
        goal.page.keyboard.press("Tab")
    goal.page.keyboard.press("Enter")


def take_turns_with_forms(seat):
    """Load the table anew and press what it offers, until somebody else is on turn."""
    page = seat.page
    goes_on(seat, page.locator("#refresh"))
    while seat.is_waited_for:
        offer = next(offer for offer in OFFERS if page.locator(offer).count())
        is_card, before = "#hand" in offer, seat.version
        calls = is_card and page.locator(CALL).count()
        goes_on(seat, page.locator(CALL if calls else offer).first, CORNER if is_card and not calls else None)
        assert seat.version != before


def goes_on(seat, button, at=None):
    """To another page, of which everything is noted that came with it."""
    with seat.page.expect_navigation():
        button.click(position=at)
    seat.recording.read()
