"""Invariants: what is always true, whatever the rules, the number of seats, the moves, the mistakes and the time."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.engine import (
    DECKS,
    OPTIONS,
    PRESETS,
    Entry,
    Refused,
    Rules,
    State,
    WrongRules,
    deal,
    decide,
    evolve,
    expire,
    legal,
    play,
    problems,
    replay,
    view,
)
from games.engine.moves import CALL_VERBS
from games.engine.stored import dump_state, load_state
from games.engine.windows import possible_from
from tests.engine.playing import check, first_entry, kinds, random_entries, random_start

pytestmark = pytest.mark.no_cover  # The exact tests reach every branch without these.


def values(option: Any) -> Any:
    named = st.sampled_from(list(option.choices)) if option.choices else st.nothing()
    numbers = st.integers(option.low, option.high) if option.takes_numbers else st.nothing()
    return named | numbers


OPTION_SETS = st.fixed_dictionaries({}, optional={name: values(option) for name, option in OPTIONS.items()})
WORDS = st.sampled_from(
    ["draw", "draw 0", "draw 2", "pass", "keep", "accept", "challenge", "declare", "accuse 0", "accuse 1", "swap 0",
     "swap 1", "color red", "color pink", "play R7", "play W", "play WD4", "play P1", "stack RD", "jump B3",
     "play W red", "play R7 1", "declare, play G2", "play Y1, play Y2"]
)  # fmt: skip


class Table(RuleBasedStateMachine):
    """A table at which any seat may try any move at any time."""

    @initialize(options=OPTION_SETS, seats=st.integers(2, 10), seed=st.integers(0, 2**32))
    def deal(self, options: dict[str, Any], seats: int, seed: int) -> None:
        try:
            rules = Rules(**options)
        except WrongRules:
            assume(False)
        self.state = deal(rules, rules.seats_near(seats), Random(seed))
        self.log = [first_entry(self.state)]
        self.now = 0.0

    def is_running(self) -> Any:
        return not self.state.is_over

    @precondition(is_running)
    @rule(number=st.integers(0, 999), pause=st.sampled_from((0.0, 0.5, 3.0)))
    def the_player_asked_moves(self, number: int, pause: Any) -> None:
        self.move(self.state.turn, number, pause)

    @precondition(is_running)
    @rule(seat=st.integers(0, 9), number=st.integers(0, 999))
    def any_player_moves(self, seat: int, number: int) -> None:
        if legal(self.state, seat):
            self.move(seat, number, 0.1)

    def move(self, seat: int, number: int, pause: Any) -> None:
        self.now += pause
        offered = legal(self.state, seat)
        move = offered[number % len(offered)]
        try:
            self.log.append(Entry(seat, move, self.now, tuple(play(self.state, seat, move, self.now))))
        except Refused as late:
            assert late.code in ("too_early", "too_late")

    @rule(seat=st.integers(-1, 10), words=WORDS)
    def any_seat_tries_any_move(self, seat: int, words: Any) -> None:
        before = self.state.copy()
        try:
            events = play(self.state, seat, words, self.now)
        except Refused as refusal:
            assert self.state == before
            assert refusal.code
            assert legal(self.state, before.turn) == legal(before, before.turn)
        else:
            self.log.append(Entry(seat, words, self.now, tuple(events)))

    @precondition(is_running)
    @rule(seconds=st.sampled_from((1.0, 30.0, 200.0)))
    def time_passes(self, seconds: Any) -> None:
        self.now += seconds
        seat = self.state.turn
        events = expire(self.state, self.now)
        if events:
            self.log.append(Entry(seat, "decide", self.now, tuple(events)))

    @precondition(is_running)
    @rule()
    def an_absent_player_is_decided_for(self) -> None:
        self.log.append(Entry(self.state.turn, "decide", self.now, tuple(decide(self.state, self.now))))

    @rule()
    def the_state_is_stored_and_loaded(self) -> None:
        text = dump_state(self.state)
        again = State(Rules(), 2)
        load_state(again, text)
        assert again == self.state
        self.state = again

    @invariant()
    def the_state_has_no_problems_and_a_move_is_possible(self) -> None:
        if not hasattr(self, "state"):
            return
        assert problems(self.state) == []
        assert self.state.is_over != bool(legal(self.state, self.state.turn))
        assert self.state == self.state.copy()
        for seat in (None, *range(self.state.seats)):
            assert view(self.state, seat).turn == self.state.turn

    def teardown(self) -> None:
        if hasattr(self, "state"):
            assert replay(self.log) == self.state
            assert replay(self.log, check=True) == self.state


TestTable = Table.TestCase
TestTable.settings = settings(
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=150,
    stateful_step_count=60,
    suppress_health_check=list(HealthCheck),
)


# --- the same in longer random games


@pytest.mark.parametrize("seed", range(60))
def test_random_games_under_random_rules_have_no_problems_and_always_a_move(seed: int) -> None:
    rng = Random(seed)
    state = random_start(rng)
    for _ in random_entries(state, rng, 250):
        check(state)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(5))
def test_games_of_every_preset_come_to_an_end(preset: str, seed: int) -> None:
    rng = Random(seed)
    rules = Rules.preset(preset, score_limit="one_round")
    state = deal(rules, rules.seats_near(2 + seed), rng)
    list(random_entries(state, rng, 6000))
    assert state.is_over
    assert problems(state) == []


@pytest.mark.parametrize("seed", range(15))
def test_the_events_alone_lead_to_the_same_state(seed: int) -> None:
    rng = Random(seed)
    state = random_start(rng)
    follower = State(Rules(), 2)
    for event in state.news:
        evolve(follower, event)
    for entry in random_entries(state, rng, 150):
        evolve(follower, ("acted", entry.seat, entry.move.startswith(CALL_VERBS), entry.now))
        for event in entry.events:
            evolve(follower, event)
            assert follower.news == [event]
        assert follower == state


@pytest.mark.parametrize("seed", range(15))
def test_the_same_moves_on_the_same_deal_give_the_same_state(seed: int) -> None:
    state = random_start(Random(seed))
    twin = state.copy()
    for entry in random_entries(state, Random(seed), 150):
        assert entry.seat is not None
        events = decide(twin, entry.now) if entry.move == "decide" else play(twin, entry.seat, entry.move, entry.now)
        assert tuple(events) == entry.events
        assert twin == state


@pytest.mark.parametrize("seed", range(15))
def test_playing_on_a_copy_leaves_the_original_unchanged(seed: int) -> None:
    state = random_start(Random(seed))
    for _ in random_entries(state, Random(seed), 40):
        before = dump_state(state)
        list(random_entries(state.copy(), Random(1), 10))
        assert dump_state(state) == before


@pytest.mark.parametrize("seed", range(15))
def test_every_legal_move_can_be_played(seed: int) -> None:
    """`legal` and `play` must agree: every legal move of every seat can be played on a copy."""
    state = random_start(Random(seed))
    for _ in random_entries(state, Random(seed), 40):
        for seat in range(state.seats):
            for move in legal(state, seat):
                trial = state.copy()
                try:
                    play(trial, seat, move, possible_from(trial, move))
                except Refused as late:
                    assert (late.code, move.verb) == ("too_late", "accuse")  # the head start outlasts the window
                    continue
                check(trial)
                assert trial != state


def test_legal_moves_are_listed_once_each() -> None:
    for seed in range(20):
        state = random_start(Random(seed))
        for _ in random_entries(state, Random(seed), 60):
            for seat in range(state.seats):
                assert len(set(legal(state, seat))) == len(legal(state, seat))


def test_two_thousand_actions_end_any_round() -> None:
    """Two players who always draw and never play."""
    state = deal(Rules(first_card="number_only", uno_call="off"), 2, Random(3))
    actions = 0
    while state.round == 1 and not state.is_over:
        actions += 1
        offered = legal(state, state.turn)
        quiet = next((move for move in ("keep", "draw", "pass") if move in offered), offered[0])
        events = play(state, state.turn, quiet)
    assert "round_won" in kinds(events)
    assert actions <= 2001


# --- the problems of invalid states


def wrong(**changes: Any) -> Any:
    state = deal(Rules(mercy_limit=20), 3, Random(1))
    for part, value in changes.items():
        setattr(state, part, value)
    return problems(state)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"draw": []}, "The cards are not those of the deck."),
        ({"turn": 3}, "The game waits for seat 3, which cannot act."),
        ({"node": "over", "winner": None}, "A match is over without a winner."),
        ({"discard": ["X"]}, "The cards are not those of the deck."),
        ({"top": DECKS["classic"].faces[0]["W"]}, "The cached top face is not the one on top."),
        ({"color": None}, "No color is in play."),
        ({"color": "pink"}, "pink is no color of this side."),
        ({"debt": 2}, "There is a penalty but no player has to answer it."),
        ({"until": 1}, "There is a penalty but no player has to answer it."),
        ({"windows": {1: (0.0, False)}}, "The seats [1] can be caught without having missed a call."),
        ({"declared": {2}}, "The seats [2] have called with too many cards."),
        ({"hands": [["R1"] * 20, [], ["G1"]]}, "The seats [0] hold too many cards."),
        ({"hands": [["R1"] * 20, [], ["G1"]]}, "The seats [1] have no cards and the round goes on."),
    ],
)
def test_every_problem_is_reported_in_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    assert sentence in wrong(**changes)


def test_a_valid_state_has_no_problems_but_an_empty_discard_pile_is_a_problem() -> None:
    assert wrong() == []
    state = deal(Rules(), 3, Random(1))
    state.draw, state.discard = [*state.draw, *state.discard], []
    assert "Nothing lies on the discard pile." in problems(state)


def test_waiting_for_a_knocked_out_seat_is_a_problem() -> None:
    assert "The game waits for seat 1, which cannot act." in wrong(turn=1, out={1: 20})
