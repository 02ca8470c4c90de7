"""Periodic maintenance of tables: absent hosts, bots for free seats, people who wait, and unused tables."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games.lobby import services
from games.lobby.services import cleanup
from games.models import Table, Visit
from games.presence import services as presence
from games.wording.lobby import notice
from tests.conftest import Player
from tests.lobby.conftest import LobbyTable, Tables, clean_up

MINUTE = timedelta(minutes=1)


@pytest.fixture
def now() -> datetime:
    return timezone.now()


def be_here(table: LobbyTable, *players: Player, at: datetime) -> None:
    for player in players:
        table.table.places.filter(person=player.user).update(seen_at=at)


def test_after_thirty_seconds_the_host_role_passes_to_the_longest_present_human(
    tables: Tables, ann: Player, bob: Player, cleo: Player, now: datetime
) -> None:
    table = tables(ann)
    table.press(ann, "bot", seat="1", bot="Easy")
    for player in (bob, cleo):
        table.press(player, "sit")
    presence.depart(table.code, ann.user.pk)
    later = timezone.now() + timedelta(seconds=29)
    be_here(table, bob, cleo, at=later)
    clean_up(later)
    assert table.table.host == ann.user
    clean_up(later + timedelta(seconds=2))
    assert table.table.host == bob.user
    assert table.notices[-1] == notice("host_replaced", name="Bob")


def test_a_host_who_is_back_in_time_stays_host(tables: Tables, ann: Player, bob: Player, now: datetime) -> None:
    table = tables(ann, seated=[bob])
    presence.depart(table.code, ann.user.pk)
    presence.arrive(table.code, ann.user.pk)
    be_here(table, ann, bob, at=now + MINUTE)
    clean_up(now + MINUTE)
    assert table.table.host == ann.user


def test_a_host_on_a_page_without_scripts_is_here_by_asking_for_pages(
    tables: Tables, ann: Player, bob: Player, now: datetime
) -> None:
    table = tables(ann, seated=[bob])
    presence.depart(table.code, ann.user.pk)
    table.shows(ann)
    be_here(table, bob, at=now + MINUTE)
    assert table.table.host_gone_at is None


def test_the_role_never_passes_to_absent_people_or_bots(
    tables: Tables, ann: Player, bob: Player, now: datetime
) -> None:
    table = tables(ann, seated=[bob])
    table.press(ann, "bot", seat="2", bot="Easy")
    for player in (ann, bob):
        presence.depart(table.code, player.user.pk)
    clean_up(now + MINUTE)
    assert table.table.host == ann.user


def test_a_server_that_died_leaves_no_host_behind(tables: Tables, ann: Player, bob: Player, now: datetime) -> None:
    table = tables(ann, seated=[bob])
    later = now + MINUTE
    be_here(table, bob, at=later)
    clean_up(later)
    assert table.table.host == ann.user
    be_here(table, bob, at=later + timedelta(seconds=31))
    clean_up(later + timedelta(seconds=31))
    assert table.table.host == bob.user


def test_a_closed_window_keeps_the_seat(tables: Tables, ann: Player, bob: Player, now: datetime) -> None:
    table = tables(ann, seated=[bob])
    presence.depart(table.code, bob.user.pk)
    clean_up(now + timedelta(seconds=40))
    assert table.sitters == ["0 Ann", "1 Bob"]
    assert "away" in table.shows(ann)


def test_an_unused_table_closes_after_a_warning(tables: Tables, ann: Player, now: datetime) -> None:
    table = tables(ann)
    late = now + cleanup.UNTOUCHED + MINUTE
    be_here(table, ann, at=late)
    clean_up(late)
    assert table.notices == [notice("closing_soon")]
    assert table.table.closed_at is None
    clean_up(late + timedelta(seconds=5))
    assert len(table.notices) == 1
    clean_up(late + cleanup.AFTER_THE_WARNING)
    assert table.table.closed_at


def test_any_action_keeps_the_table_open(tables: Tables, ann: Player, now: datetime) -> None:
    table = tables(ann)
    late = now + cleanup.UNTOUCHED + MINUTE
    be_here(table, ann, at=late)
    clean_up(late)
    assert "closes in about two minutes" in table.shows(ann)
    table.press(ann, "ready", ready="yes")
    assert table.table.closes_at is None


def test_a_table_without_people_closes_early(tables: Tables, ann: Player, now: datetime) -> None:
    table = tables(ann, visibility="public")
    presence.depart(table.code, ann.user.pk)
    clean_up(now + cleanup.DESERTED + MINUTE)
    clean_up(now + cleanup.DESERTED + MINUTE + cleanup.AFTER_THE_WARNING)
    assert table.table.closed_at
    assert "Ann’s table" not in ann.client.get("/tables/").content.decode()


def test_a_table_where_a_person_plays_stays_open(tables: Tables, ann: Player, bob: Player, now: datetime) -> None:
    table = tables(ann, seated=[bob], ready=True)
    table.press(ann, "start")
    for late in (cleanup.UNTOUCHED + MINUTE, cleanup.UNTOUCHED + 5 * MINUTE):
        clean_up(now + late)
    assert table.table.closed_at is None


def test_a_game_that_only_bots_play_on_ends_with_its_table(
    tables: Tables, ann: Player, bob: Player, now: datetime
) -> None:
    table = tables(ann, seated=[bob], ready=True)
    table.press(ann, "start")
    table.table.games.get().players.update(stand_in="Medium")
    clean_up(now + cleanup.UNTOUCHED + MINUTE)
    clean_up(now + cleanup.UNTOUCHED + 4 * MINUTE)
    assert table.table.closed_at
    assert table.table.games.get().abandoned


def left_to_bots(tables: Tables, host: Player) -> LobbyTable:
    """A table with a running game whose only person has gone, so that a bot plays for them."""
    table = tables(host)
    table.press(host, "bot", seat="1", bot="Easy")
    table.press(host, "start")
    table.table.games.get().players.filter(bot="").update(stand_in="Medium")
    presence.depart(table.code, host.user.pk)
    return table


def test_a_game_whose_people_are_away_for_a_while_is_still_there_for_them(
    tables: Tables, ann: Player, now: datetime
) -> None:
    table = left_to_bots(tables, ann)
    clean_up(now + 15 * MINUTE)
    assert table.table.closes_at is None


def test_a_game_stays_open_for_a_person_who_comes_back_after_the_warning(
    tables: Tables, ann: Player, now: datetime
) -> None:
    table = left_to_bots(tables, ann)
    late = now + cleanup.UNTOUCHED + MINUTE
    clean_up(late)
    assert table.notices[-1] == notice("closing_soon")
    be_here(table, ann, at=late + MINUTE)
    clean_up(late + cleanup.AFTER_THE_WARNING)
    assert table.table.closes_at is None
    assert table.notices[-1] == notice("stays_open")
    clean_up(late + cleanup.AFTER_THE_WARNING + MINUTE)
    assert table.table.closed_at is None
    assert not table.table.games.get().abandoned


def test_closed_tables_that_nothing_was_played_at_are_forgotten_after_a_day(
    tables: Tables, ann: Player, bob: Player, now: datetime
) -> None:
    played, empty = tables(ann, seated=[bob], ready=True), tables(ann)
    played.press(ann, "start")
    Table.objects.update(closed_at=now)
    services.delete_unused(now + timedelta(hours=23))
    assert Table.objects.count() == 2
    services.delete_unused(now + timedelta(hours=25))
    assert [table.code for table in Table.objects.all()] == [played.code]
    assert empty.code != played.code


def test_old_visits_are_deleted(tables: Tables, ann: Player, dan: Player, now: datetime) -> None:
    table = tables(ann)
    table.press(dan, "watch")
    services.delete_unused(now + timedelta(days=2))
    assert not Visit.objects.exists()


def test_cleaning_up_twice_does_no_harm(tables: Tables, ann: Player, bob: Player, now: datetime) -> None:
    table = tables(ann, seated=[bob])
    presence.depart(table.code, ann.user.pk)
    late = now + MINUTE
    be_here(table, bob, at=late)
    clean_up(late)
    before = table.table.version
    clean_up(late)
    assert table.table.version == before
