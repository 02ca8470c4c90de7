"""The public list of tables as plain values: read once for all viewers, and filtered for each."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from threading import Lock

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.safestring import SafeString

from games.engine import OPTIONS, PRESETS
from games.fragments import render
from games.lobby.services.choosing import name_of, read
from games.models import Game, Table, Visibility, Watching
from games.people.avatars import avatar_url
from games.wording.options import value

MOST_SHOWN, MOST_READ = 100, 1000
FRESH_SECONDS = 0.3
CUSTOM = "Changed rules"


@dataclass(frozen=True)
class Row:
    """A table in the list."""

    code: str
    host: str
    face_url: str
    deck: str
    deck_name: str
    rules: str
    preset: str
    people: int
    bots: int
    seats: int
    playing: bool
    may_watch: bool
    bots_may_be_replaced: bool
    programs_may_join: bool

    @cached_property
    def html(self) -> SafeString:
        """The row, rendered once for all viewers until it changes."""
        return render("open_table", self)

    @property
    def url(self) -> str:
        return reverse("table", args=[self.code])

    @property
    def free(self) -> int:
        return max(0, self.seats - self.people - self.bots)

    @property
    def can_sit(self) -> bool:
        return self.free > 0 or (self.bots > 0 and self.bots_may_be_replaced)


@dataclass(frozen=True)
class Filter:
    """Which tables a viewer wants to see. Invalid values are ignored."""

    deck: str = ""
    rules: str = ""
    free: bool = False

    @classmethod
    def of(cls, given: Mapping[str, str]) -> "Filter":
        deck, rules = given.get("deck", ""), given.get("rules", "")
        return cls(
            deck if deck in OPTIONS["deck"].choices else "",
            rules if rules in PRESETS or rules == CUSTOM else "",
            given.get("free") in ("1", "on", "true"),
        )

    def shows(self, row: Row) -> bool:
        if self.deck and row.deck != self.deck:
            return False
        if self.rules and row.preset != self.rules:
            return False
        return not self.free or (row.can_sit and not row.playing)

    @property
    def query(self) -> str:
        parts = {"deck": self.deck, "rules": self.rules.replace(" ", "+"), "free": "1" if self.free else ""}
        return "&".join(f"{name}={value}" for name, value in parts.items() if value)


@dataclass(frozen=True)
class Listing:
    """The tables that a viewer sees."""

    rows: tuple[Row, ...]
    found: int
    total: int

    @property
    def hidden(self) -> int:
        return self.found - len(self.rows)


Key = tuple[object, ...]
"""What a row depends on: the version of its table, the name and face of its host, and whether a game is running."""
_lock = Lock()
_known: dict[str, tuple[Key, Row]] = {}
_listed: tuple[float, tuple[Row, ...]] = (0.0, ())


def listing(wanted: Filter, may_be_older: bool = False) -> Listing:
    """Return the filtered list. Pages read it anew; sockets may share a list that another one has just read."""
    rows = _fresh_rows(FRESH_SECONDS if may_be_older else 0)
    found = [row for row in rows if wanted.shows(row)]
    return Listing(tuple(found[:MOST_SHOWN]), len(found), len(rows))


def _fresh_rows(oldest: float) -> tuple[Row, ...]:
    global _listed
    with _lock:
        if time.time() - _listed[0] > oldest:
            _listed = time.time(), tuple(_read_rows())
        return _listed[1]


def _read_rows() -> list[Row]:
    """Read which tables are open, and everything about those that have changed."""
    global _known
    playing = Exists(Game.objects.filter(table=OuterRef("pk"), ended_at=None))
    tables = Table.objects.filter(visibility=Visibility.PUBLIC, closed_at=None).order_by("-touched_at")
    facts = tables.values_list("code", "version", "host__name", "host__face", playing)[:MOST_READ]
    keys = {code: tuple(key) for code, *key in facts}
    kept = {code: known for code, known in _known.items() if known[0] == keys.get(code)}
    changed = Table.objects.filter(code__in=keys.keys() - kept.keys()).select_related("host").prefetch_related("places")
    read_now = {table.code: (keys[table.code], _row(table, bool(keys[table.code][-1]))) for table in changed}
    _known = kept | read_now
    rows = [_known[code][1] for code in keys if code in _known]
    return sorted((row for row in rows if row.people), key=lambda row: (row.playing, not row.can_sit, -row.people))


def _row(table: Table, playing: bool) -> Row:
    rules, places = read(table.rules), list(table.places.all())
    return Row(
        code=table.code,
        host=table.host.name if table.host else "nobody",
        face_url=avatar_url(table.host.face if table.host else "nobody"),
        deck=rules.deck,
        deck_name=value("deck", rules.deck),
        rules=name_of(rules),
        preset=rules.preset_name or CUSTOM,
        people=sum(place.person_id is not None for place in places),
        bots=sum(bool(place.bot) for place in places),
        seats=table.seats,
        playing=playing,
        may_watch=table.watching != Watching.NOBODY,
        bots_may_be_replaced=table.seats_may_be_taken_over,
        programs_may_join=table.lets_programs_in,
    )
