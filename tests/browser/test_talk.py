"""What people say at the table: bubbles and reactions at their seats, and what a phone shows of a closed chat."""

import pytest
from playwright.sync_api import FloatRect, Page

from games.models import User
from games.people import tips
from tests.browser.conftest import MakeTable, OpenFixture
from tests.browser.seats import Seat, box_of, hear_nothing, overlap, wait_for_late_styles, wait_for_script
from tests.browser.tables import SPECTATOR, position
from tests.conftest import DESKTOP, PHONE

pytestmark = pytest.mark.once
START = "Official | R1 R2 R3 / R4 R5 R6 | 0 clockwise red | G1 G2 G4 G5 | R9"


def listening(seat: Seat) -> Seat:
    """Wait until a page hears keys and sees what others say: it loads that later than the table."""
    wait_for_script(seat.page, "talk")
    wait_for_late_styles(seat.page)
    return seat


def middle(box: FloatRect) -> float:
    return box["x"] + box["width"] / 2


def shown(page: Page, kind: str) -> FloatRect:
    """Return where it is when it has grown to its size."""
    found = page.locator(f".{kind}")
    found.wait_for()
    found.evaluate("it => Promise.all(it.getAnimations().map((one) => one.finished))")
    return box_of(found)


def test_a_message_is_a_bubble_at_the_seat_and_a_number_on_a_phone(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(START))
    ann, bob = listening(table.open("Ann")), listening(table.open("Bob", PHONE))
    ann.page.get_by_role("button", name="Good luck!").click()
    bubble, seat = shown(bob.page, "bubble"), box_of(bob.page.locator("#s0"))
    assert bob.page.locator(".bubble").inner_text() == "Good luck!"
    assert abs(middle(bubble) - middle(seat)) < 60
    tail = bob.page.locator(".bubble").evaluate("it => parseFloat(getComputedStyle(it, '::before').left)")
    assert abs(bubble["x"] + tail + 8 - middle(seat)) < 8, "it points at who speaks"
    assert seat["y"] + seat["height"] <= bubble["y"] < seat["y"] + seat["height"] + 20
    chat = bob.page.locator('.bar [href="#lines"]')
    assert chat.get_attribute("data-unread") == "1"
    ann.page.get_by_role("textbox", name="Message").fill("And have fun")
    ann.page.keyboard.press("Enter")
    bob.page.locator(".bubble", has_text="And have fun").wait_for()
    assert bob.page.locator(".bubble").count() == 1
    assert chat.get_attribute("data-unread") == "2"
    chat.click()
    bob.page.locator("#lines", has_text="And have fun").wait_for()
    bob.page.locator('.bar [href="#lines"]:not([data-unread])').wait_for()
    assert ann.page.locator("[data-unread]").count() == 0


@pytest.mark.parametrize("who", ["Ann", SPECTATOR])
def test_your_own_words_are_not_unread(make_table: MakeTable, who: str) -> None:
    page = listening(make_table(["Ann", "Bob"], position(START)).open(who, PHONE)).page
    page.locator("#say-text").evaluate("it => { it.value = 'Hello!'; it.form.requestSubmit(); }")
    shown(page, "bubble")
    assert page.locator("[data-unread]").count() == 0


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_what_you_say_yourself_covers_no_card(make_table: MakeTable, size: tuple[int, int]) -> None:
    page = listening(make_table(["Ann", "Bob"], position(START)).open("Ann", size)).page
    page.locator("#say-text").evaluate("it => { it.value = 'A long message '.repeat(13); it.form.requestSubmit(); }")
    bubble = shown(page, "bubble")
    assert not any(overlap(bubble, box_of(part)) for part in page.locator("#hand .card, #asked").all())


def test_your_own_words_lie_beside_your_plate_where_there_is_room(make_table: MakeTable) -> None:
    page = listening(make_table(["Ann", "Bob"], position(START)).open("Ann")).page
    page.get_by_role("button", name="Hello!").click()
    bubble, plate = shown(page, "bubble"), box_of(page.locator(".me"))
    assert bubble["x"] + bubble["width"] <= plate["x"]


def test_your_own_words_lie_above_a_hint(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(START))
    table.site.within(lambda: User.objects.filter(name="Ann").update(tips_left=tips.ALL))
    page = listening(table.open("Ann", PHONE)).page
    page.locator("#tip:not([hidden])").wait_for()
    page.locator("#say-text").evaluate("it => { it.value = 'A message of some words'; it.form.requestSubmit(); }")
    assert not overlap(shown(page, "bubble"), box_of(page.locator("#tip")))


def test_on_a_phone_your_own_words_lie_above_the_question(make_table: MakeTable) -> None:
    page = listening(make_table(["Ann", "Bob"], position(START)).open("Ann", PHONE)).page
    page.get_by_role("link", name="Chat").click()
    page.get_by_role("button", name="Good luck!").click()
    bubble = shown(page, "bubble")
    for part in (".me", "#asked", "#hand .card:last-child", "#discards"):
        assert not overlap(bubble, box_of(page.locator(part))), part


def test_a_bubble_is_not_covered_by_the_chat(open_fixture: OpenFixture) -> None:
    page = open_fixture("ten seats in play")
    wait_for_script(page, "talk")
    page.locator("#lines").evaluate("""lines => {
        const said = Object.assign(document.createElement("li"), { id: "said" });
        said.innerHTML = "<b></b> <span>I am sure that I will win this time, just you wait</span>";
        const last = document.querySelector(".seat:not(.me):nth-last-child(2)");
        last.querySelector(".kind")?.remove();
        said.querySelector("b").textContent = last.querySelector(".name").textContent;
        lines.append(said);
    }""")
    bubble, chat = shown(page, "bubble"), box_of(page.locator(".chat"))
    assert bubble["y"] + bubble["height"] > chat["y"], "it would lie below it"
    assert bubble["x"] + bubble["width"] <= chat["x"]


def test_a_bubble_shows_three_whole_lines_of_a_long_message(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(START))
    ann, bob = listening(table.open("Ann")), listening(table.open("Bob", PHONE))
    ann.page.get_by_role("textbox", name="Message").fill("A long message " * 13)
    ann.page.keyboard.press("Enter")
    bubble = bob.page.locator(".bubble q")
    bubble.wait_for()
    lines = bubble.evaluate("it => it.clientHeight / parseFloat(getComputedStyle(it).lineHeight)")
    assert lines == pytest.approx(3, abs=0.05)
    assert bubble.evaluate("it => it.scrollHeight > it.clientHeight")


def test_a_wheel_moves_along_the_phrases(open_fixture: OpenFixture) -> None:
    page = open_fixture("in play", (1366, 650))
    wait_for_script(page, "talk")
    page.locator(".phrase").first.hover()
    page.mouse.wheel(0, 120)
    page.wait_for_function("() => document.querySelector('.phrases').scrollLeft > 60")


@pytest.mark.parametrize("size", [DESKTOP, (1024, 768), (1920, 1080)])
def test_all_phrases_are_in_sight_where_there_is_room(make_table: MakeTable, size: tuple[int, int]) -> None:
    page = make_table(["Ann", "Bob"], position(START)).open("Ann", size).page
    chat = box_of(page.locator(".chat"))
    for phrase in page.locator(".phrase").all():
        box = box_of(phrase)
        assert chat["x"] <= box["x"] <= box["x"] + box["width"] <= chat["x"] + chat["width"]
        assert box["y"] + box["height"] <= chat["y"] + chat["height"]
    assert box_of(page.locator(".chat .follows"))["height"] > 60, "messages have room above them"


def test_the_reactions_fit_the_narrowest_phone(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(START))
    page = table.open("Ann", (320, 568)).page
    wait_for_late_styles(page)
    page.get_by_role("button", name="React").click()
    buttons = page.locator("#reactions-tray button").all()
    assert len(buttons) == 8
    for button in buttons:
        box = box_of(button)
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 320
        assert 0 <= box["y"] <= box["y"] + box["height"] <= 568
        assert min(box["width"], box["height"]) >= 44
        assert button.evaluate("it => it.scrollWidth <= it.clientWidth")


def test_a_key_shows_a_reaction_at_the_seat_for_two_seconds(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(START))
    ann, bob = listening(table.open("Ann")), listening(table.open("Bob", PHONE))
    ann.page.keyboard.press("q")
    picture, seat = shown(bob.page, "reaction"), box_of(bob.page.locator("#s0"))
    assert bob.page.locator(".reaction").inner_text() == ""
    assert abs(middle(picture) - middle(seat)) < 2
    assert seat["y"] < picture["y"] + picture["height"] / 2 < seat["y"] + seat["height"]
    assert bob.page.locator("#reactions").inner_text() == "Ann laughs."
    bob.page.locator(".reaction").wait_for(state="detached")


def test_a_phrase_closes_a_chat_that_lies_over_the_table_and_words_do_not(make_table: MakeTable) -> None:
    page = listening(make_table(["Ann", "Bob"], position(START)).open("Ann", PHONE)).page
    link = page.locator('.bar [href="#lines"]')
    link.click()
    page.get_by_role("textbox", name="Message").fill("And have fun")
    page.keyboard.press("Enter")
    page.locator("#lines", has_text="And have fun").wait_for()
    page.get_by_role("button", name="Good luck!").click()
    page.locator("#lines").wait_for(state="hidden")
    page.locator(".bubble", has_text="Good luck!").wait_for()
    assert page.evaluate("document.activeElement.hash") == "#lines"
    assert page.evaluate("location.href").endswith("/game/")


@pytest.mark.parametrize("size", [DESKTOP, PHONE, (320, 568)])
def test_your_own_reaction_and_your_own_words_do_not_cover_each_other(
    make_table: MakeTable, size: tuple[int, int]
) -> None:
    page = listening(make_table(["Ann", "Bob"], position(START)).open("Ann", size)).page
    page.locator(".phrase", has_text="Hello!").dispatch_event("click")
    words = shown(page, "bubble")
    page.keyboard.press("q")
    assert not overlap(shown(page, "reaction"), words)


@pytest.mark.parametrize("size", [DESKTOP, (1366, 650), (1920, 1080)])
def test_the_reactions_cover_no_player(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("in play", size)
    wait_for_late_styles(page)
    page.get_by_role("button", name="React").click()
    tray = box_of(page.locator("#reactions-tray"))
    players = page.locator(".seat :is(.face, .name, .count, .last-action, .mark)").all()
    assert not any(overlap(tray, box_of(part)) for part in players if part.is_visible())


MOST_AT_ONCE = """() => {
    window.most = 0;
    const count = () => { most = Math.max(most, document.querySelectorAll(".reaction").length); };
    new MutationObserver(count).observe(document.getElementById("table"), { childList: true });
}"""


def test_a_new_reaction_takes_the_place_of_the_last_one_of_its_person(make_table: MakeTable) -> None:
    page = listening(make_table(["Ann", "Bob"], position(START)).open("Ann")).page
    page.evaluate(MOST_AT_ONCE)
    for number, key in enumerate("qi", 1):
        page.keyboard.press(key)
        page.locator(f"#reactions li:nth-child({number})").wait_for(state="attached")
    page.locator(".reaction").wait_for(state="detached")
    assert page.evaluate("most") == 1


def test_the_tray_of_reactions_closes_after_a_choice(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(START))
    ann, bob = listening(table.open("Ann")), listening(table.open("Bob", PHONE))
    bob.page.get_by_role("button", name="React").click()
    tray = bob.page.get_by_role("form", name="Reactions")
    box = box_of(tray)
    assert 0 <= box["x"] <= box["x"] + box["width"] <= PHONE[0]
    tray.get_by_role("button", name="On fire").click()
    shown(ann.page, "reaction")
    assert not tray.is_visible()
    own = shown(bob.page, "reaction")
    assert own["y"] > PHONE[1] / 2


def test_a_key_in_a_message_is_a_letter(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(START))
    ann = table.open("Ann")
    ann.page.get_by_role("textbox", name="Message").press_sequentially("quit")
    ann.page.keyboard.press("Enter")
    ann.page.locator(".bubble", has_text="quit").wait_for()
    assert ann.page.locator("#reactions li").count() == 0


def test_a_spectator_reacts_beside_the_table(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(START))
    ann, watcher = listening(table.open("Ann")), listening(table.open(SPECTATOR))
    watcher.page.keyboard.press("i")
    reaction, around = shown(ann.page, "reaction"), box_of(ann.page.locator("#around"))
    assert not overlap(reaction, around), "how many watch stays in sight"
    assert ann.page.locator(".reaction").inner_text() == SPECTATOR
    assert "loves it" in ann.page.locator("#reactions").inner_text()


def test_on_a_phone_a_spectator_reacts_above_the_question(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(START))
    ann, watcher = listening(table.open("Ann", PHONE)), listening(table.open(SPECTATOR))
    watcher.page.keyboard.press("i")
    reaction = shown(ann.page, "reaction")
    assert not any(overlap(reaction, box_of(ann.page.locator(part))) for part in ("#asked", "#discards", "#stock"))


LONG_TALK = """lines => lines.append(...Array.from({ length: 12 }, (_, n) =>
    Object.assign(document.createElement("li"), { textContent: `Message ${n}` })))"""


@pytest.mark.parametrize("size", [PHONE, (844, 390)])
def test_the_chat_opens_at_its_newest_message(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("my turn", size)
    wait_for_script(page, "panels")
    hear_nothing(page)
    page.locator("#lines").evaluate(LONG_TALK)
    page.get_by_role("link", name="Chat").click()
    newest, view = page.locator("#lines li").last, page.locator(".chat .follows")
    page.wait_for_function("() => document.querySelector('.chat .follows').scrollTop === 0")
    assert box_of(newest)["y"] + box_of(newest)["height"] <= box_of(view)["y"] + box_of(view)["height"] + 1
    assert box_of(view)["height"] >= 2 * box_of(newest)["height"], "two messages are in sight"


def test_words_cover_no_call_that_can_be_made(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], position(START.replace("R1 R2 R3", "R1 R2")))
    page = listening(table.open("Ann", (320, 568))).page
    page.locator("#call:not([aria-disabled])").wait_for()
    page.locator("#say-text").evaluate("it => { it.value = 'One moment, please'; it.form.requestSubmit(); }")
    bubble = shown(page, "bubble")
    assert overlap(bubble, box_of(page.locator("#call")))
    order = [page.locator(part).evaluate("it => Number(getComputedStyle(it).zIndex)") for part in (".bubble", "#calls")]
    assert order == sorted(order)
    assert len(set(order)) == len(order)


# A call has its place even while it cannot be made.
NAMED_BOXES = """parts => parts.filter(part => part.getClientRects().length).map(part => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [part.outerHTML.slice(0, 60), { x, y, width, height }];
})"""
PARTS = ".call, .card, #stock, #asked, .seat :is(.face, .name, .count), .bar :is(a, button)"


@pytest.mark.parametrize("size", [(568, 320), (667, 375), (844, 390)])
@pytest.mark.parametrize("who", ["Ann", SPECTATOR])
@pytest.mark.parametrize("said", ["Good luck!", "A long message of many words " * 5])
def test_on_its_side_a_phone_shows_what_is_said_clear_of_the_game(
    make_table: MakeTable, who: str, said: str, size: tuple[int, int]
) -> None:
    table = make_table(["Ann", "Bob"], position(START))
    page, speaker = listening(table.open("Ann", size)).page, listening(table.open(who)).page
    speaker.locator("#say-text").evaluate("(it, said) => { it.value = said; it.form.requestSubmit(); }", said)
    bubble = shown(page, "bubble")
    assert bubble["x"] >= 8
    for name, part in page.locator(PARTS).evaluate_all(NAMED_BOXES):
        assert not overlap(bubble, part), name


@pytest.mark.parametrize("size", [(568, 320), (667, 375), (844, 390)])
def test_on_its_side_a_phone_shows_messages_beside_what_closes_the_chat(
    open_fixture: OpenFixture, size: tuple[int, int]
) -> None:
    page = open_fixture("my turn", size)
    wait_for_script(page, "panels")
    wait_for_late_styles(page)
    hear_nothing(page)
    page.locator("#lines").evaluate(LONG_TALK)
    page.get_by_role("link", name="Chat").click()
    close = box_of(page.locator(".chat .log-links"))
    for line in page.locator("#lines li").all():
        assert not overlap(close, box_of(line))


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_what_a_spectator_says_is_whole_on_their_own_page(make_table: MakeTable, size: tuple[int, int]) -> None:
    table = make_table(["Ann", "Bob"], position(START))
    page = listening(table.open(SPECTATOR, size)).page
    page.locator("#say-text").evaluate("it => { it.value = 'Good luck!'; it.form.requestSubmit(); }")
    bubble = shown(page, "bubble")
    assert bubble["x"] >= 8
    around = box_of(page.locator("#around"))
    assert min(abs(bubble["y"] - around["y"] - around["height"]), abs(bubble["y"] + bubble["height"] - around["y"])) < 8
    assert not any(overlap(bubble, box_of(page.locator(part))) for part in ("#stock", "#discards", "#pile .color"))


@pytest.mark.parametrize("size", [DESKTOP, PHONE, (844, 390)])
def test_the_call_that_flashes_is_whole_and_large(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("a called last card", size, reduced_motion="reduce")
    flash = page.locator("#table").evaluate_handle("""table => {
        const flash = Object.assign(document.createElement("span"), { className: "flash call", textContent: "Uno!" });
        table.append(flash);
        return flash;
    }""")
    assert flash.evaluate("flash => flash.scrollWidth <= flash.clientWidth + 1")
    assert flash.evaluate("flash => parseFloat(getComputedStyle(flash).fontSize)") > 30
    gaps = """flash => {
        const words = document.createRange();
        words.selectNodeContents(flash);
        const [box, text] = [flash.offsetWidth, words.getBoundingClientRect().width];
        return box - text;
    }"""
    assert flash.evaluate(gaps) > 10
