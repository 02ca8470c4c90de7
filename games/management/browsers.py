"""The browser that commands start: the one that tests use, too."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from config import browser
from config.bootstrap import Problem


@contextmanager
def launched_browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    try:
        with sync_playwright() as play:
            chromium = play.chromium.launch(executable_path=browser.obtain(), args=browser.ARGUMENTS)
            yield chromium
            chromium.close()
    except Problem as problem:
        raise SystemExit(str(problem)) from None
