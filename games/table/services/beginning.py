"""Starting a game, and abandoning it."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from django.db import transaction
from django.utils import timezone

from games.bots import personas
from games.engine import Rules, State, deal, deal_from
from games.engine.stored import DAMAGE, as_beginning, load_state
from games.live import hints
from games.models import Entry, Game, Place, Player, Table, Visibility, Watching
from games.table import commitments, snapshot
from games.table.refusals import TableRefusal
from games.table.services.sitting import needs_player
from games.table.services.storing import announce_inspections, store, store_result


@dataclass(frozen=True)
class Origin:
    """A position of another game with which a game begins, instead of a deal."""

    game: Game
    round: int
    n: int
    state: State


@transaction.atomic
def start(table: Table, random: Random | None = None, origin: Origin | None = None) -> Game:
    """Start a game with all who have a place. The caller has locked the table's row.

    Its first dealer and all its shuffles follow from the commitment of the table and from the contributions; tests and
    simulations give another source of randomness, and nobody can verify that deal.
    """
    places = list(table.places.select_related("person").order_by("number"))
    if running(table):
        raise TableRefusal("already_started")
    rules = Rules.from_json(table.rules)
    rules.check_seats(len(places))
    game = _new_game(table, rules, places, origin)
    state = deal(rules, len(places), random) if random else _dealt(table, game, rules, places, origin)
    players = Player.objects.bulk_create([_player(game, seat, place) for seat, place in enumerate(places)])
    entry = Entry(game=game, number=1, seat=None, move="deal", now=0.0, events=json.dumps(state.news))
    entry.save(force_insert=True)
    table.touched_at = timezone.now()
    table.save(update_fields=["touched_at"])
    store(snapshot.make(game, state, players, [snapshot.log_entry_of(entry)]))
    return game


def _dealt(table: Table, game: Game, rules: Rules, places: Sequence[Place], origin: Origin | None) -> State:
    commitment = commitments.next_commitment(table)
    source = commitments.fix_agreement(commitment, game, rules, places)
    if origin:
        return as_beginning(origin.state, commitment.digest, source)
    return deal_from(source, commitment.digest, rules, len(places))


def _new_game(table: Table, rules: Rules, places: Sequence[Place], origin: Origin | None) -> Game:
    return Game.objects.create(
        table=table,
        is_public=table.visibility == Visibility.PUBLIC and table.watching != Watching.NOBODY,
        rules=table.rules,
        deck=rules.deck,
        preset=rules.preset_name or "",
        people=sum(place.person_id is not None for place in places),
        watching=table.watching,
        from_game=origin.game if origin else None,
        from_round=origin.round if origin else 0,
        from_n=origin.n if origin else 0,
        state="",
        version=1,
    )


def _player(game: Game, seat: int, place: Place) -> Player:
    face = place.person.face if place.person else personas.face(place.name, place.bot)
    return Player(
        game=game,
        seat=seat,
        place=place.number,
        person=place.person,
        name=place.name,
        face=face,
        bot=place.bot,
        is_program=place.is_program,
    )


def running(table: Table) -> Game | None:
    """Return the game that is being played at a table."""
    return Game.objects.filter(table=table, ended_at=None).first()


def abandon(table: Table) -> None:
    """End a game without a winner because nobody is there to finish it. The caller has locked the table's row."""
    game = running(table)
    if game:
        game.ended_at, game.abandoned, game.due_at, game.held = timezone.now(), True, None, ""
        game.version += 1
        game.save(update_fields=["ended_at", "abandoned", "due_at", "held", "version"])
        with suppress(*DAMAGE):
            _store_end(game)
        transaction.on_commit(lambda: snapshot.forget(table.code))
        announce_inspections(table.code, table.pk, game.pk)
        hints.announce(table.code, hints.GAME, game.version)


def _store_end(game: Game) -> None:
    """Store the points, and who gave up."""
    state = State(Rules(), 2)
    load_state(state, game.state)
    store_result(game.pk, state)
    needed = [seat for seat in range(state.seats) if needs_player(state, seat)]
    game.players.filter(seat__in=needed, person__isnull=False, stand_in="", has_left=False).update(gave_up=True)
