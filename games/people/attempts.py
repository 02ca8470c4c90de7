"""Counts wrong passwords and says when the next attempt has to wait.

Anybody can type somebody's name with a wrong password. So the owner is not locked out by what others do elsewhere: a
name is counted together with the network the attempts come from, and a browser in which the owner has been logged in
before has a count of its own. The other two counts are wider and only slow down browsers that are not known.
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
TOLD_EVERY_SECONDS = 3600


@dataclass(frozen=True)
class Count:
    """So many attempts are taken in `WAIT_SECONDS`, beginning with the first of them."""

    name: str
    most: int

    def add(self, who: str) -> bool:
        """Count one more; False when there were too many already."""
        key = self._key(who)
        cache.add(key, 0, timeout=WAIT_SECONDS)
        try:
            attempts = cache.incr(key)
        except ValueError:  # it ran out between these two lines
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
            return  # it has run out

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
    """By what an attempt to log in with a name is counted."""
    name, network = name_key(name), network_of(request.META.get("REMOTE_ADDR", ""))
    if browsers.has_known(request, name):
        return [(NAME_AND_BROWSER, f"{name} {browsers.digest_of(request)}")]
    return [(NAME_AND_NETWORK, f"{name} {network}"), (NETWORK, network), (NAME, name)]


def add(request: HttpRequest, name: str) -> bool:
    """Count an attempt before the password is looked at; False when it has to wait."""
    counted: Counted = []
    for count, who in counts_of(request, name):
        if not count.add(who):
            _take_back(counted)
            metrics.limited("log in", f"address {network_of(request.META.get('REMOTE_ADDR', ''))}")
            return False
        counted.append((count, who))
    return True


def take_back(request: HttpRequest, name: str) -> None:
    """The password was right. Wrong ones before it stay counted."""
    _take_back(counts_of(request, name))


def _take_back(counted: Counted) -> None:
    for count, who in counted:
        count.take_back(who)


def forget(request: HttpRequest, name: str) -> None:
    """The owner has set a new password."""
    for count, who in counts_of(request, name):
        if count is not NETWORK:
            count.forget(who)


def is_to_be_told(person: int) -> bool:
    """Whether the owner is to hear of a lockout: of the first one in an hour."""
    return bool(cache.add(f"attempts:told:{person}", True, timeout=TOLD_EVERY_SECONDS))
