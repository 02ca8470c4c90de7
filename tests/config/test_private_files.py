"""Only the site's user may read files with personal data, even in a folder that others may read."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core import mail
from django.db.utils import load_backend
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from config.environment import Environment
from config.service_urls import DATABASES, EMAIL, SQLITE_ENGINE

pytestmark = pytest.mark.once


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Path]:
    """A folder that all users may read, and a process whose umask allows the same for new files."""
    tmp_path.chmod(0o755)
    before = os.umask(0)
    yield tmp_path
    os.umask(before)


def rights(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


def test_the_database_and_the_files_beside_it(shared: Path, django_db_blocker: DjangoDbBlocker) -> None:
    named = Environment({"D": f"sqlite:///{shared}/site.sqlite3"}).url("D", "sqlite:///x", DATABASES, "")
    words = {**named, "TIME_ZONE": None, "AUTOCOMMIT": True, "CONN_HEALTH_CHECKS": False, "ATOMIC_REQUESTS": False}
    database = load_backend(SQLITE_ENGINE).DatabaseWrapper(words, "default")
    with django_db_blocker.unblock():
        database.cursor().execute("CREATE TABLE hands (card TEXT)")
        assert rights(shared) == {"site.sqlite3": 0o600, "site.sqlite3-wal": 0o600, "site.sqlite3-shm": 0o600}
        database.close()


def test_a_mail_that_is_written_into_a_folder(shared: Path) -> None:
    named = Environment({"E": f"file:///{shared}"}).url("E", "", EMAIL, "")
    with override_settings(EMAIL_BACKEND=named["EMAIL_BACKEND"], EMAIL_FILE_PATH=named["EMAIL_FILE_PATH"]):
        connection = mail.get_connection()
        for text in ("one", "two"):
            mail.EmailMessage("A link", text, "a@example.org", ["b@example.org"], connection=connection).send()
    assert list(rights(shared).values()) == [0o600]
    assert "two" in next(shared.iterdir()).read_text()
