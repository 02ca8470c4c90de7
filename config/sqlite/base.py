"""Django's SQLite backend, with a lock that serializes the write transactions of this process.

Without it, a connection that finds the database locked sleeps and retries, longer each time; with a few threads, most
of a move's time was spent sleeping. A `threading.Lock` wakes the next writer at once. Other processes are still waited
for in SQLite's own way.
"""

import os
import threading
from contextlib import suppress
from typing import Any

from django.db.backends.sqlite3 import base

_write_lock = threading.Lock()


class DatabaseWrapper(base.DatabaseWrapper):
    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.holds_write_lock = False

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        create_private(conn_params["database"])
        return super().get_new_connection(conn_params)

    def _start_transaction_under_autocommit(self) -> None:
        if not self.holds_write_lock:
            self.holds_write_lock = _write_lock.acquire(timeout=self.settings_dict["OPTIONS"].get("timeout", 5))
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # missing in django-stubs
        except BaseException:
            self._release_write_lock()
            raise

    def _set_autocommit(self, autocommit: bool) -> None:
        super()._set_autocommit(autocommit)  # type: ignore[misc]
        if autocommit:
            self._release_write_lock()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._release_write_lock()

    def _release_write_lock(self) -> None:
        if self.holds_write_lock:
            self.holds_write_lock = False
            _write_lock.release()


def create_private(name: Any) -> None:
    """Create a new database file that only this user may read; SQLite creates its side files with the same mode.

    Done here and not with the process's umask, so that it holds under every server and command, and only for this
    file. Names that are not paths, such as `:memory:`, are left alone.
    """
    if not isinstance(name, os.PathLike) and str(name).startswith((":", "file:")):
        return
    with suppress(OSError):  # the file exists, or SQLite will report why it cannot be created
        os.close(os.open(name, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
