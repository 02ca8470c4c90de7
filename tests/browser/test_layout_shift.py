"""Nothing on the page of a game jumps: not while it loads, and not while a round is played."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import MakeTable, OpenFixture
from tests.browser.seats import Seat, box_of
from tests.browser.tables import position
from tests.conftest import DESKTOP, PHONE

pytestmark = pytest.mark.once  # what a browser shows of a game is the same whatever keeps it

MOST = 0.05
ROUND = "Official | R7 RD W / R5 Y6 B1 / R9 B5 G1 | 0 clockwise red | G2 G3 G4 G6 G7 G8 B6 B7 | Y9 R9"
OBSERVE = """
    window.shifts = [];
    const nameOf = ({ node }) => node?.id || node?.className || node?.parentElement?.className || "";
    new PerformanceObserver((list) => {
        shifts.push(...list.getEntries().map(({ value, startTime, sources }) =>
            ({ value, startTime, what: sources.map(nameOf).join() })));
    }).observe({ type: "layout-shift", buffered: true });
"""
# The sum of the worst five seconds without a pause, as browsers report it.
WORST = """() => {
    let [worst, sum, start, last] = [0, 0, -Infinity, -Infinity];
    for (const { value, startTime } of shifts) {
        if (startTime - last > 1000 || startTime - start > 5000) [sum, start] = [0, startTime];
        [sum, last] = [sum + value, startTime];
        worst = Math.max(worst, sum);
    }
    return worst;
}"""


def assert_nothing_jumps(page: Page) -> None:
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    shifts = page.evaluate("shifts")
    assert page.evaluate(WORST) <= MOST, shifts


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
@pytest.mark.parametrize("name", ["my turn", "ten seats in play", "the end of a round"])
def test_a_game_loads_without_jumping(open_fixture: OpenFixture, name: str, size: tuple[int, int]) -> None:
    page = open_fixture(name, size, reduced_motion="no-preference")
    page.add_init_script(OBSERVE)
    page.reload(wait_until="networkidle")
    assert_nothing_jumps(page)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_round_is_played_without_jumping(make_table: MakeTable, size: tuple[int, int]) -> None:
    table = make_table(["Ann", "Bob", "Cleo"], position(ROUND, uno_call="auto"))
    ann, _, _ = seats = [table.open(name, size, reduced_motion="no-preference") for name in ("Ann", "Bob", "Cleo")]
    ann.page.add_init_script(OBSERVE)
    ann.page.reload()
    while not ann.page.locator("#end:not([hidden])").count():
        for mover in seats:
            if mover.is_waited_for:
                move(mover)
            for seat in seats:
                seat.catches_up(mover)
    assert_nothing_jumps(ann.page)


def move(seat: Seat) -> None:
    """Make the first move that the page offers, without a mouse: after its clicks a browser forgives all that jumps."""
    before = seat.version
    if offer := seat.offered:
        seat.page.locator(offer).first.dispatch_event("click")
        seat.waits_for_more_than(before)
    else:
        seat.answers_by_itself()


@pytest.mark.parametrize("size", [(320, 568), PHONE, (820, 1180)])
@pytest.mark.parametrize("others", [1, 3, 4])
def test_the_piles_stay_in_place_when_people_make_their_first_moves(
    make_table: MakeTable, others: int, size: tuple[int, int]
) -> None:
    names = ["Ann", "Bob", "Cleo", "Dora", "Emil"][: others + 1]
    hands = " / ".join(["R7 RD W", "R5 Y6 B1", "G1 B5 G2", "B2 B3 B4", "Y1 Y2 Y3"][: others + 1])
    table = make_table(names, position(f"Official | {hands} | 1 clockwise red | G3 G4 G5 G6 G7 G8 | Y9 R9"))
    ann, bob = table.open("Ann", size), table.open("Bob")
    before = box_of(ann.page.locator("#stock"))["y"]
    bob.plays("red 5")
    ann.catches_up(bob)
    ann.page.locator("#s1 .last-action").wait_for()
    assert box_of(ann.page.locator("#stock"))["y"] == pytest.approx(before, abs=1)
