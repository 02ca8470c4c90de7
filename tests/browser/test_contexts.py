"""Pages are used by one test after another, which must not notice."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import DESKTOP, PHONE, OpenPage
from tests.contexts import Pages

MARK = "window.used = true; localStorage.mark = 1; sessionStorage.mark = 1; document.cookie = 'mark=1'"
FOUND = "[window.used, localStorage.mark, sessionStorage.mark, document.cookie.match('mark')].filter((one) => one)"

pytestmark = pytest.mark.once


@pytest.fixture
def turns(pages: Pages) -> Callable[..., OpenPage]:
    """`turns()` is the `open_page` of the next test."""
    return lambda: OpenPage(pages, pages.url)


def test_the_next_test_has_the_page_of_the_last_as_it_was(turns: Callable[..., OpenPage]) -> None:
    first, second = turns(), turns()
    heard: list[str] = []
    page = first("/rules/", PHONE)
    page.evaluate(MARK)
    assert len(page.evaluate(FOUND)) == 4
    page.on("request", lambda request: heard.append(request.url))
    page.route("**/rules/", lambda route: route.abort())
    page.mouse.move(200, 300)
    page.mouse.down()
    first.close()
    again = second("/rules/", DESKTOP)
    assert again == page, "a new page costs more than most tests do"
    assert heard == []
    assert again.evaluate(FOUND) == []
    assert again.evaluate("history.length") == len(["the page that was left", "this page"])
    assert again.evaluate("[innerWidth, innerHeight]") == list(DESKTOP)
    assert again.evaluate("document.querySelector('main').matches(':hover')") is False
    second.close()


@pytest.mark.parametrize(
    "change",
    [
        lambda page: page.add_init_script("window.added = true"),
        lambda page: page.emulate_media(color_scheme="dark"),
        lambda page: page.route_web_socket(re.compile("."), lambda socket: None),
        lambda page: page.clock.install(),
        lambda page: page.context.new_cdp_session(page),
        lambda page: page.context.route("**/*", lambda route: route.abort()),
    ],
    ids=["script", "media", "socket", "clock", "protocol", "route"],
)
def test_a_page_with_a_lasting_change_is_used_no_more(
    turns: Callable[..., OpenPage], change: Callable[[Page], Any]
) -> None:
    first, second = turns(), turns()
    page = first("")
    change(page)
    first.close()
    assert page.is_closed()
    expect(second("/rules/").get_by_role("heading", level=1)).to_be_visible()
    second.close()


def test_pages_that_were_opened_besides_are_closed(turns: Callable[..., OpenPage]) -> None:
    first, second = turns(), turns()
    besides = first("/").context.new_page()
    first.close()
    assert besides.is_closed()
    assert len(second("/").context.pages) == 1
    second.close()


def test_pages_with_other_options_are_others(turns: Callable[..., OpenPage]) -> None:
    first, second = turns(), turns()
    first("")
    first.close()
    dark = second("/", color_scheme="dark", reduced_motion="reduce")
    wanted = (
        "['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)'].map((one) => matchMedia(one).matches)"
    )
    assert dark.evaluate(wanted) == [True, True]
    second.close()
