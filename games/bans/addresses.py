"""Banned addresses and networks.

Every request and every new socket asks for them, so those in force are cached; every change deletes the cache entry.
"""

from dataclasses import dataclass
from datetime import datetime
from ipaddress import IPv4Network, IPv6Network, ip_network

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from games.bans.people import end_of
from games.bans.refusals import Banned
from games.limits import read_address
from games.models import AddressBan

KEY, KEPT_SECONDS = "banned-networks", 30
Network = IPv4Network | IPv6Network


@dataclass(frozen=True)
class BannedNetwork:
    """A network that is banned until a moment."""

    network: Network
    until: datetime
    reason: str


def check(address: str) -> None:
    """Refuse an address that is banned."""
    if ban := _ban_of(address):
        raise Banned("address_banned", end_of(ban.until), ban.reason)


def is_banned(address: str) -> bool:
    return _ban_of(address) is not None


def _ban_of(address: str) -> BannedNetwork | None:
    parsed = read_address(address)
    if parsed is None:
        return None
    moment = timezone.now()
    return next((ban for ban in _in_force() if parsed in ban.network and moment < ban.until), None)


def forget() -> None:
    """Delete the cached list after the commit, when the change can be read."""
    transaction.on_commit(lambda: cache.delete(KEY))


def _in_force() -> list[BannedNetwork]:
    found: list[BannedNetwork] | None = cache.get(KEY)
    if found is None:
        bans = AddressBan.objects.filter(lifted_at=None, until__gt=timezone.now())
        found = [BannedNetwork(ip_network(ban.network), ban.until, ban.reason) for ban in bans]
        cache.set(KEY, found, KEPT_SECONDS)
    return found
