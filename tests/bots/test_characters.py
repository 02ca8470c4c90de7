"""The behavior of each bot, as its description says."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from games.bots import BOTS
from games.bots.bot import Bot
from games.devtools.arena.simulation import Table
from games.engine import Event, Move, Rules, State, deal, play, view
from games.engine.steps import ACTIONS_IN_A_ROUND

from .conftest import choice, impulses, shares

Position = Callable[..., State]
ROUGH = ("Offensive", "Defensive", "Chaotic")
STACKING = Rules(stacking="any")


def close(share: float, expected: float) -> bool:
    return abs(share - expected) < 0.08


# --- Random, Easy


def test_random_chooses_every_legal_move_equally_often(position: Position) -> None:
    state = position("R7 RS W B2", "Y1 Y2")
    bot, seen, random = seated_random(), view(state, 0), Random(7)
    found = Counter(str(bot(seen, seen.legal, random)) for _ in range(1200))
    assert set(found) == {"play R7", "play RS", "play W", "draw"}
    assert all(close(count / 1200, 0.25) for count in found.values())


def seated_random() -> Bot:
    """Return a Random that has seen the deal."""
    bot = BOTS["Random"].sit(0, Random(1))
    bot.watch(("dealt", "classic", 1, 0, (4, 2), 90, "R1", "red"))
    return bot


def test_random_passes_up_a_playable_card_at_most_nine_times_in_a_round(position: Position) -> None:
    seen, random = view(position("R7 RS W B2", "Y1 Y2"), 0), Random(7)
    bot = seated_random()
    events: list[Event] = [("drew", 0, ("R5",)), ("kept", 0)]
    for event in [("drew", 1, 1), ("kept", 1), *events * 4, ("drew", 0, ("R5",))]:
        assert "draw" in {bot(seen, seen.legal, random) for _ in range(40)}
        bot.watch(event)
    assert "draw" not in {bot(seen, seen.legal, random) for _ in range(40)}


def test_a_random_that_has_not_seen_the_deal_plays_what_it_can(position: Position) -> None:
    assert set(shares("Random", position("R7 RS W B2", "Y1 Y2"))) == {"play R7", "play RS", "play W"}
    assert set(shares("Random", position("B2 B3 Y4", "Y1 Y2"))) == {"draw"}


@pytest.mark.parametrize("preset", ["House", "Party", "Relaxed"])
def test_rounds_of_four_randoms_end(preset: str) -> None:
    rules = Rules.preset(preset, score_limit="one_round")
    for seed in range(5):
        table = Table(deal(rules, 4, Random(seed)), [BOTS["Random"]] * 4, [Random(seed + seat) for seat in range(4)])
        while not table.state.is_over:
            table.step()
        assert table.state.actions < ACTIONS_IN_A_ROUND


def test_random_sometimes_ignores_a_move_out_of_turn(position: Position) -> None:
    state = position("R7 B2", "Y1 Y2 Y3", "G1 G2 G3")
    play(state, 0, "play R7")
    found = impulses("Random", state, 2, draws=1000)
    assert close(sum(one is None for one in found) / 1000, 0.5)
    assert {one[1] for one in found if one} == {"accuse 0"}


def test_easy_plays_every_playable_card_equally_often_and_draws_only_if_it_must(position: Position) -> None:
    found = shares("Easy", position("R7 RS W B2", "Y1 Y2"), draws=1200)
    assert set(found) == {"play R7", "play RS", "play W"}
    assert all(close(share, 1 / 3) for share in found.values())
    assert shares("Easy", position("B2 B3 Y4", "Y1 Y2")) == {"draw": 1.0}


# --- Medium, Hard


def test_medium_plays_the_first_special_card(position: Position) -> None:
    assert choice("Medium", position("R9 W RS R2", "Y1 Y2")) == "play W"
    assert choice("Medium", position("R9 RS W R2", "Y1 Y2")) == "play RS"


def test_medium_otherwise_plays_a_card_of_the_top_color(position: Position) -> None:
    assert choice("Medium", position("B9 Y9 R2 R3", "Y1 Y2", top="R9")) == "play R2"


def test_medium_otherwise_plays_the_highest_points(position: Position) -> None:
    in_blue = position("Y3 G3 B2 Y8 B7", "Y1 Y2", top="W", color="blue")
    assert choice("Medium", in_blue) == "play B2"
    after_skip = position("Y5 GS B5 Y9", "Y1 Y2", top="R5")
    assert choice("Medium", after_skip) in ("play Y5", "play B5")


def test_hard_stops_a_next_player_with_two_cards(position: Position) -> None:
    assert choice("Hard", position("R9 RR RS RD B1", "Y1 Y2", "Y3 Y4 Y5")) == "play RS"
    assert choice("Hard", position("R9 WD4 B1", "Y1 Y2", "Y3 Y4 Y5")) == "play WD4"


def test_hard_does_not_stop_a_player_with_three_cards(position: Position) -> None:
    assert choice("Hard", position("R9 RR RS WD4 B1", "Y1 Y2 Y3", "Y3 Y4 Y5")) == "play RR"


def test_hard_considers_the_next_player_in_the_direction_of_play(position: Position) -> None:
    hands = ("R9 WD4 B1", "Y1 Y2", "Y3 Y4 Y5")
    assert choice("Hard", position(*hands, direction=-1)) == "play R9"


def test_hard_saves_wilds_while_another_card_is_playable(position: Position) -> None:
    assert choice("Hard", position("W WD4 B2 R3", "Y1 Y2 Y3")) == "play R3"
    assert choice("Hard", position("W B2 B3", "Y1 Y2 Y3")) == "play W"


def test_medium_and_hard_name_their_most_frequent_color(position: Position) -> None:
    state = position("W B2 B3 G1", "Y1 Y2 Y3")
    play(state, 0, "play W")
    assert choice("Medium", state) == choice("Hard", state) == "color blue"


def test_hard_challenges_only_players_with_more_than_four_cards(position: Position) -> None:
    for hand, answer in (("WD4 B1 B2 B3 B4 B5", "challenge"), ("WD4 B1 B2 B3 B4", "accept")):
        state = position(hand, "Y1 Y2 Y3")
        play(state, 0, "play WD4 blue")
        assert choice("Hard", state, seat=1) == answer


# --- Offensive, Defensive, Chaotic


def test_offensive_plays_the_lowest_points_first(position: Position) -> None:
    assert choice("Offensive", position("R9 RS W R2 R5", "Y1 Y2")) == "play R2"


def test_defensive_plays_the_highest_points_first(position: Position) -> None:
    assert choice("Defensive", position("R9 RS R2 W R5", "Y1 Y2")) == "play W"
    assert choice("Defensive", position("R9 RS R2 B5", "Y1 Y2")) == "play RS"


def test_chaotic_plays_any_playable_card(position: Position) -> None:
    found = shares("Chaotic", position("R9 RS W B2", "Y1 Y2"), draws=1200)
    assert all(close(found[move], 1 / 3) for move in ("play R9", "play RS", "play W"))


@pytest.mark.parametrize("name", ROUGH)
def test_nine_wilds_in_ten_get_the_color_of_the_first_colored_card(name: str, position: Position) -> None:
    state = position("W WD4 G2 B3 B4", "Y1 Y2")
    play(state, 0, "play W")
    found = shares(name, state, draws=2000)
    assert abs(found["color green"] - 0.925) < 0.03
    assert set(found) == {"color red", "color yellow", "color green", "color blue"}


@pytest.mark.parametrize("name", ROUGH)
def test_offensive_defensive_and_chaotic_stack_whenever_they_can(name: str, position: Position) -> None:
    state = position("RD B2 B3", "YD G1 G2", rules=STACKING)
    play(state, 0, "play RD")
    assert shares(name, state, seat=1) == {"stack YD": 1.0}


@pytest.mark.parametrize("name", ROUGH)
def test_offensive_defensive_and_chaotic_challenge_half_of_the_time(name: str, position: Position) -> None:
    state = position("WD4 B2 B3", "YD G1 G2")
    play(state, 0, "play WD4 blue")
    found = shares(name, state, seat=1)
    assert set(found) == {"challenge", "accept"}
    assert close(found["challenge"], 0.5)


@pytest.mark.parametrize("name", ROUGH)
def test_offensive_defensive_and_chaotic_play_every_drawn_card(name: str, position: Position) -> None:
    state = position("B2 B3 B4", "Y1 Y2", draw=["G1", "R5"])
    play(state, 0, "draw")
    assert shares(name, state) == {"play R5": 1.0}


@pytest.mark.parametrize("name", ROUGH)
def test_offensive_defensive_and_chaotic_swap_with_the_smallest_hand(name: str, position: Position) -> None:
    state = position("R7 B2 B3 B4", "Y1 Y2 Y3", "Y4 Y5", "Y6 Y7 Y8", rules=Rules(seven="swap", zero="pass"))
    play(state, 0, "play R7")
    assert shares(name, state) == {"swap 2": 1.0}


@pytest.mark.parametrize("name", ROUGH)
def test_offensive_defensive_and_chaotic_declare_seven_times_in_ten(name: str, position: Position) -> None:
    found = shares(name, position("R7 B2", "Y1 Y2"), draws=1500)
    assert set(found) == {"declare", "play R7"}
    assert abs(found["declare"] - 0.7) < 0.05


@pytest.mark.parametrize("name", ROUGH)
def test_a_forgotten_call_is_not_made_later(name: str, position: Position) -> None:
    state = position("R7 B2", "Y1 Y2")
    play(state, 0, "play R7")
    assert set(impulses(name, state, 0)) == {None}


@pytest.mark.parametrize("name", ROUGH)
def test_after_a_swap_to_one_card_they_declare_seven_times_in_ten(name: str, position: Position) -> None:
    state = position("R7 B2 B3", "Y1", "G1 G2 G3", rules=Rules(seven="swap", zero="pass"))
    play(state, 0, "play R7, swap 1")
    found = impulses(name, state, 0, draws=1500)
    assert {one[1] for one in found if one} == {"declare"}
    assert abs(sum(one is not None for one in found) / 1500 - 0.7) < 0.05


@pytest.mark.parametrize("name", ROUGH)
def test_a_missed_call_is_accused_with_three_chances_in_ten_per_interval(name: str, position: Position) -> None:
    state = position("R7 B2", "Y1 Y2 Y3", "G1 G2 G3")
    play(state, 0, "play R7")
    found = [one for one in impulses(name, state, 2, draws=3000) if one]
    delays = [delay for delay, _ in found]
    assert len(found) == 3000
    assert {move for _, move in found} == {"accuse 0"}
    assert 0.5 <= min(delays) < 0.8
    # The first check is at 0.2–1.0 s, followed by 1 / 0.3 intervals of 0.9 s on average.
    assert abs(sum(delays) / 3000 - (0.6 + 0.9 / 0.3)) < 0.25
    assert sum(delay <= 1.4 for delay in delays) / 3000 < 0.3


@pytest.mark.parametrize("name", ROUGH)
def test_they_jump_in_eight_times_in_ten_after_a_delay(name: str, position: Position) -> None:
    state = position("R7 B2 B3", "Y1 Y2 Y3", "R7 G1 G2", rules=Rules(jump_in=True))
    play(state, 0, "play R7")
    found = impulses(name, state, 2, draws=1500)
    jumps = [one for one in found if one]
    assert abs(len(jumps) / 1500 - 0.8) < 0.04
    assert {move for _, move in jumps} == {"jump R7"}
    assert all(0.1 <= delay <= 0.3 for delay, _ in jumps)


def test_a_bot_that_called_for_a_jump_jumps_in(position: Position) -> None:
    state = position("R7 B2 B3", "Y1 Y2 Y3", "R7 G1", rules=Rules(jump_in=True))
    play(state, 0, "play R7")
    assert {one[1] for one in impulses("Hard", state, 2) if one} == {"declare"}
    play(state, 2, "declare")
    assert {one[1] for one in impulses("Chaotic", state, 2) if one} == {"jump R7"}
    assert None not in impulses("Chaotic", state, 2)


# --- Mixed


def seated(seed: int) -> Bot:
    return BOTS["Mixed"].sit(0, Random(seed))


def test_mixed_plays_like_one_of_the_three_for_the_whole_game(position: Position) -> None:
    state = view(position("R9 RS W R2 R5", "Y1 Y2"), 0)
    answers = []
    for seed in range(60):
        bot = seated(seed)
        answers.append({bot(state, state.legal, Random(again)) for again in range(40)})
    offensive, defensive = {Move("play R2")}, {Move("play W")}
    chaotic = [answer for answer in answers if len(answer) > 1]
    assert 10 < answers.count(offensive) < 30
    assert 10 < answers.count(defensive) < 30
    assert 10 < len(chaotic) < 30


# --- Ruthless


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        ("R9 RR RS RD W", "play RD"),
        ("R9 RR RS W", "play RS"),
        ("R9 RR W WD4", "play RR"),
        ("R9 W WD4", "play R9"),
        ("B9 W WD4", "play W"),
        ("B9 B8 WD4", "play WD4"),
    ],
)
def test_ruthless_plays_the_strongest_attack(hand: str, answer: str, position: Position) -> None:
    assert shares("Ruthless", position(hand + " G2 G3", "Y1 Y2 Y3")) == {answer: 1.0}


def test_ruthless_attacks_in_its_most_frequent_color(position: Position) -> None:
    state = position("RD BD B2 B3 R4", "Y1 Y2 Y3", top="YD")
    assert shares("Ruthless", state) == {"play BD": 1.0}


def test_ruthless_plays_the_number_that_leads_to_more_of_its_own_cards(position: Position) -> None:
    assert choice("Ruthless", position("R3 B5 B2 B7", "Y1 Y2 Y3", top="R5")) == "play B5"
    assert choice("Ruthless", position("R3 R4 R8 B5 B2", "Y1 Y2 Y3", top="R5")) in ("play R3", "play R4", "play R8")


def test_ruthless_plays_by_color_on_ties(position: Position) -> None:
    assert shares("Ruthless", position("R3 R4 B5 B2", "Y1 Y2 Y3", top="R5")).keys() == {"play R3", "play R4"}


def test_ruthless_names_its_most_frequent_color_and_breaks_ties_at_random(position: Position) -> None:
    state = position("W B2 B3 G1", "Y1 Y2 Y3")
    play(state, 0, "play W")
    assert shares("Ruthless", state) == {"color blue": 1.0}
    state = position("W B2 B3 G1 G2 Y1", "Y1 Y2 Y3")
    play(state, 0, "play W")
    found = shares("Ruthless", state)
    assert set(found) == {"color blue", "color green"}
    assert close(found["color blue"], 0.5)


# --- pace


@pytest.mark.parametrize("name", BOTS)
def test_a_pause_reveals_nothing_about_the_hand(name: str, position: Position) -> None:
    """Two positions that differ only in hidden cards have the same pauses."""
    pauses = []
    for hand in ("R7 R8 R9 W", "B2 B3 B4 B5"):
        table = Table(position(hand, "Y1 Y2 Y3"), [BOTS[name]] * 2, [Random(3), Random(4)])
        pauses.append(table.due)
    assert pauses[0] == pauses[1] > 0


@pytest.mark.parametrize("name", BOTS)
def test_the_pace_of_a_table_may_be_slow_natural_or_quick(name: str) -> None:
    pace = BOTS[name].pace
    quick, natural, slow = (pace.draw(Random(1), "turn", speed) for speed in ("quick", "natural", "slow"))
    assert quick < natural < slow
    assert pace.shortest <= natural <= pace.longest


@pytest.mark.parametrize("name", BOTS)
def test_after_drawing_all_bots_take_as_long_as_a_page_that_keeps_the_card(name: str) -> None:
    pauses = [BOTS[name].pace.draw(Random(seed), "keep_or_play") for seed in range(50)]
    assert 0.5 <= min(pauses) < max(pauses) <= 1.2


@pytest.mark.parametrize("name", sorted(set(BOTS) - {"Random", "Expert"}))
def test_equal_cards_are_added_and_the_best_color_lies_on_top(name: str, position: Position) -> None:
    state = position("R7 B7 G7 B1 B2 G3", "Y1 Y2", rules=Rules(several="equal", uno_call="off"))
    play(state, 0, "play R7")
    assert choice(name, state) == "add G7"
    play(state, 0, "add G7")
    assert choice(name, state) == "add B7"


def test_expert_empties_its_hand_with_equal_cards(position: Position) -> None:
    state = position("R7 B7 G7", "Y1", rules=Rules(several="equal", uno_call="off", score_limit="one_round"))
    while not state.is_over:
        assert state.turn == 0
        play(state, 0, choice("Expert", state))


def test_no_bot_but_random_draws_while_it_can_play(position: Position) -> None:
    for name in set(BOTS) - {"Random", "Expert"}:
        assert "draw" not in shares(name, position("R7 W B2 B3", "Y1 Y2 Y3"), draws=50)


def test_every_bot_has_a_description_and_habits() -> None:
    assert all(name == bot.name and bot.line.endswith(".") and bot.habits for name, bot in BOTS.items())
