"""What is flashed at the seats: the effect, in a word, and the number of cards; the same for every viewer."""

import pytest

from games.table.flashes import Place
from games.table.log_view import LogLine
from games.table.pov import Preferences, fragments, pov
from games.table.scenes import scene
from games.table.snapshot import Snapshot
from tests.table.positions import MANY, position

pytestmark = pytest.mark.once
Moves = list[tuple[int, str]]
PILE = "G1 G2 G3 G4 G5 G6 G7 G8 B5 B6 B7"
BLUFF = f"Official | WD4 {{}} G3 / Y5 Y6 / B1 | 0 clockwise red | {PILE} | R9"
CHAIN = f"House | RD B2 B3 / GD Y6 / B1 B4 | 0 clockwise red | {PILE} | R9"
TWO = f"Official | R7 B2 / Y5 Y6 G1 / B1 B3 | 0 clockwise red | {PILE} | R9"
FALSE = f'{{"false_accuse_penalty": 3}} | R7 B2 / Y5 Y6 G1 | 0 clockwise red | {PILE} | R9'
SEVEN_ZERO = f"Party | R7 R0 B2 / B9 B8 Y6 / R7 B6 B7 | 0 clockwise red | {PILE} | R9"
LAST_STRAW = f"No Mercy | RD4 R3 R4 / {MANY} / Y1 Y2 | 0 clockwise red | {PILE} | R9"
MERCY = f"No Mercy | RD4 RE RA R3 R4 WC B1 / R1 R2 / Y1 Y2 | 0 clockwise red | {PILE} | R9"


def newest_lines(table: Snapshot, seat: int | None = 0) -> list[LogLine]:
    newest = f"l{table.log[-1].number}-"
    return [line for line in pov(table, seat, Preferences()).log if line.name.startswith(newest)]


def flashing(table: Snapshot, seat: int | None = 0) -> dict[Place, tuple[str, str]]:
    """Return the flashes of the newest entry, by place: their style and their words."""
    return {flash.place: (flash.look, flash.words) for line in newest_lines(table, seat) for flash in line.flashes}


@pytest.mark.parametrize(
    ("start", "moves", "flashes"),
    [
        (TWO.replace("R7", "RS"), ["0 play RS"], {1: ("bad", "SKIPPED")}),
        (TWO.replace("R7", "RD"), ["0 play RD"], {1: ("bad", "+2")}),
        (CHAIN, ["0 play RD", "1 stack GD", "2 accept"], {2: ("bad", "+4")}),
        (BLUFF.format("R2"), ["0 play WD4 blue", "1 challenge"], {0: ("bad", "BLUFF ✗ +4"), 1: ("good", "RIGHT ✓")}),
        (BLUFF.format("B2"), ["0 play WD4 blue", "1 challenge"], {1: ("bad", "WRONG ✗ +6")}),
        (TWO, ["0 play R7", "2 accuse 0"], {0: ("bad", "CAUGHT +2")}),
        (FALSE, ["0 declare", "0 play R7", "1 accuse 0"], {1: ("bad", "WRONG ✗ +3")}),
        (TWO, ["0 declare"], {0: ("call", "Uno!")}),
        (SEVEN_ZERO, ["0 play R7", "0 swap 2"], {0: ("good", "SWAP"), 2: ("good", "SWAP")}),
        (SEVEN_ZERO, ["0 play R0"], {"all": ("good", "HANDS PASSED ON")}),
        (SEVEN_ZERO, ["0 play R7 1", "2 jump R7 1"], {2: ("good", "JUMPED IN SWAP"), 1: ("good", "SWAP")}),
        (MERCY, ["0 play RD4", "1 accept"], {1: ("bad", "+4")}),
        (MERCY, ["0 play RE"], {"all": ("bad", "ALL OTHERS SKIPPED")}),
        (MERCY, ["0 play RA"], {0: ("good", "-4")}),
        (MERCY, ["0 play WC", "1 color blue"], {1: ("bad", "+1")}),
    ],
)
def test_what_happened_flashes_at_seats_or_in_the_middle(
    start: str, moves: list[str], flashes: dict[Place, tuple[str, str]]
) -> None:
    table = position(start, *((int(move[0]), move[2:]) for move in moves))
    assert [flashing(table, seat) for seat in (0, 1, None)] == [flashes] * 3


def test_a_player_knocked_out_by_mercy_sees_the_number_of_cards() -> None:
    assert flashing(position(LAST_STRAW, (0, "play RD4"), (1, "accept"))) == {1: ("bad", "+2 OUT")}


@pytest.mark.parametrize(
    ("start", "moves", "scenes"),
    [
        (SEVEN_ZERO, [(0, "play R0")], [("give", (0, 1, 1, 2, 2, 0))]),
        (SEVEN_ZERO.replace("clockwise", "counterclockwise"), [(0, "play R0")], [("give", (0, 2, 1, 0, 2, 1))]),
        (SEVEN_ZERO, [(0, "play R7 2")], [("give", (0, 2, 2, 0))]),
        (TWO.replace("R7", "RS"), [(0, "play RS")], [("skip", (1,))]),
        (MERCY, [(0, "play RE")], [("skip", (1, 2))]),
        (BLUFF.format("R2"), [(0, "play WD4 blue"), (1, "challenge")], [("right", (1, 0))]),
        (BLUFF.format("B2"), [(0, "play WD4 blue"), (1, "challenge")], [("wrong", (1, 0))]),
        (LAST_STRAW, [(0, "play RD4"), (1, "accept")], [("out", (1,))]),
        (TWO, [(0, "play R7")], []),
    ],
)
def test_everyone_sees_the_same_scenes(start: str, moves: Moves, scenes: list[tuple[str, tuple[int, ...]]]) -> None:
    table = position(start, *moves)
    for seat in (0, 1, 2, None):
        assert [line.scene for line in newest_lines(table, seat) if line.scene] == scenes


def test_hands_pass_by_players_who_are_out_of_the_round() -> None:
    assert scene(("passed_hands", 1), (0, 2, 3)) == ("give", (0, 2, 2, 3, 3, 0))


def test_the_page_has_scenes_as_data() -> None:
    table = position(SEVEN_ZERO, (0, "play R7 2"))
    assert 'data-scene="give 0 2 2 0"' in fragments(pov(table, None, Preferences()), is_page=True)["log"]


def test_only_the_challenger_has_the_cards_of_the_challenged_as_data() -> None:
    table = position(BLUFF.format("R2"), (0, "play WD4 blue"), (1, "challenge"))
    logs = [fragments(pov(table, seat, Preferences()), is_page=True)["log"] for seat in (1, 0, 2, None)]
    assert ['data-shown="' in log for log in logs] == [True, False, False, False]
    assert 'data-shown="R2 G3"' in logs[0]


def test_the_page_has_the_card_that_flips_the_deck_as_data() -> None:
    start = "Flip | RF|P8 R1|P3 / B1|UE B2|P6 | 0 clockwise red | G1|O5 G1|OF | R2|OR"
    for seat in (0, 1, None):
        flipped = fragments(pov(position(start, (0, "play RF")), seat, Preferences()), is_page=True)["log"]
        played = fragments(pov(position(start, (0, "play R1")), seat, Preferences()), is_page=True)["log"]
        assert 'data-shown="RF"' in flipped
        assert "data-shown" not in played


def test_the_page_has_flashes_as_data() -> None:
    table = position(BLUFF.format("B2"), (0, "play WD4 blue"), (1, "challenge"))
    assert 'data-flash="1 bad WRONG ✗ +6;"' in fragments(pov(table, 0, Preferences()), is_page=True)["log"]
