"""Access to pages: all require a login unless they are public, and there is one login, also for staff."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.models import User
from tests.people.conftest import log_in

OPEN_TO_ALL = {
    "home", "play", "rules", "face", "healthz", "readyz", "game", "seat_numbers",
    "account_login", "account_logout", "account_signup", "account_inactive",
    "account_email_verification_sent", "account_confirm_email", "account_confirm_login_code",
    "account_reset_password", "account_reset_password_done", "account_reset_password_from_key",
    "account_reset_password_from_key_done",
    "tables", "join", "table", "enter", "sit", "watch", "queue", "take_seat", "quick_match",
    "new_table", "check_rules", "save_rules", "rule_set", "cards", "bots", "api", "openapi",
    "privacy", "robots", "favicon", "security_txt", "card_help", "manifest", "worker", "offline",
    "preview", "profile", "replay", "replay_at", "replay_picture", "download_game", "fair", "check_deal", "commitment",
    "mfa_authenticate", "mfa_trust", "mfa_login_webauthn", "mfa_signup_webauthn",
}  # fmt: skip


CHECKED_ELSEWHERE = ("admin", "ninja")
"""These check access themselves: the admin by its own login, the API by tokens."""


def patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            yield from patterns(entry) if entry.app_name not in CHECKED_ELSEWHERE else ()
        else:
            yield entry


def is_open(pattern: URLPattern) -> bool:
    return not getattr(pattern.callback, "login_required", True)


def test_exactly_these_pages_are_public() -> None:
    assert {pattern.name for pattern in patterns(get_resolver()) if is_open(pattern)} <= OPEN_TO_ALL


@pytest.mark.parametrize(
    "page",
    ["/me/", "/me/games/", "/me/friends/", "/me/invitations/", "/me/preferences/", "/me/data/", "/me/delete/",
     "/account/email/", "/account/password/change/", "/account/2fa/", "/account/2fa/totp/activate/",
     "/account/2fa/webauthn/", "/account/sessions/", "/style/"],
)  # fmt: skip
def test_anonymous_visitors_are_redirected_to_the_login(stranger: Client, page: str) -> None:
    assert stranger.get(page)["Location"].startswith("/account/login/?next=")


def test_the_login_of_the_admin_has_the_same_limits(stranger: Client, sue: User) -> None:
    answer = stranger.get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0] == "/account/login/?next=%2Fadmin%2F"
    assert log_in(stranger, "Sue").get("/admin/").status_code == 200


def test_a_player_has_no_access_to_the_admin(logged_in: Client) -> None:
    answer = logged_in.get("/admin/login/")
    assert answer.status_code == 403
    assert "You do not have permission to see or do this." in answer.content.decode()


def test_staff_can_look_after_people_in_the_admin(stranger: Client, sue: User, ann: User) -> None:
    log_in(stranger, "Sue")
    assert "Ann" in stranger.get("/admin/games/user/?q=ann").content.decode()
    page = stranger.get(f"/admin/games/user/{ann.pk}/change/").content.decode()
    assert ann.password not in page


@pytest.mark.parametrize("keys", ["mfa/authenticator", "usersessions/usersession"])
def test_staff_are_not_shown_what_opens_other_peoples_accounts(stranger: Client, sue: User, keys: str) -> None:
    log_in(stranger, "Sue")
    assert stranger.get(f"/admin/{keys}/").status_code == 404


def test_the_design_system_is_shown_to_staff_only(logged_in: Client, sue: User) -> None:
    assert logged_in.get("/style/").status_code == 404
    assert log_in(Client(), "Sue").get("/style/").status_code == 200


@pytest.mark.parametrize("page", ["http://[", "http://[::1", "//[", "http://testserver:x/", "\x00"])
def test_a_current_page_that_is_no_address_is_left_out(stranger: Client, page: str) -> None:
    answer = stranger.get("/me/", headers={"HX-Request": "true", "HX-Current-URL": page})
    assert answer.status_code == 200
    assert answer["HX-Redirect"].startswith("/account/login/")
