"""People delete their accounts, and what others share with them stays without their name."""

from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.fields import FORMER_PLAYER
from games.lobby import services
from games.models import User
from games.people.services import free_name
from games.privacy import deletion
from games.wording.people import confirmation, refusal
from tests.conftest import Player
from tests.lobby.conftest import Tables

PASSWORD = "a good long password"


def test_an_account_is_deleted_with_its_password_and_every_session_ends(ann: Player) -> None:
    elsewhere = Client()
    elsewhere.post("/account/login/", {"login": "Ann", "password": PASSWORD})
    wrong = ann.client.post("/me/delete/", {"password": "guess"})
    assert refusal("wrong_deletion_password") in wrong.content.decode()
    answer = ann.client.post("/me/delete/", {"password": PASSWORD}, follow=True)
    assert confirmation("deleted") in answer.content.decode()
    assert not User.objects.exists()
    assert ann.client.get("/me/").status_code == elsewhere.get("/me/").status_code == 302


def all_sessions_were_read(queries: CaptureQueriesContext) -> bool:
    return any('FROM "django_session"' in one["sql"] and "WHERE" not in one["sql"] for one in queries)


def test_deletion_does_not_read_the_sessions_of_all_people(ann: Player) -> None:
    with CaptureQueriesContext(connection) as queries:
        deletion.delete(ann.user)
    assert queries.captured_queries
    assert not all_sessions_were_read(queries)


def test_a_login_that_waits_for_its_second_factor_is_deleted_too(ann: Player) -> None:
    TOTP.activate(ann.user, generate_totp_secret())
    waiting = Client()
    waiting.post("/account/login/", {"login": "Ann", "password": PASSWORD})
    key = waiting.session.session_key
    assert Session.objects.filter(pk=key).exists()
    assert not UserSession.objects.filter(session_key=key).exists()
    with CaptureQueriesContext(connection) as queries:
        deletion.delete(ann.user)
    assert all_sessions_were_read(queries)
    assert not Session.objects.filter(pk=key).exists()


def test_a_guest_is_deleted_only_with_the_checkbox(guest: Client, gus: User) -> None:
    assert guest.post("/me/delete/", {}).status_code == 422
    guest.post("/me/delete/", {"sure": "on"})
    assert not User.objects.exists()


def test_guessing_the_password_of_an_open_browser_is_limited(ann: Player) -> None:
    answers = [ann.client.post("/me/delete/", {"password": "guess"}) for _ in range(7)]
    assert answers[-1].status_code == 429
    assert User.objects.exists()


def test_a_deleted_name_is_free_again(gus: User) -> None:
    deletion.delete(gus)
    assert free_name(gus.name) == gus.name


def test_a_deleted_person_leaves_a_free_seat_and_no_name(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, seated=[bob])
    services.say(table.code, bob.user, "Good evening")
    bob.client.post("/me/delete/", {"password": PASSWORD})
    assert table.sitters == ["0 Ann"]
    assert "Good evening" not in table.shows(ann)
    assert FORMER_PLAYER in table.shows(ann)
