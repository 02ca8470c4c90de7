"""Moves of people and bots, and what happens when a player's time is up."""

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from django.db import IntegrityError, transaction

from games import metrics
from games.engine import BY_ITSELF, Event, Refused, State, Unreadable, decide, expire
from games.engine.moves import CALL_VERBS
from games.engine.races import race_of
from games.models import STAND_IN_KEY, Entry, Game, User
from games.refusals import Refusal
from games.table import held, schedule
from games.table.held import HeldCall
from games.table.refusals import Judging, NoGame, Stale, TableRefusal
from games.table.services import racing
from games.table.services.reading import Overtaken, kept_seat, locked, locked_seat, seconds
from games.table.services.sitting import STAND_IN, marked_as_program, needs_player
from games.table.services.storing import (
    Change,
    PlayedMove,
    after_entry,
    append,
    change_sitter,
    entry_of,
    moment,
    returned,
    store_all,
    was_away,
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
    is_held: bool = False
    """Whether it is judged only when no other player's earlier press can be under way any more."""

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
    pressed: float | None = None
    """When they pressed, as far as the server believes it, in seconds since 1970; by default when it is played."""

    @property
    def stored_key(self) -> str:
        return stored_key(self.person, self.key)


def stored_key(person: User, key: str) -> str:
    """Return the key as it is stored: nobody can use up the keys of others."""
    return f"{person.pk} {key}" if key else ""


def has_played(code: str, person: User, key: str) -> bool:
    """Return whether a request that is sent again has already been played in a game of this table."""
    return Entry.objects.filter(game__table__code=code, key=stored_key(person, key)).exists()


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
        if before.held or race_of(before.state, seat, text) is not None:
            return None
        played = _play(before, seat, text)
    except (Overtaken, Refused, Unreadable, Refusal):
        return None
    sitter = before.sitters[seat]
    if played.state.is_over or was_away(sitter) or (attempt.by_program and not sitter.is_program):
        return None
    entry = entry_of(before, played, seat, text, attempt.stored_key)
    return Change(before, after_entry(before, played, entry), entry, rights_version)


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
        if attempt.key and Entry.objects.filter(game=before.game, key=attempt.stored_key).exists():
            return Outcome(before)
        if not _is_call(attempt.request):
            raise Stale(before.version)
    if attempt.key and any(call.key == attempt.stored_key for call in before.held):
        return Outcome(before, is_held=True)
    marked = marked_as_program(before, seat) if attempt.by_program else before
    return _move(marked, seat, attempt)


def _is_call(request: str | MoveRequest) -> bool:
    """Whether all of the moves are calls; a call followed by another move is not."""
    if not isinstance(request, str):
        return request.is_call
    return all(move.strip().startswith(CALL_VERBS) for move in request.split(","))


def _move(before: Snapshot, seat: int, attempt: Attempt) -> Outcome:
    try:
        text = _text(attempt.request, before, seat)
        owner = race_of(before.state, seat, text)
        if owner is not None:
            return _press(before, owner, seat, text, attempt)
        played = _play(before, seat, text)
    except Refused as refused:
        reason = sentence(refused, before.names)
        raise TableRefusal(refused.code, reason, refused.stage, before.version) from refused
    except Unreadable as unreadable:
        raise TableRefusal("unreadable", sentence(unreadable), version=before.version) from unreadable
    except IntegrityError as used:
        raise TableRefusal("key_used", version=before.version) from used
    if racing.interferes(before, played):
        raise Judging(before.version)
    before = returned(before, seat)
    try:
        return Outcome(append(before, played, seat, text, attempt.stored_key), before)
    except IntegrityError as used:
        raise TableRefusal("key_used", version=before.version) from used


def _press(before: Snapshot, owner: int, seat: int, text: str, attempt: Attempt) -> Outcome:
    """Let a call or an accusation join the race about a missed call."""
    now = seconds(before)
    pressed = now if attempt.pressed is None else min(attempt.pressed - before.started, now)
    after = racing.join(before, HeldCall(owner, seat, text, pressed, due=0.0, key=attempt.stored_key))
    return Outcome(after, before) if after.version != before.version else Outcome(after, is_held=True)


def _text(request: str | MoveRequest, before: Snapshot, seat: int) -> str:
    text = request if isinstance(request, str) else request.text(before, seat)
    if len(text) > LONGEST_MOVE:
        raise Unreadable("too_long")
    return text


def _play(before: Snapshot, seat: int, text: str) -> PlayedMove:
    return racing.play_at(before, seat, text, seconds(before))


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
        if chosen.judges:
            return racing.judge_due(before)
        if before.state.is_paused:
            return _pause_is_over(before)
        return _bot_moves(before, chosen) if chosen.move else _time_is_up(before)
    return False


def _bot_moves(before: Snapshot, chosen: schedule.DueAction) -> bool:
    try:
        owner = race_of(before.state, chosen.seat, chosen.move)
        if owner is not None:
            return _bot_presses(before, owner, chosen)
        played = _play(before, chosen.seat, chosen.move)
    except Refused:  # a call that comes too late
        return False
    if racing.interferes(before, played):
        return False
    append(before, played, chosen.seat, chosen.move, _key_of_bot(before, chosen.seat, "move"))
    return True


def _key_of_bot(before: Snapshot, seat: int, what: str) -> str:
    """Return the key of what a bot does for an absent player; none for a bot's own seat."""
    return f"{STAND_IN_KEY}{before.version} {seat} {what}" if before.sitters[seat].stand_in else ""


def _bot_presses(before: Snapshot, owner: int, chosen: schedule.DueAction) -> bool:
    """Let a bot's press join a race, at the time that the bot has chosen. To the head start that its choice was made
    for, the delay of the player is added; so the bot may press a little later than now."""
    pressed = chosen.due + (racing.delays(before).get(owner, 0.0) if owner != chosen.seat else 0.0)
    key = _key_of_bot(before, chosen.seat, "call")
    return racing.join(before, HeldCall(owner, chosen.seat, chosen.move, pressed, due=0.0, key=key)) is not before


def _pause_is_over(before: Snapshot) -> bool:
    """Deal the next round. Nobody has missed anything."""
    now = seconds(before)
    append(before, _play_with(before, now, lambda state: decide(state, now)), before.state.turn, BY_ITSELF)
    return True


def _time_is_up(before: Snapshot) -> bool:
    now = seconds(before)
    played = _play_with(before, now, lambda state: expire(state, now))
    if not played.events or racing.interferes(before, played):
        return False
    seat = before.state.turn
    missed = before.sitters[seat].missed + (not _is_clock_empty(before.state, now))
    is_absent = (
        {"stand_in": STAND_IN, "gave_up": needs_player(before.state, seat)} if missed >= MISSES_BEFORE_A_BOT else {}
    )
    append(change_sitter(before, seat, missed=missed, **is_absent), played, seat, BY_ITSELF)
    return True


def _is_clock_empty(state: State, now: float) -> bool:
    """Whether the player asked has no time left for this round, which does not mean that they are absent."""
    return bool(state.clocks) and state.since + state.clocks[state.turn] <= now


def wait(table: Snapshot, due: float | None) -> None:
    """Store when the next action is due, because nothing was due yet."""
    when = None if due is None else moment(table, due)
    unchanged = Game.objects.filter(pk=table.game, version=table.version, ended_at=None, held=held.dump(table.held))
    unchanged.update(due_at=when)
