"""On a phone, what a table or an account refuses is said where the person is looking, wherever the page is scrolled."""

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from playwright.sync_api import Locator, Page
from pytest_django import DjangoDbBlocker

from games.engine import Rules
from games.lobby import services
from games.models import Block, Invitation, Table, User
from games.wording.access import REASONS
from games.wording.lobby import refusal
from games.wording.people import LOGIN_ERRORS
from tests.browser.conftest import MakeTable
from tests.browser.seats import box_of
from tests.browser.tables import LiveTable, position
from tests.browser.test_lobby import open_table, sit_down
from tests.browser.test_people import NUMBERS, PASSWORD, make_account, play_now
from tests.conftest import PHONE, OpenPage
from tests.live_site import Site

pytestmark = pytest.mark.once  # what a browser shows of a refusal is the same whatever keeps the data
MATCH_BALL = '{"score_limit": "one_round", "uno_call": "off"} | R7 / B1 B2 | 0 clockwise red | G1 G2 G3 | R1'
CANCEL = """() => {
    navigator.credentials.get = () => Promise.reject(new DOMException("canceled", "NotAllowedError"));
}"""
"""What a browser does when its person cancels."""
NOTICE = "#notices .notice.error"


def is_in_sight(page: Page, part: str, sentence: str) -> None:
    said = page.locator(part, has_text=sentence).first
    said.wait_for()
    box = box_of(said)
    assert 0 <= box["y"] <= box["y"] + box["height"] <= PHONE[1], box
    assert 0 <= box["x"] <= box["x"] + box["width"] <= PHONE[0], box
    assert is_uncovered(said)


def is_uncovered(said: Locator) -> bool:
    """Whether nothing lies over the middle of a part. Only what takes clicks is found there, so it is made to."""
    is_on_top: bool = said.evaluate("""said => {
        said.style.pointerEvents = "auto";
        const { left, top, width, height } = said.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        said.style.pointerEvents = "";
        return said.contains(found);
    }""")
    return is_on_top


def scroll_down(page: Page) -> None:
    page.evaluate("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })")


def test_a_catch_in_the_head_start(make_table: MakeTable) -> None:
    start = position("Official | R7 G2 / B7 B1 R3 | 0 clockwise red | G1 G4 G5 G6 G8 G9 | R1", uno_head_start="5")
    table = make_table(["Ann", "Bob"], start)
    ann, bob = table.open("Ann"), table.open("Bob", PHONE)
    ann.plays("red 7")
    bob.page.locator("#catch:not([aria-disabled])").click()
    is_in_sight(bob.page, "#message", "Too early: Ann still has a moment to call.")


def finished(make_table: MakeTable) -> LiveTable:
    table = make_table(["Ann", "Bob"], position(MATCH_BALL))
    table.open("Ann").plays("red 7")
    return table


def test_a_rematch_at_a_table_that_was_closed(make_table: MakeTable, open_page: OpenPage) -> None:
    table = finished(make_table)
    bob = table.open("Bob", PHONE).page
    bob.route_web_socket("**/ws/**", lambda socket: None)  # the page hears nothing of it
    bob.reload()
    bob.locator("#rematch").wait_for()
    table.site.within(lambda: services.close(table.code, User.objects.get(name="Ann")))
    bob.locator("#rematch").click()
    is_in_sight(bob, NOTICE, REASONS["closed"])
    open_page.console_errors.clear()  # the browser notes the 404


def test_a_table_that_is_full_meanwhile(open_page: OpenPage, site: Site, django_db_blocker: DjangoDbBlocker) -> None:
    path = open_table(open_page("/"))
    page = open_page("", PHONE)
    page.route_web_socket("**/ws/lobby/**", lambda socket: None)  # the page hears nothing of it
    page.goto(path)
    code = path.split("/")[2]
    with django_db_blocker.unblock():
        site.within(lambda: Table.objects.filter(code=code).update(seats=1))
    page.get_by_role("button", name="Take a seat").click()
    is_in_sight(page, NOTICE, refusal("no_seats_left"))
    open_page.console_errors.clear()  # the browser notes the refusal


def invited(open_page: OpenPage, site: Site) -> tuple[Page, str]:
    """A guest on a phone with an invitation to a table, and its code."""
    page = open_page("/", PHONE)
    play_now(page)
    name = page.locator("#who").inner_text()

    def invite() -> str:
        person, host = User.objects.get(name=name), User.objects.create_user(f"Host {next(NUMBERS)}")
        code = services.open_table(host, Rules(), services.Settings()).code
        Invitation.objects.create(table=Table.objects.get(code=code), person=person, by=host)
        return code

    code = site.within(invite)
    page.route_web_socket("**/ws/**", lambda socket: None)
    page.goto("/me/")
    page.get_by_role("button", name="Join Host").wait_for()
    return page, code


def test_an_invitation_to_a_table_that_is_closed(
    open_page: OpenPage, site: Site, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock():
        page, code = invited(open_page, site)
        site.within(lambda: services.close(code, User.objects.get(hosted__code=code)))
    page.get_by_role("button", name="Join Host").click()
    is_in_sight(page, NOTICE, REASONS["closed"])
    open_page.console_errors.clear()  # the browser notes the refusal


def test_an_invitation_that_was_withdrawn(open_page: OpenPage, site: Site, django_db_blocker: DjangoDbBlocker) -> None:
    with django_db_blocker.unblock():
        page, code = invited(open_page, site)
        site.within(lambda: Invitation.objects.filter(table__code=code).delete())
    page.get_by_role("button", name="Join Host").click()
    is_in_sight(page, NOTICE, refusal("not_invited"))
    open_page.console_errors.clear()  # the browser notes the refusal


def test_a_wrong_password_of_a_table(open_page: OpenPage) -> None:
    ann = open_page("/tables/new/")
    ann.get_by_label("Anyone with the password").check()
    ann.get_by_label("Password", exact=True).fill("open sesame")
    ann.get_by_role("button", name="Open the table").click()
    ann.wait_for_url("**/t/*/")
    bob = open_page(ann.url, PHONE)
    bob.get_by_label("Password of the table").fill("guess")
    bob.get_by_role("button", name="Enter").click()
    is_in_sight(bob, ".errorlist", refusal("wrong_password"))
    open_page.console_errors.clear()  # the browser notes the refusal


def test_a_name_that_is_taken(open_page: OpenPage) -> None:
    name = make_account(open_page("/"))
    page = open_page("/account/signup/", PHONE)
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create my account").click()
    is_in_sight(page, ".errorlist", LOGIN_ERRORS["username_taken"])
    play_now(page)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Save name").click()
    is_in_sight(page, ".errorlist", LOGIN_ERRORS["username_taken"])
    open_page.console_errors.clear()  # the browser notes the refusal


@pytest.mark.parametrize("at", ["", "game/#lines"])
def test_messages_too_fast(make_table: MakeTable, open_page: OpenPage, at: str) -> None:
    start = position("Official | R7 R8 / B1 B2 | 0 clockwise red | G1 G2 G3 | R1")
    page = make_table(["Ann", "Bob"], start).open("Ann", PHONE, at=at + "?stay" * (not at)).page
    while not page.locator(NOTICE).count():
        page.get_by_role("textbox", name="Message").fill("Hello")
        with page.expect_response("**/say/"):
            page.get_by_role("button", name="Send").click()
        page.wait_for_function("() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')")
    is_in_sight(page, NOTICE, "too often")
    open_page.console_errors.clear()  # the browser notes the refusal


def test_a_person_whom_the_host_has_blocked(
    open_page: OpenPage, site: Site, django_db_blocker: DjangoDbBlocker
) -> None:
    ann = open_page("/")
    path = open_table(ann)
    host = ann.locator("#who").inner_text()
    bob = open_page("/", PHONE)
    play_now(bob)
    name = bob.locator("#who").inner_text()
    bob.goto(path)
    bob.get_by_role("button", name="Take a seat").wait_for()
    with django_db_blocker.unblock():
        site.within(lambda: Block.objects.create(person=User.objects.get(name=host), other=User.objects.get(name=name)))
    bob.get_by_role("button", name="Take a seat").click()
    is_in_sight(bob, NOTICE, refusal("no_seats_left"))
    open_page.console_errors.clear()  # the browser notes the refusal


def test_a_person_whom_the_host_has_banned(open_page: OpenPage) -> None:
    ann = open_page("/")
    path = open_table(ann)
    bob = open_page("/", PHONE)
    name = sit_down(bob, path)
    ann.on("dialog", lambda dialog: dialog.accept())
    ann.get_by_label(f"More about {name}").click()
    scroll_down(bob)
    ann.get_by_role("button", name="Ban from this table").click()
    is_in_sight(bob, "main p", "banned you from this table")
    open_page.console_errors.clear()  # the browser notes the refusal


def test_a_passkey_that_was_canceled(open_page: OpenPage) -> None:
    page = open_page("/account/login/", PHONE)
    page.evaluate(CANCEL)
    scroll_down(page)
    page.get_by_role("button", name="Use a passkey").click()
    is_in_sight(page, NOTICE, "The passkey was not used, or the time was up.")
    open_page.console_errors.clear()  # the browser notes the refusal


def test_a_wrong_recovery_code(open_page: OpenPage, site: Site, django_db_blocker: DjangoDbBlocker) -> None:
    page = open_page("/", PHONE)
    name = make_account(page)

    def protect() -> None:
        person = User.objects.get(name=name)
        TOTP.activate(person, "A" * 32)
        RecoveryCodes.activate(person)

    with django_db_blocker.unblock():
        site.within(protect)
    page.context.clear_cookies()
    page.goto("/account/login/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.get_by_label("Code").fill("12345678")
    page.get_by_role("button", name="Log in", exact=True).click()
    is_in_sight(page, ".errorlist", "Incorrect code.")
    open_page.console_errors.clear()  # the browser notes the refusal


def test_rules_that_are_checked_with_a_page_that_is_too_old(open_page: OpenPage) -> None:
    page = open_page("/tables/new/", PHONE)
    page.get_by_text("All rules").click()
    page.context.clear_cookies()
    page.get_by_label("Jump-in").scroll_into_view_if_needed()
    page.get_by_label("Jump-in").select_option("on")
    is_in_sight(page, NOTICE, ".")
    open_page.console_errors.clear()  # the browser notes the refusal
