"""Times are shown in the reader's time zone, which a cookie names."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Sanction, User
from games.wording import people, staff
from tests.conftest import OpenPage

pytestmark = pytest.mark.once
UNTIL = datetime(2026, 3, 10, 16, 30, tzinfo=UTC)
IN_TOKYO, IN_UTC = "11 March 2999, 01:30 JST", "10 March 2999, 16:30 UTC"


@pytest.fixture
def banned(db: None) -> Client:
    """The browser of a person who is banned for a long time."""
    person = User.objects.create_user("Ann")
    client = Client()
    client.force_login(person)
    until = UNTIL.replace(year=2999)
    Sanction.objects.create(person=person, kind=Sanction.Kind.BAN, until=until, reason="Spam")
    User.objects.update(banned_until=until)
    return client


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../../etc/passwd", "America/New_York\x00", "é" * 200])
def test_any_other_zone_means_utc(banned: Client, zone: str) -> None:
    banned.cookies["zone"] = zone
    assert IN_UTC in banned.get("/me/").content.decode()


def test_the_zone_of_one_request_is_not_that_of_the_next(banned: Client) -> None:
    banned.cookies["zone"] = "Asia/Tokyo"
    assert IN_TOKYO in banned.get("/me/").content.decode()
    assert timezone.get_current_timezone_name() == "UTC"
    del banned.cookies["zone"]
    assert IN_UTC in banned.get("/me/").content.decode()


def test_sentences_that_are_stored_keep_utc() -> None:
    with timezone.override("Asia/Tokyo"):
        assert "11 March 2026, 01:30 JST" in people.ban("banned", UNTIL)
        assert "10 March 2026, 16:30 UTC" in staff.result("ban", by="Mo", name="Bob", until=UNTIL)


def test_a_browser_names_its_zone(open_page: OpenPage) -> None:
    page = open_page("/", timezone_id="Asia/Tokyo")
    page.wait_for_function("() => document.cookie.includes('zone=')")
    assert {"zone": "Asia/Tokyo"}.items() <= {
        cookie["name"]: cookie["value"] for cookie in page.context.cookies()
    }.items()


def test_a_browser_asks_for_its_zone_again_when_its_clock_has_another_offset(open_page: OpenPage) -> None:
    page = open_page("/", timezone_id="Asia/Tokyo")
    page.wait_for_function("() => localStorage.offset === '-540' && document.cookie.includes('zone=Asia/Tokyo')")
    page.evaluate("() => { document.cookie = 'zone=Europe/Berlin; path=/'; }")
    page.reload()
    page.wait_for_function("() => document.readyState === 'complete'")
    page.evaluate("() => new Promise(requestIdleCallback)")
    assert "zone=Europe/Berlin" in page.evaluate("document.cookie")  # the offset has not changed
    page.evaluate("() => { localStorage.offset = '-60'; }")
    page.reload()
    page.wait_for_function("() => document.cookie.includes('zone=Asia/Tokyo')")
