"""What PostgreSQL and Redis use during a benchmark."""

import os
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from .bench_processes import Services

TICKS = os.sysconf("SC_CLK_TCK")
LOCAL = ("127.0.0.1", "localhost", "", None)
Fields = list[str]


class Used(NamedTuple):
    """CPU seconds since these servers were started; 0 if they cannot be known."""

    database: float
    redis: float

    def since(self, before: "Used", moves: int) -> tuple[float, float]:
        """Return the milliseconds of each of them for each move."""
        differences = (self.database - before.database, self.redis - before.redis)
        first, second = (round(seconds * 1000 / max(moves, 1), 3) for seconds in differences)
        return first, second


def used(services: Services) -> Used:
    return Used(database_cpu(services.database), redis_cpu(services.redis))


def database_cpu(address: str) -> float:
    """Return the CPU seconds of a PostgreSQL server on this machine with all its processes, also of other databases."""
    if not address.startswith("postgres") or urlsplit(address).hostname not in LOCAL:
        return 0.0
    import psycopg

    with psycopg.connect(address) as server:
        row = server.execute("SELECT pg_backend_pid()").fetchone()
        backend = _fields(Path(f"/proc/{row[0] if row else 0}"))
    return sum(_seconds(fields) for fields in _family(int(backend[1]))) if backend else 0.0


def _family(parent: int) -> list[Fields]:
    """Return the fields of a process and of those that it has started."""
    found = map(_fields, (path for path in Path("/proc").iterdir() if path.name.isdigit()))
    return [_fields(Path(f"/proc/{parent}")), *(fields for fields in found if fields and int(fields[1]) == parent)]


def _fields(process: Path) -> Fields:
    """Return the fields after the name in the status of a process; none if it has ended."""
    try:
        return (process / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _seconds(fields: Fields) -> float:
    """Return the CPU seconds of a process and of its children that have ended."""
    return sum(map(int, fields[11:15])) / TICKS


def redis_cpu(address: str) -> float:
    if not address:
        return 0.0
    from redis import Redis

    with Redis.from_url(address) as server:
        found = server.info("cpu")
    return float(found["used_cpu_user"]) + float(found["used_cpu_sys"])
