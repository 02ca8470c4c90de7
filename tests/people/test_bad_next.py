"""An address in `next` that cannot even be read is ignored on every page."""

import pytest
from django.test import Client

from games.models import User

pytestmark = pytest.mark.django_db
PAGES = (
    "/account/inactive/", "/account/login/", "/account/signup/", "/account/logout/", "/account/password/reset/",
    "/account/reauthenticate/", "/account/confirm-email/", "/account/2fa/", "/play/", "/",
)  # fmt: skip
UNREADABLE = ("http://[", "http://ex\uff0fample.org")


@pytest.mark.parametrize("page", PAGES)
def test_an_unreadable_next_is_ignored(page: str) -> None:
    for person in (None, User.objects.create_user("Ann", "ann@example.org", "secret words")):
        client = Client()
        if person:
            client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
        for address in UNREADABLE:
            assert client.get(page, {"next": address}).status_code < 500
            assert client.post(page, {"next": address}).status_code < 500
