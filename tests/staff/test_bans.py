"""Banned people have no access, read why, and get access again when the ban is over."""

from collections.abc import Callable
from datetime import timedelta
from ipaddress import ip_network
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from games.bans import addresses
from games.engine import Rules
from games.live import hints
from games.lobby import services as lobby
from games.models import AddressBan, Audit, Browser, Line, Sanction, User
from games.wording.people import BAN_REASON, BAN_TITLES, BANS, LOGIN_ERRORS
from games.wording.staff import note, result
from tests.conftest import Player
from tests.people.conftest import log_in
from tests.responses import text
from tests.table.conftest import RunningTable

pytestmark = pytest.mark.django_db
HERE, THERE, THERE_6 = "198.51.100.7", "203.0.113.9", "2001:db8::9"
PASSWORD = "a good long password"
WHY = BAN_REASON.format(reason="A test of it")


@pytest.fixture
def troll_browser() -> Client:
    """Return a browser that has become a guest."""
    browser = Client(REMOTE_ADDR=THERE)
    browser.post("/play/", {"next": "/me/"})
    return browser


@pytest.fixture
def guest(troll_browser: Client) -> User:
    return User.objects.get(is_guest=True)


@pytest.fixture
def perform(
    mo: Player, do: Callable[..., Any], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> Callable[..., str]:
    def confirm(name: str, number: Any, **words: Any) -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            return text(do(mo, name, number, **words))

    return confirm


@pytest.fixture
def ban(perform: Callable[..., str]) -> Callable[..., str]:
    return lambda person, until="day", **words: perform("ban", person.pk, until=until, **words)


def lose_session(browser: Client) -> Client:
    del browser.cookies["session"]
    return browser


def is_refused(answer: Any, code: str) -> bool:
    """Return whether the response explains a temporary ban: by its title, its sentence and its reason."""
    page, (sentence, _) = text(answer), BANS[code].temporary.split("{until")
    return answer.status_code == 403 and f"<h1>{BAN_TITLES[code]}</h1>" in page and sentence in page and WHY in page


WAYS_IN = [
    ("post", "/play/", {"next": "/me/"}),
    ("get", "/account/login/", {}),
    ("post", "/account/login/", {"login": "Ann", "password": PASSWORD}),
    ("get", "/account/signup/", {}),
    ("post", "/account/signup/", {"username": "Neu", "password1": PASSWORD}),
    ("post", "/tables/new/", {}),
    ("post", "/tables/quick/", {}),
    ("post", "/t/{code}/sit/", {}),
    ("post", "/t/{code}/watch/", {}),
    ("post", "/rules/save/", {"name": "Mine"}),
]


@pytest.mark.parametrize(("method", "path", "form"), WAYS_IN)
def test_a_banned_guest_does_not_come_back_in_the_same_browser(
    troll_browser: Client,
    guest: User,
    ban: Callable[..., str],
    table: RunningTable,
    method: str,
    path: str,
    form: dict[str, str],
) -> None:
    ban(guest)
    lose_session(troll_browser)
    people = User.objects.count()
    answer = getattr(troll_browser, method)(path.format(code=table.code), form, REMOTE_ADDR=HERE)
    assert is_refused(answer, "browser_banned")
    assert User.objects.count() == people
    User.objects.update(banned_until=None)
    Browser.objects.update(banned_until=timezone.now() - timedelta(seconds=1))
    answer = getattr(troll_browser, method)(path.format(code=table.code), form, REMOTE_ADDR=HERE)
    assert answer.status_code != 403


def test_all_pages_that_create_guests_are_tested_above(
    troll_browser: Client, guest: User, ban: Callable[..., str], table: RunningTable
) -> None:
    from django.urls import get_resolver, reverse

    from tests.people.test_access import is_open, patterns

    ban(guest)
    lose_session(troll_browser)
    people = User.objects.count()
    for pattern in patterns(get_resolver()):
        if is_open(pattern) and "<" not in str(pattern.pattern).replace("<slug:code>", ""):
            code = [table.code] if "<slug:code>" in str(pattern.pattern) else []
            troll_browser.post(reverse(pattern.name, args=code), REMOTE_ADDR=HERE)
    assert User.objects.count() == people


def test_banned_people_see_the_reason_and_what_they_can_still_do(
    troll_browser: Client, guest: User, ban: Callable[..., str]
) -> None:
    ban(guest)
    page = troll_browser.get("/me/")
    assert is_refused(page, "banned")
    for path in ("/me/data/", "/me/delete/", "/account/logout/"):
        assert f'href="{path}"' in text(page)
        assert troll_browser.get(path).status_code == 200
    assert is_refused(troll_browser.post("/play/"), "banned")


def test_banned_people_read_it_before_they_press_anything(
    ban: Callable[..., str], guest: User, troll_browser: Client, mo: Player
) -> None:
    for path in ("/", "/tables/"):
        assert 'id="ban"' not in text(troll_browser.get(path))
    ban(guest)
    for path in ("/", "/tables/"):
        page = text(troll_browser.get(path))
        assert 'id="ban"' in page
        assert WHY in page
        assert 'id="ban"' not in text(mo.client.get(path)) + text(Client().get(path))


def test_a_banned_account_sees_the_reason_when_it_logs_in(
    ann: User, ban: Callable[..., str], table: RunningTable
) -> None:
    person = User.objects.create_user("Eve", password=PASSWORD)
    ban(person)
    browser = Client()
    answer = browser.post("/account/login/", {"login": "Eve", "password": PASSWORD})
    assert is_refused(answer, "banned")
    assert browser.get("/me/").status_code == 302
    assert LOGIN_ERRORS["username_password_mismatch"] in text(
        browser.post("/account/login/", {"login": "Eve", "password": "guess"})
    )
    User.objects.update(banned_until=timezone.now() - timedelta(seconds=1))
    assert log_in(browser, "Eve", PASSWORD).get("/me/").status_code == 200


@pytest.fixture
def ann(table: RunningTable) -> User:
    """Return a person with a password who is not banned."""
    person = table.people["Ann"]
    person.set_password(PASSWORD)
    person.save()
    return person


def test_a_guest_who_tries_the_password_of_a_banned_account_stays_a_guest(
    troll_browser: Client, guest: User, ban: Callable[..., str], table: RunningTable
) -> None:
    ban(User.objects.create_user("Eve", password=PASSWORD))
    assert is_refused(troll_browser.post("/account/login/", {"login": "Eve", "password": PASSWORD}), "banned")
    assert troll_browser.get("/me/").context["me"].name == guest.name


def test_an_htmx_request_is_refused_with_the_same_message(
    troll_browser: Client, guest: User, ban: Callable[..., str]
) -> None:
    ban(guest)
    answer = troll_browser.post("/me/face/", headers={"hx-request": "true"})
    assert answer.status_code == 403
    assert WHY in text(answer)
    assert "<html" not in text(answer)


def test_a_ban_makes_sockets_check_their_access(
    troll_browser: Client, guest: User, ban: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = []
    monkeypatch.setattr(hints, "send", lambda name, message: sent.append((name, message["type"])))
    ban(guest)
    mine = {kind for name, kind in sent if name == hints.person_group(guest.pk)}
    assert {"rights.changed", "sessions.ended"} <= mine


def test_after_a_ban_is_lifted_the_browser_has_access_again(
    troll_browser: Client, guest: User, ban: Callable[..., str], perform: Callable[..., str]
) -> None:
    ban(guest, addresses="on")
    perform("lift", guest.pk)
    assert troll_browser.get("/me/").status_code == 200
    assert lose_session(troll_browser).post("/play/", {"next": "/me/"}).status_code == 302


def test_a_lifted_ban_is_no_longer_shown_in_the_lobby(
    troll_browser: Client, guest: User, ban: Callable[..., str], perform: Callable[..., str]
) -> None:
    table = lobby.open_table(User.objects.create_user("Host"), Rules(), lobby.Settings())
    lobby.sit(table.code, guest, 1)
    ban(guest)
    assert Line.objects.filter(table=table, person=guest, is_staff=True).exists()
    perform("lift", guest.pk)
    page = text(troll_browser.get(f"/t/{table.code}/"))
    assert "Invite" in page
    assert "(staff) banned" not in page.split('id="lines"')[0]


def test_deleting_the_guest_does_not_lift_the_ban_of_the_browser(
    troll_browser: Client, guest: User, ban: Callable[..., str]
) -> None:
    ban(guest)
    troll_browser.post("/me/delete/", {"sure": "on"})
    answer = troll_browser.post("/play/")
    assert answer.status_code == 403
    assert BANS["browser_banned"].temporary.split("{until")[0] in text(answer)


def test_banning_a_guest_of_their_own_browser_does_not_ban_a_moderator(
    mo: Player, troll_browser: Client, guest: User, ban: Callable[..., str]
) -> None:
    lose_session(troll_browser)
    log_in(troll_browser, "Mo", PASSWORD)
    ban(guest)
    lose_session(troll_browser)
    assert log_in(troll_browser, "Mo", PASSWORD).get("/me/").status_code == 200


# --- addresses


def set_address(person: User, *places: Any) -> None:
    for at, place in enumerate(places):
        UserSession.objects.create(user=person, ip=place, session_key=f"{person.pk}-{at}", user_agent="", data={})


def with_addresses(person: User, banned: int) -> str:
    """Return what the audit log says about Mo's ban of a person and of this many addresses."""
    ban = result("ban", by="Mo", name=person.name, until=person.banned_until)
    return note("addresses_banned", result=ban, count=banned)


def test_the_form_proposes_to_ban_the_addresses_of_guests_only(mo: Player, guest: User, table: RunningTable) -> None:
    forms = [text(mo.client.get(f"/admin/do/ban/{person.pk}/")) for person in (guest, table.people["Ann"])]
    assert [('name="addresses"' in form, "checked" in form) for form in forms] == [(True, True), (True, False)]


def test_the_addresses_of_a_person_are_banned_without_being_shown(
    mo: Player, troll_browser: Client, guest: User, ban: Callable[..., str]
) -> None:
    set_address(guest, THERE_6, "2001:db8::77", "::ffff:203.0.113.9")
    page = ban(guest, addresses="on")
    guest.refresh_from_db()
    recorded = with_addresses(guest, banned=2)
    assert recorded in page
    assert sorted(AddressBan.objects.values_list("network", flat=True)) == ["2001:db8::/64", THERE]
    pages = ["/admin/", "/admin/do/lift-address/0/", f"/admin/games/user/{guest.pk}/change/", "/admin/games/audit/"]
    for path in pages:
        assert THERE not in text(mo.client.get(path)), path
        assert "2001:db8" not in text(mo.client.get(path)), path
    assert Audit.objects.latest("pk").what == recorded
    for address in (THERE, "2001:db8::1234"):
        answer = Client().get("/", REMOTE_ADDR=address)
        assert is_refused(answer, "address_banned")
    assert Client().get("/", REMOTE_ADDR=HERE).status_code == 200


def test_a_ban_without_the_checkbox_does_not_ban_addresses(
    troll_browser: Client, guest: User, ban: Callable[..., str]
) -> None:
    ban(guest)
    assert not AddressBan.objects.exists()
    assert Client().get("/", REMOTE_ADDR=THERE).status_code == 200


def test_addresses_of_the_site_its_proxies_and_the_staff_are_not_banned(
    mo: Player, guest: User, ban: Callable[..., str], settings: Settings
) -> None:
    settings.TRUSTED_PROXIES = [ip_network("198.18.4.0/24")]
    set_address(mo.user, "192.0.2.55")
    set_address(guest, "127.0.0.1", "198.18.4.9", "192.0.2.55")
    page = ban(guest, addresses="on")
    guest.refresh_from_db()
    recorded = with_addresses(guest, banned=1)
    assert note("addresses_left_out", result=recorded, count=3) in page
    assert list(AddressBan.objects.values_list("network", flat=True)) == [THERE]
    assert Audit.objects.latest("pk").what == recorded


def test_lifting_the_ban_of_a_person_lifts_the_bans_of_their_addresses_only(
    troll_browser: Client, guest: User, ban: Callable[..., str], perform: Callable[..., str]
) -> None:
    perform("ban-address", 0, network="203.0.113.0/24", until="day")
    set_address(guest, HERE)
    ban(guest, addresses="on")
    assert addresses.is_banned(HERE)
    perform("lift", guest.pk)
    assert not addresses.is_banned(HERE)
    assert addresses.is_banned(THERE)


def test_shortening_the_ban_of_a_person_shortens_the_bans_of_their_addresses(
    guest: User, ban: Callable[..., str]
) -> None:
    ban(guest, "good", addresses="on")
    ban(guest, "hour", addresses="on")
    in_force = AddressBan.objects.filter(lifted_at=None)
    assert [found.until for found in in_force] == [Sanction.objects.get(lifted_at=None).until]


def test_an_address_banned_with_a_person_cannot_be_unbanned_alone(
    perform: Callable[..., str], guest: User, ban: Callable[..., str]
) -> None:
    ban(guest, addresses="on")
    perform("lift-address", 0, banned=THERE)
    assert addresses.is_banned(THERE)


def test_a_person_at_a_banned_address_can_still_download_their_data(
    mo: Player, dan: Player, perform: Callable[..., str]
) -> None:
    perform("ban-address", 0, network=THERE, until="day")
    page = dan.client.get("/me/", REMOTE_ADDR=THERE)
    assert is_refused(page, "address_banned")
    assert 'href="/me/data/"' in text(page)
    assert dan.client.get("/me/data/", REMOTE_ADDR=THERE).status_code == 200


def test_a_banned_person_loses_their_place_in_the_waiting_list(
    table: RunningTable, troll_browser: Client, guest: User, ban: Callable[..., str]
) -> None:
    troll_browser.post(f"/t/{table.code}/queue/")
    assert table.table.visitors.filter(person=guest, queued_at__isnull=False).exists()
    ban(guest)
    assert not table.table.visitors.filter(person=guest).exists()
