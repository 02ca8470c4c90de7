"""Measures how long messages to a page and back take, so that a fast connection wins no race.

A ping goes to a page right after an update of its table, at most every few seconds, so nothing is sent while nothing
happens. It contains a nonce that nobody can guess, and the page returns it at once; only the server's clock counts. As
the page handles messages one after the other, the delay includes the time it takes to show the update.

With a press, a page names the last ping and how long ago it came. Such a claim is limited on all sides: the press was
not made before the page received that ping, nor after its own arrival, and it has travelled no longer than the measured
delay. So nobody who reacts to a press of another can be earlier. What remains: a page that answers all pings late seems
to be far away, and gains up to `MOST_DELAY`.
"""

import secrets
from collections import defaultdict
from statistics import median
from typing import TypeGuard

RECENT = 7
"""How many round trips count."""
MOST_DELAY = 0.4
"""In seconds: a slower connection counts as this fast."""
EVERY_SECONDS = 3.0
GIVEN_UP_SECONDS = 10.0
"""A ping without an answer for so long is replaced."""
MOST_MS = 600_000
NO_NONCE = ""


class RoundTrips:
    """The last round trips of one socket. Times are seconds of any one clock that does not go back."""

    __slots__ = ("answered", "nonce", "received", "recent", "sent")

    def __init__(self) -> None:
        self.nonce, self.sent = NO_NONCE, float("-inf")
        """The ping that waits for its answer."""
        self.answered, self.received = NO_NONCE, 0.0
        """The last ping that was answered, and when the page seems to have received it."""
        self.recent: tuple[float, ...] = ()

    def ping(self, now: float, is_urgent: bool = False) -> str:
        """Return the nonce of a new ping, or nothing if none is due. An urgent one is, unless one is under way."""
        pause = GIVEN_UP_SECONDS if self.nonce else 0.0 if is_urgent else EVERY_SECONDS
        if now - self.sent < pause:
            return NO_NONCE
        self.nonce, self.sent = secrets.token_urlsafe(9), now
        return self.nonce

    def answer(self, nonce: object, now: float) -> None:
        """Measure the ping under way. Any other answer is ignored."""
        if nonce != self.nonce or not self.nonce:
            return
        self.recent = (*self.recent, now - self.sent)[-RECENT:]
        self.answered, self.received = self.nonce, now - min(self.recent) / 2
        self.nonce = NO_NONCE

    @property
    def delay(self) -> float:
        """The median of the last round trips, in seconds."""
        return min(median(self.recent), MOST_DELAY) if self.recent else 0.0

    def age_of_press(self, nonce: object, since_ping: object, now: float) -> float:
        """Return how many seconds before its arrival `now` a press was made, as far as its claim can be true. The claim
        is in milliseconds since the page received the ping."""
        if not self.answered or nonce != self.answered or not _is_duration(since_ping):
            return 0.0
        return min(max(now - self.received - since_ping / 1000, 0.0), self.delay)


def _is_duration(claim: object) -> TypeGuard[float]:
    return type(claim) in (int, float) and 0 <= claim <= MOST_MS  # type: ignore[operator]


Who = tuple[str, int]
"""A person at a table."""
_measured: defaultdict[Who, set[RoundTrips]] = defaultdict(set)


def watch(who: Who, trips: RoundTrips) -> None:
    """Let the process know the round trips of a socket that was opened."""
    _measured[who].add(trips)


def forget(who: Who, trips: RoundTrips) -> None:
    _measured[who].discard(trips)
    if not _measured[who]:
        del _measured[who]


def delay_of(who: Who) -> float | None:
    """Return the delay of a person's slowest socket at a table; None if this process has measured none."""
    found = tuple(_measured.get(who, ()))
    return max((trips.delay for trips in found if trips.recent), default=None)


def delays() -> dict[Who, float]:
    """Return the delays of all people who have a socket in this process."""
    return {who: delay for who in tuple(_measured) if (delay := delay_of(who)) is not None}
