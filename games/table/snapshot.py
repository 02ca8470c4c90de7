"""A game as one process keeps it: everything that rendering needs, read once for each version and then shared."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar, cast

from games.engine import Event, Rules, State
from games.engine.notation import read_events
from games.engine.stored import load_state
from games.models import Entry, Game, Player

T = TypeVar("T")
RECENT_ENTRIES = 40
KEPT = 512


@dataclass(frozen=True)
class Sitter:
    """Somebody in a seat of a game."""

    seat: int
    name: str
    face: str
    person: int | None
    bot: str
    stand_in: str
    has_left: bool
    is_program: bool
    place: int = 0
    missed: int = 0
    """Decisions missed in a row."""

    @property
    def played_by(self) -> str:
        """The bot that decides for this seat; none when a person does."""
        return self.bot or self.stand_in


@dataclass(frozen=True)
class Line:
    """An entry of the log as it is shown."""

    number: int
    seat: int | None
    move: str
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Snapshot:
    """A game at one version. The state is shared by everybody who looks at it: copy it before playing on."""

    code: str
    game: int
    version: int
    state: State
    sitters: tuple[Sitter, ...]
    log: tuple[Line, ...]
    watching: str
    """Who might watch when it was dealt."""
    pace: str
    started: float
    ended: bool
    seats_open: bool = True
    """Whether somebody may sit down where a bot plays."""
    table: int = 0
    drawings: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """What was drawn of it, for everybody who sees the same; it goes when the snapshot goes."""

    def once(self, find: Callable[..., T], *about: Any) -> T:
        """What is the same for everybody who looks on in this way, found for the first of them."""
        key = find, *about
        if key not in self.drawings:
            self.drawings[key] = find(self, *about)
        return cast(T, self.drawings[key])

    def seat_of(self, person: int | None) -> int | None:
        """The seat of a person; none for whoever only watches."""
        return next((sitter.seat for sitter in self.sitters if person and sitter.person == person), None)

    def next(self, **changes: Any) -> "Snapshot":
        """The same game one version later."""
        return replace(self, version=self.version + 1, **changes)

    @cached_property
    def standing(self) -> list[Line]:
        """The entries that count: not those that the staff took back."""
        lines: list[Line] = []
        for line in self.log:
            if any(event[0] == "taken_back" for event in line.events):
                while lines and lines.pop().seat is None:
                    pass
            else:
                lines.append(line)
        return lines

    @property
    def names(self) -> list[str]:
        return [sitter.name for sitter in self.sitters]


_kept: OrderedDict[str, Snapshot] = OrderedDict()
_lock = threading.Lock()


def keep(snapshot: Snapshot) -> None:
    """Remember a snapshot, unless a newer one of that table is there already."""
    with _lock:
        known = _kept.get(snapshot.code)
        if known is None or (known.game, known.version) <= (snapshot.game, snapshot.version):
            _kept[snapshot.code] = snapshot
        _kept.move_to_end(snapshot.code)
        if len(_kept) > KEPT:
            _kept.popitem(last=False)


def kept(code: str, at_least: int = 0) -> Snapshot | None:
    """What this process knows of a table, if it is as new as that; it asks no database."""
    with _lock:
        snapshot = _kept.get(code)
    return snapshot if snapshot and snapshot.version >= at_least else None


def forget(code: str) -> None:
    with _lock:
        _kept.pop(code, None)


def latest(code: str) -> Snapshot | None:
    """The newest game of a table, running or ended; none when nothing has been played there."""
    game = Game.objects.select_related("table").filter(table__code=code).order_by("-pk").first()
    if game is None:
        return None
    known = kept(code, game.version)
    if known and known.game == game.pk and known.version == game.version and known.ended == bool(game.ended_at):
        return known
    snapshot = read(game)
    keep(snapshot)
    return snapshot


def read(game: Game) -> Snapshot:
    """A snapshot of what is stored: the game as it was asked for, whatever has been played since."""
    state = State(Rules(), 2)
    load_state(state, game.state)
    entries = list(game.entries.filter(number__lte=game.version).order_by("-number")[:RECENT_ENTRIES])[::-1]
    return make(game, state, list(game.players.all()), [line_of(entry) for entry in entries])


def make(game: Game, state: State, players: Sequence[Player], log: Sequence[Line]) -> Snapshot:
    return Snapshot(
        code=game.table.code,
        table=game.table_id,
        game=game.pk,
        version=game.version,
        state=state,
        sitters=tuple(map(sitter_of, players)),
        log=recent(log),
        watching=game.watching,
        pace=game.table.pace,
        started=game.started_at.timestamp(),
        ended=game.ended_at is not None,
        seats_open=game.table.seats_may_be_taken_over,
    )


def recent(log: Sequence[Line]) -> tuple[Line, ...]:
    return tuple(log[-RECENT_ENTRIES:])


def sitter_of(player: Player) -> Sitter:
    return Sitter(
        seat=player.seat,
        name=player.name,
        face=player.face,
        person=player.person_id,
        bot=player.bot,
        stand_in=player.stand_in,
        has_left=player.has_left,
        is_program=player.is_program,
        place=player.place,
        missed=player.missed,
    )


def line_of(entry: Entry) -> Line:
    return Line(entry.number, entry.seat, entry.move, read_events(entry.events))
