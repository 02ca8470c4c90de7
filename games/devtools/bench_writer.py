"""Measure how fast the real writer stores moves of many tables, by how many it stores together."""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from random import Random
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Avg
from django.db.models.functions import Length

from games.engine import legal
from games.models import Game, User
from games.table import snapshot
from games.table.loaders import table_seen_by
from games.table.services import Outcome, act_all
from games.table.services.moving import Attempt
from games.threads import WRITERS, run_in_thread

from .bench_tables import seat

BATCHES = (1, 5, 25, 50)
PLAYERS = 4
People = dict[int, User]
"""By their ids."""


class Writing(NamedTuple):
    """The cost of moves that were stored in batches of this size."""

    batch: int
    moves: int
    moves_per_second: float
    cpu_ms_per_move: float
    """Of the process that plays and stores, which includes SQLite."""
    statements_per_move: float
    """Without BEGIN and COMMIT, of which there is one for each batch."""
    log_bytes_per_move: int
    """By how much the log has grown, with its indexes; on SQLite, the whole file."""
    state_bytes: int
    """The size of a stored state, which each move replaces."""
    wal_bytes_per_move: int
    """What PostgreSQL writes before the commit; 0 on SQLite."""


def measure(rules: str, moves: int, batches: Sequence[int] = BATCHES) -> Iterator[Writing]:
    codes = [code for code, *_ in seat(max(batches), PLAYERS, 0, rules, lambda person: "")]
    people = User.objects.in_bulk()
    return iter(asyncio.run(_measure_all(codes, people, moves, batches)))


async def _measure_all(codes: Sequence[str], people: People, moves: int, batches: Sequence[int]) -> list[Writing]:
    for code in codes:  # reads the tables, as the sockets of their viewers do
        await run_in_thread(WRITERS, table_seen_by, code, None)
    rng = Random(1)
    return [await _measure(codes, people, moves, batch, rng) for batch in batches]


async def _measure(codes: Sequence[str], people: People, moves: int, batch: int, rng: Random) -> Writing:
    before = await run_in_thread(WRITERS, _stored_bytes)
    stored, seconds, cpu, statements, turns = 0, 0.0, 0.0, 0, cycle(codes)
    for _ in range(max(1, moves // batch)):
        attempts = [_attempt(code, people, rng) for code in islice(turns, batch)]
        clock, process = time.perf_counter(), time.process_time()
        number, count = await run_in_thread(WRITERS, _play, attempts)
        seconds, cpu = seconds + time.perf_counter() - clock, cpu + time.process_time() - process
        stored, statements = stored + number, statements + count
    log, wal, state = await run_in_thread(WRITERS, _stored_bytes)
    return Writing(
        batch,
        stored,
        round(stored / seconds, 1),
        round(cpu * 1000 / stored, 2),
        round(statements / stored, 2),
        (log - before[0]) // stored,
        state,
        (wal - before[1]) // stored,
    )


def _attempt(code: str, people: People, rng: Random) -> Attempt:
    """Return a move that the player whose turn it is could make now."""
    table = snapshot.kept(code)
    assert table is not None  # noqa: S101  # it was read before
    mover = table.sitters[table.state.turn]
    assert mover.person is not None  # noqa: S101  # no bots play
    move = str(rng.choice(legal(table.state, mover.seat)))
    return Attempt(code, people[mover.person], move, table.version, f"{code} {table.version}")


def _play(attempts: Sequence[Attempt]) -> tuple[int, int]:
    """Play moves; return how many were stored, and with how many statements."""
    statements = 0

    def count(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal statements
        statements += 0 if sql.startswith("BEGIN") else len(params) if many else 1
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count):
        outcomes = act_all(attempts)
    return sum(isinstance(outcome, Outcome) for outcome in outcomes), statements


def _stored_bytes() -> tuple[int, int, int]:
    """Return the bytes of the log, those written ahead, and those of a state."""
    state = int(Game.objects.aggregate(size=Avg(Length("state")))["size"] or 0)
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
            return cursor.fetchone()[0], 0, state
        cursor.execute(
            "SELECT pg_total_relation_size('games_entry'), pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')"
        )
        log, wal = cursor.fetchone()
        return int(log), int(wal), state
