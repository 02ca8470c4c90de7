"""The table in real browsers: played by mouse, by keyboard, without JavaScript, and looked at on every screen."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import FloatRect, Page

from tests.browser.conftest import OpenFixture
from tests.browser.seats import box_of, hear_nothing, overlap, wait_for_late_styles
from tests.conftest import DESKTOP, PHONE, OpenPage

pytestmark = pytest.mark.once  # what a browser shows of a game is the same whatever keeps it

SMALLEST = (320, 640)
TABLET = (820, 1180)
ZOOMED = (640, 400)
"""What is left of a desktop screen at 200 %."""
SHOW_CALLS = """calls => {
    for (const call of calls.children) call.removeAttribute("aria-disabled");
    calls.lastElementChild.textContent = "Catch a player whose name is long!";
}"""
UNCOVERED = """call => {
    const { left, top, width, height } = document.querySelector(call).getBoundingClientRect();
    return [0.1, 0.5, 0.9].every(x => [0.1, 0.5, 0.9].every(y => {
        const hit = document.elementFromPoint(left + width * x, top + height * y);
        return hit?.closest("button")?.matches(call) || hit?.matches("#calls");
    }));
}"""
ANSWERS = "#picker button, #hand .can, #prompt .answers button"
FITS = "document.documentElement.scrollWidth <= innerWidth"
MOVED = "version => document.getElementById('turn').dataset.version !== version"


def sit_down(open_page: OpenPage, size: tuple[int, int] = DESKTOP) -> Page:
    page = open_page("/", size)
    page.get_by_role("button", name="Play now").first.click()
    page.wait_for_url("**/game/")
    return page


def wait_for_my_turn(page: Page) -> None:
    page.locator("#turn[data-mine]").wait_for(state="attached", timeout=90_000)


def version(page: Page) -> str:
    return str(page.locator("#turn").get_attribute("data-version"))


def play_something(page: Page) -> None:
    """Make the first move that the table offers; the cards are random."""
    wait_for_my_turn(page)
    before = version(page)
    page.locator(ANSWERS).first.dispatch_event("click")
    page.wait_for_function(MOVED, arg=before)


def check(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, f"{page.url}: {found.generate_report()}"
    assert page.evaluate(FITS), f"{page.url} is wider than the screen"


def test_a_guest_plays_several_turns_without_loading_the_page_again(open_page: OpenPage) -> None:
    page = sit_down(open_page)
    page.evaluate("window.stayed = true")
    for _ in range(3):
        play_something(page)
    assert page.evaluate("window.stayed")
    assert page.locator("#live").inner_text()
    page.locator("#log li").last.wait_for()


@pytest.mark.parametrize("state", ["a wild", "a drawn card", "thirty cards", "a catch", "ten seats"])
def test_the_call_buttons_stay_in_place_and_uncovered(open_fixture: OpenFixture, state: str) -> None:
    plain, page = open_fixture("my turn"), open_fixture(state)
    for width, height in (DESKTOP, PHONE, SMALLEST, ZOOMED):
        stand = []
        for one in (plain, page):
            one.set_viewport_size({"width": width, "height": height})
            one.locator("#calls").evaluate(SHOW_CALLS)
            stand.append([one.locator(call).bounding_box() for call in ("#call", "#catch")])
        # Ten seats stand in more rows, and move the middle of a small table.
        assert stand[0] == stand[1] or state == "ten seats", (width, height)
        assert page.evaluate(UNCOVERED, "#call"), (width, height)
        assert page.evaluate(UNCOVERED, "#catch"), (width, height)


def test_a_call_is_seen_only_while_it_can_be_made(open_fixture: OpenFixture) -> None:
    page = open_fixture("my call", PHONE)
    assert page.locator("#call").is_visible()
    assert not page.locator("#catch").is_visible()


@pytest.mark.parametrize("state", ["my turn", "a chain", "a wild draw four", "a first wild", "thirty cards", "in play"])
def test_all_that_a_turn_needs_is_on_a_small_screen_without_scrolling(open_fixture: OpenFixture, state: str) -> None:
    page = open_fixture(state, SMALLEST)
    for part in (
        "#seats",
        "#discards",
        "#asked",
        "#prompt .answers",
        "#hand .card:first-child",
        "#hand .card:last-child",
    ):
        box = box_of(page.locator(part))
        assert 0 <= box["y"] <= box["y"] + box["height"] <= SMALLEST[1], part


def test_a_hand_to_swap_with_is_chosen_by_its_number(open_fixture: OpenFixture) -> None:
    page = open_fixture("a seven")
    number = page.get_by_role("button", name="Swap hands with Raven").get_attribute("aria-keyshortcuts")
    page.keyboard.press(str(number))
    page.locator("#log li", has_text="You swap hands with Raven").wait_for(state="attached")


def test_a_card_in_the_last_move_is_not_broken_across_lines(open_fixture: OpenFixture) -> None:
    page = open_fixture("in play", PHONE)
    labels = page.locator(".last-action b")
    assert labels.count() > 1
    assert all(count == 1 for count in labels.evaluate_all("all => all.map(label => label.getClientRects().length)"))


def test_the_result_covers_flashes(open_fixture: OpenFixture) -> None:
    page = open_fixture("the end of a round", PHONE)
    above = page.locator("#end").evaluate(
        """end => {
            const { left, top, width, height } = end.getBoundingClientRect();
            const [x, y] = [left + width / 2, top + height / 2];
            const flash = Object.assign(document.createElement("span"), { className: "flash", textContent: "WINS" });
            flash.style.cssText = `left: ${x}px; top: ${y}px; pointer-events: auto`;
            document.getElementById("table").append(flash);
            return document.elementFromPoint(x, y).closest("#end, .flash").id;
        }"""
    )
    assert above == "end"


def box_of_the_notice_of_a_lost_connection(page: Page) -> FloatRect:
    wait_for_late_styles(page)
    page.locator("#lost").evaluate("it => { it.hidden = false; }")
    return box_of(page.locator("#lost"))


@pytest.mark.parametrize("size", [PHONE, (320, 568)])
def test_the_notice_of_a_lost_connection_covers_no_player_and_no_control(
    open_fixture: OpenFixture, size: tuple[int, int]
) -> None:
    page = open_fixture("a wild draw four", size)
    notice = box_of_the_notice_of_a_lost_connection(page)
    for part in ("#seats", "#prompt", "#hand .card:first-child", "#calls"):
        assert notice["y"] + notice["height"] <= box_of(page.locator(part))["y"], part


@pytest.mark.parametrize("size", [DESKTOP, (1366, 650)])
def test_the_notice_of_a_lost_connection_covers_no_face_on_a_wide_screen(
    open_fixture: OpenFixture, size: tuple[int, int]
) -> None:
    page = open_fixture("a wild draw four", size)
    notice = box_of_the_notice_of_a_lost_connection(page)
    parts = page.locator(".seat .face, .bar > *, .brand").all()
    assert not any(overlap(notice, box_of(part)) for part in parts if part.is_visible())


def test_the_header_has_equal_margins_on_a_phone(open_page: OpenPage) -> None:
    page = open_page("/", PHONE)
    name, way_in = (box_of(page.locator(f"header {part}").first) for part in ("a", "a:last-child"))
    assert PHONE[0] - way_in["x"] - way_in["width"] >= name["x"] > 0


def test_a_turn_with_the_keyboard_alone(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn")
    page.keyboard.press("?")
    page.get_by_role("heading", name="Help").wait_for()
    page.keyboard.press("Escape")
    before = version(page)
    while not page.evaluate("document.activeElement.classList.contains('can')"):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_function(MOVED, arg=before)


def test_a_card_that_cannot_be_played_says_why_and_sends_nothing(open_fixture: OpenFixture) -> None:
    page, sent = open_fixture("another player’s turn"), []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    # Read in the same breath, because the next thing to happen at the table takes the words away again.
    click = "card => { card.click(); return document.getElementById('message').textContent }"
    assert page.locator("#hand .card:not(.can)").first.evaluate(click).startswith("The ")
    assert not sent


def test_a_confirmation_asks_once_more_before_a_card_is_played(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn")
    page.evaluate("document.getElementById('table').dataset.confirm = ''")
    before, card = version(page), page.locator("#hand .can").first
    click = "card => { card.click(); return document.getElementById('message').textContent }"
    assert "Press again to play the" in card.evaluate(click)
    assert card.get_attribute("aria-pressed") == "true"
    assert version(page) == before
    card.dispatch_event("click")
    page.wait_for_function(MOVED, arg=before)


def test_an_older_version_never_replaces_a_newer_one(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn")
    old = page.locator("#turn").evaluate("it => it.outerHTML").replace(f'version="{version(page)}"', 'version="0"')
    dispatch = "old => document.dispatchEvent(new CustomEvent('socket:message', "
    taken = page.evaluate(dispatch + "{ detail: old, cancelable: true }))", old)
    assert not taken


BOXES = """() => [...document.querySelectorAll("#seats > *, #hand > *")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height];
})"""
SWITCH_ON = """() => new Promise((done) => {
    const numbers = document.getElementById("seat-numbers");
    numbers.onload = done;
    numbers.disabled = false;
})"""


@pytest.mark.parametrize("name", ["ten seats", "two at the table", "thirty cards", "watched"])
def test_numbers_from_the_server_place_seats_and_cards_as_the_browser_does(
    open_fixture: OpenFixture, name: str
) -> None:
    page = open_fixture(name, reduced_motion="reduce")  # nothing is measured on its way
    assert page.locator("#seat-numbers").evaluate("it => it.disabled"), "this browser counts itself"
    counted = page.evaluate(BOXES)
    # Without its numbers a seat or card stands elsewhere, as it would in an older browser.
    each = "document.querySelectorAll('#seats > *, #hand > *').forEach"
    page.evaluate(f"{each}(it => it.style.setProperty('--i', 'none'))")
    assert not are_close(page.evaluate(BOXES), counted)
    page.evaluate(f"{each}(it => it.removeAttribute('style'))")
    page.evaluate(SWITCH_ON)
    assert are_close(page.evaluate(BOXES), counted)


def are_close(some: list[list[float]], others: list[list[float]]) -> bool:
    """Whether boxes differ by less than a pixel: the server rounds the numbers that a browser counts with."""
    pairs = zip(some, others, strict=True)
    return all(abs(a - b) < 1 for one, other in pairs for a, b in zip(one, other, strict=True))


def test_the_same_game_without_javascript(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", java_script_enabled=False)
    before = version(page)
    page.get_by_role("button", name="red 7, playable").click(position={"x": 8, "y": 20})
    page.wait_for_load_state()
    assert version(page) != before


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("asked", ["a first wild", "a dark color"])
def test_nothing_lies_over_the_colors_to_choose_from(open_fixture: OpenFixture, asked: str, scripts: bool) -> None:
    page = open_fixture(asked, java_script_enabled=scripts)
    for width, height in (PHONE, SMALLEST, ZOOMED, DESKTOP):
        page.set_viewport_size({"width": width, "height": height})
        for button in page.locator("#picker button").all():
            button.click(trial=True)
    before = version(page)
    page.locator("#picker button").nth(2).click()
    page.locator(f"#turn:not([data-version='{before}'])").wait_for(state="attached")


@pytest.mark.parametrize("size", [DESKTOP, (1366, 650), PHONE, SMALLEST, (844, 390)])
def test_the_number_of_cards_to_draw_is_seen_while_a_color_is_chosen(
    open_fixture: OpenFixture, size: tuple[int, int]
) -> None:
    page = open_fixture("a dark color", size)
    number = box_of(page.locator(".debt"))
    x, y = number["x"] + number["width"] / 2, number["y"] + number["height"] / 2
    wheel = box_of(page.locator("#picker"))
    away = abs(wheel["x"] + wheel["width"] / 2 - x), abs(wheel["y"] + wheel["height"] / 2 - y)
    assert max(away) < wheel["width"] / 12, "it is the hub of the wheel"
    for name in page.locator("#picker b").all():
        assert not overlap(box_of(name), number)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_every_face_of_every_deck_on_one_page(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page("/cards/", size)
    check(page)
    box = box_of(page.locator(".faces .card").first)
    assert box["width"] >= 44
    assert box["height"] == pytest.approx(box["width"] * 1.5, abs=1)


COVERED = """() => {
    const boxes = (element) => {
        if (element.matches(".mark")) return [...element.getClientRects()];
        const range = document.createRange();
        range.selectNodeContents(element);
        return [...range.getClientRects()];
    };
    const found = [];
    for (const seat of document.querySelectorAll(".seat:not(.me)")) {
        for (const text of seat.querySelectorAll(":is(.name, .last-action, .mark)")) {
            for (const other of document.querySelectorAll(`.seat:not(#${seat.id}) :is(.face, .count)`)) {
                const it = other.getBoundingClientRect();
                const isCovered = boxes(text).some(({ left, top, right, bottom }) =>
                    left < it.right - 2 && it.left < right - 2 && top < it.bottom - 2 && it.top < bottom - 2);
                if (isCovered) found.push(`${text.textContent.trim()} at ${other.closest(".seat").dataset.name}`);
            }
        }
    }
    return found;
}"""


@pytest.mark.parametrize("state", ["ten seats", "ten seats in play", "in play"])
def test_what_stands_at_a_seat_is_covered_by_no_other_seat(open_fixture: OpenFixture, state: str) -> None:
    page = open_fixture(state)
    for width, height in (DESKTOP, (1366, 650), (1180, 820), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(COVERED) == [], (width, height)


def test_the_result_is_as_wide_as_the_smallest_screen(open_fixture: OpenFixture) -> None:
    for state in ("the end of the match", "the end of a round, long hands"):
        page = open_fixture(state, (320, 568))
        for names in ("", "name => { name.firstChild.textContent = 'W'.repeat(20); }"):
            if names:
                page.locator("#end th[scope=row]").evaluate_all(f"all => all.forEach({names})")
            end = page.locator("#end")
            assert end.evaluate("end => end.scrollWidth <= end.clientWidth && end.getBoundingClientRect().right <= 320")


@pytest.mark.parametrize(("size", "rows"), [((320, 568), 2), ((667, 375), 1), ((568, 320), 1)])
def test_the_result_of_a_match_has_rows_in_sight_on_a_low_screen(
    open_fixture: OpenFixture, size: tuple[int, int], rows: int
) -> None:
    page = open_fixture("the end of the match", size)
    row, actions = box_of(page.locator("#end tbody tr").nth(rows - 1)), box_of(page.locator("#end .actions"))
    assert row["y"] + row["height"] <= actions["y"]
    assert not any(overlap(row, box_of(step)) for step in page.locator("#end .podium li:visible").all())


@pytest.mark.parametrize("size", [(844, 390), (568, 320)])
def test_a_phone_on_its_side_shows_a_whole_table_with_the_piles_in_its_middle(
    open_fixture: OpenFixture, size: tuple[int, int]
) -> None:
    page = open_fixture("thirty cards", size)
    rim = page.locator("#table").evaluate("""table => {
        const { left, top } = table.getBoundingClientRect();
        const its = getComputedStyle(table, "::before");
        return [left + parseFloat(its.left), top + parseFloat(its.top), parseFloat(its.width), parseFloat(its.height)];
    }""")
    assert 0 <= rim[0] <= rim[0] + rim[2] <= size[0]
    assert 0 <= rim[1] <= rim[1] + rim[3] <= size[1]
    stock, top = box_of(page.locator("#stock")), box_of(page.locator("#discards"))
    assert stock["x"] > size[0] / 5
    assert top["x"] + top["width"] < size[0] * 0.6
    assert box_of(page.locator("#hand"))["width"] == pytest.approx(size[0], abs=1)
    assert box_of(page.locator("#hand .card").first)["y"] > top["y"] + top["height"] - 1


@pytest.mark.parametrize("size", [(844, 390), (568, 320)])
def test_a_phone_on_its_side_shows_the_direction_around_the_color(
    open_fixture: OpenFixture, size: tuple[int, int]
) -> None:
    page = open_fixture("a wild draw four", size)
    way, color = (box_of(page.locator(part)) for part in (".way svg", "#pile .color"))
    assert not any(overlap(way, box_of(page.locator(part))) for part in ("#stock", "#discards", "#asked", ".answers"))
    assert way["x"] + 4 <= color["x"] <= color["x"] + color["width"] <= way["x"] + way["width"] - 4
    assert way["y"] + 4 <= color["y"] <= color["y"] + color["height"] <= way["y"] + way["height"] - 4
    word = box_of(page.locator("#pile .color b"))
    assert color["x"] + 3 <= word["x"] <= word["x"] + word["width"] <= color["x"] + color["width"] - 3
    debt, top = box_of(page.locator(".debt")), box_of(page.locator("#discards > :last-child"))
    assert debt["y"] + debt["height"] / 2 < top["y"] + top["height"] / 4
    assert debt["x"] > top["x"] + top["width"] / 3, "the corner of the card and its middle stay in sight"
    asked = box_of(page.locator("#asked"))
    assert asked["x"] + asked["width"] <= size[0] - 16


@pytest.mark.parametrize("size", [SMALLEST, (320, 568), PHONE, DESKTOP])
def test_what_is_to_be_drawn_lies_on_the_corner_of_its_card(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("a wild draw four", size)
    debt, top = box_of(page.locator(".debt")), box_of(page.locator("#discards > :last-child"))
    assert debt["x"] > top["x"] + top["width"] / 3
    assert debt["y"] + debt["height"] < top["y"] + top["height"] / 3
    assert debt["x"] + debt["width"] <= size[0]


def test_a_phone_on_its_side_shows_what_tells_hands_apart_beside_the_buttons_to_swap(
    open_fixture: OpenFixture,
) -> None:
    page = open_fixture("a seven", (844, 390))
    takes = [box_of(button) for button in page.locator(".seat .take").all()]
    assert len(takes) == 3
    told = [box_of(part) for part in page.locator(".seat:not(.me) :is(.name, .count, .marks)").all()]
    assert not any(overlap(take, part) for take in takes for part in told)


@pytest.mark.parametrize("size", [(844, 390), (568, 320)])
def test_a_phone_on_its_side_shows_the_hand_below_the_wheel_of_colors(
    open_fixture: OpenFixture, size: tuple[int, int]
) -> None:
    page = open_fixture("a wild", size)
    wheel = box_of(page.locator("#picker"))
    for card in page.locator("#hand .card").all():
        assert wheel["y"] + wheel["height"] <= box_of(card)["y"] + 0.15 * box_of(card)["height"]


def test_the_players_sit_all_around_the_table_of_those_who_watch(open_fixture: OpenFixture) -> None:
    page = open_fixture("watched", DESKTOP)
    piles = box_of(page.locator("#discards"))
    seats = [box_of(seat) for seat in page.locator("#seats .seat").all()]
    assert [seat["y"] < piles["y"] for seat in seats] == [False, True, True, False]
    assert [seat["x"] < piles["x"] for seat in seats] == [True, True, False, False]


RIM = "getComputedStyle(document.getElementById('table'), '::before')"


@pytest.mark.parametrize("size", [PHONE, (412, 915)])
def test_on_a_phone_the_arrows_lie_within_the_rim(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("my turn", size)
    arrows = box_of(page.locator("#pile .way"))
    rim = sum(page.evaluate(f"['top', 'borderTopWidth'].map(name => parseFloat({RIM}[name]))"))
    assert arrows["y"] >= box_of(page.locator("#table"))["y"] + rim - 4


@pytest.mark.parametrize("size", [(320, 568), (360, 640), PHONE, (820, 1180), (844, 390)])
def test_the_words_of_ten_seats_keep_clear_of_the_piles(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("ten seats in play", size)
    words = [box_of(word) for word in page.locator(".seat:not(.me) :is(.name, .mark, .last-action):visible").all()]
    assert len(words) > 15
    for part in (".way svg", "#stock", "#discards > :last-child", "#pile .color"):
        assert not any(overlap(box_of(page.locator(part)), word) for word in words), part


@pytest.mark.parametrize("size", [(320, 568), (360, 640), PHONE, (820, 1180)])
def test_the_rim_runs_between_ten_seats_and_the_piles(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("ten seats in play", size)
    top, border = page.evaluate(f"['top', 'borderTopWidth'].map(name => parseFloat({RIM}[name]))")
    rim = box_of(page.locator("#table"))["y"] + top
    names = page.locator(".seat:not(.me) :is(.name, .mark):visible").all()
    assert max(box_of(name)["y"] + box_of(name)["height"] for name in names) <= rim
    assert rim + border <= min(box_of(page.locator(pile))["y"] for pile in ("#stock", "#discards"))


@pytest.mark.parametrize("state", ["mercy", "ten seats in play"])
@pytest.mark.parametrize("size", [(820, 1180), (768, 1024)])
def test_many_players_have_room_on_a_tablet(open_fixture: OpenFixture, state: str, size: tuple[int, int]) -> None:
    page = open_fixture(state, size)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert box_of(page.locator(".seat:not(.me) .face").first)["width"] >= 45


@pytest.mark.parametrize("state", ["a wild", "a roulette"])
@pytest.mark.parametrize("size", [(844, 390), (667, 375), (568, 320), (320, 568), (375, 667)])
def test_the_wheel_of_colors_covers_no_player_on_a_low_phone(
    open_fixture: OpenFixture, state: str, size: tuple[int, int]
) -> None:
    page = open_fixture(state, size)
    wheel = box_of(page.locator("#picker"))
    parts = page.locator(":is(.seat:not(.me) :is(.face, .name, .count), #asked)").all()
    assert not any(overlap(wheel, box_of(part)) for part in parts)


def test_the_buttons_to_swap_keep_clear_of_the_counts_in_a_low_window(open_fixture: OpenFixture) -> None:
    page = open_fixture("a seven", (1366, 650))
    log = box_of(page.locator(".side-log"))
    for seat in page.locator(".seat:has(.take)").all():
        take, count = (box_of(seat.locator(part)) for part in (".take", ".count b"))
        assert not overlap(take, count)
        assert take["x"] + take["width"] + 8 <= log["x"]


def test_no_color_is_named_when_the_match_is_over(open_fixture: OpenFixture) -> None:
    page = open_fixture("the end of the match")
    hear_nothing(page)
    page.locator("#pile").evaluate("pile => { pile.className = 'none cw'; }")
    assert not page.locator("#pile .color").is_visible()


@pytest.mark.parametrize("state", ["watched", "watched with open hands"])
@pytest.mark.parametrize("size", [(320, 568), PHONE, (820, 1180)])
def test_the_rim_runs_below_the_seats_of_those_who_watch(
    open_fixture: OpenFixture, state: str, size: tuple[int, int]
) -> None:
    page = open_fixture(state, size)
    rim = box_of(page.locator("#table"))["y"] + page.evaluate(f"parseFloat({RIM}.top)")
    parts = page.locator(".seat :is(.face, .name, .count, .take, .open):visible").all()
    assert max(box_of(part)["y"] + box_of(part)["height"] for part in parts) <= rim


def test_the_others_are_as_large_as_the_cards_on_a_tablet(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", (820, 1180))
    assert box_of(page.locator(".seat:not(.me) .face").first)["width"] >= 56
    assert box_of(page.locator(".seat:not(.me) .count").first)["width"] >= 72


@pytest.mark.parametrize("state", ["my turn", "watched"])
def test_the_piles_use_the_room_of_a_phone(open_fixture: OpenFixture, state: str) -> None:
    """Below them is a hand, or with nobody's hand as much room as above them."""
    page = open_fixture(state, PHONE)
    pile, asked = box_of(page.locator("#pile")), box_of(page.locator("#asked"))
    seats = max(box_of(seat)["y"] + box_of(seat)["height"] for seat in page.locator("#seats .seat:not(.me)").all())
    above, below = pile["y"] - seats, asked["y"] - pile["y"] - pile["height"]
    assert (abs(above - below) < 60) is (state == "watched")


@pytest.mark.parametrize("state", ["my turn", "watched"])
def test_how_many_watch_stands_above_the_question_of_a_small_screen(open_fixture: OpenFixture, state: str) -> None:
    page = open_fixture(state, (320, 568))
    hear_nothing(page)
    page.locator("#around").evaluate("around => { around.innerHTML = '<span class=\"mark\">12 watching</span>'; }")
    mark = box_of(page.locator("#around .mark"))
    calls = ("#call", "#catch") if state == "my turn" else ()
    for part in ("#stock", "#discards", ".way", "#asked", *calls):
        assert not overlap(mark, box_of(page.locator(part))), part
    assert mark["width"] > mark["height"]  # the words are whole


RIGHT_EDGES = """table => ["thead th", "tbody tr:first-child td"].map((cells) => {
  const range = document.createRange();
  range.selectNodeContents(table.querySelector(`${cells}:last-child`));
  return range.getBoundingClientRect().right;
})"""


@pytest.mark.parametrize("size", [PHONE, (844, 390), DESKTOP])
def test_the_headings_of_a_result_end_where_its_numbers_end(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    heading, number = open_fixture("the end of the match", size).locator("#end table").evaluate(RIGHT_EDGES)
    assert abs(heading - number) < 1


def test_the_arrows_keep_clear_of_the_player_opposite(open_fixture: OpenFixture) -> None:
    for size in (DESKTOP, (1366, 650), (1920, 1080), (2560, 1440)):
        page = open_fixture("my turn", size)
        marks, arrows = box_of(page.locator(".seat").nth(1).locator(".marks")), box_of(page.locator("#pile .way"))
        assert marks["y"] + marks["height"] <= arrows["y"] + 1, size


def test_the_players_beside_you_sit_beside_the_piles(open_fixture: OpenFixture) -> None:
    for size in (DESKTOP, (1366, 650), (1920, 1080)):
        page = open_fixture("my turn", size)
        first, last = (box_of(page.locator(".seat:not(.me)").nth(n)) for n in (0, 2))
        piles = box_of(page.locator("#stock"))
        assert min(seat["y"] + seat["height"] / 2 for seat in (first, last)) > piles["y"], size


def test_a_card_named_at_a_seat_has_no_halo(open_fixture: OpenFixture) -> None:
    page = open_fixture("a chain")
    card = page.locator(".seat .last-action b").first
    assert card.evaluate("card => getComputedStyle(card).textShadow") == "none"


@pytest.mark.parametrize(("small", "large", "ratio"), [(PHONE, TABLET, 1.2), (DESKTOP, (1920, 1080), 1.3)])
def test_seats_grow_with_the_screen(
    open_fixture: OpenFixture, small: tuple[int, int], large: tuple[int, int], ratio: float
) -> None:
    page = open_fixture("in play", small)
    sizes = []
    for width, height in (small, large):
        page.set_viewport_size({"width": width, "height": height})
        sizes.append([box_of(part)["height"] for part in page.locator("#s1 .face, #s1 .name, #s1 .count").all()])
    assert all(high >= low * ratio for low, high in zip(*sizes, strict=True))


def test_the_help_can_be_closed_from_its_end_and_its_links_are_easy_to_touch(open_fixture: OpenFixture) -> None:
    page = open_fixture("mercy", SMALLEST)
    page.get_by_role("button", name="Help").click()
    help_page = page.locator("#help")
    for part in help_page.locator(":is(summary, a, button, label[for=notify]):visible").all():
        assert box_of(part)["height"] >= 44
    help_page.evaluate("it => it.scrollTo(0, it.scrollHeight)")
    help_page.get_by_role("button", name="Close").click()
    help_page.wait_for(state="hidden")


MORE_ROWS = "() => getComputedStyle(document.querySelector('#end .actions'), '::before').content.includes('▾')"


def test_a_result_says_whether_it_goes_on_below(open_fixture: OpenFixture) -> None:
    page = open_fixture("the end of the match", (360, 640))
    page.wait_for_function(MORE_ROWS)
    page.locator("#end").evaluate("end => end.scrollTo(0, end.scrollHeight)")
    page.wait_for_function(f"() => !({MORE_ROWS})()")


@pytest.mark.parametrize("size", [(320, 568), (360, 640), PHONE, (844, 390), DESKTOP])
def test_the_colors_to_choose_from_cut_off_no_number(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("a wild", size)
    wait_for_late_styles(page)
    number = page.locator("#stock b")
    assert number.is_hidden() or not overlap(box_of(number), box_of(page.locator(".picker")))


def test_the_longest_name_of_a_card_is_whole_on_a_phone(open_fixture: OpenFixture) -> None:
    page = open_fixture("a roulette", (360, 640))
    wait_for_late_styles(page)
    assert page.locator(".last-action b.wild").evaluate("name => name.scrollWidth <= name.clientWidth")
