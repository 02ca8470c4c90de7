"""Passwords of tables: checked before anything is locked, and guessed slowly wherever the guesses come from."""

import pytest
from django.db import connection

from games.engine import Rules
from games.limits import TooMany
from games.lobby import services
from games.lobby.services import tables as tables_module
from games.models import Table, Visit
from games.refusals import NotAllowed, WrongPassword

SECRET = services.Settings(visibility="password", password="sesame")


@pytest.fixture
def table(ann):
    return services.open_table(ann.user, Rules(), SECRET).code


@pytest.mark.django_db(transaction=True)
def test_no_password_is_hashed_while_a_table_is_locked(ann, bob, monkeypatch):
    locked = []

    def noting(work):
        def note(*words):
            locked.append(connection.in_atomic_block)
            return work(*words)

        return note

    for name in ("check_password", "make_password"):
        monkeypatch.setattr(tables_module, name, noting(getattr(tables_module, name)))
    code = services.open_table(ann.user, Rules(), SECRET).code
    services.give_password(code, bob.user, "sesame", [])
    services.change_settings(code, ann.user, services.Settings(visibility="password", password="thyme"))
    assert locked == [False] * 3


def test_a_password_that_is_changed_while_it_is_checked_lets_nobody_in(table, bob, monkeypatch):
    def changed_meanwhile(password, stored):
        Table.objects.filter(code=table).update(password="another")
        return True

    monkeypatch.setattr(tables_module, "check_password", changed_meanwhile)
    with pytest.raises(WrongPassword):
        services.give_password(table, bob.user, "sesame", [])
    assert not Visit.objects.filter(person=bob.user).exists()


def test_somebody_whom_the_host_has_banned_is_not_let_in_by_the_password(table, ann, bob):
    services.give_password(table, bob.user, "sesame", [])
    services.ban(table, ann.user, bob.user.pk)
    with pytest.raises(NotAllowed, match="banned you"):
        services.give_password(table, bob.user, "sesame", [])


def guesses(table, person, asked_by, many):
    """How many of so many guesses are looked at before the next one is too many."""
    for number in range(many):
        try:
            services.give_password(table, person, f"guess {number}", asked_by)
        except WrongPassword:
            continue
        except TooMany:
            return number
    return many


@pytest.mark.parametrize(("asked_by", "most"), [(["person 1"], 6), (["address 198.51.100.7"], 18), ([], 60)])
def test_guesses_are_counted_by_person_by_address_and_by_table(table, bob, stopped_limits, asked_by, most):
    assert guesses(table, bob.user, asked_by, 70) == most


def test_the_limit_of_a_table_is_shared_by_all_who_guess(table, bob, dan, stopped_limits):
    for number in range(10):
        assert guesses(table, bob.user, [f"person {number}"], 6) == 6
    assert guesses(table, dan.user, ["person 99"], 1) == 0
