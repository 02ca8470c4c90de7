"""Bots do not use hidden cards: with other hidden cards, a bot chooses the same move."""

from random import Random

import pytest

from games.bots import BOTS, Bot
from games.bots.expert import Expert
from games.bots.search import Budget
from games.engine import Rules, State, deal, legal, play, seen, view
from tests.engine.secrets import with_other_secrets

PRESETS = ("Official", "House", "Flip", "No Mercy", "Party")


def bot_named(name: str, seat: int) -> Bot:
    bot = Expert(Budget(playouts=40)) if name == "Expert" else BOTS[name]
    return bot.sit(seat, Random(1))


def middle_of_a_game(preset: str, seed: int, bot: Bot, seat: int) -> State:
    """Return a position some moves into a game that the bot has watched from its seat."""
    state = deal(Rules.preset(preset), 3, Random(seed))
    random, events = Random(seed), list(state.news)
    for _ in range(8 + 3 * seed):
        moves = legal(state, state.turn)
        events += play(state, state.turn, random.choice([move for move in moves if move.card] or list(moves)))
    while state.turn != seat or len(legal(state, seat)) < 2:
        if state.is_over:
            break
        events += play(state, state.turn, random.choice(legal(state, state.turn)))
    for event in events:
        known = seen(event, seat)
        if known is not None:
            bot.watch(known)
    return state


@pytest.mark.parametrize("name", sorted(BOTS))
def test_hidden_cards_never_change_a_choice(name: str) -> None:
    for preset in PRESETS:
        for seed in range(4):
            check_choice(name, preset, seed)


def check_choice(name: str, preset: str, seed: int) -> None:
    seat = seed % 3
    bot = bot_named(name, seat)
    state = middle_of_a_game(preset, seed, bot, seat)
    if state.is_over:
        pytest.fail(f"The game must still be going on: {preset}, seed {seed}.")
    other = with_other_secrets(state, seat, Random(seed + 100))
    assert other != state
    assert view(other, seat) == view(state, seat)
    for again in range(5):
        here, there = view(state, seat), view(other, seat)
        assert bot(here, here.legal, Random(again)) == bot(there, there.legal, Random(again)), (preset, seed)


@pytest.mark.parametrize("name", sorted(BOTS))
def test_the_same_seed_gives_the_same_moves(name: str) -> None:
    games = []
    for _ in range(2):
        bot = bot_named(name, 0)
        state = middle_of_a_game("Official", 2, bot, 0)
        seen_now = view(state, 0)
        games.append([bot(seen_now, seen_now.legal, Random(again)) for again in range(4)])
    assert games[0] == games[1]
