"""Tables that a viewer may not distinguish are rendered to the same bytes."""

from random import Random

import pytest

from games.engine import Rules
from games.engine.events import HIDDEN, KINDS
from games.table.pov import Preferences, fragments, pov
from games.table.snapshot import Snapshot
from tests.table.positions import WITH_OTHER_CARDS, position, random_game, with_other_secrets

pytestmark = pytest.mark.once
PREFERENCES = Preferences()
GAMES = [
    ("Official", 4, 1, 30),
    ("House", 3, 2, 60),
    ("Party", 5, 3, 45),
    ("Flip", 4, 4, 35),
    ("Flip", 3, 5, 80),
    ("No Mercy", 6, 6, 50),
    ("No Mercy", 4, 7, 90),
    ("Relaxed", 10, 8, 40),
    ("Robots", 2, 9, 25),
]


def bytes_for(table: Snapshot, seat: int | None, open_hands: bool = False) -> str:
    return "".join(fragments(pov(table, seat, PREFERENCES, 1.0, open_hands=open_hands)).values())


@pytest.mark.parametrize(("preset", "seats", "seed", "moves"), GAMES)
def test_hidden_cards_change_no_byte_of_the_page(preset: str, seats: int, seed: int, moves: int) -> None:
    dice = Random(seed)
    for played in range(0, moves, 5):
        table = random_game(Rules.preset(preset), seats, seed, played)
        for seat in (*range(seats), None):
            for _ in range(2):
                assert bytes_for(with_other_secrets(table, seat, dice), seat) == bytes_for(table, seat)


def test_the_check_finds_a_hand_that_is_open() -> None:
    """Where hands are open, other cards must change the bytes; otherwise the check could not fail."""
    table = random_game(Rules(), 4, 1, 20)
    assert bytes_for(with_other_secrets(table, None, Random(1)), None, True) != bytes_for(table, None, True)


def test_every_kind_of_event_with_hidden_facts_occurs_in_these_tests() -> None:
    changed = set(WITH_OTHER_CARDS) | {"position"}
    assert set(HIDDEN) <= changed
    assert changed - {"position"} <= set(KINDS)


def test_only_the_challenger_and_the_challenged_player_see_the_shown_hand() -> None:
    table = position(
        "Official | WD4 B7 G3 / R1 R2 / Y5 Y6 | 0 clockwise red | G1 G2 G4 G5 G6 G7 | R9",
        (0, "play WD4"),
        (0, "color blue"),
        (1, "challenge"),
    )
    povs = [pov(table, seat, PREFERENCES) for seat in (0, 1, 2, None)]
    assert ["blue 7" in fragments(viewed, is_page=True)["log"] for viewed in povs] == [True, True, False, False]
    assert all("showed" in [line.kind for line in viewed.log] for viewed in povs)


def test_other_players_see_only_the_number_of_drawn_cards() -> None:
    table = position("Official | R7 GS / YR B2 / B1 B3 | 0 clockwise yellow | G1 G2 | B9", (0, "draw"), (0, "keep"))
    assert "green 2" in fragments(pov(table, 0, PREFERENCES), is_page=True)["log"]
    assert [(line.seat, line.count) for line in pov(table, 1, PREFERENCES).log if line.kind == "drew"] == [(0, 1)]
    assert "green 2" not in bytes_for(table, 1) + bytes_for(table, None)
