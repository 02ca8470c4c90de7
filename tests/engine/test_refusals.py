"""Refusals: each has a stage, a code and facts; a refused move changes nothing."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.engine import Refused, State, Unreadable, decide, legal, offers, play
from games.engine.refusals import STAGES
from tests.engine.playing import play_moves, random_entries, random_start, refused, table

SOURCE = Path(__file__).resolve().parents[2] / "games" / "engine" / "refusals.py"


def plain() -> State:
    return table("R7 G2 G3 / B7 B1 / Y7 Y2", "R1")


def drawing(**options: Any) -> State:
    state = table("R7 G2 G3 / B7 B1 / Y7 Y2", "R1", **options)
    play_moves(state, "0 draw")
    return state


def naming() -> State:
    state = table("W G2 G3 / B7 B1 / Y7 Y2", "R1")
    play_moves(state, "0 play W")
    return state


def swapping() -> State:
    state = table("R7 G2 G3 / B7 B1 / Y7 Y2", "R1", seven="swap", zero="pass")
    play_moves(state, "0 play R7")
    return state


def attacked(**options: Any) -> State:
    state = table("RD G2 G3 / BD R5 WD4 / Y7 Y2", "R1", **{"stacking": "same"} | options)
    play_moves(state, "0 play RD")
    return state


def roulette() -> State:
    state = table("WC G2 G3 / B7 B1 / Y7 Y2", "R1", deck="no_mercy")
    play_moves(state, "0 play WC")
    return state


def caught(**options: Any) -> State:
    state = table("R7 G2 / R8 B1 B2 / Y7 Y2 Y3", "R1", **options)
    play_moves(state, "0 play R7")
    return state


def knocked_out() -> State:
    state = table("R7 G2 / R8 B1 B2 / Y7 Y2 Y3", "R1", deck="no_mercy")
    state.out, state.hands[1], state.aside = {1: 11}, [], ["R8", "B1", "B2"]
    return state


def eliminated() -> State:
    state = knocked_out()
    state.gone, state.out = (1,), {1: 0}
    return state


def over() -> State:
    state = table("R7 / B7 B1 / Y7 Y2", "R1", score_limit="one_round")
    play_moves(state, "0 play R7")
    return state


def between() -> State:
    state = table("R7 / B7 B1 / Y7 Y2", "R1")
    play_moves(state, "0 play R7", "1 continue")
    return state


def challenged() -> State:
    state = table("WD4 G2 G3 / WD4 R5 B2 / Y7 Y2", "R1")
    play_moves(state, "0 play WD4", "0 color red")
    return state


def declared() -> State:
    state = table("R7 G2 / B7 B1", "R1")
    play_moves(state, "0 declare")
    return state


def adding() -> State:
    state = table("R7 B7 G2 / B7 R7 / Y7 Y2", "R1", several="equal", jump_in=True)
    play_moves(state, "0 play R7")
    return state


def accused() -> State:
    state = table("R7 G2 G3 / B7 / Y7 Y2", "R1", false_accuse_penalty=1)
    state.declared = {1}
    play_moves(state, "0 accuse 1")
    return state


Case = tuple[Callable[..., State], int, str, str, str]
# Every refusal: a position, whose move is refused, the move, the stage and the code.
REFUSALS: list[Case] = [
    (plain, 3, "draw", "taking part", "not_taking_part"),
    (plain, -1, "draw", "taking part", "not_taking_part"),
    (knocked_out, 1, "draw", "taking part", "knocked_out"),
    (over, 1, "draw", "round", "match_over"),
    (between, 0, "draw", "round", "between_rounds"),
    (between, 1, "continue", "round", "agreed_already"),
    (plain, 0, "continue", "round", "round_goes_on"),
    (plain, 1, "draw", "priority", "not_your_turn"),
    (drawing, 1, "draw", "priority", "not_your_turn"),
    (naming, 1, "color red", "priority", "not_your_turn"),
    (swapping, 1, "swap 0", "priority", "not_your_turn"),
    (attacked, 2, "accept", "priority", "not_your_turn"),
    (roulette, 0, "color red", "priority", "not_your_turn"),
    (plain, 0, "accept", "priority", "decide_first"),
    (plain, 0, "keep", "priority", "decide_first"),
    (drawing, 0, "color red", "priority", "decide_first"),
    (naming, 0, "draw", "priority", "decide_first"),
    (adding, 0, "play B7", "priority", "decide_first"),
    (adding, 1, "jump R7", "priority", "decision_pending"),
    (adding, 0, "add Y7", "cost", "card_not_held"),
    (adding, 0, "add G2", "legality", "not_equal"),
    (plain, 0, "done", "priority", "decide_first"),
    (swapping, 0, "pass", "priority", "decide_first"),
    (attacked, 1, "draw", "priority", "decide_first"),
    (plain, 0, "jump R7", "priority", "your_turn"),
    (drawing, 1, "jump B7", "priority", "decision_pending"),
    (plain, 0, "play B7", "cost", "card_not_held"),
    (plain, 0, "play X7", "cost", "card_not_held"),
    (plain, 0, "play R", "cost", "card_not_held"),
    (attacked, 1, "stack RD", "cost", "card_not_held"),
    (plain, 1, "jump R1", "cost", "card_not_held"),
    (plain, 0, "draw 0", "cost", "amount"),
    (lambda: table("R7 G2 G3 / B7 B1", "R1", pile=""), 0, "draw", "cost", "nothing_to_draw"),
    (plain, 0, "pass", "cost", "draw_first"),
    (plain, 0, "declare", "cost", "too_many_cards"),
    (lambda: caught(uno_head_start="1"), 1, "accuse 0", "priority", "too_early"),
    (plain, 0, "play G2", "legality", "does_not_fit"),
    (drawing, 0, "play R7", "legality", "only_drawn"),
    (lambda: drawing(draw="free", drawn_play="forbidden"), 0, "play R7", "legality", "drawn_is_kept"),
    (lambda: table("WD4 R2 G3 / B7 B1", "R1", wild_draw="enforced"), 0, "play WD4", "legality", "no_bluff"),
    (lambda: attacked(stacking="any", wild_draw="enforced"), 1, "stack WD4", "legality", "no_bluff"),
    (lambda: table("R7 G2 G3 / B7 B1", "R1", voluntary_draw=False), 0, "draw", "legality", "must_play"),
    (drawing, 0, "draw", "legality", "drawn_already"),
    (plain, 0, "draw 2", "legality", "amount"),
    (challenged, 1, "stack WD4", "legality", "no_stacking"),
    (attacked, 1, "stack WD4", "legality", "does_not_stack"),
    (plain, 1, "jump B7", "legality", "no_jump_in"),
    (lambda: table("R7 G2 G3 / B7 B1", "R1", jump_in=True), 1, "jump B7", "legality", "not_identical"),
    (attacked, 1, "challenge", "legality", "no_challenge"),
    (plain, 1, "declare", "legality", "no_call_now"),
    (declared, 0, "declare", "legality", "declared_already"),
    (lambda: caught(uno_call="off"), 0, "declare", "legality", "no_calls"),
    (lambda: caught(uno_call="auto"), 1, "accuse 0", "legality", "no_calls"),
    (plain, 0, "accuse 1", "legality", "nothing_to_catch"),
    (accused, 0, "accuse 1", "legality", "already_accused"),
    (lambda: table("R7 G2 G3 / B7 B1", "R1", pile="", voluntary_draw=False), 0, "pass", "legality", "must_play"),
    (lambda: table("R7 G2 G3 / B7 B1", "R1", draw="free"), 0, "draw 11", "legality", "amount"),
    (lambda: table("RS / B7 B1", "R1", finish_on="number"), 0, "play RS", "legality", "not_as_last"),
    (lambda: caught(uno_call="strict"), 0, "declare", "legality", "call_before"),
    (eliminated, 1, "draw", "taking part", "eliminated"),
    (caught, 0, "accuse 0", "target", "yourself"),
    (caught, 1, "accuse 7", "target", "no_such_player"),
    (knocked_out, 0, "accuse 1", "target", "no_such_player"),
    (naming, 0, "color pink", "target", "no_such_color"),
    (naming, 0, "color wild", "target", "no_such_color"),
    (swapping, 0, "swap 0", "target", "no_such_player"),
    (swapping, 0, "swap 9", "target", "no_such_player"),
]  # fmt: skip


def test_every_refusal_has_its_stage_and_its_code() -> None:
    for place, seat, move, stage, code in REFUSALS:
        refusal = refused(place(), seat, move)
        assert (refusal.stage, refusal.code) == (stage, code), (seat, move)


@pytest.mark.parametrize(
    ("place", "seat", "move", "facts"),
    [
        (naming, 1, "color red", {"seat": 0, "decision": "choose_color"}),
        (roulette, 0, "color red", {"seat": 1, "decision": "roulette_color"}),
        (attacked, 2, "accept", {"seat": 1, "decision": "respond"}),
        (swapping, 0, "pass", {"decision": "choose_player"}),
        (plain, 0, "play X7", {"reason": "no_such_card", "card": None}),
        (plain, 0, "draw 0", {"reason": "none"}),
        (plain, 0, "draw 2", {"reason": "too_many"}),
        (plain, 0, "accuse 1", {"seat": 1}),
        (naming, 0, "color pink", {"colors": ("red", "yellow", "green", "blue")}),
    ],
)
def test_a_refusal_gives_the_facts(place: Callable[..., State], seat: int, move: str, facts: dict[str, object]) -> None:
    assert refused(place(), seat, move).facts == facts


@pytest.mark.parametrize(
    ("options", "top", "reason", "color"),
    [
        ({}, "RS", "on_a_symbol", "red"),
        ({"color": "blue"}, "W", "on_a_wild", "blue"),
        ({"deck": "flip", "side": 1}, "B4|U1 B9|O5 Y9|T5", "on_a_symbol", "teal"),
    ],
)
def test_the_facts_say_what_would_fit(options: dict[str, Any], top: str, reason: str, color: str) -> None:
    hand = "R7|O1" if options.get("deck") == "flip" else "G2"
    state = table(f"{hand} {hand} {hand} / {hand} {hand}", top, **options)
    refusal = refused(state, 0, f"play {state.faces(0)[0]}")
    assert (refusal.facts["reason"], refusal.facts["color"]) == (reason, color)
    assert refusal.facts["top"] == state.top


@pytest.mark.parametrize(("test", "hand"), [("color", "WD4 R2 G3"), ("match", "WD4 R2 G1")])
def test_a_forbidden_bluff_gives_the_test_it_fails(test: str, hand: str) -> None:
    state = table(f"{hand} / B7 B1", "R1", wild_draw="enforced", challenge_test=test)
    assert refused(state, 0, "play WD4").facts["reason"] == test


@pytest.mark.parametrize("seat", [None, -1, 3, 99])
def test_a_seat_cannot_play_moves_offered_to_another_seat(seat: Any) -> None:
    state = plain()
    assert "play R7" in legal(state, 0)
    play_moves(state, "0 draw")
    for move in ("play R7", "draw", "keep"):
        assert refused(state, seat, move).code == "not_taking_part"
    assert legal(state, seat) == ()


def test_a_late_call_is_refused_by_priority() -> None:
    state = caught()
    play_moves(state, "1 draw", now=1.0)
    for seat, move in ((2, "accuse 0"), (0, "declare")):
        refusal = refused(state, seat, move, now=2.0)
        assert (refusal.stage, refusal.code) == ("priority", "too_late")


def test_the_list_of_refusals_is_complete() -> None:
    """Every code in the source is tested above."""
    source = SOURCE.read_text()
    given = rf'Refused\("(?:{"|".join(STAGES)})", "(\w+)"'
    known = set(re.findall(given, source[source.index("def refusal(") :]))
    assert known == {code for *_, code in REFUSALS} | {"too_late", "round_over", "not_asked", "not_seen_yet"}
    assert {stage for *_, stage, _ in REFUSALS} == set(STAGES)


# Each of these moves would be refused at several stages; the first of them counts.
ORDER = [
    (over, 9, "play X1", "not_taking_part"),
    (over, 0, "play X1", "match_over"),
    (knocked_out, 1, "play X1", "knocked_out"),
    (naming, 1, "play X1", "not_your_turn"),
    (naming, 0, "play X1", "decide_first"),
    (plain, 1, "play Y9", "not_your_turn"),
    (plain, 0, "play B9", "card_not_held"),
    (lambda: table("R7 G2 G3 / B7 B1", "R1", pile="", voluntary_draw=False), 0, "draw 5", "nothing_to_draw"),
    (plain, 0, "draw 0", "amount"),
    (lambda: caught(uno_call="off"), 0, "accuse 0", "no_calls"),
    (lambda: caught(uno_call="off"), 1, "declare", "too_many_cards"),
    (drawing, 1, "jump X1", "decision_pending"),
    (plain, 1, "jump X1", "card_not_held"),
]


@pytest.mark.parametrize(("place", "seat", "move", "code"), ORDER)
def test_the_first_stage_that_fails_is_reported(place: Any, seat: int, move: str, code: str) -> None:
    assert refused(place(), seat, move).code == code


@pytest.mark.parametrize(
    "moves",
    [
        ["play W", "color pink"],
        ["play W", "color red", "draw"],
        ["play W", "play G2"],
        "play W, color red, play G2",
        "play G2 red",
        "play W 2",
    ],
)
def test_several_moves_are_played_together_or_not_at_all(moves: list[str] | str) -> None:
    state = table("W G2 G3 / B7 B1 / Y7 Y2", "R1")
    before = state.copy()
    with pytest.raises(Refused):
        play(state, 0, moves)
    assert state == before


@pytest.mark.parametrize(("line", "asked"), [("play R7 red", "color red"), ("play R7 1", "swap 1")])
def test_a_color_or_player_that_was_not_asked_for_is_refused(line: str, asked: str) -> None:
    refusal = refused(plain(), 0, line)
    assert (refusal.stage, refusal.code, refusal.facts) == ("target", "not_asked", {"move": asked})


@pytest.mark.parametrize("line", ["play R7, draw", "play R7, play W green", "play R7, declare"])
@pytest.mark.parametrize("limit", ["one_round", "500"])
def test_moves_after_the_end_of_the_round_are_not_played_in_the_next_one(line: str, limit: str) -> None:
    refusal = refused(table("R7 / R8 B1 R3", "R1", score_limit=limit), 0, line)
    assert (refusal.stage, refusal.code) == ("round", "round_over")


@pytest.mark.parametrize("line", ["play W red, color red", "play W, color red, swap 1", "play W, swap 1, swap 1"])
def test_only_one_answer_may_be_given_with_a_last_card(line: str) -> None:
    refusal = refused(table("W / R8 B1 R3", "R1"), 0, line)
    assert (refusal.stage, refusal.code) == ("round", "round_over")


@pytest.mark.parametrize("line", ["color red", "color red, color red", "swap 0, swap 0", "declare, color red"])
def test_no_move_is_played_in_a_match_that_is_over(line: str) -> None:
    state = table("R7 / R8 B1 R3", "R1", score_limit="one_round")
    play_moves(state, "0 play R7")
    assert state.is_over
    assert refused(state, 1, line).code == "match_over"
    assert refused(state, 99, line).code == "not_taking_part"


@pytest.mark.parametrize("now", [None, "1", True, float("inf"), 1e300])
def test_an_invalid_time_changes_nothing(now: Any) -> None:
    state = plain()
    before = state.copy()
    with pytest.raises((Unreadable, TypeError)):
        play(state, 0, "play R7", now)
    with pytest.raises((Unreadable, TypeError)):
        decide(state, now)
    assert state == before


@pytest.mark.parametrize("now", [-5.0, -float("inf"), float("nan")])
def test_a_time_that_is_not_later_counts_as_the_last_one(now: float) -> None:
    state = caught()
    state.now = 3.0
    play_moves(state, "1 draw", now=now)
    assert state.now == 3.0
    with pytest.raises((Unreadable, Refused)):
        play(caught(uno_head_start="1"), 1, "accuse 0", now)


@pytest.mark.parametrize("seat", [False, "0", None, 0.0])
def test_a_seat_is_a_whole_number(seat: Any) -> None:
    assert refused(plain(), seat, "play R7").code == "not_taking_part"


def test_legal_moves_of_two_seats_computed_at_once_are_not_mixed_up(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Several threads may use the same state at the same time."""
    state = table("R7 W B1 / R1 R3 G4", "R1", jump_in=True)
    expected, computed = legal(state, 0), list[Any]()

    def interrupted(moves: list[str]) -> Any:
        if not computed:
            computed.append("computing")
            computed[0] = legal(state, 1), legal(state, 0)
        return tuple(moves)

    monkeypatch.setattr(offers, "tuple", interrupted, raising=False)
    assert legal(state, 1) == ("jump R1",)
    assert computed == [(("jump R1",), expected)]


MOVE_CODES = ("not_a_move", "unknown_move", "incomplete_move", "number_expected")


@pytest.mark.parametrize("nonsense", ["", "  ", "fly", "play", "play R7 G2 B1", "draw -1", "draw x", "swap two", "accuse", [], [""], [7], None, 7, "color", "declare now", "keep 1", "draw ²", "draw 99999", "draw 00", "accuse 01", "play R7 01", "play\u2028R7", ","])  # fmt: skip
def test_unreadable_moves_are_refused_and_change_nothing(nonsense: Any) -> None:
    state = plain()
    before = state.copy()
    with pytest.raises(Unreadable) as unreadable:
        play(state, 0, nonsense)
    assert unreadable.value.code in MOVE_CODES
    assert state == before


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.no_cover
def test_refused_moves_change_nothing_in_random_games(seed: int) -> None:
    """At every step, every seat tries many moves that it cannot play."""
    rng = Random(seed)
    state = random_start(rng, misplay_penalty=0)
    for _ in random_entries(state, rng, 40):
        cards = sorted(state.deck.printed[state.side])
        tries = ["draw", "draw 0", "draw 3", "pass", "keep", "accept", "challenge", "declare"]
        tries += [f"{verb} {rng.choice(cards)}" for verb in ("play", "stack", "jump")]
        tries += ["swap 0", "swap 1", "accuse 0", "accuse 1", "color red", "color teal", "color black"]
        for seat in range(-1, state.seats + 1):
            offered = legal(state, seat)
            for move in tries:
                if move not in offered:
                    trial = state.copy()
                    try:
                        play(trial, seat, move, state.now)
                    except Refused as refusal:
                        assert trial == state
                        assert refusal.stage in STAGES
                    else:
                        assert move in ("pass", "draw", "draw 3", "swap 0", "swap 1")  # a synonym of a legal move
                        assert {"keep", "draw", move.replace("swap", "target")} & set(offered)
