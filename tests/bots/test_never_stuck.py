"""Every bot, with every deck and any options, makes only legal moves and plays every round to its end."""

from random import Random

import pytest

from games.bots import BOTS, Bot
from games.bots.search import Budget
from games.devtools.arena.contest import contest as hold_contest
from games.devtools.arena.contest import player
from games.devtools.arena.simulation import Table
from games.engine import DECKS, OPTIONS, Move, Rules, State, WrongRules, deal, legal, play, problems, view
from games.engine.windows import possible_from

QUICK = Budget(playouts=6)
NAMES = sorted(BOTS)


def random_rules(random: Random, deck: str) -> Rules:
    """Return rules with random options; combinations that are refused are replaced."""
    while True:
        chosen = {name: any_value(name, random) for name in OPTIONS} | {"deck": deck, "score_limit": "one_round"}
        try:
            return Rules.of(chosen)
        except WrongRules:
            continue


def any_value(name: str, random: Random) -> object:
    option = OPTIONS[name]
    values: list[object] = list(option.choices)
    if option.takes_numbers:
        values.append(random.randint(option.low, option.high))
    return random.choice(values)


def play_out(rules: Rules, names: list[str], seed: int) -> State:
    """Play a round and check each move before it is played, and the cards after it."""
    state = deal(rules, len(names), Random(seed))
    held = hold_contest([names[0], names[-1]], rules, len(names), budget=QUICK)._replace(names=tuple(names))
    table = Table(
        state,
        [player(held, bot) for bot in range(len(names))],
        [Random(f"{seed}/{n}") for n in range(10)][: len(names)],
    )
    for steps in range(6000):
        if state.is_over:
            return state
        seat, move, events = table.step()
        assert isinstance(move, Move)
        assert events
        assert steps % 25 or problems(state) == [], (seed, seat, move, rules.as_dict())
    raise AssertionError(f"Seed {seed}: this round does not end: {rules.as_dict()}")


@pytest.mark.parametrize("deck", DECKS)
def test_any_bots_under_any_rules_play_to_the_end(deck: str) -> None:
    for number in range(25):
        random = Random(f"{deck}/{number}")
        rules = random_rules(random, deck)
        names = [
            random.choice(NAMES) for _ in range(random.choice([seats for seats in rules.seat_counts if seats <= 6]))
        ]
        end = play_out(rules, names, number)
        assert end.winner is not None, f"number {number}"
        assert problems(end) == [], f"number {number}"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("deck", DECKS)
def test_each_bot_plays_to_the_end_against_itself(name: str, deck: str) -> None:
    rules = random_rules(Random(f"{deck}/{name}"), deck)
    assert play_out(rules, [name] * rules.seats_near(3), 5).is_over


@pytest.mark.parametrize("name", NAMES)
def test_each_bot_answers_every_decision(name: str) -> None:
    """For every kind of decision, the move is one of the legal ones."""
    rules = Rules.preset(
        "No Mercy", wild_draw="challenge", first_card="official", jump_in=True, draw="free", several="equal"
    )
    met: set[str] = set()
    for seed in range(25):
        for deck in DECKS:
            state = deal(rules.but(deck=deck, score_limit="one_round"), 4, Random(seed))
            random = Random(seed)
            bot = player(hold_contest([name, name], rules, 4, budget=QUICK), 0).sit(0, random)
            met |= decisions_answered(state, bot, random)
    assert met == {
        "turn", "keep_or_play", "add_more", "choose_color", "choose_player", "choose_target", "respond",
        "roulette_color", "first_color",
    }  # fmt: skip


def decisions_answered(state: State, bot: Bot, random: Random) -> set[str]:
    met: set[str] = set()
    for _ in range(60):
        if state.is_over:
            break
        seen = view(state, state.turn)
        move = (
            bot(seen, seen.legal, random)
            if seen.decision not in met or random.random() < 0.1
            else random.choice(seen.legal)
        )
        assert move in legal(state, state.turn)
        met.add(seen.decision)
        play(state, state.turn, move, possible_from(state, move))
    return met
