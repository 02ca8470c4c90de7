"""What the page stages beyond a flying card: who is skipped or out, who challenges whom, and which hands change owners.

>>> scene(("challenge_won", 1, 0), (0, 1, 2)), scene(("passed_hands", 1), (0, 1, 2))
(Scene(kind='right', seats=(1, 0)), Scene(kind='give', seats=(0, 1, 1, 2, 2, 0)))
"""

from collections.abc import Callable
from typing import NamedTuple

from games.engine import Event

Seats = tuple[int, ...]


class Scene(NamedTuple):
    """A kind of scene, and the seats that it is about, in the order that their roles have there."""

    kind: str
    seats: Seats


def scene(event: Event, playing: Seats) -> Scene | None:
    """Return the scene of an event; `playing` are the seats that are not out of the round."""
    kind, cast = SCENES.get(event[0], (None, None))
    return Scene(kind, cast(event, playing)) if kind and cast else None


def _named(event: Event, playing: Seats) -> Seats:
    return event[1:]


def _challenger_and_challenged(event: Event, playing: Seats) -> Seats:
    return event[1:3]


def _others(event: Event, playing: Seats) -> Seats:
    return tuple(seat for seat in playing if seat != event[1])


def _both_ways(event: Event, playing: Seats) -> Seats:
    _, one, other = event
    return one, other, other, one


def _all_passed_on(event: Event, playing: Seats) -> Seats:
    _, direction = event
    receivers = (playing[(index + direction) % len(playing)] for index in range(len(playing)))
    return tuple(seat for pair in zip(playing, receivers, strict=True) for seat in pair)


SCENES: dict[str, tuple[str, Callable[[Event, Seats], Seats]]] = {
    "skipped": ("skip", _named),
    "everyone_skipped": ("skip", _others),
    "challenge_won": ("right", _challenger_and_challenged),
    "challenge_lost": ("wrong", _challenger_and_challenged),
    "knocked_out": ("out", _named),
    "swapped": ("give", _both_ways),
    "passed_hands": ("give", _all_passed_on),
}
"""By the kind of an event: the kind of the scene, and how its seats follow from the event.

The seats of `skip` lose their turns, those of `out` their hands; those of `right` and `wrong` are the challenger and
the challenged; those of `give` are pairs of giver and receiver.
"""
