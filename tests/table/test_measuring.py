"""The moves that the benchmark's viewers press: only those that have a button."""

import pytest

from games.devtools.bench_browser import BrowserClient
from games.devtools.bench_server import RULES
from games.table.pov import Preferences, pieces
from tests.table.positions import position


@pytest.mark.parametrize(
    ("text", "played", "moves"),
    [
        (f"{RULES} | R1 R2 B5 / G1 G2 | 0 clockwise red | Y1 Y2 | R9", [], ["play R1", "play R2"]),
        (f"{RULES} | B1 B2 / G1 G2 | 0 clockwise red | Y1 Y2 | R9", [], ["draw"]),
        (f"{RULES} | B1 B2 / WD4 G2 | 1 clockwise red | Y1 Y2 | R9", [(1, "play WD4 blue")], ["challenge", "accept"]),
        (f"{RULES} | W B2 / G1 G2 | 0 clockwise red | Y1 Y2 | R9", [(0, "play W")], None),
    ],
)
def test_a_viewer_presses_only_existing_buttons(
    text: str, played: list[tuple[int, str]], moves: list[str] | None
) -> None:
    table = position(text, *played)
    viewer = BrowserClient(1, "key", "ABC", pieces=dict(pieces(table, 0, Preferences())))
    assert set(viewer.moves()) == set(moves or (f"color {color}" for color in ("red", "yellow", "green", "blue")))
