"""The server processes of a benchmark, on a database of their own, and what they use."""

import os
import resource
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from .temporary_site import START_SECONDS, NoStart, TemporarySite, free_port, stop, temporary_site

PLAY = ("manage.py", "play", "--port")
# A busy server may need longer than Daphne's five seconds to accept a socket.
ACCEPT = ("--websocket_connect_timeout", "30")
DAPHNE = ("-m", "daphne", "--verbosity", "0", *ACCEPT, "config.asgi:application", "--port")
CLOCK = ("manage.py", "clock")
CLOCK_RUNS = "The clock is running"
POLL_SECONDS = 0.05


class Services(NamedTuple):
    """The addresses of PostgreSQL and Redis; empty ones mean SQLite and no Redis."""

    database: str = ""
    redis: str = ""


@contextmanager
def bench_site(services: Services) -> Iterator[TemporarySite]:
    with temporary_site(services.database, services.redis, LOG_LEVEL="ERROR", CI="1") as site:
        yield site


class Servers(NamedTuple):
    """The running processes, and the ports of those that serve."""

    processes: list["subprocess.Popen[bytes]"]
    ports: list[int]

    def cpu(self) -> float:
        """Return the CPU seconds that the processes have used."""
        return sum(cpu_of(process.pid) for process in self.processes)

    def memory(self) -> int:
        """Return the resident memory of the processes in kB."""
        return sum(memory_of(process.pid) for process in self.processes)


@contextmanager
def servers(site: TemporarySite, count: int) -> Iterator[Servers]:
    """Start one process that does everything, or several servers and one clock, as the README recommends."""
    allow_many_sockets()
    ports = [free_port() for _ in range(count)]
    with ExitStack() as stack:
        processes = [stack.enter_context(_clock(site))] if count > 1 else []
        for port in ports:
            processes.append(site.serve(*(PLAY if count == 1 else DAPHNE), str(port), port=port))
            stack.callback(stop, processes[-1])
        yield Servers(processes, ports)


@contextmanager
def _clock(site: TemporarySite) -> Iterator["subprocess.Popen[bytes]"]:
    """Start a clock, and wait until it runs: otherwise its start would be measured too."""
    process, end = site.start(*CLOCK), time.monotonic() + START_SECONDS
    try:
        while CLOCK_RUNS not in site.log:
            if process.poll() is not None or time.monotonic() > end:
                raise NoStart(site.log[-4000:])
            time.sleep(POLL_SECONDS)
        yield process
    finally:
        stop(process)


def allow_many_sockets() -> int:
    """Raise the number of files that this process and those it starts may open, and return it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


def cpu_of(pid: int) -> float:
    """Return the CPU seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> int:
    """Return the resident memory of a process in kB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])
