"""What the log of a game says about its players and about the cards that were dealt, as far as it can be read."""

import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from games.engine import Entry
from games.engine.notation import read_events
from games.engine.rules import Rules
from games.engine.stored import DAMAGE
from games.history.dealt import Key, count_deals
from games.history.facts import Facts, read_facts
from games.models import Entry as StoredEntry
from games.models import Game, is_key_of_stand_in

log = logging.getLogger("site.statistics")
LOG = ("key", "seat", "move", "now", "events")
Row = tuple[str | None, int | None, str, float, str]


class CountedLog(NamedTuple):
    """What a log says about each seat, and about the cards that were dealt."""

    facts: list[Facts]
    dealt: Counter[Key]


ReadLog = Callable[[Game, int], CountedLog]


def read_log(game: Game, seats: int) -> CountedLog:
    """Count what the log of a game says."""
    rows = StoredEntry.objects.filter(game=game).order_by("number").values_list(*LOG)
    entries = _entries(game, rows)
    by_stand_ins = {position for position, (key, *_) in enumerate(rows) if is_key_of_stand_in(key)}
    return CountedLog(_facts(game, entries, seats, by_stand_ins), _deals(game, entries))


def _entries(game: Game, rows: Iterable[Row]) -> list[Entry]:
    """Read the log; an unreadable one is empty."""
    try:
        return [Entry(seat, move, now, read_events(events)) for _, seat, move, now, events in rows]
    except DAMAGE:
        _warn_of(game)
        return []


def _deals(game: Game, entries: Sequence[Entry]) -> Counter[Key]:
    """Count what was dealt. A log that this version cannot read has no deals."""
    try:
        return count_deals(entries, Rules.from_json(game.rules))
    except DAMAGE:
        return Counter()


def _facts(game: Game, entries: Sequence[Entry], seats: int, by_stand_ins: Collection[int]) -> list[Facts]:
    """Read what players did. A log that this version cannot play has results, but no figures."""
    try:
        return read_facts(entries, seats, by_stand_ins)
    except DAMAGE:
        _warn_of(game)
        return [Facts() for _ in range(seats)]


def _warn_of(game: Game) -> None:
    log.warning("The log of game %s cannot be read, so only its result is counted", game.pk)
