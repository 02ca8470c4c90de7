"""The cast: Ann has an account, Gus is a guest, Sue is staff, and a stranger has nothing yet."""

import pytest
from django.test import Client

from games.models import User

PASSWORD = "seven of diamonds"


@pytest.fixture
def ann(db) -> User:
    return User.objects.create_user("Ann", "ann@example.com", PASSWORD)


@pytest.fixture
def sue(db) -> User:
    return User.objects.create_superuser("Sue", "sue@example.com", PASSWORD)


@pytest.fixture
def stranger(db) -> Client:
    return Client()


@pytest.fixture
def guest(stranger) -> Client:
    """A browser that has just become a guest."""
    stranger.post("/play/", {"next": "/me/"})
    return stranger


@pytest.fixture
def gus(guest) -> User:
    return User.objects.get()


@pytest.fixture
def at_home(ann) -> Client:
    """Ann's browser, logged in the way she does it."""
    return log_in(Client(), "Ann")


def log_in(client: Client, name: str, password: str = PASSWORD) -> Client:
    client.post("/account/login/", {"login": name, "password": password})
    return client
