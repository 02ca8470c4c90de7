"""`manage.py test`: its browser, its parts, and no skipped tests."""

import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from config import browser, test_runner
from config.bootstrap import Problem
from tests import conftest

pytestmark = pytest.mark.apart
ROOT = Path(__file__).resolve().parents[2]
SKIPS = "import pytest\n@pytest.mark.skip(reason='not today')\ndef test_left_out(): ...\n"


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    unset = ("PART", "SHARE", "TEST_DATABASE_URL", "TEST_REDIS_URL", "DATABASE_URL", "REDIS_URL", "PYTEST_CURRENT_TEST")
    clean = {key: value for key, value in os.environ.items() if key not in unset}
    return subprocess.run(
        [sys.executable, "manage.py", "test", *words],
        cwd=ROOT,
        env=clean | environment,
        capture_output=True,
        text=True,
        check=False,
    )


ONE = "tests/config/test_limits.py::test_a_rest_fills_the_bucket_and_no_more"


def test_arguments_go_to_pytest_and_the_part_left_out_is_reported() -> None:
    done = run(ONE, "-q")
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout
    assert "Not run: the part on PostgreSQL and Redis" in done.stdout
    assert "TEST_DATABASE_URL and TEST_REDIS_URL" in done.stdout
    assert re.search(r"^Duration: SQLite \d+:\d\d min$", done.stdout, re.MULTILINE)


def test_a_url_for_only_one_of_the_two_servers_is_reported() -> None:
    assert "addresses in TEST_REDIS_URL to run" in run(ONE, TEST_DATABASE_URL="postgres://127.0.0.1:1/x").stdout


def test_a_second_part_that_fails_fails_the_run() -> None:
    nowhere = {"TEST_DATABASE_URL": "postgres://127.0.0.1:1/x", "TEST_REDIS_URL": "redis://127.0.0.1:1"}
    done = run("tests/config/test_health.py::test_a_healthy_site_is_ready", "-q", **nowhere)
    assert "the one on PostgreSQL and Redis has run beside it and follows" in done.stdout
    assert re.search(r"^Duration: SQLite \S+ min, PostgreSQL and Redis \S+ min$", done.stdout, re.MULTILINE)
    assert done.returncode != 0


PARTS = {
    "SQLite": ("web", False),
    "servers": ("web", True),
    "browser": ("browser", False),
    "apart": ("rules", False),
    "bots": ("bots", False),
}


@pytest.mark.parametrize(
    ("marks", "fixtures", "parts"),
    [
        ([], [], {"SQLite", "servers"}),
        ([], ["browser"], {"browser", "servers"}),
        ([pytest.mark.once], [], {"SQLite"}),
        ([pytest.mark.once], ["browser"], {"browser"}),
        ([pytest.mark.once("postgresql")], ["browser"], {"servers"}),
        ([pytest.mark.apart], [], {"apart"}),
    ],
)
def test_each_test_runs_in_the_parts_it_needs(
    monkeypatch: pytest.MonkeyPatch, marks: list[pytest.MarkDecorator], fixtures: list[str], parts: set[str]
) -> None:
    assert parts_of(monkeypatch, ROOT / "tests" / "table" / "test_x.py", marks, fixtures) == parts


def parts_of(
    monkeypatch: pytest.MonkeyPatch, path: Path, marks: list[pytest.MarkDecorator], fixtures: list[str]
) -> set[str]:
    def marked(name: str) -> pytest.Mark | None:
        return next((mark.mark for mark in marks if mark.name == name), None)

    item: Any = SimpleNamespace(path=path, fixturenames=fixtures, get_closest_marker=marked)
    found = set()
    for name, (part, on_postgresql) in PARTS.items():
        monkeypatch.setattr(conftest, "PART", part)
        monkeypatch.setattr(conftest, "ON_POSTGRESQL", on_postgresql)
        found |= {name} if conftest.belongs_here(item) else set()
    return found


@pytest.mark.parametrize(("folder", "part"), [("engine", "apart"), ("bots", "bots")])
def test_a_folder_without_data_runs_in_one_part(monkeypatch: pytest.MonkeyPatch, folder: str, part: str) -> None:
    assert parts_of(monkeypatch, ROOT / "tests" / folder / "test_x.py", [], []) == {part}


def test_all_parts_give_way_to_the_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_DATABASE_URL", "postgres://127.0.0.1:1/x")
    monkeypatch.setenv("TEST_REDIS_URL", "redis://127.0.0.1:1")
    eager = [part for part in test_runner.make_parts([]) if part.niceness == 0]
    assert [part.environment["PART"] for part in eager] == ["browser", "browser"]


def test_the_processes_of_a_part_run_all_of_its_tests_together() -> None:
    items: list[Any] = list(range(7))
    shares: Any = [conftest.share_of(items, share) for share in test_runner.HALVES]
    assert shares == [[0, 2, 4, 6], [1, 3, 5]]
    assert conftest.share_of(items, "") == items


def test_a_part_that_gives_way_runs_with_less_priority() -> None:
    command = [sys.executable, "-c", "import os; print(os.nice(0))"]
    priorities = [
        int(subprocess.run([*test_runner.giving_way(niceness), *command], capture_output=True, check=True).stdout)
        for niceness in (0, 2)
    ]
    assert priorities[1] == min(19, priorities[0] + 2)


def test_a_test_that_fails_fails_the_run() -> None:
    assert run("tests/config/no_such_file.py").returncode != 0


def test_a_skipped_test_fails_the_run_and_is_named(tmp_path: Path) -> None:
    skipping = ROOT / "tests" / "config" / "test_left_out_for_a_moment.py"
    skipping.write_text(SKIPS)
    try:
        done = run(str(skipping))
    finally:
        skipping.unlink()
    assert done.returncode == 1
    assert "Skipped, and nothing may be" in done.stdout
    assert "test_left_out" in done.stdout


def test_the_browser_that_is_named_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = tmp_path / "browser"
    mine.write_text("#!/bin/sh\n")
    mine.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(mine))
    assert browser.obtain() == str(mine)


def test_a_missing_browser_named_in_browser_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROWSER", "/no/such/browser")
    with pytest.raises(Problem, match="BROWSER is set to /no/such/browser"):
        browser.obtain()


def test_the_browser_on_the_path_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = tmp_path / "google-chrome"
    mine.write_text("#!/bin/sh\n")
    mine.chmod(0o755)
    monkeypatch.delenv("BROWSER", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert browser.installed() == str(mine)


def test_without_a_browser_the_message_says_how_to_install_one(tmp_path: Path) -> None:
    nothing = {
        "PATH": str(tmp_path),
        "BROWSER": "",
        "HOME": str(tmp_path),
        "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path),
        "PLAYWRIGHT_DOWNLOAD_HOST": "http://127.0.0.1:1",
    }
    done = run(ONE, **nothing)
    assert done.returncode != 0
    assert "apt install chromium" in done.stderr
    assert "Traceback" not in done.stderr
