"""Bots do not use hidden cards: with other hidden cards, a bot chooses the same move."""

from random import Random

import pytest

from games.bots import BOTS, Bot
from games.bots.expert import Expert
from games.bots.search import Budget
from games.engine import Rules, State, deal, legal, play, seen, view
from games.engine.state import NO_OFFER

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


def with_other_secrets(state: State, seat: int, random: Random) -> State:
    """Return a state with the same view for this seat and everything hidden dealt again: hands, draw pile, cards set
    aside or buried, and the seed. In Flip, also the hidden sides of the cards that it sees one side of.
    """
    other = state.copy()
    others = [owner for owner in range(state.seats) if owner != seat]
    pool = [card for owner in others for card in state.hands[owner]] + state.draw + state.aside
    random.shuffle(pool)
    for owner in others:
        other.hands[owner] = [pool.pop() for _ in state.hands[owner]]
    other.aside = [pool.pop() for _ in state.aside]
    other.draw, other.seed = pool, random.getrandbits(64)
    if state.deck.two_sided:
        exchange_hidden_sides(other, seat)
    other.offer = NO_OFFER
    return other


def exchange_hidden_sides(state: State, seat: int) -> None:
    """Exchange each card in the seat's hand with a hidden card that has the same visible face."""
    faces = state.deck.faces[state.side]
    for place, card in enumerate(state.hands[seat]):
        for hidden, twin in enumerate(state.draw):
            if faces[twin].text == faces[card].text and twin != card:
                state.hands[seat][place], state.draw[hidden] = twin, card
                break


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
