"""Storing the result of a move, of one game or of many at once."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models import F
from django.utils import timezone

from games import metrics
from games.engine import Event, State
from games.engine.notation import read_events
from games.engine.rounds import ranks
from games.engine.stored import dump_state
from games.live import hints
from games.models import Audit, Entry, Game, Place, Player, Table
from games.models import Line as ChatMessage
from games.table import commitments, held, moments, schedule, snapshot
from games.table.moments import Moment
from games.table.refusals import NoGame
from games.table.services.reading import Overtaken, locked
from games.table.snapshot import LogEntry, Sitter, Snapshot
from games.wording.table import INSPECTED
from games.wording.templates import fill

SLACK_SECONDS = 1.0
"""The clocks of several servers may differ by this much."""


@dataclass(frozen=True)
class PlayedMove:
    """The state after a move, and the events that led to it."""

    state: State
    events: list[Event]
    now: float


@dataclass(frozen=True)
class Change:
    """A move that was played in memory and is to be stored, if neither the game nor the rights at its table have
    changed since this process read them."""

    before: Snapshot
    after: Snapshot
    entry: Entry
    rights_version: int


@transaction.atomic
def set_back(code: str) -> bool:
    """Move the beginning of a game whose log is ahead of the system's time, because that time was set back.

    The game's clock cannot go back. Until the system's time had caught up, it would stand still: no bot would move, and
    nobody's time would run out. With the beginning as much earlier as the time has gone back, the clock runs on from
    the last entry. What had passed since that entry does not count, so a decision takes at most twice its time. This is
    a version of its own, so that every process learns of it. Return whether it was necessary.
    """
    try:
        table = locked(code)
    except NoGame:
        return False
    started = timezone.now().timestamp() - table.state.now
    is_ahead = started < table.started - SLACK_SECONDS
    if is_ahead:
        Game.objects.filter(pk=table.game).update(started_at=datetime.fromtimestamp(started, UTC))
        store(table.next(started=started))
    return is_ahead


def change_sitter(table: Snapshot, seat: int, **changes: object) -> Snapshot:
    """Store changes of a player, and return the game with them."""
    Player.objects.filter(game=table.game, seat=seat).update(**changes)
    sitter = replace(table.sitters[seat], **changes)  # type: ignore[arg-type]
    return replace(table, sitters=(*table.sitters[:seat], sitter, *table.sitters[seat + 1 :]))


BACK: dict[str, Any] = {"has_left": False, "stand_in": "", "missed": 0, "gave_up": False}


def was_away(sitter: Sitter) -> bool:
    return bool(sitter.stand_in or sitter.missed or sitter.has_left)


def returned(table: Snapshot, seat: int) -> Snapshot:
    """Note that the player of a seat acts themselves, and return the game with them."""
    return change_sitter(table, seat, **BACK) if was_away(table.sitters[seat]) else table


def append(before: Snapshot, played: PlayedMove, seat: int | None, move: str, key: str = "") -> Snapshot:
    """Append a move to the log of a locked game, and store the state after it."""
    entry = entry_of(before, played, seat, move, key)
    entry.save(force_insert=True)
    metrics.count("moves")
    return store(after_entry(before, played, entry))


def entry_of(before: Snapshot, played: PlayedMove, seat: int | None, move: str, key: str = "") -> Entry:
    events = json.dumps(played.events)
    number = before.version + 1
    return Entry(
        game_id=before.game, number=number, seat=seat, move=move, now=played.now, events=events, key=key or None
    )


def after_entry(before: Snapshot, played: PlayedMove, entry: Entry) -> Snapshot:
    logged = LogEntry(entry.number, entry.seat, entry.move, tuple(played.events))
    return replace(before, version=entry.number, state=played.state, log=snapshot.recent([*before.log, logged]))


def store(after: Snapshot) -> Snapshot:
    """Store a locked game as it is now, and when its next action is due."""
    if after.state.is_over or after.ended:
        following = commitments.next_digest(after.table)
        after = replace(after, ended=True, moments=_moments(after), held=(), next_commitment=following)
        _end(after)
    due = schedule.due(after)
    Game.objects.filter(pk=after.game).update(
        state=dump_state(after.state),
        version=after.version,
        due_at=None if due is None else moment(after, due),
        ended_at=timezone.now() if after.ended else None,
        winner=after.state.winner if after.ended else None,
        moments=after.moments,
        held=held.dump(after.held),
    )
    _announce(after)
    return after


def _moments(after: Snapshot) -> tuple[Moment, ...]:
    """Find what is worth remembering in the whole log of a match that is over."""
    if not after.state.is_over:
        return ()
    stored = Entry.objects.filter(game=after.game).order_by("number").values_list("events", flat=True)
    events = (event for text in stored for event in read_events(text))
    return tuple(moments.find(events, after.state.seats))


def store_all(changes: Sequence[Change]) -> None:
    """Store moves of several games that were not locked, in one transaction and a few statements.

    Raise `Overtaken` and store nothing if one of the games or the rights at its table have changed. That another
    process has stored the same version shows in the log too: `(game, number)` is unique."""
    if not changes:
        return
    with transaction.atomic(), connection.cursor() as cursor:
        try:
            cursor.execute(*_insert([change.entry for change in changes]))
        except IntegrityError as error:
            raise Overtaken from error
        cursor.executemany(UPDATE, list(map(_parameters, changes)))
        if cursor.rowcount != len(changes):
            raise Overtaken
        for change in changes:
            metrics.count("moves")
            _announce(change.after)


INSERT = "INSERT INTO games_entry (game_id, number, seat, move, now, events, key, at) VALUES "
ROW = "(%s, %s, %s, %s, %s, %s, %s, %s)"


def _insert(entries: Sequence[Entry]) -> tuple[str, list[Any]]:
    """Return the statement that `bulk_create` executes, in a fraction of its time, and its parameters."""
    adapted = connection.ops.adapt_datetimefield_value
    rows = [(e.game_id, e.number, e.seat, e.move, e.now, e.events, e.key, adapted(e.at)) for e in entries]
    return INSERT + ", ".join([ROW] * len(rows)), [value for row in rows for value in row]


UPDATE = """
    UPDATE games_game SET state = %s, version = %s, due_at = %s
    WHERE id = %s AND version = %s AND ended_at IS NULL AND held = ''
    AND EXISTS (SELECT 1 FROM games_table WHERE id = %s AND version = %s)
"""
"""Django has no update of many rows with a condition for each. This one is prepared once for all of them."""


def _parameters(change: Change) -> tuple[Any, ...]:
    after, due = change.after, schedule.due(change.after)
    due_at = None if due is None else moment(after, due)
    stored_due_at = connection.ops.adapt_datetimefield_value(due_at)
    state = dump_state(after.state)
    return state, after.version, stored_due_at, after.game, change.before.version, after.table, change.rights_version


def _announce(after: Snapshot) -> None:
    """After the commit, keep the game as it is now, and send a hint."""
    transaction.on_commit(lambda: snapshot.keep(after))
    hints.announce(after.code, hints.GAME, after.version)


def moment(table: Snapshot, seconds: float) -> datetime:
    """Return a time of the game's clock as a date."""
    return datetime.fromtimestamp(table.started + seconds, UTC)


def _end(table: Snapshot) -> None:
    """Store the result, remove the players who left, and let nobody be ready for the next game yet."""
    state = table.state
    store_result(table.game, state)
    places = Place.objects.filter(table=table.table)
    places.filter(number__in=[sitter.place for sitter in table.sitters if _has_gone(sitter)]).delete()
    places.filter(bot="").update(ready=False)
    lobby_changed(table)
    announce_inspections(table.code, table.table, table.game)


def store_result(game: int, state: State) -> None:
    """Store the points of all players, and their places if the match was played to its end."""
    reached = ranks(state) if state.is_over else (None,) * state.seats
    for seat, rank in enumerate(reached):
        Player.objects.filter(game=game, seat=seat).update(score=state.scores[seat], rank=rank)


def lobby_changed(table: Snapshot) -> None:
    """Give the lobby of the table a new version, and send a hint."""
    Table.objects.filter(pk=table.table).update(touched_at=timezone.now(), version=F("version") + 1)
    hints.announce(table.code, hints.LOBBY, Table.objects.values_list("version", flat=True).get(pk=table.table))


def announce_inspections(code: str, table: int, game: int) -> None:
    """Tell the players of a game that has ended which staff looked at their hands, and why."""
    for audit in Audit.objects.filter(game=game, action=Audit.LOOK).order_by("pk"):
        text = fill(INSPECTED, name=audit.name, at=audit.at, reason=audit.reason)
        message = ChatMessage.objects.create(table_id=table, name="", text=text[:400], is_notice=True, is_staff=True)
        hints.announce(code, hints.CHAT, message.pk)


def _has_gone(sitter: Sitter) -> bool:
    return sitter.has_left and sitter.person is not None
