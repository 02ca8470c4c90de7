"""Fixtures: Ann has an account, Gus is a guest, Sue is staff, and `stranger` is an anonymous browser."""

import pytest
from django.test import Client

from games.models import User

PASSWORD = "seven of diamonds"


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("Ann", "ann@example.com", PASSWORD)


@pytest.fixture
def sue(db: None) -> User:
    return User.objects.create_superuser("Sue", "sue@example.com", PASSWORD)


@pytest.fixture
def stranger(db: None) -> Client:
    return Client()


@pytest.fixture
def guest(stranger: Client) -> Client:
    """A browser that has just become a guest."""
    stranger.post("/play/", {"next": "/me/"})
    return stranger


@pytest.fixture
def gus(guest: Client) -> User:
    return User.objects.get()


@pytest.fixture
def logged_in(ann: User) -> Client:
    """Return Ann's browser, logged in through the login form."""
    return log_in(Client(), "Ann")


def log_in(client: Client, name: str, password: str = PASSWORD) -> Client:
    client.post("/account/login/", {"login": name, "password": password})
    return client
