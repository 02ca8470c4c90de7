"""The second step of a login: codes from an app, and recovery codes."""

import time

import pytest
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from allauth.mfa.webauthn.internal import auth as passkeys
from django.test import Client
from fido2.cose import ES256
from fido2.webauthn import Aaguid, AttestedCredentialData

from games.models import User
from games.wording.people import LOGIN_ERRORS, SECOND_STEP_ERRORS
from tests.people.conftest import PASSWORD, log_in
from tests.responses import find, text

INCORRECT = str(DefaultMFAAdapter.error_messages["incorrect_code"])


def code(secret: str, steps: int = 0) -> str:
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30 + steps)))


@pytest.fixture
def confirmed_login(logged_in: Client) -> Client:
    """Ann has just confirmed her password."""
    logged_in.post("/account/reauthenticate/", {"password": PASSWORD})
    return logged_in


@pytest.fixture
def secret(confirmed_login: Client) -> str:
    page = text(confirmed_login.get("/account/2fa/totp/activate/"))
    secret = find(r'id="authenticator_secret" value="(\w+)"', page)
    confirmed_login.post("/account/2fa/totp/activate/", {"code": code(secret)})
    return secret


def test_setting_up_an_app_asks_for_the_password_again(logged_in: Client) -> None:
    answer = logged_in.get("/account/2fa/totp/activate/")
    assert answer["Location"].startswith("/account/reauthenticate/")


def test_the_code_for_the_app_is_allowed_by_our_content_security_policy(confirmed_login: Client) -> None:
    answer = confirmed_login.get("/account/2fa/totp/activate/")
    assert '<path d="M' in text(answer).split('aria-label="QR code')[1]
    assert "<?xml" not in text(answer)
    assert "data:" not in text(answer)


def test_with_an_app_a_password_alone_does_not_open_the_account(secret: str, ann: User) -> None:
    client = Client()
    answer = client.post("/account/login/", {"login": "Ann", "password": PASSWORD})
    assert answer["Location"] == "/account/2fa/authenticate/"
    assert client.get("/me/").status_code == 302


@pytest.mark.parametrize("has_passkey", [True, False])
def test_only_who_has_a_passkey_is_offered_to_use_one(
    secret: str, monkeypatch: pytest.MonkeyPatch, has_passkey: bool
) -> None:
    passkey = AttestedCredentialData.create(Aaguid.NONE, b"key", ES256({1: 2, 3: -7}))
    monkeypatch.setattr(passkeys, "get_credentials", lambda user: [passkey] if has_passkey else [])
    page = text(log_in(Client(), "Ann").get("/account/2fa/authenticate/"))
    assert ("Use a passkey" in page) == has_passkey


def test_a_wrong_code_is_refused_and_a_recovery_code_works_once(secret: str, ann: User) -> None:
    client = log_in(Client(), "Ann")
    assert INCORRECT in text(client.post("/account/2fa/authenticate/", {"code": "000"}))
    recovery = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()[0]
    client.post("/account/2fa/authenticate/", {"code": recovery})
    assert client.get("/me/").context["me"].name == "Ann"
    again = log_in(Client(), "Ann")
    assert INCORRECT in text(again.post("/account/2fa/authenticate/", {"code": recovery}))


def test_guessing_codes_is_limited(secret: str) -> None:
    client = log_in(Client(), "Ann")
    for _ in range(5):
        answer = client.post("/account/2fa/authenticate/", {"code": "000"})
        assert INCORRECT in text(answer)
    answer = client.post("/account/2fa/authenticate/", {"code": code(secret)})
    assert LOGIN_ERRORS["too_many_login_attempts"] in text(answer)
    assert (answer.status_code, answer["Retry-After"]) == (429, "300")
    assert client.get("/me/").status_code == 302


def test_guesses_are_counted_for_each_account(secret: str, sue: User) -> None:
    TOTP.activate(sue, "A" * 32)
    client = log_in(Client(), "Sue")
    for _ in range(6):
        client.post("/account/2fa/authenticate/", {"code": "000"})
    client = log_in(Client(), "Ann")
    client.post("/account/2fa/authenticate/", {"code": code(secret)})
    assert client.get("/me/").context["me"].name == "Ann"


def test_recovery_codes_without_a_second_step_are_refused_in_our_words(confirmed_login: Client) -> None:
    page = text(confirmed_login.post("/account/2fa/recovery-codes/generate/"))
    assert SECOND_STEP_ERRORS["cannot_generate_recovery_codes"] in page


def test_an_app_with_an_address_that_is_not_confirmed_is_refused_in_our_words(
    confirmed_login: Client, ann: User
) -> None:
    confirmed_login.get("/account/email/")
    page = confirmed_login.get("/account/2fa/totp/activate/", follow=True)
    assert SECOND_STEP_ERRORS["unverified_email"] in text(page)


def test_a_passkey_that_is_gone_gets_a_page_in_our_words(confirmed_login: Client) -> None:
    answer = confirmed_login.get("/account/2fa/webauthn/keys/1/remove/")
    assert answer.status_code == 404
    assert "There is no such page." in text(answer)
    assert "query" not in text(answer)


def test_a_code_that_expired_while_it_was_typed_still_works(
    secret: str, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_in(client := Client(), "Ann")
    late = time.time() + 60
    monkeypatch.setattr(time, "time", lambda: late)
    assert INCORRECT in text(client.post("/account/2fa/authenticate/", {"code": code(secret, -2)}))
    client.post("/account/2fa/authenticate/", {"code": code(secret, -1)})
    assert client.get("/me/").context["me"].name == "Ann"


def test_a_guest_can_log_into_an_account_with_a_second_step(secret: str, ann: User) -> None:
    client = Client()
    client.post("/play/")
    log_in(client, "Ann")
    assert 'name="code"' in text(client.get("/account/2fa/authenticate/"))
    recovery = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()[0]
    client.post("/account/2fa/authenticate/", {"code": recovery})
    assert client.get("/me/").context["me"].name == "Ann"


def test_the_app_is_switched_off_again(secret: str, confirmed_login: Client) -> None:
    confirmed_login.post("/account/2fa/totp/deactivate/")
    assert log_in(Client(), "Ann").get("/me/").status_code == 200


def test_pages_about_codes_use_our_wording(secret: str, confirmed_login: Client) -> None:
    for page, words in {
        "/account/2fa/": "10 of 10 codes are unused",
        "/account/2fa/recovery-codes/": "10 of 10 unused",
        "/account/2fa/recovery-codes/generate/": "Create new recovery codes?",
        "/account/2fa/totp/deactivate/": "Switch off codes from the app?",
        "/account/2fa/webauthn/": "No passkeys yet.",
    }.items():
        assert words in text(confirmed_login.get(page)), page


def test_the_log_in_page_hands_a_browser_what_a_passkey_needs(stranger: Client) -> None:
    options = stranger.get("/account/2fa/webauthn/login/", headers={"accept": "application/json"}).json()
    assert options["request_options"]["publicKey"]["rpId"] == "testserver"


@pytest.mark.parametrize(
    "credential",
    ["", "nonsense", "{}", "[]", "7", '{"id": 1}', '{"id": "x", "rawId": "x", "response": {}, "type": "x"}'],
)
def test_a_malformed_passkey_is_refused_without_a_crash(stranger: Client, ann: User, credential: str) -> None:
    stranger.get("/account/2fa/webauthn/login/", headers={"accept": "application/json"})
    answer = stranger.post("/account/2fa/webauthn/login/", {"credential": credential}, follow=True)
    assert answer.status_code == 200
    assert stranger.get("/me/").status_code == 302
