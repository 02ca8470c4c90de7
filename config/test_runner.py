"""Run pytest for `manage.py test`, in up to six parts at the same time, which keeps all cores busy.

The parts are the web suite on SQLite, without a browser and, in two halves, with one; the web suite on PostgreSQL and
Redis; and the tests that need no data: those of the rules with their coverage, and those of the bots.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import IO

from config import browser
from config.bootstrap import ROOT

# The suite fails unless it covers every branch of the rules.
COVERAGE = ["--cov", "--cov-config=.coveragerc", "--cov-report=term-missing:skip-covered"]
NOTHING_COLLECTED = 5
NICENESS = 5
ON_SQLITE, ON_SERVERS = "SQLite", "PostgreSQL and Redis"
IN_BROWSER, WITHOUT_DATA, BOTS = "browser", "without data", "bots"
HALVES = ("1/2", "2/2")


@dataclass
class Part:
    name: str
    arguments: list[str]
    environment: dict[str, str]
    niceness: int = 0
    """How far it gives way to parts with less."""
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    seconds: float = 0.0

    def run(self, output: IO[bytes] | None = None) -> int:
        """Run pytest and return its exit code."""
        started = time.monotonic()
        command = [*giving_way(self.niceness), sys.executable, "-m", "pytest", *self.arguments]
        self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=output, stderr=output)
        try:
            return self.process.wait()
        finally:
            self.seconds = time.monotonic() - started

    def stop(self) -> None:
        if self.process:
            self.process.terminate()


def run(arguments: list[str]) -> int:
    parts = make_parts(arguments)
    try:
        return run_parts(parts, bool(arguments))
    finally:
        print_times(parts)


def make_parts(arguments: list[str]) -> list[Part]:
    environment = {**os.environ, "BROWSER": browser.obtain(), "PYTHONWARNINGS": "error", "PART": "", "SHARE": ""}
    # Tests start some 150 processes. Without stored bytecode, each would compile the site again.
    environment["PYTHONDONTWRITEBYTECODE"] = ""
    on_sqlite = environment | {"DATABASE_URL": "", "REDIS_URL": ""}
    database, redis = os.environ.get("TEST_DATABASE_URL"), os.environ.get("TEST_REDIS_URL")
    if not (database and redis):
        return [Part(ON_SQLITE, arguments or COVERAGE, on_sqlite)]
    on_servers = environment | {"DATABASE_URL": database, "REDIS_URL": redis}
    if arguments:
        return [Part(ON_SQLITE, arguments, on_sqlite), Part(ON_SERVERS, arguments, on_servers)]
    # The tests with a browser take longest, so two processes share them, and the others give way: then all end at about
    # the same time, and no processor is idle before.
    return [
        Part(ON_SQLITE, [], on_sqlite | {"PART": "web"}, NICENESS),
        Part(ON_SERVERS, [], on_servers | {"PART": "web"}, NICENESS),
        *(Part(f"{IN_BROWSER} {share}", [], on_sqlite | {"PART": "browser", "SHARE": share}) for share in HALVES),
        Part(WITHOUT_DATA, COVERAGE, on_sqlite | {"PART": "rules"}, NICENESS),
        Part(BOTS, [], on_sqlite | {"PART": "bots"}, NICENESS),
    ]


def giving_way(niceness: int) -> list[str]:
    """Return what to write before a command so that it gives way to others, on systems that can do that."""
    nice = shutil.which("nice")
    return [nice, "-n", str(niceness)] if nice and niceness else []


def run_parts(parts: list[Part], is_selection: bool) -> int:
    """Run all parts at once, show the output of the first as it comes, and return the first exit code that is not 0."""
    first, *others = parts
    with ExitStack() as stack:
        waiting = [stack.enter_context(in_background(part)) for part in others]
        codes = [first.run(), *(wait() for wait in waiting)]
    if is_selection:  # all selected tests may belong to the first part
        codes[1:] = [code for code in codes[1:] if code != NOTHING_COLLECTED]
    return next((code for code in codes if code), 0)


@contextmanager
def in_background(part: Part) -> Iterator[Callable[[], int]]:
    """Run a part, and show its output at the end of the block."""
    with tempfile.TemporaryFile() as output:
        try:
            with ThreadPoolExecutor(1) as thread:
                running = thread.submit(part.run, output)
                try:
                    yield running.result
                    running.result()
                finally:
                    part.stop()
        finally:
            output.seek(0)
            sys.stdout.flush()
            shutil.copyfileobj(output, sys.stdout.buffer)
            sys.stdout.flush()


def print_times(parts: list[Part]) -> None:
    times = ", ".join(f"{part.name} {minutes(part.seconds)}" for part in parts)
    print(f"Duration: {times}", flush=True)


def minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02} min"
