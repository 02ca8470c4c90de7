"""Create a temporary site for tests and tools: a folder, an empty database, and server processes.

It uses SQLite or, if DATABASE_URL and REDIS_URL are set, a new database on that PostgreSQL server and an empty database
of that Redis server; a caller may give other addresses. Everything is deleted afterwards.
"""

import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 60.0
VARIABLES_OF_TESTS = ("PYTHONWARNINGS", "DJANGO_ALLOW_ASYNC_UNSAFE", "COV_CORE_SOURCE")
REDIS_DATABASES = range(15, 0, -1)


class NoStart(Exception):
    """A process of the site did not start. The message contains the end of its log."""


@dataclass
class TemporarySite:
    folder: Path
    environment: dict[str, str]

    @property
    def log_file(self) -> Path:
        return self.folder / "log"

    @property
    def log(self) -> str:
        return self.log_file.read_text(errors="replace") if self.log_file.exists() else ""

    def manage(self, *words: str) -> str:
        """Run a command on this site's database and return its output."""
        done = subprocess.run(  # noqa: S603 - our own command
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise NoStart(done.stdout + done.stderr)
        return done.stdout

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        """Start a Python process in the background. Its output is appended to the site's log file."""
        with self.log_file.open("ab") as log:
            return subprocess.Popen(  # noqa: S603 - our own command
                [sys.executable, *words], cwd=ROOT, env=self.environment, stdout=log, stderr=log
            )

    def serve(self, *words: str, port: int) -> subprocess.Popen[bytes]:
        """Start a server in the background, and return when it accepts connections."""
        process, end = self.start(*words), time.monotonic() + START_SECONDS
        while time.monotonic() < end and process.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                return process
            time.sleep(0.02)
        stop(process)
        raise NoStart(self.log[-4000:])


def stop(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


@contextmanager
def temporary_site(database: str | None = None, redis: str | None = None, **settings: str) -> Iterator[TemporarySite]:
    """Create a site with servers at these addresses; None means those in the environment, "" SQLite and no Redis."""
    database = os.environ.get("DATABASE_URL", "") if database is None else database
    redis = os.environ.get("REDIS_URL", "") if redis is None else redis
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        environment = {name: value for name, value in os.environ.items() if name not in VARIABLES_OF_TESTS} | {
            "DATABASE_URL": stack.enter_context(temporary_database(folder, database)),
            "REDIS_URL": stack.enter_context(temporary_redis(redis)),
            "EMAIL_URL": f"file:///{folder}/mail",
            "ALLOWED_HOSTS": "localhost,127.0.0.1",
            "HTTPS": "0",
            "LOG_FORMAT": "text",
            **settings,
        }
        site = TemporarySite(folder, environment)
        site.manage("migrate", "-v0")
        yield site


@contextmanager
def temporary_database(folder: Path, address: str) -> Iterator[str]:
    if not address.startswith("postgres"):
        yield f"sqlite:///{folder}/site.sqlite3"
        return
    import psycopg

    name = f"soak_{secrets.token_hex(4)}"
    with psycopg.connect(address, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}".encode())
    try:
        yield urlsplit(address)._replace(path=f"/{name}").geturl()
    finally:
        with psycopg.connect(address, autocommit=True) as server:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@contextmanager
def temporary_redis(address: str) -> Iterator[str]:
    if not address:
        yield ""
        return
    from redis import Redis

    for number in REDIS_DATABASES:
        named = urlsplit(address)._replace(path=f"/{number}").geturl()
        with Redis.from_url(named) as server:
            if server.dbsize() == 0:
                break
    else:
        raise NoStart("Every database of the Redis server in REDIS_URL is in use.")
    try:
        yield named
    finally:
        with Redis.from_url(named) as server:
            server.flushdb()
