"""Counts failed logins, and refuses further attempts for a while.

Anyone can enter a name with wrong passwords, and this must not lock out its owner: failures count for a name together
with the network they come from, and a browser in which the owner has logged in before has a count of its own. The
other two counts are wider, and only slow down unknown browsers.
"""

from dataclasses import dataclass
from hashlib import sha256

from django.core.cache import cache
from django.http import HttpRequest

from games import metrics
from games.fields import name_key
from games.limits import network_of
from games.people import browsers

WAIT_SECONDS = 300
WARN_EVERY_SECONDS = 3600


@dataclass(frozen=True)
class Count:
    """Allows `most` attempts within `WAIT_SECONDS` of the first one."""

    name: str
    most: int

    def add(self, who: str) -> bool:
        """Count one attempt. Return false if there have been too many."""
        key = self._key(who)
        cache.add(key, 0, timeout=WAIT_SECONDS)
        try:
            attempts = cache.incr(key)
        except ValueError:  # it expired between these two lines
            cache.set(key, 1, timeout=WAIT_SECONDS)
            return True
        if attempts > self.most:
            cache.decr(key)
            return False
        return True

    def take_back(self, who: str) -> None:
        try:
            cache.decr(self._key(who))
        except ValueError:
            return  # it has expired

    def forget(self, who: str) -> None:
        cache.delete(self._key(who))

    def _key(self, who: str) -> str:
        return f"attempts:{self.name}:{sha256(who.encode()).hexdigest()[:32]}"


NAME_AND_BROWSER = Count("name-and-browser", 5)
NAME_AND_NETWORK = Count("name-and-network", 5)
NETWORK = Count("network", 30)
NAME = Count("name", 50)
Counted = list[tuple[Count, str]]


def counts_of(request: HttpRequest, name: str) -> Counted:
    """Return the counts for an attempt to log in with this name."""
    name, network = name_key(name), network_of(request.META.get("REMOTE_ADDR", ""))
    if browsers.has_known(request, name):
        return [(NAME_AND_BROWSER, f"{name} {browsers.digest_of(request)}")]
    return [(NAME_AND_NETWORK, f"{name} {network}"), (NETWORK, network), (NAME, name)]


def add(request: HttpRequest, name: str) -> bool:
    """Count an attempt before the password is checked. Return false if the person has to wait."""
    counted: Counted = []
    for count, who in counts_of(request, name):
        if not count.add(who):
            _take_back(counted)
            metrics.record_limited("log in", f"address {network_of(request.META.get('REMOTE_ADDR', ''))}")
            return False
        counted.append((count, who))
    return True


def take_back(request: HttpRequest, name: str) -> None:
    """Take back the attempt with the right password. Earlier attempts stay counted."""
    _take_back(counts_of(request, name))


def _take_back(counted: Counted) -> None:
    for count, who in counted:
        count.take_back(who)


def forget(request: HttpRequest, name: str) -> None:
    """Reset the counts for this name, after its owner has set a new password."""
    for count, who in counts_of(request, name):
        if count is not NETWORK:
            count.forget(who)


def is_warning_due(person: int) -> bool:
    """Whether to warn the owner of a lockout: only of the first one in an hour."""
    return bool(cache.add(f"attempts:told:{person}", True, timeout=WARN_EVERY_SECONDS))
