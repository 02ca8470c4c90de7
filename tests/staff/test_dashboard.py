"""The dashboard: metrics, daily counts, and games that need attention."""

import logging
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from time import time

import pytest
from django.test import RequestFactory
from pytest_django import DjangoAssertNumQueries, Settings

from config.logs import ErrorCounter
from games import limits, metrics
from games.models import Day, Entry, Game
from games.staff import daily_counts
from games.table import clock
from games.wording.staff import alert
from tests.conftest import Player
from tests.table.conftest import RunningTable

NOON = datetime(2026, 3, 10, 12, 0, 30, tzinfo=UTC).timestamp()


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> metrics.Process:
    """Reset the metrics of this process."""
    own = metrics.Process()
    monkeypatch.setattr(metrics, "_own", own)
    return own


def another(monkeypatch: pytest.MonkeyPatch) -> None:
    own = metrics.Process()
    monkeypatch.setattr(metrics, "_own", own)


def test_several_processes_add_up(process: metrics.Process, monkeypatch: pytest.MonkeyPatch) -> None:
    metrics.count("moves", 7)
    metrics.change_gauge("sockets", 3)
    metrics.report(NOON)
    another(monkeypatch)
    metrics.count("moves", 5)
    metrics.change_gauge("sockets", 4)
    metrics.report(NOON)
    found = metrics.read(NOON)
    assert (found.processes, found.sockets, found.moves_a_minute) == (2, 7, 12)


def test_a_count_is_reported_only_once(process: metrics.Process) -> None:
    metrics.count("moves", 7)
    metrics.report(NOON)
    metrics.report(NOON)
    assert metrics.read(NOON).moves_a_minute == 7


def test_moves_a_minute_are_those_of_the_last_sixty_seconds(process: metrics.Process) -> None:
    metrics.count("moves", 60)
    metrics.report(NOON)
    assert metrics.read(NOON + 45).moves_a_minute == 45, (
        "a quarter of the minute before still counts for three quarters"
    )
    assert metrics.read(NOON + 120).moves_a_minute == 0


def test_the_95th_percentile_of_the_time_of_moves(process: metrics.Process) -> None:
    for milliseconds in [4.0] * 94 + [90.0] * 6:
        metrics.record_duration("move", milliseconds)
    metrics.report(NOON)
    assert metrics.read(NOON).p95 == 120
    assert metrics.read(NOON + 3600).p95 is None


def test_errors_that_are_logged_are_counted_for_an_hour(process: metrics.Process, settings: Settings) -> None:
    log = logging.Logger("test")
    log.addHandler(ErrorCounter(level=logging.ERROR))
    log.error("Something broke")
    log.warning("Something creaked")
    metrics.report(NOON)
    assert metrics.read(NOON + 3000).errors == 1
    assert metrics.read(NOON + 4000).errors == 0
    assert settings.LOGGING["root"]["handlers"] == ["lines", "errors"]


def test_rate_limited_people_are_listed_with_the_limit(
    process: metrics.Process, stopped_limits: None, rf: RequestFactory
) -> None:
    asked = rf.get("/", REMOTE_ADDR="203.0.113.9")
    hello: Callable[[object], None] = limits.limit("say hello", 2, per=60)(lambda request: None)
    for _ in range(5):
        try:
            hello(asked)
        except limits.TooMany:
            continue
    metrics.report(NOON)
    [found] = metrics.read(time()).limited
    assert (found.who, found.what, found.times) == ("address 203.0.113.9", "say hello", 3)


@pytest.mark.django_db
def test_a_real_move_is_measured_and_counted(process: metrics.Process, table: RunningTable) -> None:
    metrics.report(NOON)
    before = metrics.read(NOON).moves_a_minute
    while table.current_player == "Easy":
        table.do_due_action()
    table.act(table.current_player, table.any_move())
    metrics.report(NOON)
    found = metrics.read(NOON)
    assert found.moves_a_minute > before
    assert found.p95


@pytest.mark.django_db
def test_the_scheduler_reports_its_delay(process: metrics.Process, table: RunningTable) -> None:
    table.make_due()
    Game.objects.update(due_at=datetime.now(UTC) - timedelta(seconds=40))
    clock.due_games()
    metrics.report(NOON)
    found = metrics.read(datetime.now(UTC).timestamp())
    assert found.clock_lag == pytest.approx(40, abs=20)
    assert metrics.read(datetime.now(UTC).timestamp() + 3600).clock_lag is None


@pytest.mark.django_db
def test_the_dashboard_reports_a_missing_scheduler(process: metrics.Process, olga: Player) -> None:
    page = olga.client.get("/admin/").content.decode()
    assert alert("no_clock") in page


@pytest.mark.django_db
@pytest.mark.parametrize("number", [1, 3])
def test_errors_need_attention(process: metrics.Process, olga: Player, number: int) -> None:
    sentence = alert("errors", count=number)
    assert sentence not in olga.client.get("/admin/now/").content.decode()
    metrics.count("errors", number)
    metrics.report(time())
    page = olga.client.get("/admin/now/").content.decode()
    assert sentence in page
    assert "Everything is running normally" not in page


@pytest.mark.django_db
def test_overdue_and_stuck_games_are_listed(
    olga: Player, mo: Player, start_game: Callable[..., RunningTable], process: metrics.Process
) -> None:
    late, stuck = start_game(["Ann", "Bob"]), start_game(["Cleo", "Eve"])
    long_ago = datetime.now(UTC) - timedelta(hours=3)
    Game.objects.filter(pk=late.game.pk).update(due_at=long_ago)
    Game.objects.filter(pk=stuck.game.pk).update(due_at=None)
    Entry.objects.filter(game=stuck.game).update(at=long_ago)
    page = olga.client.get("/admin/now/").content.decode()
    assert f"Game #{late.game.pk} at table {late.code} has been overdue since" in page
    assert f"Game #{stuck.game.pk} at table {stuck.code}: no move for an hour" in page
    assert late.code not in mo.client.get("/admin/now/").content.decode()


@pytest.mark.django_db
def test_past_days_are_counted_once_and_today_every_time(
    table: RunningTable, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    today = date(2026, 3, 10)
    moment = datetime(2026, 3, 8, 9, tzinfo=UTC)
    Game.objects.update(started_at=moment, ended_at=moment + timedelta(minutes=6))
    found = daily_counts.days(today)
    assert len(found) == 30
    day = found[-3]
    assert (day.date, day.games, day.players, day.finished, day.abandoned, day.minutes) == (
        date(2026, 3, 8), 1, 2, 1, 0, 6.0,
    )  # fmt: skip
    assert Day.objects.count() == 29
    with django_assert_num_queries(1):
        assert [day.games for day in daily_counts.days(today)] == [day.games for day in found]


@pytest.mark.django_db
def test_the_numbers_of_the_charts_are_in_a_table_too(olga: Player, table: RunningTable) -> None:
    page = olga.client.get("/admin/").content.decode()
    assert page.count('<svg viewBox="0 -2 300 100"') == 4
    assert page.count('<th scope="row">') == 30
    assert "so far</th><td>1</td><td>2</td>" in page


@pytest.mark.django_db
def test_the_dashboard_refreshes_itself(olga: Player) -> None:
    page = olga.client.get("/admin/").content.decode()
    assert 'hx-get="/admin/now/" hx-trigger="every 5s"' in page
    fragment = olga.client.get("/admin/now/").content.decode()
    assert "<html" not in fragment
    assert "Moves a minute" in fragment
