"""Create fixtures as tables in the database, so that a browser can open them."""

import json
from datetime import UTC, datetime
from typing import NamedTuple

from django.db import transaction

from games.bots import personas
from games.devtools.bench_tables import session_of
from games.devtools.fixtures import FIXTURES, Fixture, build_state
from games.engine import Event, State, play
from games.engine.stored import dump_state
from games.models import Entry, Game, Place, Player, Table, User
from games.table.services.sitting import STAND_IN

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
ALWAYS = datetime(2999, 1, 1, tzinfo=UTC)
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ines", "Jo")
FACES = (
    "31a9c5e2",
    "7be01f44",
    "c0ffee12",
    "5a5a9d3e",
    "0badcafe",
    "91d7a2b6",
    "e4f0317c",
    "2468ace0",
    "13579bdf",
    "f00d4e11",
)


class FixtureTable(NamedTuple):
    """The table of a fixture, and the session of its viewer."""

    name: str
    code: str
    session: str


def create_fixtures(names: list[str]) -> list[FixtureTable]:
    return [create_fixture(name) for name in names or FIXTURES]


@transaction.atomic
def create_fixture(name: str) -> FixtureTable:
    """Create a table in this position. No time limit runs, and bots wait for the first move."""
    fixture = FIXTURES[name]
    state = build_state(fixture)
    log: list[tuple[int | None, str, list[Event]]] = [(None, "deal", state.news[:])]
    for number, text in enumerate(fixture.played, 1):
        seat, move = text.split(" ", 1)
        log.append((int(seat), move, play(state, int(seat), move, float(number))))
    table = Table.objects.create(
        rules=state.rules.to_json(),
        seats=state.seats,
        watching=fixture.watching,
        visibility="public",
        adapts_bots=fixture.adapts_bots,
    )
    people = [_person(table, seat) for seat in range(state.seats)]
    Table.objects.filter(pk=table.pk).update(host=people[0])
    game = _game(table, state, log)
    Player.objects.bulk_create([_player(game, seat, person, fixture) for seat, person in enumerate(people)])
    viewer = people[fixture.seat] if fixture.seat is not None else User.objects.create(name=f"Hugo {table.code}")
    return FixtureTable(name, table.code, session_of(viewer))


def _person(table: Table, seat: int) -> User:
    return User.objects.create(name=f"{NAMES[seat]} {table.code}", face=FACES[seat])


def _game(table: Table, state: State, log: list[tuple[int | None, str, list[Event]]]) -> Game:
    game = Game.objects.create(
        table=table, rules=table.rules, watching=table.watching, state=dump_state(state), version=len(log)
    )
    if state.is_over:
        Game.objects.filter(pk=game.pk).update(ended_at=game.started_at, winner=state.winner)
    Entry.objects.bulk_create(
        Entry(game=game, number=number, seat=seat, move=move, now=number - 1.0, events=json.dumps(events))
        for number, (seat, move, events) in enumerate(log, 1)
    )
    return game


def _player(game: Game, seat: int, person: User, fixture: Fixture) -> Player:
    bot = fixture.bots.get(seat, "")
    persona = _persona(fixture, seat) if bot else None
    name, face = (persona.name, persona.face) if persona else (NAMES[seat], person.face)
    sitter = None if bot else person
    Place.objects.create(
        table=game.table,
        number=seat,
        person=sitter,
        bot=bot,
        name=name,
        ready=True,
        seen_at=LONG_AGO if seat in fixture.lost else ALWAYS,
    )
    return Player(
        game=game,
        seat=seat,
        place=seat,
        person=sitter,
        name=name,
        face=face,
        bot=bot,
        stand_in=STAND_IN if seat in fixture.away else "",
        missed=2 * (seat in fixture.away),
    )


def _persona(fixture: Fixture, seat: int) -> personas.Persona:
    """Return the next character of a bot's kind, in the order of the seats."""
    kind = fixture.bots[seat]
    before = sum(other < seat and bot == kind for other, bot in fixture.bots.items())
    return [*personas.OF_KIND[kind], *personas.PERSONAS.values()][before]
