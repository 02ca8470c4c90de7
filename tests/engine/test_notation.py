"""Everything has a text that is read back equal; invalid texts are refused."""

import pickle
from random import Random
from typing import Any

import pytest

from games.engine import (
    PRESETS,
    Move,
    Rules,
    Unreadable,
    WrongRules,
    deal,
    evolve,
    read_moves,
)
from games.engine.moves import BARE_VERBS
from games.engine.notation import (
    freeze,
    read_event,
    read_events,
    read_position,
    write_event,
    write_position,
)
from tests.engine.playing import first_entry, play_moves, random_entries, random_start, table

# --- moves


@pytest.mark.parametrize(
    ("text", "verb", "card", "color", "seat", "amount"),
    [
        ("play R7", "play", "R7", "", -1, 0),
        ("play WD4", "play", "WD4", "", -1, 0),
        ("stack RD", "stack", "RD", "", -1, 0),
        ("jump B0", "jump", "B0", "", -1, 0),
        ("draw", "draw", "", "", -1, 1),
        ("draw 3", "draw", "", "", -1, 3),
        ("color green", "color", "", "green", -1, 0),
        ("swap 2", "swap", "", "", 2, 0),
        ("accuse 0", "accuse", "", "", 0, 0),
        *[(verb, verb, "", "", -1, 0) for verb in BARE_VERBS if verb != "draw"],
    ],
)
def test_a_move_is_its_text(text: str, verb: str, card: str, color: str, seat: int, amount: int) -> None:
    move = Move(text)
    assert move == text
    assert (move.verb, move.card, move.color, move.seat, move.amount) == (verb, card, color, seat, amount)
    assert read_moves(str(move)) == (move,)
    assert pickle.loads(pickle.dumps(move)).verb == verb  # noqa: S301  # our own bytes


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("play WD4 green", ("play WD4", "color green")),
        ("stack WD6 red", ("stack WD6", "color red")),
        ("jump R7 2", ("jump R7", "swap 2")),
        ("declare, play R7", ("declare", "play R7")),
        ("  play   R7 ,draw ", ("play R7", "draw")),
        (["draw", "play W red"], ("draw", "play W", "color red")),
        ([Move("draw")], ("draw",)),
        ([["draw"], "keep"], None),
    ],
)
def test_lines_of_moves(line: str | list[Any], moves: tuple[str, ...] | None) -> None:
    if moves is None:
        with pytest.raises(Unreadable):
            read_moves(line)
    else:
        assert read_moves(line) == moves


def test_a_color_given_with_a_card_is_a_separate_move() -> None:
    one, two = (table("W G2 G3 / B7 B1", "R1") for _ in range(2))
    play_moves(one, "0 play W green")
    play_moves(two, "0 play W", "0 color green")
    assert one.actions == two.actions
    assert one == two


# --- positions


@pytest.mark.parametrize(
    "line",
    [
        "Official | R7 GS / YR B2 | 0 clockwise red | G1 G2 | R1",
        "House | R7 GS / W B2 B2 / WD4 | 1 counterclockwise green |  | W",
        "Flip | R7|O1 / Y1|PE B1|UE | 0 clockwise red | G1|O5 | R9|U5",
        'Flip | R7|O1 / Y1|PE B1|UE | 1 clockwise purple | G1|O5 | R9|U5 | {"side": 1}',
        '{"hand_size": 3, "jump_in": true} | R7 / B2 | 0 clockwise red | G1 | R1',
    ],
)
def test_positions_are_written_as_they_were_read(line: str) -> None:
    assert write_position(read_position(line)) == line


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.no_cover
def test_any_state_can_be_written_as_a_position(preset: str, seed: int) -> None:
    rng = Random(seed)
    rules = Rules.preset(preset)
    state = deal(rules, rules.seats_near(rng.randint(2, 5)), rng)
    for _ in random_entries(state, rng, 60):
        assert read_position(write_position(state)) == state


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Official",
        "Official | R7 / B2 | 0 clockwise red | G1",
        "Official | R7 / B2 | 0 sideways red | G1 | R1",
        "Official | R7 / B2 | zero clockwise red | G1 | R1",
        "Official | R7 / B2 | -1 clockwise red | G1 | R1",
        "Official | R7 / B2 | ² clockwise red | G1 | R1",
        f"Official | R7 / B2 | {'9' * 5000} clockwise red | G1 | R1",
        "Official | R7 / B2 | 7 clockwise red | G1 | R1",
        "Official | R7 / B2 | 0 clockwise | G1 | R1",
        "Official | R7 / B2 | 0 clockwise pink | G1 | R1",
        "Official | R7 / B2 | 0 clockwise - | G1 | W",
        "Official | R7 | 0 clockwise red | G1 | R1",
        "Official | R7 / B99 | 0 clockwise red | G1 | R1",
        "Chess | R7 / B2 | 0 clockwise red | G1 | R1",
        "{ | R7 / B2 | 0 clockwise red | G1 | R1",
        '{"hand_size": 99} | R7 / B2 | 0 clockwise red | G1 | R1',
        "Official | R7 / B2 | 0 clockwise red | G1 | ",
        "Official | R7 / B2 | 0 clockwise red | G1 | R1 | 7",
        "Official | R7 / B2 | 0 clockwise red | G1 | R1 | {",
        'Official | R7 / B2 | 0 clockwise red | G1 | R1 | {"side": 1}',
        'Official | R7 / B2 | 0 clockwise red | G1 | R1 | {"side": 0.0}',
        'Official | R7 / B2 | 0 clockwise red | G1 | R1 | {"side": []}',
        'Official | R7 / B2 | 0 clockwise red | G1 | R1 | {"fly": 1}',
        'Official | R7 / B2 | 0 clockwise red | G1 | R1 | {"node": "fly"}',
        'Official | R7 / B2 | 0 clockwise red | G1 | R1 | {"rules": {}}',
        "Official | R7 / B2 | 0 clockwise red | G1 | R1 | {} | {}",
        "Official | R7 / | 0 clockwise red | G1 | R1",
        '{"mercy_limit": 10} | R7 / B1 B2 B3 B4 B5 B6 B7 B8 B9 B1 | 0 clockwise red | G1 | R1',
        'Official | R7 / B2 | 0 clockwise red | G1 | R1 | {"node": "keep_or_play", "drawn": ["R9"]}',
        'Official | R7 / B2 | 0 clockwise red | G1 | R1 | {"buried": 1}',
        f'Official | R7 / B2 | 0 clockwise red | G1 | R1 | {{"now": 1{"0" * 400}}}',
        'Official | R7 / B2 | 0 clockwise red | G1 | R1 | {"node": "respond", "attacker": 1, "until": 1000000000}',
    ],
)
def test_invalid_positions_are_refused(text: str) -> None:
    with pytest.raises((Unreadable, WrongRules)):
        read_position(text)


# --- events


@pytest.mark.parametrize("seed", range(10))
def test_events_are_written_and_read_back_equal(seed: int) -> None:
    state = random_start(Random(seed))
    for entry in [first_entry(state), *random_entries(state, Random(seed), 150)]:
        for event in entry.events:
            assert read_event(write_event(event)) == event


def test_events_share_the_texts_of_cards() -> None:
    """A server keeps the logs of hundreds of games, and each names all cards."""
    (once,), (again,) = (read_events('[["drew", 1, ["R7", "WD4"]]]') for _ in range(2))
    assert [first is second for first, second in zip(once[2], again[2], strict=True)] == [True, True]


@pytest.mark.parametrize(
    "text", ["", "fly []", "drew", "drew 7", 'drew "ab"', "drew {", "drew " + "[" * 100_000, "Drew []", "__class__ []"]
)
def test_invalid_events_are_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        read_event(text)


@pytest.mark.parametrize(
    "text", ["draw ", "accept ", " draw", "play R7 ", "play R7\t", "color red\n", "play", "swap", "swap x y", None, 5]
)
def test_a_move_has_one_spelling_only(text: Any) -> None:
    with pytest.raises(Unreadable):
        Move(text)


@pytest.mark.parametrize("event", [(), ("plaid", 0, "R7"), 5, None, ([1],)])
def test_invalid_events_cannot_be_applied(event: Any) -> None:
    with pytest.raises(Unreadable, match=r"^not_an_event"):
        evolve(read_position("Official | R7 / B2 | 0 clockwise red | G1 | R1"), event)


def test_lists_become_tuples_at_every_depth_and_other_values_stay() -> None:
    assert freeze([1, ["R7", ["W"]], None]) == (1, ("R7", ("W",)), None)
    assert [freeze(value) for value in ("R7", 1, None)] == ["R7", 1, None]
