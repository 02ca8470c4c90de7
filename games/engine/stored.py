"""Write and read states as JSON at any time of a game, and begin a game with any position.

>>> from games.engine.notation import read_position
>>> state = read_position("House | R7 GS / B2 B2 | 1 clockwise red | G1 G2 | R1")
>>> again = State(Rules(), 2); load_state(again, dump_state(state)); again == state
True
"""

import json
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from sys import intern
from typing import Any, cast

from .cards import COLORS, MOST_SEATS, Face
from .events import hidden, hide_from_all, kind
from .moves import Unreadable
from .offers import last_draw_card
from .rules import Rules
from .shuffling import Source
from .state import (
    NO_OFFER,
    Event,
    State,
    Window,
    full_clocks,
    hands_too_empty,
    hands_too_full,
    is_time,
    names_a_color,
)
from .turn import ASKS

DAMAGE = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError)
"""What is raised when a stored state or log is damaged."""


def dump_state(state: State) -> str:
    """Return the whole state as JSON."""
    parts = {part: getattr(state, part) for part in State.PARTS}
    parts["rules"] = state.rules.as_dict()
    parts["declared"], parts["agreed"] = sorted(state.declared), sorted(state.agreed)
    parts["accusations"] = sorted(state.accusations)
    parts["windows"] = sorted([seat, *window] for seat, window in state.windows.items())
    parts["out"] = sorted([seat, points] for seat, points in state.out.items())
    parts["seed"] = str(state.seed)
    return json.dumps(parts)


ADDED_LATER = {"agreed", "accusations", "attack", "gone", "clocks", "added"}
"""Attributes that states stored by earlier versions lack."""


def load_state(state: State, text: str) -> None:
    """Load a state from JSON."""
    parts = read_object(text)
    missing = set(State.PARTS) - set(parts) - ADDED_LATER
    if missing:
        raise Unreadable("state_lacks", parts=tuple(sorted(missing)))
    rules, seats = parts.pop("rules"), parts.pop("seats")
    if not isinstance(rules, dict) or type(seats) is not int or not 2 <= seats <= MOST_SEATS:
        raise Unreadable("state_rules")
    State.__init__(state, Rules.of(rules), seats, source=state.source)
    take_parts(state, parts)


def parts_of(state: State) -> dict[str, Any]:
    """Return the attributes of a state as JSON values that are not shared with it."""
    return cast(dict[str, Any], json.loads(dump_state(state)))


COMMITMENT_LENGTH = 64
"""The hexadecimal digits of a commitment, which no number has: seeds have 128 bits at most."""
_PARTS_TO_READ = frozenset(State.PARTS) - {"rules", "seats"}
_READ: dict[str, Callable[[Any], Any]] = {
    "declared": set,
    "agreed": set,
    "accusations": lambda pairs: {(accuser, accused) for accuser, accused in pairs},
    "windows": lambda rows: {seat: Window(*window) for seat, *window in rows},
    "out": dict,
    "gone": tuple,
    "proof": tuple,
    "drawn": tuple,
    "seed": lambda text: text if len(text) == COMMITMENT_LENGTH else int(text),
}


def take_parts(state: State, parts: dict[str, Any]) -> None:
    for part, value in parts.items():
        if part not in _PARTS_TO_READ:
            raise Unreadable("unknown_part", part=part[:40])
        try:
            setattr(state, part, _READ.get(part, lambda same: same)(value))
        except (TypeError, ValueError, OverflowError) as error:
            raise Unreadable("wrong_part", part=part) from error
    check_shape(state)
    for pile in (*state.hands, state.draw, state.discard, state.aside):
        pile[:] = map(intern, pile)  # the same few texts in all games
    state.offer = NO_OFFER
    state.turn_up()


def check_shape(state: State) -> None:
    """Refuse a state that cannot be played. Whether play could have reached it is not checked."""
    for part, fits in _shapes(state):
        if not fits:
            raise Unreadable("wrong_part", part=part)


def _shapes(state: State) -> Iterator[tuple[str, bool]]:
    """Yield for each attribute whether it is valid. A check relies on the ones before it."""
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
    yield "seed", isinstance(state.seed, str) or _is_whole(state.seed)
    yield from _shapes_of_seats(state)
    yield "color", state.color is not None or names_a_color(state.node) or state.has_round_ended
    yield "attack", _is_among(("", *(text for side in state.deck.printed for text in side)), state.attack)
    yield "attack", state.node != "respond" or _top(state).draws or last_draw_card(state).draws
    yield "attacker", state.attacker is not None or state.node != "respond"
    yield "winner", state.winner is not None or not state.is_over
    yield "drawn", state.node != "keep_or_play" or not Counter(state.drawn) - Counter(state.hands[state.turn])
    yield "buried", state.buried < len(state.discard)
    yield "until", state.until <= len(state.deck.cards)
    yield "hands", not hands_too_full(state) and not hands_too_empty(state)
    for moment in (state.now, state.since, *(window.opened for window in state.windows.values())):
        yield "time", is_time(moment)


def _shapes_of_seats(state: State) -> Iterator[tuple[str, bool]]:
    seats = range(state.seats)
    for part in ("turn", "dealer"):
        yield part, _is_whole(getattr(state, part), state.seats)
    for part in ("attacker", "winner"):
        yield part, getattr(state, part) is None or _is_whole(getattr(state, part), state.seats)
    for part in ("windows", "declared", "out", "gone", "agreed"):
        yield part, all(_is_whole(seat, state.seats) for seat in getattr(state, part))
    yield "accusations", all(_is_whole(seat, state.seats) for pair in state.accusations for seat in pair)
    yield "windows", all(isinstance(known, bool) for window in state.windows.values() for known in window[1:])
    yield "out", all(map(_is_whole, state.out.values())) and len(state.out) < state.seats
    yield "gone", len(set(state.gone)) == len(state.gone) < state.seats
    yield "gone", state.has_round_ended or set(state.gone) <= set(state.out)
    yield "turn", state.turn not in state.out or state.has_round_ended
    yield "agreed", len(state.agreed) < len(state.in_match())
    yield "scores", isinstance(state.scores, list) and len(state.scores) == len(seats)
    yield "scores", all(map(_is_whole, state.scores))
    yield "clocks", isinstance(state.clocks, list) and len(state.clocks) == len(full_clocks(state.rules, state.seats))
    yield "clocks", all(is_time(left) and left >= 0 for left in state.clocks)


def _top(state: State) -> Face:
    return state.deck.faces[state.side][state.discard[-1]]


_WHOLE = ("debt", "until", "added", "buried", "round", "actions", "passes", "shuffles")


def _is_whole(value: object, below: int | None = None) -> bool:
    return type(value) is int and value >= 0 and (below is None or value < below)


def _is_among(known: Iterable[object], value: object) -> bool:
    return any(type(value) is type(one) and value == one for one in known)


def _are_among(known: Container[str], cards: Iterable[object]) -> bool:
    return all(isinstance(card, str) and card in known for card in cards)


def read_object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable("not_json") from error
    if not isinstance(value, dict):
        raise Unreadable("not_an_object")
    return value


# --- games that begin with a position


def as_beginning(state: State, seed: int | str, source: Source | None = None) -> State:
    """Return a position as the beginning of a game of its own: its clock starts now, and further shuffles are new.

    >>> from games.engine.notation import read_position
    >>> state = read_position("House | R7 GS / B2 B2 | 1 clockwise red | G1 G2 | R1")
    >>> state.now, state.since = 90.0, 80.0
    >>> again = as_beginning(state, 5)
    >>> again.now, again.since, again.seed, again.hands == state.hands
    (0.0, 0.0, 5, True)
    """
    new = state.copy()
    new.now = new.since = 0.0
    new.windows = {seat: window._replace(opened=0.0) for seat, window in state.windows.items()}
    new.seed, new.source = seed, source
    new.news = [as_event(new)]
    return new


def as_event(state: State) -> Event:
    """Return the event at the beginning of a log without a deal."""
    return "position", dump_state(state)


@kind
@hidden(hide_from_all)
def position(state: State, text: str) -> None:
    """Begin with a position: the whole state as JSON."""
    load_state(state, text)
    state.news.append(("position", text))
