"""Moves of people and bots, and what happens when a player's time is up."""

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
from games.refusals import Refusal
from games.table import schedule
from games.table.refusals import NoGame, Stale, TableRefusal
from games.table.services.sitting import BACK, STAND_IN, marked_as_program
from games.table.services.storing import (
    Overtaken,
    PlayedMove,
    append,
    change_sitter,
    kept_seat,
    locked,
    locked_seat,
    moment,
    seconds,
)
from games.table.snapshot import Snapshot
from games.wording.refusals import sentence

MISSES_BEFORE_A_BOT = 2
LONGEST_MOVE = 200
LONGEST_KEY = 40


@dataclass(frozen=True)
class Outcome:
    """The table after a move, and before it if this call changed it."""

    table: Snapshot
    before: Snapshot | None = None

    @property
    def changed(self) -> bool:
        return self.before is not None


class MoveRequest(Protocol):
    """A move in a program's own terms, which only the current table turns into the text of a move."""

    @property
    def is_call(self) -> bool: ...

    def text(self, table: Snapshot, seat: int) -> str: ...


def act(
    code: str, person: User, request: str | MoveRequest, version: int, key: str = "", by_program: bool = False
) -> Outcome:
    """Play a move of a person, or several at once.

    A key that was used before gets the same answer without another move. A move at an older version is refused, unless
    it is a call, which can be made at any time.

    The first attempt trusts what this process keeps, and locks nothing; it is stored only if nothing has changed since.
    A refusal is decided under the lock."""
    with metrics.measure("move"):
        with suppress(Overtaken, Refusal):
            before, seat, rights_version = kept_seat(code, person, version)
            return _act_on_kept(before, seat, request, key, by_program, rights_version)
        return _act_locked(code, person, request, version, key, by_program)


@transaction.atomic
def _act_on_kept(
    before: Snapshot, seat: int, request: str | MoveRequest, key: str, by_program: bool, rights_version: int
) -> Outcome:
    return _move(_marked(before, seat, by_program), seat, request, key, rights_version)


@transaction.atomic
def _act_locked(
    code: str, person: User, request: str | MoveRequest, version: int, key: str, by_program: bool
) -> Outcome:
    before, seat = locked_seat(code, person)
    # At the newest version the key cannot have been used: its move would have made a newer one.
    if version != before.version:
        if key and Entry.objects.filter(game=before.game, key=key).exists():
            return Outcome(before)
        if not _is_call(request):
            raise Stale(before.version)
    return _move(_marked(before, seat, by_program), seat, request, key)


def _marked(before: Snapshot, seat: int, by_program: bool) -> Snapshot:
    return marked_as_program(before, seat) if by_program else before


def _is_call(request: str | MoveRequest) -> bool:
    """Whether all of the moves are calls; a call followed by another move is not."""
    if not isinstance(request, str):
        return request.is_call
    return all(move.strip().startswith(CALL_VERBS) for move in request.split(","))


def _move(
    before: Snapshot, seat: int, request: str | MoveRequest, key: str, rights_version: int | None = None
) -> Outcome:
    try:
        text = _text(request, before, seat)
        played = _play(before, seat, text)
    except Refused as refused:
        reason = sentence(refused, before.names)
        raise TableRefusal(refused.code, reason, refused.stage, before.version) from refused
    except Unreadable as unreadable:
        raise TableRefusal("unreadable", sentence(unreadable), version=before.version) from unreadable
    sitter = before.sitters[seat]
    if sitter.stand_in or sitter.missed or sitter.has_left:
        before = change_sitter(before, seat, **BACK)
    try:
        return Outcome(append(before, played, seat, text, key, rights_version), before)
    except IntegrityError as used:
        raise TableRefusal("key_used", version=before.version) from used


def _text(request: str | MoveRequest, before: Snapshot, seat: int) -> str:
    text = request if isinstance(request, str) else request.text(before, seat)
    if len(text) > LONGEST_MOVE:
        raise Unreadable("too_long")
    return text


def _play(before: Snapshot, seat: int, text: str) -> PlayedMove:
    now = seconds(before)
    return _play_with(before, now, lambda state: play(state, seat, text, now))


def _play_with(before: Snapshot, now: float, move: Callable[[State], list[Event]]) -> PlayedMove:
    state = before.state.copy()
    events = move(state)
    return PlayedMove(state, events, now)


def new_key() -> str:
    """A one-time key for a move, for pages without JavaScript."""
    return secrets.token_urlsafe(12)


# --- due actions


def tick(code: str, version: int, chosen: schedule.DueAction) -> bool:
    """Carry out what was due at this version: a bot's move, or the end of a player's time.

    Return whether it was: another process may have been quicker, and the game may have ended meanwhile."""
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
    played = _play_with(before, now, lambda state: expire(state, now))
    if not played.events:
        return False
    seat = before.state.turn
    missed = before.sitters[seat].missed + 1
    stand_in = STAND_IN if missed >= MISSES_BEFORE_A_BOT else before.sitters[seat].stand_in
    append(change_sitter(before, seat, missed=missed, stand_in=stand_in), played, seat, "decide")
    return True


def wait(table: Snapshot, due: float | None) -> None:
    """Store when the next action is due, because nothing was due yet."""
    when = None if due is None else moment(table, due)
    Game.objects.filter(pk=table.game, version=table.version, ended_at=None).update(due_at=when)
