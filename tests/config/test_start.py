"""`manage.py play` on a new machine; each failure is reported in one clear sentence, without a traceback."""

import ast
import ctypes
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

import pytest

from tests.config.project_copy import ROOT, ProjectCopy, build

pytestmark = pytest.mark.apart
OPEN = r"Open http://\S+/"
DROP_FROM_BOUNDING_SET, RIGHT_TO_WRITE_ANYWHERE = 24, 1


@pytest.fixture
def project(tmp_path: Path) -> ProjectCopy:
    return build(tmp_path)


class FirstStart(NamedTuple):
    project: ProjectCopy
    shown: str
    status: int
    end: tuple[int, str, str]


@pytest.fixture(scope="module")
def first_start(tmp_path_factory: pytest.TempPathFactory) -> FirstStart:
    """The first start finds an environment whose creation was interrupted. `.ci/run` begins without any."""
    project = build(tmp_path_factory.mktemp("project"))
    venv.create(project.folder / ".venv")
    site = project.start("play", "--port", "0")
    address = site.until(OPEN).removeprefix("Open ")
    with urlopen(address + "readyz") as answer:
        return FirstStart(project, site.output, answer.status, site.end(signal.SIGINT))


@pytest.fixture
def started(first_start: FirstStart) -> ProjectCopy:
    """A project that has been started once."""
    return first_start.project


@pytest.fixture
def prepared(started: ProjectCopy, tmp_path: Path) -> ProjectCopy:
    """A copy of that project with its environment, which this test may break."""
    shutil.copytree(started.folder, tmp_path, symlinks=True, dirs_exist_ok=True)
    return ProjectCopy(tmp_path)


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    """Return the message of a start that is expected to fail."""
    assert done.returncode not in (0, None)
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    return done.stderr.strip().splitlines()[-1]


def test_a_first_start_prepares_everything_and_prints_the_address(first_start: FirstStart) -> None:
    project, shown, status, (code, rest, output) = first_start
    assert status == 200
    assert (code, rest) == (0, "\nStopped.\n")
    assert "Creating the virtual environment" in output
    assert "Installing the packages" in output
    assert "Preparing the database" in shown
    assert "Make one with “python3 manage.py createsuperuser”" in shown
    assert len(shown.splitlines()) < 5
    key = project.folder / "var" / "secret_key"
    assert len(key.read_text().strip()) >= 50
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert stat.S_IMODE(key.parent.stat().st_mode) == 0o700


def test_a_second_start_installs_and_prepares_nothing(started: ProjectCopy) -> None:
    first = started.start("play", "--port", "0")
    first.until(OPEN)
    first.end(signal.SIGTERM)
    again = started.start("play", "--port", "0")
    again.until(OPEN)
    code, _, output = again.end(signal.SIGTERM)
    assert code == 0
    assert "Creating" not in output
    assert "Installing" not in output
    assert "Preparing" not in again.output


def test_an_environment_without_its_packages_is_created_again(prepared: ProjectCopy) -> None:
    """Python was upgraded and looks for packages in another folder."""
    assert "Creating" not in prepared.run("manage.py", "check").stderr
    for packages in prepared.folder.glob(".venv/lib/python3*/site-packages"):
        shutil.rmtree(packages)
    done = prepared.run("manage.py", "check")
    assert done.returncode == 0, done.stderr
    assert "Creating" in done.stderr
    assert prepared.run("manage.py", "check").stderr == ""


def test_with_a_key_in_the_environment_no_file_is_written(started: ProjectCopy) -> None:
    key = started.folder / "var" / "secret_key"
    key.rename(started.folder / "key.away")
    site = started.start("play", "--port", "0", SECRET_KEY="aB3-x" * 20)
    site.until(OPEN)
    assert site.end(signal.SIGTERM)[0] == 0
    assert not key.exists()
    started.folder.joinpath("key.away").rename(key)


def test_changed_locked_versions_are_installed(started: ProjectCopy) -> None:
    before = (started.folder / "config" / "locked.txt").read_text()
    assert "Installing" not in started.run("manage.py", "check").stderr
    started.lock(before.strip(), "# refreshed")
    assert "Installing" in started.run("manage.py", "check").stderr
    started.lock(before.strip())


@pytest.mark.parametrize("ci", ["", "1"])
def test_a_python_that_has_the_packages_is_used_as_it_is(project: ProjectCopy, ci: str) -> None:
    project.require(*(ROOT / "requirements.txt").read_text().split())
    done = project.run("manage.py", "check", CI=ci)
    assert done.returncode == 0
    assert not (project.folder / ".venv").exists()


def test_the_site_can_listen_on_all_addresses(started: ProjectCopy) -> None:
    site = started.start("play", "--host", "0.0.0.0", "--port", "0")
    address = site.until(OPEN).removeprefix("Open ")
    with urlopen(address + "healthz") as answer:
        assert answer.status == 200
    assert site.end(signal.SIGTERM)[0] == 0


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_a_port_in_use_is_reported_with_what_to_do(started: ProjectCopy, taken: int) -> None:
    output = sentence(started.run("manage.py", "play", "--port", str(taken)))
    assert output.startswith(f"Port {taken} on 127.0.0.1 is already in use")
    assert "--port" in output


@pytest.mark.parametrize(
    ("words", "output"),
    [
        (("--host", "192.0.2.77"), "192.0.2.77 is not an address of this machine"),
        (("--host", "no.such.host.invalid"), "no.such.host.invalid is not an address of this machine"),
        (("--port", "70000"), "70000 is not a port number"),
    ],
)
def test_an_impossible_address_is_reported(started: ProjectCopy, words: tuple[str, ...], output: str) -> None:
    assert sentence(started.run("manage.py", "play", *words)).startswith(output)


AS_OLD = "import sys, runpy; sys.version_info = (3, 9, 2); sys.argv = ['manage.py', 'play']; "
AS_OLD += "runpy.run_path('manage.py', run_name='__main__')"


def test_an_old_python_is_reported_with_its_version(project: ProjectCopy) -> None:
    output = sentence(project.run("-c", AS_OLD))
    assert output.startswith("Python 3.11 or newer is required, but this is Python 3.9.2")


@pytest.mark.parametrize("file", ["manage.py", "config/__init__.py", "config/bootstrap.py"])
def test_an_old_python_can_parse_the_code_that_reports_it(file: str) -> None:
    ast.parse((ROOT / file).read_text(), feature_version=(3, 6))


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_without_venv_the_message_names_the_package(project: ProjectCopy, module: str) -> None:
    hidden = project.folder / ".hidden"
    hidden.mkdir()
    (hidden / "sitecustomize.py").write_text(
        "from importlib.machinery import PathFinder\n"
        "find = PathFinder.find_spec\n"
        f"PathFinder.find_spec = lambda name, *rest: None if name == {module!r} else find(name, *rest)\n"
    )
    output = sentence(project.run("manage.py", "play", PYTHONPATH=str(hidden)))
    assert f"its module “{module}” is missing" in output
    assert "python3-venv" in output
    assert not (project.folder / ".venv").exists()


def test_a_missing_network_is_reported(prepared: ProjectCopy) -> None:
    prepared.lock(f"a-package-that-does-not-exist==1 --hash=sha256:{'0' * 64}")
    nowhere = {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": "http://127.0.0.1:1/simple", "PIP_FIND_LINKS": ""}
    assert sentence(prepared.run("manage.py", "play", **nowhere)).startswith("The packages could not be downloaded")


def test_an_error_of_pip_is_shown(prepared: ProjectCopy) -> None:
    prepared.lock("this is >> no requirement")
    output = sentence(prepared.run("manage.py", "play"))
    assert output.startswith("The packages in config/locked.txt could not be installed. pip says: ERROR")


def test_a_package_that_differs_from_the_locked_one_is_not_installed(prepared: ProjectCopy) -> None:
    path = prepared.folder / "config" / "locked.txt"
    path.write_text(re.sub(r"sha256:\w+", f"sha256:{'0' * 64}", path.read_text()))
    output = sentence(prepared.run("manage.py", "play"))
    assert output.startswith(
        "The packages in config/locked.txt could not be installed. pip says: ERROR: THESE PACKAGES"
    )
    assert "pip install -r requirements.txt" in output


def without_rights() -> None:
    """Give up root's right to write anywhere, for this process and those that it starts."""
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(DROP_FROM_BOUNDING_SET, RIGHT_TO_WRITE_ANYWHERE, 0, 0, 0)


def run_without_rights(project: ProjectCopy) -> subprocess.CompletedProcess[str]:
    project.folder.chmod(0o555)
    try:
        return subprocess.run(
            [sys.executable, "manage.py", "play"],
            cwd=project.folder,
            env=project.environment,
            preexec_fn=without_rights,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        project.folder.chmod(0o755)


def test_an_unwritable_folder_is_reported(project: ProjectCopy) -> None:
    output = sentence(run_without_rights(project))
    assert f"{project.folder}/.venv cannot be written (Permission denied)" in output


def test_a_folder_that_became_unwritable_is_reported(project: ProjectCopy) -> None:
    project.require(*(ROOT / "requirements.txt").read_text().split())
    output = sentence(run_without_rights(project))
    assert f"{project.folder}/var" in output
    assert "cannot be written" in output


def test_a_file_in_place_of_the_folder_is_reported(started: ProjectCopy) -> None:
    started.folder.joinpath("var").rename(started.folder / "var.away")
    started.folder.joinpath("var").write_text("")
    output = sentence(started.run("manage.py", "play"))
    started.folder.joinpath("var").unlink()
    started.folder.joinpath("var.away").rename(started.folder / "var")
    assert "var/secret_key cannot be written" in output


@pytest.mark.parametrize(
    ("address", "output"),
    [
        ("oracle://host/name", "The setting DATABASE_URL is not a URL that this site can use"),
        ("postgres://ann:geheim@127.0.0.1:1/cards", "The database in DATABASE_URL cannot be used (connection"),
        ("sqlite:////no/such/folder/x.sqlite3", "The file in DATABASE_URL cannot be used (unable to open"),
        ("sqlite:///manage.py", "The file in DATABASE_URL cannot be used (file is not a database)"),
    ],
)
def test_a_broken_database_url_is_reported_without_its_password(
    started: ProjectCopy, address: str, output: str
) -> None:
    done = started.run("manage.py", "play", "--port", "0", DATABASE_URL=address)
    assert sentence(done).startswith(output)
    assert "geheim" not in done.stderr


def test_an_unavailable_redis_is_reported(started: ProjectCopy) -> None:
    done = started.run("manage.py", "play", "--port", "0", REDIS_URL="redis://:geheim@127.0.0.1:1/0")
    assert sentence(done).startswith("The Redis server in REDIS_URL does not answer")
    assert "geheim" not in done.stderr


def test_other_commands_work_unchanged(started: ProjectCopy) -> None:
    assert "play" in started.run("manage.py", "help").stdout
    assert started.run("manage.py", "nonsense").returncode == 1
