"""Addresses from which nobody gets in.

Every request and every new socket asks, and so what is in force is kept in the cache; whoever changes it forgets it
there.
"""

from dataclasses import dataclass
from datetime import datetime
from ipaddress import IPv4Network, IPv6Network, ip_network

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from games.bans.people import ban_words
from games.limits import read_address
from games.models import AddressBan

KEY, KEPT_SECONDS = "banned-addresses", 30
Network = IPv4Network | IPv6Network


@dataclass(frozen=True)
class Shut:
    """A network in which nobody gets in until a moment, and what they are told."""

    network: Network
    until: datetime
    sentence: str


def sentence(address: str) -> str:
    """Why nobody gets in from this address; nothing when they do."""
    place = read_address(address)
    if place is None:
        return ""
    moment = timezone.now()
    return next((ban.sentence for ban in _in_force() if place in ban.network and moment < ban.until), "")


def forget() -> None:
    """Once what was written is there to be read."""
    transaction.on_commit(lambda: cache.delete(KEY))


def _in_force() -> list[Shut]:
    found: list[Shut] | None = cache.get(KEY)
    if found is None:
        bans = AddressBan.objects.filter(lifted_at=None, until__gt=timezone.now())
        found = [Shut(ip_network(ban.network), ban.until, told(ban)) for ban in bans]
        cache.set(KEY, found, KEPT_SECONDS)
    return found


def told(ban: AddressBan) -> str:
    return ban_words("Your address is banned from this site", ban.until, ban.reason)
