"""Viewers without a seat, and lost connections."""

import asyncio
import re
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.access import Access, Level, Reason
from games.models import Place, Table, User, Visit
from games.presence import company
from games.presence import services as presence
from games.table import services, snapshot
from games.table.consumer import GameConsumer
from games.table.pov import Preferences, around
from games.wording.results import REMATCH_WITHOUT
from tests.responses import find
from tests.table.conftest import RunningTable
from tests.table.test_socket import socket

SECOND = timedelta(seconds=1)


def shown(table: RunningTable) -> str:
    return str(around(table.now, company.read(table.code)))


def watching(fragment: str) -> int:
    """Return the number of viewers without a seat that a page shows; a page without a number has none."""
    number = re.search(r">\s*(\d+) ", fragment)
    return int(number[1]) if number else 0


def disconnected(page: str) -> list[int]:
    """Return the seats that a page marks as not connected."""
    marked = re.search(r'id="around"[^>]* data-lost="([\d ]*)"', page)
    return [int(seat) for seat in marked[1].split()] if marked else []


def test_a_viewer_without_a_seat_is_counted_until_they_close_the_game(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    dan = User.objects.create_user("Dan")
    presence.arrive_at_game(table.code, dan.pk)
    presence.arrive_at_game(table.code, dan.pk)
    assert watching(shown(table)) == 1
    presence.depart(table.code, dan.pk)
    assert watching(shown(table)) == 0
    assert Visit.objects.filter(table=table.table).count() == 1


@pytest.mark.parametrize(
    ("ready", "says"),
    [
        (["Bob"], f"Bob wants a rematch. Waiting for Ann, Cleo. {REMATCH_WITHOUT}"),
        (["Bob", "Cleo"], "Bob, Cleo want a rematch. Waiting for Ann."),
        (["Ann", "Bob", "Cleo"], "Ann, Bob, Cleo want a rematch."),
    ],
)
def test_after_a_game_it_is_said_who_wants_another_and_who_can_decide(
    start_game: type[RunningTable], ready: list[str], says: str
) -> None:
    table = start_game(["Ann", "Bob", "Cleo"])
    services.abandon(table.table)
    table.table.places.update(ready=False)
    table.table.places.filter(name__in=ready).update(ready=True)
    assert find(r'<b class="rematch">([^<]+)</b>', shown(table)) == says


@pytest.mark.parametrize(
    ("ready", "says"),
    [
        (["Ann"], f"You want a rematch. Waiting for Bob, Cleo. {REMATCH_WITHOUT}"),
        (["Ann", "Bob"], f"You and Bob want a rematch. Waiting for Cleo. {REMATCH_WITHOUT}"),
        (["Bob"], "Bob wants a rematch. Waiting for Cleo. Will you play, too?"),
        (["Bob", "Cleo"], "Bob, Cleo want a rematch. Will you play, too?"),
        (["Ann", "Bob", "Cleo"], "You and Bob, Cleo want a rematch."),
    ],
)
def test_a_player_reads_about_a_rematch_as_you(start_game: type[RunningTable], ready: list[str], says: str) -> None:
    table = start_game(["Ann", "Bob", "Cleo"])
    services.abandon(table.table)
    table.table.places.update(ready=False)
    table.table.places.filter(name__in=ready).update(ready=True)
    html = around(table.now, company.read(table.code), table.seat("Ann"))
    assert find(r'<b class="rematch(?: wanted)?">([^<]+)</b>', html) == says
    assert ('class="rematch wanted"' in html) is ("Ann" in ready)


def test_a_player_without_a_window_is_marked_as_not_connected(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"], bots=["Easy"])
    for name in ("Ann", "Bob"):
        presence.arrive_at_game(table.code, table.people[name].pk)
    assert disconnected(shown(table)) == []
    presence.depart(table.code, table.people["Bob"].pk)
    assert disconnected(shown(table)) == [table.seat("Bob")]
    assert "Bob" in shown(table)
    assert not Visit.objects.exists()


def test_a_player_replaced_by_a_bot_is_away_and_not_disconnected(start_game: type[RunningTable]) -> None:
    from games.table import services

    table = start_game(["Ann", "Bob"])
    presence.depart(table.code, table.people["Bob"].pk)
    services.leave(table.code, table.people["Bob"])
    assert disconnected(shown(table)) == []


def test_requests_of_a_page_without_scripts_show_that_its_player_is_here(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    presence.depart(table.code, table.people["Ann"].pk)
    client = Client()
    client.force_login(table.people["Ann"])
    page = client.get(f"/t/{table.code}/game/").content.decode()
    assert 'id="around"' in page
    assert table.seat("Ann") not in disconnected(page)


def test_a_closed_window_is_reported_once(
    start_game: type[RunningTable],
) -> None:
    table = start_game(["Ann", "Bob"])
    now = timezone.now()
    Place.objects.filter(person=table.people["Ann"]).update(seen_at=now)
    Place.objects.filter(person=table.people["Bob"]).update(seen_at=now - presence.HERE + SECOND)
    Visit.objects.create(table=table.table, person=User.objects.create_user("Dan"), seen_at=now)
    versions = []
    for seconds in range(4):
        presence.notice_gone(now + (seconds - 1) * SECOND, now + seconds * SECOND)
        versions.append(Table.objects.get().version)
    assert [version - versions[0] for version in versions] == [0, 1, 1, 1]


def test_a_player_who_left_is_not_reported_again(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    presence.depart(table.code, table.people["Bob"].pk)
    version, now = Table.objects.get().version, timezone.now()
    presence.notice_gone(now - SECOND, now + SECOND)
    assert Table.objects.get().version == version


@pytest.mark.django_db(transaction=True)
def test_all_viewers_are_notified_when_a_viewer_comes_or_goes(start_game: type[RunningTable]) -> None:
    table = start_game(["Ann", "Bob"])
    for person in table.people.values():
        presence.arrive_at_game(table.code, person.pk)
    dan = User.objects.create_user("Dan")

    async def scenario() -> Any:
        ann = socket(table.code, table.people["Ann"])
        await ann.connect()
        first = await ann.receive_around()
        await database_sync_to_async(presence.arrive_at_game)(table.code, dan.pk)
        with_dan = await ann.receive_around()
        await database_sync_to_async(presence.depart)(table.code, table.people["Bob"].pk)
        without_bob = await ann.receive_around()
        await ann.disconnect()
        return first, with_dan, without_bob

    first, with_dan, without_bob = asyncio.run(scenario())
    assert [watching(fragment) for fragment in (first, with_dan, without_bob)] == [0, 1, 1]
    assert [disconnected(fragment) for fragment in (with_dan, without_bob)] == [[], [table.seat("Bob")]]
    snapshot.forget(table.code)


@pytest.mark.django_db(transaction=True)
def test_many_viewers_share_one_lookup(start_game: type[RunningTable], monkeypatch: pytest.MonkeyPatch) -> None:
    table, read = start_game(["Ann", "Bob"]), company.read
    lookups: list[str] = []

    def count(code: str) -> company.Company:
        lookups.append(code)
        return read(code)

    monkeypatch.setattr(company, "read", count)
    monkeypatch.setattr("games.presence.company._lookups.seconds", 2)

    async def scenario() -> Any:
        watchers = [socket(table.code, person) for person in table.people.values() for _ in range(5)]
        for watcher in watchers:
            await watcher.connect()
        shown = {await watcher.receive_around() for watcher in watchers}
        for watcher in watchers:
            await watcher.disconnect()
        return shown

    assert len(asyncio.run(scenario())) == 1
    assert len(lookups) < 10


@pytest.mark.django_db(transaction=True)
def test_a_person_who_is_deleted_while_they_arrive_does_not_become_a_visitor(start_game: type[RunningTable]) -> None:
    """Databases check foreign keys at the commit."""
    table = start_game(["Ann", "Bob"])
    dan = User.objects.create_user("Dan")
    number = dan.pk
    dan.delete()
    presence.arrive_at_game(table.code, number)
    assert not Visit.objects.exists()


def test_people_with_open_windows_stay_present_at_those_tables_only(
    start_game: type[RunningTable], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tables = [start_game([f"Ann{number}", f"Bob{number}"]) for number in range(3)]
    ann, dan = tables[0].people["Ann0"], User.objects.create_user("Dan")
    long_ago = timezone.now() - 60 * SECOND
    for table in tables[:2]:
        Visit.objects.create(table=table.table, person=dan, seen_at=long_ago)
    Place.objects.update(seen_at=long_ago)
    Table.objects.filter(code=tables[0].code).update(host=ann, host_gone_at=long_ago)
    with django_assert_max_num_queries(7):
        presence.keep([(tables[0].code, ann.pk), (tables[1].code, dan.pk), (tables[2].code, ann.pk)])
    seated = Place.objects.exclude(seen_at=long_ago).values_list("table__code", "person__name")
    assert list(seated) == [(tables[0].code, "Ann0")]
    assert list(Visit.objects.exclude(seen_at=long_ago).values_list("table__code", flat=True)) == [tables[1].code]
    assert not Table.objects.filter(host_gone_at__isnull=False).exists()


@pytest.mark.parametrize(("level", "count"), [(Level.SPECTATOR, 1), (Level.NOTHING, 0)])
def test_only_who_still_sees_the_game_is_told_who_is_there(
    start_game: type[RunningTable], monkeypatch: pytest.MonkeyPatch, level: Level, count: int
) -> None:
    table, sent = start_game(["Ann", "Bob"]), list[str]()

    async def ask(code: str) -> company.Company:
        return company.Company(frozenset(), 3, ())

    async def access_to(self: GameConsumer, table: snapshot.Snapshot) -> Access:
        return Access(level, Reason.CLOSED)

    async def send(self: GameConsumer, text_data: str) -> None:
        sent.append(text_data)

    monkeypatch.setattr(company, "ask", ask)
    monkeypatch.setattr(GameConsumer, "_access_to", access_to)
    monkeypatch.setattr(GameConsumer, "send", send)
    viewer = GameConsumer()
    viewer.code, viewer.table, viewer.preferences = table.code, table.now, Preferences()
    viewer.found, viewer.company, viewer.company_is_old = None, "", True
    asyncio.run(viewer._send_company())
    assert len([html for html in sent if 'id="around"' in html]) == count
