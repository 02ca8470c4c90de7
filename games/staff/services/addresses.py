"""What moderators do about addresses from which trouble comes under ever new names."""

from dataclasses import dataclass
from ipaddress import ip_network

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.bans import addresses
from games.bans.addresses import Network
from games.bans.people import until_words
from games.limits import network_of, read_address
from games.live import hints
from games.models import AddressBan, Sanction, User
from games.staff.refusals import StaffRefusal
from games.staff.services.lengths import Words, until
from games.staff.services.recording import record

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
    hints.announce_addresses()
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
    """What was banned by itself and is in force, the latest first. Addresses that were banned with a person are shown
    to nobody."""
    return list(AddressBan.objects.filter(is_hidden=False, lifted_at=None, until__gt=timezone.now()))


def _lift(network: Network) -> int:
    by_itself = AddressBan.objects.filter(network=written(network), is_hidden=False, lifted_at=None)
    return by_itself.update(lifted_at=timezone.now())


@dataclass(frozen=True)
class Networks:
    """How many networks were banned with a person, and how many could not be."""

    banned: int
    left_out: int

    @property
    def banned_words(self) -> str:
        return f", and {_counted(self.banned)}" if self.banned else ""

    @property
    def left_out_words(self) -> str:
        """Told to the moderator only: others need not know where this server and its staff are."""
        return (
            f" Left out because this site or you come from there: {_counted(self.left_out)}." if self.left_out else ""
        )


def ban_with(sanction: Sanction) -> Networks:
    """Ban the networks of somebody's sessions for as long as the person. Nobody is shown which these are."""
    addresses_seen = UserSession.objects.filter(user=sanction.person).values_list("ip", flat=True)
    networks = [ip_network(name) for name in sorted({network_of(address) for address in addresses_seen})]
    open_to_bans = [network for network in networks if not _why_not(sanction.by, network)]
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


def _counted(number: int) -> str:
    return "1 address" if number == 1 else f"{number} addresses"


def _network(text: str) -> Network:
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError:
        raise StaffRefusal("Write an address like 192.0.2.7, or a network like 192.0.2.0/24.") from None
    if network.prefixlen < WIDEST[network.version]:
        raise StaffRefusal(f"That is too wide. A network ends in /{WIDEST[network.version]} or more.")
    return network


def _check_leaves_us_in(by: User, network: Network) -> None:
    if why_not := _why_not(by, network):
        raise StaffRefusal(why_not)


def _why_not(by: User | None, network: Network) -> str:
    """Behind a proxy that is not trusted everybody has its address; and whoever bans their own cannot lift it."""
    if any(network.version == own.version and network.overlaps(own) for own in (*OURS, *settings.TRUSTED_PROXIES)):
        return "Everybody comes from there: it is this machine, or a proxy in front of it."
    mine = UserSession.objects.filter(user=by).values_list("ip", flat=True)
    if any(place in network for place in map(read_address, mine) if place):
        return "You come from there yourself."
    return ""


def _name(network: Network) -> str:
    return f"the {'address' if network.num_addresses == 1 else 'network'} {written(network)}"


def written(network: Network) -> str:
    """A network of one is written as the address that it is."""
    return str(network.network_address if network.num_addresses == 1 else network)
