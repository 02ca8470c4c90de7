"""States and games are stored and read back equal at any point; invalid ones are refused."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from games.engine import (
    PRESETS,
    Diverged,
    Entry,
    Refused,
    Rules,
    State,
    Unreadable,
    WrongRules,
    deal,
    legal,
    play,
    replay,
)
from games.engine.notation import (
    read_game,
    read_position,
    write_game,
    write_position,
)
from games.engine.stored import dump_state, load_state
from tests.engine.playing import first_entry, play_moves, random_entries, random_entry, random_start, table


def loaded_state(text: str) -> State:
    state = State(Rules(), 2)
    load_state(state, text)
    return state


# --- states


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.no_cover
def test_a_game_can_be_stored_and_loaded_at_any_point(preset: str, seed: int) -> None:
    """At every step the game is stored and loaded, and both states are played in parallel."""
    rng, again = Random(seed), Random(seed)
    rules = Rules.preset(preset)
    state = deal(rules, rules.seats_near(2 + seed), Random(seed))
    twin = loaded_state(dump_state(state))
    met = set()
    for _ in range(300):
        if state.is_over:
            break
        now = state.now + 0.5
        random_entry(state, now, rng)
        random_entry(twin, now, again)
        met.add(state.node)
        twin = loaded_state(dump_state(twin))
        assert twin == state
    assert len(met) > 1


@pytest.mark.no_cover
def test_a_game_stored_during_a_decision_continues_unchanged() -> None:
    waiting: dict[str, State] = {}
    for seed in range(160):
        rng = Random(seed)
        state = random_start(rng)
        for _ in random_entries(state, rng, 120):
            waiting.setdefault(state.node, state.copy())
    last = table("Y6|WDC / G5|O7 YR|W / Y5|T8", "B2|O8", deck="flip", side=1)
    play_moves(last, "0 play WDC")
    turned = table("BF|U6 Y2|T1 B1|UE / G5|O7 G9|OD5", "RS|W B9|O5", deck="flip")
    play_moves(turned, "0 play BF")
    waiting |= {last.node: last, turned.node: turned}
    for state in waiting.values():
        stored = loaded_state(dump_state(state))
        assert stored == state
        one, other = (list(random_entries(copy, Random(1), 60)) for copy in (state, stored))
        assert one == other
        assert stored == state
    assert set(waiting) >= {
        "turn", "keep_or_play", "respond", "choose_player", "wild_color", "attack_color", "flip_color",
        "roulette_color", "last_color", "first_color", "between_rounds", "over",
    }  # fmt: skip


def test_stored_states_are_json_of_strings_and_small_numbers() -> None:
    state = deal(Rules.preset("Flip"), 4, Random(2))
    parts = json.loads(dump_state(state))
    assert set(parts) == set(State.PARTS)
    assert parts["seed"] == str(state.seed)


def test_the_refusal_of_an_incomplete_state_names_the_missing_part() -> None:
    parts = json.loads(dump_state(deal(Rules(), 2, Random(1))))
    del parts["hands"], parts["color"]
    with pytest.raises(Unreadable, match=r"^state_lacks .*color.*hands"):
        loaded_state(json.dumps(parts))


WEIRD: list[Any] = [
    None, True, -1, 7, 10**30, 1.5, "", "x", "R7", "1", [], [1], [[]], [["R7"]], [[1, 2, 3]], [[0, 1.0, True]], {},
    {"a": 1}, {"0": 1}, "over", "respond", "turn", float("inf"), float("nan"), "red",
]  # fmt: skip


@pytest.mark.parametrize("part", State.PARTS)
def test_manipulated_states_are_refused_or_playable(part: str) -> None:
    """Whatever value a part has, it is refused or leads to a state that can be played."""
    for seed in range(3):
        rng = Random(seed)
        state = random_start(rng)
        list(random_entries(state, rng, 25 * seed))
        parts = json.loads(dump_state(state))
        for value in WEIRD:
            try:
                strange = loaded_state(json.dumps(parts | {part: value}))
            except (Unreadable, WrongRules) as error:
                assert error.code
            else:
                assert strange.is_over or isinstance(legal(strange, strange.turn), tuple)
                assert loaded_state(dump_state(strange)) == strange


@pytest.mark.parametrize("turn", [9, -1, "x", None])
def test_an_invalid_seat_cannot_be_deciding_about_a_drawn_card(turn: int | str | None) -> None:
    state = table("R7 G2 G3 / B7 B1", "R1")
    play_moves(state, "0 draw")
    with pytest.raises(Unreadable, match=r"^wrong_part \(part=turn\)"):
        loaded_state(json.dumps(json.loads(dump_state(state)) | {"turn": turn}))


@pytest.mark.parametrize("window", [[0, 1.0, "x", True], [0, 1.0, False, 1], [9, 1.0, False, True]])
def test_a_window_with_a_wrong_part_is_refused(window: list[object]) -> None:
    state = table("R7 G2 / B7 B1", "R1")
    play_moves(state, "0 play R7")
    with pytest.raises(Unreadable, match=r"^wrong_part \(part=windows\)"):
        loaded_state(json.dumps(json.loads(dump_state(state)) | {"windows": [window]}))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "7", "{}", '"state"', "[" * 100_000, '{"a":' * 100_000])
def test_texts_that_are_no_states_are_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        loaded_state(text)


# --- games


def played_game(seed: int, steps: Any = 120, **rules: Any) -> Any:
    state = random_start(Random(seed), **rules)
    return [first_entry(state), *random_entries(state, Random(seed), steps)], state


@pytest.mark.parametrize("seed", range(12))
def test_whole_games_are_written_and_read_back_equal(seed: int) -> None:
    log, state = played_game(seed)
    assert read_game(write_game(log)) == log
    assert replay(read_game(write_game(log))) == state


def test_a_game_that_begins_with_a_position_is_written_too() -> None:
    state = table("R7 G2 G3 / B7 B1", "R1")
    log = [first_entry(state)]
    log.append(Entry(0, "play R7", 1.5, tuple(play(state, 0, "play R7", 1.5))))
    assert read_game(write_game(log)) == log
    assert replay(log, check=True) == state


def test_a_game_that_begins_during_a_decision_is_written_too() -> None:
    rest = '{"node": "respond", "debt": 2, "attacker": 0}'
    state = read_position(f"Official | R7 G2 / B7 B1 B3 | 1 clockwise red | G1 G2 G3 | R1 RD | {rest}")
    log = [first_entry(state)]
    log.append(Entry(1, "accept", 1.0, tuple(play(state, 1, "accept", 1.0))))
    assert read_game(write_game(log)) == log
    assert replay(log, check=True) == state


def test_several_moves_in_one_line_are_read_back_as_one_entry() -> None:
    state = table("R7 W G3 / B7 B1", "R1")
    log = [first_entry(state)]
    for seat, line in ((0, "play W green"), (1, ["draw", "keep"]), (0, " declare , play G3")):
        text = line if isinstance(line, str) else ", ".join(line)
        log.append(Entry(seat, text, 1.0, tuple(play(state, seat, line, 1.0))))
    assert replay(log, check=True) == state
    assert read_game(write_game(log)) == [
        entry._replace(move=entry.move.strip() if entry.seat is None else entry.move) for entry in log
    ]


@pytest.mark.parametrize("seed", range(10))
def test_a_manipulated_log_diverges(seed: int) -> None:
    log, _ = played_game(seed, steps=30, mercy_limit=0)
    number = len(log) // 2
    entry = log[number]
    wrong = entry._replace(events=(*entry.events, ("skipped", 0)))
    with pytest.raises(Diverged, match=rf"entry \(number={number}, "):
        replay([*log[:number], wrong], check=True)


@pytest.mark.parametrize("check", [True, False])
@pytest.mark.parametrize(
    "event",
    [("played", 0, "G9"), ("plaid", 0, "R7"), ("played", 5, "R7"), ("played",), (), ("turn", 0, 0)],
)
def test_the_first_impossible_entry_of_a_log_is_named(event: tuple[object, ...], check: bool) -> None:
    state = table("R7 G2 G3 / B7 B1", "R1")
    log = [first_entry(state), Entry(0, "play R7", 1.0, (event, ("turn", 1)))]
    with pytest.raises(Diverged, match=r"^entry \(number=1, move=play R7, seat=0\)"):
        replay(log, check)


def other_cards(event: Any) -> Any:
    name, deck, number, dealer, hands, draw, first, color = event
    return name, deck, number, dealer, hands[::-1], draw, first, color


def another_dealer(event: Any) -> Any:
    return (*event[:3], "x", *event[4:])


@pytest.mark.parametrize(
    "forge",
    [
        lambda event: [other_cards(event)],
        lambda event: [another_dealer(event)],
        lambda event: [("kept", 0)],
        lambda event: [event, ("kept", 0)],
        lambda event: [event, ("reversed", -1), ("reversed", 1)],
    ],
)
def test_checking_a_log_finds_a_deal_that_does_not_follow_from_its_seed(forge: Callable[..., Any]) -> None:
    log, _ = played_game(3, steps=0)
    events = list(log[0].events)
    number = next(i for i, event in enumerate(events) if event[0] == "dealt")
    events[number : number + 1] = forge(events[number])
    with pytest.raises(Diverged, match=r"^umpire_entry \(number=0, move=deal"):
        replay([log[0]._replace(events=tuple(events))], check=True)


def test_a_log_has_one_beginning() -> None:
    (deal_a,), (deal_b,) = played_game(3, steps=0)[0], played_game(4, steps=0)[0]
    position = first_entry(table("R7 G2 G3 / B7 B1", "R1"))
    for second in (deal_b, position):
        with pytest.raises(Diverged, match=r"^umpire_entry \(number=1, move=deal"):
            replay([deal_a, second], check=True)
    with pytest.raises(Diverged, match=r"^umpire_entry \(number=0"):
        replay([position._replace(events=(*position.events, ("kept", 0)))], check=True)


@pytest.mark.parametrize("events", [(5,), (None,), ({},), ([1],), ((),), None])
def test_invalid_events_in_a_log_are_refused(events: Any) -> None:
    for check in (True, False):
        with pytest.raises(Diverged, match=r"^umpire_entry \(number=0"):
            replay([Entry(None, "deal", 0.0, events)], check)


def test_an_empty_log_is_refused() -> None:
    with pytest.raises(Diverged, match=r"^empty$"):
        replay([])
    with pytest.raises(Unreadable, match=r"^empty_game$"):
        write_game([])


def test_the_entry_with_an_illegal_move_is_named() -> None:
    log = [first_entry(table("R7 G2 G3 / B7 B1", "R1")), Entry(1, "play B7", 1.0, (("played", 1, "B7"), ("turn", 0)))]
    with pytest.raises(Diverged, match=r"^entry \(number=1, move=play B7, seat=1\)"):
        replay(log, check=True)


def test_a_long_replay_can_be_checked_move_by_move() -> None:
    for seed in range(8):
        log, state = played_game(seed, steps=400)
        assert replay(log) == replay(log, check=True) == state


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n0 1.0 draw",
        "fly []",
        "drew [0]",
        'drew [0, ["R7"]]',
        "turn [99]",
        'game_start ["{}", 3]',
        'game_start ["{}", 99, 5]',
        'game_start ["{}", 1000000000000, 5]',
        'game_start ["{}", "3", 5]',
        'game_start ["{", 3, 5]',
        "game_start [[], 3, 5]",
        'game_start ["{}", 3, 5]',
        'game_start ["{\\"hand_size\\": 99}", 3, 5]',
        "position [7]",
        'position ["{}"]',
        'dealt ["classic", 1, 0, [], [], "R7", "red"]',
        'dealt ["classic", 1, 0, [["R7"], ["X"]], [], "R7", "red"]',
        'dealt ["classic", 1, 0, [["R7"], ["R7"]], [], "Q", "red"]',
        'dealt ["classic", "x", {}, [["R7"], ["R7"]], [], "R7", "red"]',
        'dealt ["classic", 1, 0, [["R7"], ["R7"]], [], "R7", "red"]\nplayed [5, "R7"]',
        'dealt ["classic", 1, 0, [["R7"], ["R7"]], [], "R7", "red"]\nplayed [0, "G7"]',
        'dealt ["classic", 1, 0, [["R7"], ["R7"]], [], "R7", "red"]\nasked ["fly"]',
        'dealt ["classic", 1, 0, [["R7"], ["R7"]], [], "R7", "red"]\nattacked [1, "many"]',
    ],
)
def test_texts_that_are_no_games_are_refused(text: str) -> None:
    with pytest.raises((Unreadable, WrongRules)):
        read_game(text)


@pytest.mark.parametrize(
    "line", ["", "x 1.0 draw", "0 noon draw", "0 nan draw", "0 inf draw", "0 1e13 draw", "0 1.0", "0", "0 1.0 fly"]
)
def test_a_line_that_is_no_entry_is_refused(line: str) -> None:
    log, _ = played_game(3, steps=0)
    with pytest.raises(Unreadable):
        read_game(write_game(log) + (line or " ") + "\n")


def test_illegal_moves_in_a_game_are_refused() -> None:
    log, state = played_game(3, steps=0)
    with pytest.raises(Refused):
        read_game(write_game(log) + f"{state.turn} 1.0 play X9\n")


@pytest.mark.parametrize("seed", range(30))
def test_texts_with_changed_letters_are_refused_or_read(seed: int) -> None:
    """After a random change to a game or position, no other error may occur."""
    rng = Random(seed)
    log, state = played_game(seed, steps=15)
    for text, read in (
        (write_game(log), read_game),
        (write_position(state), read_position),
        (dump_state(state), loaded_state),
    ):
        for _ in range(25):
            at, size = rng.randrange(len(text)), rng.choice((0, 1, 1, 5))
            changed = (
                text[:at] + rng.choice(["", "0", "9", "-", '"', "[", "]", "R", "null", " ", "\n"]) + text[at + size :]
            )
            try:
                read(changed)
            except (Unreadable, WrongRules, Refused) as error:
                assert error.code
