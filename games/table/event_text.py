"""What happened, as sentences in HTML for one reader: see `games.wording.events`.

The only tags are the `<b class="red">` around cards and colors.

>>> reader = Reader(("Ann", "Bob"), seat=0)
>>> sentence(("played", 0, "R7"), reader), sentence(("played", 1, "W"), reader)
('You play <b class="red">red 7</b>.', 'Bob plays <b class="wild">Wild</b>.')
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from django.utils.safestring import SafeString, mark_safe

from games.engine import Event, seen
from games.fragments import filled
from games.table import cards
from games.table.snapshot import LogEntry
from games.wording import events
from games.wording.events import DOUBTS, IN_TEAMS, NOTES, SENTENCES, Wording, wording
from games.wording.templates import ByReader, form

Made = TypeVar("Made")
QUIET = frozenset({"turn", "asked", "game_start", "attacked", "wild_draw", "clocked", "added", "stopped"})
"""Kinds of events that the log leaves out, because the table shows them or the next line tells them."""


class Reader(NamedTuple):
    """The names at a table, and the seat from which a text about it is read; None for spectators."""

    names: tuple[str, ...]
    seat: int | None = None
    call: str = "Uno!"
    teams: tuple[str, ...] = ()
    """The names of the teams; none where everyone plays alone."""


def read_by(reader: Reader, entry: LogEntry, make: Callable[..., Made], *more: Any) -> Made:
    """Return `make(entry, reader, *more)`. It is made once for all whom the entry does not concern: they read it as
    spectators do."""
    made: Made = entry.cached(_read, reader, make, *more)
    return made


def _read(entry: LogEntry, reader: Reader, make: Callable[..., Made], *more: Any) -> Made:
    if reader.seat is None or _concerns(entry, reader.seat):
        return make(entry, reader, *more)
    return read_by(reader._replace(seat=None), entry, make, *more)


def _concerns(entry: LogEntry, seat: int) -> bool:
    """Whether an entry names a seat, or tells it more than others."""
    events = (event for event in entry.events if event[0] not in QUIET)
    return any(seat in event or seen(event, seat) != seen(event, None) for event in events)


def sentence(event: Event, reader: Reader) -> SafeString:
    """Return an event that its reader may know as a sentence; an empty one if nobody is told of it."""
    found = (wording(IN_TEAMS, event) if reader.teams else None) or wording(SENTENCES, event)
    return _told(found, event, reader)


def doubt(event: Event, reader: Reader) -> SafeString:
    """Return what a challenge asks; an empty text for all other events."""
    return _told(wording(DOUBTS, event) if event[0] in DOUBTS else None, event, reader)


def _told(found: Wording | None, event: Event, reader: Reader) -> SafeString:
    return _rendered(found, _facts(event, reader), reader) if found else SafeString()


def _facts(event: Event, reader: Reader) -> dict[str, object]:
    facts = events.facts(event)
    if reader.teams and "player" in facts:
        facts["team"] = reader.teams[int(str(facts["player"])) % len(reader.teams)]
    return facts


def seat_note(event: Event, reader: Reader) -> tuple[int, SafeString] | None:
    """Return the seat of the player who acts and what is noted there; None for what no single player does."""
    found = None if event[0] in QUIET else wording(NOTES, event)
    if found is None:
        return None
    facts = events.facts(event)
    return int(str(facts["player"])), _rendered(found, facts, reader, cards.named_in_short)


def _rendered(
    found: Wording, facts: Mapping[str, object], reader: Reader, named: Callable[[str], SafeString] = cards.named
) -> SafeString:
    if isinstance(found, ByReader):
        found = found.for_reader(reader.seat, facts.get("player"), facts.get("other"))
    text = form(found, facts.get("count", 0))
    return filled(text, call=reader.call, **{name: _html(name, fact, reader, named) for name, fact in facts.items()})


def _html(name: str, fact: object, reader: Reader, named: Callable[[str], SafeString]) -> object:
    match name, fact:
        case "player" | "other", int(seat):
            return reader.names[seat]
        case "card", str(text):
            return named(text)
        case "cards", tuple(texts):
            return mark_safe(", ".join(map(named, texts)))  # noqa: S308  # the names are safe
        case "color", str(color):
            return filled('<b class="{color}">{color}</b>', color=color)
    return fact
