"""The test site works in a browser, on a desktop and on a phone."""

import pytest

from tests.conftest import DESKTOP, PHONE, OpenPage


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_fresh_site_opens_in_a_browser_without_errors(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page("/", size)
    assert page.locator("h1").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
