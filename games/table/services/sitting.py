"""Leaving a running game and coming back to it."""

from collections.abc import Callable
from typing import Any

from django.db import transaction

from games.access import Level
from games.bots import personas
from games.engine import State
from games.limits import Bucket
from games.models import Place, Player, Table, User, Visit
from games.people import admission
from games.table.refusals import NotPlaying, TableRefusal
from games.table.services.reading import locked, locked_for, locked_seat
from games.table.services.storing import BACK, change_sitter, lobby_changed, store
from games.table.snapshot import Snapshot

OFTEN = Bucket("leave or come back", 20, per=60)
STAND_IN = "Medium"
GONE: dict[str, Any] = {"has_left": True, "stand_in": STAND_IN}


def leave(code: str, person: User) -> Snapshot:
    """Let a person leave. A bot plays on, and they can come back until the game ends."""
    return _change(code, person, lambda state, seat: GONE | {"gave_up": needs_player(state, seat)})


def needs_player(state: State, seat: int) -> bool:
    """Whether a match still needs this player: not who is out of it, and nobody if it has no end."""
    limit = state.rules.score_limit
    is_out = seat in state.gone or (limit == "one_round" and seat in state.out)
    return not is_out and limit != "unlimited"


def come_back(code: str, person: User, by_program: bool = False) -> Snapshot:
    """Give a person their seat back."""
    return _change(code, person, lambda state, seat: BACK, by_program)


@transaction.atomic
def _change(
    code: str, person: User, changes: Callable[[State, int], dict[str, Any]], by_program: bool = False
) -> Snapshot:
    before, seat = locked_seat(code, person)
    marked = marked_as_program(before, seat) if by_program else before
    after = change_sitter(marked, seat, **changes(before.state, seat))
    if after.sitters == before.sitters:
        return before
    OFTEN.spend(f"person {person.pk}")
    return _store_new_version(after)


@transaction.atomic
def take_over(code: str, person: User, seat: int, by_program: bool = False) -> Snapshot:
    """Give a bot's seat to a person who watches."""
    before, found = locked_for(code, person, Level.SPECTATOR)
    if found.seat is not None:
        raise TableRefusal("seated_already")
    if not before.seats_open:
        raise TableRefusal("seats_closed")
    if not (seat < len(before.sitters) and before.sitters[seat].bot):
        raise TableRefusal("not_a_bot")
    OFTEN.spend(f"person {person.pk}")
    admission.check_seat(Table.objects.get(pk=before.table), person, when_blocked=TableRefusal("seats_closed"))
    place = Place.objects.filter(table=before.table, number=before.sitters[seat].place)
    place.update(person=person, name=person.name, bot="", ready=False, is_program=by_program)
    Visit.objects.filter(table=before.table, person=person).update(queued_at=None)
    lobby_changed(before)
    Player.objects.filter(game=before.game, seat=seat).update(joined=before.version)
    sits = {"person": person.pk, "name": person.name, "face": person.face, "bot": "", "stand_in": ""}
    return _store_new_version(change_sitter(before, seat, **sits, is_program=by_program))


def marked_as_program(table: Snapshot, seat: int) -> Snapshot:
    """Mark a seat as played by a program, which all players see; refused where the host wants people only."""
    sitter = table.sitters[seat]
    if sitter.is_program:
        return table
    if not Table.objects.get(pk=table.table).lets_programs_in:
        raise NotPlaying("only_people")
    Place.objects.filter(table=table.table, number=sitter.place).update(is_program=True)
    return change_sitter(table, seat, is_program=True)


@transaction.atomic
def put_a_bot(code: str, person: User) -> Snapshot:
    """Give the seat of a person who is not in this game any more to a bot."""
    before = locked(code)
    seat = before.seat_of(person.pk)
    if seat is None:
        raise NotPlaying("not_seated")
    name, face, _ = personas.choose(STAND_IN, before.names, key=code)
    place = Place.objects.filter(table=before.table, number=before.sitters[seat].place)
    place.update(person=None, name=name, bot=STAND_IN, ready=True)
    lobby_changed(before)
    sits = BACK | {"person": None, "name": name, "face": face, "bot": STAND_IN}
    return _store_new_version(change_sitter(before, seat, **sits))


def _store_new_version(table: Snapshot) -> Snapshot:
    """Who sits where is visible, so a change of it is a new version."""
    return store(table.next())
