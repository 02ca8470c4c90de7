"""Handling of a database that cannot be reached or cannot write.

This is not a bug of the program: clients are told to try again later, and writes of minor importance are skipped.
"""

import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, InterfaceError, OperationalError

from games.wording.site import FULL, UNREACHABLE

log = logging.getLogger("site.storage")
# Messages of SQLite when it cannot write, and when another process locks its file for too long. Its other errors of the
# same class, such as a missing table, are bugs.
CANNOT_WRITE = ("is full", "readonly database", "disk i/o error")
CANNOT_REACH = ("unable to open", "database is locked")
LOG_EVERY_SECONDS = 60.0
_logged_at: dict[str, float] = {}


def trouble(error: BaseException | None) -> str:
    """Return the sentence for an error that means the database is away or full; empty for all other errors."""
    for one in causes(error):
        if isinstance(one, (OperationalError, InterfaceError)):
            return _of_sqlite(one) if isinstance(one.__cause__, sqlite3.Error) else _of_server(one)
    return ""


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error, and what it came from."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _of_sqlite(error: Exception) -> str:
    message = str(error).lower()
    if any(part in message for part in CANNOT_WRITE):
        return FULL
    return UNREACHABLE if any(part in message for part in CANNOT_REACH) else ""


def _of_server(error: Exception) -> str:
    """All errors of PostgreSQL in these two classes are temporary: no connection, a restart, a full disk."""
    return FULL if type(error.__cause__).__name__ == "DiskFull" else UNREACHABLE


@contextmanager
def best_effort(what: str) -> Iterator[None]:
    """Skip the writes of this block if the database cannot store them, and log it at most once a minute. For writes
    that a page can do without, such as the day of a person's last visit."""
    try:
        yield
    except DatabaseError as error:
        if not trouble(error):
            raise
        if may_log(what):
            log.error("%s could not be stored: %s", what, error)


def may_log(what: str) -> bool:
    """Return whether this has not been logged within the last minute."""
    now = time.monotonic()
    if now - _logged_at.get(what, -LOG_EVERY_SECONDS) < LOG_EVERY_SECONDS:
        return False
    _logged_at[what] = now
    return True
