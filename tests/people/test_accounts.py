"""Sign up, log in, log out, change and reset the password."""

import re
import socket
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from pytest_django import Settings

from games.models import Browser, Token, User
from games.people import attempts
from games.people import tokens as programs
from games.people.attempts import Count
from games.wording import fill
from games.wording.people import LOGIN_ERRORS, TOKENS_REVOKED, refusal
from tests.people.conftest import PASSWORD, log_in
from tests.responses import find, text

NEW = "eight of circles"


def test_a_name_and_a_password_are_enough(stranger: Client) -> None:
    stranger.post("/account/signup/", {"username": "  Bea ", "password1": PASSWORD})
    person = User.objects.get()
    assert (person.name, person.email, person.is_guest) == ("Bea", "", False)
    assert stranger.get("/me/").context["me"].name == "Bea"


def test_an_address_can_come_with_it_and_gets_a_link_to_confirm(
    stranger: Client, mailoutbox: list[EmailMessage]
) -> None:
    stranger.post("/account/signup/", {"username": "Bea", "password1": PASSWORD, "email": "Bea@Example.com"})
    link = find(r"/account/confirm-email/\S+", str(mailoutbox[0].body))
    assert mailoutbox[0].subject == "Last Card: Confirm your address"
    stranger.post(link)
    assert EmailAddress.objects.get(email="bea@example.com").verified


@pytest.mark.django_db(transaction=True)
def test_no_transaction_is_open_while_a_new_password_is_hashed(monkeypatch: pytest.MonkeyPatch) -> None:
    open_ones = []

    class Watched(MD5PasswordHasher):
        def encode(self, *words: Any) -> str:
            open_ones.append(connection.in_atomic_block)
            return super().encode(*words)

    monkeypatch.setattr("django.contrib.auth.hashers.get_hasher", lambda *_: Watched())
    Client().post("/account/signup/", {"username": "Bea", "password1": PASSWORD})
    assert User.objects.get().name == "Bea"
    assert open_ones == [False]


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"username": "ANN"}, refusal("name_taken")),
        ({"username": "x"}, "A name has 2 to 20 characters."),
        ({"username": "a@b.example"}, "Names are made of letters"),
        ({"username": "x" * 5000}, "at most 200 characters"),
        ({"password1": "1234567"}, "too short"),
        ({"password1": "password"}, "too common"),
        ({"password1": "8365019274"}, "entirely numeric"),
        ({"email": "nonsense"}, "not an e-mail address"),
    ],
)
def test_a_form_with_a_mistake_says_which_and_keeps_what_was_typed(
    stranger: Client, ann: User, form: dict[str, str], sentence: str
) -> None:
    answer = stranger.post("/account/signup/", {"username": "Bea", "password1": PASSWORD, **form})
    assert sentence in text(answer)
    assert f'value="{form.get("username", "Bea")}"' in text(answer)
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["Ann", "ann", " ANN ", "Ａｎｎ"])
def test_logging_in_does_not_ask_for_the_right_case(ann: User, name: str) -> None:
    assert log_in(Client(), name).get("/me/").context["me"].name == "Ann"


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(stranger: Client, ann: User) -> None:
    wrong = stranger.post("/account/login/", {"login": "Ann", "password": "no"})
    unknown = stranger.post("/account/login/", {"login": "Nobody", "password": "no"})
    for answer in (wrong, unknown):
        assert LOGIN_ERRORS["username_password_mismatch"] in text(answer)


def wrong(client: Client, times: int, name: str = "Ann", **more: Any) -> list[Any]:
    """The answers to so many attempts with a wrong password."""
    words = {"login": name, "password": "guess"}
    return [client.post("/account/login/", words, **more) for _ in range(times)]


def test_wrong_passwords_from_elsewhere_do_not_lock_the_owner_out(ann: User, mailoutbox: list[EmailMessage]) -> None:
    assert wrong(Client(), 6, REMOTE_ADDR="203.0.113.9")[-1].status_code == 429
    assert log_in(Client(), "Ann").get("/me/").status_code == 200


def test_a_known_browser_can_log_in_from_a_network_that_is_rate_limited(logged_in: Client, ann: User) -> None:
    logged_in.post("/account/logout/")
    assert wrong(Client(), 6)[-1].status_code == 429
    assert log_in(Client(), "Ann").get("/me/").status_code == 302
    assert log_in(logged_in, "Ann").get("/me/").status_code == 200


def test_a_known_browser_is_rate_limited_too(logged_in: Client, ann: User) -> None:
    logged_in.post("/account/logout/")
    assert [answer.status_code for answer in wrong(logged_in, 6)] == [200] * 5 + [429]


def test_a_browser_is_known_only_for_the_account_that_used_it(logged_in: Client, ann: User) -> None:
    User.objects.create_user("Bea", password=PASSWORD)
    logged_in.post("/account/logout/")
    assert wrong(Client(), 6, "Bea")[-1].status_code == 429
    assert logged_in.post("/account/login/", {"login": "Bea", "password": PASSWORD}).status_code == 429


def test_one_network_cannot_try_many_names_without_end(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempts, "NETWORK", Count("network", 3))
    answers = [wrong(Client(), 1, f"No {n}", REMOTE_ADDR=f"2001:db8::{n}")[0] for n in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]


def test_many_networks_together_slow_down_unknown_browsers_only(
    logged_in: Client, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempts, "NAME", Count("name", 3))
    logged_in.post("/account/logout/")
    answers = [wrong(Client(), 1, REMOTE_ADDR=f"203.0.113.{n}")[0] for n in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert log_in(logged_in, "Ann").get("/me/").status_code == 200


def test_the_right_password_takes_only_its_own_attempt_back(ann: User) -> None:
    wrong(Client(), 4)
    log_in(Client(), "Ann")
    assert [answer.status_code for answer in wrong(Client(), 2)] == [200, 429]


def test_the_owner_is_warned_of_a_lockout_once(ann: User, mailoutbox: list[EmailMessage]) -> None:
    wrong(Client(), 8)
    wrong(Client(), 8, REMOTE_ADDR="203.0.113.9")
    assert [(letter.to, letter.subject) for letter in mailoutbox] == [
        (["ann@example.com"], "Last Card: Wrong passwords for your account")
    ]
    assert "too many attempts to log in as Ann" in mailoutbox[0].body


def test_the_page_does_not_reveal_whether_the_owner_could_be_warned(ann: User, no_mail_server: None) -> None:
    assert refusal("email_not_sent") not in text(wrong(Client(), 6)[-1])


def test_a_new_password_ends_the_wait(stranger: Client, ann: User, mailoutbox: list[EmailMessage]) -> None:
    wrong(Client(), 6)
    stranger.post("/account/password/reset/", {"email": "ann@example.com"})
    link = find(r"/account/password/reset/key/\S+", str(mailoutbox[-1].body))
    page: Any = stranger.get(link)["Location"]
    stranger.post(page, {"password1": NEW, "password2": NEW})
    assert log_in(Client(), "Ann", NEW).get("/me/").status_code == 200


def test_a_forged_browser_cookie_is_ignored(ann: User) -> None:
    forger = Client()
    forger.cookies["browser"] = "made-up:nonsense"
    assert wrong(forger, 6)[-1].status_code == 429


def test_the_browser_cookie_is_kept_from_scripts_and_only_its_digest_is_stored(logged_in: Client, ann: User) -> None:
    cookie = logged_in.cookies["browser"]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 400 * 86_400)
    secret = cookie.value.split(":")[0]
    browser = Browser.objects.get(person=ann)
    assert secret not in browser.digest
    assert len(browser.digest) == 64


def test_an_unknown_name_takes_as_much_hashing_as_a_known_one(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    hashed = []
    encode = MD5PasswordHasher.encode

    def note_hashing(*words: Any) -> str:
        hashed.append(1)
        return encode(*words)

    monkeypatch.setattr(MD5PasswordHasher, "encode", note_hashing)
    counts = []
    for name in ("Ann", "Nobody"):
        hashed.clear()
        wrong(Client(), 1, name)
        counts.append(len(hashed))
    assert counts[0] == counts[1] > 0


def test_guessing_passwords_is_throttled_whatever_the_spelling_of_the_name(ann: User) -> None:
    for name in ("Ann", "ANN", "ann", "aNN", "Ａｎｎ"):
        log_in(Client(), name, "guess")
    answer = Client().post("/account/login/", {"login": "Ann", "password": PASSWORD})
    assert (answer.status_code, answer["Retry-After"]) == (429, "300")
    assert LOGIN_ERRORS["too_many_login_attempts"] in text(answer)
    assert '<form class="sheet" method="post" action="/account/login/">' in text(answer)


def test_guessing_the_password_of_a_logged_in_person_is_limited_too(logged_in: Client) -> None:
    answers = [logged_in.post("/account/reauthenticate/", {"password": "guess"}) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert answers[-1]["Retry-After"] == "300"
    assert LOGIN_ERRORS["too_many_login_attempts"] in text(answers[-1])


def test_many_attempts_from_one_address_meet_a_page_of_ours(ann: User) -> None:
    answers = [Client().post("/account/login/", {"login": f"No {n}", "password": "x"}) for n in range(31)]
    assert answers[-1].status_code == 429
    assert answers[-1]["Retry-After"] == "60"
    assert "Too many requests" in text(answers[-1])


def test_a_closed_account_cannot_log_in(stranger: Client, ann: User) -> None:
    User.objects.update(is_active=False)
    assert LOGIN_ERRORS["username_password_mismatch"] in text(
        stranger.post("/account/login/", {"login": "Ann", "password": PASSWORD})
    )


def test_logging_out_asks_first_and_then_forgets(logged_in: Client) -> None:
    assert "Log out?" in text(logged_in.get("/account/logout/"))
    assert logged_in.get("/me/").status_code == 200
    logged_in.post("/account/logout/")
    assert logged_in.get("/me/")["Location"] == "/account/login/?next=/me/"


def test_after_the_login_people_get_to_the_page_they_requested(stranger: Client, ann: User) -> None:
    where = stranger.get("/me/preferences/")["Location"]
    answer = stranger.post(where, {"login": "Ann", "password": PASSWORD, "next": "/me/preferences/"})
    assert answer["Location"] == "/me/preferences/"


def test_people_with_an_account_are_redirected_from_the_login(logged_in: Client) -> None:
    for path in ("/account/login/", "/account/signup/"):
        assert logged_in.get(path)["Location"] == "/me/"


def test_changing_the_password_needs_the_old_one_and_ends_other_sessions(logged_in: Client, ann: User) -> None:
    elsewhere = log_in(Client(), "Ann")
    form = {"oldpassword": "wrong", "password1": NEW, "password2": NEW}
    assert LOGIN_ERRORS["enter_current_password"] in text(logged_in.post("/account/password/change/", form))
    logged_in.post("/account/password/change/", {**form, "oldpassword": PASSWORD})
    assert logged_in.get("/me/").status_code == 200
    assert elsewhere.get("/me/").status_code == 302
    assert User.objects.get().check_password(NEW)


def test_a_new_password_revokes_the_tokens_of_programs_and_says_so_beforehand(
    logged_in: Client, ann: User, mailoutbox: list[EmailMessage]
) -> None:
    page = logged_in.get("/account/password/change/")
    assert "for programs" not in text(page).partition("</form>")[0]
    for name in ("one", "two"):
        programs.make_token(ann, name, "play")
    assert fill(TOKENS_REVOKED, count=2) in text(logged_in.get("/account/password/change/"))
    logged_in.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
    assert not Token.objects.exists()
    programs.make_token(ann, "three", "play")
    stranger = Client()
    stranger.post("/account/password/reset/", {"email": "ann@example.com"})
    link = find(r"/account/password/reset/key/\S+", str(mailoutbox[-1].body))
    form: Any = stranger.get(link)["Location"]
    assert fill(TOKENS_REVOKED, count=1) in text(stranger.get(form))
    stranger.post(form, {"password1": PASSWORD, "password2": PASSWORD})
    assert not Token.objects.exists()


def test_a_forgotten_password_is_reset_by_a_link_that_works_once(
    stranger: Client, ann: User, mailoutbox: list[EmailMessage]
) -> None:
    stranger.post("/account/password/reset/", {"email": "ANN@example.com"})
    letter = mailoutbox[0]
    assert letter.to == ["ann@example.com"]
    assert "requested for Ann" in letter.body
    link = find(r"/account/password/reset/key/\S+", str(letter.body))
    page = stranger.get(link)["Location"]
    stranger.post(page, {"password1": NEW, "password2": NEW})
    assert log_in(Client(), "Ann", NEW).get("/me/").status_code == 200
    used = text(Client().get(link))
    assert 'name="password1"' not in used
    assert 'href="/account/password/reset/"' in used


def test_a_reset_for_an_unknown_address_shows_the_same_page(
    stranger: Client, ann: User, mailoutbox: list[EmailMessage]
) -> None:
    known = stranger.post("/account/password/reset/", {"email": "ann@example.com"}, follow=True)
    unknown = stranger.post("/account/password/reset/", {"email": "no@example.com"}, follow=True)
    assert known.redirect_chain == unknown.redirect_chain
    assert "no account here has this address" in mailoutbox[-1].body


def sign_up(client: Client, email: str) -> Any:
    form = {"username": "Bea", "password1": PASSWORD, "email": email}
    return client.post("/account/signup/", form, follow=True)


def seen_by(client: Client, answer: Any) -> Any:
    """Return what a person sees after adding an address, without what differs on every page."""
    pages = [text(answer), text(client.get("/account/email/")), text(client.get("/me/"))]
    return answer.redirect_chain, [re.sub(r"taken|fresh|[0-9a-f]{8}\.svg|value=\"\w{64}\"", "", page) for page in pages]


@pytest.mark.parametrize("confirmed", [False, True])
def test_signing_up_does_not_reveal_whether_an_address_is_taken(
    db: None, mailoutbox: list[EmailMessage], confirmed: bool
) -> None:
    owner = User.objects.create_user("Ann", "taken@example.com", PASSWORD)
    EmailAddress.objects.create(user=owner, email="taken@example.com", primary=True, verified=confirmed)
    seen = []
    for word in ("taken", "fresh"):
        browser = Client()
        seen.append(seen_by(browser, sign_up(browser, f"{word}@example.com")))
        User.objects.filter(name="Bea").delete()
    assert seen[0] == seen[1]
    warning, asked = mailoutbox
    assert (warning.to, warning.subject) == (["taken@example.com"], "Last Card: You already have an account")
    assert "belongs to the account Ann" in warning.body
    assert "/account/password/reset/" in warning.body
    assert ("/account/confirm-email/" in warning.body) is not confirmed
    assert asked.subject == "Last Card: Confirm your address"


def test_adding_an_address_does_not_reveal_it_either(ann: User, mailoutbox: list[EmailMessage]) -> None:
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


def test_an_address_belongs_to_the_account_that_confirms_it(ann: User, mailoutbox: list[EmailMessage]) -> None:
    EmailAddress.objects.create(user=ann, email="ann@example.com", primary=True)
    browser = Client()
    sign_up(browser, "ann@example.com")
    browser.post(find(r"/account/confirm-email/\S+", str(mailoutbox[-1].body)))
    assert EmailAddress.objects.get(verified=True).user.name == "Bea"


@pytest.fixture
def no_mail_server(settings: Settings) -> None:
    """Send mail to a free port of this machine, where no server answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        settings.EMAIL_HOST, settings.EMAIL_PORT = free.getsockname()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"


def test_people_can_sign_up_while_the_mail_server_is_down(stranger: Client, no_mail_server: None) -> None:
    form = {"username": "Bea", "password1": PASSWORD, "email": "bea@example.com"}
    answer = stranger.post("/account/signup/", form, follow=True)
    assert refusal("email_not_sent") in text(answer)
    assert "We have sent a confirmation link" not in text(answer)
    assert answer.context["me"].name == "Bea"


def test_an_address_is_added_confirmed_and_removed_again(logged_in: Client, mailoutbox: list[EmailMessage]) -> None:
    logged_in.post("/account/email/", {"action_add": "", "email": "new@example.com"})
    logged_in.post(find(r"/account/confirm-email/\S+", str(mailoutbox[-1].body)))
    assert EmailAddress.objects.get(email="new@example.com").verified
    logged_in.post("/account/email/", {"action_remove": "", "email": "ann@example.com"})
    assert EmailAddress.objects.get().email == User.objects.get().email == "new@example.com"


def test_the_names_commands_take_are_looked_up_like_those_in_forms(ann: User) -> None:
    assert User.objects.get_by_natural_key("ANN") == ann
