"""The commands in the README work."""

import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest
from django.core.management import load_command_class

from tests.config.project_copy import ROOT, ProjectCopy, build

pytestmark = pytest.mark.apart
README = (ROOT / "README.md").read_text()
COMMANDS = [
    line.strip()
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.strip()
]
COMMANDS += re.findall(r"`(python3 manage\.py [^`]+)`", README)
EXTRA = {
    "test": ["--collect-only", "-q"],
    "createsuperuser": ["--noinput", "--name", "Ann"],
    "bench frames": ["--only", "the deal"],
}
RUN_ELSEWHERE = (["soak", "site"], ["soak", "crash"], ["soak", "mutants"])
"""Commands that test_soak.py and test_mutants.py run. Each takes as long as twenty others."""
SERVERS = {"play": r"Open http://\S+/", "clock": "The clock is running"}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> ProjectCopy:
    project = build(tmp_path_factory.mktemp("project"))
    project.require(*(ROOT / "requirements.txt").read_text().split())
    (project.folder / "tests" / "test_nothing.py").write_text("def test_nothing() -> None: ...\n")
    (project.folder / "tests" / "people").symlink_to(ROOT / "tests" / "people")
    for name in ("conftest.py", "contexts.py", "live_site.py", "responses.py"):
        (project.folder / "tests" / name).symlink_to(ROOT / "tests" / name)
    migrated = project.run("manage.py", "migrate", "-v0")
    assert migrated.returncode == 0, migrated.stderr
    return project


def test_the_readme_begins_with_the_two_commands() -> None:
    assert COMMANDS[:2] == ["python3 manage.py play", "python3 manage.py test"]


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_of_the_readme_works(project: ProjectCopy, line: str, browser_named: dict[str, str]) -> None:
    program, *words = shlex.split(line)
    if program == "export":
        project.environment |= {word.split("=", 1)[0]: "" for word in words if "_URL" not in word}
    elif program == "pip":
        done = project.run("-m", "pip", *words, "--dry-run", "--no-deps", "--no-index", "--quiet")
        assert done.returncode == 0, done.stderr
    elif program == ".ci/run":
        assert ROOT.joinpath(line).stat().st_mode & 0o111
    elif program.endswith("daphne"):
        serve_with_daphne(project, words)
    else:
        manage(project, words, browser_named)


def manage(project: ProjectCopy, words: list[str], named: dict[str, str]) -> None:
    command = words[1]
    if command in SERVERS:
        port = ["--port", "0"] if command == "play" else []
        running = project.start(*words[1:], *port)
        running.until(SERVERS[command])
        code, _, errors = running.end(signal.SIGTERM)
        assert (code, "Traceback" in errors) == (0, False)
    elif words[1:3] in RUN_ELSEWHERE:
        load_command_class("games", command).create_parser("manage.py", command).parse_args(words[2:])
    elif command == "screenshots":
        done = project.run(*words, **named)
        assert done.returncode == 0, done.stderr
        assert (project.folder / "static" / "img" / "screenshot.png").read_bytes().startswith(b"\x89PNG")
    else:
        extra = EXTRA.get(" ".join(words[1:3]), EXTRA.get(command, []))
        settings = {"ALLOWED_HOSTS": "cards.example.org", "DJANGO_SUPERUSER_PASSWORD": "a good long password"}
        done = project.run(*words, *extra, **(named if command == "bench" else settings | named))
        assert done.returncode == 0, done.stdout + done.stderr
        assert "WARNINGS" not in done.stderr


def serve_with_daphne(project: ProjectCopy, words: list[str]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    words[words.index("--port") + 1] = port
    server = subprocess.Popen(
        [sys.executable, "-m", "daphne", *words],
        cwd=project.folder,
        env=project.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    while not (answer := status(f"http://127.0.0.1:{port}/healthz?token=b0b5-secret")):
        assert server.poll() is None, server.communicate()[0]
        time.sleep(0.1)
    server.terminate()
    logged = server.communicate()[0]
    assert (answer, server.returncode) == (200, 0)
    assert "GET /healthz 200" in logged
    assert "b0b5-secret" not in logged


def status(address: str) -> int:
    try:
        with urlopen(address) as answer:
            return int(answer.status)
    except OSError:
        return 0


@pytest.fixture(scope="module")
def browser_named() -> dict[str, str]:
    from config import browser

    return {"BROWSER": browser.obtain()}


def test_the_image_in_the_readme_exists() -> None:
    pictures = re.findall(r"!\[.+?\]\((.+?)\)", README)
    assert pictures
    assert all((ROOT / picture).is_file() for picture in pictures)


def test_every_folder_the_readme_names_is_there() -> None:
    named = re.findall(r"`([a-z_/]+/)`", README.split("## How the code is laid out")[1])
    assert [folder for folder in named if not Path(ROOT, folder).is_dir()] == []
