"""Profiles, friends and the list of games by keyboard alone: everything is reached, and a swap keeps the focus."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

import pytest
from playwright.sync_api import Page, expect
from pytest_django import DjangoDbBlocker

from games.devtools.bench_tables import session_of
from games.models import Invitation, Table, User
from games.people import friends
from games.wording.people import confirmation
from tests.browser.tables import session_state
from tests.conftest import DESKTOP, PHONE, OpenPage
from tests.live_site import Site

pytestmark = pytest.mark.once
NUMBERS = count(1)
REACHABLE = """() => [...document.querySelectorAll("a[href], button, summary, select, input:not([type=hidden])")]
    .filter((one) => one.checkVisibility()).length"""
HAS_RING = """() => document.activeElement.matches(":focus-visible")
    && parseFloat(getComputedStyle(document.activeElement).outlineWidth) >= 2"""
PRESS_AS_SOON_AS_SHOWN = """() => document.addEventListener("htmx:afterSwap", () => queueMicrotask(
    () => document.getElementById("relation-follow").click()), {once: true})"""


@dataclass
class Cast:
    """Kay, whose browser it is; a friend, a follower, and a stranger."""

    kay: str
    friend: int
    follower: int
    stranger: str
    open: Callable[[str, tuple[int, int]], Page]


@pytest.fixture
def cast(site: Site, open_page: OpenPage, django_db_blocker: DjangoDbBlocker) -> Iterator[Cast]:
    def create() -> tuple[list[User], str]:
        number = next(NUMBERS)
        kay, *others = [User.objects.create_user(f"{name} {number}") for name in ("Kay", "Fay", "Gil", "Hal")]
        for one, other in ((kay, others[0]), (others[0], kay), (others[1], kay)):
            friends.follow(one, other)
        Invitation.objects.create(table=Table.objects.create(host=others[0]), person=kay, by=others[0])
        return [kay, *others], session_of(kay)

    def open_as_kay(path: str, size: tuple[int, int]) -> Page:
        page = open_page("", size, base_url=site.url, storage_state=session_state(site, session))
        page.goto(path)
        return page

    with django_db_blocker.unblock():
        people, session = site.within(create)
        yield Cast(people[0].name, people[1].pk, people[2].pk, people[3].name, open_as_kay)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_everything_is_reached_and_seen(cast: Cast, size: tuple[int, int]) -> None:
    page = cast.open("/me/friends/", size)
    for path in ("/me/friends/", "/me/games/", f"/@{cast.kay}/", f"/@{cast.stranger}/"):
        page.goto(path)
        for _ in range(page.evaluate(REACHABLE)):
            page.keyboard.press("Tab")
            assert page.evaluate(HAS_RING), page.evaluate("document.activeElement.outerHTML")
        assert page.evaluate("document.activeElement.closest('footer') !== null"), path


def press(page: Page, button: str, sentence: str, **facts: str) -> None:
    page.locator(button).focus()
    page.keyboard.press("Enter")
    page.get_by_text(confirmation(sentence, **facts)).wait_for()


def test_the_lists_of_friends_keep_the_focus(cast: Cast) -> None:
    page = cast.open("/me/friends/", PHONE)
    friend, name = f"#follow-{cast.friend}", page.locator(f"#profile-{cast.friend}").inner_text()
    press(page, friend, "unfollowed", name=name)
    expect(page.locator(friend)).to_have_text("Follow back")
    expect(page.locator(friend)).to_be_focused()
    page.evaluate("htmx.ajax('GET', '/me/friends/', {target: '#friends', swap: 'outerHTML'})")
    page.locator("#friends.htmx-settling").wait_for(state="detached")
    expect(page.locator(friend)).to_be_focused()
    press(page, f"#block-{cast.friend}", "blocked", name=name)
    expect(page.locator(f"#block-{cast.friend}")).to_have_text("Unblock")
    expect(page.locator(f"#block-{cast.friend}")).to_be_focused()
    press(page, f"#block-{cast.friend}", "unblocked", name=name)
    follower = page.locator(f"#profile-{cast.follower}").inner_text()
    press(page, f"#remove-{cast.follower}", "follower_removed", name=follower)
    expect(page.locator(f"#person-{cast.follower}")).to_have_count(0)
    expect(page.locator(f"#profile-{cast.friend}")).to_be_focused()


def test_the_buttons_of_a_profile_keep_the_focus(cast: Cast) -> None:
    page = cast.open(f"/@{cast.stranger}/", DESKTOP)
    for button, sentence, words in (
        ("#relation-follow", "followed", "Unfollow"),
        ("#relation-follow", "unfollowed", "Follow"),
        ("#relation-block", "blocked", "Unblock"),
        ("#relation-block", "unblocked", "Block"),
    ):
        press(page, button, sentence, name=cast.stranger)
        expect(page.locator(button)).to_have_text(words)
        expect(page.locator(button)).to_be_focused()


def test_a_button_works_from_the_moment_it_is_shown(cast: Cast) -> None:
    page = cast.open(f"/@{cast.stranger}/", DESKTOP)
    page.evaluate(PRESS_AS_SOON_AS_SHOWN)
    press(page, "#relation-follow", "unfollowed", name=cast.stranger)
    expect(page.locator("#relation-follow")).to_have_text("Follow")
    expect(page.locator("#relation-follow")).to_be_focused()


def test_an_invitation_that_was_declined_leaves_the_focus_before_the_content(cast: Cast) -> None:
    page = cast.open("/me/games/", PHONE)
    page.locator("#invitations button", has_text="No, thanks").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#invitations button")).to_have_count(0)
    expect(page.locator("#main")).to_be_focused()
