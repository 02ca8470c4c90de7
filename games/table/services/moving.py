"""Moves of people and bots, and what happens when a player's time is up."""

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from django.db import IntegrityError, transaction

from games import metrics
from games.engine import Event, Refused, State, Unreadable, decide, expire, play
from games.engine.moves import CALL_VERBS
from games.models import Entry, Game, User
from games.refusals import Refusal
from games.table import schedule
from games.table.refusals import NoGame, Stale, TableRefusal
from games.table.services.reading import Overtaken, kept_seat, locked, locked_seat, seconds
from games.table.services.sitting import BACK, STAND_IN, marked_as_program, needs
from games.table.services.storing import (
    Change,
    PlayedMove,
    after_entry,
    append,
    change_sitter,
    entry_of,
    moment,
    store_all,
)
from games.table.snapshot import Sitter, Snapshot
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


@dataclass(frozen=True)
class Attempt:
    """A move, or several at once, that a person wants to play. A program's moves come in its own terms."""

    code: str
    person: User
    request: str | MoveRequest
    version: int
    """The newest version that they had seen."""
    key: str = ""
    by_program: bool = False


def act(
    code: str, person: User, request: str | MoveRequest, version: int, key: str = "", by_program: bool = False
) -> Outcome:
    """Play a move of a person, or several at once.

    A key that was used before gets the same answer without another move. A move at an older version is refused, unless
    it is a call, which can be made at any time."""
    (outcome,) = act_all([Attempt(code, person, request, version, key, by_program)])
    if isinstance(outcome, Refusal):
        raise outcome
    return outcome


def act_all(attempts: Sequence[Attempt]) -> list[Outcome | Refusal]:
    """Play moves at different tables.

    First, they are played with what this process keeps, without a lock or a query, and stored together if nothing has
    changed since. Whatever cannot be played in this way is played alone and under its lock; so is every refusal."""
    with metrics.measure("move"):
        together = _act_together(attempts)
        return [found or _act_alone(attempt) for attempt, found in zip(attempts, together, strict=True)]


def _act_together(attempts: Sequence[Attempt]) -> list[Outcome | None]:
    changes = [_change(attempt) for attempt in attempts]
    try:
        store_all(list(filter(None, changes)))
    except Overtaken:
        return [None] * len(attempts)
    return [Outcome(change.after, change.before) if change else None for change in changes]


def _change(attempt: Attempt) -> Change | None:
    """Play a move in memory. None if that is not all there is to do, as at the end of a game."""
    try:
        before, seat, rights_version = kept_seat(attempt.code, attempt.person, attempt.version)
        text = _text(attempt.request, before, seat)
        played = _play(before, seat, text)
    except (Overtaken, Refused, Unreadable, Refusal):
        return None
    sitter = before.sitters[seat]
    if played.state.is_over or _was_away(sitter) or (attempt.by_program and not sitter.is_program):
        return None
    entry = entry_of(before, played, seat, text, attempt.key)
    return Change(before, after_entry(before, played, entry), entry, rights_version)


def _was_away(sitter: Sitter) -> bool:
    return bool(sitter.stand_in or sitter.missed or sitter.has_left)


def _act_alone(attempt: Attempt) -> Outcome | Refusal:
    try:
        return _act_locked(attempt)
    except Refusal as refusal:
        return refusal


@transaction.atomic
def _act_locked(attempt: Attempt) -> Outcome:
    before, seat = locked_seat(attempt.code, attempt.person)
    # At the newest version the key cannot have been used: its move would have made a newer one.
    if attempt.version != before.version:
        if attempt.key and Entry.objects.filter(game=before.game, key=attempt.key).exists():
            return Outcome(before)
        if not _is_call(attempt.request):
            raise Stale(before.version)
    marked = marked_as_program(before, seat) if attempt.by_program else before
    return _move(marked, seat, attempt.request, attempt.key)


def _is_call(request: str | MoveRequest) -> bool:
    """Whether all of the moves are calls; a call followed by another move is not."""
    if not isinstance(request, str):
        return request.is_call
    return all(move.strip().startswith(CALL_VERBS) for move in request.split(","))


def _move(before: Snapshot, seat: int, request: str | MoveRequest, key: str) -> Outcome:
    try:
        text = _text(request, before, seat)
        played = _play(before, seat, text)
    except Refused as refused:
        reason = sentence(refused, before.names)
        raise TableRefusal(refused.code, reason, refused.stage, before.version) from refused
    except Unreadable as unreadable:
        raise TableRefusal("unreadable", sentence(unreadable), version=before.version) from unreadable
    sitter = before.sitters[seat]
    if _was_away(sitter):
        before = change_sitter(before, seat, **BACK)
    try:
        return Outcome(append(before, played, seat, text, key), before)
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
        if before.state.is_paused:
            return _pause_is_over(before)
        return _bot_moves(before, chosen) if chosen.move else _time_is_up(before)
    return False


def _bot_moves(before: Snapshot, chosen: schedule.DueAction) -> bool:
    try:
        played = _play(before, chosen.seat, chosen.move)
    except Refused:  # a call that comes too late
        return False
    append(before, played, chosen.seat, chosen.move)
    return True


def _pause_is_over(before: Snapshot) -> bool:
    """Deal the next round. Nobody has missed anything."""
    now = seconds(before)
    append(before, _play_with(before, now, lambda state: decide(state, now)), before.state.turn, "decide")
    return True


def _time_is_up(before: Snapshot) -> bool:
    now = seconds(before)
    played = _play_with(before, now, lambda state: expire(state, now))
    if not played.events:
        return False
    seat = before.state.turn
    missed = before.sitters[seat].missed + (not _is_clock_empty(before.state, now))
    is_absent = {"stand_in": STAND_IN, "gave_up": needs(before.state, seat)} if missed >= MISSES_BEFORE_A_BOT else {}
    append(change_sitter(before, seat, missed=missed, **is_absent), played, seat, "decide")
    return True


def _is_clock_empty(state: State, now: float) -> bool:
    """Whether the player asked has no time left for this round, which does not mean that they are absent."""
    return bool(state.clocks) and state.since + state.clocks[state.turn] <= now


def wait(table: Snapshot, due: float | None) -> None:
    """Store when the next action is due, because nothing was due yet."""
    when = None if due is None else moment(table, due)
    Game.objects.filter(pk=table.game, version=table.version, ended_at=None).update(due_at=when)
