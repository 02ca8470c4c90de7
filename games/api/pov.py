"""A game as one viewer may see it, in plain values for programs. Nothing in it is computed from what the viewer may not
know; cards that cannot be seen are that many empty objects."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from games.api.cards import spoken
from games.api.names import usernames
from games.engine import View, view
from games.table.snapshot import Sitter, Snapshot

Plain = dict[str, Any]
PENDING, IN_PROGRESS, ENDED = "pending", "inProgress", "ended"
OBLIGATIONS = {"respond": "respond", "choose_player": "choosePlayer", "keep_or_play": "keepOrPlay"}
SIDES = ("light", "dark")


def drawn(table: Snapshot, seat: int | None, open_hands: bool = False) -> bytes:
    """The game as JSON, rendered once for everybody who sees the same. Spectators see all hands where they are open."""
    return table.cached(_drawn, seat, open_hands)


def _drawn(table: Snapshot, seat: int | None, open_hands: bool) -> bytes:
    return written(game(table, seat, open_hands))


def written(words: Any) -> bytes:
    return json.dumps(words, separators=(",", ":"), ensure_ascii=False).encode()


def game(table: Snapshot, seat: int | None, open_hands: bool = False) -> Plain:
    seen, names = view(table.state, seat), usernames(table.sitters)
    return {
        "code": table.code,
        "game": table.game,
        "type": seen.rules.deck,
        "status": ENDED if table.ended else IN_PROGRESS,
        "version": table.version,
        "participants": participants(table, names),
        "state": {
            "hands": list(_hands(table, seen, names, open_hands and seat is None)),
            "stacks": list(_stacks(seen)),
            "piles": [{"name": "discard", "facing": "up", "cards": _discards(seen)}],
        },
        "meta": _meta(table, seen, names),
        "legal": [] if table.ended else [str(move) for move in seen.legal],
    }


def pending(code: str, deck: str, people: list[Plain]) -> Plain:
    """A table at which nothing has been played yet."""
    empty: Plain = {"hands": [], "stacks": [], "piles": []}
    words = {"code": code, "game": None, "type": deck, "status": PENDING, "version": 0, "participants": people}
    return words | {"state": empty, "meta": None, "legal": []}


def participants(table: Snapshot, names: tuple[str, ...]) -> list[Plain]:
    return [
        {"username": names[sitter.seat], "seat": sitter.seat, "kind": kind(sitter), "away": _is_away(sitter)}
        for sitter in table.sitters
    ]


def kind(sitter: Sitter) -> str:
    return "bot" if sitter.bot else "program" if sitter.is_program else "person"


def _is_away(sitter: Sitter) -> bool:
    """Whether a bot plays for somebody just now."""
    return bool(sitter.stand_in) or sitter.has_left


# --- cards


def _hands(table: Snapshot, seen: View, names: tuple[str, ...], all_open: bool) -> Iterator[Plain]:
    for owner, count in enumerate(seen.counts):
        known = owner == seen.seat or all_open
        hand = view(table.state, owner).hand if all_open else seen.hand
        cards = [_card(seen, text) for text in hand] if known else _unknown(count)
        words: Plain = {"owner": names[owner], "open": known, "cards": cards}
        if seen.backs and not known:
            words["backs"] = [spoken(seen.rules.deck, 1 - seen.side, text) for text in seen.backs[owner]]
        yield words


def _stacks(seen: View) -> Iterator[Plain]:
    yield {"name": "draw", "facing": "down", "cards": _unknown(seen.to_draw)}
    if seen.aside:
        yield {"name": "aside", "facing": "down", "cards": _unknown(seen.aside)}


def _discards(seen: View) -> list[Plain]:
    """From the top down; after a Flip, the lower ones lie with a face up that nobody has seen yet."""
    return [_card(seen, text) for text in reversed(seen.pile)] + _unknown(seen.discards - len(seen.pile))


def _card(seen: View, text: str) -> Plain:
    return dict(spoken(seen.rules.deck, seen.side, text))


def _unknown(count: int) -> list[Plain]:
    return [{} for _ in range(count)]


# --- what is going on


def _meta(table: Snapshot, seen: View, names: tuple[str, ...]) -> Plain:
    on_turn = seen.node != "over" and not table.ended
    return {
        "direction": "clockwise" if seen.direction == 1 else "counterclockwise",
        "turn": _turn(table, seen, names) if on_turn else None,
        "obligations": list(_obligations(table, seen, names)) if on_turn else [],
        "color": seen.color,
        "orderedColor": seen.color if table.state.top.is_wild else None,
        "declarations": [names[seat] for seat in seen.declared],
        "accusable": [names[seat] for seat in seen.windows],
        "accusation": _accusation(table, names),
        "opening": table.state.actions == 0,
        "out": [names[seat] for seat in seen.out],
        "side": SIDES[seen.side],
        "round": seen.round,
        "dealer": names[seen.dealer],
        "winner": names[seen.winner] if seen.node == "over" and seen.winner is not None else None,
        "scores": [{"username": name, "points": points} for name, points in zip(names, seen.scores, strict=True)],
    }


def _turn(table: Snapshot, seen: View, names: tuple[str, ...]) -> Plain:
    return {"username": names[seen.turn], "cardsDrawn": len(table.state.drawn), **_deadline(table, seen)}


def _deadline(table: Snapshot, seen: View) -> Plain:
    """When the table decides for whoever is asked; a bot takes its own time."""
    timed = seen.deadline is not None and not table.sitters[seen.turn].played_by
    return {"deadline": moment(table.started + (seen.deadline or 0.0))} if timed else {}


def _obligations(table: Snapshot, seen: View, names: tuple[str, ...]) -> Iterator[Plain]:
    """What whoever is on turn has to decide, and what they have to draw if they do not ward it off."""
    if seen.node == "turn":
        return
    whose = {"obliged": names[seen.turn]}
    yield {"type": OBLIGATIONS.get(seen.node, "orderColor"), **whose, **_deadline(table, seen)}
    if seen.node == "respond":
        amount = {} if seen.until else {"amount": seen.debt}
        yield {"type": "draw", **whose, **amount, "reason": "card"}


def _accusation(table: Snapshot, names: tuple[str, ...]) -> Plain | None:
    """The missed call that was caught in the newest event, and what it costs."""
    events = table.log[-1].events if table.log and table.log[-1].number == table.version else ()
    for index, event in enumerate(events):
        if event[0] in ("accused", "false_accusation"):
            _, accuser, accused = event
            loser = accused if event[0] == "accused" else accuser
            drew = (len(later[2]) for later in events[index:] if later[:2] == ("force_draw", loser))
            words = {"accuser": names[accuser], "accused": names[accused], "justified": event[0] == "accused"}
            return words | {"amount": next(drew, 0), "reason": "accusation"}
    return None


def moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
