"""Sign up, log in, log out, change and reset the password."""

import re
import socket

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection
from django.test import Client

from games.models import Browser, Token, User
from games.people import attempts
from games.people import tokens as programs
from games.people.attempts import Count
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


@pytest.mark.django_db(transaction=True)
def test_no_transaction_is_open_while_a_new_password_is_hashed(monkeypatch):
    open_ones = []

    class Watched(MD5PasswordHasher):
        def encode(self, *words):
            open_ones.append(connection.in_atomic_block)
            return super().encode(*words)

    monkeypatch.setattr("django.contrib.auth.hashers.get_hasher", lambda *_: Watched())
    Client().post("/account/signup/", {"username": "Bea", "password1": PASSWORD})
    assert User.objects.get().name == "Bea"
    assert open_ones == [False]


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


def wrong(client, times, name="Ann", **more):
    """The answers to so many attempts with a wrong password."""
    words = {"login": name, "password": "guess"}
    return [client.post("/account/login/", words, **more) for _ in range(times)]


def test_wrong_passwords_from_elsewhere_do_not_lock_the_owner_out(ann, mailoutbox):
    assert wrong(Client(), 6, REMOTE_ADDR="203.0.113.9")[-1].status_code == 429
    assert log_in(Client(), "Ann").get("/me/").status_code == 200


def test_a_browser_that_has_been_logged_in_gets_through_from_a_locked_network(at_home, ann):
    at_home.post("/account/logout/")
    assert wrong(Client(), 6)[-1].status_code == 429
    assert log_in(Client(), "Ann").get("/me/").status_code == 302
    assert log_in(at_home, "Ann").get("/me/").status_code == 200


def test_a_known_browser_cannot_guess_without_end_either(at_home, ann):
    at_home.post("/account/logout/")
    assert [answer.status_code for answer in wrong(at_home, 6)] == [200] * 5 + [429]


def test_a_known_browser_is_known_for_its_own_account_only(at_home, ann):
    User.objects.create_user("Bea", password=PASSWORD)
    at_home.post("/account/logout/")
    assert wrong(Client(), 6, "Bea")[-1].status_code == 429
    assert at_home.post("/account/login/", {"login": "Bea", "password": PASSWORD}).status_code == 429


def test_one_network_cannot_try_many_names_without_end(ann, monkeypatch):
    monkeypatch.setattr(attempts, "NETWORK", Count("network", 3))
    answers = [wrong(Client(), 1, f"No {n}", REMOTE_ADDR=f"2001:db8::{n}")[0] for n in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]


def test_many_networks_together_slow_down_unknown_browsers_only(at_home, ann, monkeypatch):
    monkeypatch.setattr(attempts, "NAME", Count("name", 3))
    at_home.post("/account/logout/")
    answers = [wrong(Client(), 1, REMOTE_ADDR=f"203.0.113.{n}")[0] for n in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert log_in(at_home, "Ann").get("/me/").status_code == 200


def test_the_right_password_takes_only_its_own_attempt_back(ann):
    wrong(Client(), 4)
    log_in(Client(), "Ann")
    assert [answer.status_code for answer in wrong(Client(), 2)] == [200, 429]


def test_the_owner_is_told_of_a_lockout_once(ann, mailoutbox):
    wrong(Client(), 8)
    wrong(Client(), 8, REMOTE_ADDR="203.0.113.9")
    assert [(letter.to, letter.subject) for letter in mailoutbox] == [
        (["ann@example.com"], "Last Card: Wrong passwords for your account")
    ]
    assert "too many attempts to log in as Ann" in mailoutbox[0].body


def test_who_guesses_does_not_learn_that_the_owner_cannot_be_told(ann, no_mail_server):
    assert "could not send" not in text(wrong(Client(), 6)[-1])


def test_a_new_password_ends_the_wait(stranger, ann, mailoutbox):
    wrong(Client(), 6)
    stranger.post("/account/password/reset/", {"email": "ann@example.com"})
    page = stranger.get(re.search(r"/account/password/reset/key/\S+", mailoutbox[-1].body)[0])["Location"]
    stranger.post(page, {"password1": NEW, "password2": NEW})
    assert log_in(Client(), "Ann", NEW).get("/me/").status_code == 200


def test_a_browser_cookie_that_somebody_made_up_is_none(ann):
    forger = Client()
    forger.cookies["browser"] = "made-up:nonsense"
    assert wrong(forger, 6)[-1].status_code == 429


def test_the_browser_cookie_is_kept_from_scripts_and_only_its_digest_is_stored(at_home, ann):
    cookie = at_home.cookies["browser"]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 400 * 86_400)
    secret = cookie.value.split(":")[0]
    browser = Browser.objects.get(person=ann)
    assert secret not in browser.digest
    assert len(browser.digest) == 64


def test_an_unknown_name_takes_as_much_hashing_as_a_known_one(ann, monkeypatch):
    hashed = []
    encode = MD5PasswordHasher.encode
    monkeypatch.setattr(MD5PasswordHasher, "encode", lambda *words: hashed.append(1) or encode(*words))
    counts = []
    for name in ("Ann", "Nobody"):
        hashed.clear()
        wrong(Client(), 1, name)
        counts.append(len(hashed))
    assert counts[0] == counts[1] > 0


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
    assert "Too many requests" in text(answers[-1])


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


def test_a_new_password_revokes_the_tokens_of_programs_and_says_so_beforehand(at_home, ann, mailoutbox):
    page = at_home.get("/account/password/change/")
    assert "for programs" not in text(page).partition("</form>")[0]
    for name in ("one", "two"):
        programs.make_token(ann, name, "play")
    assert "Your 2 tokens for programs are revoked." in text(at_home.get("/account/password/change/"))
    at_home.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
    assert not Token.objects.exists()
    programs.make_token(ann, "three", "play")
    stranger = Client()
    stranger.post("/account/password/reset/", {"email": "ann@example.com"})
    page = stranger.get(re.search(r"/account/password/reset/key/\S+", mailoutbox[-1].body)[0])["Location"]
    assert "Your token for programs is revoked." in text(stranger.get(page))
    stranger.post(page, {"password1": PASSWORD, "password2": PASSWORD})
    assert not Token.objects.exists()


def test_a_forgotten_password_is_reset_by_a_link_that_works_once(stranger, ann, mailoutbox):
    stranger.post("/account/password/reset/", {"email": "ANN@example.com"})
    letter = mailoutbox[0]
    assert letter.to == ["ann@example.com"]
    assert "requested for Ann" in letter.body
    link = re.search(r"/account/password/reset/key/\S+", letter.body)[0]
    page = stranger.get(link)["Location"]
    stranger.post(page, {"password1": NEW, "password2": NEW})
    assert log_in(Client(), "Ann", NEW).get("/me/").status_code == 200
    assert "This link no longer works" in text(Client().get(link))


def test_asking_for_an_unknown_address_tells_the_page_nothing(stranger, ann, mailoutbox):
    known = stranger.post("/account/password/reset/", {"email": "ann@example.com"}, follow=True)
    unknown = stranger.post("/account/password/reset/", {"email": "no@example.com"}, follow=True)
    assert known.redirect_chain == unknown.redirect_chain
    assert "no account here has this address" in mailoutbox[-1].body


def sign_up(client, email):
    form = {"username": "Bea", "password1": PASSWORD, "email": email}
    return client.post("/account/signup/", form, follow=True)


def seen_by(client, answer):
    """What somebody who signed up or added an address can see of it, without what differs in every page."""
    pages = [text(answer), text(client.get("/account/email/")), text(client.get("/me/"))]
    return answer.redirect_chain, [re.sub(r"taken|fresh|[0-9a-f]{8}\.svg|value=\"\w{64}\"", "", page) for page in pages]


@pytest.mark.parametrize("confirmed", [False, True])
def test_signing_up_does_not_tell_whether_an_address_is_taken(db, mailoutbox, confirmed):
    owner = User.objects.create_user("Ann", "taken@example.com", PASSWORD)
    EmailAddress.objects.create(user=owner, email="taken@example.com", primary=True, verified=confirmed)
    seen = []
    for word in ("taken", "fresh"):
        browser = Client()
        seen.append(seen_by(browser, sign_up(browser, f"{word}@example.com")))
        User.objects.filter(name="Bea").delete()
    assert seen[0] == seen[1]
    told, asked = mailoutbox
    assert (told.to, told.subject) == (["taken@example.com"], "Last Card: You already have an account")
    assert "belongs to the account Ann" in told.body
    assert "/account/password/reset/" in told.body
    assert ("/account/confirm-email/" in told.body) is not confirmed
    assert asked.subject == "Last Card: Confirm your address"


def test_adding_an_address_does_not_tell_either(ann, mailoutbox):
    User.objects.create_user("Bob", "taken@example.com", PASSWORD)
    seen = []
    for word in ("taken", "fresh"):
        browser = log_in(Client(), "Ann")
        answer = browser.post("/account/email/", {"action_add": "", "email": f"{word}@example.com"}, follow=True)
        seen.append(seen_by(browser, answer))
        EmailAddress.objects.filter(email=f"{word}@example.com").delete()
    assert seen[0] == seen[1]
    assert [letter.subject.partition(": ")[2] for letter in mailoutbox] == [
        "You already have an account", "Confirm your address"
    ]  # fmt: skip


def test_an_address_belongs_to_the_account_that_confirms_it(ann, mailoutbox):
    EmailAddress.objects.create(user=ann, email="ann@example.com", primary=True)
    browser = Client()
    sign_up(browser, "ann@example.com")
    browser.post(re.search(r"/account/confirm-email/\S+", mailoutbox[-1].body)[0])
    assert EmailAddress.objects.get(verified=True).user.name == "Bea"


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
