"""Cached rights: never older than the version in a hint, and never from a transaction that was rolled back."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoAssertNumQueries

from games import access
from games.access import Level, Reason
from games.lobby import services
from games.lobby.services.cleanup import VISITS_KEPT, delete_unused
from games.models import Ban, Table, Visit
from games.presence import services as presence
from tests.conftest import Player

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(ann: Player, bob: Player) -> str:
    from games.engine import Rules

    opened = services.open_table(ann.user, Rules(), services.Settings())
    services.sit(opened.code, bob.user)
    return opened.code


def read_rights(code: str) -> access.Rights:
    rights = access.read(code)
    assert rights is not None
    return rights


def test_rights_are_cached_by_version(
    table: str, dan: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    known = read_rights(table)
    with django_assert_num_queries(0):
        assert access.kept(table, known.version) is known
        assert access.kept(table, known.version + 1) is None
    services.watch(table, dan.user)
    assert dan.user.pk in read_rights(table).visiting


def test_older_rights_do_not_replace_newer_ones(table: str, dan: Player) -> None:
    old = access.read(table)
    services.watch(table, dan.user)
    new = access.read(table)
    assert old is not None
    access.keep(old)
    assert access.kept(table, 0) is new


def test_rights_from_a_rolled_back_transaction_are_not_cached(table: str, dan: Player) -> None:
    known = read_rights(table)
    with transaction.atomic():
        Ban.objects.create(table=Table.objects.get(code=table), person=dan.user)
        assert access.to_table(table, dan.user).reason is Reason.HOST_BAN
        transaction.set_rollback(True)
    assert access.kept(table, known.version) is known
    assert access.to_table(table, dan.user).level == Level.SPECTATOR


def everything_that_changes_rights(table: str, ann: Player, bob: Player, dan: Player) -> Iterator[Any]:
    """Each of these must increase the table's version, or open sockets would keep the old rights."""
    hidden = services.Settings(visibility="public")
    yield lambda: services.watch(table, dan.user)
    yield lambda: services.leave(table, dan.user)
    yield lambda: services.say(table, dan.user, "Hello")
    yield lambda: services.ban(table, ann.user, dan.user.pk)
    yield lambda: services.unban(table, ann.user, dan.user.pk)
    yield lambda: presence.arrive_at_game(table, dan.user.pk)
    yield lambda: services.change_settings(table, ann.user, hidden)
    yield lambda: services.change_settings(table, ann.user, services.Settings(visibility="password", password="x"))
    yield lambda: services.give_password(table, dan.user, "x", [])
    yield lambda: services.kick(table, ann.user, bob.user.pk)
    yield lambda: services.pass_on(table, ann.user, sit_again(table, bob))
    yield lambda: delete_unused(Visit.objects.get(person=dan.user).seen_at + VISITS_KEPT)
    yield lambda: services.close(table, bob.user)


def sit_again(table: str, player: Any) -> Any:
    services.sit(table, player.user)
    return player.user.pk


def test_every_change_of_rights_increases_the_version(table: str, ann: Player, bob: Player, dan: Player) -> None:
    for change in everything_that_changes_rights(table, ann, bob, dan):
        before = read_rights(table)
        change()
        after = read_rights(table)
        facts = ("visibility", "watching", "is_closed", "host", "sitting", "visiting", "banned")
        assert [getattr(before, fact) for fact in facts] != [getattr(after, fact) for fact in facts] or change is None
        assert after.version > before.version
