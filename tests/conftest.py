"""Fixtures for all tests: people, the live site, and browser pages.

Ann hosts, Bob and Cleo play, Dan only watches. `site` is the site in a process and a database of its own; `open_page`
opens its pages in a real browser, and fails the test for any error on the browser's console.
"""

import os
import re
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Unpack

import pytest
from django.conf import settings
from django.core.cache import caches
from django.core.management.commands import flush
from django.db import connections
from django.test import Client

from config import browser as browsers
from config import gc_tuning, static_files
from config.static_files import StaticFiles
from games import metrics
from tests.contexts import ContextOptions, Pages
from tests.live_site import ON_POSTGRESQL, ROOT, Site, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

WITHOUT_DATA = {ROOT / "tests" / "engine": "rules", ROOT / "tests" / "bots": "bots"}
"""The parts that run these folders. The coverage of the rules is measured, which would treble the time that bots take,
so they have a part of their own."""
SIGNS = {
    "rules": re.compile("mark.apart"),
    "browser": re.compile("open_page|tests.browser"),
    "others": re.compile("mark.others"),
}
"""What stands in every module that contains a test of these parts, besides the modules in their folders."""
PART = os.environ.get("PART", "")
SHARE = os.environ.get("SHARE", "")
"""Which tests of a part this process runs, if several divide it: 2/3 is every third one, from the second on."""
ADDRESSES = ("TEST_DATABASE_URL", "TEST_REDIS_URL")
DESKTOP, PHONE = (1280, 800), (390, 844)
KEPT = ("django_content_type", "auth_permission")
ADDRESSES_OF_BROWSERS = ip_network("10.0.0.0/8").hosts()


# --- The run -----------------------------------------------------------------------------------------------------


def pytest_configure(config: pytest.Config) -> None:
    gc_tuning.collect_rarely()
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Tests report metrics themselves; the thread that reports every second would interfere.
    metrics.start_reporting = lambda: None
    # Started in the background, a run ignores Ctrl-C, and so would every program that its tests start and interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run browser tests last, because Playwright leaves a running event loop in the thread, which Django refuses.
    Deselect the tests of other parts.
    """
    items.sort(key=needs_browser)
    of_this_part = share_of([item for item in items if belongs_here(item)], SHARE)
    repeated = further_parameters(of_this_part) if ON_POSTGRESQL and PART else set()
    chosen = set(of_this_part) - repeated
    here: dict[bool, list[pytest.Item]] = {True: [], False: []}
    for item in items:
        here[item in chosen].append(item)
    config.hook.pytest_deselected(items=here[False])
    items[:] = here[True]
    for item in items:
        # Only what the tests of the rules themselves reach counts as covered, and measuring slows down all others.
        if part_without_data(item) != "rules" or item.get_closest_marker("apart"):
            item.add_marker("no_cover")
    for item in here[False]:
        others = "others" if item.get_closest_marker("others") else ""
        part = others or part_without_data(item) or ("browser" if needs_browser(item) else "web")
        assert may_have_tests(item.path, part), f"No part would run {item.nodeid}: see SIGNS"


def pytest_collection_finish() -> None:
    """Collect no garbage among what was imported: that would take a tenth of the time of a run."""
    gc_tuning.freeze_startup()


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Skip what contains no test of this part; collecting it takes seconds."""
    if not PART:
        return None
    if collection_path in WITHOUT_DATA:
        return None if WITHOUT_DATA[collection_path] == PART else True
    return True if collection_path.match("test_*.py") and not may_have_tests(collection_path, PART) else None


def may_have_tests(module: Path, part: str) -> bool:
    if module.parent in WITHOUT_DATA:
        return WITHOUT_DATA[module.parent] == part
    return part == "web" or (part in SIGNS and bool(SIGNS[part].search(module.read_text())))


def belongs_here(item: pytest.Item) -> bool:
    """Return whether a test belongs to this part of the run; a run that is not divided has all tests."""
    only_part = part_without_data(item)
    once = item.get_closest_marker("once")
    if item.get_closest_marker("others") or PART == "others":
        return PART == "others" and item.get_closest_marker("others") is not None
    if ON_POSTGRESQL:
        return not only_part and (once is None or is_for_servers(item))
    if PART == "":
        return True
    if only_part or PART in WITHOUT_DATA.values():
        return only_part == PART
    if is_for_servers(item):
        return False
    return needs_browser(item) == (PART == "browser")


def share_of(items: list[pytest.Item], share: str) -> list[pytest.Item]:
    first, processes = map(int, (share or "1/1").split("/"))
    return items[first - 1 :: processes]


def further_parameters(items: list[pytest.Item]) -> set[pytest.Item]:
    """Return the items that repeat a test with other parameters. A whole run takes all of them on SQLite, and the first
    on PostgreSQL: what a test does with its parameters does not depend on the database.
    """
    repeatable = [item for item in items if not is_for_servers(item)]
    first = {item.nodeid.partition("[")[0]: item for item in reversed(repeatable)}
    return set(repeatable) - set(first.values())


def is_for_servers(item: pytest.Item) -> bool:
    """Return whether a test runs on PostgreSQL only."""
    once = item.get_closest_marker("once")
    return once is not None and "postgresql" in once.args


def part_without_data(item: pytest.Item) -> str:
    """Return the only part that runs a test, if it needs no data of its own."""
    if item.get_closest_marker("apart"):
        return "rules"
    return next((part for folder, part in WITHOUT_DATA.items() if item.path.is_relative_to(folder)), "")


def needs_browser(item: pytest.Item) -> bool:
    return "browser" in getattr(item, "fixturenames", ())


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and reporter.stats.get("skipped") and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for report in terminalreporter.stats.get("skipped", []):
        terminalreporter.write_line(f"Skipped, and nothing may be: {report.nodeid} ({report.longrepr})", red=True)
    missing = [name for name in ADDRESSES if not os.environ.get(name)]
    if ON_POSTGRESQL:
        line = "This was the part on PostgreSQL and Redis, with one set of parameters for each test."
    elif PART == "rules":
        line = "This was what needs no data of its own."
    elif PART == "browser":
        line = f"This was what needs a browser, on SQLite, part {SHARE or '1/1'}."
    elif PART == "bots":
        line = "These were the bots."
    elif PART == "others":
        line = "This was what plays in Firefox and WebKit."
    elif missing:
        line = f"Not run: the part on PostgreSQL and Redis. Give their addresses in {' and '.join(missing)} to run it."
    else:
        line = "This was the part on SQLite; the one on PostgreSQL and Redis has run beside it and follows."
    terminalreporter.section("backends")
    terminalreporter.write_line(line)


def pytest_sessionstart() -> None:
    """Collect the static files before any test module is imported, because some build the application on import."""
    static_files.collect()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Use a SQLite file, as in production: threads would share the locks of a database in memory."""
    database = connections["default"]
    if database.vendor == "sqlite":
        database.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "tests.sqlite3")


@pytest.fixture(scope="session", autouse=True)
def _quickly_emptied_tables() -> Iterator[None]:
    """After a test with transactions, delete the rows, but keep the content types and permissions: Django would create
    the same ones again. Its TRUNCATE makes new files for all tables. Either costs more than most of these tests.
    """

    def delete_rows(style: object, tables: Sequence[str], **options: bool) -> list[str]:
        return [f'DELETE FROM "{table}"' for table in tables if table not in KEPT]  # noqa: S608 (our own names)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections["default"].ops, "sql_flush", delete_rows)
        patch.setattr(flush, "emit_post_migrate_signal", lambda *words: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def _static_files_found_once() -> Iterator[None]:
    """Find the static files in a folder once, and not again for each client: that was a fifth of the time of tests."""
    find = StaticFiles.update_files_dictionary
    found: dict[tuple[str, str], dict[str, Any]] = {}

    def find_once(self: StaticFiles, root: str, prefix: str) -> None:
        if (root, prefix) not in found:
            find(self, root, prefix)
            found[root, prefix] = dict(self.files)
        self.files.update(found[root, prefix])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StaticFiles, "update_files_dictionary", find_once)
        yield


@pytest.fixture(autouse=True)
def _fresh_limits() -> Iterator[None]:
    yield
    for name in ("default", "local", "pictures"):
        caches[name].clear()


@pytest.fixture
def stopped_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock of the rate limits, so that a slow machine does not change the results."""
    monkeypatch.setattr("games.limits.time", SimpleNamespace(time=lambda: 1_000_000.0))


# --- People ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Player:
    user: Any
    client: Client

    @property
    def name(self) -> str:
        return str(self.user.name)


@pytest.fixture
def invite(db: None) -> Callable[..., Player]:
    """Return a function that creates an account and logs it in: `invite("Eve", is_staff=True)`."""
    from games.models import User

    def create(name: str, **fields: Any) -> Player:
        user = User.objects.create_user(name, password="a good long password", **fields)
        client = Client()
        client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[-1])
        return Player(user, client)

    return create


@pytest.fixture
def ann(invite: Callable[..., Player]) -> Player:
    return invite("Ann")


@pytest.fixture
def bob(invite: Callable[..., Player]) -> Player:
    return invite("Bob")


@pytest.fixture
def cleo(invite: Callable[..., Player]) -> Player:
    return invite("Cleo")


@pytest.fixture
def dan(invite: Callable[..., Player]) -> Player:
    return invite("Dan")


# --- The live site ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running(tmp_path_factory.mktemp("site")) as live:
        yield live


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    from playwright.sync_api import sync_playwright

    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=browsers.obtain(), args=browsers.ARGUMENTS)
        yield chromium
        chromium.close()


class OpenPage:
    """Open pages of the site, each in a browser context of its own, and collect the errors in their consoles."""

    def __init__(self, pages: Pages, url: str) -> None:
        self.console_errors: list[str] = []
        self._all, self._url = pages, url
        self._contexts: list[BrowserContext] = []

    def __call__(self, path: str = "/", size: tuple[int, int] = DESKTOP, **options: Unpack[ContextOptions]) -> "Page":
        """Without a path, return an empty page."""
        width, height = size
        merged: ContextOptions = {"base_url": self._url, "viewport": {"width": width, "height": height}}
        merged["service_workers"] = "block"
        merged |= options
        # Each browser has its own address, as in real use; a site trusts this header from its own machine.
        merged["extra_http_headers"] = {"X-Forwarded-For": str(next(ADDRESSES_OF_BROWSERS))}
        page = self._all.take(merged)
        self._contexts.append(page.context)
        page.on("console", lambda line: self.console_errors.append(line.text) if line.type == "error" else None)
        page.on("pageerror", lambda error: self.console_errors.append(str(error)))
        if path:
            page.goto(path)
        return page

    def close(self) -> None:
        for context in self._contexts:
            self._all.give_back(context)


@pytest.fixture(scope="session")
def pages(browser: "Browser", site: Site) -> Iterator[Pages]:
    lent = Pages(browser, site.url)
    with pytest.MonkeyPatch.context() as patch:
        lent.watch(patch)
        yield lent


@pytest.fixture
def open_page(pages: Pages, site: Site) -> Iterator[OpenPage]:
    """`open_page("/", PHONE)` returns the page in a browser context of its own, with the given context options.

    An error in a page's console fails the test. A test that causes one on purpose clears `open_page.console_errors`.
    """
    opener = OpenPage(pages, site.url)
    yield opener
    errors = opener.console_errors[:]
    opener.close()
    assert not errors, f"Errors in the browser's console: {errors}"
