"""Django's SQLite, whose transactions of one process line up for the write lock.

Left to itself, a connection that finds the lock taken sleeps a little longer each time before it looks again; with some
threads at work most of a move's time went into that. A lock of the process wakes the next one at once. What other
processes do is still waited for in SQLite's own way.
"""

import os
import threading
from contextlib import suppress
from typing import Any

from django.db.backends.sqlite3 import base

_turn = threading.Lock()


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, words: dict[str, Any]) -> Any:
        make_private(words["database"])
        return super().get_new_connection(words)

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.has_the_turn = False

    def _start_transaction_under_autocommit(self) -> None:
        if not self.has_the_turn:
            self.has_the_turn = _turn.acquire(timeout=self.settings_dict["OPTIONS"].get("timeout", 5))
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # Django has no types of its own
        except BaseException:
            self._pass_it_on()
            raise

    def _set_autocommit(self, autocommit: bool) -> None:
        super()._set_autocommit(autocommit)  # type: ignore[misc]
        if autocommit:
            self._pass_it_on()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._pass_it_on()

    def _pass_it_on(self) -> None:
        if self.has_the_turn:
            self.has_the_turn = False
            _turn.release()


def make_private(name: Any) -> None:
    """A new database file that only this user may read, even in a folder open to others. SQLite gives the files that
    it puts beside it the same rights. Set here and not as the process's umask, so that it holds under every server and
    command, and for no other file. Names that are no path, such as `:memory:`, are left alone."""
    if not isinstance(name, os.PathLike) and str(name).startswith((":", "file:")):
        return
    with suppress(OSError):  # it is there already; or it cannot be made, as SQLite will say itself
        os.close(os.open(name, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
