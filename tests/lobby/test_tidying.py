"""What happens to tables by themselves, told with a clock that tests turn."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.lobby import services
from games.lobby.services import cleanup
from games.models import Table, Visit
from games.presence import services as presence

MINUTE = timedelta(minutes=1)


@pytest.fixture
def now():
    return timezone.now()


def be_here(table, *players, at):
    for player in players:
        table.table.places.filter(person=player.user).update(seen_at=at)


def test_after_thirty_seconds_the_host_role_passes_to_the_longest_present_human(tables, ann, bob, cleo, now):
    table = tables(ann)
    table.press(ann, "bot", seat="1", bot="Easy")
    for player in (bob, cleo):
        table.press(player, "sit")
    presence.depart(table.code, ann.user.pk)
    later = timezone.now() + timedelta(seconds=29)
    be_here(table, bob, cleo, at=later)
    services.tidy(later)
    assert table.table.host == ann.user
    services.tidy(later + timedelta(seconds=2))
    assert table.table.host == bob.user
    assert table.notices[-1] == "The host is gone. Bob is the host now."


def test_a_host_who_is_back_in_time_stays_host(tables, ann, bob, now):
    table = tables(ann, seated=[bob])
    presence.depart(table.code, ann.user.pk)
    presence.arrive(table.code, ann.user.pk)
    be_here(table, ann, bob, at=now + MINUTE)
    services.tidy(now + MINUTE)
    assert table.table.host == ann.user


def test_a_host_on_a_page_without_scripts_is_here_by_asking_for_pages(tables, ann, bob, now):
    table = tables(ann, seated=[bob])
    presence.depart(table.code, ann.user.pk)
    table.shows(ann)
    be_here(table, bob, at=now + MINUTE)
    assert table.table.host_gone_at is None


def test_the_role_goes_to_nobody_who_is_gone_too_and_never_to_a_bot(tables, ann, bob, now):
    table = tables(ann, seated=[bob])
    table.press(ann, "bot", seat="2", bot="Easy")
    for player in (ann, bob):
        presence.depart(table.code, player.user.pk)
    services.tidy(now + MINUTE)
    assert table.table.host == ann.user


def test_a_server_that_died_leaves_no_host_behind(tables, ann, bob, now):
    table = tables(ann, seated=[bob])
    later = now + MINUTE
    be_here(table, bob, at=later)
    services.tidy(later)
    assert table.table.host == ann.user
    be_here(table, bob, at=later + timedelta(seconds=31))
    services.tidy(later + timedelta(seconds=31))
    assert table.table.host == bob.user


def test_a_closed_window_keeps_the_seat(tables, ann, bob, now):
    table = tables(ann, seated=[bob])
    presence.depart(table.code, bob.user.pk)
    services.tidy(now + timedelta(seconds=40))
    assert table.sitters == ["0 Ann", "1 Bob"]
    assert "away" in table.shows(ann)


def test_a_table_nobody_touches_closes_after_a_warning(tables, ann, now):
    table = tables(ann)
    late = now + cleanup.UNTOUCHED + MINUTE
    be_here(table, ann, at=late)
    services.tidy(late)
    assert table.notices == [cleanup.WARNING]
    assert table.table.closed_at is None
    services.tidy(late + timedelta(seconds=5))
    assert len(table.notices) == 1
    services.tidy(late + cleanup.AFTER_THE_WARNING)
    assert table.table.closed_at


def test_anything_that_somebody_does_keeps_the_table_open(tables, ann, now):
    table = tables(ann)
    late = now + cleanup.UNTOUCHED + MINUTE
    be_here(table, ann, at=late)
    services.tidy(late)
    assert "closes in about two minutes" in table.shows(ann)
    table.press(ann, "ready", ready="yes")
    assert table.table.closes_at is None


def test_a_deserted_table_does_not_stay_for_long(tables, ann, now):
    table = tables(ann, visibility="public")
    presence.depart(table.code, ann.user.pk)
    services.tidy(now + cleanup.DESERTED + MINUTE)
    services.tidy(now + cleanup.DESERTED + MINUTE + cleanup.AFTER_THE_WARNING)
    assert table.table.closed_at
    assert "Ann’s table" not in ann.client.get("/tables/").content.decode()


def test_a_table_with_a_game_that_somebody_plays_stays(tables, ann, bob, now):
    table = tables(ann, seated=[bob], ready=True)
    table.press(ann, "start")
    for late in (cleanup.UNTOUCHED + MINUTE, cleanup.UNTOUCHED + 5 * MINUTE):
        services.tidy(now + late)
    assert table.table.closed_at is None


def test_a_game_that_only_bots_play_on_ends_with_its_table(tables, ann, bob, now):
    table = tables(ann, seated=[bob], ready=True)
    table.press(ann, "start")
    table.table.games.get().players.update(stand_in="Medium")
    services.tidy(now + cleanup.UNTOUCHED + MINUTE)
    services.tidy(now + cleanup.UNTOUCHED + 4 * MINUTE)
    assert table.table.closed_at
    assert table.table.games.get().abandoned


def test_a_game_whose_people_are_away_for_a_while_is_still_there_for_them(tables, ann, now):
    table = tables(ann)
    table.press(ann, "bot", seat="1", bot="Easy")
    table.press(ann, "start")
    table.table.games.get().players.filter(bot="").update(stand_in="Medium")
    presence.depart(table.code, ann.user.pk)
    services.tidy(now + 15 * MINUTE)
    assert table.table.closes_at is None


def test_closed_tables_that_nothing_was_played_at_are_forgotten_after_a_day(tables, ann, bob, now):
    played, empty = tables(ann, seated=[bob], ready=True), tables(ann)
    played.press(ann, "start")
    Table.objects.update(closed_at=now)
    services.forget(now + timedelta(hours=23))
    assert Table.objects.count() == 2
    services.forget(now + timedelta(hours=25))
    assert [table.code for table in Table.objects.all()] == [played.code]
    assert empty.code != played.code


def test_visitors_who_did_not_come_again_are_forgotten(tables, ann, dan, now):
    table = tables(ann)
    table.press(dan, "watch")
    services.forget(now + timedelta(days=2))
    assert not Visit.objects.exists()


def test_tidying_twice_does_no_harm(tables, ann, bob, now):
    table = tables(ann, seated=[bob])
    presence.depart(table.code, ann.user.pk)
    late = now + MINUTE
    be_here(table, bob, at=late)
    services.tidy(late)
    before = table.table.version
    services.tidy(late)
    assert table.table.version == before
