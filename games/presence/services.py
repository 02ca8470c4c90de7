"""Stores who is at a table right now, and who is on the site.

A person with an open socket is here: the process that holds the socket confirms it every few seconds (see `windows`),
and reports when it closes. Pages without JavaScript confirm it with each request. If a server dies, the people it
served count as gone a little later; the clock of the lobbies notices that.
"""

from collections.abc import Iterable, Mapping, Set
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import chain
from typing import Any

from django.db import IntegrityError
from django.db.models import Model, Q, QuerySet

from games.locking import bump_version, locked, now
from games.models import Place, Table, User, Visit
from games.refusals import NoTable
from games.storage import best_effort

HERE = timedelta(seconds=25)
ONLINE = timedelta(minutes=2)
NOTED_EVERY = timedelta(minutes=1)
HOST_MAY_BE_GONE = timedelta(seconds=30)
LEAST_CHANGE_MS = 10


def is_here(seen_at: datetime, moment: datetime) -> bool:
    return seen_at > moment - HERE


def is_online(person: User, moment: datetime) -> bool:
    """Whether a person has used the site just now."""
    return person.online_at is not None and person.online_at > moment - ONLINE


def note_online(people: Iterable[int]) -> None:
    """Store that these people are on the site, once a minute."""
    moment = now()
    before = Q(online_at=None) | Q(online_at__lte=moment - NOTED_EVERY)
    User.objects.filter(before, pk__in=set(people)).update(online_at=moment)


def arrive(code: str, person_id: int) -> bool:
    """Store that a person has opened the table, and return whether they were away before."""
    news = False
    with best_effort("Who is at a table"):
        news = _note_here(code, person_id)
        if news:
            _announce(code)
    return news


def arrive_at_game(code: str, person_id: int) -> None:
    """Store that a person has opened the game. Without a seat there, they become a visitor, unless they were deleted
    at this moment."""
    here = Q(table__code=code, person=person_id)
    if Place.objects.filter(here).exists() or Visit.objects.filter(here).exists():
        arrive(code, person_id)
        return
    with best_effort("Who visits a table"), suppress(NoTable, IntegrityError), locked(code) as table:
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
    """Store that a person has closed their last window with the table. They keep their seat."""
    # Long enough ago that `notice_gone` does not report it again.
    gone, mine = now() - 2 * HERE, Q(table__code=code, person=person_id)
    known = Place.objects.filter(mine).update(seen_at=gone, delay=0) + Visit.objects.filter(mine).update(seen_at=gone)
    Table.objects.filter(code=code, host=person_id).update(host_gone_at=now())
    if known:
        _announce(code)


def keep(present: Iterable[tuple[str, int]]) -> None:
    """Confirm that these people, whom one process serves, are still at these tables: a few statements for all. Without
    the code of a table, they are just on the site."""
    present = set(present)
    note_online(person for _, person in present)
    pairs = {(code, person) for code, person in present if code}
    for model in (Place, Visit):
        _among(pairs, model, "table__code", "person").update(seen_at=now())
    hosts = _among(pairs, Table, "code", "host")
    hosts.filter(host_gone_at__isnull=False).update(host_gone_at=None)


def store_delays(delays: Mapping[tuple[str, int], float]) -> None:
    """Store the delays of people's connections, in seconds, as far as they have changed much: other processes need them
    to judge catches."""
    places = Place.objects.filter(table__code__in={code for code, _ in delays}).select_related("table")
    changed = []
    for place in places.only("delay", "person_id", "table__code"):
        measured = round(1000 * delays.get((place.table.code, place.person_id or 0), place.delay / 1000))
        if abs(measured - place.delay) > max(LEAST_CHANGE_MS, place.delay // 4):
            place.delay = measured
            changed.append(place)
    Place.objects.bulk_update(changed, ["delay"])


def delays_at(table: int) -> dict[int, float]:
    """Return the stored delays of the people who have a seat at a table and are here, in seconds."""
    here = Place.objects.filter(table=table, person__isnull=False, seen_at__gt=now() - HERE)
    return {person: delay / 1000 for person, delay in here.values_list("person", "delay") if person is not None}


def _among(pairs: Set[tuple[str, int]], model: type[Model], code: str, person: str) -> QuerySet[Any]:
    """The rows of these tables that are about these people. All rows of the tables are read: with thousands of people
    to look for as well, SQLite would take thirty times as long."""
    rows = model._default_manager.filter(**{f"{code}__in": {code for code, _ in pairs}})
    found = rows.values_list("pk", code, person)
    return model._default_manager.filter(pk__in=[pk for pk, *pair in found if tuple(pair) in pairs])


def notice_gone(since: datetime, moment: datetime) -> None:
    """Announce people whose presence lapsed between these moments, because no process confirmed it any more."""
    lapsed = Q(person__isnull=False, seen_at__gt=since - HERE, seen_at__lte=moment - HERE, table__closed_at=None)
    codes = [model.objects.filter(lapsed).values_list("table__code", flat=True) for model in (Place, Visit)]
    for code in set(chain(*codes)):
        _announce(code)


def _announce(code: str) -> None:
    with suppress(NoTable), locked(code) as table:
        bump_version(table)
