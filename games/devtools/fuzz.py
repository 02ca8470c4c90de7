"""Send hostile requests to every route of a temporary site, and report errors and leaks."""

import asyncio
import re
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .fuzz_connection import Connection, Response
from .fuzz_inputs import Input, Source
from .fuzz_routes import routes
from .fuzz_targets import Actor, Targets
from .temporary_site import TemporarySite, free_port, stop, temporary_site

CONNECTIONS = 8
REQUESTS_PER_TARGETS = 500
"""How many requests use the same people and tables."""
WARM_UP = 500
"""After how many requests the measurement of memory growth begins, because caches are filled by then."""
MOST_SHOWN = 20
LETTERS = {"G": "green", "B": "blue", "Y": "yellow"}
CARD = re.compile(
    rb"(?<![\w%])([GBY])[0-9SRD](?![\w%])|\b(green|blue|yellow) (?:\d|Skip|Reverse|Draw)"
    rb'|"color": ?"(green|blue|yellow)", ?"type": ?"'
)
"""A card of a secret color: in the engine's notation, as an English name, and as JSON of the API."""


@dataclass
class Report:
    seed: int
    inputs: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    routes: int = 0
    errors: list[str] = field(default_factory=list)
    leaks: list[str] = field(default_factory=list)
    checked: int = 0
    """The number of responses about the table with secret hands."""
    tracebacks: list[str] = field(default_factory=list)
    seconds: float = 0.0
    memory_kb: tuple[int, int] = (0, 0)

    @property
    def sent(self) -> int:
        return self.inputs.total()

    @property
    def failed(self) -> bool:
        return bool(self.errors or self.leaks or self.tracebacks)

    def as_dict(self) -> dict[str, Any]:
        before, after = self.memory_kb
        return {
            "seed": self.seed,
            "routes": self.routes,
            "sent": self.sent,
            "per_second": round(self.sent / max(self.seconds, 0.001)),
            "inputs": dict(self.inputs.most_common()),
            "statuses": {str(status): number for status, number in sorted(self.statuses.items())},
            "errors": self.errors,
            "leaks": self.leaks,
            "checked_for_leaks": self.checked,
            "tracebacks": self.tracebacks,
            "memory_mb": [round(before / 1024, 1), round(after / 1024, 1)],
            "memory_kb_per_1000": round((after - before) * 1000 / max(self.sent - WARM_UP, 1)),
        }

    def text(self) -> str:
        values = self.as_dict()
        shown = {name: values.pop(name) for name in ("errors", "leaks", "tracebacks")}
        lines = [f"{name.replace('_', ' '):20}{value}" for name, value in values.items()]
        for name, found in shown.items():
            lines += [f"{name:20}{len(found)}", *one_of_each(found)]
        return "\n".join(lines)


def one_of_each(found: list[str]) -> list[str]:
    """Return at most twenty, keeping the first of those that differ only in names, numbers and codes."""
    kinds: dict[str, str] = {}
    for one in found:
        about = one.splitlines()[-1].split("?")[0]
        kinds.setdefault(re.sub(r"seed.*|HTTP/.*|'.*?'|\d+|[a-z2-9]{8}", "", about), one)
    return list(kinds.values())[:MOST_SHOWN]


def fuzz(requests: int, seed: int, sockets: Iterable[Any], progress: Callable[[int], None]) -> Report:
    with temporary_site(LOG_LEVEL="WARNING") as site:
        port = free_port()
        server = site.serve("manage.py", "play", "--port", str(port), port=port)
        report = Report(seed)
        try:
            found = routes(sockets)
            report.routes = len(found)
            with TargetMaker(site, seed) as maker:
                run = Run(Source(seed, found, f"127.0.0.1:{port}"), maker, port, server.pid, report, progress)
                asyncio.run(run.all(requests))
            if server.poll() is not None:
                report.errors.append(f"The server exited with code {server.returncode}.")
        finally:
            stop(server)
        report.tracebacks = tracebacks(site.log)
    return report


class TargetMaker:
    """A process that creates a set of targets in the site's database for each line on its standard input."""

    def __init__(self, site: TemporarySite, seed: int) -> None:
        self.site, self.seed = site, seed

    def __enter__(self) -> "TargetMaker":
        import sys

        self.process = subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "manage.py", "soak", "targets", "--seed", str(self.seed)],
            cwd=Path(__file__).resolve().parents[2],
            env=self.site.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(self, *failure: object) -> None:
        self.process.communicate()

    def make(self, number: int) -> Targets:
        assert self.process.stdin is not None  # noqa: S101 - Popen opened both pipes
        assert self.process.stdout is not None  # noqa: S101
        self.process.stdin.write(f"{number}\n")
        self.process.stdin.flush()
        return Targets.read(self.process.stdout.readline())


@dataclass
class Run:
    """One run: the sources of requests, the server, and what is left to send."""

    source: Source
    maker: TargetMaker
    port: int
    server: int
    report: Report
    progress: Callable[[int], None]
    target_sets: dict[int, "asyncio.Task[Targets]"] = field(default_factory=dict)
    next: int = 0

    async def all(self, requests: int) -> None:
        started = time.monotonic()
        await asyncio.gather(*(self._send_all(requests) for _ in range(CONNECTIONS)))
        self.report.seconds = time.monotonic() - started
        self.report.memory_kb = self.report.memory_kb[0], memory_of(self.server)

    async def _send_all(self, requests: int) -> None:
        connection = Connection(self.port)
        while self.next < requests:
            number, self.next = self.next, self.next + 1
            if number == min(WARM_UP, requests - 1):
                self.report.memory_kb = memory_of(self.server), 0
            targets = await self._targets(number // REQUESTS_PER_TARGETS)
            one = self.source.make(number, targets)
            response = await connection.send(one.raw, one.head_only, one.is_whole, one.frames)
            self._check(one, response, targets)
            self.progress(number + 1)
        connection.close()

    async def _targets(self, number: int) -> Targets:
        """Return a set of targets, and create the next one in the background."""
        for wanted in (number, number + 1):
            if wanted not in self.target_sets:
                before = self.target_sets.get(wanted - 1)
                self.target_sets[wanted] = asyncio.create_task(self._make(wanted, before))
        return await self.target_sets[number]

    async def _make(self, number: int, before: "asyncio.Task[Targets] | None") -> Targets:
        if before:
            await before
        return await asyncio.to_thread(self.maker.make, number)

    def _check(self, one: Input, response: Response, targets: Targets) -> None:
        self.report.inputs[one.kind] += 1
        self.report.statuses[response.status] += 1
        if response.status >= 500 or response.status == -1:
            self.report.errors.append(self._describe(one, f"{response.status} {response.body[:300]!r}"))
        if targets.secret.encode() in one.raw and not response.is_image:
            self.report.checked += 1
            if found := seen_cards(one.actor, response.body):
                self.report.leaks.append(self._describe(one, f"shows {found!r}"))

    def _describe(self, one: Input, what: str) -> str:
        about = f"seed {self.report.seed} number {one.number} as {one.actor.role}: {what}"
        return f"{about}\n    {one.raw[:3000]!r} {b''.join(one.frames)[:500]!r}"


def seen_cards(viewer: Actor, content: bytes) -> list[str]:
    """Return the cards of secret colors that the viewer may not see."""
    colors = {viewer.sees}
    return [
        found[0].decode()
        for found in CARD.finditer(content)
        if (LETTERS[found[1].decode()] if found[1] else (found[2] or found[3]).decode()) not in colors
    ]


def memory_of(process: int) -> int:
    """Return the resident memory of a process in kB, or 0 where the system does not report it."""
    status = Path(f"/proc/{process}/status")
    found = re.search(r"VmRSS:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) if found else 0


def tracebacks(log: str) -> list[str]:
    """Return each traceback with the line before it, shortened."""
    lines, found = log.splitlines(), []
    for place, line in enumerate(lines):
        if line.startswith("Traceback"):
            end = next((n for n in range(place + 1, len(lines)) if lines[n][:1].strip()), len(lines) - 1)
            found.append(
                "\n".join([*lines[max(place - 1, 0) : place + 1], "    ...", *lines[max(end - 6, place) : end + 1]])
            )
    return found
