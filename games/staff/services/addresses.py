"""Bans of addresses, against people who come back under new names."""

from dataclasses import dataclass
from ipaddress import ip_network

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.bans import addresses
from games.bans.addresses import Network
from games.limits import network_of, read_address
from games.live import hints
from games.models import AddressBan, Sanction, User
from games.staff.refusals import StaffRefusal
from games.staff.services.audit import Fields, record
from games.staff.services.durations import end, until
from games.wording import staff as wording

SHORTEST_PREFIXES = {4: 16, 6: 32}
"""The shortest prefix that may be banned, by IP version."""
LOOPBACK = [ip_network("127.0.0.0/8"), ip_network("::1/128")]


@transaction.atomic
def ban_address(by: User, site: None, reason: str, fields: Fields) -> str:
    network = _network(fields.get("network", ""))
    _check_may_be_banned(by, network)
    moment = until(fields)
    _lift(network)
    AddressBan.objects.create(network=written(network), until=moment, reason=reason, by=by)
    what = wording.result(f"ban-{_kind(network)}", by=by.name, network=written(network), until=end(moment))
    record(by, "ban-address", what, reason)
    addresses.forget()
    hints.announce_addresses()
    return what


@transaction.atomic
def lift_address(by: User, site: None, reason: str, fields: Fields) -> str:
    network = _network(fields.get("banned", ""))
    if not _lift(network):
        raise StaffRefusal("address_not_banned")
    what = wording.result(f"lift-{_kind(network)}", by=by.name, network=written(network))
    record(by, "lift-address", what, reason)
    addresses.forget()
    return what


def banned() -> list[AddressBan]:
    """Return the address bans in force, newest first, without those that came with the ban of a person: nobody is
    shown these."""
    return list(AddressBan.objects.filter(is_hidden=False, lifted_at=None, until__gt=timezone.now()))


def _lift(network: Network) -> int:
    by_itself = AddressBan.objects.filter(network=written(network), is_hidden=False, lifted_at=None)
    return by_itself.update(lifted_at=timezone.now())


@dataclass(frozen=True)
class Networks:
    """How many networks were banned with a person, and how many were left out."""

    banned: int
    left_out: int


def ban_with(sanction: Sanction) -> Networks:
    """Ban the networks of a person's sessions for as long as the person. Nobody is shown which these are."""
    addresses_seen = UserSession.objects.filter(user=sanction.person).values_list("ip", flat=True)
    networks = [ip_network(name) for name in sorted({network_of(address) for address in addresses_seen})]
    open_to_bans = [network for network in networks if not _reason_against(sanction.by, network)]
    AddressBan.objects.bulk_create(
        AddressBan(
            network=written(network),
            until=sanction.until,
            reason=sanction.reason,
            by=sanction.by,
            sanction=sanction,
            is_hidden=True,
        )
        for network in open_to_bans
    )
    addresses.forget()
    hints.announce_addresses()
    return Networks(len(open_to_bans), len(networks) - len(open_to_bans))


def lift_with(sanctions: QuerySet[Sanction]) -> None:
    """Lift the address bans that came with the ban of a person."""
    AddressBan.objects.filter(sanction__in=sanctions, lifted_at=None).update(lifted_at=timezone.now())
    addresses.forget()


def _network(text: str) -> Network:
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError:
        raise StaffRefusal("not_an_address") from None
    if network.prefixlen < SHORTEST_PREFIXES[network.version]:
        raise StaffRefusal("too_wide", prefix=SHORTEST_PREFIXES[network.version])
    return network


def _check_may_be_banned(by: User, network: Network) -> None:
    if code := _reason_against(by, network):
        raise StaffRefusal(code)


def _reason_against(by: User | None, network: Network) -> str:
    """Return the code of the reason not to ban a network; empty when it may be banned.

    All requests through our own proxy have its address, and staff who ban their own address cannot lift the ban.
    """
    if any(network.version == own.version and network.overlaps(own) for own in (*LOOPBACK, *settings.TRUSTED_PROXIES)):
        return "all_addresses"
    mine = UserSession.objects.filter(user=by).values_list("ip", flat=True)
    if any(address in network for address in map(read_address, mine) if address):
        return "your_address"
    return ""


def _kind(network: Network) -> str:
    return "address" if network.num_addresses == 1 else "network"


def written(network: Network) -> str:
    """Return a network as text; one of a single address as that address."""
    return str(network.network_address if network.num_addresses == 1 else network)
