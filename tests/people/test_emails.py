"""The page on which people manage their e-mail addresses says why it did nothing."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client

from games.models import User
from games.wording.people import EMAIL_ERRORS, LOGIN_ERRORS, SECOND_STEP_ERRORS, refusal
from tests.people.conftest import PASSWORD
from tests.responses import text

ADDRESS = "new@example.com"
LONG = "x" * 243 + "@example.com"
"""One character longer than an address can be."""


def send(client: Client, action: str, email: str = "") -> str:
    return text(client.post("/account/email/", {f"action_{action}": "", "email": email}, follow=True))


@pytest.mark.parametrize("action", ["primary", "send", "remove"])
@pytest.mark.parametrize("email", ["", "bob@example.com", "new@example.com\x00"])
def test_a_button_without_one_of_your_addresses_asks_for_one(logged_in: Client, action: str, email: str) -> None:
    User.objects.create_user("Bob", "bob@example.com", PASSWORD)
    assert refusal("no_address_chosen") in send(logged_in, action, email)


def test_a_second_link_within_three_minutes_is_refused(logged_in: Client) -> None:
    assert "We have sent a confirmation link" in send(logged_in, "add", ADDRESS)
    assert refusal("sent_already") in send(logged_in, "send", ADDRESS)


def test_a_confirmed_address_needs_no_link(logged_in: Client, ann: User) -> None:
    EmailAddress.objects.create(user=ann, email=ADDRESS, verified=True)
    assert refusal("confirmed_already") in send(logged_in, "send", ADDRESS)


def test_the_primary_address_cannot_be_removed_before_another(logged_in: Client, ann: User) -> None:
    for email in (ADDRESS, "other@example.com"):
        EmailAddress.objects.create(user=ann, email=email, verified=True, primary=email == ADDRESS)
    assert f"{ADDRESS} is your primary address." in send(logged_in, "remove", ADDRESS)


def test_only_a_confirmed_address_replaces_a_confirmed_one(logged_in: Client, ann: User) -> None:
    EmailAddress.objects.create(user=ann, email=ADDRESS, verified=True, primary=True)
    EmailAddress.objects.create(user=ann, email="other@example.com")
    assert "Confirm this address first." in send(logged_in, "primary", "other@example.com")


def test_a_page_that_still_has_the_form_says_when_there_are_too_many(logged_in: Client, ann: User) -> None:
    for number in range(3):
        EmailAddress.objects.create(user=ann, email=f"{number}@example.com")
    assert LOGIN_ERRORS["max_email_addresses"] % 3 in send(logged_in, "add", ADDRESS)


@pytest.mark.parametrize(
    ("email", "code", "facts"), [("new", "invalid", {}), (LONG, "max_length", {"limit_value": 254, "show_value": 255})]
)
def test_what_is_no_address_is_refused_and_kept_in_its_field(
    logged_in: Client, email: str, code: str, facts: dict[str, int]
) -> None:
    page = send(logged_in, "add", email)
    assert EMAIL_ERRORS[code] % facts in page
    assert f'value="{email}"' in page
    assert " maxlength=" not in page


def test_no_account_is_created_with_an_address_that_is_too_long(stranger: Client) -> None:
    form = {"username": "Bea", "password1": PASSWORD, "email": LONG}
    page = text(stranger.post("/account/signup/", form))
    assert EMAIL_ERRORS["max_length"] % {"limit_value": 254, "show_value": 255} in page
    assert not User.objects.exists()


def test_a_second_step_excludes_addresses_that_are_not_confirmed(logged_in: Client, ann: User) -> None:
    assert 'name="action_add"' in text(logged_in.get("/account/email/"))
    TOTP.activate(ann, "A" * 32)
    assert 'name="action_add"' not in text(logged_in.get("/account/email/"))
    assert SECOND_STEP_ERRORS["add_email_blocked"] in send(logged_in, "add", ADDRESS)
