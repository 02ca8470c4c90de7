"""Read from the database what a benchmark compares with what its viewers have received."""

from collections.abc import Iterator

from games.engine import Entry as EngineEntry
from games.engine.notation import read_events
from games.models import Entry, Game

from .bench_integrity import PlayedMove, Stored, hands_by_version


def stored_games(tables: int) -> Iterator[Stored]:
    """Return the games of the first tables: only at these the benchmark plays."""
    for game in Game.objects.select_related("table").order_by("pk")[:tables]:
        yield stored_game(game)


def stored_game(game: Game) -> Stored:
    entries = list(game.entries.order_by("number"))
    return Stored(
        code=game.table.code,
        version=game.version,
        moves=[PlayedMove(one.number, one.seat, one.move) for one in entries if one.seat is not None],
        keys=[one.key for one in entries if one.key],
        hands=hands_by_version(map(_engine_entry, entries)),
    )


def _engine_entry(entry: Entry) -> EngineEntry:
    return EngineEntry(entry.seat, entry.move, entry.now, read_events(entry.events))
