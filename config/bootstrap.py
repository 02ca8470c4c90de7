"""Install the packages that manage.py needs, on a machine that has nothing but Python.

An interpreter that has packages within the ranges of requirements.txt is used as it is. Otherwise the exact versions in
config/locked.txt are installed into a virtual environment `.venv`, and the command starts again with its Python. A file
in it holds the hash of the installed list, so that the next start reads two files and goes on.

Standard library only, and no syntax newer than Python 3.6: an old Python must be able to report that it is too old.
"""

import hashlib
import importlib
import importlib.util
import os
import re
import secrets
import shutil
import subprocess
import sys
from typing import List, Tuple

OLDEST = (3, 11)
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
RUNTIME, TOOLS = "requirements.txt", os.path.join("tests", "requirements.txt")
LOCKED = {RUNTIME: os.path.join("config", "locked.txt"), TOOLS: os.path.join("config", "locked-tests.txt")}
COMMANDS_WITH_TOOLS = ("test", "screenshots", "arena")
TOO_OLD = "Python {}.{} or newer is required, but this is Python {} ({}). Install a newer one{}."
NO_VENV = (
    "This Python cannot create virtual environments: its module “{}” is missing. On Debian or Ubuntu, install the "
    "package python3-venv, or install the packages yourself with “pip install -r requirements.txt”, and start again."
)
NO_NETWORK = (
    "The packages could not be downloaded, because the package index cannot be reached. "
    "Connect this machine to the network (or set the proxy in HTTPS_PROXY) and start again."
)
NOT_INSTALLED = (
    "The packages in {} could not be installed. pip says: {} "
    "If this system needs other versions, create a virtual environment, install them with “pip install -r {}”, "
    "and start again with its Python."
)
NOT_WRITABLE = "{} cannot be written ({}). Give this user the right to write to {}, or move the folder elsewhere."
OFFLINE = (
    "NewConnectionError",
    "ConnectTimeout",
    "ReadTimeout",
    "Name or service not known",
    "name resolution",
    "ProxyError",
)


class Problem(Exception):
    """The program cannot start. `str()` says why and what to do."""


def prepare(argv: List[str]) -> None:
    """Prepare everything for manage.py. Returns only if the packages are installed and the settings are valid."""
    try:
        check_python(sys.version_info[:3])
        python = interpreter(TOOLS if argv[1:2] and argv[1] in COMMANDS_WITH_TOOLS else RUNTIME)
        if python != sys.executable:
            start_again(python, argv)
        write_secret_key()
        check_settings()
    except Problem as problem:
        sys.exit(str(problem))
    except KeyboardInterrupt:
        sys.exit("\nStopped.")


def check_python(version: Tuple[int, ...]) -> None:
    if version[:2] >= OLDEST:
        return
    newer = [name for name in ("python3.{}".format(minor) for minor in range(19, 10, -1)) if shutil.which(name)]
    hint = ", or use the installed one: {} manage.py play".format(newer[0]) if newer else " and start again with it"
    raise Problem(TOO_OLD.format(OLDEST[0], OLDEST[1], ".".join(map(str, version)), sys.executable, hint))


def interpreter(requirements: str) -> str:
    """Return the path of a Python that has the packages, after installing them if necessary."""
    inside = in_venv()
    if not inside and has_packages(requirements):
        return sys.executable
    python = os.path.join(VENV, *(("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")))
    if not (os.path.exists(python) and is_stamped(requirements)) or (inside and is_hollow()):
        try:
            make_environment(python)
            install(python, requirements)
        except OSError as error:
            raise Problem(NOT_WRITABLE.format(error.filename or VENV, error.strerror, ROOT))
    return sys.executable if inside else python


def in_venv() -> bool:
    return os.path.realpath(sys.prefix) == os.path.realpath(VENV)


def is_hollow() -> bool:
    """Return whether the environment has lost its packages, as it does when Python is upgraded: the folder for packages
    has the version of Python in its name."""
    return importlib.util.find_spec("django") is None


def lines(requirements: str) -> List[str]:
    """Return the requirements in a file and in those that it includes."""
    found = []
    with open(os.path.join(ROOT, requirements), encoding="utf-8") as file:
        for line in (line.split("#")[0].strip() for line in file):
            if line.startswith("-r "):
                found += lines(os.path.normpath(os.path.join(os.path.dirname(requirements), line[3:].strip())))
            elif line:
                found.append(line)
    return found


def has_packages(requirements: str) -> bool:
    return all(is_installed(line) for line in lines(requirements))


def is_installed(requirement: str) -> bool:
    metadata = importlib.import_module("importlib.metadata")
    match = re.match(r"([\w.-]+)(?:\[([\w,-]+)\])?(.*)", requirement)
    if not match:
        return False
    name, extras, bounds = match.groups()
    try:
        version = numbers(metadata.version(name))
        needed = metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return False
    fits = all(
        version >= numbers(bound) if sign == ">=" else version < numbers(bound)
        for sign, bound in re.findall(r"(>=|<)\s*([\d.]+)", bounds)
    )
    return fits and all(is_installed(line) for line in of_extras(needed, (extras or "").split(",")))


def of_extras(needed: List[str], extras: List[str]) -> List[str]:
    """Return the requirements of the named extras. Conditions on the system or Python are left to pip."""
    marks = [(line.split(";")[0], re.findall(r"extra == ['\"]([\w-]+)['\"]", line)) for line in needed]
    return [line for line, names in marks if set(names) & set(extras) and "implementation_name" not in line]


def numbers(version: str) -> List[int]:
    return ([int(number) for number in re.findall(r"\d+", version)] + [0, 0, 0])[:3]


def stamp(requirements: str) -> str:
    return os.path.join(VENV, "installed-" + requirements.replace(os.sep, "-"))


def is_stamped(requirements: str) -> bool:
    try:
        with open(stamp(requirements), encoding="utf-8") as file:
            return file.read() == hash_of_locked(requirements)
    except OSError:
        return False


def hash_of_locked(requirements: str) -> str:
    with open(os.path.join(ROOT, LOCKED[requirements]), "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def make_environment(python: str) -> None:
    if os.path.exists(python) and has_pip(python):
        return
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            raise Problem(NO_VENV.format(module))
    say("Creating the virtual environment .venv ...")
    try:
        importlib.import_module("venv").create(VENV, with_pip=True, clear=True, symlinks=os.name != "nt")
    except subprocess.CalledProcessError:
        raise Problem(NO_VENV.format("ensurepip"))


def has_pip(python: str) -> bool:
    """An environment without pip is useless: it was not completed, or belongs to a Python that is gone."""
    command = [python, "-m", "pip", "--version"]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False).returncode == 0


def install(python: str, requirements: str) -> None:
    say("Installing the packages in {}. This happens once and takes a minute ...".format(LOCKED[requirements]))
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "2"]
    # pip itself may cause warnings that would be errors in our own code.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONWARNINGS"}
    done = subprocess.run(
        [*pip, "--require-hashes", "-r", os.path.join(ROOT, LOCKED[requirements])],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        check=False,
    )
    if done.returncode:
        output = done.stdout.decode("utf-8", "replace")
        errors = (
            [line for line in output.splitlines() if line.startswith("ERROR")] or output.splitlines() or ["nothing"]
        )
        is_offline = any(mark in output for mark in OFFLINE)
        raise Problem(
            NO_NETWORK if is_offline else NOT_INSTALLED.format(LOCKED[requirements], errors[-1], requirements)
        )
    for installed in {RUNTIME, requirements}:
        with open(stamp(installed), "w", encoding="utf-8") as file:
            file.write(hash_of_locked(installed))
    if in_venv():  # this process has not looked for packages in a folder that was missing when it started
        importlib.import_module("site").addsitedir(importlib.import_module("sysconfig").get_path("purelib"))
    importlib.invalidate_caches()


def start_again(python: str, argv: List[str]) -> None:
    if os.name == "nt":  # Windows has no exec: the first process waits for the second
        sys.exit(subprocess.call([python, *argv]))
    os.execv(python, [python, *argv])


def write_secret_key() -> None:
    path = os.path.join(ROOT, "var", "secret_key")
    is_set = bool(os.environ.get("SECRET_KEY"))
    if os.path.exists(path):
        return
    try:
        # Only for this user: the folder holds the key, the database, and e-mails with links to accounts.
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        if is_set:
            return
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50) + "\n")
    except FileExistsError:
        if not (is_set or os.path.isfile(path)):
            raise Problem(NOT_WRITABLE.format(path, "it is not a file", ROOT))
    except OSError as error:
        # An operator who sets the key may keep the data elsewhere, and this folder read-only.
        if not is_set:
            raise Problem(NOT_WRITABLE.format(path, error.strerror, ROOT))


def check_settings() -> None:
    settings = importlib.import_module("django.conf").settings
    problem = importlib.import_module("config.environment").SettingsProblem
    try:
        settings.INSTALLED_APPS  # noqa: B018 - reading one setting loads them all
    except problem as error:
        raise Problem(str(error))


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":  # `python3 -m config.bootstrap` prints the path of the Python for the tests
    try:
        check_python(sys.version_info[:3])
        print(interpreter(TOOLS))
    except Problem as bad:
        sys.exit(str(bad))
