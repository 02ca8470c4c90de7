"""Measure the response time of tables with real server processes, real games, sockets and streams.

The time of a move is measured from the click until the last viewer of the table has received the fragments. Afterwards,
what the viewers have received is compared with what is stored.
"""

import asyncio
import random
import time
from collections.abc import Iterable, Sequence
from itertools import chain, cycle
from statistics import median
from typing import NamedTuple

from .bench_browser import BrowserClient
from .bench_client import ACKNOWLEDGED, BenchClient
from .bench_figures import Load, percentile, sizes
from .bench_integrity import Faults, Stored, faults
from .bench_processes import Servers, Services, bench_site, servers
from .bench_program import ApiClient
from .bench_services import used
from .temporary_site import TemporarySite

RULES = '{"decision_seconds": 0, "uno_call": "auto", "score_limit": "unlimited", "voluntary_draw": false, "pause": 0}'
PAUSE_AFTER_REFUSAL_SECONDS = 0.25
"""How long a client waits after a refused move."""
MOST_SECONDS_TO_SETTLE = 60
QUIET = 0.3
"""A server that uses less of a core is not busy with connections any more."""
CONNECTIONS_AT_ONCE = 20
MOST_PAGES = 10
"""How many tables' pages are loaded to measure their size."""


class Plan(NamedTuple):
    """What is to be measured."""

    tables: int = 25
    viewers: int = 4
    spectators: int = 0
    idle: int = 0
    """Tables at which nothing happens, with as many viewers as the others."""
    seconds: float = 20.0
    pace: float = 0.0
    api: bool = False
    processes: int = 1
    services: Services = Services()


class Seated(NamedTuple):
    """A prepared table with a key for each viewer: a session key or, for programs, a token."""

    code: str
    keys: list[str]
    players: int
    api: bool

    def viewers(self, ports: Sequence[int]) -> list[BenchClient]:
        """Return the viewers, spread over the servers at these ports."""
        kind: type[BenchClient] = ApiClient if self.api else BrowserClient
        return [
            kind(port, key, self.code, seat if seat < self.players else None)
            for (seat, key), port in zip(enumerate(self.keys), cycle(ports), strict=False)
        ]


class Played(NamedTuple):
    """What happened at all tables."""

    times: list[float]
    """The milliseconds of each move, sorted."""
    refused: list[str]
    seconds: float


def measure(plan: Plan) -> Load:
    with bench_site(plan.services) as site:
        seated = seat_tables(site, plan)
        with servers(site, plan.processes) as running:
            load, viewers = asyncio.run(_measure(plan, running, seated))
        wrong = check(site, plan, viewers)
    return load._replace(**wrong._asdict())


def seat_tables(site: TemporarySite, plan: Plan) -> list[Seated]:
    """Create the tables in the temporary database, in a process that uses it."""
    numbers = {"tables": plan.tables, "viewers": plan.viewers, "spectators": plan.spectators, "idle": plan.idle}
    words = chain.from_iterable((f"--{name}", str(number)) for name, number in numbers.items())
    output = site.manage("bench", "seat", *words, *["--api"] * plan.api)
    return [Seated(code, keys, plan.viewers, plan.api) for code, *keys in map(str.split, output.splitlines())]


def check(site: TemporarySite, plan: Plan, viewers: Sequence[BenchClient]) -> Faults:
    """Compare what the viewers have received with the stored games."""
    lines = site.manage("bench", "stored", "--tables", str(plan.tables)).splitlines()
    stored = {game.code: game for game in map(Stored.from_json, lines)}
    return faults([viewer.received for viewer in viewers], stored)


async def _measure(plan: Plan, running: Servers, seated: list[Seated]) -> tuple[Load, list[BenchClient]]:
    tables = [table.viewers(running.ports) for table in seated]
    first, *others = chain.from_iterable(tables)
    await connect([first])  # what a server loads only when it is used counts for no viewer
    before = running.memory()
    await connect(others)
    await settle(running)
    memory, cpu, services, busy = running.memory(), running.cpu(), used(plan.services), tables[: plan.tables]
    begun = {table[0].code: table[0].version for table in busy}
    played = await _play(busy, plan)
    busy_seconds, held = running.cpu() - cpu, running.memory()
    database, redis = used(plan.services).since(services, len(played.times))
    pages = [await table[0].page_bytes() for table in busy[:MOST_PAGES] if isinstance(table[0], BrowserClient)]
    for viewer in chain.from_iterable(tables):
        await viewer.close()
    viewers = list(chain.from_iterable(busy))
    load = _figures(plan, played, sizes(viewers, begun))._replace(
        cpu_ms_per_move=round(busy_seconds * 1000 / max(len(played.times), 1), 2),
        database_ms_per_move=database,
        redis_ms_per_move=redis,
        rss_mb=round(held / 1024, 1),
        kb_per_socket=round((memory - before) / max(len(others), 1), 1),
        page_bytes=int(median(pages or [0])),
    )
    return load, viewers


def _figures(plan: Plan, played: Played, received: Sequence[float]) -> Load:
    """Return what the viewers have measured."""
    return Load(
        tables=plan.tables,
        viewers=plan.viewers + plan.spectators,
        idle_tables=plan.idle,
        processes=plan.processes,
        seconds=plan.seconds,
        pace=plan.pace,
        moves=len(played.times),
        moves_per_second=round(len(played.times) / played.seconds, 1),
        p50_ms=percentile(played.times, 0.5),
        p95_ms=percentile(played.times, 0.95),
        p99_ms=percentile(played.times, 0.99),
        bytes_per_viewer_and_move_p50=int(percentile(received, 0.5)),
        bytes_per_viewer_and_move_p95=int(percentile(received, 0.95)),
        refused=len(played.refused),
    )


async def settle(running: Servers) -> None:
    """Wait until the servers have done what remains of the connections: after thousands of them, it takes a while."""
    for _ in range(MOST_SECONDS_TO_SETTLE):
        before = running.cpu()
        await asyncio.sleep(1.0)
        if running.cpu() - before < QUIET:
            break


async def connect(viewers: Iterable[BenchClient]) -> None:
    """Connect all viewers, some at a time."""
    waiting = iter(viewers)

    async def connect_next() -> None:
        for viewer in waiting:
            await viewer.connect()

    await asyncio.gather(*(connect_next() for _ in range(CONNECTIONS_AT_ONCE)))


async def _play(tables: list[list[BenchClient]], plan: Plan) -> Played:
    start, refused = time.perf_counter(), list[str]()
    end = start + plan.seconds
    late = [plan.pace * number / len(tables) for number in range(len(tables))]  # real tables do not move together
    times = await asyncio.gather(
        *(_one_table(table, end, plan, wait, refused) for table, wait in zip(tables, late, strict=True))
    )
    return Played(sorted(chain.from_iterable(times)), refused, time.perf_counter() - start)


async def _one_table(
    viewers: list[BenchClient], end: float, plan: Plan, late: float, refused: list[str]
) -> list[float]:
    """Play at one table until the time is over, and return the milliseconds of each move."""
    await asyncio.sleep(late)
    rng, times = random.Random(viewers[0].code), []
    while time.perf_counter() < end:
        mover = next((viewer for viewer in viewers[: plan.viewers] if viewer.is_asked and viewer.moves()), None)
        if mover is None:
            await asyncio.sleep(0.005)
            continue
        clicked, version = time.perf_counter(), mover.version
        move = rng.choice(mover.moves())
        if await mover.play_and_note(move) == ACKNOWLEDGED:
            await asyncio.gather(*(viewer.wait_for_version(version + 1) for viewer in viewers))
            times.append((time.perf_counter() - clicked) * 1000)
        else:
            refused.append(move)
            await asyncio.sleep(PAUSE_AFTER_REFUSAL_SECONDS)
        await asyncio.sleep(max(0.0, plan.pace - (time.perf_counter() - clicked)))
    return times
