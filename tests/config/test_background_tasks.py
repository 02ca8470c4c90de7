"""Background tasks are restarted when they fail; the in-memory channel layer cleans up only now and then."""

import asyncio
import os
import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.test import override_settings
from django.utils import timezone

from config import background_tasks
from games import maintenance

ROOT = Path(__file__).resolve().parents[2]
MANAGE = [sys.executable, str(ROOT / "manage.py")]
rounds: list[str] = []


async def stumbling() -> None:
    rounds.append("begun")
    if len(rounds) < 3:
        raise RuntimeError("once in a while something is not there")
    await asyncio.sleep(3600)


def test_a_task_that_fails_is_restarted() -> None:
    rounds.clear()

    async def watch() -> None:
        work = asyncio.create_task(background_tasks.run_all(pause=0))
        while len(rounds) < 3:
            await asyncio.sleep(0)
        work.cancel()
        await asyncio.wait([work])

    with override_settings(BACKGROUND_TASKS=[f"{__name__}.stumbling"]):
        asyncio.run(watch())
    assert rounds == ["begun"] * 3


@pytest.mark.django_db
def test_expired_sessions_are_deleted() -> None:
    now = timezone.now()
    Session.objects.create(session_key="old", expire_date=now - timedelta(days=1))
    Session.objects.create(session_key="new", expire_date=now + timedelta(days=1))
    assert "clearsessions" in maintenance.run_tasks()
    assert [session.session_key for session in Session.objects.all()] == ["new"]


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment of a process with a migrated database of its own."""
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{tmp_path_factory.mktemp('clock')}/clock.sqlite3"}
    subprocess.run([*MANAGE, "migrate", "-v0"], env=environment, cwd=ROOT, check=True)
    return environment


@pytest.mark.once
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_clock_stops_on_a_signal(how: signal.Signals, database: dict[str, str]) -> None:
    clock = subprocess.Popen(
        [*MANAGE, "clock"], env=database, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert clock.stderr is not None
    swept = clock.stderr.readline()
    clock.send_signal(how)
    said, errors = clock.communicate()
    assert clock.returncode == 0, swept + errors
    assert "Cleaned up" in swept
    assert said.endswith("Stopped.\n")
    assert errors == ""


def test_the_clock_says_that_a_database_is_not_migrated(tmp_path: Path) -> None:
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{tmp_path}/new.sqlite3"}
    done = subprocess.run([*MANAGE, "clock"], env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "lacks migrations" in done.stderr
    assert "manage.py migrate" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_clock_starts_without_its_database_and_waits_for_it() -> None:
    environment = os.environ | {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing"}
    clock = subprocess.Popen(
        [*MANAGE, "clock"], env=environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert clock.stdout is not None
    assert "The clock is running" in clock.stdout.readline()
    clock.send_signal(signal.SIGTERM)
    clock.communicate()
    assert clock.returncode == 0
