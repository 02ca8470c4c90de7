"""Rate limits for a person or an address: one decorator for views and for socket code.

    @limit("make a table", 10, per=60)
    def create(request): ...

    @limit("say hello", 5, per=10)
    async def receive_json(self, content): ...

A bucket holds as many tokens as the limit allows and refills evenly over the period. It is stored as one number, the
time at which the bucket will be full again. Spending a token adds to it, atomically, with the cache's `incr`.
"""

import math
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from inspect import iscoroutinefunction
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, TypeVar, cast

from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.http import HttpRequest

from games import metrics
from games.threads import in_thread
from games.wording.site import TOO_OFTEN
from games.wording.templates import fill

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


class TooMany(Exception):
    """A rate limit was exceeded. `str()` is the sentence for the user, `seconds` how long to wait."""

    def __init__(self, seconds: int) -> None:
        super().__init__(fill(TOO_OFTEN, count=seconds))
        self.seconds = seconds


MOST_AT_ONCE = 64
"""At most this many requests spend from a bucket at the same moment."""


@dataclass(frozen=True)
class Bucket:
    """A token bucket for each person or address; each process has its own if it `is_local`."""

    name: str
    tokens: int
    per: float
    is_local: bool = False

    def spend(self, who: str, now: float | None = None) -> None:
        """Spend one token, or raise `TooMany` if none is left."""
        now = time.time() if now is None else now
        cache, key, step = self._cache, self._key(who), self._step
        moment, whole = round(now * 1000), round(self.per * 1000)
        cache.add(key, moment, timeout=self.per * 2)
        try:
            full_at = cache.incr(key, step)
        except ValueError:  # the key is gone since the line above, because the cache was switched
            full_at = 0
        # Count from now if the bucket was full, or if the time is impossibly late: the system clock was set back.
        if full_at < moment + step or full_at > moment + whole + MOST_AT_ONCE * step:
            cache.set(key, moment + step, timeout=self.per * 2)
        elif full_at > moment + whole:
            cache.decr(key, step)
            metrics.record_limited(self.name, who)
            raise TooMany(math.ceil((full_at - moment - whole) / 1000))
        else:
            cache.touch(key, timeout=self.per * 2)

    def give_back(self, who: str) -> None:
        """Give back a token that was spent."""
        with suppress(ValueError):  # the bucket is full, and forgotten
            self._cache.decr(self._key(who), self._step)

    @property
    def _cache(self) -> BaseCache:
        return caches["local" if self.is_local else "default"]

    @property
    def _step(self) -> int:
        return round(self.per * 1000 / self.tokens)

    def _key(self, who: str) -> str:
        return f"limit:{self.name.replace(' ', '-')}:{sha256(who.encode()).hexdigest()[:32]}"


def read_address(address: str) -> IPv4Address | IPv6Address | None:
    """Parse an IP address; return None if it is not one. IPv4-mapped IPv6 addresses count as IPv4."""
    try:
        place = ip_address(address)
    except ValueError:
        return None
    return getattr(place, "ipv4_mapped", None) or place


def network_of(address: str) -> str:
    """Return what counts as one client: an IPv4 address, or the /64 network of an IPv6 address."""
    place = read_address(address)
    if place is None:
        return address
    return str(place) if place.version == 4 else str(ip_network((int(place), 64), strict=False))


def clients_of(asker: Any) -> list[str]:
    """Return the network of a request or a consumer and, if logged in, the person."""
    if isinstance(asker, HttpRequest):
        person, address = getattr(asker, "user", None), asker.META.get("REMOTE_ADDR", "")
    else:
        person, address = asker.scope.get("user"), (asker.scope.get("client") or [""])[0]
    known = getattr(person, "pk", None)
    return [f"address {network_of(address)}"] + ([f"person {known}"] if known else [])


def limit(
    name: str, tokens: int, per: float, crowd: int = 10, is_local: bool = False
) -> Callable[[Decorated], Decorated]:
    """Limit each person to `tokens` calls in `per` seconds. An address gets `crowd` times as many for its people who
    are logged in, because a whole school may share it. With `is_local`, each process counts for itself: asking Redis
    would cost more than what is limited."""
    alone, together = Bucket(name, tokens, per, is_local), Bucket(f"{name} together", tokens * crowd, per, is_local)

    def spend(asker: Any) -> None:
        address, *person = clients_of(asker)
        (together if person else alone).spend(address, time.time())
        for known in person:
            alone.spend(known, time.time())

    def decorate(function: Decorated) -> Decorated:
        @wraps(function)
        def limited(asker: Any, *args: Any, **kwargs: Any) -> Any:
            spend(asker)
            return function(asker, *args, **kwargs)

        @wraps(function)
        async def limited_async(asker: Any, *args: Any, **kwargs: Any) -> Any:
            # not in the single thread that all consumers of a process share
            await in_thread(spend, asker)
            return await function(asker, *args, **kwargs)

        return cast(Decorated, limited_async if iscoroutinefunction(function) else limited)

    return decorate
