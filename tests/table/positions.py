"""Snapshots of positions without a database, with people at the table."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from games.engine import Event, Rules, State, deal, legal, play
from games.engine.notation import read_position
from games.engine.windows import possible_from
from games.table.snapshot import LogEntry, Sitter, Snapshot
from tests.engine import secrets

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ines", "Jo")
MANY = " ".join(f"{color}{number}" for color in "YGB" for number in range(8))[:-3]
"""A hand of 23 cards, which the next penalty makes too large where there is mercy."""


def snapshot_of(state: State, log: Iterable[LogEntry] = (), **changes: Any) -> Snapshot:
    lines = tuple(log)
    sitters = tuple(sitter(seat) for seat in range(state.seats))
    words: dict[str, Any] = {"sitters": sitters, "version": len(lines) + 1, "ended": state.is_over} | changes
    return Snapshot(
        code="abcd2345", game=1, state=state, log=lines, watching="hidden", pace="natural", started=0.0, **words
    )


def sitter(seat: int, **changes: Any) -> Sitter:
    words: dict[str, Any] = {"bot": "", "stand_in": "", "has_left": False, "is_program": False} | changes
    return Sitter(seat=seat, name=NAMES[seat], face=f"face{seat}", person=seat + 1, **words)


def position(text: str, *moves: tuple[int, str], **changes: Any) -> Snapshot:
    """Return a table with a position and the moves played from it, one second apart."""
    state = read_position(text)
    log = [
        LogEntry(number, seat, move, tuple(play(state, seat, move, float(number))))
        for number, (seat, move) in enumerate(moves, 1)
    ]
    return snapshot_of(state, log, **changes)


def random_game(rules: Rules, seats: int, seed: int, moves: int) -> Snapshot:
    dice = Random(seed)
    state = deal(rules, seats, dice)
    log = [LogEntry(1, None, "deal", tuple(state.news))]
    for number in range(2, moves + 2):
        if state.is_over:
            break
        move = dice.choice(legal(state, state.turn))
        now = possible_from(state, move)
        log.append(LogEntry(number, state.turn, move, tuple(play(state, state.turn, move, now))))
    return snapshot_of(state, log[-40:])


def with_other_secrets(table: Snapshot, seat: int | None, dice: Random) -> Snapshot:
    """Return a table that looks the same to this seat, with everything hidden dealt again."""
    state = secrets.with_other_secrets(table.state, seat, dice)
    state.bluff, state.proof = not state.bluff, state.proof[::-1]
    log = tuple(
        LogEntry(
            line.number, line.seat, line.move, tuple(_event_with_other_cards(event, seat) for event in line.events)
        )
        for line in table.log
    )
    return snapshot_of(state, log, sitters=table.sitters, version=table.version, ended=table.ended)


def _event_with_other_cards(event: Event, seat: int | None) -> Event:
    """Return the event as it would have been with other cards where this seat does not see them."""
    return WITH_OTHER_CARDS.get(event[0], _unchanged)(event, seat)


def _unchanged(event: Event, seat: int | None) -> Event:
    return event


def _drawn_by(event: Event, seat: int | None) -> Event:
    kind, owner, cards = event
    return event if owner == seat else (kind, owner, ("X9",) * len(cards))


def _dealt(event: Event, seat: int | None) -> Event:
    kind, deck, number, dealer, hands, draw, first, color = event
    others = tuple(hand if owner == seat else ("X9",) * len(hand) for owner, hand in enumerate(hands))
    return kind, deck, number, dealer, others, ("X9",) * len(draw), first, color


def _dealt_again(event: Event, seat: int | None) -> Event:
    kind, hands = event
    return kind, tuple(hand if owner == seat else ("X9",) * len(hand) for owner, hand in enumerate(hands))


WITH_OTHER_CARDS: dict[str, Callable[[Event, int | None], Event]] = {
    "drew": _drawn_by,
    "force_draw": _drawn_by,
    "showed": lambda e, seat: e if seat in e[1:3] else (*e[:3], ("X9",) * len(e[3])),
    "noted": lambda e, seat: ("noted", not e[1], ("X9",)),
    "reshuffled": lambda e, seat: ("reshuffled", ("X9",) * len(e[1])),
    "game_start": lambda e, seat: (*e[:-1], 99),
    "acted": lambda e, seat: (*e[:-1], 99.0),
    "dealt": _dealt,
    "shuffled_hands": _dealt_again,
    "taken_back": lambda e, seat: (*e[:2], 99.0, "{}"),
}
