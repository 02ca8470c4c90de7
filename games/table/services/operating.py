"""What the staff does to a running game. Each holds the game like a move does, and leaves it in a state that the engine
reaches; who did it and why is written down by whoever calls, in the same transaction."""

from django.db import transaction

from games.engine import Entry as Told
from games.engine import decide, extend, standing, take_back
from games.engine.notation import read_events
from games.models import Entry, Game, Table, Visibility
from games.table.refusals import TableRefusal
from games.table.services.sitting import BACK, GONE, STAND_IN
from games.table.services.storing import PlayedMove, append, change_sitter, locked, seconds, store
from games.table.snapshot import Snapshot


@transaction.atomic
def end_game(code: str) -> Snapshot:
    """Nobody has won; everybody is back at the table."""
    ended = store(locked(code).next(ended=True))
    Game.objects.filter(pk=ended.game).update(abandoned=True, winner=None)
    return ended


@transaction.atomic
def decide_for(code: str, seat: int) -> str:
    """The default is played for whoever is asked, if that is still this seat. It is not held against them."""
    before = locked(code)
    if before.state.turn != seat:
        raise TableRefusal("The game has moved on, and waits for somebody else now. Look again.")
    state, now = before.state.copy(), seconds(before)
    append(before, PlayedMove(state, decide(state, now), now), before.state.turn, "decide")
    return before.names[before.state.turn]


@transaction.atomic
def give_to_bot(code: str, seat: int) -> str:
    before = _with_person(code, seat)
    if before.sitters[seat].stand_in:
        raise TableRefusal("A bot plays in that seat already.")
    store(change_sitter(before, seat, stand_in=STAND_IN).next())
    return before.names[seat]


@transaction.atomic
def give_back(code: str, seat: int) -> str:
    before = _with_person(code, seat)
    if not before.sitters[seat].stand_in:
        raise TableRefusal("No bot stands in for anybody in that seat.")
    store(change_sitter(before, seat, **BACK).next())
    return before.names[seat]


def _with_person(code: str, seat: int) -> Snapshot:
    before = locked(code)
    if seat not in range(len(before.sitters)) or before.sitters[seat].person is None:
        raise TableRefusal("No person has that seat.")
    return before


@transaction.atomic
def give_time(code: str, more: int) -> str:
    """Longer to decide, for whoever the game waits for."""
    before = locked(code)
    if before.state.deadline is None:
        raise TableRefusal("At this table nobody plays against the clock.")
    if before.sitters[before.state.turn].played_by:
        raise TableRefusal("The game waits for a bot, which needs no more time.")
    state, now = before.state.copy(), seconds(before)
    append(before, PlayedMove(state, extend(state, more), now), None, f"extend {more}")
    return before.names[before.state.turn]


@transaction.atomic
def undo(code: str) -> str:
    """Take back the last move that still stands. The log keeps it, and keeps that it was taken back."""
    before = locked(code)
    if not _is_casual(before):
        raise TableRefusal("Moves are taken back in casual games only: not at public tables, nor where programs play.")
    log = [_told(entry) for entry in Entry.objects.filter(game=before.game).order_by("number")]
    moves = standing(log)
    if not moves:
        raise TableRefusal("Nobody has made a move yet.")
    seat, earlier = moves[-1]
    state, now = before.state.copy(), seconds(before)
    append(before, PlayedMove(state, take_back(state, earlier, seat, now), now), None, "take back")
    return before.names[seat]


def _is_casual(table: Snapshot) -> bool:
    """Among people who know each other, or alone against bots: what somebody has seen in a move that is taken back
    harms nobody there. Strangers at a public table, and programs, play for the result."""
    people = [sitter for sitter in table.sitters if sitter.person]
    public = Table.objects.filter(pk=table.table, visibility=Visibility.PUBLIC).exists()
    return not any(sitter.is_program for sitter in people) and (len(people) < 2 or not public)


@transaction.atomic
def send_away(code: str, person: int) -> bool:
    """A bot plays on for somebody who may not play any more. Whether they had a seat in the game."""
    before = locked(code)
    seat = before.seat_of(person)
    if seat is not None:
        store(change_sitter(before, seat, **GONE).next())
    return seat is not None


def _told(entry: Entry) -> Told:
    return Told(entry.seat, entry.move, entry.now, read_events(entry.events))
