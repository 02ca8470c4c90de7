"""People's pages in a real browser: every page, both sizes, light and dark, without JavaScript, by keyboard alone."""

import re
from itertools import count

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from games.wording.people import LOGIN_ERRORS, confirmation
from tests.browser.seats import box_of, overlap
from tests.conftest import DESKTOP, PHONE, OpenPage
from tests.contexts import ColorScheme
from tests.live_site import Site

# What a browser shows of these pages is the same whatever keeps what is on them; what is kept is tested without one.
pytestmark = pytest.mark.once

PASSWORD = "seven of diamonds"
NUMBERS = count(1)
FOR_STRANGERS = (
    "/", "/account/login/", "/account/signup/", "/account/password/reset/", "/account/password/reset/done/",
    "/account/password/reset/key/1-used/", "/account/password/reset/key/done/", "/account/inactive/",
    "/account/confirm-email/", "/account/confirm-email/used/", "/fair/",
)  # fmt: skip
TO_READ = ("/", "/rules/", "/bots/", "/privacy/", "/fair/", "/api/")
FOR_GUESTS = (
    "/", "/me/", "/me/friends/", "/me/preferences/", "/me/data/", "/me/delete/", "/account/login/", "/account/signup/",
    "/account/logout/", "/account/sessions/",
)  # fmt: skip
FOR_ACCOUNTS = (
    "/", "/me/", "/me/friends/", "/me/delete/", "/account/logout/", "/account/sessions/", "/account/password/change/",
    "/account/email/", "/account/2fa/", "/account/reauthenticate/", "/account/2fa/totp/activate/",
    "/account/2fa/webauthn/", "/account/2fa/webauthn/add/",
)  # fmt: skip
LOOKS = [(DESKTOP, "dark"), (PHONE, "light")]


def play_now(page: Page) -> None:
    page.goto("/?next=/me/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/me/")


def make_account(page: Page) -> str:
    name = f"Ada {next(NUMBERS)}"
    page.goto("/account/signup/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create my account").click()
    page.wait_for_url("**/me/")
    return name


@pytest.mark.parametrize("size", [DESKTOP, PHONE, (844, 390), (568, 320)])
def test_the_button_to_play_is_in_the_first_window(open_page: OpenPage, size: tuple[int, int]) -> None:
    button = box_of(open_page("/", size).get_by_role("button", name="Play now"))
    assert button["y"] + button["height"] <= size[1]


def reauthenticate(page: Page) -> None:
    page.goto("/account/reauthenticate/?next=/account/2fa/")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url("**/2fa/")


def check(page: Page, path: str) -> None:
    """No violation found by axe, nothing wider than the screen, no button too small to tap."""
    page.goto(path)
    found = Axe().run(page)
    assert found.violations_count == 0, f"{path}: {found.generate_report()}"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} is wider than the screen"
    small = page.evaluate(
        """[...document.querySelectorAll('button, .button, .tabs a, .choices label')].filter(e => e.checkVisibility())
           .filter(e => e.getBoundingClientRect().height < 44).map(e => e.textContent.trim())"""
    )
    assert not small, f"{path} has buttons too small for a finger: {small}"


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_pages_for_strangers_are_accessible(open_page: OpenPage, size: tuple[int, int], scheme: ColorScheme) -> None:
    page = open_page("/", size, color_scheme=scheme)
    for path in FOR_STRANGERS:
        check(page, path)


def test_pages_to_read_are_no_wider_than_the_narrowest_phone(open_page: OpenPage) -> None:
    page = open_page("/", (320, 568))
    for path in TO_READ:
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") == 320, path


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_pages_for_guests_are_accessible(open_page: OpenPage, size: tuple[int, int], scheme: ColorScheme) -> None:
    page = open_page("/", size, color_scheme=scheme)
    play_now(page)
    for path in FOR_GUESTS:
        check(page, path)


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_pages_for_accounts_are_accessible(open_page: OpenPage, size: tuple[int, int], scheme: ColorScheme) -> None:
    page = open_page("/", size, color_scheme=scheme)
    make_account(page)
    reauthenticate(page)
    for path in FOR_ACCOUNTS:
        check(page, path)


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_refusals_and_mistakes_are_accessible(open_page: OpenPage, size: tuple[int, int], scheme: ColorScheme) -> None:
    page = open_page("/", size, color_scheme=scheme)
    check(page, "/nothing/")
    page.goto("/account/login/")
    page.get_by_label("Name").fill("Nobody")
    page.get_by_label("Password").fill("guess")
    page.get_by_role("button", name="Log in", exact=True).click()
    page.get_by_text(LOGIN_ERRORS["username_password_mismatch"]).wait_for()
    assert Axe().run(page).violations_count == 0
    open_page.console_errors.clear()  # the browser notes the 404 that was asked for


def test_the_widest_name_fits_the_narrowest_screen(open_page: OpenPage) -> None:
    page = open_page("/", (320, 640))
    play_now(page)
    page.get_by_label("Your name").fill("W" * 18 + "MW")  # another test uses twenty W
    page.get_by_role("button", name="Save name").click()
    page.get_by_text("Saved.").wait_for()
    for path in FOR_GUESTS:
        check(page, path)


def test_a_name_is_read_on_the_narrowest_phone(open_page: OpenPage) -> None:
    page = open_page("/", (320, 568))
    play_now(page)
    name = page.locator(".who span")
    name.evaluate("it => { it.textContent = 'Golden Stoat'; }")
    assert name.evaluate("it => it.scrollWidth <= it.clientWidth")
    page.goto("/tables/new/")
    start, cancel = (box_of(button) for button in page.locator(".new-table form > .actions > .button").all())
    assert start["y"] < cancel["y"] + cancel["height"] / 2 < start["y"] + start["height"]


def test_the_design_system_is_accessible(open_page: OpenPage, site: Site) -> None:
    page = open_page("/")
    name = make_account(page)
    site.manage("shell", code=f"from games.models import *; User.objects.filter(name='{name}').update(is_staff=True)")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        check(page, "/style/")
    page.get_by_role("button", name="Open", exact=True).click()
    assert page.get_by_role("dialog").is_visible()
    page.keyboard.press("Escape")
    assert not page.get_by_role("dialog").is_visible()


def test_a_guest_changes_name_and_picture_without_leaving_the_page(open_page: OpenPage) -> None:
    page = open_page("/")
    play_now(page)
    page.evaluate("window.stayed = true")
    picture = page.locator("#who img").get_attribute("src")
    page.get_by_role("button", name="Another picture").click()
    page.wait_for_function("old => document.querySelector('#who img').getAttribute('src') !== old", arg=picture)
    name = f"Bea {next(NUMBERS)}"
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Save name").click()
    page.get_by_text("Saved.").wait_for()
    assert page.locator("#who").inner_text() == page.locator("#hello").inner_text() == name
    assert page.evaluate("window.stayed")


def test_a_name_that_will_not_do_is_kept_in_the_field_with_a_sentence(open_page: OpenPage) -> None:
    page = open_page("/")
    play_now(page)
    before = page.locator("#who").inner_text()
    page.get_by_label("Your name").fill("x")
    page.get_by_role("button", name="Save name").click()
    page.get_by_text("A name has 2 to 20 characters.").wait_for()
    field = page.get_by_label("Your name")
    assert field.input_value() == "x"
    described_by = field.get_attribute("aria-describedby")
    assert described_by
    assert page.locator(f"#{described_by.split()[-1]}").count() == 1
    assert page.locator("#who").inner_text() == before
    open_page.console_errors.clear()  # the browser notes the 422


def test_a_rate_limit_is_explained_beside_the_form(open_page: OpenPage) -> None:
    page = open_page("/")
    play_now(page)
    name = page.get_by_label("Your name").input_value()
    while not page.locator("#notices .notice.error").count():
        with page.expect_response("**/me/name/"):
            page.get_by_role("button", name="Save name").click()
        page.wait_for_function("() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')")
    assert "too often" in page.locator("#notices").inner_text()
    assert page.get_by_label("Your name").input_value() == name
    open_page.console_errors.clear()  # the browser notes the 429


def test_preferences_are_saved_as_they_are_chosen_and_shown_at_once(open_page: OpenPage) -> None:
    page = open_page("/", color_scheme="light")
    play_now(page)
    page.goto("/me/preferences/")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.get_by_label("Dark").check()
    expect(page.get_by_text("Saved.")).to_be_in_viewport(ratio=1)
    dark = page.evaluate(paper)
    assert dark != light
    page.reload()
    assert page.evaluate(paper) == dark
    assert page.get_by_label("Dark").is_checked()


def test_a_guest_becomes_an_account_logs_out_and_in_again(open_page: OpenPage) -> None:
    page = open_page("/", PHONE)
    play_now(page)
    name = make_account(page)
    page.goto("/account/logout/")
    page.get_by_role("button", name="Log out").click()
    page.get_by_text("You are logged out.").wait_for()
    page.get_by_role("link", name="Log in").first.click()
    page.get_by_label("Name").fill(name.upper())
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url("**/me/")
    assert page.locator("#hello").inner_text() == name


def test_a_passkey_is_added_and_opens_the_account_without_a_password(open_page: OpenPage, site: Site) -> None:
    page = open_page("/")
    page.goto(site.url.replace("127.0.0.1", "localhost") + "/account/signup/")
    keys = page.context.new_cdp_session(page)
    keys.send("WebAuthn.enable")
    device = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    device |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    keys.send("WebAuthn.addVirtualAuthenticator", {"options": device})
    name = f"Ada {next(NUMBERS)}"
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create my account").click()
    page.get_by_role("link", name="Security").click()
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url("**/webauthn/add/")  # and so until its scripts have run
    page.get_by_role("button", name="Add this device").click()
    page.get_by_role("heading", name="Recovery codes").wait_for()
    page.get_by_role("link", name="Log out").click()
    page.get_by_role("button", name="Log out").click()
    page.get_by_role("link", name="Log in").first.click()
    page.wait_for_url("**/login/")
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/me/")
    assert page.locator("#hello").inner_text() == name


def test_a_new_token_can_look_on_and_be_copied(open_page: OpenPage) -> None:
    page = open_page("/")
    make_account(page)
    page.get_by_text("Create a token").click()
    page.locator("#tokens").get_by_label("Name").fill("my bot")
    page.get_by_role("button", name="Create token").click()
    page.get_by_text("Copy it now").wait_for()
    assert page.locator("#tokens .badge").inner_text() == "read-only"
    page.evaluate("() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; }")
    page.locator("#tokens").get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("copied") == page.locator("#secret").input_value()


def test_a_passkey_that_cannot_work_here_is_explained_in_a_sentence(open_page: OpenPage) -> None:
    page = open_page("/account/login/")
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_text(re.compile("passkey", re.IGNORECASE)).first.wait_for()
    assert page.locator("#notices .notice.error").inner_text().endswith(".")


def test_without_javascript_everything_is_still_there(open_page: OpenPage) -> None:
    page = open_page("/", PHONE, java_script_enabled=False)
    play_now(page)
    name = f"Bea {next(NUMBERS)}"
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Save name").click()
    page.get_by_text(confirmation("renamed", name=name)).wait_for()
    page.get_by_role("button", name="Another picture").click()
    page.get_by_role("link", name="Preferences").click()
    page.get_by_label("Dark").check()
    page.get_by_role("button", name="Save preferences").click()
    page.get_by_text("Your preferences are saved.").wait_for()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    make_account(page)
    page.get_by_role("link", name="My data").click()
    page.get_by_role("link", name="Delete my account").click()
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Delete permanently").click()
    page.get_by_text(confirmation("deleted")).wait_for()


def tab_to(page: Page, name: str) -> None:
    """On with Tab until what has that name is focused, and visibly so."""
    for _ in range(40):
        page.keyboard.press("Tab")
        focused = page.evaluate(
            """() => { const e = document.activeElement, s = getComputedStyle(e);
                 return {name: (e.labels?.[0] ?? e).textContent.trim(), outline: s.outlineStyle + s.outlineWidth}}"""
        )
        assert focused["outline"] not in ("none0px", "none3px"), f"The focus on {focused['name']} is not visible"
        if focused["name"] == name:
            return
    pytest.fail(f"{name} was not reached with Tab")


def test_a_guest_plays_and_creates_an_account_with_the_keyboard_only(open_page: OpenPage) -> None:
    page = open_page("/")
    tab_to(page, "Skip to the content")
    page.keyboard.press("Enter")
    tab_to(page, "Play now")
    page.keyboard.press("Enter")
    page.wait_for_url("**/game/")
    page.goto("/me/")
    tab_to(page, "Create an account")
    page.keyboard.press("Enter")
    page.wait_for_url("**/signup/")
    tab_to(page, "Password")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/me/")
    assert page.get_by_role("link", name="Create an account").count() == 0


def test_a_lost_connection_is_reported_and_keeps_the_input(open_page: OpenPage) -> None:
    page = open_page("/")
    play_now(page)
    page.context.set_offline(True)
    page.get_by_label("Your name").fill("Offline")
    page.get_by_role("button", name="Save name").click()
    page.get_by_text("No connection. Check whether it worked").wait_for()
    assert page.get_by_label("Your name").input_value() == "Offline"
    page.context.set_offline(False)
    page.get_by_role("button", name="Save name").click()
    page.get_by_text("Saved.").wait_for()
    assert not page.get_by_text("No connection").count()
    open_page.console_errors.clear()  # the browser notes that it is offline


def test_a_server_that_cannot_store_is_reported_until_it_can(open_page: OpenPage) -> None:
    page = open_page("/")
    play_now(page)
    sentence = "The server cannot store anything"
    page.route(
        "**/me/name/",
        lambda route: route.fulfill(status=503, body=f'<div class="notice error"><p>{sentence}</p></div>'),
        times=1,
    )
    page.get_by_label("Your name").fill("Patient")
    page.get_by_role("button", name="Save name").click()
    page.get_by_text(sentence).wait_for()
    page.get_by_role("button", name="Save name").click()
    page.get_by_text("Saved.").wait_for()
    page.get_by_text(sentence).wait_for(state="detached")
    open_page.console_errors.clear()  # the browser notes the 503


def test_reduced_motion_turns_transitions_off(open_page: OpenPage) -> None:
    page = open_page("/", reduced_motion="reduce")
    for part in (".button.big", ".fan .up", ".brand svg"):
        seconds = page.locator(part).first.evaluate("e => getComputedStyle(e).transitionDuration")
        assert set(seconds.split(", ")) <= {"0s", "0ms"}, part


@pytest.mark.parametrize("size", [DESKTOP, (1024, 768), (1366, 768)])
def test_others_sit_at_the_table_of_the_front_page_beside_its_words(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page("/", size)
    others, room = page.locator(".others span"), box_of(page.locator(".felt"))
    words = [box_of(one) for one in page.locator(".pitch :is(h1, p, a, button)").all()]
    for one in others.all():
        assert box_of(one)["x"] + box_of(one)["width"] <= room["x"] + room["width"]
        assert not any(overlap(box_of(one), word) for word in words)
    assert [one["y"] > box_of(others.nth(1))["y"] for one in map(box_of, others.all())] == [True, False, True]
    assert others.get_by_text("Uno!").is_visible()
    assert page.locator(".others img").evaluate_all("all => all.every(one => one.naturalWidth > 0)")


@pytest.mark.parametrize("width", [834, 900, 1024, 1180, 1200, 1280])
def test_the_rim_of_the_table_crosses_no_word_of_the_front_page(open_page: OpenPage, width: int) -> None:
    page = open_page("/", (width, 800))
    words = page.locator(".pitch").evaluate("""pitch => {
        const felt = pitch.parentElement, style = getComputedStyle(felt)
        const { x, y, width, height } = felt.getBoundingClientRect()
        const [left, top] = style.getPropertyValue("--top").split(" ").map(parseFloat)
        const rim = (parseFloat(style.getPropertyValue("--reach")) + 0.4) * 16
        const texts = document.createTreeWalker(pitch, NodeFilter.SHOW_TEXT), range = document.createRange(), found = []
        while (texts.nextNode()) {
            range.selectNodeContents(texts.currentNode)
            for (const word of range.getClientRects())
                found.push(Math.hypot(x + width * left / 100 - word.right, y + height * top / 100 - word.bottom) - rim)
        }
        return found
    }""")
    assert len(words) > 8
    assert min(words) > 0


def test_a_phone_does_not_load_who_sits_at_the_table_of_the_front_page(open_page: OpenPage) -> None:
    page = open_page("/", PHONE)
    assert page.locator(".others").is_hidden()
    # What is hidden and lazy is not loaded.
    assert set(page.locator(".others img").evaluate_all("all => all.map(({ loading }) => loading)")) == {"lazy"}


def test_a_chosen_table_and_back_are_seen_in_the_game(open_page: OpenPage) -> None:
    page = open_page("/")
    play_now(page)
    page.goto("/me/preferences/")
    with page.expect_response("**/me/preferences/"):
        page.get_by_text("Green felt").click()
    with page.expect_response("**/me/preferences/"):
        page.get_by_text("Waves").click()
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/game/")
    names = ["--felt", "--waves", "--diamond"]
    found = page.evaluate("names => names.map(name => getComputedStyle(document.body).getPropertyValue(name))", names)
    assert found == ["#14503f", "inline", "none"]
