"""What Expert remembers, assumes about hidden cards, and thinks of a position."""

import math
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from games.bots.determinize import Pile, Sampler
from games.bots.evaluation import LEARNED, TRAITS, Evaluator, Stakes, traits, traits_by_card
from games.bots.expert import Expert
from games.bots.memory import GUESSES, UNKNOWN, Held, Memories, Memory
from games.bots.search import Budget, Search, is_open
from games.engine import DECKS, Move, Rules, State, deal, legal, play, problems, seen, view
from games.engine.state import NO_OFFER

PRESETS = ("Official", "House", "Flip", "No Mercy", "Party")


def dealt(seats: int = 2, seat: int = 0) -> Memory:
    memory = Memory(seat, Random(1))
    memory.watch(("dealt", "classic", 1, 0, (7,) * seats, 93, "R1", "red"))
    return memory


def watching(preset: str, seed: int, seats: int = 3, moves: int = 12) -> tuple[State, Memory]:
    state, memory, random = deal(Rules.preset(preset), seats, Random(seed)), Memory(0, Random(seed)), Random(seed)
    events = list(state.news)
    for _ in range(moves):
        events += play(state, state.turn, random.choice(legal(state, state.turn)))
    while state.turn != 0 and not state.is_over:
        events += play(state, state.turn, random.choice(legal(state, state.turn)))
    for event in events:
        known = seen(event, 0)
        if known is not None:
            memory.watch(known)
    return state, memory


# --- memory


def test_a_card_seen_when_it_was_taken_is_remembered_until_it_is_played() -> None:
    memory = dealt()
    memory.watch(("showed", 1, 0, ("R2",) * 7))
    assert memory.hands[1] == [Held("R2")] * 7
    memory.watch(("played", 1, "R2"))
    assert memory.hands[1] == [Held("R2")] * 6


def test_a_player_who_draws_seems_to_lack_the_color_the_symbol_and_wilds() -> None:
    memory = dealt()
    memory.watch(("drew", 1, 1))
    assert all(held.lacks == {"red", "1", "W", "WD4"} for held in memory.hands[1][:7])
    assert memory.hands[1][7] == UNKNOWN


def test_a_player_who_keeps_a_drawn_card_lacks_the_same_in_it() -> None:
    memory = dealt()
    memory.watch(("drew", 1, 1))
    memory.watch(("kept", 1))
    assert memory.hands[1][7].lacks == {"red", "1", "W", "WD4"}


def test_a_player_who_plays_a_wild_seems_to_lack_what_was_on_top() -> None:
    memory = dealt()
    memory.watch(("played", 1, "R5"))
    memory.watch(("played", 1, "W"))
    assert all(held.lacks == {"red", "5"} for held in memory.hands[1])
    memory.watch(("wild", 1, "blue"))
    memory.watch(("drew", 1, 1))
    assert memory.hands[1][0].lacks == {"red", "5", "blue", "W", "WD4"}


@pytest.mark.parametrize(
    ("played", "unusual"),
    [
        (["R5"], {"RS", "RR", "RD"}),  # a card that does something would have been played first
        (["B1"], {"red"}),  # the color is changed only without a card of it
        (["RS"], set()),
        (["W"], set()),
        (["RS", "R5"], {"S", "RS", "RR", "RD"}),
        (["RS", "BS", "B5"], {"S", "BS", "BR", "BD"}),
        (["W", "wild red", "R5"], {"RS", "RR", "RD"}),
    ],
)
def test_a_number_shows_what_a_player_with_the_usual_habits_lacks(played: list[str], unusual: set[str]) -> None:
    memory = dealt()
    for face in played:
        memory.watch(("wild", 1, face.removeprefix("wild ")) if " " in face else ("played", 1, face))
    assert {held.unusual for held in memory.hands[1]} == {frozenset(unusual)}


def test_what_is_drawn_later_can_be_anything() -> None:
    memory = dealt()
    memory.watch(("played", 1, "R5"))
    memory.watch(("force_draw", 1, 2))
    assert [bool(held.unusual) for held in memory.hands[1]] == [True] * 6 + [False] * 2


@pytest.mark.parametrize("later", ["RS", "B5"])
def test_unusual_cards_reduce_the_trust_in_habits_alone(later: str) -> None:
    memory = dealt()
    memory.watch(("played", 1, "R5" if later == "RS" else "B1"))
    memory.hands[1] = [held.but(unusual=frozenset({"blue"})) for held in memory.hands[1]]
    before = memory.trust(1), memory.trust_in_habits(1)
    memory.watch(("played", 1, later))
    assert (memory.trust(1), memory.trust_in_habits(1)) == (before[0], before[1] / 2)


def test_a_usual_card_leaves_the_trust_in_habits() -> None:
    memory = dealt()
    memory.watch(("played", 1, "R5"))
    memory.watch(("force_draw", 1, 1))
    memory.watch(("played", 1, "RS"))  # it may be the card that was drawn since
    assert (memory.oddities, [bool(held.unusual) for held in memory.hands[1]]) == ([0, 0], [True] * 6)


@pytest.mark.parametrize("face", ["B1", "W"])
def test_playing_a_symbol_or_a_wild_thought_to_be_lacking_reduces_trust(face: str) -> None:
    memory = dealt()
    memory.watch(("drew", 1, 0))
    before = memory.trust(1)
    memory.watch(("played", 1, face))
    assert memory.trust(1) < before


def test_playing_a_color_thought_to_be_lacking_reduces_trust() -> None:
    memory = dealt()
    memory.watch(("game_start", "", 2, None))
    memory.watch(("dealt", "classic", 1, 0, (7, 7), 93, "R1", "red"))
    memory.hands[1] = [Held(None, frozenset({"red"}))] * 7
    before = memory.trust(1)
    memory.watch(("played", 1, "R5"))
    assert memory.trust(1) < before


def test_the_memory_of_swapped_hands_moves_with_them() -> None:
    memory = dealt(3)
    memory.watch(("showed", 1, 0, ("R2",) * 7))
    memory.watch(("swapped", 1, 2))
    assert memory.hands[2] == [Held("R2")] * 7
    memory.watch(("passed_hands", 1))
    assert memory.hands[0] == [Held("R2")] * 7


def test_a_flip_clears_the_memory_of_cards() -> None:
    memory = Memory(0, Random(1))
    memory.watch(("dealt", "flip", 1, 0, (7, 7), 93, "R1", "red"))
    memory.hands[1] = [Held("R2")] * 7
    memory.watch(("flipped", "P3"))
    assert memory.hands[1] == [UNKNOWN] * 7
    assert memory.color == "pink"


def test_won_and_lost_challenges_are_counted() -> None:
    memory = dealt()
    memory.watch(("challenge_won", 0, 1))
    memory.watch(("challenge_lost", 0, 1))
    memory.watch(("challenge_won", 0, 1))
    assert memory.bluffs[1] == (2, 1)


def test_a_bot_that_joins_during_a_round_knows_nothing_of_it() -> None:
    memory = Memory(0, Random(1))
    memory.watch(("drew", 1, 2))
    state = deal(Rules(), 2, Random(1))
    assert memory.held(view(state, 0), 1) == [UNKNOWN] * 7


def after(seed: int, *events: tuple[Any, ...]) -> Memory:
    memory = Memory(0, Random(seed))
    for event in (("dealt", "classic", 1, 0, (7, 7), 93, "R1", "red"), ("drew", 1, 1), *events):
        memory.watch(event)
    return memory


def test_which_card_of_a_hand_was_played_is_guessed_unless_it_was_just_drawn() -> None:
    """The old cards lack the colors that could not be played, and the one that is drawn then may be anything."""
    guessed = [after(seed, ("turn", 0), ("turn", 1), ("played", 1, "B5")) for seed in range(40)]
    assert {all(held.lacks for held in memory.hands[1]) for memory in guessed} == {True, False}
    drawn = [after(seed, ("played", 1, "B5")) for seed in range(40)]
    assert all(held.lacks for memory in drawn for held in memory.hands[1])


def test_memories_that_a_card_contradicts_are_replaced_by_copies_of_the_others() -> None:
    memories = Memories(0, Random(1))
    memories.watch(("dealt", "classic", 1, 0, (7, 2), 93, "R1", "red"))
    for number, memory in enumerate(memories.recall()):
        memory.hands[1] = [Held(lacks=frozenset({"blue"})) if number else UNKNOWN] * 2
    right = memories.recall()[0]
    memories.watch(("played", 1, "B1"))
    assert [memory.doubts for memory in memories.recall()] == [0] * GUESSES
    assert not any(held.lacks for memory in memories.recall() for held in memory.hands[1])
    assert memories.recall()[0] is right
    assert len({id(memory.hands) for memory in memories.recall()}) == GUESSES


def test_memories_that_are_all_contradicted_stay_as_they_are() -> None:
    memories = Memories(0, Random(1))
    memories.watch(("dealt", "classic", 1, 0, (7, 2), 93, "R1", "red"))
    for memory in memories.recall():
        memory.hands[1] = [Held(lacks=frozenset({"blue"}))] * 2
    before = memories.recall()[:]
    memories.watch(("played", 1, "B1"))
    assert memories.recall() == before
    assert {memory.surprises[1] for memory in before} == {1}


# --- sampling hidden cards


def test_a_guessed_card_has_no_color_and_no_symbol_that_seems_to_be_lacking() -> None:
    faces = DECKS["classic"].faces[0]
    assert Pile(["G5", "R2", "B1", "W"], faces).take_but(frozenset({"red", "1", "W"})) == "G5"
    assert Pile(["R2", "R1"], faces).take_but(frozenset({"red"})) == "R1"


@pytest.mark.parametrize("preset", PRESETS)
def test_a_sampled_state_is_valid_and_has_the_same_view(preset: str) -> None:
    for seed in range(6):
        state, memory = watching(preset, seed)
        if state.is_over:
            continue
        view_of_me = view(state, 0)
        for _ in range(5):
            imagined = Sampler(view_of_me, memory).state(Random(seed))
            again = view(imagined, 0)
            same = (
                "hand",
                "counts",
                "top",
                "color",
                "turn",
                "direction",
                "debt",
                "decision",
                "side",
                "backs",
                "draw_back",
            )
            assert [getattr(again, name) for name in same] == [getattr(view_of_me, name) for name in same]
            assert not [problem for problem in problems(imagined) if "card" in problem.lower()]


def test_a_known_card_is_always_sampled_at_its_place() -> None:
    state = deal(Rules(), 2, Random(3))
    memory = Memory(0, Random(1))
    for event in state.news:
        memory.watch(seen(event, 0) or ("", 0))
    memory.watch(("showed", 1, 0, tuple(state.hands[1])))
    sampler = Sampler(view(state, 0), memory)
    assert all(sorted(sampler.state(Random(seed)).hands[1]) == sorted(state.hands[1]) for seed in range(10))


@pytest.mark.parametrize(("trust", "some"), [(1.0, False), (0.0, True)])
def test_unusual_cards_are_sampled_only_without_trust(
    trust: float, some: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, memory = deal(Rules(), 2, Random(3)), dealt()
    memory.hands[1] = [Held(unusual=frozenset({"red", "S", "B5"}))] * 7
    monkeypatch.setattr(memory, "trust_in_habits", lambda seat: trust)
    sampler = Sampler(view(state, 0), memory)
    hands = [sampler.state(Random(seed)).hands[1] for seed in range(20)]
    found = {card for hand in hands for card in hand if card.startswith("R") or card.endswith("S") or card == "B5"}
    assert bool(found) is some


def test_samples_have_different_hidden_cards() -> None:
    state, memory = watching("Official", 4)
    sampler, random = Sampler(view(state, 0), memory), Random(1)
    assert len({tuple(sampler.state(random).hands[1]) for _ in range(10)}) > 5


# --- evaluation


@pytest.mark.parametrize("name", sorted(LEARNED))
def test_every_trait_has_a_weight(name: str) -> None:
    assert len(LEARNED[name]["strength"]) == len(TRAITS)
    assert all(math.isfinite(weight) for weight in LEARNED[name]["strength"])


def values_of(state: State, seat: int) -> dict[str, float]:
    row = traits(state, traits_by_card("classic", 0, "off", "off"))[seat]
    return {name: value for name, value in zip(TRAITS, row, strict=True) if value}


def test_what_the_player_before_holds_can_stop_a_hand(position: Callable[..., State]) -> None:
    held = {"stops held before", "few cards and stops held before"}
    state = position("R5 RS WD4", "B1 B2", "Y1 Y2 Y3")
    assert values_of(state, 1)["stops held before"] == 2.0
    assert [held & values_of(state, seat).keys() for seat in range(3)] == [set(), held, set()]
    state = position("R5 RS WD4", "B1 B2", "Y1 Y2 Y3", direction=-1)
    assert [held & values_of(state, seat).keys() for seat in range(3)] == [set(), set(), {"stops held before"}]
    assert not held & values_of(position("R5 RS WD4", "B1 B2"), 1).keys()


def test_the_chance_is_smaller_after_a_player_who_holds_stops(position: Callable[..., State]) -> None:
    hands = ("R5 R6", "B1 B2", "Y1 Y2")
    plain, stopped = position(*hands), position("RS RD", *hands[1:])
    before, after = (Evaluator(view(state, 0)).chances(state) for state in (plain, stopped))
    assert after[1] / after[2] < before[1] / before[2]


def test_the_traits_of_a_hand(position: Callable[..., State]) -> None:
    state = position("R5 G7 W", "B1")
    values = values_of(state, 0)
    assert values["3 cards"] == values["number"] / 2 == values["wild"] == 1.0
    assert (values["colors"], values["most of a color"]) == (2.0, 1.0)
    assert values["to move and can play"] == values["few cards and a wild"] == 1.0


def test_fewer_cards_have_a_higher_value(position: Callable[..., State]) -> None:
    few, many = position("R5 G7", "B1 B2 B3 B4 B5"), position("R5 G7 Y1 Y2 Y3 Y4 B9 B8", "B1")
    evaluator = Evaluator(view(few, 0))
    assert evaluator.worth(few) > evaluator.worth(many)


def test_the_chances_of_all_seats_add_up_to_one(position: Callable[..., State]) -> None:
    state = position("R5 G7", "B1", "Y1 Y2 Y3")
    chances = Evaluator(view(state, 0)).chances(state)
    assert sum(chances) == pytest.approx(1.0)
    assert chances[1] > chances[2]


def test_the_points_of_a_round_count_more_if_they_end_the_match() -> None:
    def stakes(mine: int, others: int) -> Stakes:
        return Stakes(0, frozenset({0}), (mine, others), 500, 100.0, low_wins=False)

    assert stakes(480, 0).chance([30.0, 0.0], 0) == 1.0
    assert stakes(0, 480).chance([0.0, 30.0], 1) == 0.0
    assert stakes(100, 100).chance([50.0, 0.0], 0) > stakes(100, 100).chance([10.0, 0.0], 0) > 0.5


# --- searching


def test_the_winning_card_is_played(position: Callable[..., State]) -> None:
    state = position("R5 R7", "B1", "G1 G2", rules=Rules(uno_call="auto"))
    play(state, 0, "play R5")
    state.hands[0], state.turn, state.offer = ["R7"], 0, NO_OFFER
    offered = [move for move in legal(state, 0) if move.verb in ("play", "draw")]
    assert Search(view(state, 0), [Memory(0, Random(1))], Random(1), Budget(100)).best(offered) == Move("play R7")


def test_moves_are_dropped_only_if_they_are_clearly_worse() -> None:
    best = [1.0] * 30
    assert not is_open(best, [0.0, 0.1] * 15)
    assert is_open(best, [1.1, 0.8] * 15)
    assert not is_open(best, best)


def test_the_budget_of_playouts_is_not_exceeded(
    position: Callable[..., State], monkeypatch: pytest.MonkeyPatch
) -> None:
    state, tries = position("R5 G1 Y1 W", "B1 B2 B3"), list[Move]()
    search = Search(view(state, 0), [Memory(0, Random(1))], Random(1), Budget(60))
    real = search.try_out

    def counted(state: State, move: Move) -> float:
        tries.append(move)
        return real(state, move)

    monkeypatch.setattr(search, "try_out", counted)
    search.best(legal(state, 0))
    assert 60 <= len(tries) < 60 + len(legal(state, 0))


def test_a_move_is_chosen_even_without_any_time(position: Callable[..., State]) -> None:
    state = position("R5 G1", "B1 B2 B3")
    search = Search(view(state, 0), [Memory(0, Random(1))], Random(1), Budget(800, 0.0))
    assert search.best(legal(state, 0)) in legal(state, 0)


@pytest.mark.parametrize(("others", "most"), [(["B1 B2 B3"], 60), (["B1 B2 B3", "B4 B5 B6"], 120)])
def test_among_more_players_more_is_tried(
    position: Callable[..., State], monkeypatch: pytest.MonkeyPatch, others: list[str], most: int
) -> None:
    state, dice, tries = position("R5 G1 Y1 W", *others), Random(1), list[Move]()

    def guess(search: Search, imagined: State, move: Move) -> float:
        tries.append(move)
        return dice.random()

    monkeypatch.setattr(Search, "try_out", guess)
    seen, moves = view(state, 0), legal(state, 0)
    Expert(Budget(60)).sit(0, Random(1)).answer(seen, moves, Random(9))
    assert most <= len(tries) < most + len(moves)


def test_the_same_seed_gives_the_same_move() -> None:
    state, memory = watching("House", 5)
    moves = view(state, 0).legal
    choices = set()
    for _ in range(3):
        bot = Expert(Budget(80)).sit(0, Random(1))
        assert bot.memories
        bot.memories.memories = [memory]
        choices.add(bot(view(state, 0), moves, Random(9)))
    assert len(choices) == 1


@pytest.mark.parametrize(("preset", "jumps"), [("Partners", False), ("Official", True)])
def test_it_jumps_in_before_an_opponent_wins_and_not_before_a_partner_does(
    position: Callable[..., State], preset: str, jumps: bool
) -> None:
    rules = Rules.preset(preset, jump_in=True, open_hand_at=1, score_limit="one_round")
    state = position("R5", "G9 G7 B6", "R1 B7 B8 Y9 G4 Y3", "Y7 Y8 B9", rules=rules)
    offered = view(state, 2).legal
    expert = Expert().sit(2, Random(1))
    for seed in range(5):
        impulse = expert.impulse(view(state, 2), offered, Random(seed))
        assert (impulse is not None and impulse[1].verb == "jump") is jumps
