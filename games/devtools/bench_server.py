"""Measure the response time of tables with a real server process, real games, sockets and POST requests.

The time of a move is measured from the click until the last viewer of the table has received the fragments.
"""

import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from .bench_browser import BrowserClient
from .bench_client import BenchClient
from .bench_program import ApiClient

ROOT = Path(__file__).resolve().parents[2]
RULES = '{"decision_seconds": 0, "uno_call": "auto", "score_limit": "unlimited", "voluntary_draw": false}'


PAUSE_AFTER_REFUSAL_SECONDS = 0.25
"""How long a client waits after a refused move."""


class Load(NamedTuple):
    tables: int
    viewers: int
    seconds: float
    pace: float
    moves: int
    moves_per_second: float
    p50_ms: float
    p95_ms: float
    p99_ms: float
    cpu_ms_per_move: float
    rss_mb: float
    kb_per_socket: float
    refused: int
    """Moves that the server refused; there should be none during a measurement."""

    def table(self) -> str:
        return "\n".join(f"{name.replace('_', ' '):20}{value:>12}" for name, value in self._asdict().items())


class Seated(NamedTuple):
    """A prepared table with a key for each viewer: a session key or, for programs, a token."""

    code: str
    keys: list[str]
    api: bool

    def viewer(self, port: int, key: str) -> BenchClient:
        return (ApiClient if self.api else BrowserClient)(port, key, self.code)


def measure(tables: int, viewers: int, seconds: float, pace: float, spectators: int, api: bool = False) -> Load:
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {
            "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
            "LOG_LEVEL": "ERROR",
            "CI": "1",
        }
        seated = _prepare(environment, tables, viewers, spectators, api)
        with _server(environment) as (process, port):
            return asyncio.run(_play(process, port, seated, viewers, seconds, pace))


def _prepare(environment: dict[str, str], tables: int, viewers: int, spectators: int, api: bool) -> list[Seated]:
    """Create the tables in the temporary database, in a process that uses it."""
    seat = ["seat", "--tables", str(tables), "--viewers", str(viewers), "--spectators", str(spectators)]
    _run(environment, "migrate", "-v0")
    output = _run(environment, "bench", *seat, *["--api"] * api)
    return [Seated(code, keys, api) for code, *keys in map(str.split, output.splitlines())]


def _run(environment: dict[str, str], *words: str) -> str:
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout  # noqa: S603


@contextmanager
def _server(environment: dict[str, str]) -> Iterator[tuple[subprocess.Popen[str], int]]:
    command = [sys.executable, "manage.py", "play", "--port", "0"]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)  # noqa: S603
    try:
        assert process.stdout is not None  # noqa: S101  # it was asked for
        address = next(line for line in process.stdout if line.startswith("Open "))
        yield process, int(address.strip().rstrip("/").rpartition(":")[2])
    finally:
        process.terminate()
        process.wait()


async def _play(
    process: "subprocess.Popen[str]", port: int, seated: list[Seated], players: int, seconds: float, pace: float
) -> Load:
    before = _memory(process.pid)
    tables = [await _connect(port, table) for table in seated]
    sockets = sum(map(len, tables))
    await asyncio.sleep(1.0)
    memory, cpu, start = _memory(process.pid), _cpu(process.pid), time.perf_counter()
    end = start + seconds
    starts = [
        pace * number / len(tables) for number in range(len(tables))
    ]  # real tables do not move at the same moment
    refused: list[str] = []
    played = await asyncio.gather(
        *(_one_table(table, players, end, pace, late, refused) for table, late in zip(tables, starts, strict=True))
    )
    passed, used, held = time.perf_counter() - start, _cpu(process.pid) - cpu, _memory(process.pid)
    for viewer in chain.from_iterable(tables):
        await viewer.close()
    times = sorted(chain.from_iterable(played))
    return Load(
        tables=len(seated),
        viewers=sockets // len(seated),
        seconds=seconds,
        pace=pace,
        moves=len(times),
        moves_per_second=round(len(times) / passed, 1),
        p50_ms=_percentile(times, 0.5),
        p95_ms=_percentile(times, 0.95),
        p99_ms=_percentile(times, 0.99),
        cpu_ms_per_move=round(used * 1000 / max(len(times), 1), 2),
        rss_mb=round(held / 1024, 1),
        kb_per_socket=round((memory - before) / sockets, 1),
        refused=len(refused),
    )


async def _connect(port: int, seated: Seated) -> list[BenchClient]:
    viewers = []
    for key in seated.keys:
        viewer = seated.viewer(port, key)
        await viewer.connect()
        viewers.append(viewer)
    return viewers


async def _one_table(
    viewers: list[BenchClient], players: int, end: float, pace: float, late: float, refused: list[str]
) -> list[float]:
    """Play at one table until the time is over, and return the milliseconds of each move."""
    await asyncio.sleep(late)
    rng, times = random.Random(viewers[0].code), []
    while time.perf_counter() < end:
        mover = next((viewer for viewer in viewers[:players] if viewer.is_asked and viewer.moves()), None)
        if mover is None:
            await asyncio.sleep(0.005)
            continue
        clicked, version = time.perf_counter(), mover.version
        move = rng.choice(mover.moves())
        if await mover.play(move) == 200:
            await asyncio.gather(*(viewer.wait_for_version(version + 1) for viewer in viewers))
            times.append((time.perf_counter() - clicked) * 1000)
        else:
            refused.append(move)
            await asyncio.sleep(PAUSE_AFTER_REFUSAL_SECONDS)
        await asyncio.sleep(max(0.0, pace - (time.perf_counter() - clicked)))
    return times


def _percentile(times: list[float], share: float) -> float:
    return round(times[min(len(times) - 1, int(len(times) * share))], 1) if times else 0.0


def _cpu(pid: int) -> float:
    """Return the CPU seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> int:
    """Return the resident memory of a process in kB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])
