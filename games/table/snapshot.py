"""A game as one process keeps it: everything that rendering needs, read once for each version and shared."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar, cast

from django.urls import reverse

from games.engine import Event, Rules, State
from games.engine.notation import read_events
from games.engine.stored import load_state
from games.models import Entry, Game, Player
from games.newest import Newest
from games.table import held
from games.table.commitments import next_digest, stored_source
from games.table.held import HeldCall
from games.table.moments import Moment
from games.wording import personas

T = TypeVar("T")
RECENT_ENTRIES = 40
KEPT = 512


@dataclass(frozen=True)
class Sitter:
    """The person or bot in a seat of a game."""

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
    gave_up: bool = False
    """Whether they left the match while it still needed them."""

    @property
    def played_by(self) -> str:
        """The bot that decides for this seat; none when a person does."""
        return self.bot or self.stand_in

    @property
    def is_away(self) -> bool:
        """Whether a bot plays for the person who has this seat."""
        return bool(self.stand_in) or self.has_left

    @property
    def line(self) -> str:
        """What a bot says of itself."""
        return personas.line(self.name) if self.bot else ""

    @cached_property
    def face_url(self) -> str:
        return reverse("face", args=[self.face])


class Computed:
    """A value that keeps what has been computed from it, as long as it exists itself."""

    @cached_property
    def results(self) -> dict[Any, Any]:
        return {}

    def cached(self, compute: Callable[..., T], *arguments: Any) -> T:
        """Return `compute(self, *arguments)`, computed once for all viewers."""
        key = compute, *arguments
        try:
            return cast(T, self.results[key])
        except KeyError:
            result = self.results[key] = compute(self, *arguments)
            return result


@dataclass(frozen=True)
class LogEntry(Computed):
    """An entry of the log: a move and its events. The next snapshots of the game have it too."""

    number: int
    seat: int | None
    move: str
    events: tuple[Event, ...]

    @cached_property
    def round_won(self) -> Event | None:
        """The event that ended a round here."""
        return next((event for event in self.events if event[0] == "round_won"), None)

    @cached_property
    def takes_back(self) -> bool:
        """Whether the staff took back a move here."""
        return any(event[0] == "taken_back" for event in self.events)


@dataclass(frozen=True)
class Snapshot(Computed):
    """A game at one version. Its state is shared by all viewers: copy it before you play on."""

    code: str
    game: int
    version: int
    state: State
    sitters: tuple[Sitter, ...]
    log: tuple[LogEntry, ...]
    watching: str
    """Who was allowed to watch when the game was dealt."""
    pace: str
    started: float
    ended: bool
    seats_open: bool = True
    """Whether a bot's seat may be taken while the game runs."""
    table: int = 0
    adapts_bots: bool = False
    """Whether Play now has opened this table."""
    moments: tuple[Moment, ...] = ()
    """What is worth remembering of a match that is over."""
    public_id: str = ""
    """The address of the replay."""
    is_public: bool = False
    """Whether everyone may see the replay."""
    held: tuple[HeldCall, ...] = ()
    """Calls and accusations that are held. They change without a new version."""
    next_commitment: str = ""
    """The commitment to the next match at the table, once this one is over."""
    origin: tuple[str, int, int] | None = None
    """The position of another game with which this one began: the address of its replay, the round, and the move."""

    @property
    def commitment(self) -> str:
        """What this match was committed to; empty before there were commitments."""
        return self.state.seed if isinstance(self.state.seed, str) else ""

    def seat_of(self, person: int | None) -> int | None:
        """Return the seat of a person; None for spectators."""
        return self._seats.get(person) if person else None

    @cached_property
    def _seats(self) -> dict[int | None, int]:
        return {sitter.person: sitter.seat for sitter in reversed(self.sitters)}

    def next(self, **changes: Any) -> "Snapshot":
        """Return the same game one version later."""
        return replace(self, version=self.version + 1, **changes)

    def with_held(self, text: str) -> "Snapshot":
        """Return the same game with the held calls that are stored now."""
        found = held.load(text)
        return self if found == self.held else replace(self, held=found)

    @cached_property
    def standing(self) -> list[LogEntry]:
        """The entries that count: not those that the staff took back."""
        entries: list[LogEntry] = []
        for entry in self.log:
            if entry.takes_back:
                while entries and entries.pop().seat is None:
                    pass
            else:
                entries.append(entry)
        return entries

    @property
    def names(self) -> list[str]:
        return [sitter.name for sitter in self.sitters]


_kept = Newest[str, Snapshot](KEPT, lambda snapshot: (snapshot.game, snapshot.version))


def keep(snapshot: Snapshot) -> Snapshot:
    """Keep a snapshot, unless a newer one of that table is kept already."""
    return _kept.keep(snapshot.code, snapshot)


def kept(code: str, at_least: int = 0) -> Snapshot | None:
    """Return what this process keeps of a table if it is at least this version, without a query."""
    snapshot = _kept.get(code)
    return snapshot if snapshot and snapshot.version >= at_least else None


def forget(code: str) -> None:
    _kept.forget(code)


def latest(code: str) -> Snapshot | None:
    """Return the newest game of a table, running or ended; None when nothing has been played there."""
    games = Game.objects.filter(table__code=code).order_by("-pk")
    if known := kept(code):
        stored = games.only("version", "ended_at", "held").first()
        if stored and _is_at(known, stored):
            return known.with_held(stored.held)
    game = games.select_related("table").first()
    return keep(read(game, known)) if game else None


def _is_at(known: Snapshot, stored: Game) -> bool:
    """Return whether a snapshot is what is stored, except for the held calls."""
    return (known.game, known.version, known.ended) == (stored.pk, stored.version, bool(stored.ended_at))


def read(game: Game, known: Snapshot | None = None) -> Snapshot:
    """Read a snapshot of the game at the version that was loaded, whatever has been played since. Of the log, read only
    what an older snapshot of the game does not have."""
    state = State(Rules(), 2)
    load_state(state, game.state)
    state.source = stored_source(game.pk, state.seed)
    is_older = known is not None and known.game == game.pk and known.version <= game.version
    log = list(known.log) if known and is_older else []
    newer = game.entries.filter(number__gt=log[-1].number if log else 0, number__lte=game.version)
    log += [log_entry_of(entry) for entry in newer.order_by("-number")[:RECENT_ENTRIES]][::-1]
    return make(game, state, list(game.players.all()), log)


def make(game: Game, state: State, players: Sequence[Player], log: Sequence[LogEntry]) -> Snapshot:
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
        adapts_bots=game.table.adapts_bots,
        moments=tuple(Moment(*moment) for moment in game.moments),
        public_id=game.public_id,
        is_public=game.is_public,
        next_commitment=next_digest(game.table_id) if game.ended_at else "",
        origin=_origin_of(game),
        held=held.load(game.held),
    )


def _origin_of(game: Game) -> tuple[str, int, int] | None:
    """Return where a game began that went on from another one. Only such a game costs a query."""
    if game.from_game_id is None:
        return None
    public_id = Game.objects.values_list("public_id", flat=True).get(pk=game.from_game_id)
    return public_id, game.from_round, game.from_n


def recent(log: Sequence[LogEntry]) -> tuple[LogEntry, ...]:
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
        gave_up=player.gave_up,
    )


def log_entry_of(entry: Entry) -> LogEntry:
    return LogEntry(entry.number, entry.seat, entry.move, read_events(entry.events))
