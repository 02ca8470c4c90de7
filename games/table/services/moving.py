"""Moves: a person's, a bot's, and what happens when somebody's time is up."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from django.db import IntegrityError, transaction

from games import metrics
from games.engine import Event, Refused, State, Unreadable, expire, play
from games.engine.moves import CALL_VERBS
from games.models import Entry, Game, User
from games.table import schedule
from games.table.refusals import NoGame, Stale, TableRefusal
from games.table.services.sitting import BACK, STAND_IN, marked_as_program
from games.table.services.storing import PlayedMove, append, change_sitter, locked, locked_seat, moment, seconds
from games.table.snapshot import Snapshot
from games.wording.refusals import sentence

MISSES_BEFORE_A_BOT = 2
LONGEST_MOVE = 200
"""Calls, which are made whatever has happened meanwhile."""
CHANGED = "The table has changed meanwhile. Have a look, and decide again."
USED_UP = "That key was used for another move. Send a new one."


@dataclass(frozen=True)
class Outcome:
    """What a service did: the table as it is now, and as it was before where this call changed it."""

    table: Snapshot
    before: Snapshot | None = None

    @property
    def changed(self) -> bool:
        return self.before is not None


class Wish(Protocol):
    """What a program wants, in words of its own, which mean a move only as the table stands."""

    @property
    def is_call(self) -> bool: ...

    def text(self, table: Snapshot, seat: int) -> str: ...


def act(code: str, person: User, wish: str | Wish, version: int, key: str = "", by_program: bool = False) -> Outcome:
    """A person's move, or several at once. A repeated key is answered again without playing again; an older version is
    refused, unless the move is a call, which stands on its own."""
    with metrics.timing("move"), transaction.atomic():
        before, seat = locked_seat(code, person)
        # Whoever knows the newest version cannot have sent this key before: it would have made a newer one.
        if version != before.version:
            if key and Entry.objects.filter(game=before.game, key=key).exists():
                return Outcome(before)
            if not _is_call(wish):
                raise Stale(CHANGED, version=before.version)
        return _move(marked_as_program(before, seat) if by_program else before, seat, wish, key)


def _is_call(wish: str | Wish) -> bool:
    """Whether all of it may be said at any time; a card that hides behind a call may not."""
    if not isinstance(wish, str):
        return wish.is_call
    return all(move.strip().startswith(CALL_VERBS) for move in wish.split(","))


def _move(before: Snapshot, seat: int, wish: str | Wish, key: str) -> Outcome:
    try:
        text = _text(wish, before, seat)
        played = _play(before, seat, text)
    except Refused as refused:
        raise TableRefusal(sentence(refused, before.names), refused.code, refused.stage, before.version) from refused
    except Unreadable as unreadable:
        raise TableRefusal(sentence(unreadable), "unreadable", version=before.version) from unreadable
    sitter = before.sitters[seat]
    if sitter.stand_in or sitter.missed or sitter.has_left:
        before = change_sitter(before, seat, **BACK)
    try:
        return Outcome(append(before, played, seat, text, key), before)
    except IntegrityError as used:
        raise TableRefusal(USED_UP, "key_used", version=before.version) from used


def _text(wish: str | Wish, before: Snapshot, seat: int) -> str:
    text = wish if isinstance(wish, str) else wish.text(before, seat)
    if len(text) > LONGEST_MOVE:
        raise Unreadable("too_long")
    return text


def _play(before: Snapshot, seat: int, text: str) -> PlayedMove:
    now = seconds(before)
    return _played(before, now, lambda state: play(state, seat, text, now))


def _played(before: Snapshot, now: float, move: Callable[[State], list[Event]]) -> PlayedMove:
    state = before.state.copy()
    events = move(state)
    return PlayedMove(state, events, now)


def new_key() -> str:
    """A one-time key for a move, for pages without JavaScript."""
    return secrets.token_urlsafe(12)


# --- what happens by itself


def tick(code: str, version: int, chosen: schedule.DueAction) -> bool:
    """What was due at this version: a bot's move or the end of somebody's time. Somebody else may have been quicker,
    and the game may have ended meanwhile."""
    with transaction.atomic(), suppress(NoGame):
        before = locked(code)
        if before.version != version:
            return False
        return _bot_moves(before, chosen) if chosen.move else _time_is_up(before)
    return False


def _bot_moves(before: Snapshot, chosen: schedule.DueAction) -> bool:
    try:
        played = _play(before, chosen.seat, chosen.move)
    except Refused:  # a call that comes too late
        return False
    append(before, played, chosen.seat, chosen.move)
    return True


def _time_is_up(before: Snapshot) -> bool:
    now = seconds(before)
    played = _played(before, now, lambda state: expire(state, now))
    if not played.events:
        return False
    seat = before.state.turn
    missed = before.sitters[seat].missed + 1
    stand_in = STAND_IN if missed >= MISSES_BEFORE_A_BOT else before.sitters[seat].stand_in
    append(change_sitter(before, seat, missed=missed, stand_in=stand_in), played, seat, "decide")
    return True


def wait(table: Snapshot, due: float | None) -> None:
    """Nothing was to be done yet: look again when something is due."""
    when = None if due is None else moment(table, due)
    Game.objects.filter(pk=table.game, version=table.version, ended_at=None).update(due_at=when)
