"""Compare what the viewers of a benchmark have received with what is stored: is anything lost, repeated or leaked?"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import NamedTuple

from games.engine import Entry, Rules, State, follow, view


class PlayedMove(NamedTuple):
    """A player's move in a log, or one that the server has acknowledged: its version, its player and its text."""

    version: int
    seat: int
    move: str


@dataclass
class Received:
    """What one viewer has received. `seat` is None for spectators."""

    code: str
    seat: int | None
    version: int
    hands: list[tuple[int, list[str]]] = field(default_factory=list)
    """Each time that cards were sent as a hand: the version, and the cards."""
    acknowledged: list[PlayedMove] = field(default_factory=list)


@dataclass
class Stored:
    """What the database holds of a game after the benchmark."""

    code: str
    version: int
    moves: list[PlayedMove]
    keys: list[str]
    hands: dict[int, list[list[str]]]
    """The hands of all seats after each entry of the log."""

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "Stored":
        raw = json.loads(text)
        moves = [PlayedMove(*move) for move in raw.pop("moves")]
        hands = {int(version): hands for version, hands in raw.pop("hands").items()}
        return cls(moves=moves, hands=hands, **raw)


class Faults(NamedTuple):
    """Each number must be 0."""

    lost_moves: int = 0
    """Acknowledged, but not in the log."""
    moves_applied_twice: int = 0
    viewers_at_another_version: int = 0
    cards_of_others: int = 0
    """Cards that were sent to a viewer as theirs, but were not in their hand at that version."""

    def __add__(self, other: tuple[int, ...]) -> "Faults":  # type: ignore[override]
        return Faults(*(one + more for one, more in zip(self, other, strict=True)))


def faults(viewers: Sequence[Received], stored: Mapping[str, Stored]) -> Faults:
    """Count what is wrong at all tables."""
    tables = {code: [viewer for viewer in viewers if viewer.code == code] for code in stored}
    return sum((faults_at(found, stored[code]) for code, found in tables.items()), Faults())


def faults_at(viewers: Sequence[Received], stored: Stored) -> Faults:
    acknowledged = {move for viewer in viewers for move in viewer.acknowledged}
    return Faults(
        lost_moves=len(acknowledged - set(stored.moves)),
        moves_applied_twice=_applied_twice(acknowledged, stored),
        viewers_at_another_version=sum(viewer.version != stored.version for viewer in viewers),
        cards_of_others=sum(map(len, (foreign_cards(viewer, stored) for viewer in viewers))),
    )


def _applied_twice(acknowledged: set[PlayedMove], stored: Stored) -> int:
    """Count the repeated keys, or the moves that were stored though nobody was told, whichever is more."""
    repeated = sum(number - 1 for number in Counter(stored.keys).values())
    return max(repeated, sum(move not in acknowledged for move in stored.moves))


def foreign_cards(viewer: Received, stored: Stored) -> list[str]:
    """Return the cards in the hands that a viewer received which their own hand did not hold at that version."""
    found: list[str] = []
    for version, cards in viewer.hands:
        hands = stored.hands.get(version)
        own = hands[viewer.seat] if hands and viewer.seat is not None else []
        found += (Counter(cards) - Counter(own)).elements()
    return found


def hands_by_version(log: Iterable[Entry]) -> dict[int, list[list[str]]]:
    """Replay a log, and return the hands of all seats after each entry."""
    state, found = State(Rules(), 2), {}
    for version, entry in enumerate(log, start=1):
        follow(state, entry)
        found[version] = [list(view(state, seat).hand) for seat in range(state.seats)]
    return found
