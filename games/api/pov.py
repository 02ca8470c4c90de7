"""A game as one viewer may see it, as JSON for programs. Nothing in it is computed from what the viewer may not know.
Hidden cards are empty objects."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from games.api import classic
from games.api.cards import card_fields
from games.api.names import usernames
from games.engine import Move, Rules, View, view
from games.table.snapshot import Sitter, Snapshot
from games.wording import teams

Plain = dict[str, Any]
PENDING, IN_PROGRESS, ENDED = "pending", "inProgress", "ended"
OBLIGATIONS = {
    "respond": "respond",
    "choose_player": "choosePlayer",
    "choose_target": "choosePlayer",
    "keep_or_play": "keepOrPlay",
    "add_more": "addMore",
}
SIDES = ("light", "dark")


class Vocabulary(StrEnum):
    """The words in which a program reads the game."""

    BOTH = "both"
    CLASSIC = "classic"


def render_game(
    table: Snapshot, seat: int | None, open_hands: bool = False, vocabulary: Vocabulary = Vocabulary.BOTH
) -> bytes:
    """Return the game as JSON, rendered once for all who see the same. Spectators see all hands if these are open."""
    return table.cached(_render_game, seat, open_hands, vocabulary)


def _render_game(table: Snapshot, seat: int | None, open_hands: bool, vocabulary: Vocabulary) -> bytes:
    game = serialize_game(table, seat, open_hands)
    return to_json(_classic(table, game) if vocabulary is Vocabulary.CLASSIC else game)


def _classic(table: Snapshot, game: Plain) -> Plain:
    names, state = usernames(table.sitters), table.state
    offered = (action(Move(text), names) for text in game["legal"])
    moves = list(classic.transfers(table, offered, accepted=1 if state.until else state.debt))
    return game | {"meta": classic.in_classic_words(game["meta"]), "legal": moves}


def to_json(content: Any) -> bytes:
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode()


def serialize_game(table: Snapshot, seat: int | None, open_hands: bool = False) -> Plain:
    seen, names = view(table.state, seat), usernames(table.sitters)
    return {
        "code": table.code,
        "game": table.game,
        "type": seen.rules.deck,
        "status": ENDED if table.ended else IN_PROGRESS,
        "version": table.version,
        "commitment": table.commitment or None,
        "participants": serialize_participants(table, names),
        "state": {
            "hands": list(_hands(table, seen, names, table.state.has_round_ended or (open_hands and seat is None))),
            "stacks": list(_stacks(seen)),
            "piles": [{"name": "discard", "facing": "up", "cards": _discards(seen)}],
        },
        "meta": _meta(table, seen, names),
        "legal": [] if table.ended else [str(move) for move in seen.legal],
    }


def serialize_unseen(code: str, deck: str, status: str, people: list[Plain]) -> Plain:
    """Return a table before its first game, or whose game the viewer may not watch."""
    empty: Plain = {"hands": [], "stacks": [], "piles": []}
    fields: Plain = {"code": code, "game": None, "type": deck, "status": status, "version": 0, "commitment": None}
    return fields | {"participants": people, "state": empty, "meta": None, "legal": []}


def serialize_participants(table: Snapshot, names: tuple[str, ...]) -> list[Plain]:
    return [
        {
            "username": names[sitter.seat],
            "seat": sitter.seat,
            **kind(sitter),
            "away": sitter.is_away,
            **team_fields(table.state.rules, sitter.seat),
        }
        for sitter in table.sitters
    ]


def team_fields(rules: Rules, seat: int) -> Plain:
    """Return the team of a seat, where the rules have teams."""
    return {"team": teams.name(rules.team(seat))} if rules.team_count else {}


def kind(sitter: Sitter) -> Plain:
    """Return what sits there, and for a bot its name in the list of bots."""
    if sitter.bot:
        return {"kind": "bot", "bot": sitter.bot}
    return {"kind": "program" if sitter.is_program else "person"}


# --- cards


def _hands(table: Snapshot, seen: View, names: tuple[str, ...], all_open: bool) -> Iterator[Plain]:
    for owner, count in enumerate(seen.counts):
        hand = view(table.state, owner).hand if all_open else _known_hand(seen, owner)
        known = all_open or owner == seen.seat or bool(hand)
        cards = [_card(seen, text) for text in hand] if known else _unknown(count)
        fields: Plain = {"owner": names[owner], "open": known, "cards": cards}
        if seen.backs and not known:
            fields["backs"] = [card_fields(seen.rules.deck, 1 - seen.side, text) for text in seen.backs[owner]]
        yield fields


def _known_hand(seen: View, owner: int) -> tuple[str, ...]:
    if owner == seen.seat:
        return seen.hand
    return seen.open_hands[owner] if seen.open_hands else ()


def _stacks(seen: View) -> Iterator[Plain]:
    draw: Plain = {"name": "draw", "facing": "down", "cards": _unknown(seen.to_draw)}
    if seen.draw_back:
        draw["back"] = card_fields(seen.rules.deck, 1 - seen.side, seen.draw_back)
    yield draw
    if seen.aside:
        yield {"name": "aside", "facing": "down", "cards": _unknown(seen.aside)}


def _discards(seen: View) -> list[Plain]:
    """Return the pile from the top down. After a flip, nobody has seen the faces of the lower cards."""
    return [_card(seen, text) for text in reversed(seen.pile)] + _unknown(seen.discards - len(seen.pile))


def _card(seen: View, text: str) -> Plain:
    return dict(card_fields(seen.rules.deck, seen.side, text))


def _unknown(count: int) -> list[Plain]:
    return [{} for _ in range(count)]


# --- the turn


def _meta(table: Snapshot, seen: View, names: tuple[str, ...]) -> Plain:
    is_running = not table.state.has_round_ended and not table.ended
    color = None if seen.rules.cards.is_all_wild else seen.color
    return {
        "direction": "clockwise" if seen.direction == 1 else "counterclockwise",
        "turn": _turn(table, seen, names) if is_running else None,
        "obligations": list(_obligations(table, seen, names)) if is_running else [],
        "color": color,
        "orderedColor": color if table.state.top.is_wild else None,
        "declarations": [names[seat] for seat in seen.declared],
        "accusable": [names[seat] for seat in seen.windows],
        "accusation": _accusation(table, names),
        "pause": _pause(table, seen, names) if table.state.is_paused and not table.ended else None,
        "opening": table.state.actions == 0,
        "out": [names[seat] for seat in seen.out],
        "eliminated": [names[seat] for seat in seen.gone],
        "side": SIDES[seen.side],
        "round": seen.round,
        "dealer": names[seen.dealer],
        "winner": names[seen.winner] if seen.node == "over" and seen.winner is not None else None,
        "winners": _winners(seen, names),
        "scores": [{"username": name, "points": points} for name, points in zip(names, seen.scores, strict=True)],
    }


def action(move: Move, names: tuple[str, ...]) -> Plain:
    """Return a move as an action in our own vocabulary."""
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


def _winners(seen: View, names: tuple[str, ...]) -> list[str]:
    if seen.node != "over" or seen.winner is None:
        return []
    team = seen.rules.team
    return [name for seat, name in enumerate(names) if team(seat) == team(seen.winner)]


def _pause(table: Snapshot, seen: View, names: tuple[str, ...]) -> Plain:
    deadline = iso_time(table.started + (seen.deadline or 0.0))
    return {"deadline": deadline, "agreed": [names[seat] for seat in sorted(table.state.agreed)]}


def _turn(table: Snapshot, seen: View, names: tuple[str, ...]) -> Plain:
    return {"username": names[seen.turn], "cardsDrawn": len(table.state.drawn), **_deadline(table, seen)}


def _deadline(table: Snapshot, seen: View) -> Plain:
    """Return when the table decides for the player asked. Bots have no deadline."""
    timed = seen.deadline is not None and not table.sitters[seen.turn].played_by
    return {"deadline": iso_time(table.started + (seen.deadline or 0.0))} if timed else {}


def _obligations(table: Snapshot, seen: View, names: tuple[str, ...]) -> Iterator[Plain]:
    """Yield what the player whose turn it is has to decide, and the penalty they draw if they do not avert it."""
    if seen.node == "turn":
        return
    player = {"obliged": names[seen.turn]}
    yield {"type": OBLIGATIONS.get(seen.node, "orderColor"), **player, **_deadline(table, seen)}
    if seen.node == "respond":
        amount = {} if seen.until else {"amount": seen.debt}
        yield {"type": "draw", **player, **amount, "reason": "card"}


def _accusation(table: Snapshot, names: tuple[str, ...]) -> Plain | None:
    """Return the accusation in the newest entry, and the cards it cost."""
    events = table.log[-1].events if table.log and table.log[-1].number == table.version else ()
    for index, event in enumerate(events):
        if event[0] in ("accused", "false_accusation"):
            _, accuser, accused = event
            loser = accused if event[0] == "accused" else accuser
            drawn = (len(later[2]) for later in events[index:] if later[:2] == ("force_draw", loser))
            fields = {"accuser": names[accuser], "accused": names[accused], "justified": event[0] == "accused"}
            return fields | {"amount": next(drawn, 0), "reason": "accusation"}
    return None


def iso_time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
