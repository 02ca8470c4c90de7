"""Transactions on SQLite in one process wait for each other."""

import threading
from collections.abc import Callable

import pytest
from django.db import DatabaseError, connection, transaction

from config.sqlite import base
from games.models import Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]


def write() -> None:
    with transaction.atomic():
        Table.objects.create()


def write_five_times() -> None:
    for _ in range(5):
        write()


def in_a_thread(work: Callable[[], object]) -> threading.Thread:
    def and_close() -> None:
        try:
            work()
        finally:
            connection.close()

    thread = threading.Thread(target=and_close)
    thread.start()
    return thread


def test_many_writers_all_get_the_lock() -> None:
    for thread in [in_a_thread(write_five_times) for _ in range(6)]:
        thread.join()
    assert Table.objects.count() == 30


def test_a_finished_transaction_releases_the_lock() -> None:
    write()
    assert not base._write_lock.locked()


@transaction.atomic
def fail() -> None:
    Table.objects.create()
    raise ZeroDivisionError


@transaction.atomic
def ask_for_nonsense() -> None:
    with connection.cursor() as cursor:
        cursor.execute("nonsense")


@transaction.atomic
def hang_up() -> None:
    connection.close()
    Table.objects.create()


@pytest.mark.parametrize("trouble", [fail, ask_for_nonsense, hang_up])
def test_a_failed_transaction_releases_the_lock(trouble: Callable[[], None]) -> None:
    with pytest.raises((ZeroDivisionError, DatabaseError)):
        trouble()
    assert not base._write_lock.locked()
    write()


def test_a_waiting_transaction_sees_what_the_one_before_wrote() -> None:
    seen: list[int] = []
    waits = threading.Event()

    def look() -> None:
        waits.set()
        with transaction.atomic():
            seen.append(Table.objects.count())

    with transaction.atomic():
        thread = in_a_thread(look)
        waits.wait()
        Table.objects.create()
    thread.join()
    assert seen == [1]


def test_a_connection_keeps_half_a_megabyte_of_pages() -> None:
    with connection.cursor() as cursor:
        (kilobytes,) = cursor.execute("PRAGMA cache_size").fetchone()
    assert kilobytes == -512
