"""What the log of a match says about each player: figures and achievements, in positions that show one thing each."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from games.engine import Entry, Rules, State, deal, decide, play
from games.engine.umpire import extend, take_back
from games.history.facts import FIGURES, Facts, read_facts
from tests.engine.playing import first_entry, random_entries, table

pytestmark = pytest.mark.once
ONE_ROUND: dict[str, Any] = {"score_limit": "one_round", "uno_call": "off"}


def read(state: State, *lines: str, pause: float = 2.0, by_stand_ins: Sequence[int] = ()) -> list[Facts]:
    """Play these moves, one every two seconds, and return the facts. Some moves are those of bots that stand in."""
    log, now = [first_entry(state)], 0.0
    for line in lines:
        now += pause
        seat, _, move = line.partition(" ")
        log.append(Entry(int(seat), move, now, tuple(play(state, int(seat), move, now))))
    return read_facts(log, state.seats, by_stand_ins)


def figures(facts: Sequence[Facts]) -> list[dict[str, int]]:
    """The figures without those that every move has."""
    return [
        {name: number for name, number in one.figures.items() if number and not name.startswith("decision")}
        for one in facts
    ]


def awards(facts: Sequence[Facts]) -> list[set[str]]:
    return [one.awards for one in facts]


def test_a_call_is_counted_and_no_missed_one() -> None:
    found = read(table("R7 G2 / B7 B1 R3 / Y7 Y2 G3", "R1"), "0 declare", "0 play R7", "1 play R3")
    assert figures(found) == [{"calls": 1}, {}, {}]


def test_a_missed_call_that_is_caught_counts_for_both() -> None:
    found = read(table("R7 G2 / B7 B1 R3 / Y7 Y2 G3", "R1"), "0 play R7", "1 accuse 0")
    assert figures(found) == [{"missed_calls": 1, "cards_drawn": 2}, {"catches": 1}, {}]


def test_a_missed_call_that_nobody_caught_counts_as_well() -> None:
    found = read(table("R7 R2 / R8 B1 B3 / R9 Y2 G3", "R1"), "0 play R7", "1 play R8", "2 play R9", "0 play R2")
    assert figures(found)[0] == {"missed_calls": 1}


def test_what_a_stand_in_does_and_suffers_counts_for_nobody_until_the_player_is_back() -> None:
    state = table("R7 G2 W / B7 B1 R3 / Y7 Y2 G3", "R1")
    lines = ("0 play W yellow", "1 draw", "1 keep", "2 play Y7", "0 draw", "0 keep", "1 draw", "1 keep", "2 play Y2")
    found = read(state, *lines, by_stand_ins=[1, 2, 3])
    assert found[0].colors == Counter()
    assert [one.figures["cards_drawn"] for one in found] == [1, 1, 0]
    assert [one.figures["decisions"] for one in found] == [2, 2, 2]


def test_a_call_in_time_after_the_card_is_no_missed_one() -> None:
    found = read(table("R7 G2 / B7 B1 R3 / Y7 Y2 G3", "R1"), "0 play R7", "0 declare", "1 play R3")
    assert figures(found) == [{"calls": 1}, {}, {}]


def test_a_bluff_that_was_caught() -> None:
    found = read(table("WD4 R2 G3 / B7 B1 / Y7 Y2", "R1"), "0 play WD4", "0 color green", "1 challenge")
    assert figures(found) == [
        {"bluffs": 1, "bluffs_caught": 1, "cards_drawn": 4}, {"challenges_won": 1}, {},
    ]  # fmt: skip
    assert found[0].colors == Counter(green=1)


def test_a_challenge_that_was_lost() -> None:
    found = read(table("WD4 G2 G3 / B7 B1 / Y7 Y2", "R1"), "0 play WD4", "0 color green", "1 challenge")
    assert figures(found) == [{}, {"challenges_lost": 1, "cards_drawn": 6}, {}]


def test_decisions_are_timed_from_the_moment_the_player_had_to_decide() -> None:
    found = read(table("R7 R2 R3 / R8 B1 B3", "R1"), "0 play R7", "1 play R8", "0 play R2", pause=1.5)
    assert [(one.figures["decisions"], one.figures["decision_ms"]) for one in found] == [(2, 3000), (1, 1500)]


def test_calls_are_no_decisions() -> None:
    found = read(table("R7 G2 / B7 B1 R3", "R1"), "0 declare", "0 play R7")
    assert found[0].figures["decisions"] == 1


def test_a_call_and_a_card_in_one_are_a_decision() -> None:
    found = read(table("R7 G2 / B7 B1 R3", "R1"), "0 declare, play R7")
    assert (found[0].figures["decisions"], found[0].figures["decision_ms"]) == (1, 2000)


def test_what_time_decides_is_no_decision_of_the_player() -> None:
    state = table("R7 G2 / B7 B1 R3", "R1", decision_seconds=10)
    log = [first_entry(state), Entry(0, "decide", 10.0, tuple(decide(state, 10.0)))]
    assert read_facts(log, 2)[0].figures["decisions"] == 0


def test_a_card_that_does_not_fit_is_no_decision() -> None:
    found = read(table("R7 G2 / B7 B1 R3", "R1", hints=False, misplay_penalty=1), "0 play G2", "0 play R7")
    assert (found[0].figures["decisions"], found[0].figures["decision_ms"]) == (1, 4000)


def test_time_that_staff_add_is_not_taken_off_a_decision() -> None:
    state = table("R7 G2 / B7 B1 R3", "R1", decision_seconds=30)
    log = [first_entry(state), Entry(None, "extend 60", 10.0, tuple(extend(state, 60)))]
    log.append(Entry(0, "play R7", 70.0, tuple(play(state, 0, "play R7", 70.0))))
    assert read_facts(log, 2)[0].figures["decision_ms"] == 70_000


def test_moves_that_were_taken_back_do_not_count() -> None:
    state = table("R7 G2 / B7 B1 R3", "R1", **ONE_ROUND)
    log, before = [first_entry(state)], state.copy()
    log.append(Entry(0, "draw", 3.0, tuple(play(state, 0, "draw", 3.0))))
    log.append(Entry(None, "take_back", 9.0, tuple(take_back(state, before, 0, 9.0))))
    log.append(Entry(0, "play R7", 10.0, tuple(play(state, 0, "play R7", 10.0))))
    found = read_facts(log, 2)[0]
    assert (found.figures["cards_drawn"], found.figures["decisions"], found.figures["decision_ms"]) == (0, 1, 1000)


def test_a_win_that_was_taken_back_is_none() -> None:
    state = table("R7 / B7 B1 R3", "R1", **ONE_ROUND)
    log, before = [first_entry(state)], state.copy()
    log.append(Entry(0, "play R7", 3.0, tuple(play(state, 0, "play R7", 3.0))))
    assert read_facts(log, 2)[0].awards == {"first_win", "no_draw"}
    log.append(Entry(None, "take_back", 9.0, tuple(take_back(state, before, 0, 9.0))))
    assert read_facts(log, 2)[0].awards == set()


# --- achievements


def test_a_win() -> None:
    assert awards(read(table("R7 / B7 B1 R3", "R1", **ONE_ROUND), "0 play R7")) == [{"first_win", "no_draw"}, set()]


def test_a_round_won_after_drawing_is_not_without_drawing() -> None:
    state = table("R7 B2 / B7 B1 R3", "G4", pile="G6 G7 G8 G9 R1", **ONE_ROUND)
    found = read(state, "0 draw", "0 keep", "1 draw", "1 keep", "0 draw")
    assert "no_draw" not in found[0].awards
    assert found[0].figures["cards_drawn"] == 2


@pytest.mark.parametrize(("cards", "earned"), [(19, False), (20, True)])
def test_a_round_won_from_twenty_cards(cards: int, earned: bool) -> None:
    hand = " ".join(["R7"] * cards)
    state = table(f"{hand} / {'R8 ' * 25}", "R1", **ONE_ROUND)
    lines = [line for _ in range(cards) for line in ("0 play R7", "1 play R8")][: 2 * cards - 1]
    assert ("from_twenty" in read(state, *lines)[0].awards) is earned


def test_four_colors_in_one_round() -> None:
    state = table("W W W W R2 / B7 R7 Y7 G7 B1 B2", "R1", **ONE_ROUND)
    lines = ["0 play W", "0 color blue", "1 play B7", "0 play W", "0 color red", "1 play R7"]
    lines += ["0 play W", "0 color yellow", "1 play Y7", "0 play W", "0 color green"]
    assert "four_colors" in read(state, *lines)[0].awards
    assert "four_colors" not in read(table("W W W W R2 / B7 R7 Y7 G7 B1 B2", "R1", **ONE_ROUND), *lines[:-1])[0].awards


def test_a_win_while_all_others_hold_one_card() -> None:
    assert "photo_finish" in read(table("R7 / B7 / R3", "R1", **ONE_ROUND), "0 play R7")[0].awards
    assert "photo_finish" not in read(table("R7 / B7 / R3 R4", "R1", **ONE_ROUND), "0 play R7")[0].awards
    assert "photo_finish" not in read(table("R7 / B7", "R1", **ONE_ROUND), "0 play R7")[0].awards


def test_a_round_won_by_jumping_in() -> None:
    state = table("R8 G2 / B7 B1 B2 / R1", "R1", jump_in=True, **ONE_ROUND)
    assert "jump_finish" in read(state, "2 jump R1")[2].awards


def test_a_bluff_caught_in_a_match_that_was_won() -> None:
    state = table("WD4 R2 G3 / R7 / Y7 Y2", "R1", **ONE_ROUND)
    found = read(state, "0 play WD4", "0 color red", "1 challenge", "1 play R7")
    assert "bluff_caught" in found[1].awards
    assert "bluff_caught" not in found[0].awards


def test_a_penalty_of_ten_cards() -> None:
    state = table("WD4 G1 G2 / WD4 B1 B2 / WD4 Y1 Y2 / R1 R2 R3", "R1", stacking="same", wild_draw="free", **ONE_ROUND)
    lines = ["0 play WD4", "0 color red", "1 stack WD4", "1 color red", "2 stack WD4", "2 color red", "3 accept"]
    assert awards(read(state, *lines)) == [set(), set(), {"avalanche"}, set()]


def test_ten_cards_for_a_missed_call_are_no_attack() -> None:
    """Although the caught player is not the one who attacked before."""
    state = table("RD R7 R8 / B7 B1 / Y7 R2", "R1", uno_penalty=10, score_limit="one_round")
    found = read(state, "0 play RD", "2 play R2", "0 accuse 2")
    assert found[2].figures["cards_drawn"] == 10
    assert not any(awards(found))


def test_ten_cards_of_a_roulette() -> None:
    pile = "R9 " + "G1 " * 11
    state = table("WC B1 B2 / Y1 Y2", "R1", pile=pile, deck="no_mercy", **ONE_ROUND)
    assert "avalanche" in read(state, "0 play WC", "1 color red")[0].awards


def test_ten_cards_in_two_parts() -> None:
    """The chain is eight cards, and a challenge that was lost costs two more."""
    state = table("WD4 G1 G2 / WD4 B1 / R1 R2", "R3", stacking="same", **ONE_ROUND)
    found = read(state, "0 play WD4", "0 color yellow", "1 stack WD4", "1 color yellow", "2 challenge")
    assert found[2].figures["cards_drawn"] == 10
    assert awards(found) == [set(), {"avalanche"}, set()]


def test_a_full_table() -> None:
    hands = " / ".join(["R7", *["B7 B1"] * 5])
    assert "full_table" in read(table(hands, "R1", **ONE_ROUND), "0 play R7")[0].awards
    assert "full_table" not in read(table("R7 / B7 B1", "R1", **ONE_ROUND), "0 play R7")[0].awards


# --- whole games, against a count that knows nothing of states


SIMPLE = {"calls": "declared", "challenges_won": "challenge_won", "challenges_lost": "challenge_lost"}


@pytest.mark.parametrize("seed", range(40))
def test_random_games_agree_with_a_simple_count(seed: int) -> None:
    log = random_log(seed)
    seats = 2 + seed % 4
    expected: list[Counter[str]] = [Counter() for _ in range(seats)]
    for entry in log:
        for name, *fields in entry.events:
            for figure, kind in SIMPLE.items():
                if name == kind:
                    expected[fields[0]][figure] += 1
            if name in ("drew", "force_draw", "roulette"):
                expected[fields[0]]["cards_drawn"] += len(fields[1])
            if name == "accused":
                expected[fields[0]]["catches"] += 1
            if name == "challenge_won":
                expected[fields[1]]["bluffs_caught"] += 1
    found = read_facts(log, seats)
    for seat in range(seats):
        assert {name: found[seat].figures[name] for name in expected[seat]} == dict(expected[seat])
        assert set(found[seat].figures) <= set(FIGURES)
        assert found[seat].figures["bluffs"] >= found[seat].figures["bluffs_caught"]


def random_log(seed: int) -> list[Entry]:
    preset = ("Official", "House", "Flip", "No Mercy")[seed % 4]
    rng = Random(seed)
    state = deal(Rules.preset(preset), 2 + seed % 4, rng)
    return [first_entry(state), *random_entries(state, rng, 600)]
