"""Tables on the running site: development fixtures for one viewer, or games in which several people play."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol, Unpack

import pytest
from playwright.sync_api import Page
from pytest_django import DjangoDbBlocker

from games.devtools.fixtures_db import create_fixture
from games.engine import State
from tests.browser import tables
from tests.browser.recordings import Recording
from tests.conftest import DESKTOP, OpenPage
from tests.contexts import ContextOptions
from tests.live_site import Site, running


class OpenFixture(Protocol):
    def __call__(self, name: str, size: tuple[int, int] = DESKTOP, **options: Unpack[ContextOptions]) -> Page: ...


class MakeTable(Protocol):
    def __call__(self, seats: Sequence[str], state: State, site: Site = ..., **fields: Any) -> tables.LiveTable: ...


@pytest.fixture
def open_fixture(site: Site, open_page: OpenPage, django_db_blocker: DjangoDbBlocker) -> Iterator[OpenFixture]:
    """`open_fixture("a wild", PHONE)` returns the game page of that development fixture."""

    def open_game(name: str, size: tuple[int, int] = DESKTOP, **options: Unpack[ContextOptions]) -> Page:
        _, code, session = site.within(lambda: create_fixture(name))
        options["storage_state"] = tables.session_state(site, session)
        page = open_page("", size, **options)
        recording = Recording(page)
        page.goto(f"/t/{code}/game/")
        if options.get("java_script_enabled", True):
            recording.wait_for_a_frame()
        return page

    with django_db_blocker.unblock():
        yield open_game


@pytest.fixture
def make_table(site: Site, open_page: OpenPage, django_db_blocker: DjangoDbBlocker) -> Iterator[MakeTable]:
    """`make_table(["Ann", "Bob", "Hard"], state)` seats people and bots and starts their game in that state."""
    created: list[tuple[Site, str]] = []

    def make(seats: Sequence[str], state: State, site: Site = site, **fields: Any) -> tables.LiveTable:
        created.extend((site, name) for name in (*seats, tables.SPECTATOR) if name not in tables.KINDS)
        return tables.create_table(site, open_page, seats, state, **fields)

    with django_db_blocker.unblock():
        yield make
        for used in {id(site): site for site, _ in created}.values():
            tables.release_names(used, [name for _, name in created])


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Site]:
    """A site for one test only, which may stop and restart it."""
    with running(tmp_path) as site:
        yield site
