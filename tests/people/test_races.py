"""Several people request the same name at the same time: one gets it, the others are refused."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections
from django.test import Client
from pytest_django import Settings

from games.models import User
from games.people import services
from games.people.errors import NameTaken
from games.wording.people import refusal
from tests.people.conftest import PASSWORD

CROWD = 6

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(work: Callable[[int], str]) -> Counter[str]:
    """Start all of them together, and return their results."""
    start = Barrier(CROWD)

    def one(n: int) -> str:
        start.wait()
        try:
            return work(n)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(CROWD) as crowd:
        return Counter(crowd.map(one, range(CROWD)))


def test_one_of_many_who_rename_themselves_gets_the_name() -> None:
    people = [services.create_guest() for _ in range(CROWD)]

    def rename(n: int) -> str:
        try:
            services.rename(people[n], "Ada" if n % 2 else "ADA")
        except NameTaken:
            return "taken"
        return "mine"

    assert at_once(rename) == {"mine": 1, "taken": CROWD - 1}
    assert [person.name.lower() for person in people].count("ada") == 1


def test_one_of_many_who_sign_up_gets_the_name(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = False  # they are counted one after the other, and none waits longer than a second

    def sign_up(n: int) -> str:
        answer = Client().post("/account/signup/", {"username": "Ada", "password1": PASSWORD})
        return "mine" if answer.status_code == 302 else str(refusal("name_taken") in answer.content.decode())

    assert at_once(sign_up) == {"mine": 1, "True": CROWD - 1}
    assert User.objects.get().name == "Ada"


def test_guests_created_at_the_same_time_all_get_a_name() -> None:
    assert at_once(lambda _: str(Client().post("/play/").status_code)) == {"302": CROWD}
    assert User.objects.filter(is_guest=True).count() == CROWD


def test_a_sign_up_form_that_a_guest_sends_twice_makes_one_account() -> None:
    browser = Client()
    browser.post("/play/", {"next": "/me/"})
    cookies = browser.cookies.output(header="", sep=";")

    def sign_up(n: int) -> str:
        again = Client(headers={"cookie": cookies})
        form = {"username": "Ada", "password1": PASSWORD, "email": "ada@example.com"}
        return str(again.post("/account/signup/", form).status_code)

    # Only one of them may send the e-mail, so one that comes just then is told to wait.
    assert set(at_once(sign_up)) <= {"200", "302", "429"}
    assert [(person.name, person.is_guest) for person in User.objects.all()] == [("Ada", False)]
