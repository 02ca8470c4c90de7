"""What to do when the database cannot be reached, or cannot store anything.

Neither is a defect of the program: clients are told to come back, and mere bookkeeping is skipped.
"""

import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, InterfaceError, OperationalError

log = logging.getLogger("site.storage")
UNREACHABLE = "The server cannot reach its database just now. Nothing is lost. Try again in a moment."
FULL = "The server cannot store anything just now, because its disk is full or locked. Try again later."
# What SQLite says when it cannot write, and when another process holds its file for too long. Its other errors of the
# same class, such as a table that does not exist, are defects.
CANNOT_WRITE = ("is full", "readonly database", "disk i/o error")
CANNOT_REACH = ("unable to open", "database is locked")
LOG_EVERY_SECONDS = 60.0
_logged_at: dict[str, float] = {}


def trouble(error: BaseException | None) -> str:
    """The sentence for an error that means the database is away or full; empty for every other error."""
    while error is not None:
        if isinstance(error, (OperationalError, InterfaceError)):
            return _of_sqlite(error) if isinstance(error.__cause__, sqlite3.Error) else _of_server(error)
        error = error.__cause__ or error.__context__
    return ""


def _of_sqlite(error: Exception) -> str:
    said = str(error).lower()
    if any(words in said for words in CANNOT_WRITE):
        return FULL
    return UNREACHABLE if any(words in said for words in CANNOT_REACH) else ""


def _of_server(error: Exception) -> str:
    """All that PostgreSQL reports in these two classes is temporary: no connection, a restart, a full disk."""
    return FULL if type(error.__cause__).__name__ == "DiskFull" else UNREACHABLE


@contextmanager
def best_effort(what: str) -> Iterator[None]:
    """Writes that a page can do without, such as the day somebody was last here. When the database cannot store them,
    they are left out, and the log says so once a minute."""
    try:
        yield
    except DatabaseError as error:
        if not trouble(error):
            raise
        if may_log(what):
            log.error("%s could not be stored: %s", what, error)


def may_log(what: str) -> bool:
    """Whether the same thing has not been logged within the last minute."""
    now = time.monotonic()
    if now - _logged_at.get(what, -LOG_EVERY_SECONDS) < LOG_EVERY_SECONDS:
        return False
    _logged_at[what] = now
    return True
