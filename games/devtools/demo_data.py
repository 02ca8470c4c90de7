"""Fill the database as after a month of play: many finished games, and some that are running.

The engine plays a pool of games. Each finished game is a copy of one of them, with other people and at another time, so
every game can be replayed and any number of them can be created.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import sin, tau
from random import Random

from django.db import connection, transaction
from django.utils import timezone

from games.bots import personas
from games.devtools.random_play import eager_move
from games.engine import Entry as LogEntry
from games.engine import Event, Refused, Rules, deal, play
from games.engine.rounds import ranks
from games.engine.stored import dump_state
from games.fields import name_key
from games.history import counting
from games.history.counted_logs import CountedLog
from games.history.dealt import count_deals
from games.history.facts import read_facts
from games.models import Day, Entry, Game, Line, Place, Player, Report, Table, User, Visibility, new_code
from games.people.guest_names import CREATURES, MOODS
from games.table import services, snapshot
from games.table.schedule import DueAction

UNUSABLE = "!"  # no password matches
POOL, ABANDONED = 120, 0.08
CHUNK, COUNTED_AT_ONCE = 1000, 5000
ENTRY = ("game_id", "number", "seat", "move", "now", "events", "at")
DAYS = 30
GAMES_A_TABLE = 4
CHAT_MESSAGES = ("Hello!", "Good luck!", "Well played!", "Oops!", "One more?", "Thank you!", "That was close.")
BOTS = ("Easy", "Medium", "Hard")


@dataclass(frozen=True)
class Played:
    """A game of the pool: its entries as they are stored, and how it ended."""

    rules: str
    seats: int
    entries: list[tuple[int, int | None, str, float, str]]
    state: str
    winner: int | None
    scores: list[int]
    ranks: tuple[int | None, ...]
    seconds: float
    counted: CountedLog
    """What its log says, which is the same in all copies."""


def play_one(number: int) -> Played:
    """Play the short game with this number. Some games are abandoned before the end."""
    rng = Random(f"demo {number}")
    preset = rng.choice(["House", "Party", "Relaxed", "Robots"])
    rules = Rules.preset(preset, hand_size=rng.choice([3, 4, 5]), seven="off", zero="off")
    seats = rng.choice([2, 2, 3, 4])
    state, now = deal(rules, seats, rng), 0.0
    log: list[tuple[int | None, str, float, list[Event]]] = [(None, "deal", 0.0, state.news)]
    end = rng.randint(3, 12) if rng.random() < ABANDONED else 400
    while not state.is_over and len(log) < end:
        now += rng.choice([0.8, 1.5, 3.0, 6.0])
        seat, move = state.turn, str(eager_move(state, state.turn, rng))
        try:
            log.append((seat, move, now, play(state, seat, move, now)))
        except Refused:  # the call came too late
            continue
    rows = [(n, seat, move, at, json.dumps(events)) for n, (seat, move, at, events) in enumerate(log, start=1)]
    winner = state.winner if state.is_over else None
    reached = ranks(state) if state.is_over else (None,) * seats
    entries = [LogEntry(seat, move, at, tuple(events)) for seat, move, at, events in log]
    counted = CountedLog(read_facts(entries, seats), count_deals(entries, rules))
    return Played(rules.to_json(), seats, rows, dump_state(state), winner, state.scores, reached, now + 1, counted)


def seed(games: int, live: int) -> Iterator[int]:
    """Fill the database, and yield the number of games that are done."""
    rng = Random("demo")
    people = make_people(max(12, min(5000, games // 20, 40_000)))
    pool = [play_one(number) for number in range(POOL)]
    now = timezone.now()
    copies: dict[int, Played] = {}
    for begun in range(0, games, CHUNK):
        number = min(CHUNK, games - begun)
        with transaction.atomic():
            copies |= _past(rng, people, pool, now, [_by_weekday((begun + n) / games) for n in range(number)])
        yield begun + number
    numbers = list(copies)
    for begun in range(0, games, COUNTED_AT_ONCE):
        counting.count(numbers[begun : begun + COUNTED_AT_ONCE], lambda game, seats: copies[game.pk].counted)
    for number in range(live):
        _live(rng, people, number)
        yield games + number + 1
    Day.objects.all().delete()  # the statistics are out of date now


def _by_weekday(even: float) -> float:
    """Shift an even distribution over the past days, so that some days of the week have more games than others."""
    return 0.98 * even + 0.01 + 0.01 * sin(even * DAYS / 7 * tau)


def make_people(number: int) -> list[User]:
    begin = User.objects.count()
    names = [f"{MOODS[n % 40]} {CREATURES[n * 7 % 44]} {begin + n}" for n in range(number)]
    rows = [
        User(name=name, name_key=name_key(name), password=UNUSABLE, is_guest=n % 3 > 0) for n, name in enumerate(names)
    ]
    User.objects.bulk_create(rows, batch_size=500)
    return list(User.objects.filter(name_key__in=[row.name_key for row in rows[:900]]))


# --- finished games


def _past(rng: Random, people: list[User], pool: list[Played], now: datetime, shares: list[float]) -> dict[int, Played]:
    """Create finished games in chronological order, the first thirty days ago, with a few at each table. Return of
    which game of the pool each of them is a copy."""
    tables = _closed_tables(rng, people, now, shares)
    chosen = [rng.choice(pool) for _ in shares]
    games = Game.objects.bulk_create(
        [
            _game(tables[n // GAMES_A_TABLE], played, now - timedelta(days=DAYS * (1 - share), minutes=20))
            for n, (played, share) in enumerate(zip(chosen, shares, strict=True))
        ],
        batch_size=500,
    )
    players = [row for game, played in zip(games, chosen, strict=True) for row in _players(rng, people, game, played)]
    Player.objects.bulk_create(players, batch_size=500)
    for game, number in Counter(row.game for row in players if row.person).items():
        game.people = number
    Game.objects.bulk_update(games, ["people"], batch_size=500)
    _write_entries(games, chosen)
    return {game.pk: played for game, played in zip(games, chosen, strict=True)}


def _closed_tables(rng: Random, people: list[User], now: datetime, shares: list[float]) -> list[Table]:
    opened = [now - timedelta(days=DAYS * (1 - share), minutes=21) for share in shares[::GAMES_A_TABLE]]
    rows = [
        Table(
            code=new_code(),
            host=rng.choice(people),
            visibility=rng.choice(Visibility.values),
            opened_at=moment,
            touched_at=moment,
            closed_at=moment + timedelta(minutes=20),
        )
        for moment in opened
    ]
    return Table.objects.bulk_create(rows, batch_size=500)


def _game(table: Table, played: Played, begun: datetime) -> Game:
    rules = Rules.from_json(played.rules)
    return Game(
        table=table,
        is_public=table.visibility == Visibility.PUBLIC,
        rules=played.rules,
        deck=rules.deck,
        preset=rules.preset_name or "",
        state=played.state,
        version=len(played.entries),
        started_at=begun,
        ended_at=begun + timedelta(seconds=played.seconds),
        abandoned=played.winner is None,
        winner=played.winner,
    )


def _players(rng: Random, people: list[User], game: Game, played: Played) -> Iterator[Player]:
    sitting = [people[0], *rng.sample(people[1:], played.seats - 1)]
    mine = rng.randrange(played.seats)
    sitting[0], sitting[mine] = sitting[mine], sitting[0]
    for seat, person in enumerate(sitting):
        is_bot = seat != mine and rng.random() < 0.3
        yield Player(
            game=game,
            seat=seat,
            place=seat,
            person=None if is_bot else person,
            name=f"Easy {seat}" if is_bot else person.name,
            face=person.face,
            bot="Easy" if is_bot else "",
            score=played.scores[seat],
            rank=played.ranks[seat],
            gave_up=played.winner is None and not is_bot,
        )


def _write_entries(games: list[Game], chosen: list[Played]) -> None:
    """Insert the rows with plain SQL: with models, these millions of rows would take five times as long."""
    moment = connection.ops.adapt_datetimefield_value
    rows = [
        (game.pk, *entry, moment(game.started_at + timedelta(seconds=entry[3])))
        for game, played in zip(games, chosen, strict=True)
        for entry in played.entries
    ]
    names = ", ".join(map(connection.ops.quote_name, ENTRY))
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {Entry._meta.db_table} ({names}) VALUES (%s, %s, %s, %s, %s, %s, %s)",  # noqa: S608  # our own names
            rows,
        )


# --- running games


@transaction.atomic
def _live(rng: Random, people: list[User], number: int) -> None:
    """Create a table with a running game among people and bots, and with chat messages."""
    sitting, bots = rng.sample(people, 2), BOTS[: 1 + number % 2]
    rules = Rules.preset(rng.choice(["House", "Party", "Flip", "No Mercy", "Official"]), decision_seconds=120)
    table = Table.objects.create(
        host=sitting[0], rules=rules.to_json(), seats=2 + len(bots), visibility=rng.choice(Visibility.values)
    )
    for seat, person in enumerate(sitting):
        Place.objects.create(table=table, number=seat, person=person, name=person.name, ready=True)
    for seat, bot in enumerate(bots, start=2):
        Place.objects.create(
            table=table, number=seat, bot=bot, name=personas.choose(bot, (), table.code).name, ready=True
        )
    services.start(table)
    for _ in range(rng.randint(0, 24)):
        _move(rng, table.code)
    messages = [Line(table=table, person=one, name=one.name, text=rng.choice(CHAT_MESSAGES)) for one in sitting]
    Line.objects.bulk_create(messages)
    if number % 5 == 0:
        _report(table, sitting)


def _move(rng: Random, code: str) -> None:
    now = snapshot.latest(code)
    if now is not None and not now.ended:
        move = str(eager_move(now.state, now.state.turn, rng))
        services.tick(code, now.version, DueAction(0.0, now.state.turn, move))


def _report(table: Table, sitting: list[User]) -> None:
    line = Line.objects.filter(table=table, person=sitting[1]).latest("pk")
    game = Game.objects.filter(table=table).latest("pk")
    lines = json.dumps(
        [[message.pk, message.name, message.text] for message in Line.objects.filter(table=table).order_by("pk")]
    )
    Report.objects.create(
        reporter=sitting[0], person=sitting[1], name=sitting[1].name, table=table, game=game, version=game.version,
        line=line, lines=lines, why="Says the same thing again and again.",
    )  # fmt: skip
