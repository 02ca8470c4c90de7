"""The calculation of how far the site scales, and the measurements that it rests on."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.devtools import bench_hints, bench_scale, bench_writer
from games.devtools.bench_figures import Load, as_table, percentile
from games.devtools.bench_integrity import Faults
from games.devtools.bench_processes import Services
from games.devtools.bench_scale import Costs, Scale, carried, costs_of, needs
from games.devtools.bench_server import RULES
from games.devtools.bench_services import Used, used
from games.devtools.bench_writer import Writing
from tests.config.measured import measured_on_servers

COSTS = Costs(server_ms=7.0, database_ms=0.7, redis_ms=0.07, bytes_per_move=300)
LOAD = Load(25, 4, 0, 2, 1.0, 0.0, 1, 1.0, 1.0, 1.0, 1.0, 7.0, 0.7, 0.07)
WRITING = Writing(1, 100, 50.0, 1.0, 2.0, 300, 1700, 2000)


@pytest.mark.once
def test_a_core_carries_as_many_tables_as_it_has_time_for() -> None:
    """A core may be busy for 700 ms of a second: 100 moves of 7 ms, or 300 tables with a move every three seconds."""
    assert carried(COSTS) == {"server": 300, "PostgreSQL": 3000, "Redis": 30_000}
    assert list(carried(COSTS)) == ["server", "PostgreSQL", "Redis"]
    assert carried(Costs(7.0, 0.0, 0.0, 300)) == {"server": 300}


@pytest.mark.once
def test_the_needs_of_many_tables_follow_from_the_cost_of_a_move() -> None:
    found = needs(COSTS, 9000)
    assert (found.moves_per_second, found.server_processes) == (3000.0, 30)
    assert (found.database_cores, found.redis_cores) == (3.0, 0.3)
    assert found.gb_per_day == round(3000 * 300 * 86_400 / 1e9, 1)


@pytest.mark.once
@pytest.mark.parametrize(
    ("tables", "parts"),
    [(300, "nothing"), (301, "server"), (3001, "server, PostgreSQL"), (30_001, "server, PostgreSQL, Redis")],
)
def test_the_parts_that_need_more_than_one_core_are_named(tables: int, parts: str) -> None:
    assert needs(COSTS, tables).more_than_one_core == parts


@pytest.mark.once
def test_the_costs_are_those_of_the_whole_site_and_of_stored_moves() -> None:
    assert costs_of(LOAD, [WRITING, WRITING._replace(log_bytes_per_move=1)]) == COSTS


@pytest.mark.once
def test_the_report_has_every_figure() -> None:
    scale = Scale(LOAD, [WRITING], bench_hints.Hints(10, 10, 5.0), 0.03, COSTS)
    text = scale.text()
    for words in ("cpu ms per move", "statements per move", "hints per second", "PostgreSQL", "gb per day"):
        assert words in text
    assert [row["active_tables"] for row in scale.as_dict()["needs"]] == [1_000, 10_000, 100_000]
    assert "Hints" not in scale._replace(hints=None).text()


@pytest.mark.once
def test_columns_are_as_wide_as_the_longest_value() -> None:
    assert as_table({"a_b": 1}, {"a_b": "a long value"}).split() == ["a", "b", "1", "a", "long", "value"]
    assert percentile([], 0.5) == 0.0
    assert percentile([1.0, 2.0, 3.0], 0.95) == 3.0


@pytest.mark.once
def test_what_services_use_is_counted_for_each_move() -> None:
    assert Used(3.0, 1.5).since(Used(1.0, 1.0), 1000) == (2.0, 0.5)
    assert used(Services()) == Used(0.0, 0.0)
    assert used(Services(database="postgres://elsewhere.example/db")) == Used(0.0, 0.0)


@pytest.mark.once
@pytest.mark.parametrize(
    "words", [("--seconds=0",), ("--moves=0",), ("--hints=0",), ("--tables=0",), ("--processes=0",)]
)
def test_impossible_numbers_are_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match="Give"):
        call_command("bench", "scale", *words)


@pytest.mark.django_db(transaction=True)
def test_the_writer_stores_every_move_of_each_batch() -> None:
    one, five = bench_writer.measure(RULES, 10, batches=(1, 5))
    assert (one.batch, one.moves, five.batch, five.moves) == (1, 10, 5, 10)
    assert five.statements_per_move < one.statements_per_move == 2.0
    assert min(one.state_bytes, one.moves_per_second) > 0
    assert (one.wal_bytes_per_move > 0) == (connection.vendor == "postgresql")


@pytest.mark.once
def test_hints_reach_another_event_loop_only_through_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_hints, "PATIENCE_SECONDS", 0.1)
    found = bench_hints.measure(10)
    assert (found.sent, found.received) == (10, 0)


@pytest.mark.once("postgresql")
def test_the_whole_measurement_on_postgresql_and_redis(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--processes=2", "--tables=1", "--seconds=1", "--moves=50", "--hints=50")
    figures = measured_on_servers(capsys, "scale", *words)
    if figures is None:
        return
    assert {name: figures["load"][name] for name in Faults._fields} == Faults()._asdict()
    assert figures["load"]["processes"] == 2
    assert figures["load"]["moves"] > 0
    assert figures["hints"]["received"] == 50
    assert [row["batch"] for row in figures["writing"]] == list(bench_writer.BATCHES)
    assert len(figures["needs"]) == len(bench_scale.SIZES)
