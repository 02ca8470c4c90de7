"""The site as an app: a page of its own without a connection, and a screen that stays awake."""

import pytest

from tests.browser.conftest import MakeTable
from tests.browser.tables import position
from tests.conftest import PHONE, OpenPage

pytestmark = pytest.mark.once
COUNT_LOCKS = """
    window.held = 0;
    navigator.wakeLock.request = async () => { held++; return { release() { held--; } }; };
"""


def test_without_a_connection_a_page_says_so_and_finds_back(open_page: OpenPage) -> None:
    page = open_page("/", PHONE, service_workers="allow")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.context.set_offline(True)
    page.goto("/rules/")
    page.get_by_role("heading", name="No connection").wait_for()
    assert page.url.endswith("/rules/")
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).fontWeight") >= "700"
    page.context.set_offline(False)
    page.get_by_role("heading", name="No connection").wait_for(state="detached")
    page.get_by_role("heading", name="Rules").first.wait_for()
    open_page.console_errors.clear()  # the browser notes what it could not load


def test_nothing_but_that_page_comes_from_the_cache(open_page: OpenPage) -> None:
    page = open_page("/", PHONE, service_workers="allow")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    kept = page.evaluate(
        """async () => (await Promise.all((await caches.keys()).map(async name =>
            (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat()"""
    )
    assert [path for path in kept if not path.startswith("/static/")] == ["/offline/"]


def test_the_cards_of_a_first_game_come_from_the_cache(open_page: OpenPage) -> None:
    page = open_page("/")
    loaded = "performance.getEntriesByType('resource').find(({ name }) => name.includes('/img/cards.'))"
    page.wait_for_function(f"() => {loaded}?.responseEnd")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/game/")
    page.wait_for_function(f"() => {loaded}?.responseEnd")
    assert page.evaluate(f"{loaded}.transferSize") == 0


def test_the_screen_stays_awake_while_it_is_your_turn(make_table: MakeTable) -> None:
    start = "Official | R1 R2 R3 / R4 R5 R6 | 0 clockwise red | G1 G2 G4 G5 | R9"
    table = make_table(["Ann", "Bob"], position(start))
    ann, bob = table.open("Ann"), table.open("Bob")
    ann.page.add_init_script(COUNT_LOCKS)
    ann.page.reload()
    ann.page.wait_for_function("() => held === 1")
    ann.plays("red 1")
    ann.page.wait_for_function("() => held === 0")
    bob.plays("red 4")
    ann.page.wait_for_function("() => held === 1")
