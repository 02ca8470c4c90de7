"""Write and read positions, events, entries and whole games as text, without loss.

Cards and moves are strings already (see cards.py and moves.py). A position is one line: rules, hands, turn, draw pile
and discard pile – the top of a pile is last – and, if necessary, everything else as JSON.

>>> line = "House | R7 GS / W B2 B2 | 1 counterclockwise red | G1 G2 | R1"
>>> write_position(read_position(line)) == line
True
"""

import json
import re
from collections.abc import Iterable, Iterator
from sys import intern
from typing import Any

from .cards import MOST_SEATS
from .events import KINDS
from .game import lay_out
from .logs import Entry, play_entry, replay, standing
from .moves import Unreadable
from .options import WrongRules
from .races import recorded
from .rules import Rules
from .state import Event, State, is_time
from .stored import as_event, check_shape, parts_of, read_object, take_parts
from .umpire import extend, take_back

DIRECTIONS = {"clockwise": 1, "counterclockwise": -1}
SEAT_NUMBERS = tuple(map(str, range(MOST_SEATS)))


# --- positions

SAID_IN_THE_LINE = ("rules", "seats", "hands", "draw", "discard", "turn", "direction", "color")


def write_position(state: State) -> str:
    rules = state.rules.preset_name or state.rules.to_json()
    hands = " / ".join(" ".join(hand) for hand in state.hands)
    direction = "clockwise" if state.direction == 1 else "counterclockwise"
    parts = [rules, hands, f"{state.turn} {direction} {state.color or '-'}"]
    parts += [" ".join(state.draw), " ".join(state.discard)]
    plain, told = parts_of(_plain_position(state)), parts_of(state)
    rest = {part: told[part] for part in told if part not in SAID_IN_THE_LINE and told[part] != plain[part]}
    return " | ".join(parts + [json.dumps(rest)] * bool(rest))


def _plain_position(state: State) -> State:
    """Return a position with the same cards and no history."""
    plain = State(state.rules, state.seats)
    plain.round = 1
    return plain


def read_position(text: str) -> State:
    parts = [part.strip() for part in re.split(r"\s+\|(?=\s|$)", text)]
    if len(parts) not in (5, 6):
        raise Unreadable("position")
    rules = Rules.from_json(parts[0]) if parts[0].startswith("{") else Rules.preset(parts[0])
    rest = read_object(parts[5]) if len(parts) == 6 else {}
    turn, direction, color = _read_turn(parts[2])
    hands = [hand.split() for hand in parts[1].split("/")]
    side = rest.get("side", 0)
    if type(side) is not int:
        raise Unreadable("position_side")
    state = lay_out(rules, hands, parts[3].split(), parts[4].split(), turn, direction, color, side)
    take_parts(state, rest)
    state.news = [as_event(state)]
    return state


def _read_turn(text: str) -> tuple[int, int, str]:
    words = text.split()
    if len(words) != 3 or words[0] not in SEAT_NUMBERS or words[1] not in DIRECTIONS:
        raise Unreadable("position_turn")
    return int(words[0]), DIRECTIONS[words[1]], "" if words[2] == "-" else words[2]


# --- events and games


def write_event(event: Event) -> str:
    """Return an event as a line: its kind, and its fields as JSON.

    >>> write_event(("drew", 1, ("R7", "W"))), read_event('drew [1, ["R7", "W"]]')
    ('drew [1, ["R7", "W"]]', ('drew', 1, ('R7', 'W')))
    """
    kind, *fields = event
    return f"{kind} {json.dumps(fields)}"


def read_event(text: str) -> Event:
    kind, _, fields = text.partition(" ")
    if kind not in KINDS:
        raise Unreadable("unknown_event", kind=kind[:40])
    try:
        told = json.loads(fields)
        if not isinstance(told, list):
            raise TypeError("The fields of an event are a list.")
        return kind, *freeze(told)
    except (ValueError, TypeError, RecursionError) as error:
        raise Unreadable("event_fields", kind=kind) from error


def read_events(text: str) -> tuple[Event, ...]:
    """Return events that are stored as one JSON list.

    >>> read_events('[["drew", 1, ["R7", "W"]], ["turn", 0]]')
    (('drew', 1, ('R7', 'W')), ('turn', 0))
    """
    events: tuple[Event, ...] = freeze(json.loads(text))
    return events


def freeze(value: Any) -> Any:
    """Return JSON's lists as tuples, at every depth. Their texts are shared: a server keeps the logs of hundreds of
    games, and each names the same few cards."""
    if not isinstance(value, list):
        return value
    return tuple(
        [freeze(item) if type(item) is list else intern(item) if type(item) is str else item for item in value]
    )  # a call for lists only: twice as fast


def write_game(entries: Iterable[Entry]) -> str:
    """Return a log as text: its beginning, then a line for each move with its seat and time; ``-`` is the umpire.

    The events are left out, because the moves determine them; only the verdicts of races follow their entry, each in a
    line that begins with ``!``.
    """
    log = list(entries)
    if not log:
        raise Unreadable("empty_game")
    first, *moves = log
    lines = [write_event(event) for event in first.events]
    lines += ["", *(line for entry in moves for line in _lines(entry))]
    return "\n".join(lines) + "\n"


def _lines(entry: Entry) -> Iterator[str]:
    yield f"{_who(entry)} {entry.now!r} {entry.move}"
    yield from (f"! {write_event(event)}" for event in recorded(entry.events))


def _who(entry: Entry) -> str:
    return "-" if entry.seat is None else str(entry.seat)


def read_game(text: str) -> list[Entry]:
    """Return the log in a text. A move that the rules refuse raises `Refused`."""
    beginning, _, lines = text.partition("\n\n")
    entries = [Entry(None, "deal", 0.0, tuple(read_event(line) for line in beginning.splitlines()))]
    state = _begin(entries)
    for line in lines.splitlines():
        if line.startswith("! "):
            entries[-1] = _with_verdict(entries[-1], line)
        else:
            entries.append(_read_entry(state, line, entries))
    return entries


def _with_verdict(entry: Entry, line: str) -> Entry:
    events = (*entry.events, read_event(line.removeprefix("! ")))
    if events[-1] not in recorded(events):
        raise Unreadable("not_an_entry", line=line[:60])
    return entry._replace(events=events)


def _begin(entries: list[Entry]) -> State:
    try:
        state = replay(entries)
        check_shape(state)
    except (Unreadable, WrongRules):
        raise
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError) as error:
        raise Unreadable("game_start") from error
    return state


def _read_entry(state: State, line: str, log: list[Entry]) -> Entry:
    """Play a line of a game on the state and return its entry."""
    seat, _, rest = line.partition(" ")
    now, _, move = rest.partition(" ")
    try:
        entry = Entry(None if seat == "-" else int(seat), move, float(now), ())
    except ValueError as error:
        raise Unreadable("not_an_entry", line=line[:60]) from error
    if not is_time(entry.now):
        raise Unreadable("no_time", line=line[:60])
    if entry.seat is None:
        return entry._replace(events=tuple(_by_the_umpire(state, entry, log)))
    return entry._replace(events=tuple(play_entry(state, entry)))


def _by_the_umpire(state: State, entry: Entry, log: list[Entry]) -> list[Event]:
    verb, _, seconds = entry.move.partition(" ")
    if verb == "extend" and seconds.isdecimal() and len(seconds) < 6:
        return extend(state, int(seconds))
    moves = standing(log)
    if entry.move != "take back" or not moves:
        raise Unreadable("not_for_umpires", move=entry.move[:60])
    seat, before = moves[-1]
    return take_back(state, before, seat, entry.now)
