"""Who may take a seat at a table: the one check for all ways to take one."""

from games.models import Block, Table, User
from games.people import reliability
from games.refusals import NotAllowed, Refusal


def check_seat(table: Table, person: User, when_blocked: Refusal) -> None:
    """Refuse people who left too many matches, where the host wants reliable ones, and those whom the host has blocked.

    These must not learn of it, so `when_blocked` is a refusal that others get too."""
    if table.host_id == person.pk:
        return
    check_reliable(table, person)
    if Block.objects.filter(person=table.host_id, other=person).exists():
        raise when_blocked


def check_reliable(table: Table, person: User) -> None:
    found = reliability.of_person(person)
    if table.reliable_only and table.host_id != person.pk and not found.is_reliable:
        raise NotAllowed("unreliable", left=found.left, count=found.count)
