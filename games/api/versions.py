"""All versions of a game, one by one: recent ones from the memory of this process, others replayed from the log."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from threading import Lock

from games.engine import BY_ITSELF, Entry, Rules, State, follow
from games.models import Entry as Stored
from games.models import Game
from games.newest import Newest
from games.table import snapshot
from games.table.services import STAND_IN
from games.table.snapshot import Sitter, Snapshot

KEPT = 256
_kept = Newest[tuple[str, int, int], Snapshot](KEPT)
_building = Lock()


def remember(table: Snapshot) -> None:
    _kept.keep((table.code, table.game, table.version), table)


def remembered(newest: Snapshot, version: int) -> Snapshot | None:
    return _kept.get((newest.code, newest.game, version))


def after(shown: int, newest: Snapshot) -> list[Snapshot]:
    """Return every version after `shown`, up to the newest."""
    found = all_remembered(shown, newest)
    if found is None:
        with _building:  # others who wait here find what the first one has replayed
            found = all_remembered(shown, newest)
            if found is None:
                found = [table for table in replayed(newest, shown) if table.version > shown]
    return found


def all_remembered(shown: int, newest: Snapshot) -> list[Snapshot] | None:
    """Return the same without the database, or None if a version has to be replayed."""
    remember(newest)
    found = [remembered(newest, version) for version in range(shown + 1, newest.version + 1)]
    return [table for table in found if table] if all(found) else None


def replayed(newest: Snapshot, shown: int) -> Iterator[Snapshot]:
    """Replay from the nearest remembered version, or from the deal."""
    nearest = next((table for version in range(shown, 0, -1) if (table := remembered(newest, version))), None)
    start = nearest.version if nearest else 0
    rows = list(Stored.objects.filter(game=newest.game, number__gt=start, number__lte=newest.version))
    entries = {row.number: row for row in rows}
    table = nearest or replace(newest, version=0, state=State(Rules(), 2), log=(), ended=False)
    for version in range(start + 1, newest.version):
        table = _next(table, version, entries.get(version))
        remember(table)
        yield table
    yield newest


def _next(table: Snapshot, version: int, entry: Stored | None) -> Snapshot:
    """Return the next version. Without an entry, only a player's presence changed."""
    if entry is None:
        return replace(table, version=version)
    line, state = snapshot.log_entry_of(entry), table.state.copy()
    follow(state, Entry(entry.seat, entry.move, entry.now, line.events))
    sitters = _sitters(table.sitters, entry)
    return replace(table, version=version, state=state, sitters=sitters, log=snapshot.recent([*table.log, line]))


def _sitters(sitters: Sequence[Sitter], entry: Stored) -> tuple[Sitter, ...]:
    """Return who played at that time."""
    return tuple(
        replace(sitter, stand_in=STAND_IN if entry.is_by_stand_in else "", has_left=False)
        if sitter.seat == entry.seat and not sitter.bot and entry.move != BY_ITSELF
        else sitter
        for sitter in sitters
    )


def older_game(game: int, code: str) -> Snapshot | None:
    """Return an earlier game of the table, as it ended."""
    found = Game.objects.select_related("table").filter(pk=game, table__code=code).first()
    return snapshot.read(found) if found else None
