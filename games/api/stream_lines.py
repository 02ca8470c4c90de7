"""The lines of a stream: JSON for each version of a game, with what led to it."""

from collections.abc import Callable, Iterator
from typing import Any

from games.api.names import usernames
from games.api.pov import Plain, render_game, to_json
from games.engine import Event, Move, Unreadable, read_moves
from games.table.snapshot import LogEntry, Snapshot

STARTED, UPDATED, ENDED, HEARTBEAT = "gameStarted", "gameUpdated", "gameEnded", "heartbeat"
TIME_IS_UP = "decide"


def render_line(table: Snapshot, seat: int | None, open_hands: bool = False) -> bytes:
    """Return the line about a version for one viewer, rendered once for all who see the same."""
    return table.cached(_render_line, seat, open_hands)


def _render_line(table: Snapshot, seat: int | None, open_hands: bool) -> bytes:
    head = to_json({"type": kind(table), "reason": reason(table)})[:-1]
    return head + b',"game":' + render_game(table, seat, open_hands) + b"}\n"


def render_heartbeat(version: int) -> bytes:
    return to_json({"type": HEARTBEAT, "version": version}) + b"\n"


def kind(table: Snapshot) -> str:
    if table.ended:
        return ENDED
    return STARTED if table.version == 1 else UPDATED


def reason(table: Snapshot) -> Plain | None:
    """Return who did what. It is None for the deal, and has no actions if a player left a seat or came back."""
    if table.version == 1:
        return None
    line = table.log[-1] if table.log and table.log[-1].number == table.version else None
    if line is None or line.seat is None:
        return {"type": "userActions", "initiator": None, "actions": []}
    names = usernames(table.sitters)
    return {"type": cause(table, line), "initiator": names[line.seat], "actions": list(actions(line, names))}


def cause(table: Snapshot, line: LogEntry) -> str:
    if line.move == TIME_IS_UP:
        return "timeout"
    return "bot" if line.seat is not None and table.sitters[line.seat].played_by else "userActions"


# --- moves as actions


def actions(line: LogEntry, names: tuple[str, ...]) -> Iterator[Plain]:
    """Yield the moves of an entry in our own vocabulary."""
    try:
        moves = read_moves(line.move) if line.move != TIME_IS_UP else ()
    except Unreadable:
        moves = ()
    for move in moves:
        yield action(move, names)
    if line.move == TIME_IS_UP:
        yield from decided_actions(line, names)


def action(move: Move, names: tuple[str, ...]) -> Plain:
    fields: Plain = {"type": move.verb}
    if move.card:
        fields["card"] = move.card
    if move.color:
        fields["color"] = move.color
    if move.verb == "draw":
        fields["amount"] = move.amount
    if move.seat >= 0:
        fields["username" if move.verb == "accuse" else "target"] = names[move.seat]
    return fields


ACTION_OF_EVENT: dict[str, Callable[[Event, tuple[str, ...]], Plain]] = {
    "drew": lambda event, names: {"type": "draw", "amount": 1},
    "kept": lambda event, names: {"type": "keep"},
    "stopped": lambda event, names: {"type": "done"},
    "passed": lambda event, names: {"type": "pass"},
    "wild": lambda event, names: {"type": "color", "color": event[2]},
    "swapped": lambda event, names: {"type": "swap", "target": names[event[2]]},
    "force_draw": lambda event, names: {"type": "accept"},
}
"""For a decision of the table instead of a player: the action, by the first event it caused."""


def decided_actions(line: LogEntry, names: tuple[str, ...]) -> Iterator[Plain]:
    found: list[Any] = [event for event in line.events if event[0] in ACTION_OF_EVENT and event[1] == line.seat]
    for event in found[:1]:
        yield ACTION_OF_EVENT[event[0]](event, names)
    if [event[0] for event in found[:2]] == ["drew", "kept"]:
        yield {"type": "keep"}
