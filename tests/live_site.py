"""The site in a process of its own, on a database of its own."""

import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import pytest
from django.db import connections
from django.db.utils import load_backend

from config.service_urls import DATABASES

ROOT = Path(__file__).resolve().parent.parent
ON_POSTGRESQL = os.environ.get("DATABASE_URL", "").startswith("postgres")
Answer = TypeVar("Answer")


@dataclass
class Site:
    """The site, started as in production. `manage` runs a command on its database; `log` is its error output."""

    folder: Path
    surroundings: dict[str, str]
    url: str = ""
    process: subprocess.Popen[str] | None = field(default=None, repr=False)

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    def within(self, work: Callable[[], Answer]) -> Answer:
        """Call `work` with the site's database as the default one, in a separate thread: this process has its own
        database connection, and Playwright's event loop runs in the main thread.
        """
        with ThreadPoolExecutor(1) as executor:
            return executor.submit(self._within, work).result()

    def _within(self, work: Callable[[], Answer]) -> Answer:
        address = urlsplit(self.surroundings["DATABASE_URL"])
        database = connections.configure_settings({"default": DATABASES[address.scheme](address)})["default"]
        database["OPTIONS"] = {name: value for name, value in database["OPTIONS"].items() if name != "pool"}
        connections["default"] = load_backend(database["ENGINE"]).DatabaseWrapper(database, "default")
        try:
            return work()
        finally:
            connections["default"].close()

    def manage(self, *words: str, code: str = "") -> str:
        command = [sys.executable, str(ROOT / "manage.py"), *words]
        done = subprocess.run(
            command, env=self.surroundings, input=code, capture_output=True, text=True, check=False, cwd=ROOT
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self) -> None:
        with (self.folder / "log").open("a") as log:
            command = [sys.executable, str(ROOT / "manage.py"), "play", "--port", str(urlsplit(self.url).port or 0)]
            self.process = subprocess.Popen(
                command, env=self.surroundings, stdout=subprocess.PIPE, stderr=log, text=True, cwd=ROOT
            )
        assert self.process.stdout is not None
        said = ""
        for line in self.process.stdout:
            said += line
            if found := re.search(r"Open (http://\S+)/", line):
                self.url = found[1]
                return
        pytest.fail(f"The site did not start. Its output: {said}{self.log}")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.communicate()
        return self.process.returncode


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


@contextmanager
def daphne(
    surroundings: dict[str, str], log: Path | None = None, application: str = "config.asgi:application"
) -> Iterator[int]:
    """Start the site with Daphne's own command, without background tasks, and return its port."""
    port = free_port()
    command = [sys.executable, "-m", "daphne", "--verbosity", "0", "-p", str(port), application]
    with (log or Path(os.devnull)).open("w") as errors:
        server = subprocess.Popen(command, cwd=ROOT, env=surroundings, stdout=errors, stderr=errors)
        try:
            wait_for(port)
            yield port
        finally:
            server.terminate()
            server.wait()


def wait_for(port: int, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.05)
    pytest.fail(f"Nothing listens on port {port}.")


@contextmanager
def running(folder: Path) -> Iterator[Site]:
    """Run the site in a folder of its own, and fail if its log contains a traceback."""
    # This variable lets the tests call Django while Playwright's event loop runs; the server must not have it.
    surroundings = {key: value for key, value in os.environ.items() if key != "DJANGO_ALLOW_ASYNC_UNSAFE"}
    # Django leaves the body of an aborted request to the garbage collector, which would warn.
    surroundings["PYTHONWARNINGS"] = "error,ignore:Unclosed file:ResourceWarning"
    surroundings |= {"EMAIL_URL": f"file:///{folder}/mail", "LOG_FORMAT": "text"}
    if surroundings.get("REDIS_URL"):  # the tests clear their cache, but must not clear the site's
        surroundings["REDIS_URL"] = urlsplit(surroundings["REDIS_URL"])._replace(path="/1").geturl()
    with OwnDatabase(folder) as address:
        site = Site(folder, surroundings | {"DATABASE_URL": address})
        site.start()
        try:
            yield site
        finally:
            site.stop()
    assert "Traceback" not in site.log, site.log


class OwnDatabase:
    """A database for the site alone: a file, or a new database on the configured server."""

    def __init__(self, folder: Path) -> None:
        self.file, self.name = folder / "site.sqlite3", f"site_{secrets.token_hex(4)}"

    def __enter__(self) -> str:
        if not ON_POSTGRESQL:
            return f"sqlite:///{self.file}"
        self.on_server("CREATE DATABASE")
        return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{self.name}").geturl()

    def __exit__(self, *failure: object) -> None:
        if ON_POSTGRESQL:
            self.on_server("DROP DATABASE")

    def on_server(self, order: str) -> None:
        import psycopg

        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
            server.execute(f"{order} {self.name}")
