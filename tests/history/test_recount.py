"""Figures and achievements of random games under random rules agree with a count that knows only the events."""

from functools import cache
from random import Random

import pytest

from games.engine import Entry
from games.history.facts import read_facts
from tests.engine.playing import first_entry, random_entries, random_start
from tests.history.recount import recount

pytestmark = pytest.mark.once
DECKS: tuple[dict[str, str], ...] = ({}, {"deck": "flip"}, {"deck": "no_mercy"}, {})
SEEDS = [*range(60), 85, 457]
"""In number 85, a Flip is the last card of the winner. In the last one, a round is won by the player whose last card
was a Flip, but not with that card."""


@cache
def random_game(seed: int) -> tuple[list[Entry], int]:
    rng = Random(seed)
    state = random_start(rng, **DECKS[seed % 4])
    return [first_entry(state), *random_entries(state, rng, 400)], state.seats


@pytest.mark.parametrize("figure", ["missed_calls", "decisions", "decision_ms"])
def test_figures(figure: str) -> None:
    total = 0
    for log, seats in map(random_game, SEEDS):
        expected = [counts[figure] for counts in recount(log, seats)]
        assert [facts.figures[figure] for facts in read_facts(log, seats)] == expected
        total += sum(expected)
    assert total > 500


@pytest.mark.parametrize("award", ["flip_finish", "avalanche", "last_standing"])
def test_achievements(award: str) -> None:
    earned = 0
    for log, seats in map(random_game, SEEDS):
        expected = [bool(counts[award]) for counts in recount(log, seats)]
        assert [award in facts.awards for facts in read_facts(log, seats)] == expected
        earned += sum(expected)
    assert earned
