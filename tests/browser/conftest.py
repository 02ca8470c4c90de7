"""Tables on the running site, laid out as a test wants them: as exhibits for one viewer, or for people who play."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from games.bots import BOTS
from games.devtools.fixtures_db import create_fixture
from games.engine import State
from tests.browser import tables
from tests.browser.recordings import Recording
from tests.conftest import DESKTOP
from tests.live_site import Site, running


@pytest.fixture
def exhibit(site: Site, open_page: Callable[..., Any], django_db_blocker: Any) -> Iterator[Callable[..., Any]]:
    """`exhibit("a wild", PHONE)` is the page of that table; words for Playwright's context may follow."""

    def open_exhibit(name: str, size: tuple[int, int] = DESKTOP, **words: Any) -> Any:
        _, code, session = site.within(lambda: create_fixture(name))
        cookie = {"name": "session", "value": session, "domain": urlsplit(site.url).hostname, "path": "/"}
        cookie |= {"expires": -1, "httpOnly": True, "secure": False, "sameSite": "Lax"}
        page = open_page("", size, storage_state={"cookies": [cookie], "origins": []}, **words)
        recording = Recording(page)
        page.goto(f"/t/{code}/game/")
        if words.get("java_script_enabled", True):
            recording.wait_for_a_frame()
        return page

    with django_db_blocker.unblock():
        yield open_exhibit


@pytest.fixture
def lay(site: Site, open_page: Callable[..., Any], django_db_blocker: Any) -> Iterator[Callable[..., tables.Laid]]:
    """`lay(["Ann", "Bob", "Hard"], state)`: people and bots, and the game they are in."""
    here: list[tuple[Site, str]] = []

    def lay(seats: Sequence[str], state: State, site: Site = site, **options: Any) -> tables.Laid:
        here.extend((site, name) for name in (*seats, tables.WATCHES) if name not in BOTS)
        return tables.laid(site, open_page, seats, state, **options)

    with django_db_blocker.unblock():
        yield lay
        for at in {id(site): site for site, _ in here}.values():
            tables.go_home(at, [name for _, name in here])


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Site]:
    """A site for one test alone, which may do to it what it likes."""
    with running(tmp_path) as site:
        yield site
