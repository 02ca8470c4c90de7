"""Tables that a viewer may not distinguish have the same bytes in the API, too."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.api.pov import Vocabulary, render_game
from games.api.stream_lines import render_line
from games.engine import Rules
from games.table.snapshot import Snapshot
from tests.table.positions import position, random_game, with_other_secrets
from tests.table.test_leaks import GAMES

pytestmark = pytest.mark.once


def bytes_for(table: Snapshot, seat: Any, open_hands: Any = False) -> Any:
    """Return what the API sends about a table, in responses and in the stream."""
    return b"".join(
        render(table, seat, open_hands, vocabulary)
        for render in (render_game, render_line)
        for vocabulary in Vocabulary
    )


@pytest.mark.parametrize(("preset", "seats", "seed", "moves"), GAMES)
def test_hidden_cards_change_no_byte_of_the_api(preset: str, seats: int, seed: int, moves: int) -> None:
    dice = Random(seed)
    for played in range(0, moves, 5):
        table = random_game(Rules.preset(preset), seats, seed, played)
        table = replace(table, version=table.log[-1].number)  # so that the stream has a line about the last move
        for seat in (*range(seats), None):
            for _ in range(2):
                assert bytes_for(with_other_secrets(table, seat, dice), seat) == bytes_for(table, seat)


def test_the_check_finds_a_hand_that_is_open() -> None:
    """Where hands are open, other cards must change the bytes; otherwise the check could not fail."""
    table = random_game(Rules(), 4, 1, 20)
    assert bytes_for(with_other_secrets(table, None, Random(1)), None, True) != bytes_for(table, None, True)


def test_backs_are_sent_only_if_they_are_public() -> None:
    hidden = random_game(Rules.preset("Flip", backs_public=False), 3, 2, 10)
    shown = random_game(Rules.preset("Flip"), 3, 2, 10)
    assert b'"back' not in render_game(hidden, 0)
    assert render_game(shown, 0).count(b'"backs"') == 2
    assert render_game(shown, 0).count(b'"back"') == 1


def test_other_players_get_only_the_number_of_drawn_cards() -> None:
    table = position("Official | R7 GS / YR B2 | 0 clockwise yellow | Y1 G2 | B9", (0, "draw"), (0, "keep"))
    assert b'"type":"2"' in render_game(table, 0)
    assert b'{"color":"green","type":"2"}' not in render_game(table, 1) + render_line(table, 1) + render_line(
        table, None
    )
