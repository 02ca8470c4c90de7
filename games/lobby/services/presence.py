"""Who is at a table right now.

Whoever has a socket open is here: the process that holds it says so every few seconds (see `live`), and once when it
closes. A page without JavaScript says it with each request. A server that dies says nothing more, and so everybody it
served is gone a little later.
"""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta

from django.db.models import Q

from games.lobby.refusals import NoTable
from games.lobby.services.room import held, now, shown_anew
from games.models import Place, Table, User, Visit

HERE = timedelta(seconds=25)
HOST_MAY_BE_GONE = timedelta(seconds=30)


def is_here(seen_at: datetime, moment: datetime) -> bool:
    return seen_at > moment - HERE


def arrive(code: str, person_id: int) -> None:
    """Somebody has opened the table."""
    if _note_here(code, person_id):
        _show(code)


def arrive_at_game(code: str, person_id: int) -> None:
    """Somebody has opened the game itself. Whoever has no place there is a visitor from now on."""
    here = Q(table__code=code, person=person_id)
    if Place.objects.filter(here).exists() or Visit.objects.filter(here).exists():
        arrive(code, person_id)
        return
    with suppress(NoTable), held(code) as table:
        Visit.objects.get_or_create(table=table, person_id=person_id)
        shown_anew(table)


def _note_here(code: str, person_id: int) -> bool:
    """Whether this is news."""
    moment = now()
    Table.objects.filter(code=code, host=person_id, host_gone_at__isnull=False).update(host_gone_at=None)
    mine = Q(table__code=code, person=person_id)
    news = [model.objects.filter(mine, seen_at__lte=moment - HERE).exists() for model in (Place, Visit)]
    for model in (Place, Visit):
        model.objects.filter(mine).update(seen_at=moment)
    return any(news)


def depart(code: str, person_id: int) -> None:
    """Somebody has closed the last window that showed the table. The seat is kept."""
    gone, mine = now() - HERE, Q(table__code=code, person=person_id)
    known = Place.objects.filter(mine).update(seen_at=gone) + Visit.objects.filter(mine).update(seen_at=gone)
    Table.objects.filter(code=code, host=person_id).update(host_gone_at=now())
    if known:
        _show(code)


def keep(present: Iterable[tuple[str, int]]) -> None:
    """Everybody that one process serves is still here."""
    moment = now()
    tables: dict[str, set[int]] = {}
    for code, person in present:
        tables.setdefault(code, set()).add(person)
    for code, people in tables.items():
        mine = Q(table__code=code, person__in=people)
        Place.objects.filter(mine).update(seen_at=moment)
        Visit.objects.filter(mine).update(seen_at=moment)
        Table.objects.filter(code=code, host__in=people, host_gone_at__isnull=False).update(host_gone_at=None)


def _show(code: str) -> None:
    with suppress(NoTable), held(code) as table:
        shown_anew(table)


def note_request(table: Table, person: User) -> None:
    """A page was asked for; that counts, for there may be no socket."""
    Place.objects.filter(table=table, person=person).update(seen_at=now())
    Visit.objects.filter(table=table, person=person).update(seen_at=now())
    if table.host_id == person.pk and table.host_gone_at:
        Table.objects.filter(pk=table.pk).update(host_gone_at=None)
