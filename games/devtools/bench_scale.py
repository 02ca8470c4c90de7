"""Measure what one server process, one PostgreSQL and one Redis cost for each move, and calculate how far that goes."""

import json
import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from . import bench_server
from .bench_figures import Load, as_table
from .bench_hints import Hints
from .bench_processes import bench_site
from .bench_server import Plan
from .bench_services import used
from .bench_writer import Writing

SECONDS_BETWEEN_MOVES = 3.0
"""Of an active table with four viewers."""
BUSY_MS = 700
"""How many milliseconds of each second a core may be busy; with more, answers are late."""
SIZES = (1_000, 10_000, 100_000)
SECONDS_A_DAY = 86_400


class Costs(NamedTuple):
    """Milliseconds of CPU for each move, and bytes that stay stored. 0 means that it was not measured."""

    server_ms: float
    database_ms: float
    redis_ms: float
    bytes_per_move: int


class Needs(NamedTuple):
    """What a number of active tables needs."""

    active_tables: int
    moves_per_second: float
    server_processes: int
    database_cores: float
    redis_cores: float
    gb_per_day: float
    more_than_one_core: str


class Scale(NamedTuple):
    load: Load
    writing: list[Writing]
    hints: Hints | None
    redis_ms_per_hint: float
    costs: Costs

    def as_dict(self) -> dict[str, Any]:
        return {
            "load": self.load._asdict(),
            "writing": [one._asdict() for one in self.writing],
            "hints": self.hints._asdict() if self.hints else None,
            "redis_ms_per_hint": self.redis_ms_per_hint,
            "costs": self.costs._asdict(),
            "carried": carried(self.costs),
            "needs": [needs(self.costs, tables)._asdict() for tables in SIZES],
        }

    def text(self) -> str:
        return "\n\n".join(f"{title}\n{figures}" for title, figures in self._parts())

    def _parts(self) -> Iterator[tuple[str, str]]:
        yield "Tables without a pause", self.load.table()
        yield "The writer", as_table(*(one._asdict() for one in self.writing))
        if self.hints:
            yield "Hints", as_table(self.hints._asdict() | {"redis_ms_per_hint": self.redis_ms_per_hint})
        yield "Costs of a move", as_table(self.costs._asdict())
        yield "Active tables that one core of each carries", as_table(carried(self.costs))
        yield "Calculated needs", as_table(*(needs(self.costs, tables)._asdict() for tables in SIZES))


def carried(costs: Costs) -> dict[str, int]:
    """Return how many active tables one core of each part carries, the weakest first."""
    milliseconds = {"server": costs.server_ms, "PostgreSQL": costs.database_ms, "Redis": costs.redis_ms}
    measured = {name: cost for name, cost in milliseconds.items() if cost}
    return {
        name: round(BUSY_MS * SECONDS_BETWEEN_MOVES / measured[name])
        for name in sorted(measured, key=lambda name: -measured[name])
    }


def needs(costs: Costs, tables: int) -> Needs:
    """Calculate what this many active tables need; a core may be busy only for a part of the time."""
    moves = tables / SECONDS_BETWEEN_MOVES
    overloaded = [name for name, most in carried(costs).items() if most < tables]
    return Needs(
        active_tables=tables,
        moves_per_second=round(moves, 1),
        server_processes=math.ceil(round(moves * costs.server_ms / BUSY_MS, 6)),
        database_cores=round(moves * costs.database_ms / BUSY_MS, 2),
        redis_cores=round(moves * costs.redis_ms / BUSY_MS, 2),
        gb_per_day=round(moves * costs.bytes_per_move * SECONDS_A_DAY / 1e9, 1),
        more_than_one_core=", ".join(overloaded) or "nothing",
    )


def measure(plan: Plan, moves: int, hints: int) -> Scale:
    load, services = bench_server.measure(plan), plan.services
    with bench_site(services) as site:
        writing = [
            Writing(**json.loads(line)) for line in site.manage("bench", "writer", f"--moves={moves}").splitlines()
        ]
        before = used(services)
        found = Hints(**json.loads(site.manage("bench", "hints", f"--number={hints}"))) if services.redis else None
        _, redis_ms = used(services).since(before, hints)
    return Scale(load, writing, found, redis_ms, costs_of(load, writing))


def costs_of(load: Load, writing: Sequence[Writing]) -> Costs:
    """Take what is busy from the whole site, and what remains stored from single moves."""
    stored = writing[0].log_bytes_per_move
    return Costs(load.cpu_ms_per_move, load.database_ms_per_move, load.redis_ms_per_move, stored)
