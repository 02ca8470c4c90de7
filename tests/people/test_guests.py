"""Play now: one click, a name and a seat; and how a guest becomes an account."""

import re
from datetime import date, timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.core.management import call_command
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Game, Place, Player, Table, User
from games.people import services
from games.privacy import deletion
from games.wording.people import refusal
from tests.people.conftest import PASSWORD, log_in

SIGN_UP = {"username": "Gus", "password1": PASSWORD}


def test_one_click_makes_a_guest_with_a_name_and_a_session(stranger: Client) -> None:
    answer = stranger.post("/play/", follow=True)
    guest = User.objects.get()
    assert guest.is_guest
    assert not guest.has_usable_password()
    [(table, _)] = answer.redirect_chain
    assert re.fullmatch(r"/t/[a-z2-9]{8}/game/", table)
    assert guest.name in answer.content.decode()
    assert UserSession.objects.get().user == guest


def test_a_second_click_stays_the_same_guest(guest: Client, gus: User) -> None:
    guest.post("/play/")
    assert User.objects.get() == gus


def test_an_account_that_clicks_play_now_stays_an_account(logged_in: Client, ann: User) -> None:
    logged_in.post("/play/")
    assert User.objects.get() == ann


def test_play_now_continues_to_the_page_in_next(stranger: Client) -> None:
    assert stranger.post("/play/", {"next": "/me/preferences/"})["Location"] == "/me/preferences/"


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "\\\\evil"])
def test_play_now_never_redirects_to_another_site(stranger: Client, elsewhere: str) -> None:
    assert stranger.post("/play/", {"next": elsewhere})["Location"].startswith("/t/")


def test_only_a_form_makes_guests(stranger: Client) -> None:
    assert stranger.get("/play/").status_code == 405
    assert not User.objects.exists()


def test_a_form_from_elsewhere_makes_no_guest(db: None) -> None:
    assert Client(enforce_csrf_checks=True).post("/play/").status_code == 403
    assert not User.objects.exists()


def test_an_address_that_makes_guests_by_the_hundred_is_slowed_down(db: None, stopped_limits: None) -> None:
    answers = [Client().post("/play/", {"next": "/rules/"}) for _ in range(61)]  # so that no games are dealt
    assert [answer.status_code for answer in answers[:60]] == [302] * 60
    assert answers[60].status_code == 429
    assert int(answers[60]["Retry-After"]) > 0
    assert User.objects.count() == 60


def test_a_guest_becomes_an_account_on_the_same_row(guest: Client, gus: User) -> None:
    face, preferences = gus.face, {"theme": "dark"}
    User.objects.update(**preferences)
    answer = guest.post("/account/signup/", SIGN_UP, follow=True)
    person = User.objects.get()
    assert (person.pk, person.name, person.face, person.theme) == (gus.pk, "Gus", face, "dark")
    assert not person.is_guest
    assert person.check_password(PASSWORD)
    assert answer.redirect_chain[-1][0] == "/me/"


def test_the_new_account_is_logged_in_and_can_log_in_elsewhere(guest: Client, gus: User) -> None:
    guest.post("/account/signup/", SIGN_UP)
    assert guest.get("/me/").status_code == 200
    assert log_in(Client(), "gus").get("/me/").context["me"].name == "Gus"


def test_the_form_offers_the_guests_own_name_and_takes_it(guest: Client, gus: User) -> None:
    assert f'value="{gus.name}"' in guest.get("/account/signup/").content.decode()
    guest.post("/account/signup/", {**SIGN_UP, "username": gus.name})
    assert User.objects.get().name == gus.name


def test_a_refused_sign_up_leaves_the_guest_as_it_was(guest: Client, gus: User, ann: User) -> None:
    answer = guest.post("/account/signup/", {**SIGN_UP, "username": "ANN"})
    assert refusal("name_taken") in answer.content.decode()
    person = User.objects.get(pk=gus.pk)
    assert person.is_guest
    assert person.name == gus.name
    assert guest.get("/me/").context["me"].is_guest


@pytest.mark.parametrize(
    "page", ["/account/email/", "/account/password/change/", "/account/2fa/", "/account/password/set/"]
)
def test_pages_for_accounts_send_a_guest_to_make_one(guest: Client, page: str) -> None:
    answer = guest.get(page, follow=True)
    assert answer.redirect_chain == [("/account/signup/", 302)]
    assert refusal("account_needed") in answer.content.decode()


def test_a_guest_cannot_set_a_password(guest: Client, gus: User) -> None:
    guest.post("/account/password/set/", {"password1": PASSWORD, "password2": PASSWORD})
    assert not User.objects.get(pk=gus.pk).has_usable_password()


def test_a_guest_who_logs_in_becomes_that_account(guest: Client, gus: User, ann: User) -> None:
    log_in(guest, "Ann")
    assert guest.get("/me/").context["me"].name == "Ann"
    assert User.objects.filter(pk=gus.pk).exists()


def test_logging_out_warns_a_guest_that_there_is_no_way_back(guest: Client, gus: User) -> None:
    assert f"lose {gus.name}" in guest.get("/account/logout/").content.decode()


def seen(person: User, days_ago: int) -> User:
    person.seen_on = date(2026, 5, 31) - timedelta(days=days_ago)
    person.save(update_fields=["seen_on"])
    return person


def test_guests_are_deleted_after_thirty_days_and_accounts_never(gus: User, ann: User) -> None:
    here, gone = seen(services.create_guest(), 30), seen(gus, 31)
    seen(ann, 400)
    assert deletion.delete_idle_guests(date(2026, 5, 31)) == 1
    assert set(User.objects.all()) == {here, ann}
    assert not User.objects.filter(pk=gone.pk).exists()


def test_a_guest_with_a_seat_or_a_game_to_be_remembered_for_stays(db: None) -> None:
    sitting, remembered, forgotten = (seen(services.create_guest(), 400) for _ in range(3))
    table = Table.objects.create()
    Place.objects.create(table=table, number=0, person=sitting, name="sitting")
    for person, abandoned in ((remembered, False), (forgotten, True)):
        game = Game.objects.create(table=table, rules="{}", state="", abandoned=abandoned, ended_at=person.joined_at)
        Player.objects.create(game=game, seat=0, place=0, person=person, name="played", face="a")
    assert deletion.delete_idle_guests(date(2026, 5, 31)) == 1
    assert set(User.objects.all()) == {sitting, remembered}


def test_the_command_says_how_many(gus: User, capsys: pytest.CaptureFixture[str]) -> None:
    seen(gus, 4000)
    call_command("delete_idle_guests")
    assert capsys.readouterr().out == "1 idle guest deleted.\n"
    call_command("delete_idle_guests")
    assert capsys.readouterr().out == "0 idle guests deleted.\n"


def test_coming_back_counts_as_being_seen(guest: Client, gus: User) -> None:
    seen(gus, 4000)
    guest.get("/me/")
    assert deletion.delete_idle_guests(User.objects.get().seen_on) == 0


def test_a_visit_is_written_once_a_minute(
    guest: Client, gus: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    guest.get("/me/preferences/")
    with django_assert_num_queries(3):  # the session, the person and their invitations, and no write
        guest.get("/me/preferences/")


@pytest.mark.parametrize("word", ["413", "color red", "me", "%00"])
def test_a_next_page_that_is_a_bare_word_is_an_address_like_any_other(stranger: Client, word: str) -> None:
    assert stranger.post("/play/", {"next": word}).status_code == 302
