"""A progress bar with the remaining time, for long runs."""

import sys
import time
from typing import TextIO

WIDTH = 30


class Progress:
    """Rewrites one line of a terminal; prints nothing if the stream is not a terminal."""

    def __init__(self, total: int, label: str, stream: TextIO | None = None):
        self.total, self.label, self.stream = max(total, 1), label, stream or sys.stderr
        self.started = self.updated = time.monotonic()

    def update(self, done: int) -> None:
        now = time.monotonic()
        if self.stream.isatty() and (now - self.updated > 0.1 or done >= self.total):
            self.updated = now
            self.stream.write(f"\r{self.line(done, now - self.started)}\x1b[K")
            self.stream.flush()

    def line(self, done: int, passed: float) -> str:
        """Return the bar for this progress after so many seconds.

        >>> Progress(200, "games").line(50, 30.0)
        'games ███████░░░░░░░░░░░░░░░░░░░░░░░ 50/200, 1:30 left'
        >>> Progress(200, "games").line(50, 3600.0)[-12:]
        '3:00:00 left'
        """
        filled = WIDTH * done // self.total
        left = int(passed / done * (self.total - done)) if done else 0
        minutes, seconds = divmod(left, 60)
        clock = f"{minutes // 60}:{minutes % 60:02}:{seconds:02}" if minutes >= 60 else f"{minutes}:{seconds:02}"
        time_left = f", {clock} left" if done else ""
        return f"{self.label} {'█' * filled}{'░' * (WIDTH - filled)} {done}/{self.total}{time_left}"

    def end(self) -> None:
        if self.stream.isatty():
            self.stream.write("\r\x1b[K")
            self.stream.flush()
