"""Texts for positions, events, entries and whole games, written and read back equal.

Cards and moves are their own texts (see cards.py and moves.py). A position is one line: rules, hands, turn, draw
pile, discard pile – piles with their top last – and, where it needs to be said, everything else as JSON.

>>> line = "House | R7 GS / W B2 B2 | 1 counterclockwise red | G1 G2 | R1"
>>> write_position(read_position(line)) == line
True
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from typing import Any, cast

from .cards import COLORS, MOST_SEATS
from .events import KINDS
from .game import as_event, lay_out
from .logs import Entry, play_entry, replay, standing
from .moves import Unreadable
from .options import WrongRules
from .rules import Rules
from .state import NO_OFFER, Event, State, hands_too_empty, hands_too_full, names_a_color
from .turn import ASKS
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
    plain, told = _parts(_plain_position(state)), _parts(state)
    rest = {part: told[part] for part in told if part not in SAID_IN_THE_LINE and told[part] != plain[part]}
    return " | ".join(parts + [json.dumps(rest)] * bool(rest))


def _plain_position(state: State) -> State:
    """The same cards in a position where nothing else has happened."""
    plain = State(state.rules, state.seats)
    plain.round = 1
    return plain


def read_position(text: str) -> State:
    parts = [part.strip() for part in re.split(r"\s+\|(?=\s|$)", text)]
    if len(parts) not in (5, 6):
        raise Unreadable("A position reads: rules | hands | turn direction color | draw pile | discard pile.")
    rules = Rules.from_json(parts[0]) if parts[0].startswith("{") else Rules.preset(parts[0])
    rest = _read_object(parts[5]) if len(parts) == 6 else {}
    turn, direction, color = _read_turn(parts[2])
    hands = [hand.split() for hand in parts[1].split("/")]
    side = rest.get("side", 0)
    if type(side) is not int:
        raise Unreadable("The side of a position is 0 or 1.")
    state = lay_out(rules, hands, parts[3].split(), parts[4].split(), turn, direction, color, side)
    _take_parts(state, rest)
    state.news = [as_event(state)]
    return state


def _read_turn(text: str) -> tuple[int, int, str]:
    words = text.split()
    if len(words) != 3 or words[0] not in SEAT_NUMBERS or words[1] not in DIRECTIONS:
        raise Unreadable("The turn of a position reads like: 0 clockwise red.")
    return int(words[0]), DIRECTIONS[words[1]], "" if words[2] == "-" else words[2]


# --- states as JSON


def dump_state(state: State) -> str:
    """The whole state as JSON.

    >>> state = read_position("House | R7 GS / B2 B2 | 1 clockwise red | G1 G2 | R1")
    >>> again = State(Rules(), 2); load_state(again, dump_state(state)); again == state
    True
    """
    return json.dumps(_parts(state))


def load_state(state: State, text: str) -> None:
    """Take over a state from JSON."""
    parts = _read_object(text)
    missing = set(State.PARTS) - set(parts)
    if missing:
        raise Unreadable(f"This state lacks {', '.join(sorted(missing))}.")
    rules, seats = parts.pop("rules"), parts.pop("seats")
    if not isinstance(rules, dict) or type(seats) is not int or not 2 <= seats <= MOST_SEATS:
        raise Unreadable("The rules or the seats of this state cannot be read.")
    State.__init__(state, Rules.of(rules), seats)
    _take_parts(state, parts)


def _parts(state: State) -> dict[str, Any]:
    """The parts of a state as JSON knows values; a copy, so that nothing is shared."""
    parts = {part: getattr(state, part) for part in State.PARTS}
    parts["rules"] = state.rules.as_dict()
    parts["declared"] = sorted(state.declared)
    parts["windows"] = sorted([seat, *window] for seat, window in state.windows.items())
    parts["out"] = sorted([seat, points] for seat, points in state.out.items())
    parts["seed"] = str(state.seed)
    return cast(dict[str, Any], json.loads(json.dumps(parts)))


_PARTS_TO_READ = frozenset(State.PARTS) - {"rules", "seats"}
_READ: dict[str, Callable[[Any], Any]] = {
    "declared": set,
    "windows": lambda rows: {seat: (opened, answered) for seat, opened, answered in rows},
    "out": dict,
    "proof": tuple,
    "drawn": tuple,
    "seed": int,
}


def _take_parts(state: State, parts: dict[str, Any]) -> None:
    for part, value in parts.items():
        if part not in _PARTS_TO_READ:
            raise Unreadable(f"A state has no part called {part[:40]}.")
        try:
            setattr(state, part, _READ.get(part, lambda same: same)(value))
        except (TypeError, ValueError, OverflowError) as error:
            raise Unreadable(f"This state cannot be: look at its {part}.") from error
    check_shape(state)
    state.offer = NO_OFFER
    state.turn_up()


def check_shape(state: State) -> None:
    """Refuse a state that no rules could go on with; whether it can be reached is not asked."""
    for part, fits in _shapes(state):
        if not fits:
            raise Unreadable(f"This state cannot be: look at its {part}.")


def _shapes(state: State) -> Iterator[tuple[str, bool]]:
    """For each part whether it is of its kind, the ones before it being so."""
    yield "hands", isinstance(state.hands, list) and len(state.hands) == state.seats
    for pile in (*state.hands, state.draw, state.discard, state.aside):
        yield "cards", isinstance(pile, list) and _are_among(state.deck.faces[0], pile)
    yield "drawn", _are_among(state.deck.faces[0], state.drawn)
    yield "proof", _are_among({text for side in state.deck.printed for text in side}, state.proof)
    yield "discard", bool(state.discard)
    yield "side", _is_whole(state.side, len(state.deck.faces))
    yield "color", _is_among((None, *state.deck.colors[state.side]), state.color)
    yield "before", _is_among((None, *COLORS), state.before)
    yield "node", _is_among(ASKS, state.node)
    yield "direction", _is_among((1, -1), state.direction)
    yield "bluff", isinstance(state.bluff, bool)
    for part in _WHOLE:
        yield part, _is_whole(getattr(state, part))
    yield from _shapes_of_seats(state)
    yield "color", state.color is not None or names_a_color(state.node) or state.is_over
    yield "attacker", state.attacker is not None or state.node != "respond"
    yield "winner", state.winner is not None or not state.is_over
    yield "drawn", state.node != "keep_or_play" or not Counter(state.drawn) - Counter(state.hands[state.turn])
    yield "buried", state.buried < len(state.discard)
    yield "until", state.until <= len(state.deck.cards)
    yield "hands", not hands_too_full(state) and not hands_too_empty(state)
    for moment in (state.now, state.since, *(opened for opened, _ in state.windows.values())):
        yield "time", type(moment) in (int, float) and abs(moment) < LATEST


LATEST = 1e12
"""No moment is as late as this; it is more seconds than history has."""


def _shapes_of_seats(state: State) -> Iterator[tuple[str, bool]]:
    seats = range(state.seats)
    for part in ("turn", "dealer"):
        yield part, _is_whole(getattr(state, part), state.seats)
    for part in ("attacker", "winner"):
        yield part, getattr(state, part) is None or _is_whole(getattr(state, part), state.seats)
    for part in ("windows", "declared", "out"):
        yield part, all(_is_whole(seat, state.seats) for seat in getattr(state, part))
    yield "windows", all(isinstance(answered, bool) for _, answered in state.windows.values())
    yield "out", all(map(_is_whole, state.out.values())) and len(state.out) < state.seats
    yield "turn", state.turn not in state.out or state.is_over
    yield "scores", isinstance(state.scores, list) and len(state.scores) == len(seats)
    yield "scores", all(map(_is_whole, state.scores))


_WHOLE = ("debt", "until", "buried", "round", "actions", "passes", "shuffles", "seed")


def _is_whole(value: object, below: int | None = None) -> bool:
    return type(value) is int and value >= 0 and (below is None or value < below)


def _is_among(known: Iterable[object], value: object) -> bool:
    return any(type(value) is type(one) and value == one for one in known)


def _are_among(known: Container[str], cards: Iterable[object]) -> bool:
    return all(isinstance(card, str) and card in known for card in cards)


def _read_object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable("This text is not JSON.") from error
    if not isinstance(value, dict):
        raise Unreadable("This text is no JSON object.")
    return value


# --- events and games


def write_event(event: Event) -> str:
    """An event as a line: its kind, and its fields as JSON.

    >>> write_event(("drew", 1, ("R7", "W"))), read_event('drew [1, ["R7", "W"]]')
    ('drew [1, ["R7", "W"]]', ('drew', 1, ('R7', 'W')))
    """
    kind, *fields = event
    return f"{kind} {json.dumps(fields)}"


def read_event(text: str) -> Event:
    kind, _, fields = text.partition(" ")
    if kind not in KINDS:
        raise Unreadable(f"There is no event called {kind[:40]}.")
    try:
        told = json.loads(fields)
        if not isinstance(told, list):
            raise TypeError("The fields of an event are a list.")
        return kind, *freeze(told)
    except (ValueError, TypeError, RecursionError) as error:
        raise Unreadable(f"The fields of this {kind} cannot be read.") from error


def freeze(value: Any) -> Any:
    """JSON's lists as tuples, at every depth."""
    return tuple(map(freeze, value)) if isinstance(value, list) else value


def write_game(entries: Iterable[Entry]) -> str:
    """A log as text: how it began, then a line for each move, with its seat and its time; ``-`` is the umpire.

    The events are not written: they follow from the moves.
    """
    log = list(entries)
    if not log:
        raise Unreadable("A log without an entry is no game.")
    first, *moves = log
    lines = [write_event(event) for event in first.events]
    lines += ["", *(f"{_who(entry)} {entry.now!r} {entry.move}" for entry in moves)]
    return "\n".join(lines) + "\n"


def _who(entry: Entry) -> str:
    return "-" if entry.seat is None else str(entry.seat)


def read_game(text: str) -> list[Entry]:
    """The log that a text tells; a move that the rules refuse is refused here too."""
    beginning, _, lines = text.partition("\n\n")
    entries = [Entry(None, "deal", 0.0, tuple(read_event(line) for line in beginning.splitlines()))]
    state = _begin(entries)
    for line in lines.splitlines():
        entries.append(_read_entry(state, line, entries))
    return entries


def _begin(entries: list[Entry]) -> State:
    try:
        state = replay(entries)
        check_shape(state)
    except (Unreadable, WrongRules):
        raise
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError) as error:
        raise Unreadable("The beginning of this game cannot be read.") from error
    return state


def _read_entry(state: State, line: str, log: list[Entry]) -> Entry:
    """A line of a game, played on the state."""
    seat, _, rest = line.partition(" ")
    now, _, move = rest.partition(" ")
    try:
        entry = Entry(None if seat == "-" else int(seat), move, float(now), ())
    except ValueError as error:
        raise Unreadable(f"This line is no move of a game: {line[:60]}") from error
    if not abs(entry.now) < LATEST:
        raise Unreadable(f"This line tells no time: {line[:60]}")
    if entry.seat is None:
        return entry._replace(events=tuple(_by_the_umpire(state, entry, log)))
    return entry._replace(events=tuple(play_entry(state, entry)))


def _by_the_umpire(state: State, entry: Entry, log: list[Entry]) -> list[Event]:
    verb, _, seconds = entry.move.partition(" ")
    if verb == "extend" and seconds.isdecimal() and len(seconds) < 6:
        return extend(state, int(seconds))
    moves = standing(log)
    if entry.move != "take back" or not moves:
        raise Unreadable(f"This is nothing that an umpire can do here: {entry.move[:60]}")
    seat, before = moves[-1]
    return take_back(state, before, seat, entry.now)
