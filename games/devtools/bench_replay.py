"""Measure what it costs to show positions of a long game: whole pages that are read from the database each time, and
steps within a round that this process has just shown."""

import json
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from gzip import compress
from random import Random
from statistics import mean
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.engine import Entry as EngineEntry
from games.engine import Rules, State, deal, legal, play, replay
from games.engine.stored import dump_state
from games.history import rounds
from games.models import Entry, Game, Table, User

from .bench_tables import seat, session_of
from .temporary_site import temporary_site

RULES, SEATS = "Official", 4
SECONDS_A_MOVE = 3.0
WARM_UP = 5
HTMX = {"HTTP_HX_REQUEST": "true"}


class Replaying(NamedTuple):
    """The cost of positions of one game."""

    entries: int
    positions: int
    cpu_ms_per_position: float
    """Of a whole page with all hands, read from the database."""
    cpu_ms_per_step: float
    """Of the fragments of another position in the same round."""
    queries_per_position: float
    page_kb: float
    """Of a whole page with all hands, compressed."""
    step_kb: float

    def table(self) -> str:
        return "\n".join(f"{name.replace('_', ' '):24}{value:>12}" for name, value in self._asdict().items())


def measure(entries: int, positions: int) -> Replaying:
    """Measure on a database of its own."""
    with temporary_site("", "") as site:
        words = ("bench", "positions", f"--entries={entries}", f"--positions={positions}")
        return Replaying(**json.loads(site.manage(*words).splitlines()[-1]))


def measure_here(entries: int, positions: int) -> Replaying:
    """Measure on the database of this process."""
    game, person = long_game(entries)
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = session_of(person)
    rng = Random(1)
    chosen = [rng.randrange(entries) for _ in range(positions)]

    def page(n: int) -> bytes:
        rounds.forget_rounds()
        return _get(client, game, n)

    def step(n: int) -> bytes:
        return _get(client, game, n, **HTMX, HTTP_HX_CURRENT_URL=f"http://localhost/g/{game.public_id}/1/0")

    pages, page_size = _measure(page, chosen)
    steps, step_size = _measure(step, chosen)
    return Replaying(
        entries=entries,
        positions=positions,
        cpu_ms_per_position=pages,
        cpu_ms_per_step=steps,
        queries_per_position=_queries(page, chosen[:WARM_UP]),
        page_kb=page_size,
        step_kb=step_size,
    )


def _get(client: Client, game: Game, n: int, **headers: str) -> bytes:
    address = reverse("replay_at", args=[game.public_id, 1, n])
    answer = client.get(f"{address}?seat=all", SERVER_NAME="localhost", **headers)  # type: ignore[arg-type]
    assert answer.status_code == 200, answer.status_code  # noqa: S101
    return answer.content


def _measure(show: Callable[[int], bytes], chosen: list[int]) -> tuple[float, float]:
    """Return the CPU milliseconds and the compressed size of what is shown, on average."""
    for n in chosen[:WARM_UP]:
        show(n)
    start = time.process_time()
    shown = [show(n) for n in chosen]
    spent = time.process_time() - start
    return round(spent * 1000 / len(chosen), 2), round(mean(len(compress(html, 6)) for html in shown) / 1024, 1)


def _queries(show: Callable[[int], bytes], chosen: list[int]) -> float:
    with CaptureQueriesContext(connection) as queries:
        for n in chosen:
            show(n)
    return round(len(queries) / len(chosen), 1)


# --- a long game


def long_game(entries: int) -> tuple[Game, User]:
    """Store a game that was ended after one round of so many entries, and return it with one of its players."""
    rules = Rules.preset(RULES)
    (code, *_), *_ = seat(1, SEATS, 0, rules.to_json(), lambda person: "")
    game = Game.objects.get(table__code=code)
    state, log = long_round(rules, entries)
    Entry.objects.filter(game=game).delete()
    Entry.objects.bulk_create(
        Entry(game=game, number=number, seat=one.seat, move=one.move, now=one.now, events=json.dumps(one.events))
        for number, one in enumerate(log, 1)
    )
    game.state, game.version, game.due_at, game.abandoned = dump_state(state), len(log), None, True
    game.ended_at = game.started_at + timedelta(seconds=log[-1].now)
    game.save()
    Table.objects.filter(code=code).update(closed_at=game.ended_at)
    player = game.players.select_related("person").first()
    assert player is not None  # noqa: S101  # somebody has played
    assert player.person is not None  # noqa: S101  # and no bots
    return game, player.person


def long_round(rules: Rules, entries: int) -> tuple[State, list[EngineEntry]]:
    """Return the first random round that is long enough, cut after so many entries."""
    seed = 0
    while True:
        log = list(_random_round(rules, Random(seed), entries))
        if len(log) == entries:
            return replay(log), log
        seed += 1


def _random_round(rules: Rules, rng: Random, entries: int) -> Iterator[EngineEntry]:
    state, now = deal(rules, SEATS, rng), 0.0
    yield EngineEntry(None, "deal", now, tuple(state.news))
    for _ in range(entries - 1):
        if state.has_round_ended:
            return
        now += SECONDS_A_MOVE
        move = rng.choice(legal(state, state.turn))
        seat_number = state.turn
        yield EngineEntry(seat_number, str(move), now, tuple(play(state, seat_number, move, now)))
