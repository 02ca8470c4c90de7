"""What moderators do about addresses from which trouble comes under ever new names."""

from ipaddress import ip_network

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.limits import read_address
from games.models import AddressBan, User
from games.people import addresses
from games.people.addresses import Network
from games.people.services import until_words
from games.staff.refusals import StaffRefusal
from games.staff.services.people import Words, until
from games.staff.services.recording import record
from games.table import live

WIDEST = {4: 16, 6: 32}
"""A network with a shorter prefix than this holds half a country."""
OURS = [ip_network("127.0.0.0/8"), ip_network("::1/128")]


@transaction.atomic
def ban_address(by: User, site: None, reason: str, words: Words) -> str:
    network = _network(words.get("network", ""))
    _check_leaves_us_in(by, network)
    moment = until(words)
    _lift(network)
    AddressBan.objects.create(network=written(network), until=moment, reason=reason, by=by)
    what = f"{by.name} of the staff has banned {_name(network)} {until_words(moment)}."
    record(by, "ban-address", what, reason)
    addresses.forget()
    live.announce_addresses()
    return what


@transaction.atomic
def lift_address(by: User, site: None, reason: str, words: Words) -> str:
    network = _network(words.get("banned", ""))
    if not _lift(network):
        raise StaffRefusal("That address is not banned any more.")
    what = f"{by.name} of the staff lets {_name(network)} in again."
    record(by, "lift-address", what, reason)
    addresses.forget()
    return what


def banned() -> list[AddressBan]:
    """What is in force, the latest first."""
    return list(AddressBan.objects.filter(lifted_at=None, until__gt=timezone.now()))


def _lift(network: Network) -> int:
    return AddressBan.objects.filter(network=written(network), lifted_at=None).update(lifted_at=timezone.now())


def _network(text: str) -> Network:
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError:
        raise StaffRefusal("Write an address like 192.0.2.7, or a network like 192.0.2.0/24.") from None
    if network.prefixlen < WIDEST[network.version]:
        raise StaffRefusal(f"That is too wide. A network ends in /{WIDEST[network.version]} or more.")
    return network


def _check_leaves_us_in(by: User, network: Network) -> None:
    """Behind a proxy that is not trusted everybody has its address; and whoever bans their own cannot lift it."""
    if any(network.version == own.version and network.overlaps(own) for own in (*OURS, *settings.TRUSTED_PROXIES)):
        raise StaffRefusal("Everybody comes from there: it is this machine, or a proxy in front of it.")
    mine = UserSession.objects.filter(user=by).values_list("ip", flat=True)
    if any(place in network for place in map(read_address, mine) if place):
        raise StaffRefusal("You come from there yourself.")


def _name(network: Network) -> str:
    return f"the {'address' if network.num_addresses == 1 else 'network'} {written(network)}"


def written(network: Network) -> str:
    """A network of one is written as the address that it is."""
    return str(network.network_address if network.num_addresses == 1 else network)
