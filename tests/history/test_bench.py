"""The benchmark of replays shows real positions of a game of the length that was asked for."""

import pytest

from games.devtools import bench_replay
from games.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_it_shows_positions_of_a_long_game() -> None:
    found = bench_replay.measure_here(entries=40, positions=6)
    game = Game.objects.get()
    assert game.entries.count() == found.entries == 40
    assert found.positions == 6
    assert min(found.cpu_ms_per_step, found.cpu_ms_per_position) > 0
    assert 0 < found.step_kb < found.page_kb < 30
    assert found.queries_per_position < 15
    assert "cpu ms per position" in found.table()
