"""Gives manage.py the packages it needs, on a machine that has nothing but Python.

An interpreter that has the packages is used as it is. Otherwise a virtual environment `.venv` is made beside
manage.py, the packages are installed into it, and the command starts again in there. A stamp in it holds the text of
what was installed, so that a second start reads one small file and goes on.

Standard library only, and no syntax newer than Python 3.6: an old Python has to get far enough to say it is too old.
"""

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
COMMANDS_WITH_TOOLS = ("test", "screenshots")
TOO_OLD = "Python {}.{} or newer is needed, and this is Python {} ({}). Install a newer one{}."
NO_VENV = (
    "This Python cannot make virtual environments: its module “{}” is missing. On Debian or Ubuntu install the package "
    "python3-venv, or install the packages yourself with “pip install -r requirements.txt”, and start again."
)
NO_NETWORK = (
    "The packages could not be downloaded: the network, or the package index in it, does not answer. "
    "Connect this machine (or set the proxy in HTTPS_PROXY) and start again."
)
NOT_INSTALLED = "The packages of {} could not be installed. pip says: {}"
NOT_WRITABLE = "{} cannot be written ({}). Give this user the right to write into {}, or move the folder elsewhere."
OFFLINE = (
    "from versions: none",
    "NewConnectionError",
    "ConnectTimeout",
    "ReadTimeout",
    "Name or service not known",
    "name resolution",
    "ProxyError",
)


class Problem(Exception):
    """The program cannot start; `str()` of it says why and what to do."""


def prepare(argv: List[str]) -> None:
    """The one call of manage.py. Comes back only where the packages can be imported and the settings can be used."""
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
    hint = ", or use the one that is here: {} manage.py play".format(newer[0]) if newer else " and start again with it"
    raise Problem(TOO_OLD.format(OLDEST[0], OLDEST[1], ".".join(map(str, version)), sys.executable, hint))


def interpreter(requirements: str) -> str:
    """The Python that has the packages; where there is none, it is made."""
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
    """Whether the environment has lost its packages: they are kept by the version of Python, and a newer Python under
    the same name looks for them elsewhere."""
    return importlib.util.find_spec("django") is None


def lines(requirements: str) -> List[str]:
    """The requirements of a file and of those it names."""
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
    """What the named extras of a package ask for on top; other conditions (of system or Python) are pip's business."""
    marks = [(line.split(";")[0], re.findall(r"extra == ['\"]([\w-]+)['\"]", line)) for line in needed]
    return [line for line, names in marks if set(names) & set(extras) and "implementation_name" not in line]


def numbers(version: str) -> List[int]:
    return ([int(number) for number in re.findall(r"\d+", version)] + [0, 0, 0])[:3]


def stamp(requirements: str) -> str:
    return os.path.join(VENV, "installed-" + requirements.replace(os.sep, "-"))


def is_stamped(requirements: str) -> bool:
    try:
        with open(stamp(requirements), encoding="utf-8") as file:
            return file.read() == "\n".join(lines(requirements))
    except OSError:
        return False


def make_environment(python: str) -> None:
    if os.path.exists(python) and has_pip(python):
        return
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            raise Problem(NO_VENV.format(module))
    say("Making the virtual environment .venv ...")
    try:
        importlib.import_module("venv").create(VENV, with_pip=True, clear=True, symlinks=os.name != "nt")
    except subprocess.CalledProcessError:
        raise Problem(NO_VENV.format("ensurepip"))


def has_pip(python: str) -> bool:
    """Without it the environment is of no use: its making was cut short, or it was made for another Python."""
    asked = [python, "-m", "pip", "--version"]
    return subprocess.run(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False).returncode == 0


def install(python: str, requirements: str) -> None:
    say("Installing the packages of {} into it. This happens once and takes a minute ...".format(requirements))
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "2"]
    # How strict our own code is with warnings is no business of pip's.
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONWARNINGS"}
    done = subprocess.run(
        [*pip, "-r", os.path.join(ROOT, requirements)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=surroundings,
        check=False,
    )
    if done.returncode:
        said = done.stdout.decode("utf-8", "replace")
        errors = [line for line in said.splitlines() if line.startswith("ERROR")] or said.splitlines() or ["nothing"]
        offline = any(mark in said for mark in OFFLINE)
        raise Problem(NO_NETWORK if offline else NOT_INSTALLED.format(requirements, errors[-1]))
    for installed in {RUNTIME, requirements}:
        with open(stamp(installed), "w", encoding="utf-8") as file:
            file.write("\n".join(lines(installed)))
    if in_venv():  # Where there was no folder for packages at the start, this process does not look for one.
        importlib.import_module("site").addsitedir(importlib.import_module("sysconfig").get_path("purelib"))
    importlib.invalidate_caches()


def start_again(python: str, argv: List[str]) -> None:
    if os.name == "nt":  # Windows has no exec: there the first process waits for the second.
        sys.exit(subprocess.call([python, *argv]))
    os.execv(python, [python, *argv])


def write_secret_key() -> None:
    path = os.path.join(ROOT, "var", "secret_key")
    given = bool(os.environ.get("SECRET_KEY"))
    if os.path.exists(path):
        return
    try:
        # For this user alone: beside the key it holds everybody's data, and mail with links that open accounts.
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        if given:
            return
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50) + "\n")
    except FileExistsError:
        if not (given or os.path.isfile(path)):
            raise Problem(NOT_WRITABLE.format(path, "something else is in its place", ROOT))
    except OSError as error:
        # Whoever sets the key may have the data elsewhere, and a folder that is for reading only.
        if not given:
            raise Problem(NOT_WRITABLE.format(path, error.strerror, ROOT))


def check_settings() -> None:
    settings = importlib.import_module("django.conf").settings
    problem = importlib.import_module("config.environment").SettingsProblem
    try:
        settings.INSTALLED_APPS  # noqa: B018 - the first look at a setting reads them all
    except problem as error:
        raise Problem(str(error))


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":  # `python3 -m config.bootstrap` prints the Python that has everything, tools included.
    try:
        check_python(sys.version_info[:3])
        print(interpreter(TOOLS))
    except Problem as bad:
        sys.exit(str(bad))
