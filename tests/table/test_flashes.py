"""What is flashed at the seats: the effect, in a word, and the number of cards; the same for every viewer."""

import pytest

from games.table.pov import Preferences, fragments, pov
from games.table.snapshot import Snapshot
from tests.table.positions import position

pytestmark = pytest.mark.once
Moves = list[tuple[int, str]]
PILE = "G1 G2 G3 G4 G5 G6 G7 G8 B5 B6 B7"
BLUFF = f"Official | WD4 {{}} G3 / Y5 Y6 / B1 | 0 clockwise red | {PILE} | R9"
CHAIN = f"House | RD B2 B3 / GD Y6 / B1 B4 | 0 clockwise red | {PILE} | R9"
TWO = f"Official | R7 B2 / Y5 Y6 G1 / B1 B3 | 0 clockwise red | {PILE} | R9"
FALSE = f'{{"false_accuse_penalty": 3}} | R7 B2 / Y5 Y6 G1 | 0 clockwise red | {PILE} | R9'
SEVEN_ZERO = f"Party | R7 R0 B2 / B9 B8 Y6 / R7 B6 B7 | 0 clockwise red | {PILE} | R9"
MERCY = f"No Mercy | RD4 RE RA R3 R4 WC B1 / R1 R2 / Y1 Y2 | 0 clockwise red | {PILE} | R9"


def flashing(table: Snapshot, seat: int | None = 0) -> dict[int, tuple[str, str]]:
    """Return the flashes of the newest entry, by seat: their style and their words."""
    newest = f"l{table.log[-1].number}-"
    lines = [line for line in pov(table, seat, Preferences()).log if line.name.startswith(newest)]
    return {flash.seat: (flash.look, flash.words) for line in lines for flash in line.flashes}


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
        (SEVEN_ZERO, ["0 play R0"], dict.fromkeys(range(3), ("good", "SWAP"))),
        (SEVEN_ZERO, ["0 play R7 1", "2 jump R7 1"], {2: ("good", "JUMPED IN SWAP"), 1: ("good", "SWAP")}),
        (MERCY, ["0 play RD4", "1 accept"], {1: ("bad", "+4")}),
        (MERCY, ["0 play RE"], dict.fromkeys((1, 2), ("bad", "SKIPPED"))),
        (MERCY, ["0 play RA"], {0: ("good", "-4")}),
        (MERCY, ["0 play WC", "1 color blue"], {1: ("bad", "+1")}),
    ],
)
def test_a_seat_flashes_what_happened_to_it(start: str, moves: list[str], flashes: dict[int, tuple[str, str]]) -> None:
    table = position(start, *((int(move[0]), move[2:]) for move in moves))
    assert [flashing(table, seat) for seat in (0, 1, None)] == [flashes] * 3


def test_a_player_knocked_out_by_mercy_sees_the_number_of_cards() -> None:
    many = " ".join(f"{color}{number}" for color in "YGB" for number in range(8))[:-3]
    start = f"No Mercy | RD4 R3 R4 / {many} / Y1 Y2 | 0 clockwise red | {PILE} | R9"
    assert flashing(position(start, (0, "play RD4"), (1, "accept"))) == {1: ("bad", "+2 OUT")}


@pytest.mark.parametrize(
    ("start", "moves", "givers"),
    [
        (SEVEN_ZERO, [(0, "play R0")], [2, 0, 1, None]),
        (SEVEN_ZERO.replace("clockwise", "counterclockwise"), [(0, "play R0")], [1, 2, 0, None]),
        (SEVEN_ZERO, [(0, "play R7 2")], [2, None, 0, None]),
    ],
)
def test_a_received_hand_has_the_seat_of_its_giver(start: str, moves: Moves, givers: list[int | None]) -> None:
    table = position(start, *moves)
    lines = [pov(table, seat, Preferences()).log for seat in (0, 1, 2, None)]
    assert [next((line.giver for line in log if line.giver is not None), None) for log in lines] == givers


def test_the_page_has_the_givers_seat_as_data() -> None:
    table = position(BLUFF.format("B2"), (0, "play WD4 blue"), (1, "challenge"))
    assert 'data-flash="1 bad WRONG ✗ +6;"' in fragments(pov(table, 0, Preferences()), is_page=True)["log"]
