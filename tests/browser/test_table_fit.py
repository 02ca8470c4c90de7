"""What a player needs at the table is inside the window, whatever its size, the hands and the number of seats."""

from itertools import combinations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page

from games.wording.results import REMATCH, REMATCH_WAITS, REMATCH_WITHOUT
from games.wording.templates import fill
from tests.browser.boxes import resize
from tests.browser.conftest import MakeTable, OpenFixture
from tests.browser.seats import box_of, hear_nothing, overlap, wait_for_late_styles, wait_for_script
from tests.browser.tables import position
from tests.conftest import DESKTOP, PHONE, OpenPage

pytestmark = pytest.mark.once  # what a browser shows of a game is the same whatever keeps it

LAPTOP = (1366, 650)
SIDEWAYS = (844, 390)
"""A phone on its side."""
SMALL_PHONE = (320, 568)
SIZES = (DESKTOP, LAPTOP, SIDEWAYS, PHONE)


def is_within(part: Locator, window: tuple[int, int]) -> bool:
    """Whether no edge of this part is outside of the window."""
    box = box_of(part)
    right, bottom = box["x"] + box["width"], box["y"] + box["height"]
    return box["x"] >= -1 and box["y"] >= -1 and right <= window[0] + 1 and bottom <= window[1] + 1


LINES = "cells => cells.map(({ firstChild }) => { const r = document.createRange(); r.selectNodeContents(firstChild);"
LINES += " return r.getClientRects().length; })"


@pytest.mark.parametrize("size", SIZES)
def test_long_hands_break_no_numbers_of_the_result_and_hide_no_button(
    open_fixture: OpenFixture, size: tuple[int, int]
) -> None:
    page = open_fixture("the end of a round, long hands", size)
    assert set(page.locator("#end :is(th, td):nth-child(n + 3)").evaluate_all(LINES)) == {1}
    button, sheet = page.locator("#end .actions .button.main"), box_of(page.locator("#end"))
    assert is_within(button, size)
    assert box_of(button)["y"] + box_of(button)["height"] <= sheet["y"] + sheet["height"]


@pytest.mark.parametrize("size", [SMALL_PHONE, (375, 667), PHONE, (1024, 600), DESKTOP])
def test_long_hands_break_no_word_of_the_result_and_stay_on_its_sheet(
    open_fixture: OpenFixture, size: tuple[int, int]
) -> None:
    page = open_fixture("the end of a round, long hands", size)
    assert set(page.locator("#end thead th, #end tr:not(.won) th").evaluate_all(LINES)) == {1}
    rows = box_of(page.locator("#end tbody tr").first)
    edges = [box_of(card) for card in page.locator("#end tbody .open .card").all()]
    assert max(card["x"] + card["width"] for card in edges) <= rows["x"] + rows["width"] + 1


def test_a_very_large_window_has_large_words_and_shows_the_player_opposite_at_the_end_of_a_round(
    open_fixture: OpenFixture,
) -> None:
    page = open_fixture("the end of a round", (2560, 1440))
    name = page.locator("#seats > :nth-child(2) .name")
    assert not overlap(box_of(name), box_of(page.locator("#end")))
    size = "it => parseFloat(getComputedStyle(it).fontSize)"
    large = name.evaluate(size)
    resize(page, DESKTOP)
    assert large > 1.2 * name.evaluate(size)


def test_the_last_row_of_long_results_does_not_fade(open_fixture: OpenFixture) -> None:
    page = open_fixture("the end of a round, long hands", PHONE)
    page.locator("#end").evaluate("end => end.scrollTo(0, end.scrollHeight)")
    button, last = box_of(page.locator("#end .actions")), box_of(page.locator("#end table"))
    assert last["y"] + last["height"] + 24 <= button["y"]


WANTS = " ".join(
    (fill(REMATCH, names="Mighty Marmot", count=1), fill(REMATCH_WAITS, names="Breezy Walrus"), REMATCH_WITHOUT)
)
SHOW_WANTS = """(around, wants) => { around.innerHTML = `<b class="rematch">${wants}</b>`; }"""


@pytest.mark.parametrize("size", SIZES)
def test_the_podium_has_the_last_card_and_who_wants_a_rematch_covers_no_button(
    open_fixture: OpenFixture, size: tuple[int, int]
) -> None:
    page = open_fixture("the end of the match", size)
    winner = page.locator("#end .podium .step1")
    assert is_within(winner.locator(".card"), size)
    for part in (".face", "b", ".place"):
        part_box, card = box_of(winner.locator(part)), box_of(winner.locator(".card"))
        assert part == ".face" or not overlap(part_box, card), part
    hear_nothing(page)
    page.locator("#around").evaluate(SHOW_WANTS, WANTS)
    wants = page.locator(".rematch")
    assert is_within(wants, size)
    for button in page.locator("#end .actions > *").all():
        assert not overlap(box_of(wants), box_of(button))


BESIDE_A_BOT = """marks => marks.innerHTML = '<i class="mark called">Uno!</i>'
    + '<i class="mark kind l4">Offensive</i><i class="mark">122<span class="unit"> points</span></i>'"""


def test_marks_of_a_seat_do_not_leave_it_on_a_phone(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", PHONE)
    for seat in page.locator(".seat:not(.me)").all():
        seat.locator(".marks").evaluate(BESIDE_A_BOT)
    marks = [box_of(mark) for mark in page.locator(".seat:not(.me) .mark:visible").all()]
    assert len(marks) == 6
    assert min(box["x"] for box in marks) >= 0
    assert all(not overlap(*pair) for pair in combinations(marks, 2))


LONG_NOTES = ("shows Mighty Bram their hand", "plays <b class='yellow'>yellow Skip Everyone</b>")


@pytest.mark.parametrize("size", [LAPTOP, DESKTOP])
@pytest.mark.parametrize("note", LONG_NOTES)
def test_a_long_note_of_the_player_opposite_is_one_line_and_moves_nothing_onto_the_piles(
    open_fixture: OpenFixture, note: str, size: tuple[int, int]
) -> None:
    page = open_fixture("in play", size)
    opposite = page.locator("#seats > :nth-child(2)")
    opposite.locator(".last-action").evaluate("(it, note) => { it.innerHTML = note; }", note)
    assert box_of(opposite.locator(".last-action"))["height"] < 26
    for mark in opposite.locator(".mark").all():
        assert not any(overlap(box_of(mark), box_of(page.locator(pile))) for pile in ("#stock", "#discards"))


@pytest.mark.parametrize("size", [LAPTOP, (1024, 768), (1180, 820), DESKTOP])
def test_a_long_question_keeps_clear_of_the_arrows(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("a wild draw four", size)
    arrows = box_of(page.locator("#pile .way use"))
    assert not overlap(box_of(page.locator("#asked")), arrows)


def test_a_question_of_two_lines_covers_no_color_on_a_low_screen(open_fixture: OpenFixture) -> None:
    page = open_fixture("a wild draw four", (1024, 600))
    assert not overlap(box_of(page.locator("#asked")), box_of(page.locator("#pile .color")))
    assert not overlap(box_of(page.locator(".answers")), box_of(page.locator("#hand .card").first))


@pytest.mark.parametrize("size", [SMALL_PHONE, PHONE, SIDEWAYS])
def test_what_a_bot_says_of_itself_is_whole_or_hidden(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    for name in ("my turn", "ten seats in play"):
        quotes = open_fixture(name, size).locator(".seat q")
        assert quotes.count()
        assert all(not one.evaluate(IS_CUT) for one in quotes.all() if one.is_visible())


@pytest.mark.parametrize("name", ["my turn", "a wild draw four", "ten seats in play"])
@pytest.mark.parametrize("size", [*SIZES, SMALL_PHONE, (360, 740)])
def test_the_page_fits_the_window(open_fixture: OpenFixture, name: str, size: tuple[int, int]) -> None:
    page = open_fixture(name, size)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for part in ("#hand .card:first-child", "#hand .card:last-child", "#call", "#catch", "#asked", "#discards"):
        assert is_within(page.locator(part), size), part
    if page.locator(".chat").is_visible():
        assert is_within(page.locator("#say"), size)
    for part in (
        "#hand .card:first-child",
        "#hand .card:last-child",
        "#asked",
        "#prompt .answers",
        "#stock",
        "#pile .color",
    ):
        for call in ("#call", "#catch"):
            assert not overlap(box_of(page.locator(part)), box_of(page.locator(call))), (part, call)


@pytest.mark.parametrize("size", SIZES)
def test_a_refusal_covers_neither_the_prompt_nor_its_buttons(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("my turn", size)
    click = "card => { card.click(); return document.getElementById('message').getBoundingClientRect().toJSON() }"
    box = page.locator("#hand .card:not(.can)").first.evaluate(click)
    assert box["height"] > 0
    for part in (page.locator("#asked"), page.locator("#prompt .answers button")):
        other = box_of(part)
        assert box["bottom"] <= other["y"] or box["right"] <= other["x"] or other["x"] + other["width"] <= box["x"]


def test_on_a_low_screen_a_refusal_covers_no_color(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", (1366, 650))
    page.locator("#hand .card:not(.can)").first.evaluate("card => card.click()")
    page.locator("#message", has_text="does not fit").wait_for()
    assert not overlap(box_of(page.locator("#message")), box_of(page.locator("#pile .color")))


def test_the_help_leads_to_the_look_of_the_table(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", PHONE)
    link = page.locator("#help").get_by_text("Table, card backs and more")
    assert link.get_attribute("target") == "_blank"  # the game stays open
    page.goto(f"{link.get_attribute('href')}")
    page.locator("#your-table:target h2").wait_for()


LONG_PROMPT = (
    """it => { it.querySelector("#asked span").textContent = "A question that takes many words. ".repeat(3); }"""
)


@pytest.mark.parametrize("size", SIZES)
def test_a_long_prompt_moves_neither_the_pile_nor_the_seats(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("my turn", size)
    parts = [page.locator(part) for part in ("#discards", "#s1", "#s2", "#call")]
    before = [box_of(part) for part in parts]
    page.locator("#prompt").evaluate(LONG_PROMPT)
    assert [box_of(part) for part in parts] == before


@pytest.mark.parametrize("size", [DESKTOP, LAPTOP])
def test_a_card_is_drawn_in_the_same_place_with_any_question(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("my turn", size)
    places = []
    for words in ("Nothing fits.", "Your turn: play yellow, a Wild Draw Four or a wild, or draw." * 2):
        page.locator("#asked span").evaluate("(span, words) => { span.textContent = words; }", words)
        places.append(box_of(page.locator("#b-draw")))
    assert places[0] == places[1]


def test_the_keys_of_swaps_can_be_read_in_the_dark(open_fixture: OpenFixture) -> None:
    page = open_fixture("a seven", color_scheme="dark")
    background, text = page.locator("#seats .take kbd").first.evaluate(
        "key => [getComputedStyle(key).backgroundColor, getComputedStyle(key).color]"
    )
    assert background == "rgba(0, 0, 0, 0)"
    assert text == page.locator("#seats .take").first.evaluate("button => getComputedStyle(button).color")


def test_forced_colors_show_whose_turn_it_is_and_keep_the_colors_to_choose_from(open_fixture: OpenFixture) -> None:
    page = open_fixture("another player’s turn", forced_colors="active")
    outlines = page.locator("#seats .seat").evaluate_all(
        "seats => seats.map(seat => [seat.id, getComputedStyle(seat.querySelector('.face')).outlineStyle])"
    )
    assert [seat for seat, outline in outlines if outline == "solid"] == ["s2"]
    page = open_fixture("a wild", forced_colors="active")
    shown = page.locator(".picker button").evaluate_all(
        "buttons => new Set(buttons.map(button => getComputedStyle(button).backgroundColor)).size"
    )
    assert shown == 4


def use_large_text(page: Page, percent: int = 200) -> None:
    """As a browser does whose default text size is this large."""
    sizes = {"standard": 16 * percent // 100, "fixed": 13 * percent // 100}
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})
    page.reload()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_large_text_covers_nothing(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("a first wild", size)
    use_large_text(page)
    labels = [box_of(label) for label in page.locator(".bar > *:visible").all()]
    assert not any(overlap(one, other) for one, other in combinations(labels, 2))
    names = [box_of(name) for name in page.locator(".seat .name:visible").all()]
    assert not any(overlap(box_of(page.locator("#picker")), name) for name in names)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_form_for_a_new_table_is_no_wider_than_a_phone_with_large_text(open_page: OpenPage) -> None:
    page = open_page("/tables/new/", PHONE)
    use_large_text(page)
    page.get_by_text("All rules").click()
    page.get_by_text("Watching, pace and more").click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_header_with_a_name_is_no_wider_than_a_phone_with_large_text(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", PHONE)
    use_large_text(page)
    page.goto("/privacy/")
    page.locator("#who").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS])
def test_ten_seats_show_whole_names_and_what_each_player_did(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("ten seats in play", size)
    names = page.locator(".seat:not(.me) .name")
    assert names.count() == 9
    assert names.evaluate_all("names => names.every(name => name.scrollWidth <= name.clientWidth)")
    assert is_within(page.locator("#s5 .last-action b", has_text="red 4"), size)
    for seat in (5, 6, 7, 8, 9):
        assert page.locator(f"#s{seat} .last-action").is_visible(), seat


@pytest.mark.parametrize("size", [DESKTOP, (1024, 768)])
def test_ten_seats_say_what_their_numbers_are(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("ten seats in play", size)
    scores = page.locator(".seat:not(.me) .mark:has(.unit)")
    assert scores.all_inner_texts() == ["22 points", "103 points", "310 points", "12 points", "5 points"]


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE])
def test_ten_seats_on_a_phone_say_in_short_what_their_numbers_are(
    open_fixture: OpenFixture, size: tuple[int, int]
) -> None:
    page = open_fixture("ten seats in play", size)
    shown = page.locator(".seat .unit")
    assert set(shown.evaluate_all("all => all.map(one => getComputedStyle(one, '::after').content)")) == {
        '" pts" / " points"'
    }
    boxes = [box_of(mark) for mark in page.locator(".seat:not(.me) .mark:has(.unit)").all()]
    assert len(boxes) == 5
    assert not any(overlap(one, other) for one, other in combinations(boxes, 2))
    assert max(box["height"] for box in boxes) < 24, "points and their unit are on one line"


@pytest.mark.parametrize("size", [(320, 568), PHONE])
def test_on_a_phone_ten_seats_say_all_of_what_was_done(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    actions = open_fixture("ten seats in play", size).locator(".seat:not(.me) span.last-action:not(:has(b))")
    assert "draws 4" in actions.all_inner_texts()
    assert not any(actions.evaluate_all(f"all => all.map({IS_CUT})"))


@pytest.mark.parametrize("size", [(360, 740), PHONE, (430, 932)])
def test_ten_seats_on_a_phone_name_a_card_by_its_sign_where_its_color_is_seen(
    open_fixture: OpenFixture, size: tuple[int, int]
) -> None:
    page = open_fixture("ten seats in play", size)
    name = page.locator("#s5 .last-action b")
    assert name.inner_text() == "red 4"
    name.evaluate("name => { name.className = 'yellow'; name.lastChild.data = 'Reverse'; }")
    assert not name.evaluate(IS_CUT)
    chip, line = box_of(name), box_of(page.locator("#s5 .last-action"))
    assert chip["y"] + chip["height"] <= line["y"] + line["height"] + 0.5


def test_of_a_player_who_is_out_only_the_mark_says_so(open_fixture: OpenFixture) -> None:
    page = open_fixture("mercy", PHONE)
    out = page.locator(".seat.out")
    assert out.get_by_text("out", exact=True).is_visible()
    assert not out.locator(".count").is_visible()


@pytest.mark.parametrize("size", [SMALL_PHONE, (360, 740), PHONE, (430, 932)])
def test_on_a_phone_the_calls_lie_below_the_piles(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("my call", size)
    page.locator(".call").evaluate_all("calls => calls.forEach(call => call.removeAttribute('aria-disabled'))")
    calls = [box_of(call) for call in page.locator(".call").all()]
    piles = [box_of(page.locator(part)) for part in ("#stock", "#discards", "#pile .color")]
    assert not any(overlap(call, pile) for call in calls for pile in piles)
    assert max(call["y"] + call["height"] for call in calls) <= box_of(page.locator("#asked"))["y"]


def test_on_a_tall_phone_the_piles_are_larger_than_the_hand(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", (430, 932))
    pile, card = (box_of(page.locator(part)) for part in ("#stock", "#hand .card:first-child"))
    assert pile["width"] > 1.2 * card["width"]


# How far the first line is from the ring, and how far the next one is below it. A line has room above its letters.
TO_THE_WORDS = """asked => {
    const ROOM = 4;
    const words = document.createRange();
    words.selectNodeContents(asked.lastElementChild);
    const [first, ...others] = words.getClientRects();
    const { right, bottom } = asked.querySelector(".ring").getBoundingClientRect();
    return [first.left - right, Math.min(...others.map(({ top }) => top + ROOM - bottom), 0)];
}"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE, (1366, 650), (320, 568), (844, 390)])
@pytest.mark.parametrize("state", ["in play", "a chain", "a wild draw four", "a roulette", "a drawn card"])
def test_the_ring_of_the_clock_is_beside_the_first_words_of_a_question(
    open_fixture: OpenFixture, state: str, size: tuple[int, int]
) -> None:
    beside, below = open_fixture(state, size).locator("#asked").evaluate(TO_THE_WORDS)
    assert 0 < beside < 16
    assert below >= 0, "it touches no letter"


def test_a_long_question_is_not_wider_than_the_top_of_the_table(open_fixture: OpenFixture) -> None:
    page = open_fixture("a wild draw four", (1024, 768))
    rim = 40
    assert box_of(page.locator("#asked"))["x"] > box_of(page.locator(".table"))["x"] + rim


def test_a_phone_shows_the_whole_name_of_a_card(open_fixture: OpenFixture) -> None:
    page = open_fixture("in play", PHONE)
    names = page.locator(".last-action b")
    assert names.count() == 3
    names.evaluate_all("all => all.forEach(one => { one.textContent = 'yellow Reverse'; })")
    assert not any(names.evaluate_all(f"all => all.map({IS_CUT})"))


def test_the_smallest_phone_names_a_card_by_its_sign_where_its_color_is_seen(open_fixture: OpenFixture) -> None:
    names = open_fixture("in play", SMALL_PHONE).locator(".seat .last-action b")
    assert names.count() == 3
    names.evaluate_all("all => all.forEach(one => { one.firstChild.textContent = 'yellow '; })")
    names.evaluate_all("all => all.forEach(one => { one.lastChild.data = 'Reverse'; })")
    assert not any(names.evaluate_all(f"all => all.map({IS_CUT})"))


IS_CUT = "it => it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1"
# No guest is ever given one of these names.
LONG_NAMES = ["Clever Kingfisher", "Wheezy Walrus", "Mighty Marmoset", "Sleepy Hedgehog"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_long_names_of_players_and_cards_can_be_read(make_table: MakeTable, seats: int) -> None:
    hands = " / ".join(["RD R2 G4 B5", *["R1 G2 B3 Y4"] * (seats - 1)])
    table = make_table(LONG_NAMES[:seats], position(f"Official | {hands} | 0 clockwise red | G1 G2 G3 G4 | R1"))
    table.open(LONG_NAMES[0]).plays("red Draw Two")
    page = table.open(LONG_NAMES[seats - 1], PHONE).page
    page.locator(".last-action b", has_text="red +2").first.wait_for()
    for size in (PHONE, LAPTOP, DESKTOP):
        resize(page, size)
        for part in page.locator(".seat :is(.name, .last-action, .last-action b):visible").all():
            assert not part.evaluate(IS_CUT), (size, part.inner_text())


@pytest.mark.parametrize("size", [DESKTOP, LAPTOP, SIDEWAYS, PHONE])
def test_no_seat_reaches_the_piles(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("in play", size)
    piles = [box_of(page.locator(name)) for name in ("#stock", "#discards")]
    for mark in page.locator(".seat:not(.me) .mark:visible").all():
        assert not any(overlap(box_of(mark), pile) for pile in piles), mark.inner_text()


@pytest.mark.parametrize("state", ["a seven", "a wild"])
def test_on_a_low_screen_what_is_chosen_from_keeps_clear_of_piles_and_words(
    open_fixture: OpenFixture, state: str
) -> None:
    page = open_fixture(state, LAPTOP)
    words = [box_of(mark) for mark in page.locator(".seat:not(.me) .mark:visible").all()]
    for choice in page.locator(".seat .take, .picker").all():
        assert not any(overlap(box_of(choice), word) for word in words)
    piles = [box_of(page.locator(name)) for name in ("#stock", "#discards")]
    for button in page.locator(".seat .take").all():
        assert not any(overlap(box_of(button), pile) for pile in piles)


def test_the_colors_to_choose_from_show_their_keys_where_there_is_a_keyboard(open_fixture: OpenFixture) -> None:
    page = open_fixture("a wild", DESKTOP)
    assert page.locator("#picker kbd:visible").all_inner_texts() == ["1", "2", "3", "4"]
    resize(page, PHONE)
    assert page.locator("#picker kbd:visible").count() == 0
    resize(page, DESKTOP)
    page.keyboard.press("3")
    page.locator("#pile.green").wait_for()


def test_the_colors_to_choose_from_grow_with_the_screen(open_fixture: OpenFixture) -> None:
    page = open_fixture("a wild", (2560, 1440))
    assert box_of(page.locator(".picker"))["width"] > 1.9 * box_of(page.locator("#stock"))["width"]


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_few_cards_do_not_lie_on_one_another(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("my call", size)
    first, second = (box_of(card) for card in page.locator("#hand .card").all())
    assert first["x"] + first["width"] <= second["x"] + 12  # they are turned a little


def test_in_high_contrast_a_frame_marks_what_fits_and_no_card_is_dimmed(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn")
    dimmed = page.locator("#hand .card:not(.can) svg").first
    style = "(it, name) => getComputedStyle(it)[name]"
    assert dimmed.evaluate(style, "filter") != "none"
    page.evaluate("document.documentElement.dataset.table = 'contrast'")
    assert dimmed.evaluate(style, "filter") == "none"
    shadows = [
        page.locator(f"#hand .card{which}").first.evaluate(style, "boxShadow") for which in (".can", ":not(.can)")
    ]
    assert shadows[0] != "none"
    assert shadows[1] == "none"


def test_a_card_that_does_not_fit_rises_less(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn")
    lift = "card => parseFloat(getComputedStyle(card).getPropertyValue('--lift'))"
    lifts = []
    for card in ("#h-R7-1", "#h-Y4-1"):
        page.locator(card).hover(position={"x": 10, "y": 40})
        lifts.append(page.locator(card).evaluate(lift))
    assert lifts[0] > 2 * lifts[1] > 0


def test_the_draw_pile_glows_when_nothing_fits(open_fixture: OpenFixture) -> None:
    shadow = "it => getComputedStyle(it).boxShadow"
    shadows = [open_fixture(state).locator("#stock").evaluate(shadow) for state in ("nothing fits", "my turn")]
    assert shadows[0] != "none"
    assert shadows[1] == "none"


def test_the_button_of_a_result_is_as_wide_as_a_phone(open_fixture: OpenFixture) -> None:
    page = open_fixture("the end of a round", PHONE)
    assert box_of(page.locator("#go-on"))["width"] > 0.8 * box_of(page.locator("#end"))["width"]


def test_the_buttons_below_a_result_fill_their_lines_on_a_phone(open_fixture: OpenFixture) -> None:
    page = open_fixture("the end of the match", PHONE)
    page.locator("#rematch").wait_for()
    rights: dict[float, float] = {}
    for button in page.locator("#end .actions .button").all():
        box = box_of(button)
        rights[box["y"]] = max(rights.get(box["y"], 0), box["x"] + box["width"])
    assert len(rights) == 2
    assert max(rights.values()) - min(rights.values()) < 1


def test_the_buttons_of_the_table_are_light_in_both_schemes(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn")
    look = "buttons => buttons.map(button => getComputedStyle(button).backgroundColor)"
    buttons = page.locator("#prompt .button, .chat .button")
    light = buttons.evaluate_all(look)
    page.emulate_media(color_scheme="dark")
    assert buttons.evaluate_all(look) == light


def test_panels_have_the_color_of_the_dark_side(open_fixture: OpenFixture) -> None:
    page = open_fixture("a dark color")
    color = "it => getComputedStyle(it).backgroundColor"
    [log, chat] = [page.locator(part) for part in (".side-log", ".chat")]
    before = log.evaluate(color), chat.evaluate(color)
    page.evaluate("document.documentElement.dataset.table = 'felt'")
    assert (log.evaluate(color), chat.evaluate(color)) == before


@pytest.mark.parametrize("size", [SMALL_PHONE, SIDEWAYS, PHONE])
def test_the_button_on_a_seat_covers_no_words(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("a seven", size)
    buttons = [box_of(one) for one in page.locator(".seat .take").all()]
    words = page.locator(".seat :is(.name, .last-action)").all()
    shown = [box_of(one) for one in words if one.is_visible()]
    assert shown
    assert len(buttons) == 3
    assert not any(overlap(button, box) for button in buttons for box in shown)


def test_a_low_window_has_the_podium_and_the_moments_beside_the_rows(open_fixture: OpenFixture) -> None:
    page = open_fixture("the end of the match", LAPTOP)
    page.locator("#end .podium").evaluate("""podium => {
        const moments = Object.assign(document.createElement("ul"), { className: "moments" });
        moments.innerHTML = "<li>Longest chain: Ann, 12 cards.</li><li>Ann called “Uno!” once.</li>";
        podium.after(moments);
    }""")
    rows = box_of(page.locator("#end table"))
    for part in (page.locator("#end .podium"), page.locator("#end .moments").first):
        box = box_of(part)
        assert box["x"] + box["width"] <= rows["x"]


WHOLE = "it => it.scrollHeight <= it.clientHeight + 1"
ROWS_IN_SIGHT = """end => {
    const bottom = end.querySelector(".actions").getBoundingClientRect().top;
    return [...end.querySelectorAll("tbody tr")].filter((row) => row.getBoundingClientRect().bottom <= bottom).length;
}"""


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("the end of a round", (1024, 768)),
        ("the end of a round", DESKTOP),
        ("the end of a round", LAPTOP),
        ("the end of the match", LAPTOP),
        ("the end of the match", (1920, 1080)),
    ],
)
def test_a_result_is_whole_where_the_window_has_room(
    open_fixture: OpenFixture, name: str, size: tuple[int, int]
) -> None:
    assert open_fixture(name, size).locator("#end").evaluate(WHOLE)


@pytest.mark.parametrize(("size", "rows"), [(SMALL_PHONE, 4), (SIDEWAYS, 3), (PHONE, 4)])
def test_a_phone_shows_most_of_a_result(open_fixture: OpenFixture, size: tuple[int, int], rows: int) -> None:
    assert open_fixture("the end of a round", size).locator("#end").evaluate(ROWS_IN_SIGHT) >= rows


def test_the_log_covers_the_table_of_a_small_phone(open_fixture: OpenFixture) -> None:
    page = open_fixture("in play", SMALL_PHONE)
    page.locator(".bar [href='#log']").click()
    sheet = box_of(page.locator(".side-log"))
    assert sheet["y"] + sheet["height"] == pytest.approx(SMALL_PHONE[1], abs=16)


@pytest.mark.parametrize("size", [(390, 664), PHONE, (820, 1180)])
@pytest.mark.parametrize("panel", ["log", "lines"])
def test_the_log_and_the_chat_of_a_phone_leave_the_question_and_the_hand_in_sight(
    open_fixture: OpenFixture, size: tuple[int, int], panel: str
) -> None:
    page = open_fixture("in play", size)
    page.locator(f".bar [href='#{panel}']").click()
    sheet = box_of(page.locator(f":is(.side-log, .chat):has(#{panel})"))
    assert sheet["y"] + sheet["height"] == pytest.approx(box_of(page.locator("#prompt"))["y"], abs=2)
    close = page.locator(f":is(.side-log, .chat):has(#{panel}) .log-links")
    assert box_of(close)["y"] - sheet["y"] < 8
    page.locator("#hand .can").first.click()
    page.locator("#turn:not([data-mine])").wait_for(state="attached")


@pytest.mark.parametrize("size", [PHONE, (820, 1180)])
def test_the_chat_of_a_phone_leaves_the_other_players_in_sight(
    open_fixture: OpenFixture, size: tuple[int, int]
) -> None:
    page = open_fixture("in play", size)
    page.locator(".bar [href='#lines']").click()
    chat = box_of(page.locator(".chat"))
    parts = page.locator(".seat:not(.me) :is(.face, .count, .name, .last-action, .mark:visible)").all()
    assert not any(overlap(chat, box_of(part)) for part in parts)
    assert box_of(page.locator(".chat .follows"))["height"] > 60


@pytest.mark.parametrize("seats", [4, 5, 6])
@pytest.mark.parametrize("size", [PHONE, (390, 664), SIDEWAYS, (568, 320)])
def test_a_phone_shows_what_was_played_at_any_table(make_table: MakeTable, size: tuple[int, int], seats: int) -> None:
    hands = " / ".join(["Y7 Y8", "R5 R6", *["B1 B2 B3"] * (seats - 2)])
    start = position(f"Official | {hands} | 1 clockwise red | G1 G2 G4 | R9", decision_seconds=0)
    table = make_table(["Ann", "Bob", *["Hard"] * (seats - 2)], start)
    table.open("Bob").plays("red 5")
    card = table.open("Ann", size).page.locator("#s1 .last-action b")
    box, line = box_of(card), box_of(card.locator(".."))
    assert card.inner_text() == "red 5"
    assert line["y"] - 2 <= box["y"] <= box["y"] + box["height"] <= line["y"] + line["height"] + 3


@pytest.mark.parametrize("size", [(320, 568), (360, 640), PHONE, (1366, 650)])
def test_the_question_of_a_challenge_keeps_clear_of_the_calls(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("a wild draw four", size)
    assert not overlap(box_of(page.locator("#asked")), box_of(page.locator("#catch")))


@pytest.mark.parametrize("state", ["in play", "nothing fits"])
def test_the_button_to_draw_covers_no_card_of_the_lowest_phone(open_fixture: OpenFixture, state: str) -> None:
    page = open_fixture(state, (568, 320))
    button = box_of(page.locator("#b-draw"))
    assert not any(overlap(button, box_of(card)) for card in page.locator("#hand .card").all())


@pytest.mark.parametrize("panel", ["log", "lines"])
def test_a_panel_of_a_low_phone_lies_beside_the_question_and_the_hand(open_fixture: OpenFixture, panel: str) -> None:
    page = open_fixture("in play", (844, 390))
    page.locator(f".bar [href='#{panel}']").click()
    sheet = box_of(page.locator(f":is(.side-log, .chat):has(#{panel})"))
    for part in page.locator("#asked, #prompt button, #hand .card").all():
        assert not overlap(sheet, box_of(part))
    page.locator("#hand .can").first.click()
    page.locator("#turn:not([data-mine])").wait_for(state="attached")


@pytest.mark.parametrize("panel", ["log", "lines"])
def test_back_closes_an_open_panel_and_opens_no_closed_one(open_fixture: OpenFixture, panel: str) -> None:
    page = open_fixture("in play", PHONE)
    wait_for_script(page, "panels")
    link = page.locator(f".bar [href='#{panel}']")
    sheet = page.locator(f":is(.side-log, .chat):has(#{panel})")
    steps = page.evaluate("history.length")
    link.click()
    sheet.wait_for()
    page.go_back()
    sheet.wait_for(state="hidden")
    link.click()
    sheet.locator(".log-links").click()
    sheet.wait_for(state="hidden")
    link.click()
    page.keyboard.press("Escape")
    sheet.wait_for(state="hidden")
    assert page.evaluate("history.length") == steps + 1
    assert page.evaluate("location.hash") == ""


def test_an_open_panel_gives_its_place_to_the_other(open_fixture: OpenFixture) -> None:
    page = open_fixture("in play", PHONE)
    wait_for_script(page, "panels")
    chat = page.locator(".chat")
    page.locator(".bar [href='#log']").click()
    page.locator(".bar [href='#lines']").click()
    chat.wait_for()
    page.locator(".chat .log-links").click()
    chat.wait_for(state="hidden")
    assert page.locator(".side-log").is_hidden()


BEHIND = "table => getComputedStyle(table, '::after').content"


@pytest.mark.parametrize(
    ("name", "is_dark"), [("the end of a round", True), ("the end of the match", True), ("in play", False)]
)
def test_behind_a_result_the_table_is_in_the_dark(open_fixture: OpenFixture, name: str, is_dark: bool) -> None:
    page = open_fixture(name, reduced_motion="reduce")
    assert (page.locator("#table").evaluate(BEHIND) != "none") == is_dark


def test_a_finger_leaves_no_card_lifted(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn", PHONE, has_touch=True, is_mobile=True)
    card = page.locator("#h-Y4-1")
    before = box_of(card)
    page.mouse.move(before["x"] + 8, before["y"] + 20)
    assert card.evaluate("card => card.matches(':hover')")
    assert card.evaluate("card => getComputedStyle(card).translate") == "0px"


def test_what_cannot_be_pressed_in_a_turn_points_at_the_question(open_fixture: OpenFixture) -> None:
    page = open_fixture("mercy")
    assert page.locator("#stock").get_attribute("aria-disabled") == "true"
    page.locator("#asked").evaluate("asked => { asked.animate = () => { window.isShaken = true; }; }")
    page.locator("#stock").click(force=True)
    page.wait_for_function("() => window.isShaken")


def test_a_long_name_stays_within_the_plate_of_its_player(open_fixture: OpenFixture) -> None:
    page = open_fixture("a called last card", SMALL_PHONE)
    page.locator(".me .name").evaluate("it => { it.textContent = 'Ann with a longer name'; }")
    plate = box_of(page.locator(".me"))
    for part in page.locator(".me .name, .me .count, .me .mark").all():
        box = box_of(part)
        assert plate["x"] <= box["x"] <= box["x"] + box["width"] <= plate["x"] + plate["width"]
        assert plate["y"] - 1 <= box["y"] <= box["y"] + box["height"] <= plate["y"] + plate["height"] + 1


@pytest.mark.parametrize("size", [SMALL_PHONE, SIDEWAYS, PHONE])
def test_how_many_watch_stands_beside_the_piles(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("watched with open hands", size)
    watching = page.locator("#around .mark").first
    watching.wait_for()
    assert not any(overlap(box_of(watching), box_of(page.locator(pile))) for pile in ("#stock", "#discards"))


def test_the_dark_side_has_high_contrast_for_who_wants_it(open_fixture: OpenFixture) -> None:
    page = open_fixture("the dark side")
    room = "() => getComputedStyle(document.body).getPropertyValue('--room')"
    dark = page.evaluate(room)
    page.evaluate("() => { document.documentElement.dataset.table = 'contrast'; }")
    assert page.evaluate(room) == "#000" != dark


THEMES = ("night", "felt", "wood", "contrast")
CHOOSE = "theme => { document.documentElement.dataset.table = theme; }"


def test_only_wood_has_a_grain(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn")
    layers = "table => getComputedStyle(table, '::before').backgroundImage.match(/[a-z-]+gradient/g)"
    smooth, grained = ["radial-gradient"], ["repeating-linear-gradient"] * 2 + ["radial-gradient"]
    for theme in THEMES:
        page.evaluate(CHOOSE, theme)
        assert page.locator("#table").evaluate(layers) == (grained if theme == "wood" else smooth)


def test_in_the_dark_a_result_has_the_colors_of_its_table(open_fixture: OpenFixture) -> None:
    page = open_fixture("the end of a round", color_scheme="dark")
    sheets = set()
    for theme in THEMES:
        page.evaluate(CHOOSE, theme)
        sheets.add(page.locator("#end").evaluate("end => getComputedStyle(end).backgroundColor"))
        found = Axe().run(page, options={"runOnly": ["color-contrast"]})
        assert not found.violations_count, found.generate_report()
    assert len(sheets) == 4


def test_the_result_of_a_round_cuts_no_prompt(open_fixture: OpenFixture) -> None:
    page = open_fixture("the end of a round, lost", PHONE)
    page.get_by_role("button", name="Go on").wait_for()
    assert page.locator("#prompt").is_hidden()
    resize(page, (1920, 1080))
    assert page.locator("#prompt").is_visible()


@pytest.mark.parametrize(("state", "words"), [("my turn", "none"), ("the dark side", '" left" / ""')])
def test_a_draw_pile_with_open_faces_says_that_it_is_a_pile(open_fixture: OpenFixture, state: str, words: str) -> None:
    page = open_fixture(state, (1366, 650))
    assert page.locator("#stock b").evaluate("number => getComputedStyle(number, '::after').content") == words
    assert box_of(page.locator("#stock b"))["width"] <= box_of(page.locator("#stock"))["width"]


@pytest.mark.parametrize(("pile", "shown"), [("", "hidden"), ("G1 G2", "visible")])
def test_an_empty_draw_pile_shows_no_card(make_table: MakeTable, pile: str, shown: str) -> None:
    table = make_table(["Ann", "Bob"], position(f"Official | R2 R3 / B1 B2 | 0 clockwise red | {pile} | R1"))
    stock = table.open("Ann").page.locator("#stock")
    assert stock.locator("svg").evaluate("picture => getComputedStyle(picture).visibility") == shown


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_the_pointer_shows_the_whole_name_of_one_of_many_players(
    open_fixture: OpenFixture, size: tuple[int, int]
) -> None:
    page = open_fixture("ten seats in play", size)
    seat, name = page.locator("#s3"), "A name of 20 letters"
    seat.evaluate("(seat, name) => { seat.dataset.name = name; seat.querySelector('.name').textContent = name; }", name)
    assert seat.locator(".name").evaluate(IS_CUT) or size == PHONE
    seat.hover()
    assert seat.evaluate("it => getComputedStyle(it, '::before').content").startswith(f'"{name}"')


@pytest.mark.parametrize("size", [DESKTOP, LAPTOP, PHONE, SMALL_PHONE])
def test_the_button_to_catch_shows_the_whole_name_of_a_player(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("a catch", size)
    button = page.locator("#catch")
    button.evaluate("it => { it.textContent = 'Catch Patient Wombat!'; }")
    assert not button.evaluate(IS_CUT)
    assert is_within(button, size)


@pytest.mark.parametrize("size", [DESKTOP, LAPTOP, PHONE, SMALL_PHONE])
def test_in_the_result_no_card_lies_on_a_number(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("the end of a round, long hands", size)
    page.locator("#end").wait_for()
    words = [box_of(cell) for cell in page.locator("#end :is(th[scope=row], td:not(.open))").all()]
    cards = [box_of(card) for card in page.locator("#end tbody .card").all()]
    assert len(cards) > 60
    assert not any(overlap(card, word) for card in cards for word in words)


@pytest.mark.parametrize("size", [(360, 740), PHONE, (430, 932)])
def test_long_hands_of_a_result_can_be_read_on_phones(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("the end of a round, long hands", size)
    for hand in page.locator("#end tbody .open:has(.card)").all():
        cards = [box_of(card) for card in hand.locator(".card").all()]
        assert cards[0]["width"] >= 35
        assert len({card["y"] for card in cards}) <= 2


@pytest.mark.parametrize("size", [LAPTOP, DESKTOP, (844, 390)])
def test_the_result_of_a_round_shows_every_player(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("the end of a round, lost", size)
    page.get_by_role("button", name="Go on").wait_for()
    rows, actions = page.locator("#end tbody tr").all(), box_of(page.locator("#end .actions"))
    assert len(rows) == 4
    assert all(box_of(row)["y"] + box_of(row)["height"] <= actions["y"] + 1 for row in rows)


def test_messages_at_the_top_do_not_cover_one_another(open_fixture: OpenFixture) -> None:
    page = open_fixture("in play", SMALL_PHONE)
    wait_for_late_styles(page)
    page.evaluate("""() => {
        for (const name of ["lost", "away"]) document.getElementById(name).hidden = false;
        document.getElementById("away").textContent = "You run out of time. You draw a card.";
    }""")
    assert not overlap(box_of(page.locator("#lost")), box_of(page.locator("#away")))


IS_SHOWN = """(name, at) => {
    const letter = document.createRange();
    letter.setStart(name.firstChild, at);
    letter.setEnd(name.firstChild, at + 1);
    const { left, right } = letter.getBoundingClientRect(), box = name.getBoundingClientRect();
    return left > box.left - 1 && right < box.right + 1;
}"""


@pytest.mark.parametrize("name", ["A name of 20 letters", "שם ארוך מאוד של שחקן"])
def test_a_cut_name_shows_its_beginning_in_any_direction(open_fixture: OpenFixture, name: str) -> None:
    page = open_fixture("ten seats in play", LAPTOP)
    shown = page.locator("#s3 .name")
    shown.evaluate("(it, name) => { it.textContent = name; it.style.maxWidth = '4rem'; }", name)
    assert shown.evaluate(IS_CUT)
    assert [shown.evaluate(IS_SHOWN, at) for at in (0, len(name) - 1)] == [True, False]


RECORD_HEADER = """
    window.headers = new Set();
    new MutationObserver(() => {
        if (document.readyState === "loading") return;
        const shown = [...document.querySelectorAll(".bar > *")].filter((part) => part.offsetParent);
        headers.add(shown.map((part) => `${part.id} ${part.getBoundingClientRect().left}`).join());
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_header_stays_as_it_is_while_the_page_loads(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("my turn", size)
    page.add_init_script(RECORD_HEADER)
    page.reload()
    page.locator("#sound[aria-pressed]").wait_for()
    page.evaluate("document.body.toggleAttribute('data-recorded')")
    assert page.evaluate("new Promise(done => requestAnimationFrame(() => done(headers.size)))") == 1


@pytest.mark.parametrize("size", [LAPTOP, (1024, 768)])
def test_the_points_of_all_other_players_are_seen_or_of_none(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    points = open_fixture("ten seats in play", size).locator(".seat:not(.me) .unit")
    assert points.count() > 3
    assert len({one.is_visible() for one in points.all()}) == 1


@pytest.mark.parametrize("size", [DESKTOP, LAPTOP, PHONE])
def test_a_long_name_is_whole_and_lifts_no_step_of_the_podium(open_fixture: OpenFixture, size: tuple[int, int]) -> None:
    page = open_fixture("the end of the match", size)
    step, name = (page.locator(f".podium .step2 {part}") for part in (".place", "b"))
    before = box_of(step)
    name.evaluate("name => { name.textContent = 'Darling Kingfisher'; }")
    assert box_of(step) == before
    assert not name.evaluate(IS_CUT)
    name.evaluate("name => { name.textContent = 'Misty Turtle of the North'; }")
    assert box_of(step) == before


def test_the_way_to_the_front_page_is_large_enough_for_a_finger(open_fixture: OpenFixture) -> None:
    brand = box_of(open_fixture("my turn", PHONE).locator(".brand"))
    assert min(brand["width"], brand["height"]) >= 35


@pytest.mark.parametrize("state", ["my turn", "ten seats in play"])
@pytest.mark.parametrize("size", [(844, 390), (568, 320), (320, 568)])
def test_on_a_low_phone_points_stand_right_below_a_name(
    open_fixture: OpenFixture, size: tuple[int, int], state: str
) -> None:
    """What a bot says of itself is not seen there, and must not leave them beside the piles."""
    page = open_fixture(state, size)
    page.locator("#s2 .name").evaluate("it => it.insertAdjacentHTML('afterend', '<q class=last-action>Hello.</q>')")
    page.locator("#s2 .last-action").last.evaluate("it => it.matches('q') || it.remove()")
    [points, name] = [box_of(page.locator(f"#s2 {part}")) for part in (".mark:not(.kind)", ".name")]
    assert -2 <= points["y"] - (name["y"] + name["height"]) <= 8
