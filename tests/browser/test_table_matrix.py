"""Nothing at the table overlaps or is cut off, and your seat is next to your hand: on any screen, with two to ten seats
and up to forty cards."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page

from games.devtools.fixtures import Fixture, build_state
from games.engine import State, play
from tests.browser.boxes import problems_at, resize
from tests.browser.conftest import MakeTable
from tests.browser.seats import box_of, overlap
from tests.browser.tables import CHARACTERS, SPECTATOR, position
from tests.conftest import DESKTOP, PHONE

pytestmark = pytest.mark.once  # what a browser shows of a game is the same whatever keeps it

SIZES = (
    (320, 568), (568, 320), (375, 553), (375, 812), (390, 844), (844, 390), (412, 915), (820, 1180), (960, 540),
    (962, 601), (1024, 600), (1024, 690), (1024, 768), (1024, 1366), (1180, 740), (1180, 820), (1280, 800), (1366, 650),
    (1920, 1080), (2560, 1440),
)  # fmt: skip
TABLES = ((2, 1), (2, 40), (3, 7), (4, 20), (5, 40), (6, 7), (7, 12), (8, 2), (9, 20), (10, 7), (10, 40))
"""The numbers of seats, and of cards in the hand."""
# All others have played what the second seat played.
REPEAT = """() => {
    const action = document.querySelector("#s1 .last-action");
    for (const seat of document.querySelectorAll(".seat:not(.me)")) {
        seat.querySelector(".last-action")?.remove();
        seat.querySelector(".count").after(action.cloneNode(true));
    }
}"""
# What the wheel of colors covers, its white ring included. It is round, so boxes may reach into its corners.
UNDER_WHEEL = """() => {
    const wheel = document.querySelector(".picker").getBoundingClientRect();
    const [x, y, radius] = [(wheel.left + wheel.right) / 2, (wheel.top + wheel.bottom) / 2, wheel.width / 2 + 5];
    const clamp = (value, from, to) => Math.min(Math.max(value, from), to);
    const parts = [...document.querySelectorAll(".call, #asked, .seat :is(.face, .name, .count, .mark)")];
    return parts.filter((part) => part.getClientRects().length).filter((part) => {
        const { left, top, right, bottom } = part.getBoundingClientRect();
        return Math.hypot(clamp(x, left, right) - x, clamp(y, top, bottom) - y) < radius;
    }).map((part) => part.id || part.className);
}"""


def problems_of(state: State, make_table: MakeTable, by: str = "Ann", **fields: Any) -> dict[str, list[str]]:
    return problems_on(open_table(state, make_table, by, **fields))


def open_table(state: State, make_table: MakeTable, by: str = "Ann", **fields: Any) -> Page:
    state.rules = state.rules.but(decision_seconds=0)
    return make_table(["Ann", *CHARACTERS[: state.seats - 1]], state, **fields).open(by).page


def problems_on(page: Page) -> dict[str, list[str]]:
    return problems_at(page, SIZES)


def without_calls(found: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return what is wrong where no call can be made."""
    others = {size: [line for line in lines if "call" not in line] for size, lines in found.items()}
    return {size: lines for size, lines in others.items() if lines}


@pytest.mark.parametrize(("seats", "cards"), TABLES)
def test_nothing_overlaps_or_is_cut_off(make_table: MakeTable, seats: int, cards: int) -> None:
    hands = " / ".join([str(cards), *["4"] * (seats - 1)])
    assert problems_of(build_state(Fixture(hands=hands)), make_table) == {}


@pytest.mark.parametrize("seats", range(3, 11))
def test_nothing_overlaps_or_is_cut_off_where_all_have_points(make_table: MakeTable, seats: int) -> None:
    state = build_state(Fixture(hands=" / ".join(["7"] * seats)))
    state.scores = [120 + seat for seat in range(seats)]
    assert problems_of(state, make_table) == {}


@pytest.mark.parametrize("seats", [4, 6, 7, 10])
def test_nothing_overlaps_or_is_cut_off_when_much_has_happened(make_table: MakeTable, seats: int) -> None:
    many = "24" if seats <= 6 else "3"  # no more can play No Mercy
    hands = " / ".join(["Y1 B7", "YR B1 G2 R3", many, *["3"] * (seats - 3)])
    state = build_state(Fixture(hands=hands, options={"mercy_limit": 25}, discard="R9 Y4", turn=1))
    state.scores = [120 + seat for seat in range(seats)]
    page = open_table(state, make_table)
    page.locator("#turn[data-mine]").wait_for(state="attached")
    page.evaluate(REPEAT)
    assert problems_on(page) == {}


def test_a_question_of_three_lines_has_room(make_table: MakeTable) -> None:
    hands = "RA Y4 Y9 G0 B2 BA WR4 / 6 / RD4 Y1 B3"
    state = build_state(Fixture(hands=hands, rules="No Mercy", discard="R9", turn=2))
    play(state, 2, "play RD4", 1.0)
    assert problems_of(state, make_table) == {}


@pytest.mark.parametrize("seats", [2, 6, 7, 10])
def test_the_colors_to_choose_from_cover_no_call_and_nobody(make_table: MakeTable, seats: int) -> None:
    hands = " / ".join(["W R7 G2", *["4"] * (seats - 1)])
    state = build_state(Fixture(hands=hands))
    play(state, 0, "play W", 1.0)
    page = open_table(state, make_table)
    page.locator(".picker").wait_for()
    found = {}
    for size in SIZES:
        resize(page, size)
        found[size] = page.evaluate(UNDER_WHEEL)
    assert {size: covered for size, covered in found.items() if covered} == {}


def test_to_draw_until_a_color_comes_has_room_with_ten_seats(make_table: MakeTable) -> None:
    hands = " / ".join(["5", *["4"] * 8, "R3|WDC 4"])
    dark = Fixture(hands=hands, rules="Flip", discard="Y1|PE G3|PF", turn=9, parts={"side": 1})
    state = build_state(dark)
    play(state, 9, "play WDC", 1.0)
    play(state, 9, "color orange", 1.5)
    assert problems_of(state, make_table) == {}


@pytest.mark.parametrize(("seats", "watching"), [(2, "open"), (3, "hidden"), (4, "open"), (5, "open"), (10, "open")])
def test_nothing_overlaps_or_is_cut_off_for_those_who_watch(make_table: MakeTable, seats: int, watching: str) -> None:
    state = build_state(Fixture(hands=" / ".join(["7"] * seats)))
    assert problems_of(state, make_table, SPECTATOR, watching=watching) == {}


@pytest.mark.parametrize("seats", [4, 5, 7])
def test_those_who_watch_on_a_phone_see_who_has_called(make_table: MakeTable, seats: int) -> None:
    hands = " / ".join(["R7 R2 B3", "G4", *["4"] * (seats - 2)])
    page = open_table(
        build_state(Fixture(hands=hands, parts={"declared": {1}})), make_table, SPECTATOR, watching="open"
    )
    for size in ((375, 812), PHONE, (844, 390)):
        resize(page, size)
        box = box_of(page.locator("#s1 .called"))
        assert box["width"] > 20
        for part in ("#s1 .take", "#s1 .name", "#s1 .open", ".bar"):
            assert not overlap(box, box_of(page.locator(part))), part


def test_how_many_watch_stands_beside_the_arrows(make_table: MakeTable) -> None:
    page = open_table(build_state(Fixture(hands="7 / 7 / 7 / 7")), make_table, SPECTATOR, watching="open")
    for size in SIZES:
        resize(page, size)
        assert not overlap(box_of(page.locator("#around .mark")), box_of(page.locator("#pile .way")))


@pytest.mark.parametrize(("size", "least"), [(DESKTOP, 12), (PHONE, 8)])
@pytest.mark.parametrize("seats", [6, 10])
def test_those_who_watch_see_each_card_of_many_open_hands(
    make_table: MakeTable, seats: int, size: tuple[int, int], least: int
) -> None:
    state = build_state(Fixture(hands=" / ".join(["7"] * seats)))
    table = make_table(["Ann", *["Hard"] * (seats - 1)], state, watching="open")
    hands = table.open(SPECTATOR, size).page.locator(".seat .open")
    assert hands.count() == seats
    for hand in hands.all():
        lefts = hand.locator(".card").evaluate_all("cards => cards.map(card => card.getBoundingClientRect().left)")
        assert min(after - before for before, after in pairwise(lefts)) >= least


def test_four_open_hands_are_large_on_a_phone_and_on_one_line(make_table: MakeTable) -> None:
    page = make_table(["Ann", *["Hard"] * 3], build_state(Fixture(hands="7 / 7 / 7 / 7")), watching="open").open(
        SPECTATOR, PHONE
    )
    hands = [box_of(hand) for hand in page.page.locator(".seat .open").all()]
    assert min(hand["width"] for hand in hands) > 0.3 * PHONE[0]
    assert len({round(hand["y"]) for hand in hands}) == 2


@pytest.mark.parametrize("others", [("1",), ("30",), ("7", "2", "20"), ("9",) * 9])
def test_the_backs_of_flip_have_room_at_the_seats(make_table: MakeTable, others: tuple[str, ...]) -> None:
    fixture = Fixture(hands=" / ".join(["7", *others]), rules="Flip", discard="Y4|UF R9|U5 R1|P3")
    assert problems_of(build_state(fixture), make_table) == {}


@pytest.mark.parametrize(("seats", "hand"), [(4, "R1 G2 B3 Y4 R5 G6 B7"), (6, "R1 G2"), (10, "R1 G2 B3 Y4 R5 G6 " * 4)])
def test_open_hands_have_room_after_a_round(make_table: MakeTable, seats: int, hand: str) -> None:
    hands = " / ".join(["R7", *[hand] * (seats - 1)])
    state = position(f"Official | {hands} | 0 clockwise red | G1 G2 G3 G4 | R1")
    state.rules = state.rules.but(score_limit="unlimited")
    play(state, 0, "play R7", 1.0)
    assert without_calls(problems_of(state, make_table)) == {}
