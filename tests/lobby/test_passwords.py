"""Passwords of tables: they are checked before anything is locked, and guesses are limited."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from games.engine import Rules
from games.limits import TooMany
from games.lobby import services
from games.lobby.services import tables as tables_module
from games.models import Table, User, Visit
from games.refusals import NotAllowed, WrongPassword
from tests.conftest import Player

SECRET = services.Settings(visibility="password", password="sesame")


@pytest.fixture
def table(ann: Player) -> str:
    return services.open_table(ann.user, Rules(), SECRET).code


@pytest.mark.django_db(transaction=True)
def test_no_password_is_hashed_while_a_table_is_locked(
    ann: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = []

    def noting(work: Callable[..., Any]) -> Callable[..., Any]:
        def note(*words: Any) -> Any:
            locked.append(connection.in_atomic_block)
            return work(*words)

        return note

    for name in ("check_password", "make_password"):
        monkeypatch.setattr(tables_module, name, noting(getattr(tables_module, name)))
    code = services.open_table(ann.user, Rules(), SECRET).code
    services.give_password(code, bob.user, "sesame", [])
    services.change_settings(code, ann.user, services.Settings(visibility="password", password="thyme"))
    assert locked == [False] * 3


def test_a_password_that_changes_during_the_check_is_refused(
    table: str, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def changed_meanwhile(password: str, stored: str) -> bool:
        Table.objects.filter(code=table).update(password="another")
        return True

    monkeypatch.setattr(tables_module, "check_password", changed_meanwhile)
    with pytest.raises(WrongPassword):
        services.give_password(table, bob.user, "sesame", [])
    assert not Visit.objects.filter(person=bob.user).exists()


def test_the_password_does_not_let_a_banned_person_in(table: str, ann: Player, bob: Player) -> None:
    services.give_password(table, bob.user, "sesame", [])
    services.ban(table, ann.user, bob.user.pk)
    with pytest.raises(NotAllowed) as refused:
        services.give_password(table, bob.user, "sesame", [])
    assert refused.value.code == "host_ban"


def guesses(table: str, person: User, asked_by: list[str], many: int) -> int:
    """Make this many wrong guesses, and return how many were checked before the limit was reached."""
    for number in range(many):
        try:
            services.give_password(table, person, f"guess {number}", asked_by)
        except WrongPassword:
            continue
        except TooMany:
            return number
    return many


@pytest.mark.parametrize(("asked_by", "most"), [(["person 1"], 6), (["address 198.51.100.7"], 18), ([], 60)])
def test_guesses_are_counted_by_person_by_address_and_by_table(
    table: str, bob: Player, stopped_limits: None, asked_by: list[str], most: int
) -> None:
    assert guesses(table, bob.user, asked_by, 70) == most


def test_the_limit_of_a_table_is_shared_by_all_people(
    table: str, bob: Player, dan: Player, stopped_limits: None
) -> None:
    for number in range(10):
        assert guesses(table, bob.user, [f"person {number}"], 6) == 6
    assert guesses(table, dan.user, ["person 99"], 1) == 0


def ask_to_enter(code: str, player: Player, password: str) -> int:
    return player.client.post(f"/t/{code}/password/", {"password": password}).status_code


def test_a_whole_class_behind_one_address_enters_with_the_password(
    table: str, invite: Callable[..., Player], stopped_limits: None
) -> None:
    answers = [ask_to_enter(table, invite(f"Pupil {n}"), "sesame") for n in range(70)]
    assert answers == [302] * 70


def test_right_passwords_allow_no_more_wrong_ones(
    table: str, invite: Callable[..., Player], stopped_limits: None
) -> None:
    crowd = [invite(f"Pupil {n}") for n in range(25)]
    answers = []
    for player in crowd:
        answers.append(ask_to_enter(table, player, "guess"))
        ask_to_enter(table, player, "sesame")
    assert answers == [403] * 18 + [429] * 7


def test_the_right_password_cannot_be_tried_without_end(table: str, bob: Player, stopped_limits: None) -> None:
    """Each check costs the server much time."""
    answers = [ask_to_enter(table, bob, "sesame") for _ in range(8)]
    assert answers == [302] * 6 + [429] * 2
