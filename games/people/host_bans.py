"""Bans by hosts, which follow a person to a new name in the same browser."""

from contextlib import suppress

from games.locking import bump_version, locked
from games.models import Ban, User
from games.refusals import NoTable


def repeat(person: User, browser: str) -> None:
    """Somebody new is banned where the host has banned another person of the same browser: else one click on “Log out”
    would bring everybody back."""
    bans = Ban.objects.filter(table__closed_at=None, person__browsers__digest=browser)
    for code in list(bans.values_list("table__code", flat=True).distinct()):
        with suppress(NoTable), locked(code) as table:
            Ban.objects.get_or_create(table=table, person=person)
            bump_version(table)
