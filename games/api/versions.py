"""The versions of a game one by one: the newest from this process's memory, older ones played again from the log."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from threading import Lock

from games.engine import Entry, Rules, State, follow
from games.models import Entry as Stored
from games.models import Game
from games.table import snapshot
from games.table.services import STAND_IN
from games.table.snapshot import Sitter, Snapshot

KEPT = 256
_kept: "OrderedDict[tuple[str, int, int], Snapshot]" = OrderedDict()
_building = Lock()


def keep(frame: Snapshot) -> None:
    _kept[frame.code, frame.game, frame.version] = frame
    while len(_kept) > KEPT:
        _kept.popitem(last=False)


def known(newest: Snapshot, version: int) -> Snapshot | None:
    return _kept.get((newest.code, newest.game, version))


def after(shown: int, newest: Snapshot) -> list[Snapshot]:
    """Every version after the one that was shown, up to the newest."""
    found = remembered(shown, newest)
    if found is None:
        with _building:  # whoever waits here finds remembered what the first one has played again
            found = remembered(shown, newest)
            if found is None:
                found = [frame for frame in played_again(newest, shown) if frame.version > shown]
    return found


def remembered(shown: int, newest: Snapshot) -> list[Snapshot] | None:
    """The same, if none of them has to be read; it asks no database."""
    keep(newest)
    found = [known(newest, version) for version in range(shown + 1, newest.version + 1)]
    return [frame for frame in found if frame] if all(found) else None


def played_again(newest: Snapshot, shown: int) -> Iterator[Snapshot]:
    """From the nearest version that is remembered on, or from the deal."""
    nearest = next((frame for version in range(shown, 0, -1) if (frame := known(newest, version))), None)
    start = nearest.version if nearest else 0
    rows = list(Stored.objects.filter(game=newest.game, number__gt=start, number__lte=newest.version))
    entries = {row.number: row for row in rows}
    frame = nearest or replace(newest, version=0, state=State(Rules(), 2), log=(), ended=False)
    for version in range(start + 1, newest.version):
        frame = _next(frame, version, entries.get(version))
        keep(frame)
        yield frame
    yield newest


def _next(frame: Snapshot, version: int, entry: Stored | None) -> Snapshot:
    """One version on; without an entry it was only somebody's seat that changed."""
    if entry is None:
        return replace(frame, version=version)
    line, state = snapshot.log_entry_of(entry), frame.state.copy()
    follow(state, Entry(entry.seat, entry.move, entry.now, line.events))
    sitters = _sitters(frame.sitters, entry)
    return replace(frame, version=version, state=state, sitters=sitters, log=snapshot.recent([*frame.log, line]))


def _sitters(sitters: Sequence[Sitter], entry: Stored) -> tuple[Sitter, ...]:
    """Who played then: people's moves have a key, a bot's in their place have none."""
    return tuple(
        replace(sitter, stand_in="" if entry.key else sitter.stand_in or STAND_IN, has_left=False)
        if sitter.seat == entry.seat and not sitter.bot and entry.move != "decide"
        else sitter
        for sitter in sitters
    )


def last_of(game: int, code: str) -> Snapshot | None:
    """A game that is not the newest of its table any more."""
    found = Game.objects.select_related("table").filter(pk=game, table__code=code).first()
    return snapshot.read(found) if found else None
