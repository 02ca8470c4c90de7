"""Sign up, log in, log out, change and reset the password."""

import re
import socket

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from games.models import User
from tests.people.conftest import PASSWORD, log_in

NEW = "eight of circles"


def text(answer) -> str:
    return answer.content.decode()


def test_a_name_and_a_password_are_enough(stranger):
    stranger.post("/account/signup/", {"username": "  Bea ", "password1": PASSWORD})
    person = User.objects.get()
    assert (person.name, person.email, person.is_guest) == ("Bea", "", False)
    assert stranger.get("/me/").context["me"].name == "Bea"


def test_an_address_can_come_with_it_and_gets_a_link_to_confirm(stranger, mailoutbox):
    stranger.post("/account/signup/", {"username": "Bea", "password1": PASSWORD, "email": "Bea@Example.com"})
    link = re.search(r"/account/confirm-email/\S+", mailoutbox[0].body)[0]
    assert mailoutbox[0].subject == "Last Card: Confirm your address"
    stranger.post(link)
    assert EmailAddress.objects.get(email="bea@example.com").verified


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"username": "ANN"}, "Somebody already has that name. Try another one."),
        ({"username": "x"}, "A name has 2 to 20 characters."),
        ({"username": "a@b.example"}, "Names are made of letters"),
        ({"username": "x" * 5000}, "at most 200 characters"),
        ({"password1": "1234567"}, "too short"),
        ({"password1": "password"}, "too common"),
        ({"password1": "8365019274"}, "entirely numeric"),
        ({"email": "ann@example.com"}, "Another account already uses that e-mail address."),
        ({"email": "nonsense"}, "valid email"),
    ],
)
def test_a_form_with_a_mistake_says_which_and_keeps_what_was_typed(stranger, ann, form, sentence):
    answer = stranger.post("/account/signup/", {"username": "Bea", "password1": PASSWORD, **form})
    assert sentence in text(answer)
    assert f'value="{form.get("username", "Bea")}"' in text(answer)
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["Ann", "ann", " ANN ", "Ａｎｎ"])
def test_logging_in_does_not_ask_for_the_right_case(ann, name):
    assert log_in(Client(), name).get("/me/").context["me"].name == "Ann"


def test_a_wrong_password_and_an_unknown_name_get_the_same_sentence(stranger, ann):
    wrong = stranger.post("/account/login/", {"login": "Ann", "password": "no"})
    unknown = stranger.post("/account/login/", {"login": "Nobody", "password": "no"})
    for answer in (wrong, unknown):
        assert "That name and password do not fit together." in text(answer)


def test_guessing_passwords_is_throttled_whatever_the_spelling_of_the_name(ann):
    for name in ("Ann", "ANN", "ann", "aNN", "Ａｎｎ"):
        log_in(Client(), name, "guess")
    answer = Client().post("/account/login/", {"login": "Ann", "password": PASSWORD})
    assert (answer.status_code, answer["Retry-After"]) == (429, "300")
    assert "Too many attempts. Wait five minutes and try again." in text(answer)
    assert '<form class="sheet" method="post" action="/account/login/">' in text(answer)


def test_guessing_the_password_of_whoever_is_logged_in_is_throttled_too(at_home):
    answers = [at_home.post("/account/reauthenticate/", {"password": "guess"}) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert answers[-1]["Retry-After"] == "300"
    assert "Too many attempts" in text(answers[-1])


def test_many_attempts_from_one_address_meet_a_page_of_ours(ann):
    answers = [Client().post("/account/login/", {"login": f"No {n}", "password": "x"}) for n in range(31)]
    assert answers[-1].status_code == 429
    assert answers[-1]["Retry-After"] == "60"
    assert "Slow down a little" in text(answers[-1])


def test_a_closed_account_cannot_log_in(stranger, ann):
    User.objects.update(is_active=False)
    assert "do not fit together" in text(stranger.post("/account/login/", {"login": "Ann", "password": PASSWORD}))


def test_logging_out_asks_first_and_then_forgets(at_home):
    assert "Log out?" in text(at_home.get("/account/logout/"))
    assert at_home.get("/me/").status_code == 200
    at_home.post("/account/logout/")
    assert at_home.get("/me/")["Location"] == "/account/login/?next=/me/"


def test_whoever_has_to_log_in_first_gets_where_they_were_going(stranger, ann):
    where = stranger.get("/me/preferences/")["Location"]
    answer = stranger.post(where, {"login": "Ann", "password": PASSWORD, "next": "/me/preferences/"})
    assert answer["Location"] == "/me/preferences/"


def test_an_account_has_no_business_at_the_doors(at_home):
    for door in ("/account/login/", "/account/signup/"):
        assert at_home.get(door)["Location"] == "/me/"


def test_changing_the_password_needs_the_old_one_and_ends_other_sessions(at_home, ann):
    elsewhere = log_in(Client(), "Ann")
    form = {"oldpassword": "wrong", "password1": NEW, "password2": NEW}
    assert "That is not your current password." in text(at_home.post("/account/password/change/", form))
    at_home.post("/account/password/change/", {**form, "oldpassword": PASSWORD})
    assert at_home.get("/me/").status_code == 200
    assert elsewhere.get("/me/").status_code == 302
    assert User.objects.get().check_password(NEW)


def test_a_forgotten_password_is_reset_by_a_link_that_works_once(stranger, ann, mailoutbox):
    stranger.post("/account/password/reset/", {"email": "ANN@example.com"})
    letter = mailoutbox[0]
    assert letter.to == ["ann@example.com"]
    assert "the password of Ann" in letter.body
    link = re.search(r"/account/password/reset/key/\S+", letter.body)[0]
    page = stranger.get(link)["Location"]
    stranger.post(page, {"password1": NEW, "password2": NEW})
    assert log_in(Client(), "Ann", NEW).get("/me/").status_code == 200
    assert "This link is used up" in text(Client().get(link))


def test_asking_for_an_unknown_address_tells_the_page_nothing(stranger, ann, mailoutbox):
    known = stranger.post("/account/password/reset/", {"email": "ann@example.com"}, follow=True)
    unknown = stranger.post("/account/password/reset/", {"email": "no@example.com"}, follow=True)
    assert known.redirect_chain == unknown.redirect_chain
    assert "no account here has this address" in mailoutbox[-1].body


@pytest.fixture
def no_mail_server(settings):
    """Mail goes to a port of this machine that was free a moment ago, so nobody answers there."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        settings.EMAIL_HOST, settings.EMAIL_PORT = free.getsockname()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"


def test_a_mail_server_that_is_away_keeps_nobody_out(stranger, no_mail_server):
    form = {"username": "Bea", "password1": PASSWORD, "email": "bea@example.com"}
    answer = stranger.post("/account/signup/", form, follow=True)
    assert "We could not send a mail just now." in text(answer)
    assert answer.context["me"].name == "Bea"


def test_an_address_is_added_confirmed_and_removed_again(at_home, mailoutbox):
    at_home.post("/account/email/", {"action_add": "", "email": "new@example.com"})
    at_home.post(re.search(r"/account/confirm-email/\S+", mailoutbox[-1].body)[0])
    assert EmailAddress.objects.get(email="new@example.com").verified
    at_home.post("/account/email/", {"action_remove": "", "email": "ann@example.com"})
    assert EmailAddress.objects.get().email == User.objects.get().email == "new@example.com"


def test_the_names_commands_take_are_looked_up_like_those_in_forms(ann):
    assert User.objects.get_by_natural_key("ANN") == ann
