"""The lines of a stream: JSON for each version of a game, with what led to it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from games.api import classic
from games.api.cards import card_fields
from games.api.names import usernames
from games.api.pov import Plain, Vocabulary, action, render_game, to_json
from games.engine import BY_ITSELF, Event, Unreadable, read_moves
from games.table.snapshot import LogEntry, Snapshot

STARTED, UPDATED, ENDED, HEARTBEAT = "gameStarted", "gameUpdated", "gameEnded", "heartbeat"


def render_line(
    table: Snapshot, seat: int | None, open_hands: bool = False, vocabulary: Vocabulary = Vocabulary.BOTH
) -> bytes:
    """Return the line about a version for one viewer, rendered once for all who see the same."""
    return table.cached(_render_line, seat, open_hands, vocabulary)


def _render_line(table: Snapshot, seat: int | None, open_hands: bool, vocabulary: Vocabulary) -> bytes:
    head = to_json({"type": kind(table), "reason": _reason_for(table, seat, vocabulary)})[:-1]
    return head + b',"game":' + render_game(table, seat, open_hands, vocabulary) + b"}\n"


def render_heartbeat(version: int) -> bytes:
    return to_json({"type": HEARTBEAT, "version": version}) + b"\n"


def kind(table: Snapshot) -> str:
    if table.ended:
        return ENDED
    return STARTED if table.version == 1 else UPDATED


def _reason_for(table: Snapshot, seat: int | None, vocabulary: Vocabulary) -> Plain | None:
    """Return who did what, with what there is no classic word for: a card that did not fit, and the hand that this seat
    was shown."""
    found, line = reason(table, vocabulary), _newest_entry(table)
    if found is None or line is None or vocabulary is Vocabulary.CLASSIC:
        return found
    for event in line.events:
        match event:
            case "misplayed", _, text:
                found["misplayed"] = text
            case "showed", owner, viewer, cards if viewer == seat:
                found["shown"] = _shown(table, owner, cards)
    return found


def _shown(table: Snapshot, owner: int, cards: Iterable[str]) -> Plain:
    faces = [dict(card_fields(table.state.deck.name, table.state.side, text)) for text in cards]
    return {"owner": usernames(table.sitters)[owner], "open": True, "cards": faces}


def reason(table: Snapshot, vocabulary: Vocabulary = Vocabulary.BOTH) -> Plain | None:
    """Return who did what. It is None for the deal, and has no actions if a player left a seat or came back."""
    if table.version == 1:
        return None
    line = _newest_entry(table)
    if line is None or line.seat is None:
        return {"type": "userActions", "initiator": None, "actions": []}
    names = usernames(table.sitters)
    made = actions(line, names)
    if vocabulary is Vocabulary.CLASSIC:
        made = classic.transfers(table, made, cards_forced(line))
    return {"type": cause(table, line), "initiator": names[line.seat], "actions": list(made)}


def _newest_entry(table: Snapshot) -> LogEntry | None:
    """Return the entry that led to this version; none if a player left a seat or came back."""
    return table.log[-1] if table.log and table.log[-1].number == table.version else None


def cards_forced(line: LogEntry) -> int:
    """Return how many cards the player of an entry had to draw."""
    events: list[Any] = list(line.events)
    return sum(len(event[2]) for event in events if event[:2] == ("force_draw", line.seat))


def cause(table: Snapshot, line: LogEntry) -> str:
    if line.move == BY_ITSELF:
        return "timeout"
    return "bot" if line.seat is not None and table.sitters[line.seat].played_by else "userActions"


# --- moves as actions


def actions(line: LogEntry, names: tuple[str, ...]) -> Iterator[Plain]:
    """Yield the moves of an entry in our own vocabulary."""
    try:
        moves = read_moves(line.move) if line.move != BY_ITSELF else ()
    except Unreadable:
        moves = ()
    for move in moves:
        yield action(move, names)
    if line.move == BY_ITSELF:
        yield from decided_actions(line, names)


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
