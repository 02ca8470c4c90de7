"""What will happen by itself at a table, and when.

A plan follows from the version: the random source of each seat is drawn from the game's secret seed, its version and
the seat. So it can be made again by any process at any time, and nothing of it has to be stored but the moment of the
next deed. Thinking times depend on nothing that a player could not know.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from games.bots import BOTS
from games.engine import Event, Move, View, legal, seen, view
from games.engine.moves import OUT_OF_TURN_VERBS
from games.table.snapshot import Sitter, Snapshot
from games.table.thinking import remembers, seated


@dataclass(frozen=True)
class DueAction:
    """Something due: a bot's seat with its move out of turn, or with none when it has to decide on its turn."""

    due: float
    seat: int
    move: str = ""
    decides: bool = False


def due(table: Snapshot) -> float | None:
    """When the next thing happens by itself, in seconds of the game's clock; never in an ended game."""
    return next((deed.due for deed in due_actions(table)), None)


def due_actions(table: Snapshot) -> list[DueAction]:
    """Everything that is going to happen by itself, the first thing first."""
    return [] if table.state.is_over or table.ended else sorted(_deeds(table), key=lambda deed: deed.due)


def _deeds(table: Snapshot) -> Iterable[DueAction]:
    state = table.state
    for sitter in table.sitters:
        if sitter.played_by:
            yield from _impulse(table, sitter)
    asked = table.sitters[state.turn]
    if asked.played_by:
        pause = BOTS[asked.played_by].pace.draw(_dice(table, asked.seat, "pause"), state.node, table.pace)
        yield DueAction(state.since + pause, asked.seat, decides=True)
    elif state.deadline is not None:
        yield DueAction(state.deadline, asked.seat)


def _impulse(table: Snapshot, sitter: Sitter) -> Iterable[DueAction]:
    state = table.state
    chances = tuple(move for move in legal(state, sitter.seat) if move.verb in OUT_OF_TURN_VERBS)
    on_turn = sitter.seat == state.turn and len(state.hands[sitter.seat]) == 2
    if on_turn:  # to call before playing is part of the own turn
        chances = tuple(move for move in chances if move.verb != "declare")
    if chances:
        bot = seated(sitter.played_by, sitter.seat, _known(table, sitter), _dice(table, sitter.seat, "sit"))
        impulse = bot.impulse(view(state, sitter.seat), chances, _dice(table, sitter.seat, "impulse"))
        if impulse:
            yield DueAction(state.now + impulse[0], sitter.seat, impulse[1])


def question(table: Snapshot, deed: DueAction) -> tuple[str, View, tuple[Move, ...], list[Event], tuple[str, str]]:
    """What the bot that is asked has to know to decide, as plain values: see `thinking.think`."""
    sitter, state = table.sitters[deed.seat], table.state
    known = _known(table, sitter)
    seeds = _seed(table, deed.seat, "sit"), _seed(table, deed.seat, "move")
    return sitter.played_by, view(state, deed.seat), legal(state, deed.seat), known, seeds


def _known(table: Snapshot, sitter: Sitter) -> list[Event]:
    """What a seat could see of the last entries; nothing where its bot would forget it at once."""
    if not remembers(sitter.played_by):
        return []
    events = (seen(event, sitter.seat) for line in table.standing for event in line.events)
    return [event for event in events if event is not None]


def _seed(table: Snapshot, seat: int, what: str) -> str:
    version = "" if what == "sit" else table.version  # what a bot is for a game does not change within it
    return f"{table.state.seed}/{table.game}/{version}/{seat}/{what}"


def _dice(table: Snapshot, seat: int, what: str) -> Random:
    return Random(_seed(table, seat, what))  # noqa: S311  # seeded with the game's secret
