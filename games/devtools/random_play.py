"""Random rules and random moves, for tests and tools that need many different games."""

from random import Random

from games.engine import OPTIONS, Move, Rules, State, WrongRules, legal


def random_rules(rng: Random) -> Rules:
    """Return rules in which about half of the options are official and the others have random values."""
    while True:
        chosen = {name: rng.choice(_values(name, rng)) for name in OPTIONS if rng.random() < 0.5}
        try:
            return Rules.of(chosen)
        except WrongRules:
            continue  # these options contradict each other: try again


def _values(name: str, rng: Random) -> list[object]:
    option = OPTIONS[name]
    numbers = [option.low, option.high, rng.randint(option.low, option.high)] if option.takes_numbers else []
    return [*option.choices, *numbers]


def random_move(state: State, seat: int, rng: Random) -> Move:
    """Return a random legal move of a seat."""
    moves = legal(state, seat)
    return moves[int(rng.random() * len(moves))]


def eager_move(state: State, seat: int, rng: Random) -> Move:
    """Return a random move that plays a card or, if there is none, another random legal move."""
    moves = legal(state, seat)
    move = moves[int(rng.random() * len(moves))]
    while not move.card and moves[0].card:  # cards are always offered first
        move = moves[int(rng.random() * len(moves))]
    return move
