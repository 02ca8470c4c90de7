"""With two processes, access that is lost in one is lost in the other too."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from tests.access.test_every_entry import LiveTable, banned_by_staff, kicked
from tests.access.visitors import close_all
from tests.live_site import Site

pytestmark = pytest.mark.once("postgresql")


@pytest.fixture
def elsewhere(site: Site, tmp_path: Path) -> Iterator[Site]:
    """A second server on the same database and Redis."""
    other = Site(tmp_path, site.surroundings)
    other.start()
    yield other
    other.stop()


@pytest.mark.parametrize("happens", [kicked, banned_by_staff])
def test_a_socket_at_another_process_is_closed(
    site: Site, elsewhere: Site, django_db_blocker: DjangoDbBlocker, happens: Callable[[LiveTable], None]
) -> None:
    with django_db_blocker.unblock():
        here = LiveTable(site, watching="nobody")
        pat = replace(here.pat, url=elsewhere.url)
        sockets = [pat.socket(f"/ws/t/{here.code}/game/"), pat.stream(here.code)]
        for connection, first in zip(sockets, ('id="hand"', "heartbeat"), strict=True):
            assert connection is not None
            assert connection.wait(first)
        happens(here)
        for connection in sockets:
            assert connection is not None
            assert not connection.wait("a text that never comes")
        secret = here.marker()
        for connection in sockets:
            assert connection is not None
            assert secret not in "".join(connection.parts)
        close_all()
