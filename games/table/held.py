"""Calls and accusations that are held: they were pressed, but another one that was pressed earlier may be under way."""

import json
from collections.abc import Iterable
from typing import NamedTuple

from games.engine.races import Press


class HeldCall(NamedTuple):
    """A call or accusation in the race about the missed call of `owner`. Times are seconds of the game's clock."""

    owner: int
    seat: int
    move: str
    pressed: float
    due: float
    """When the race is judged at the latest."""
    key: str = ""

    @property
    def press(self) -> Press:
        return Press(self.seat, self.move, self.pressed)


def dump(held: Iterable[HeldCall]) -> str:
    """Return held calls as they are stored with their game."""
    rows = list(held)
    return json.dumps(rows) if rows else ""


def load(text: str) -> tuple[HeldCall, ...]:
    return tuple(HeldCall(*row) for row in json.loads(text)) if text else ()
