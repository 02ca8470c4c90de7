"""Who is at a table, as a running game shows it."""

from dataclasses import dataclass

from games.live.batching import CoalescedLookup
from games.locking import now
from games.models import Place, Visit
from games.presence.services import HERE, is_here


@dataclass(frozen=True)
class Company:
    """Who is at a table, as a running game shows it."""

    gone: frozenset[int]
    """People who have a seat, but no open window."""
    watching: int
    """The number of people without a seat."""


def read(code: str) -> Company:
    """Return who is here and who is gone at this moment."""
    moment = now()
    seated = Place.objects.filter(table__code=code, person__isnull=False).values_list("person", "seen_at", "is_program")
    seats = list(seated)
    gone = frozenset(person for person, seen_at, is_program in seats if not is_here(seen_at, moment) and not is_program)
    visits = Visit.objects.filter(table__code=code, seen_at__gt=moment - HERE)
    return Company(gone, visits.exclude(person__in=[person for person, *_ in seats]).count())


# When a hundred people come at once, one lookup serves them all.
_lookups = CoalescedLookup[None, Company](0.5, lambda code, _: {None: read(code)})


async def ask(code: str) -> Company:
    """Return who is at a table. Sockets that ask within half a second share one lookup."""
    return await _lookups.ask(code, None)
