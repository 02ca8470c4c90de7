"""What a browser shows when access ends while its page is open."""

import pytest
from playwright.sync_api import Page

from games.live.sockets import MOST_OF_PERSON
from games.wording.site import TOO_MANY_PAGES
from tests.browser.test_lobby import open_table, sit_down
from tests.conftest import PHONE, OpenPage

pytestmark = pytest.mark.once
OPEN_SOCKETS = """many => Promise.all([...Array(many)].map(() => new Promise(done => {
    const socket = new WebSocket(location.origin.replace("http", "ws") + "/ws/tables/");
    (window.kept ||= []).push(socket);
    socket.onmessage = done;
})))"""


BEFORE_ANOTHER_TRY_MS = 15_000


def test_one_page_too_many_says_so_until_others_are_closed(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_role("button", name="Play now").first.click()
    page.wait_for_url("**/game/")
    page.goto("/privacy/")
    page.evaluate(OPEN_SOCKETS, MOST_OF_PERSON)
    another = page.context.new_page()
    another.clock.install()
    another.goto("/tables/")
    another.get_by_text(TOO_MANY_PAGES).wait_for()
    page.close()
    another.clock.fast_forward(BEFORE_ANOTHER_TRY_MS)
    another.locator("#lost").wait_for(state="hidden")
    another.context.close()  # its clock cannot be put back


def ban(host: Page, name: str) -> None:
    seat = host.locator(".seat", has_text=name)
    seat.locator("summary").click()
    host.on("dialog", lambda dialog: dialog.accept())
    seat.get_by_role("button", name="Ban").click()
    seat.wait_for(state="detached")


def test_a_player_whom_the_host_bans_is_shown_why_and_nothing_else(open_page: OpenPage) -> None:
    ann, bob = open_page(), open_page("", PHONE)
    ban(ann, sit_down(bob, open_table(ann)))
    bob.get_by_role("heading", name="You cannot join this table").wait_for()
    bob.wait_for_function("() => !document.getElementById('lines')")  # the page has come anew, without the chat
    assert bob.locator("#say").count() == 0
    open_page.console_errors.clear()  # the browser notes the 403


def test_a_player_who_was_banned_while_away_is_shown_why(open_page: OpenPage) -> None:
    ann, bob = open_page(), open_page("", PHONE)
    name = sit_down(bob, open_table(ann))
    bob.context.set_offline(True)
    ban(ann, name)
    bob.context.set_offline(False)
    bob.evaluate("dispatchEvent(new Event('online'))")  # even if the browser kept its socket
    bob.get_by_role("heading", name="You cannot join this table").wait_for()
    bob.wait_for_function("() => !document.getElementById('lines')")
    open_page.console_errors.clear()  # the browser notes the lost connection and the 403


def test_a_password_set_between_games_asks_everybody_who_only_watches(open_page: OpenPage) -> None:
    ann, dan = open_page(), open_page()
    path = open_table(ann)
    dan.goto(path)
    dan.get_by_role("button", name="Watch", exact=True).click()
    dan.get_by_text("Message", exact=True).wait_for(state="attached")
    ann.goto(f"{path}settings/")
    ann.get_by_label("Anyone with the password").check()
    ann.get_by_label("Password", exact=True).fill("sesame")
    ann.get_by_role("button", name="Save").click()
    dan.get_by_label("Password of the table").fill("sesame")
    dan.get_by_role("button", name="Enter").click()
    dan.get_by_role("button", name="Take a seat").wait_for()


def test_the_shared_address_of_a_game_leads_a_stranger_to_the_table(open_page: OpenPage) -> None:
    ann = open_page()
    ann.get_by_role("button", name="Play now").first.click()
    ann.wait_for_url("**/game/")
    stranger = open_page(ann.url)
    assert stranger.url == ann.url.replace("game/", "?stay")
    stranger.get_by_role("button", name="Watch the game").wait_for()
