"""Who is at a table right now.

Whoever has a socket open is here: the process that holds it says so every few seconds (see `live`), and once when it
closes. A page without JavaScript says it with each request. A server that dies says nothing more, and so everybody it
served is gone a little later; the lobbies' clock notices that.
"""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q

from games.locking import bump_version, locked, now
from games.models import Place, Table, Visit
from games.refusals import NoTable
from games.storage import best_effort

HERE = timedelta(seconds=25)
HOST_MAY_BE_GONE = timedelta(seconds=30)


def is_here(seen_at: datetime, moment: datetime) -> bool:
    return seen_at > moment - HERE


def arrive(code: str, person_id: int) -> bool:
    """Somebody has opened the table, with or without a socket. Whether this is news."""
    news = False
    with best_effort("Who is at a table"):
        news = _note_here(code, person_id)
        if news:
            _show(code)
    return news


def arrive_at_game(code: str, person_id: int) -> None:
    """Somebody has opened the game itself. Whoever has no place there is a visitor from now on."""
    here = Q(table__code=code, person=person_id)
    if Place.objects.filter(here).exists() or Visit.objects.filter(here).exists():
        arrive(code, person_id)
        return
    with best_effort("Who visits a table"), suppress(NoTable), locked(code) as table:
        Visit.objects.get_or_create(table=table, person_id=person_id)
        bump_version(table)


def _note_here(code: str, person_id: int) -> bool:
    moment = now()
    Table.objects.filter(code=code, host=person_id, host_gone_at__isnull=False).update(host_gone_at=None)
    mine = Q(table__code=code, person=person_id)
    news = [model.objects.filter(mine, seen_at__lte=moment - HERE).exists() for model in (Place, Visit)]
    for model in (Place, Visit):
        model.objects.filter(mine).update(seen_at=moment)
    return any(news)


def depart(code: str, person_id: int) -> None:
    """Somebody has closed the last window that showed the table. The seat is kept."""
    # So long ago that `notice_gone` does not notice it again.
    gone, mine = now() - 2 * HERE, Q(table__code=code, person=person_id)
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


def notice_gone(since: datetime, moment: datetime) -> None:
    """Between these moments it was too long ago for the first time that anybody has vouched for them."""
    lapsed = Q(table=OuterRef("pk"), person__isnull=False, seen_at__gt=since - HERE, seen_at__lte=moment - HERE)
    somebody = Exists(Place.objects.filter(lapsed)) | Exists(Visit.objects.filter(lapsed))
    for code in list(Table.objects.filter(somebody, closed_at=None).values_list("code", flat=True)):
        _show(code)


def _show(code: str) -> None:
    with suppress(NoTable), locked(code) as table:
        bump_version(table)
