"""`manage.py play` on a new machine: the good day, and each bad one with one clear sentence and no traceback."""

import ast
import ctypes
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.config.houses import ROOT, House, build

pytestmark = pytest.mark.apart
OPEN = r"Open http://\S+/"
DROP_FROM_BOUNDING_SET, RIGHT_TO_WRITE_ANYWHERE = 24, 1


@pytest.fixture
def house(tmp_path: Path) -> House:
    return build(tmp_path)


@pytest.fixture(scope="module")
def lived_in(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A house that has been started once."""
    house = build(tmp_path_factory.mktemp("house"))
    assert house.run("manage.py", "check").returncode == 0
    return house


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    """The complaint of a start that failed as it should."""
    assert done.returncode not in (0, None)
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    return done.stderr.strip().splitlines()[-1]


def test_a_first_start_makes_everything_and_ends_with_the_address(house: House) -> None:
    site = house.start("play", "--port", "0")
    address = site.until(OPEN).removeprefix("Open ")
    with urlopen(address + "readyz") as answer:
        assert answer.status == 200
    code, rest, told = site.end(signal.SIGINT)
    assert (code, rest) == (0, "\nStopped.\n")
    assert "Making the virtual environment" in told
    assert "Installing the packages" in told
    assert "Preparing the database" in site.said
    assert "Make one with “python3 manage.py createsuperuser”" in site.said
    assert len(site.said.splitlines()) < 5
    key = house.folder / "var" / "secret_key"
    assert len(key.read_text().strip()) >= 50
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert stat.S_IMODE(key.parent.stat().st_mode) == 0o700


def test_a_second_start_installs_and_prepares_nothing(lived_in: House) -> None:
    first = lived_in.start("play", "--port", "0")
    first.until(OPEN)
    first.end(signal.SIGTERM)
    again = lived_in.start("play", "--port", "0")
    again.until(OPEN)
    code, _, told = again.end(signal.SIGTERM)
    assert code == 0
    assert "Making" not in told
    assert "Installing" not in told
    assert "Preparing" not in again.said


@pytest.mark.parametrize("stamped", [True, False])
def test_an_environment_without_its_packages_is_made_anew(house: House, stamped: bool) -> None:
    """Its making was cut short; or Python has become a newer one, which looks for packages in another folder."""
    assert house.run("manage.py", "check").returncode == 0
    for packages in house.folder.glob(".venv/lib/python3*/site-packages"):
        shutil.rmtree(packages)
    if not stamped:
        house.folder.joinpath(".venv", "installed-requirements.txt").unlink()
    done = house.run("manage.py", "check")
    assert done.returncode == 0, done.stderr
    assert "Making" in done.stderr
    assert house.run("manage.py", "check").stderr == ""


def test_a_key_of_ones_own_needs_no_file_and_the_data_still_have_a_place(lived_in: House) -> None:
    lived_in.folder.joinpath("var").rename(lived_in.folder / "var.away")
    site = lived_in.start("play", "--port", "0", SECRET_KEY="aB3-x" * 20)
    site.until(OPEN)
    assert site.end(signal.SIGTERM)[0] == 0
    assert not lived_in.folder.joinpath("var", "secret_key").exists()
    assert lived_in.folder.joinpath("var", "last-card.sqlite3").exists()
    shutil.rmtree(lived_in.folder / "var")
    lived_in.folder.joinpath("var.away").rename(lived_in.folder / "var")


def test_changed_requirements_are_installed(lived_in: House) -> None:
    before = (lived_in.folder / "requirements.txt").read_text()
    lived_in.require(before.strip(), "# one more")
    assert "Installing" not in lived_in.run("manage.py", "check").stderr
    lived_in.require(before.strip(), "django>=5")
    assert "Installing" in lived_in.run("manage.py", "check").stderr
    lived_in.require(before.strip())


@pytest.mark.parametrize("ci", ["", "1"])
def test_a_python_that_has_the_packages_is_used_as_it_is(house: House, ci: str) -> None:
    house.require(*(ROOT / "requirements.txt").read_text().split())
    done = house.run("manage.py", "check", CI=ci)
    assert done.returncode == 0
    assert not (house.folder / ".venv").exists()


def test_the_site_opens_on_all_addresses_and_lets_them_in(lived_in: House) -> None:
    site = lived_in.start("play", "--host", "0.0.0.0", "--port", "0")
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


def test_a_taken_port_is_told_with_the_way_out(lived_in: House, taken: int) -> None:
    told = sentence(lived_in.run("manage.py", "play", "--port", str(taken)))
    assert told.startswith(f"Port {taken} on 127.0.0.1 is taken")
    assert "--port" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--host", "192.0.2.77"), "192.0.2.77 is no address of this machine"),
        (("--host", "no.such.host.invalid"), "no.such.host.invalid is no address of this machine"),
        (("--port", "70000"), "70000 is no port"),
    ],
)
def test_an_address_that_cannot_be_is_told(lived_in: House, words: tuple[str, ...], told: str) -> None:
    assert sentence(lived_in.run("manage.py", "play", *words)).startswith(told)


AS_OLD = "import sys, runpy; sys.version_info = (3, 9, 2); sys.argv = ['manage.py', 'play']; "
AS_OLD += "runpy.run_path('manage.py', run_name='__main__')"


def test_an_old_python_is_told_its_age(house: House) -> None:
    told = sentence(house.run("-c", AS_OLD))
    assert told.startswith("Python 3.11 or newer is needed, and this is Python 3.9.2")


@pytest.mark.parametrize("file", ["manage.py", "config/__init__.py", "config/bootstrap.py"])
def test_an_old_python_can_read_what_tells_it_so(file: str) -> None:
    ast.parse((ROOT / file).read_text(), feature_version=(3, 6))


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_python_without_venv_is_told_the_package(house: House, module: str) -> None:
    hidden = house.folder / ".hidden"
    hidden.mkdir()
    (hidden / "sitecustomize.py").write_text(
        "from importlib.machinery import PathFinder\n"
        "find = PathFinder.find_spec\n"
        f"PathFinder.find_spec = lambda name, *rest: None if name == {module!r} else find(name, *rest)\n"
    )
    told = sentence(house.run("manage.py", "play", PYTHONPATH=str(hidden)))
    assert f"its module “{module}” is missing" in told
    assert "python3-venv" in told
    assert not (house.folder / ".venv").exists()


def test_no_network_is_told(house: House) -> None:
    house.require("a-package-that-is-nowhere-near>=1")
    nowhere = {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": "http://127.0.0.1:1/simple", "PIP_FIND_LINKS": ""}
    assert sentence(house.run("manage.py", "play", **nowhere)).startswith("The packages could not be downloaded")


def test_what_pip_cannot_read_is_told_in_its_own_words(house: House) -> None:
    house.require("this is >> no requirement")
    told = sentence(house.run("manage.py", "play"))
    assert told.startswith("The packages of requirements.txt could not be installed. pip says: ERROR")


def without_rights() -> None:
    """Root may write anywhere; a process that gives this right up may not, and nor may what it starts."""
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(DROP_FROM_BOUNDING_SET, RIGHT_TO_WRITE_ANYWHERE, 0, 0, 0)


def run_without_rights(house: House) -> subprocess.CompletedProcess[str]:
    house.folder.chmod(0o555)
    try:
        return subprocess.run(
            [sys.executable, "manage.py", "play"],
            cwd=house.folder,
            env=house.surroundings,
            preexec_fn=without_rights,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        house.folder.chmod(0o755)


def test_a_folder_that_cannot_be_written_is_told(house: House) -> None:
    told = sentence(run_without_rights(house))
    assert f"{house.folder}/.venv cannot be written (Permission denied)" in told


def test_a_folder_that_can_no_longer_be_written_is_told(house: House) -> None:
    house.require(*(ROOT / "requirements.txt").read_text().split())
    told = sentence(run_without_rights(house))
    assert f"{house.folder}/var" in told
    assert "cannot be written" in told


def test_a_file_in_the_place_of_the_folder_is_told(lived_in: House) -> None:
    lived_in.folder.joinpath("var").rename(lived_in.folder / "var.away")
    lived_in.folder.joinpath("var").write_text("")
    told = sentence(lived_in.run("manage.py", "play"))
    lived_in.folder.joinpath("var").unlink()
    lived_in.folder.joinpath("var.away").rename(lived_in.folder / "var")
    assert "var/secret_key cannot be written" in told


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("oracle://host/name", "The setting DATABASE_URL is no address this program can use"),
        ("postgres://ann:geheim@127.0.0.1:1/cards", "The database in DATABASE_URL cannot be used (connection"),
        ("sqlite:////no/such/folder/x.sqlite3", "The file in DATABASE_URL cannot be used (unable to open"),
        ("sqlite:///manage.py", "The file in DATABASE_URL cannot be used (file is not a database)"),
    ],
)
def test_a_broken_database_address_is_told_without_its_password(lived_in: House, address: str, told: str) -> None:
    done = lived_in.run("manage.py", "play", "--port", "0", DATABASE_URL=address)
    assert sentence(done).startswith(told)
    assert "geheim" not in done.stderr


def test_a_silent_redis_is_told(lived_in: House) -> None:
    done = lived_in.run("manage.py", "play", "--port", "0", REDIS_URL="redis://:geheim@127.0.0.1:1/0")
    assert sentence(done).startswith("The Redis server in REDIS_URL does not answer")
    assert "geheim" not in done.stderr


def test_other_commands_work_unchanged(lived_in: House) -> None:
    assert "play" in lived_in.run("manage.py", "help").stdout
    assert lived_in.run("manage.py", "nonsense").returncode == 1
