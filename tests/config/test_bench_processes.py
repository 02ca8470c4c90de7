"""The benchmark of several server processes."""

import pytest
from django.core.management import CommandError, call_command

from games.devtools.bench_server import Seated


@pytest.mark.once
@pytest.mark.parametrize(
    ("database", "redis"),
    [("", ""), ("postgres://host/db", ""), ("sqlite:///x", "redis://host:1"), ("", "redis://host:1")],
)
def test_several_processes_need_postgresql_and_redis(
    database: str, redis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", database)
    monkeypatch.setenv("REDIS_URL", redis)
    with pytest.raises(CommandError, match="need PostgreSQL and Redis"):
        call_command("bench", "table", "--processes", "2")


@pytest.mark.once
@pytest.mark.parametrize(
    "words", [("--tables=0",), ("--viewers=1",), ("--seconds=0",), ("--idle=-1",), ("--pace=-1",), ("--processes=0",)]
)
def test_impossible_numbers_are_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match="Give"):
        call_command("bench", "table", *words)


@pytest.mark.once
def test_the_viewers_of_a_table_are_spread_over_all_processes() -> None:
    viewers = Seated("abc", ["a", "b", "c", "d", "e"], players=3, api=False).viewers([1, 2])
    assert [(viewer.key, viewer.port, viewer.seat) for viewer in viewers] == [
        ("a", 1, 0), ("b", 2, 1), ("c", 1, 2), ("d", 2, None), ("e", 1, None),
    ]  # fmt: skip
