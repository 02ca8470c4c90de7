"""What staff can do to a running game. Each service locks the game as a move does, and leaves it in a state that the
engine can reach. The caller records who did it and why, in the same transaction."""

from django.db import transaction

from games.engine import BY_ITSELF, decide, extend, standing, take_back
from games.engine import Entry as EngineEntry
from games.engine.notation import read_events
from games.models import Entry, Game, Player, Visibility
from games.table.refusals import TableRefusal
from games.table.services.reading import locked, seconds
from games.table.services.sitting import GONE, STAND_IN
from games.table.services.storing import BACK, PlayedMove, append, change_sitter, store
from games.table.snapshot import Snapshot


@transaction.atomic
def end_game(code: str) -> Snapshot:
    """End the game without a winner; all players return to the lobby of the table."""
    ended = store(locked(code).next(ended=True))
    Game.objects.filter(pk=ended.game).update(abandoned=True, winner=None)
    return ended


@transaction.atomic
def decide_for(code: str, seat: int) -> str:
    """Play the default for this seat, if it is still its turn. This does not count as a missed decision."""
    before = locked(code)
    if before.state.turn != seat:
        raise TableRefusal("moved_on")
    state, now = before.state.copy(), seconds(before)
    append(before, PlayedMove(state, decide(state, now), now), before.state.turn, BY_ITSELF)
    return before.names[before.state.turn]


@transaction.atomic
def give_to_bot(code: str, seat: int) -> str:
    before = _with_person(code, seat)
    if before.sitters[seat].stand_in:
        raise TableRefusal("bot_plays_already")
    store(change_sitter(before, seat, stand_in=STAND_IN).next())
    return before.names[seat]


@transaction.atomic
def give_back(code: str, seat: int) -> str:
    before = _with_person(code, seat)
    if not before.sitters[seat].stand_in:
        raise TableRefusal("no_bot_plays")
    store(change_sitter(before, seat, **BACK).next())
    return before.names[seat]


def _with_person(code: str, seat: int) -> Snapshot:
    before = locked(code)
    if seat not in range(len(before.sitters)) or before.sitters[seat].person is None:
        raise TableRefusal("no_person")
    return before


@transaction.atomic
def give_time(code: str, more: int) -> str:
    """Give the player whose turn it is more seconds to decide."""
    before = locked(code)
    if before.state.deadline is None:
        raise TableRefusal("no_clock")
    if before.sitters[before.state.turn].played_by:
        raise TableRefusal("bots_need_no_time")
    state, now = before.state.copy(), seconds(before)
    append(before, PlayedMove(state, extend(state, more), now), None, f"extend {more}")
    return before.names[before.state.turn]


@transaction.atomic
def undo(code: str) -> str:
    """Take back the last move that still counts. The log keeps the move, and that it was taken back."""
    before = locked(code)
    if not is_casual(before.game):
        raise TableRefusal("not_casual")
    log = [_engine_entry(entry) for entry in Entry.objects.filter(game=before.game).order_by("number")]
    moves = standing(log)
    if not moves:
        raise TableRefusal("no_moves")
    seat, earlier = moves[-1]
    state, now = before.state.copy(), seconds(before)
    append(before, PlayedMove(state, take_back(state, earlier, seat, now), now), None, "take back")
    return before.names[seat]


def is_casual(game: int) -> bool:
    """Whether people who know each other play, or one person against bots: what they saw in a move that is taken back
    does no harm there. Strangers at a public table, and programs, play for the result."""
    people = Player.objects.filter(game=game, person__isnull=False)
    is_public = Game.objects.filter(pk=game, table__visibility=Visibility.PUBLIC).exists()
    return not people.filter(is_program=True).exists() and (not is_public or people.count() < 2)


@transaction.atomic
def send_away(code: str, person: int) -> bool:
    """Let a bot play on for a person who may not play any more. Return whether they had a seat in the game."""
    before = locked(code)
    seat = before.seat_of(person)
    if seat is not None:
        store(change_sitter(before, seat, **GONE).next())
    return seat is not None


def _engine_entry(entry: Entry) -> EngineEntry:
    return EngineEntry(entry.seat, entry.move, entry.now, read_events(entry.events))
