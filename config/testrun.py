"""What `manage.py test` does: pytest in three parts that run beside each other – the web suite on SQLite, once more on
PostgreSQL and Redis, and what needs no data of its own, such as the rules."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from config import browser
from config.bootstrap import ROOT

# Every branch of the rules is walked, or the whole suite fails.
COVERAGE = ["--cov", "--cov-config=.coveragerc", "--cov-report=term-missing:skip-covered"]
NOTHING_COLLECTED = 5
NO_ADDRESSES = {"DATABASE_URL": "", "REDIS_URL": ""}


def run(arguments: list[str]) -> int:
    surroundings = {**os.environ, "BROWSER": browser.obtain(), "PYTHONWARNINGS": "error", "PART": ""}
    here = surroundings | NO_ADDRESSES
    database, redis = os.environ.get("TEST_DATABASE_URL"), os.environ.get("TEST_REDIS_URL")
    if not (database and redis):
        return pytest([*coverage(arguments), *arguments], here)
    there = surroundings | {"DATABASE_URL": database, "REDIS_URL": redis}
    if arguments:
        with beside(arguments, there) as again:
            # What was asked for may have no part in the web suite: then there is nothing to collect the second time.
            return pytest(arguments, here) or (0 if again() == NOTHING_COLLECTED else again())
    with beside(COVERAGE, here | {"PART": "rules"}) as rules, beside([], there | {"PART": "web"}) as again:
        return pytest([], here | {"PART": "web"}) or again() or rules()


@contextmanager
def beside(arguments: list[str], surroundings: dict[str, str]) -> Iterator[Callable[[], int]]:
    """A run that goes on meanwhile, because most of a test is waiting. What it says is shown when it is asked for its
    outcome, or at the end."""
    with tempfile.TemporaryFile() as said:
        running = subprocess.Popen(command(arguments), cwd=ROOT, env=surroundings, stdout=said, stderr=said)
        try:
            yield running.wait
            running.wait()
        finally:
            running.terminate()
            running.wait()
            said.seek(0)
            sys.stdout.flush()
            shutil.copyfileobj(said, sys.stdout.buffer)
            sys.stdout.flush()


def pytest(arguments: list[str], surroundings: dict[str, str]) -> int:
    return subprocess.run(command(arguments), cwd=ROOT, env=surroundings, check=False).returncode


def command(arguments: list[str]) -> list[str]:
    return [sys.executable, "-m", "pytest", *arguments]


def coverage(arguments: list[str]) -> list[str]:
    return [] if arguments else COVERAGE
