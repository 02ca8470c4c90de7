"""What `manage.py test` does: pytest on SQLite, and beside it the web suite once more on PostgreSQL and Redis."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from config import browser
from config.bootstrap import ROOT

ENGINE = Path(ROOT, "games", "engine")
# Every branch of the rules is walked, or the whole suite fails.
COVERAGE = ["--cov", "--cov-config=.coveragerc", "--cov-report=term-missing:skip-covered"]
NOTHING_COLLECTED = 5
WITHOUT_DATA = ("tests/engine", "tests/bots")


def run(arguments: list[str]) -> int:
    surroundings = {**os.environ, "BROWSER": browser.obtain(), "PYTHONWARNINGS": "error"}
    here = {**surroundings, "DATABASE_URL": "", "REDIS_URL": ""}
    database, redis = os.environ.get("TEST_DATABASE_URL"), os.environ.get("TEST_REDIS_URL")
    if not (database and redis):
        return pytest([*coverage(arguments), *arguments], here)
    # What needs no database goes to the half that is shorter.
    elsewhere = [] if arguments else [f"--ignore={folder}" for folder in WITHOUT_DATA]
    there = {**surroundings, "DATABASE_URL": database, "REDIS_URL": redis, "RULES_TOO": "" if arguments else "1"}
    with beside([*coverage(arguments), *arguments], there) as again:
        outcome = pytest([*elsewhere, *arguments], here)
        # What was asked for may have no part in the web suite: then there is nothing to collect the second time.
        return outcome or (0 if again() == NOTHING_COLLECTED else again())


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
    rules = [path for path in ENGINE.glob("*.py") if path.name != "__init__.py"]
    return COVERAGE if rules and not arguments else []
