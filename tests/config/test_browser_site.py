"""The test site works in a browser, on a desktop and on a phone."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import DESKTOP, PHONE


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_fresh_site_opens_in_a_browser_without_a_complaint(
    open_page: Callable[..., Any], size: tuple[int, int]
) -> None:
    page = open_page("/", size)
    assert page.locator("h1").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
