"""Lobbies in real browsers: four at one table, a phone, a keyboard, no JavaScript, and accessibility."""

import re
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import APIResponse, Page, Route, expect

from games.wording.lobby import confirmation, refusal
from tests.browser.seats import box_of, wait_for_script
from tests.conftest import DESKTOP, PHONE, OpenPage
from tests.contexts import ColorScheme

pytestmark = pytest.mark.once  # other tests send the same hints through Redis

LOOKS = [(DESKTOP, "dark"), (PHONE, "light")]
PATH = re.compile(r"/t/[a-z0-9]{8}/$")
GAME = re.compile(r"/t/[a-z0-9]{8}/game/$")


def open_table(page: Page, who_may_come: str = "Anyone with the link") -> str:
    page.goto("/tables/new/")
    page.get_by_label(who_may_come).check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(PATH)
    return "/" + page.url.split("/", 3)[3]


def sit_down(page: Page, path: str) -> str:
    page.goto(path)
    page.get_by_role("button", name="Take a seat").click()
    page.get_by_role("heading", name="Are you ready?").wait_for()
    return page.locator("#who").inner_text()


def check(page: Page) -> None:
    """No violation found by axe, nothing wider than the screen, no button too small to tap."""
    found = Axe().run(page)
    assert found.violations_count == 0, f"{page.url}: {found.generate_report()}"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{page.url} is wider than the screen"
    # A button that was pressed a moment ago is still on its way back to its size, so this may take a moment.
    page.wait_for_function(
        """() => [...document.querySelectorAll('button, .button, .choices label')].filter(e => e.checkVisibility())
           .every(e => Math.round(e.getBoundingClientRect().height) >= 44)"""
    )


def test_four_browsers_in_one_lobby_see_everything_and_start_together(open_page: OpenPage) -> None:
    ann = open_page("/")
    path = open_table(ann)
    bob, cleo, dan = open_page("/", PHONE), open_page("/"), open_page(path)
    names = [sit_down(page, path) for page in (bob, cleo)]
    dan.get_by_role("button", name="Watch").click()
    dan.locator(".visitors", has_text="(you)").wait_for()
    for page in (ann, bob, cleo, dan):
        page.evaluate("window.stayed = true")
    for page in (ann, bob, cleo, dan):
        for name in names:
            page.locator(".seat", has_text=name).wait_for()
        page.locator("#visitor-" + dan.evaluate("document.querySelector('.visitors li').id.split('-')[1]")).wait_for()
    ann.locator("#bots-4 summary").click()
    ann.locator("#bot-4-Hard").click()
    for page in (bob, cleo, dan):
        page.locator("#seat-4", has_text="Hard").wait_for()
    bob.get_by_role("textbox", name="Message").fill("Shall we?")
    bob.get_by_role("button", name="Send").click()
    for page in (ann, bob, cleo, dan):
        page.locator("#lines", has_text="Shall we?").wait_for()
    bob.wait_for_function("() => document.getElementById('text').value === ''")
    for page in (bob, cleo):
        page.get_by_role("button", name="I am ready").click()
    ann.get_by_role("heading", name="Everyone else is ready").wait_for()
    assert all(page.evaluate("window.stayed") for page in (ann, bob, cleo, dan))
    ann.get_by_role("button", name="Start the game").click()
    for page in (ann, bob, cleo, dan):
        page.wait_for_url(GAME)


def test_the_page_navigates_to_the_game_only_once(open_page: OpenPage) -> None:
    """The response and the push both lead there; a second navigation would cancel the first."""
    page = open_page("/")
    open_table(page)
    departures = page.evaluate("""async () => {
      let departures = 0;
      navigation.addEventListener("navigate", (event) => { departures++; event.preventDefault(); });
      document.body.insertAdjacentHTML("beforeend", '<div data-go="/tables/"></div>');
      for (const _ of [1, 2]) {
        document.dispatchEvent(new CustomEvent("htmx:oobAfterSwap"));
        await new Promise((done) => { setTimeout(done, 50); });
      }
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
      const once = departures;
      document.dispatchEvent(new CustomEvent("htmx:oobAfterSwap"));
      return [once, departures];
    }""")
    assert departures == [1, 2], "a page that the browser shows again sets out again"


def test_changed_rules_are_marked_on_every_page_without_a_reload(open_page: OpenPage) -> None:
    ann = open_page("/")
    path = open_table(ann)
    bob = open_page("/", PHONE)
    sit_down(bob, path)
    bob.get_by_role("button", name="I am ready").click()
    bob.get_by_role("heading", name="You are ready").wait_for()
    ann.get_by_role("link", name="Change the rules").click()
    ann.get_by_text("All rules").click()
    ann.get_by_label("Hand size").fill("5")
    ann.locator("#summary", has_text="dealt 5 cards").wait_for()
    ann.get_by_role("button", name="Use these rules").click()
    bob.locator("mark", has_text="Hand size: 5 (before: 7)").first.wait_for()
    bob.get_by_role("heading", name="Are you ready?").wait_for()


def test_impossible_rules_are_explained_while_they_are_chosen(open_page: OpenPage) -> None:
    page = open_page("/tables/new/")
    page.get_by_label("No Mercy").check()
    page.locator("#summary", has_text="No Mercy differs from Official").wait_for()
    page.get_by_text("All rules").click()
    page.get_by_label("Hand size").fill("99")
    page.locator("#summary .notice.error", has_text="Hand size must be a whole number from 1 to 15").wait_for()
    page.get_by_label("Hand size").fill("7")
    page.locator("#summary .notice.error").wait_for(state="detached")


def test_rules_can_be_searched_and_those_without_effect_are_folded_away(open_page: OpenPage) -> None:
    page = open_page("/tables/new/")
    page.locator("#all-rules > summary").click()
    backs = page.locator("[data-option=backs_public]")
    assert backs.inner_text().split("\n")[-1] == "The cards of this deck have one side."
    assert not backs.locator("select").is_visible()
    page.get_by_label("Deck", exact=True).select_option("flip")
    backs.locator("select").wait_for()
    assert "one side" not in backs.inner_text()
    page.get_by_label("Find a rule").fill("jump")
    shown = page.locator("#all-rules .option:visible")
    assert shown.evaluate_all("all => all.map(one => one.dataset.option)") == ["jump_in"]
    assert page.locator("#all-rules .group:visible").count() == 1
    assert page.locator("#no-rule").inner_text() == ""
    page.keyboard.press("Enter")
    assert page.url.endswith("/tables/new/")
    page.get_by_label("Find a rule").fill("zzz")
    expect(page.get_by_role("status").get_by_text("No rule has these words.")).to_be_visible()


BELOW_THE_SUMMARY = """() => document.activeElement.getBoundingClientRect().top
    >= document.getElementById("summary").getBoundingClientRect().bottom"""


def test_the_focus_in_the_rules_is_never_below_their_summary(open_page: OpenPage) -> None:
    page = open_page("/tables/new/", reduced_motion="reduce")
    page.locator("#all-rules > summary").click()
    for field in page.locator("#all-rules .option:visible select").all()[5:9]:
        field.evaluate("it => scrollBy({ top: it.getBoundingClientRect().top - 10, behavior: 'instant' })")
        field.focus()
        page.wait_for_function(BELOW_THE_SUMMARY)


def test_a_table_can_be_opened_from_any_place_of_its_form(open_page: OpenPage) -> None:
    page = open_page("/tables/new/", PHONE, reduced_motion="reduce")
    button = page.locator("#open-table")
    expect(button).to_be_in_viewport(ratio=1)
    page.locator("#all-rules > summary").click()
    for field in page.locator("#all-rules .option:visible select").all()[4:8]:
        field.evaluate("it => scrollBy({ top: it.getBoundingClientRect().bottom - innerHeight, behavior: 'instant' })")
        field.focus()
        expect(button).to_be_in_viewport(ratio=1)
        bar = page.locator("form > .actions", has=button)
        assert box_of(field)["y"] + box_of(field)["height"] <= box_of(bar)["y"]


def test_the_focus_stays_on_the_button_of_the_opposite(open_page: OpenPage) -> None:
    ann, bob = open_page("/"), open_page("/")
    sit_down(bob, open_table(ann))
    for before, after in (("I am ready", "Not ready"), ("Not ready", "I am ready")):
        bob.get_by_role("button", name=before).press("Enter")
        expect(bob.get_by_role("button", name=after)).to_be_focused()


def test_a_press_is_not_lost_while_an_earlier_one_has_no_answer(open_page: OpenPage) -> None:
    ann, bob = open_page("/"), open_page("/")
    sit_down(bob, open_table(ann))
    answers: list[tuple[Route, APIResponse]] = []
    bob.route("**/ready/", lambda route: answers.append((route, route.fetch())), times=1)
    bob.get_by_role("button", name="I am ready").click()
    bob.get_by_role("button", name="Not ready").click()
    [(route, answer)] = answers
    route.fulfill(response=answer)
    bob.get_by_role("button", name="I am ready").wait_for()


def test_who_has_taken_a_seat_is_asked_whether_they_are_ready(open_page: OpenPage) -> None:
    ann, bob = open_page("/"), open_page("/")
    path = open_table(ann)
    sit_down(bob, path)
    bob.get_by_role("button", name="Leave the table").click()
    bob.wait_for_url(lambda url: not url.endswith(path))
    bob.goto(path)
    said = "() => document.getElementById('lobby-live').textContent"
    bob.get_by_role("button", name="Take a seat").press("Enter")
    expect(bob.get_by_role("button", name="I am ready")).to_be_focused()
    bob.wait_for_function(f"() => ({said})().includes('ready?')")
    assert "?." not in bob.evaluate(said)


def test_a_button_that_is_gone_leaves_the_focus_on_what_is_asked_now(open_page: OpenPage) -> None:
    ann = open_page("/")
    open_table(ann)
    ann.get_by_role("button", name="Fill the free seats with bots").press("Enter")
    ann.get_by_role("button", name="Fill the free seats with bots").wait_for(state="detached")
    expect(ann.locator("#status")).to_be_focused()


def test_who_comes_and_gets_ready_is_announced(open_page: OpenPage) -> None:
    ann, bob = open_page("/"), open_page("/")
    path = open_table(ann)
    said = ann.locator("#lobby-live")
    sit_down(bob, path)
    expect(said).to_have_text(
        re.compile(r"^Seat 1: [\w .-]+ \(you\), host, not ready\. Seat 2: [\w .-]+, not ready\.( |$)")
    )
    bob.get_by_role("button", name="I am ready").click()
    expect(said).to_have_text(re.compile(r"^Seat 2: [\w .-]+, ready\. Everyone else is ready\.$"))


def test_a_removed_player_sees_a_notice_at_once(open_page: OpenPage) -> None:
    ann = open_page("/")
    path = open_table(ann)
    bob = open_page("/")
    name = sit_down(bob, path)
    ann.get_by_label(f"More about {name}").click()
    ann.get_by_role("button", name="Remove from seat").click()
    bob.locator("#removal", has_text=f"has removed {name} from their seat").wait_for()
    bob.get_by_role("button", name="Take a seat").wait_for()


def test_a_ban_and_its_end_show_on_the_banned_page(open_page: OpenPage) -> None:
    ann = open_page("/")
    path = open_table(ann)
    bob = open_page("/")
    name = sit_down(bob, path)
    ann.on("dialog", lambda dialog: dialog.accept())
    ann.get_by_label(f"More about {name}").click()
    ann.get_by_role("button", name="Ban from this table").click()
    bob.get_by_text("has banned you from this table").wait_for()
    assert not bob.get_by_role("heading", name="Chat").is_visible()
    bob.wait_for_function("() => !document.getElementById('lines')")  # the page has come anew
    ann.get_by_role("button", name="Unban").click()
    ann.get_by_text(confirmation("unbanned", name=name)).wait_for()
    bob.get_by_role("link", name="Try again").click()
    bob.get_by_role("heading", name="Chat").wait_for()
    bob.get_by_role("button", name="Take a seat").click()
    bob.get_by_role("heading", name="Are you ready?").wait_for()
    open_page.console_errors.clear()  # the browser notes the 403


def test_what_is_said_out_of_sight_is_seen_on_a_phone_and_leads_to_the_chat(open_page: OpenPage) -> None:
    ann = open_page("/", PHONE)
    path = open_table(ann)
    wait_for_script(ann, "said")
    said = ann.locator("#said")
    bob = open_page("/")
    name = sit_down(bob, path)
    bob.get_by_role("button", name="Ready?").click()
    said.wait_for()
    assert said.inner_text() == f"{name}: Ready?"
    check(ann)
    said.click()
    said.wait_for(state="hidden")
    assert ann.locator("#lines li", has_text="Ready?").is_visible()
    bob.get_by_role("button", name="Good luck!").click()
    ann.locator("#lines li", has_text="Good luck!").wait_for()
    assert said.is_hidden()
    assert bob.locator("#said").is_hidden()


def test_the_same_seat_is_live_in_two_tabs(open_page: OpenPage) -> None:
    one = open_page("/")
    path = open_table(one)
    two = one.context.new_page()
    two.goto(path)
    sit_down(open_page("/"), path)
    two.get_by_role("button", name="I am ready").click()
    one.get_by_role("button", name="Not ready").wait_for()
    assert one.locator(".seat.mine").count() == two.locator(".seat.mine").count() == 1


def test_a_player_who_closes_the_window_is_shown_as_away(open_page: OpenPage) -> None:
    ann = open_page("/")
    path = open_table(ann)
    bob = open_page("/")
    name = sit_down(bob, path)
    bob.close()
    ann.locator(".seat.away", has_text=name).wait_for()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_invitation_link_stands_above_its_buttons(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page("/", size)
    page.add_init_script("navigator.share = async () => {}")
    open_table(page)
    page.locator("#share").wait_for()
    link, copy = box_of(page.locator("#link")), box_of(page.locator("#copy"))
    assert link["y"] + link["height"] <= copy["y"]


def test_a_password_table_asks_and_lets_in(open_page: OpenPage) -> None:
    ann = open_page("/tables/new/")
    ann.get_by_label("Anyone with the password").check()
    ann.get_by_label("Password", exact=True).fill("open sesame")
    ann.get_by_role("button", name="Open the table").click()
    ann.wait_for_url(PATH)
    bob = open_page(ann.url.replace(ann.url.split("/t/")[0], ""))
    bob.get_by_label("Password of the table").fill("guess")
    bob.get_by_role("button", name="Enter").click()
    bob.get_by_text(refusal("wrong_password")).wait_for()
    bob.get_by_label("Password of the table").fill("open sesame")
    bob.get_by_role("button", name="Enter").click()
    bob.get_by_role("button", name="Take a seat").click()
    ann.locator(".seat", has_text=bob.locator("#who").inner_text()).wait_for()
    open_page.console_errors.clear()  # the browser notes the 403


def test_the_list_changes_by_itself_and_keeps_its_filter(open_page: OpenPage) -> None:
    watcher, flips = open_page("/tables/"), open_page("/tables/?deck=flip")
    ann = open_page("/")
    path = open_table(ann, "Everyone: the table is listed")
    entry = f"#table-{path.split('/')[2]}"
    watcher.locator(entry).wait_for()
    ann.on("dialog", lambda dialog: dialog.accept())
    watcher.get_by_label("Deck").select_option("flip")
    watcher.locator(entry).wait_for(state="detached")
    assert watcher.url.endswith("/tables/?deck=flip")
    assert watcher.locator("#quick [name=deck]").input_value() == "flip"
    watcher.get_by_label("Deck").select_option("")
    watcher.locator(entry).wait_for()
    assert flips.locator(entry).count() == 0
    ann.get_by_role("button", name="Close the table").click()
    watcher.locator(entry).wait_for(state="detached")


def test_play_now_has_cards_on_the_table_after_one_click(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(GAME)
    page.locator("#hand").wait_for()
    assert page.locator("#hand > *").count() >= 7  # more, where a Draw Two lay first


def test_quick_match_sits_two_strangers_at_one_table_and_bots_fill_it(open_page: OpenPage) -> None:
    pages = [open_page("/tables/?deck=flip", size) for size in (DESKTOP, PHONE)]
    for page in pages:
        page.get_by_role("button", name="Quick match").click()
        page.wait_for_url(PATH)
    assert pages[0].url == pages[1].url
    for page in pages:
        page.wait_for_url(GAME)


def test_the_keyboard_alone_is_enough(open_page: OpenPage) -> None:
    page = open_page("/tables/new/")

    def press(name: str, role: Literal["button", "link"] = "button") -> None:
        """Along with Tab until the thing has the focus, and then Enter."""
        wanted = page.get_by_role(role, name=name, exact=True).first
        wanted.wait_for()
        page.locator("body").press("Tab")
        while not wanted.evaluate("e => e === document.activeElement"):
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")

    press("Open the table")
    page.wait_for_url(PATH)
    page.locator("#bots-2 summary").focus()
    page.keyboard.press("Enter")
    page.locator("#bot-2-Easy").wait_for()
    page.keyboard.press("Escape")
    page.locator("#bot-2-Easy").wait_for(state="hidden")
    assert page.locator("#bots-2 summary").evaluate("e => e === document.activeElement")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("#seat-2", has_text="Easy").wait_for()
    page.wait_for_function("() => document.activeElement.matches('#seat-2 summary')")
    press("Start the game")
    page.wait_for_url(GAME)


def test_an_open_menu_and_a_half_written_line_survive_what_others_do(open_page: OpenPage) -> None:
    ann = open_page("/")
    path = open_table(ann)
    ann.get_by_role("textbox", name="Message").fill("Half a sent")
    ann.locator("#bots-3 summary").click()
    name = sit_down(open_page("/"), path)
    ann.locator(".seat", has_text=name).wait_for()
    assert ann.locator("#bot-3-Hard").is_visible()
    assert ann.get_by_role("textbox", name="Message").input_value() == "Half a sent"


def test_an_older_version_never_replaces_a_newer_one(open_page: OpenPage) -> None:
    page = open_page("/")
    open_table(page)
    push = """version => htmx.swap(document.getElementById("lost"),
        `<div id="lobby" data-version="${version}" hx-swap-oob="morph">from elsewhere</div>`, {swapStyle: "none"})"""
    page.evaluate(push, -1)
    assert page.locator("#seat-1").count() == 1
    page.evaluate(push, 999)
    assert page.locator("#lobby").inner_text() == "from elsewhere"


def test_a_button_stays_in_its_place_when_a_field_before_it_vanishes(open_page: OpenPage) -> None:
    page = open_page("/")
    open_table(page)
    moved = page.evaluate("""() => {
        const lost = document.getElementById("lost");
        lost.insertAdjacentHTML("afterend", '<form id="f"><input><i></i><button id="b">Sit</button>!</form>');
        const observer = new MutationObserver(() => {});
        observer.observe(document.getElementById("f"), {childList: true});
        htmx.swap(lost, '<form id="f" hx-swap-oob="morph"><button id="b">Stay</button>?</form>', {swapStyle: "none"});
        const ids = observer.takeRecords().flatMap(({removedNodes}) => [...removedNodes].map(({id}) => id));
        return [document.getElementById("f").innerHTML, ids.includes("b")]
    }""")
    assert moved == ['<button id="b">Stay</button>?', False]


def test_without_javascript_everything_is_there(open_page: OpenPage) -> None:
    ann = open_page("/", java_script_enabled=False)
    path = open_table(ann, "Everyone: the table is listed")
    assert not ann.locator("#copy").is_visible()
    assert not ann.locator("#share").is_visible()
    bob = open_page("/tables/", PHONE, java_script_enabled=False)
    bob.locator(f"#table-{path.split('/')[2]}").get_by_role("link").click()
    bob.get_by_role("button", name="Take a seat").click()
    bob.get_by_role("link", name="Stop refreshing while I write").click()
    bob.get_by_role("textbox", name="Message").fill("Good evening")
    bob.get_by_role("button", name="Send").click()
    bob.get_by_role("button", name="I am ready").click()
    ann.goto(path)
    ann.get_by_text("Good evening").wait_for()
    ann.locator("#bots-3 summary").click()
    ann.locator("#bot-3-Hard").click()
    ann.locator("#seat-3", has_text="Hard").wait_for()
    ann.get_by_role("link", name="Change the rules").click()
    ann.get_by_label("Party").check()
    ann.get_by_role("button", name="Use these rules").click()
    bob.goto(path)
    bob.get_by_role("button", name="I am ready").click()
    ann.goto(path)
    ann.get_by_role("button", name="Start the game").click()
    ann.wait_for_url(GAME)
    bob.goto(path)
    bob.wait_for_url(GAME)


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_every_page_of_the_lobby_is_accessible(open_page: OpenPage, size: tuple[int, int], scheme: ColorScheme) -> None:
    page = open_page("/tables/", size, color_scheme=scheme)
    check(page)
    page.goto("/tables/new/")
    page.get_by_text("All rules").click()
    page.get_by_text("Watching, pace and more").click()
    check(page)
    path = open_table(page, "Everyone: the table is listed")
    guest = open_page(path, size, color_scheme=scheme)
    check(guest)
    name = sit_down(guest, path)
    check(guest)
    page.locator(".seat", has_text=name).wait_for()
    page.locator("#bots-3 summary").click()
    check(page)
    page.get_by_label(f"More about {name}").click()
    check(page)
    page.get_by_text("QR code for phones").click()
    check(page)
    for part in ("rules", "settings"):
        page.goto(f"{path}{part}/")
        check(page)
    page.goto("/tables/")
    check(page)
    page.goto("/join/?code=nothing")
    check(page)
    open_page.console_errors.clear()  # the browser notes the 404 that was asked for


def test_the_widest_names_fit_the_narrowest_screen(open_page: OpenPage) -> None:
    page = open_page("/?next=/me/", (320, 640))
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/me/")
    page.get_by_label("Your name").fill("W" * 20)
    page.get_by_role("button", name="Save name").click()
    page.get_by_text("Saved.").wait_for()
    open_table(page, "Everyone: the table is listed")
    check(page)
    page.goto("/tables/")
    check(page)
    page.goto("/tables/new/")
    check(page)


@pytest.mark.parametrize(
    ("opens", "label", "value", "field"),
    [
        ("", "Seats", "99", "#set_seats"),
        ("All rules", "Hand size", "99", "#rule_hand_size"),
        ("", "Anyone with the password", None, "#set_password"),
    ],
)
def test_a_refused_form_shows_and_focuses_the_wrong_field(
    open_page: OpenPage, opens: str, label: str, value: str | None, field: str
) -> None:
    page = open_page("/tables/new/", PHONE)
    if opens:
        page.get_by_text(opens).click()
    choice = page.get_by_label(label)
    choice.check() if value is None else choice.fill(value)
    with page.expect_navigation():
        page.get_by_role("button", name="Open the table").click()
    wrong = page.locator(field)
    assert wrong.evaluate("field => field === document.activeElement")
    assert wrong.get_attribute("aria-invalid") == "true"
    message = page.locator(f"{field}_error")
    assert f"{field}_error".removeprefix("#") in str(wrong.get_attribute("aria-describedby"))
    box = box_of(message)
    assert 0 <= box["y"] <= box["y"] + box["height"] <= PHONE[1]
    open_page.console_errors.clear()  # the browser notes the refusal


def test_a_refusal_of_the_lobby_is_in_sight_however_far_the_page_is_scrolled(open_page: OpenPage) -> None:
    page = open_page("/", PHONE)
    open_table(page)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.locator("#notices").evaluate("it => { it.innerHTML = '<div class=\"notice error\"><p>No.</p></div>' }")
    box = box_of(page.locator("#notices .notice"))
    assert 0 <= box["y"] < PHONE[1] - box["height"]
