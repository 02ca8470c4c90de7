"""The rounds of a game that is over, as they are read from its log.

A round begins with the entry that dealt it, and its positions are numbered from there: position 0 follows the deal,
position n the n-th entry after it. The position after each deal is stored when a replay is opened for the first time,
so that showing a round takes the entries of that round only, however long the match was.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise
from typing import NamedTuple

from django.db import DatabaseError, transaction

from games.engine import BY_ITSELF, Entry, Event, Rules, State, follow
from games.engine.notation import read_events
from games.engine.stored import DAMAGE, dump_state, load_state
from games.history.refusals import NoReplay, Unplayable
from games.models import Entry as StoredEntry
from games.models import Game, RoundStart, is_key_of_stand_in
from games.newest import Newest
from games.table.snapshot import RECENT_ENTRIES, LogEntry

KEPT = 32
MILESTONE = 32
FIELDS = ("number", "seat", "move", "now", "key", "events")
READ_AT_ONCE = 1000
Row = tuple[int, int | None, str, float, str | None, str]


class Part(NamedTuple):
    """Where a round is in the log: the numbers of its first and last entries, and how many it has."""

    round: int
    first: int
    last: int
    entries: int


class Numbered(NamedTuple):
    number: int
    entry: Entry
    is_by_stand_in: bool


@dataclass(frozen=True)
class Round:
    """A round with all its entries; the first one has dealt it."""

    part: Part
    start: State
    entries: tuple[Numbered, ...]
    logged: tuple[LogEntry, ...]
    """The same entries as tables are rendered from, after the last ones of the round before."""

    @property
    def last(self) -> int:
        """The number of the last position."""
        return len(self.entries) - 1

    def state_at(self, n: int) -> State:
        begun = n - n % MILESTONE
        state = self.milestones[begun // MILESTONE].copy()
        follow_all(state, self.entries[begun + 1 : n + 1])
        return state

    def log_at(self, n: int) -> tuple[LogEntry, ...]:
        """The last entries until a position."""
        end = len(self.logged) - self.last + n
        return self.logged[max(0, end - RECENT_ENTRIES) : end]

    @property
    def own_log(self) -> tuple[LogEntry, ...]:
        """The entries of this round, without those before it."""
        return self.logged[len(self.logged) - len(self.entries) :]

    def absent_at(self, n: int) -> frozenset[int]:
        """The seats for which a bot stood in at a position: it has made their last move, and they make no next one."""
        last, following = _movers(reversed(self.entries[1 : n + 1])), _movers(self.entries[n + 1 :])
        return frozenset(seat for seat, is_absent in last.items() if is_absent and following.get(seat, True))

    @property
    def counts(self) -> tuple[tuple[int, ...], ...]:
        """How many cards each player holds, at each position."""
        return self._walked[0]

    @property
    def milestones(self) -> tuple[State, ...]:
        """Some of the states, from which those between them are reached in a few steps."""
        return self._walked[1]

    @cached_property
    def _walked(self) -> tuple[tuple[tuple[int, ...], ...], tuple[State, ...]]:
        state = self.start.copy()
        counts, milestones = [_counts(state)], [self.start]
        for n, _ in enumerate(followed(state, self.entries[1:]), 1):
            counts.append(_counts(state))
            if n % MILESTONE == 0:
                milestones.append(state.copy())
        return tuple(counts), tuple(milestones)

    @cached_property
    def pauses(self) -> tuple[float, ...]:
        """How long each position lasted, in seconds; the last one has no end. A call may have been pressed before the
        move that stands before it."""
        times = [numbered.entry.now for numbered in self.entries]
        return (*(max(0.0, after - before) for before, after in pairwise(times)), 0.0)


def _movers(entries: Iterable[Numbered]) -> dict[int, bool]:
    """Whether a bot made the first move of each seat for its player; what happens by itself is no move."""
    found: dict[int, bool] = {}
    for _, entry, is_by_stand_in in entries:
        if entry.seat is not None and entry.move != BY_ITSELF:
            found.setdefault(entry.seat, is_by_stand_in)
    return found


def _counts(state: State) -> tuple[int, ...]:
    return tuple(map(len, state.hands))


def followed(state: State, entries: Iterable[Numbered]) -> Iterator[Numbered]:
    """Apply entries of a log, and yield each when it has been applied; name the one that this version cannot play."""
    for numbered in entries:
        try:
            follow(state, numbered.entry)
        except DAMAGE as error:
            raise Unplayable("unplayable", number=numbered.number) from error
        yield numbered


def follow_all(state: State, entries: Iterable[Numbered]) -> None:
    for _ in followed(state, entries):
        pass


# --- where rounds begin


def parts(game: Game) -> Sequence[Part]:
    """Return the rounds of a game that is over."""
    fields = ("round", "first", "last", "entries")
    return [Part(*row) for row in game.round_starts.values_list(*fields)] or _store_parts(game)


def _store_parts(game: Game) -> list[Part]:
    found = list(_starts(game))
    rows = [
        RoundStart(game=game, round=number, first=first, last=last, entries=entries, state=state)
        for (number, first, last, entries), state in found
    ]
    with suppress(DatabaseError), transaction.atomic():  # deleted meanwhile, or the disk is full: this only saves time
        RoundStart.objects.bulk_create(rows, ignore_conflicts=True)
    return [part for part, _ in found]


def _starts(game: Game) -> Iterator[tuple[Part, str]]:
    """Replay the whole log, and yield each round with the state after its deal."""
    state, first, start, count, number, last = State(Rules(), 2), 0, "", 0, 0, 0
    for numbered in followed(state, _read(game.entries.order_by("number"))):
        if count == 0 or deals(numbered.entry.events):
            if count:
                number += 1
                yield Part(number, first, last, count), start
            first, start, count = numbered.number, dump_state(state), 0
        count, last = count + 1, numbered.number
    if count:
        yield Part(number + 1, first, last, count), start


def deals(events: Iterable[Event]) -> bool:
    return any(event[0] == "dealt" for event in events)


def _read(rows: "Iterable[StoredEntry]") -> Iterator[Numbered]:
    for some in _batched(rows.values_list(*FIELDS).iterator()):  # type: ignore[attr-defined]
        for (number, seat, move, now, key, _), events in zip(some, _events_of(some), strict=True):
            yield Numbered(number, Entry(seat, move, now, events), is_key_of_stand_in(key))


def _batched(rows: Iterator[Row]) -> Iterator[list[Row]]:
    while some := list(islice(rows, READ_AT_ONCE)):
        yield some


def _events_of(rows: list[Row]) -> Sequence[tuple[Event, ...]]:
    """Read the events of many entries as one text, or one after the other to find the one that is damaged."""
    try:
        found: Sequence[tuple[Event, ...]] = read_events(f"[{','.join(row[-1] for row in rows)}]")
    except DAMAGE:
        found = ()
    return found if len(found) == len(rows) else list(map(_read_alone, rows))


def _read_alone(row: Row) -> tuple[Event, ...]:
    try:
        return read_events(row[-1])
    except DAMAGE as error:
        raise Unplayable("unplayable", number=row[0]) from error


# --- reading one round

_kept = Newest[tuple[int, int], Round](KEPT)


def read_round(game: Game, part: Part) -> Round:
    """Return a round; this process keeps those that were shown last."""
    key = game.pk, part.round
    known = _kept.get(key)
    return _kept.keep(key, known if known and known.part == part else _read_round(game, part))


def forget_rounds() -> None:
    """Forget what this process keeps, so that everything is read again."""
    _kept.clear()


def _read_round(game: Game, part: Part) -> Round:
    rows = game.entries.order_by("number")
    entries = list(_read(rows.filter(number__gte=part.first, number__lte=part.last)))
    earlier = game.entries.filter(number__lt=part.first).order_by("-number")[: RECENT_ENTRIES - 1]
    before = list(_read(earlier))[::-1] if part.round > 1 else []
    return Round(part, _start_of(game, part), tuple(entries), tuple(map(_logged, [*before, *entries])))


def _start_of(game: Game, part: Part) -> State:
    text = game.round_starts.filter(round=part.round).values_list("state", flat=True).first()
    if text is None:  # it could not be stored
        text = next(islice((state for _, state in _starts(game)), part.round - 1, None), None)
    if text is None:
        raise NoReplay("no_game")  # it has been deleted meanwhile
    state = State(Rules(), 2)
    try:
        load_state(state, text)
    except DAMAGE as error:
        raise Unplayable("unplayable", number=part.first) from error
    return state


def _logged(numbered: Numbered) -> LogEntry:
    number, entry, _ = numbered
    return LogEntry(number, entry.seat, entry.move, entry.events)
