"""On a phone, a refused form shows why, and the focus is on the first wrong field."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from games.wording.lobby import refusal
from games.wording.people import SECOND_STEP_ERRORS
from tests.browser.seats import box_of
from tests.browser.test_lobby import open_table
from tests.browser.test_people import make_account, play_now, reauthenticate
from tests.conftest import PHONE, OpenPage

pytestmark = pytest.mark.once  # what a browser shows of a refusal is the same whatever keeps the data


def wrong_password(page: Page) -> None:
    page.goto("/account/login/")
    page.get_by_label("Name").fill("Nobody")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Log in", exact=True).click()


def rules_that_exclude_each_other(page: Page) -> None:
    page.goto("/tables/new/")
    page.get_by_text("All rules").click()
    page.get_by_label("After drawing").select_option("hand")
    page.get_by_label("Playing a drawn card").select_option("forbidden")
    page.get_by_role("button", name="Open the table").click()


def more_seats_than_the_rules_allow(page: Page) -> None:
    page.goto("/tables/new/")
    page.locator(".preset b", has_text="No Mercy").click()
    page.get_by_label("Seats").fill("10")
    page.get_by_role("button", name="Open the table").click()


def rules_without_a_name(page: Page) -> None:
    page.goto("/tables/new/")
    page.get_by_role("button", name="Save", exact=True).click()


def a_short_name(page: Page) -> None:
    play_now(page)
    page.get_by_label("Your name").fill("x")
    page.get_by_role("button", name="Save name").click()


def a_token_without_a_name(page: Page) -> None:
    play_now(page)
    page.get_by_text("Create a token").click()
    page.locator("#tokens form").evaluate("form => { form.noValidate = true }")
    page.get_by_role("button", name="Create token").click()


@pytest.mark.parametrize(
    ("refused", "field", "sentence"),
    [
        (wrong_password, "#id_password", "Wrong name or password."),
        (rules_that_exclude_each_other, "#rule_drawn_play", "change one of these options"),
        (more_seats_than_the_rules_allow, "#set_seats", "These rules are for 2 to 6 players, not 10."),
        (rules_without_a_name, "#rules_name", refusal("rules_name_length", count=40)),
        (a_short_name, "#id_name", "A name has 2 to 20 characters."),
        (a_token_without_a_name, "#token_name", "This field is required."),
    ],
)
def test_a_refused_form_shows_why_and_focuses_the_wrong_field(
    open_page: OpenPage, refused: Callable[[Page], None], field: str, sentence: str
) -> None:
    page = open_page("/", PHONE)
    refused(page)
    wrong = page.locator(f"{field}[aria-invalid=true]")
    expect(wrong).to_be_focused()
    described_by = str(wrong.get_attribute("aria-describedby")).split()[-1]
    is_in_sight(page.locator(f"#{described_by}", has_text=sentence))
    open_page.console_errors.clear()  # the browser notes the refusal


def test_a_refusal_about_no_field_gets_the_focus_itself(open_page: OpenPage) -> None:
    page = open_page("/", PHONE)
    path = open_table(page)
    for seat in range(1, 4):
        page.goto(path)
        page.locator(f"#seat-{seat + 1} summary").click()
        page.locator(f"#seat-{seat + 1} button[value=Easy]").click()
        page.locator(f"#seat-{seat + 1} .badge", has_text="Easy").wait_for()
    page.goto(path + "rules/")
    page.get_by_text("All rules").click()
    page.get_by_label("Teams", exact=True).select_option("three")
    page.locator("main form .actions .button.main").click()
    notice = page.locator("#summary .notice")
    expect(notice).to_be_focused()
    is_in_sight(notice)
    open_page.console_errors.clear()  # the browser notes the refusal


def test_a_refusal_above_a_form_gets_the_focus_too(open_page: OpenPage) -> None:
    page = open_page("/", PHONE)
    make_account(page)
    reauthenticate(page)
    page.goto("/account/2fa/recovery-codes/generate/")
    page.get_by_role("button", name="Create codes").click()
    refused = page.locator(".errorlist.nonfield", has_text=SECOND_STEP_ERRORS["cannot_generate_recovery_codes"])
    expect(refused).to_be_focused()
    is_in_sight(refused)


def is_in_sight(message: Locator) -> None:
    box = box_of(message)
    assert 0 <= box["y"] <= box["y"] + box["height"] <= PHONE[1]
