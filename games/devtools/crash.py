"""Kill the processes of a temporary site repeatedly during games, and report lost or repeated moves."""

import asyncio
import os
import shlex
import signal
import statistics
import subprocess
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from random import Random
from typing import Any

from .bench_processes import DAPHNE
from .crash_player import Player, Totals
from .temporary_site import NoStart, TemporarySite, free_port, stop, temporary_site

TABLES, PLAYERS, PORTS = 5, 3, 2
SECONDS_BETWEEN_FAULTS = (0.3, 2.0)
"""The shortest and the longest time between two faults."""
MOVES_BETWEEN_FAULTS = 11
"""For each fault, so many moves have been acknowledged before it, however slow the machine is."""
STUCK_SECONDS = 60.0
POLL_SECONDS = 0.02


@dataclass
class Report:
    seed: int
    faults: int = 0
    tried: int = 0
    acknowledged: int = 0
    repeated: int = 0
    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    refused_but_played: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)
    """Server errors. They count as no loss, because the client sends the move again."""
    verified: str = ""
    differs: bool = False
    """Whether the log of a game leads elsewhere than its stored state."""
    seconds: list[float] = field(default_factory=list)

    @property
    def failed(self) -> bool:
        return bool(self.lost or self.twice or self.refused_but_played or self.stuck or self.differs)

    def as_dict(self) -> dict[str, Any]:
        return {
            "seed": self.seed,
            "faults": self.faults,
            "moves tried": self.tried,
            "acknowledged": self.acknowledged,
            "sent again": self.repeated,
            "lost": self.lost,
            "applied twice": self.twice,
            "refused but applied": self.refused_but_played,
            "stuck": self.stuck,
            "answered 5xx": len(self.unanswered),
            "games": self.verified,
            "seconds until current, median": round(statistics.median(self.seconds or [0.0]), 2),
            "seconds until current, max": round(max(self.seconds, default=0.0), 2),
        }

    def text(self) -> str:
        shown = {name: len(value) if isinstance(value, list) else value for name, value in self.as_dict().items()}
        return "\n".join(f"{name:32}{value}" for name, value in shown.items())


@dataclass
class Process:
    """A process of the site that can be restarted."""

    name: str
    command: Sequence[str]
    port: int = 0
    process: "subprocess.Popen[bytes] | None" = None

    def start(self, site: TemporarySite) -> None:
        self.process = site.serve(*self.command, port=self.port) if self.port else site.start(*self.command)

    def kill(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def end(self) -> None:
        if self.process is not None:
            stop(self.process)


def processes_of(site: TemporarySite) -> list[Process]:
    """Return the processes of the site: one on SQLite; two servers and a clock on PostgreSQL and Redis."""
    ports = [free_port() for _ in range(PORTS)]
    if not (site.environment["REDIS_URL"] and site.environment["DATABASE_URL"].startswith("postgres")):
        return [Process("server", ["manage.py", "play", "--port", str(ports[0])], ports[0])]
    servers = [Process(f"server {number}", [*DAPHNE, str(port)], port) for number, port in enumerate(ports, start=1)]
    return [*servers, Process("clock", ["manage.py", "clock"])]


def crash(
    kills: int, seed: int, restarts: Sequence[str] = (), progress: Callable[[int], None] = lambda _: None
) -> Report:
    with temporary_site(LOG_LEVEL="ERROR") as site, ExitStack() as stack:
        processes = processes_of(site)
        for process in processes:
            stack.callback(process.end)
            process.start(site)
        tables = site.manage("bench", "seat", "--tables", str(TABLES), "--viewers", str(PLAYERS)).splitlines()
        report, totals = Report(seed), Totals()
        ports = [process.port for process in processes if process.port]
        players = [
            Player(ports[number % len(ports)], session, code, Random(f"player {seed} {code_number} {number}"), totals)
            for code_number, (code, *sessions) in enumerate(map(str.split, tables))
            for number, session in enumerate(sessions)
        ]
        run = Run(site, processes, players, totals, report, Random(f"faults {seed}"), progress)
        asyncio.run(run.all(kills, restarts))
        for process in processes:
            process.end()
        compare(site, totals, report)
        return report


@dataclass
class Run:
    """One run: the site, its processes and the players."""

    site: TemporarySite
    processes: Sequence[Process]
    players: Sequence[Player]
    totals: Totals
    report: Report
    rng: Random
    progress: Callable[[int], None]

    async def all(self, kills: int, restarts: Sequence[str]) -> None:
        end = asyncio.Event()
        playing = [asyncio.create_task(player.play(end)) for player in self.players]
        try:
            await self._until_current(self.players, lambda player: True)
            faults = self._faults(restarts)
            for number in range(kills):
                await asyncio.sleep(self.rng.uniform(*SECONDS_BETWEEN_FAULTS))
                await self._until_acknowledged(MOVES_BETWEEN_FAULTS * (number + 1))
                await faults[number % len(faults)]()
                self.report.faults += 1
                self.progress(number + 1)
            await self._until_all_have_moved()
        finally:
            end.set()
            await asyncio.gather(*playing, return_exceptions=True)

    def _faults(self, restarts: Sequence[str]) -> list[Callable[[], Awaitable[None]]]:
        """Return the faults: killing each process, then running each restart command."""
        killed = [lambda process=process: self._kill(process) for process in self.processes]
        return [*killed, *(lambda command=command: self._restart(command) for command in restarts)]

    async def _kill(self, process: Process) -> None:
        began = time.monotonic()
        process.kill()
        await asyncio.to_thread(process.start, self.site)
        hit = [player for player in self.players if player.port == process.port]
        if hit:
            await self._until_current(hit, lambda player: player.connected_at > began, began)

    async def _restart(self, command: str) -> None:
        began = time.monotonic()
        done = await asyncio.to_thread(subprocess.run, shlex.split(command), env=os.environ, check=False)
        if done.returncode:
            raise NoStart(f"“{command}” failed with exit code {done.returncode}.")
        back = time.monotonic()
        await self._until_current(self.players, lambda one: self.totals.moved_at.get(one.code, 0.0) > back, began)

    async def _until_acknowledged(self, count: int) -> None:
        limit = time.monotonic() + STUCK_SECONDS
        while len(self.totals.acknowledged) < count and time.monotonic() < limit:
            await asyncio.sleep(POLL_SECONDS)

    async def _until_all_have_moved(self) -> None:
        """Wait until every table has made a move after the last fault."""
        began, codes = time.monotonic(), sorted({player.code for player in self.players})
        while stuck := [code for code in codes if self.totals.moved_at.get(code, 0.0) <= began]:
            if time.monotonic() - began > STUCK_SECONDS:
                self.report.stuck += stuck
                return
            await asyncio.sleep(POLL_SECONDS)

    async def _until_current(
        self, players: Sequence[Player], is_back: Callable[[Player], bool], began: float = 0.0
    ) -> None:
        """Wait until each of these browsers has been current once, and record how long that took.

        A browser that has not been current after a minute counts as stuck. They need not all be current at the same
        moment, because some table always has a newer move.
        """
        waiting, limit = list(players), time.monotonic() + STUCK_SECONDS
        while waiting := [one for one in waiting if not (is_back(one) and one.is_current())]:
            if time.monotonic() > limit:
                self.report.stuck += [f"fault {self.report.faults + 1}: a browser at {one.code}" for one in waiting]
                return
            await asyncio.sleep(POLL_SECONDS)
        if began:
            self.report.seconds.append(time.monotonic() - began)


def compare(site: TemporarySite, totals: Totals, report: Report) -> None:
    """Compare the responses that players received with the logs."""
    played = site.manage("soak", "keys").split()
    counted = {key: played.count(key) for key in set(played)}
    report.tried, report.acknowledged, report.repeated = totals.tried, len(totals.acknowledged), totals.repeated
    report.lost = [key for key in totals.acknowledged if key not in counted]
    report.twice = [key for key, number in counted.items() if number > 1]
    report.refused_but_played = [key for key in totals.refused if key in counted]
    report.unanswered = totals.errors
    try:
        report.verified = site.manage("verify", "games").strip()
    except NoStart as difference:
        report.verified, report.differs = str(difference), True
