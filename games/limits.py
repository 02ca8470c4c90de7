"""How often one person, or one address, may do a thing. One decorator for views and for socket code.

    @limit("make a table", 10, per=60)
    def create(request): ...

    @limit("say hello", 5, per=10)
    async def receive_json(self, content): ...

A bucket holds as many tokens as the limit says and fills evenly over the period. It is kept as one number, the moment
at which the bucket will be full again: spending a token moves that moment on, atomically, with the cache's `incr`.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from inspect import iscoroutinefunction
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, TypeVar, cast

from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.http import HttpRequest

from games import metrics

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


class TooMany(Exception):
    """Somebody is too quick. `str()` is the sentence they are told, `seconds` how long to wait."""

    def __init__(self, seconds: int) -> None:
        unit = "second" if seconds == 1 else "seconds"
        super().__init__(f"That was too often. Please wait {seconds} {unit} and try again.")
        self.seconds = seconds


TOO_MANY_PAGES = "Too many pages are open here at once. Close some of them, and reload this one."
MOST_AT_ONCE = 64
"""So many requests at the most spend from a bucket at the same moment."""


@dataclass(frozen=True)
class Bucket:
    name: str
    tokens: int
    per: float

    def spend(self, who: str, now: float | None = None) -> None:
        now = time.time() if now is None else now
        key = f"limit:{self.name.replace(' ', '-')}:{sha256(who.encode()).hexdigest()[:32]}"
        moment, step, whole = round(now * 1000), round(self.per * 1000 / self.tokens), round(self.per * 1000)
        cache.add(key, moment, timeout=self.per * 2)
        try:
            full_at = cache.incr(key, step)
        except ValueError:  # it was forgotten between these two lines: another cache has stepped in
            full_at = 0
        # It was full before now; or nobody can have spent so much, and the system's time was set back: count from now.
        if full_at < moment + step or full_at > moment + whole + MOST_AT_ONCE * step:
            cache.set(key, moment + step, timeout=self.per * 2)
        elif full_at > moment + whole:
            cache.decr(key, step)
            metrics.limited(self.name, who)
            raise TooMany(math.ceil((full_at - moment - whole) / 1000))
        else:
            cache.touch(key, timeout=self.per * 2)


def read_address(address: str) -> IPv4Address | IPv6Address | None:
    """An address as a value, or nothing when it is no address. IPv4-mapped IPv6 addresses count as IPv4."""
    try:
        place = ip_address(address)
    except ValueError:
        return None
    return getattr(place, "ipv4_mapped", None) or place


def network_of(address: str) -> str:
    """What is counted as one sender: an IPv4 address, or the /64 network of an IPv6 address, which one customer has."""
    place = read_address(address)
    if place is None:
        return address
    return str(place) if place.version == 4 else str(ip_network((int(place), 64), strict=False))


def who_asks(asker: Any) -> list[str]:
    """The person, if known, and the network of a request or of a consumer."""
    if isinstance(asker, HttpRequest):
        person, address = getattr(asker, "user", None), asker.META.get("REMOTE_ADDR", "")
    else:
        person, address = asker.scope.get("user"), (asker.scope.get("client") or [""])[0]
    known = getattr(person, "pk", None)
    return [f"address {network_of(address)}"] + ([f"person {known}"] if known else [])


def limit(name: str, tokens: int, per: float, crowd: int = 10) -> Callable[[Decorated], Decorated]:
    """Each person may do it `tokens` times in `per` seconds, and an address, behind which a whole school may sit,
    `crowd` times as often when its people are known."""
    alone, together = Bucket(name, tokens, per), Bucket(f"{name} together", tokens * crowd, per)

    def spend(asker: Any) -> None:
        address, *person = who_asks(asker)
        (together if person else alone).spend(address, time.time())
        for known in person:
            alone.spend(known, time.time())

    def decorate(work: Decorated) -> Decorated:
        @wraps(work)
        def limited(asker: Any, *args: Any, **kwargs: Any) -> Any:
            spend(asker)
            return work(asker, *args, **kwargs)

        @wraps(work)
        async def limited_later(asker: Any, *args: Any, **kwargs: Any) -> Any:
            # Not in the one thread that all consumers of a process share.
            await sync_to_async(spend, thread_sensitive=False)(asker)
            return await work(asker, *args, **kwargs)

        return cast(Decorated, limited_later if iscoroutinefunction(work) else limited)

    return decorate
