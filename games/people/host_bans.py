"""Bans by hosts, which also count for new guests and accounts in the same browser."""

from contextlib import suppress

from games.locking import bump_version, locked
from games.models import Ban, User
from games.refusals import NoTable


def repeat(person: User, browser: str) -> None:
    """Ban a new person wherever a host has banned another person of the same browser: otherwise, logging out would be
    enough to come back."""
    bans = Ban.objects.filter(table__closed_at=None, person__browsers__digest=browser)
    for code in list(bans.values_list("table__code", flat=True).distinct()):
        with suppress(NoTable), locked(code) as table:
            Ban.objects.get_or_create(table=table, person=person)
            bump_version(table)
