"""Friends in real browsers: an invitation appears on the other's page at once, wherever they are."""

import re

import pytest
from playwright.sync_api import Page

from games.wording.people import confirmation
from tests.browser.test_lobby import GAME, PATH, check, open_table
from tests.browser.test_people import make_account
from tests.conftest import DESKTOP, PHONE, OpenPage

pytestmark = pytest.mark.once


def befriend(one: Page, other: Page) -> tuple[str, str]:
    """Make two accounts that follow each other, and return their names."""
    names = make_account(one), make_account(other)
    for page, name in ((one, names[1]), (other, names[0])):
        page.goto("/me/friends/")
        page.get_by_label("Name of a player").fill(name.upper())
        page.get_by_role("button", name="Follow", exact=True).click()
        page.get_by_text(confirmation("followed", name=name)).wait_for()
    return names


def invite_from_friends(page: Page, name: str) -> None:
    page.goto("/me/friends/")
    page.locator(".people li", has_text=name).get_by_role("button", name="Invite").click()
    page.locator(".people li", has_text=name).get_by_text("invited").wait_for()


def test_an_invitation_appears_at_once_wherever_its_person_is(open_page: OpenPage) -> None:
    ann, bob = open_page(""), open_page("", PHONE)
    name, other = befriend(ann, bob)
    bob.goto("/")
    path = open_table(ann)
    ann.locator("#companions li", has_text=other).get_by_role("button", name="Invite").click()
    ann.locator("#companions li", has_text=other).get_by_text("invited").wait_for()
    notice = bob.locator("#invitations")
    notice.get_by_text(f"{name} invites you to a table.").wait_for()
    assert notice.get_attribute("role") == "status"
    check(bob)
    notice.get_by_role("button", name="No, thanks").click()
    notice.get_by_role("button").first.wait_for(state="detached")
    assert bob.url.endswith("/"), "the page stays"

    for path_of_bob in ("/me/games/", f"/@{other}/"):
        bob.goto(path_of_bob)
        invite_from_friends(ann, other)
        notice.get_by_role("button", name="No, thanks").click()
        notice.get_by_role("button").first.wait_for(state="detached")

    open_table(bob)
    invite_from_friends(ann, other)
    notice.get_by_text(f"{name} invites you to a table.").wait_for()
    check(bob)
    notice.get_by_role("button", name=f"Join {name}").click()
    bob.wait_for_url(f"**{path}")
    assert notice.get_by_role("button").count() == 0


def test_in_a_game_an_invitation_covers_nothing_and_goes_when_the_table_closes(open_page: OpenPage) -> None:
    ann, bob = open_page(""), open_page("", PHONE)
    name, other = befriend(ann, bob)
    path = open_table(ann)
    bob.goto("/")
    bob.get_by_role("button", name="Play now").click()
    bob.wait_for_url(GAME)
    invite_from_friends(ann, other)
    notice = bob.locator("#invitations")
    notice.get_by_role("button", name=f"Join {name}").wait_for()
    assert bob.evaluate("document.documentElement.scrollWidth <= innerWidth")
    below = bob.evaluate(
        """() => document.querySelector('main').getBoundingClientRect().top
           >= document.getElementById('invitations').getBoundingClientRect().bottom"""
    )
    assert below, "it stands above the table"
    ann.on("dialog", lambda dialog: dialog.accept())
    ann.goto(path)
    ann.get_by_role("button", name="Close the table").click()
    ann.wait_for_url("**/tables/")
    notice.get_by_role("button").first.wait_for(state="detached")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_page_of_friends_shows_where_they_are(open_page: OpenPage, size: tuple[int, int]) -> None:
    ann, bob = open_page("", size), open_page("")
    name, other = befriend(ann, bob)
    path = open_table(bob)
    ann.goto("/me/friends/")
    row = ann.locator(".people li", has_text=other)
    check(ann)
    row.get_by_role("link", name="Join").click()
    ann.wait_for_url(re.compile(path))
    ann.goto("/me/friends/")
    row.get_by_role("button", name="Block").click()
    ann.locator("[aria-labelledby=blocked-title] li", has_text=other).wait_for()
    assert ann.get_by_text("You have no friends here yet.").is_visible()
    check(ann)
    bob.goto("/me/friends/")
    assert bob.locator("[aria-labelledby=followed-title] li", has_text=name).is_visible()


def test_without_scripts_everything_works_with_pages(open_page: OpenPage) -> None:
    ann, bob = open_page("", java_script_enabled=False), open_page("")
    name, other = befriend(ann, bob)
    ann.goto("/tables/new/")
    ann.get_by_role("button", name="Open the table").click()
    ann.wait_for_url(PATH)
    invite_from_friends(ann, other)
    bob.goto("/rules/")
    bob.get_by_role("button", name=f"Join {name}").wait_for()
    ann.locator(".people li", has_text=other).get_by_role("button", name="Unfollow").click()
    ann.get_by_text(confirmation("unfollowed", name=other)).wait_for()
