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
    ready: tuple[str, ...]
    """The names of the people who are ready for the next game."""
    unready: tuple[str, ...] = ()
    """The names of the others."""
    waits_for_guests: bool = False
    """Whether one of those others is not the host, who could start without them."""


def read(code: str) -> Company:
    """Return who is here and who is gone at this moment."""
    moment = now()
    seats = list(Place.objects.filter(table__code=code, person__isnull=False).select_related("table"))
    absent = [seat for seat in seats if not (is_here(seat.seen_at, moment) or seat.is_program)]
    gone = frozenset(seat.person_id for seat in absent if seat.person_id is not None)
    visits = Visit.objects.filter(table__code=code, seen_at__gt=moment - HERE)
    watching = visits.exclude(person__in=[seat.person_id for seat in seats]).count()
    ready, unready = (tuple(seat.name for seat in seats if seat.ready is wanted) for wanted in (True, False))
    waits_for_guests = any(not seat.ready and seat.person_id != seat.table.host_id for seat in seats)
    return Company(gone, watching, ready, unready, waits_for_guests)


# When a hundred people come at once, one lookup serves them all.
_lookups = CoalescedLookup[None, Company](0.5, lambda code, _: {None: read(code)})


async def ask(code: str) -> Company:
    """Return who is at a table. Sockets that ask within half a second share one lookup."""
    return await _lookups.ask(code, None)
