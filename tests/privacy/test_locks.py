"""Deleting a person locks games and tables in the same order as everything else."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from django.db import connection, connections

from games.locking import locked
from games.models import Place, Table, User
from games.privacy import deletion

PATIENCE_SECONDS = 60
WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"


@pytest.mark.once("postgresql")
@pytest.mark.django_db(transaction=True)
def test_a_deletion_waits_for_a_change_of_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deletion, "leave_tables", lambda person: None)  # as if they sat down again right after it
    ann = User.objects.create_user("Ann")
    table = Table.objects.create(host=ann)
    Place.objects.create(table=table, number=0, person=ann, name="Ann")
    is_locked = Event()

    def change() -> None:
        with locked(table.code):
            is_locked.set()
            wait_until_another_waits()
            Place.objects.filter(table=table, person=ann).update(ready=True)

    def delete() -> None:
        is_locked.wait(PATIENCE_SECONDS)
        deletion.delete(ann)

    with ThreadPoolExecutor(2) as threads:
        for done in [threads.submit(with_own_connection, work) for work in (change, delete)]:
            done.result()
    assert not User.objects.filter(name="Ann").exists()


def with_own_connection(work: Any) -> None:
    try:
        work()
    finally:
        connections.close_all()


def wait_until_another_waits() -> None:
    """On SQLite, which locks no rows, everything waits for the whole transaction anyway."""
    if connection.vendor != "postgresql":
        return
    until = time.monotonic() + PATIENCE_SECONDS
    with connection.cursor() as cursor:
        while time.monotonic() < until:
            cursor.execute(WAITING)
            if cursor.fetchone()[0]:
                return
            time.sleep(0.01)
    raise AssertionError("Nothing waits for a lock.")
