"""Run the site with all it needs in one process."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from config import static_files
from config.bootstrap import Problem
from games.models import User
from games.wording import Plural, fill

PREPARING = Plural("Preparing the database: {count} step ...", "Preparing the database: {count} steps ...")
NO_DATABASE = "The database in DATABASE_URL cannot be used ({reason}). Correct the address, or start the database."
FIRST_ADMINISTRATOR = (
    "There is no administrator yet. Make one with “python3 manage.py createsuperuser”; the dashboard is at /admin/."
)
NO_FILE = "The file in DATABASE_URL cannot be used ({reason}). Correct the address, or give this user write access."
NO_STATIC_FILES = "{file} cannot be written ({reason}). Give this user the right to write there."
NO_REDIS = "The Redis server in REDIS_URL does not answer ({reason}). Correct the address, or start it."


class Command(BaseCommand):
    help = "Prepares the database and serves the site until Ctrl-C. No setup is needed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets other devices in the network in")
        parser.add_argument("--port", default=8000, type=int)

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        try:
            self.play(host, port)
        except Problem as problem:
            raise SystemExit(str(problem)) from None
        except KeyboardInterrupt:
            pass
        self.write("\nStopped.")

    def play(self, host: str, port: int) -> None:
        from config import background_tasks, serving

        serving.check_address(host, port)
        serving.allow(host)
        self.prepare_database()
        check_redis()
        collect_static_files()
        if self.needs_an_administrator:
            self.write(FIRST_ADMINISTRATOR)
        self.write(f"{settings.SITE_NAME} is running. Stop it with Ctrl-C.")
        serving.serve(
            host, port, background_tasks.run_all(), lambda real: self.write_address(serving.address_to_open(host, real))
        )

    def prepare_database(self) -> None:
        try:
            check_connection()
            executor = MigrationExecutor(connection)
            missing = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
            if missing:
                self.write(fill(PREPARING, count=missing))
                call_command("migrate", verbosity=0, interactive=False)
            self.needs_an_administrator = not User.objects.filter(is_superuser=True).exists()
        except DatabaseError as error:
            sentence = NO_FILE if connection.vendor == "sqlite" else NO_DATABASE
            raise Problem(sentence.format(reason=first_line(error))) from None
        finally:
            connection.close()

    def write_address(self, address: str) -> None:
        self.write(f"Open {address}")

    def write(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def check_connection() -> None:
    """Connect once without the pool, which would retry for a while and log every attempt."""
    if connection.vendor == "postgresql":
        import psycopg

        parameters = {key: value for key, value in connection.get_connection_params().items() if key != "pool"}
        try:
            psycopg.connect(**{**parameters, "connect_timeout": 5}).close()
        except psycopg.Error as error:
            raise DatabaseError(str(error)) from None


def collect_static_files() -> None:
    try:
        static_files.collect()
    except OSError as error:
        raise Problem(NO_STATIC_FILES.format(file=error.filename, reason=error.strerror)) from None


def check_redis() -> None:
    if not settings.REDIS_URL:
        return
    from redis.exceptions import RedisError

    try:
        caches["shared"].get("anything")
    except RedisError as error:
        raise Problem(NO_REDIS.format(reason=first_line(error))) from None


def first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
