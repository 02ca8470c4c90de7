"""A match of 2,000 rounds is counted, shown and replayed like any other."""

import json
from collections.abc import Iterator
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from games.devtools.random_play import eager_move
from games.engine import Entry, Rules, State, deal, decide, play
from games.engine.stored import dump_state
from games.history import counting
from games.models import Entry as StoredEntry
from games.models import Figures, Game, Player, Table, Tally
from tests.engine.playing import first_entry
from tests.history.conftest import person_called
from tests.history.recount import recount
from tests.history.test_counting import everything, rebuild

pytestmark = [pytest.mark.django_db, pytest.mark.once]
ROUNDS = 2000


def play_rounds(state: State, rng: Random) -> Iterator[Entry]:
    """Play until the last round has ended. With one card in each hand, and every card a wild one, a turn is a round."""
    yield first_entry(state)
    while not (state.is_paused and state.round == ROUNDS):
        now, seat = state.now + 1, state.turn
        move = "decide" if state.is_paused else str(eager_move(state, seat, rng))
        events = decide(state, now) if state.is_paused else play(state, seat, move, now)
        yield Entry(seat, move, now, tuple(events))


@pytest.fixture
def long_match() -> tuple[Game, list[Entry]]:
    """A match of Ann and Bob, which staff have ended; it has no end by itself."""
    rules = Rules.of({"deck": "all_wild", "score_limit": "unlimited", "hand_size": 1, "uno_call": "off"})
    rng = Random(1)
    state = deal(rules, 2, rng)
    log = list(play_rounds(state, rng))
    table, stored = Table.objects.create(), {"rules": rules.to_json(), "state": dump_state(state), "version": len(log)}
    game = Game.objects.create(table=table, abandoned=True, ended_at=timezone.now(), deck="all_wild", **stored)
    for seat, name in enumerate(("Ann", "Bob")):
        person = person_called(name)
        Player.objects.create(
            game=game, seat=seat, place=seat, person=person, name=name, face="a", score=state.scores[seat]
        )
    StoredEntry.objects.bulk_create(
        StoredEntry(game=game, number=n, seat=seat, move=move, now=now, events=json.dumps(events))
        for n, (seat, move, now, events) in enumerate(log, 1)
    )
    return game, log


def test_a_match_of_two_thousand_rounds(long_match: tuple[Game, list[Entry]]) -> None:
    game, log = long_match
    assert counting.count_pending() == 1
    for row, expected in zip(Figures.objects.order_by("person__name"), recount(log, 2), strict=True):
        assert (row.decisions, row.decision_ms) == (expected["decisions"], expected["decision_ms"])
        assert row.decisions >= ROUNDS / 4
    assert list(Tally.objects.filter(kind="all").values_list("games", "unfinished")) == [(0, 1)] * 2
    before = everything()
    rebuild()
    assert everything() == before
    client = Client()
    client.force_login(person_called("Ann"))
    for path in ("/@Ann/", "/@Bob/", "/me/games/", f"/g/{game.public_id}/", f"/g/{game.public_id}/{ROUNDS}/0"):
        assert client.get(path).status_code == 200, path
    assert client.get(f"/g/{game.public_id}/{ROUNDS + 1}/0").status_code == 404
