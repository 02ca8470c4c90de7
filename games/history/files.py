"""Games as files: everything about a game in one JSON document, which can be checked and shown without a database.

>>> text = write(Header("abc", "Ann won", {}, ()), [])
>>> json.loads(text)["format"]
'last-card-game'
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from games.engine import Diverged, Entry, Rules, State, follow, replay
from games.engine.errors import EngineError
from games.engine.notation import freeze
from games.engine.rounds import ranks
from games.engine.shuffling import Source
from games.engine.state import is_time
from games.history import check_deal
from games.table.commitments import Shuffles, source_from
from games.wording import history as wording
from games.wording.refusals import sentence
from games.wording.templates import fill

FORMAT, VERSION = "last-card-game", 1
LONGEST_NAME = 40
PARTS = {"title": str, "rules": dict, "seats": list, "deals": list, "entries": list}


class NotAGame(Exception):
    """A file that is no game. `str()` says what is wrong, and at which entry."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts

    def __str__(self) -> str:
        return fill(wording.FILES[self.code], **self.facts)


@dataclass(frozen=True)
class Seat:
    """Who had a seat: a name, and the kind of a bot or an empty text."""

    name: str
    bot: str


@dataclass(frozen=True)
class Header:
    """What a file says about a game, besides its log."""

    id: str
    title: str
    rules: dict[str, Any]
    seats: tuple[Seat, ...]
    started: str = ""
    ended: str = ""
    ranks: tuple[int | None, ...] = ()
    scores: tuple[int, ...] = ()
    shuffles: dict[str, Any] | None = None
    """What all shuffles follow from; None for games from before there were commitments."""


@dataclass(frozen=True)
class GameFile:
    """A game that was read from a file, with its log."""

    title: str
    seats: tuple[Seat, ...]
    entries: tuple[Entry, ...]


def write(header: Header, entries: Sequence[Entry]) -> str:
    """Return a game as a document."""
    return json.dumps(
        {
            "format": FORMAT,
            "version": VERSION,
            "id": header.id,
            "title": header.title,
            "started": header.started,
            "ended": header.ended,
            "rules": header.rules,
            "seats": [
                {"seat": number, "name": seat.name, "bot": seat.bot, "rank": rank, "score": score}
                for number, (seat, rank, score) in enumerate(
                    zip(header.seats, header.ranks, header.scores, strict=True)
                )
            ],
            "deals": list(deals(entries)),
            "shuffles": header.shuffles,
            "entries": [write_entry(number, entry) for number, entry in enumerate(entries)],
        },
        ensure_ascii=False,
    )


def write_entry(number: int, entry: Entry) -> dict[str, Any]:
    return {"number": number, "seat": entry.seat, "move": entry.move, "now": entry.now, "events": entry.events}


def deals(entries: Iterable[Entry]) -> Iterable[dict[str, Any]]:
    """Yield what was dealt in each round."""
    for number, entry in enumerate(entries):
        for event in entry.events:
            if event[0] == "dealt":
                _, deck, round_number, dealer, hands, draw, discard, color = event
                yield {
                    "entry": number,
                    "round": round_number,
                    "deck": deck,
                    "dealer": dealer,
                    "hands": hands,
                    "draw": draw,
                    "discard": discard,
                    "color": color,
                }


def read(text: str) -> GameFile:
    """Read a game and play it again. Refuse a file that does not follow from its own deal, and name the entry."""
    document = _document(text)
    seats = tuple(map(_seat, document["seats"]))
    entries = tuple(_entry(number, found) for number, found in enumerate(document["entries"]))
    state = _replayed(entries, [seat.name for seat in seats], _source(document))
    _check_times(entries)
    if freeze(document["deals"]) != freeze(json.loads(json.dumps(list(deals(entries))))):
        raise NotAGame("other_deals")
    if document["rules"] != state.rules.as_dict():
        raise NotAGame("other_rules")
    if len(seats) != state.seats:
        raise NotAGame("other_seats")
    _check_result(document["seats"], state)
    return GameFile(str(document["title"])[:200], seats, entries)


def _document(text: str) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotAGame("not_json") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise NotAGame("other_format")
    if document.get("version") != VERSION:
        raise NotAGame("other_version")
    for part, kind in PARTS.items():
        if not isinstance(document.get(part), kind):
            raise NotAGame("part", part=part)
    return document


def _seat(found: Any) -> Seat:
    if not (isinstance(found, dict) and isinstance(found.get("name"), str) and isinstance(found.get("bot"), str)):
        raise NotAGame("part", part="seats")
    return Seat(found["name"][:LONGEST_NAME], found["bot"][:LONGEST_NAME])


def _entry(number: int, found: Any) -> Entry:
    if not isinstance(found, dict) or found.get("number") != number:
        raise NotAGame("entry", number=number)
    seat, move, now, events = (found.get(part, 0) for part in ("seat", "move", "now", "events"))
    is_seat = seat is None or type(seat) is int
    if not (is_seat and isinstance(move, str) and is_time(now) and isinstance(events, list) and events):
        raise NotAGame("entry", number=number)
    return Entry(seat, move, now, freeze(events))


def _source(document: dict[str, Any]) -> Source | None:
    """Check the deal of a game, and return the source of its shuffles; None if it is from before commitments."""
    try:
        check_deal.check(document)
    except check_deal.NothingToCheck:
        return None
    except check_deal.Wrong as wrong:
        raise NotAGame("does_not_follow", sentence=str(wrong)) from wrong
    found = document["shuffles"]
    agreed = Shuffles(found["commitment"], found["rules"], tuple(found["contributions"]))
    return source_from(found["secret"], agreed)


def _replayed(entries: Sequence[Entry], names: Sequence[str], source: Source | None) -> State:
    try:
        return replay(entries, check=True, source=source)
    except Diverged as wrong:
        raise NotAGame("does_not_follow", sentence=sentence(wrong, names)) from wrong
    except EngineError as wrong:
        raise NotAGame("unplayable", number=_first_unplayable(entries), sentence=sentence(wrong, names)) from wrong


def _check_times(entries: Sequence[Entry]) -> None:
    """The clock of a game never goes back."""
    for number, (before, after) in enumerate(pairwise(entries), 1):
        if after.now < before.now:
            raise NotAGame("clock_back", number=number)


def _check_result(seats: Sequence[dict[str, Any]], state: State) -> None:
    """A match has places when it is over, and the points of its last entry."""
    listed = [(seat.get("rank"), seat.get("score")) for seat in seats]
    reached: Sequence[int | None] = ranks(state) if state.is_over else (None,) * state.seats
    if listed != list(zip(reached, state.scores, strict=True)):
        raise NotAGame("other_result")


def _first_unplayable(entries: Sequence[Entry]) -> int:
    """Return the number of the first entry that cannot be applied at all."""
    state = State(Rules(), 2)
    for number, entry in enumerate(entries):
        try:
            follow(state, entry)
        except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError):
            return number
    return len(entries) - 1
