"""Fixtures: people at tables, and a browser of a guest."""

import pytest
from django.test import Client

from games.models import User
from tests.lobby.conftest import tables as tables


@pytest.fixture
def guest(db: None) -> Client:
    """A browser that has just become a guest."""
    browser = Client()
    browser.post("/play/", {"next": "/me/"})
    return browser


@pytest.fixture
def gus(guest: Client) -> User:
    return User.objects.get(is_guest=True)
