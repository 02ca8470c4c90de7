"""Races about a missed call: calls and accusations are judged by when they were pressed, not by when they arrive.

A press is held, as data, until no press that was made earlier can still be under way: each seat that may join the race
has the delay of its connection to do so. Then the clock judges the race, or the last press that joins it does. Until
then, a move that would close the window of the missed call is refused, and pages send it again after the verdict.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from django.db import transaction

from games.engine import Refused, play
from games.engine.moves import Unreadable
from games.engine.races import in_order, rivals, verdicts
from games.engine.refusals import refuse_in_head_start
from games.engine.windows import accusable_from
from games.live import round_trips
from games.models import Game, is_key_of_stand_in
from games.presence import services as presence
from games.table import held, schedule, snapshot
from games.table.held import HeldCall
from games.table.services.reading import seconds
from games.table.services.storing import PlayedMove, append, moment, returned, store
from games.table.snapshot import Snapshot


def delays(table: Snapshot) -> dict[int, float]:
    """Return the delays of the seats whose players have a socket, as this process has measured or other ones stored
    them."""
    people = {sitter.person: sitter.seat for sitter in table.sitters if sitter.person and not sitter.played_by}
    found = presence.delays_at(table.table) | {
        person: delay for person in people if (delay := round_trips.delay_of((table.code, person))) is not None
    }
    return {people[person]: delay for person, delay in found.items() if person in people}


def join(before: Snapshot, call: HeldCall) -> Snapshot:
    """Let a press join its race; return the game after the verdict, or the game as it is if the press is held.

    Raise `Refused` if the press would not be accepted either way. Of two presses of one seat, the first one counts."""
    now, delay_of = seconds(before), delays(before)
    race = [other for other in before.held if other.owner == call.owner]
    if any(other.seat == call.seat for other in race):
        return before
    call = call._replace(pressed=max(call.pressed, before.state.windows[call.owner].opened))
    _check(before, call, delay_of.get(call.owner, 0.0))
    calls = [*race, call]
    due = _due(before, call.owner, calls, delay_of)
    if due <= now:
        return _judge(before, call.owner, calls, now)
    return _hold(before, [one._replace(due=due) for one in calls], now)


def _check(before: Snapshot, call: HeldCall, delay: float) -> None:
    play(before.state.copy(), call.seat, call.move, call.pressed, without_hindsight=True)
    if call.seat != call.owner:
        refuse_in_head_start(before.state, call.owner, call.pressed, delay)


def _due(before: Snapshot, owner: int, calls: Sequence[HeldCall], delay_of: dict[int, float]) -> float:
    """Return when no earlier press can arrive any more. Once it is known, it only comes nearer."""
    pressed = min(call.pressed for call in calls)
    is_safe = pressed < accusable_from(before.state, owner, delay_of.get(owner, 0.0))  # only the owner can be earlier
    waiting = set() if is_safe else set(rivals(before.state, owner)) - {call.seat for call in calls}
    due = pressed + max((delay_of.get(seat, 0.0) for seat in waiting), default=0.0)
    return min([due, *(call.due for call in calls if call.due)])


def _hold(before: Snapshot, calls: Sequence[HeldCall], now: float) -> Snapshot:
    """Store the presses of a race. This is no new version: nobody else learns that something was pressed."""
    others = [call for call in before.held if call.owner != calls[0].owner]
    after = replace(before, held=(*others, *calls))
    due = min(action.due for action in schedule.due_actions(after) if action.judges or action.due > now)
    Game.objects.filter(pk=after.game).update(held=held.dump(after.held), due_at=moment(after, due))
    transaction.on_commit(lambda: snapshot.keep(after))
    return after


def judge_due(before: Snapshot) -> bool:
    """Judge the races whose time has come."""
    now, table = seconds(before), before
    for owner, calls in _races(before):
        if min(call.due for call in calls) <= now:
            table = _judge(table, owner, calls, now)
    return table is not before


def _races(table: Snapshot) -> list[tuple[int, list[HeldCall]]]:
    by_owner = sorted(table.held, key=lambda call: call.owner)
    return [(owner, list(calls)) for owner, calls in groupby(by_owner, key=lambda call: call.owner)]


def _judge(before: Snapshot, owner: int, calls: Sequence[HeldCall], now: float) -> Snapshot:
    """Play the first press, with its verdicts, and then those that are still possible: false accusations."""
    table = replace(before, held=tuple(call for call in before.held if call.owner != owner))
    keys = {call.press: call.key for call in calls}
    waiting = in_order(owner, [call.press for call in calls if call.pressed <= now])
    is_decided = False
    while waiting:
        press, *waiting = waiting
        try:
            played = play_at(table, press.seat, press.move, press.pressed)
        except (Refused, Unreadable):
            continue
        if not is_decided:
            played.events.extend(verdicts(owner, press, waiting))
        key = keys[press]
        table = table if is_key_of_stand_in(key) else returned(table, press.seat)
        table = append(table, played, press.seat, press.move, key)
        is_decided = True
    return table if is_decided else store(table.next())


def play_at(before: Snapshot, seat: int, text: str, now: float) -> PlayedMove:
    state = before.state.copy()
    events = play(state, seat, text, now, without_hindsight=True)
    return PlayedMove(state, events, now)


def interferes(before: Snapshot, played: PlayedMove) -> bool:
    """Return whether a move would close the window of a missed call about which a race goes on."""
    now, windows = seconds(before), played.state.windows
    return any(call.pressed <= now and call.owner not in windows for call in before.held)
