"""Measure the memory of sockets at which nothing happens."""

import asyncio
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from .bench_client import BenchClient
from .bench_figures import as_table
from .bench_processes import Servers, allow_many_sockets, bench_site, servers
from .bench_server import Plan, Seated, connect, seat_tables

SPARE_FILES = 200
"""Files that a server has open besides its sockets."""
WATCHED_SECONDS = 10.0
"""How long the CPU time of the idle server is measured."""


class TooManySockets(Exception):
    """This system allows fewer open files than sockets are wanted."""


class Idle(NamedTuple):
    sockets: int
    tables: int
    mb_before: float
    mb_after: float
    kb_per_socket: float
    cpu_percent: float
    """Of one core, while nothing happens."""
    closed: int
    """Sockets that did not stay open; there should be none."""

    def table(self) -> str:
        return as_table(self._asdict())


def measure(sockets: int, viewers: int) -> Idle:
    """Open this many sockets on one server process, and at first those of one more table, which are not counted."""
    if sockets + viewers + SPARE_FILES > (most := allow_many_sockets()):
        raise TooManySockets(f"This system allows {most:,} open files, too few for {sockets:,} sockets.")
    plan = Plan(tables=1 - (-sockets // viewers), viewers=viewers)
    with bench_site(plan.services) as site:
        seated = seat_tables(site, plan)
        with servers(site, 1) as running:
            return asyncio.run(_measure(running, seated, sockets))


async def _measure(running: Servers, seated: Sequence[Seated], sockets: int) -> Idle:
    first, *others = (table.viewers(running.ports) for table in seated)
    viewers = list(chain.from_iterable(others))[:sockets]
    await connect(first)
    before = running.memory()
    await connect(viewers)
    await asyncio.gather(*(viewer.wait_for_version(1) for viewer in viewers))
    cpu = running.cpu()
    await asyncio.sleep(WATCHED_SECONDS)
    idle = _figures(viewers, len(others), before, running, (running.cpu() - cpu) / WATCHED_SECONDS)
    for viewer in [*first, *viewers]:
        await viewer.close()
    return idle


def _figures(viewers: Sequence[BenchClient], tables: int, before: int, running: Servers, cpu: float) -> Idle:
    after = running.memory()
    return Idle(
        sockets=len(viewers),
        tables=tables,
        mb_before=round(before / 1024, 1),
        mb_after=round(after / 1024, 1),
        kb_per_socket=round((after - before) / len(viewers), 1),
        cpu_percent=round(cpu * 100, 1),
        closed=sum(viewer.is_closed for viewer in viewers),
    )
