"""What `bench table` measures, and how it is printed."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from .bench_client import BenchClient
from .bench_integrity import Faults


class Load(NamedTuple):
    tables: int
    viewers: int
    idle_tables: int
    processes: int
    seconds: float
    pace: float
    moves: int
    moves_per_second: float
    p50_ms: float
    p95_ms: float
    p99_ms: float
    cpu_ms_per_move: float = 0.0
    """Of all server processes together."""
    database_ms_per_move: float = 0.0
    """CPU of a PostgreSQL server on this machine, and of Redis; 0 without them."""
    redis_ms_per_move: float = 0.0
    rss_mb: float = 0.0
    kb_per_socket: float = 0.0
    bytes_per_viewer_and_move_p50: int = 0
    bytes_per_viewer_and_move_p95: int = 0
    page_bytes: int = 0
    """The page of a game as a browser gets it, compressed if the server does so; 0 for programs."""
    refused: int = 0
    """Moves that the server refused; there should be none during a measurement."""
    lost_moves: int = 0
    moves_applied_twice: int = 0
    viewers_at_another_version: int = 0
    cards_of_others: int = 0

    def table(self) -> str:
        return as_table(self._asdict())

    @property
    def faults(self) -> Faults:
        return Faults(**{name: getattr(self, name) for name in Faults._fields})


def as_table(*rows: Mapping[str, object]) -> str:
    """Return the figures with a line for each name, and a column for each of the rows."""
    width = max(map(len, rows[0])) + 2
    column = max(10, *(len(str(value)) for row in rows for value in row.values())) + 2
    return "\n".join(
        f"{name.replace('_', ' '):{width}}" + "".join(f"{row[name]!s:>{column}}" for row in rows) for name in rows[0]
    )


def percentile(values: Sequence[float], share: float) -> float:
    """Return a percentile of sorted values; 0 if there are none."""
    return round(values[min(len(values) - 1, int(len(values) * share))], 1) if values else 0.0


def sizes(viewers: Iterable[BenchClient], first: dict[str, int]) -> list[float]:
    """Return how many bytes each viewer received for each move, sorted. `first` is the version of each table before the
    first move: what came until then is the whole table."""
    received = (
        [size for version, size in viewer.bytes_of.items() if version > first[viewer.code]] for viewer in viewers
    )
    return sorted(map(float, chain.from_iterable(received)))
