"""Random rules and random play, for everything that wants to see many different games."""

from random import Random

from games.engine import OPTIONS, Move, Rules, State, WrongRules, legal


def random_rules(rng: Random) -> Rules:
    """Rules in which about half of the options are as official and the others anything they may be."""
    while True:
        chosen = {name: rng.choice(_values(name, rng)) for name in OPTIONS if rng.random() < 0.5}
        try:
            return Rules.of(chosen)
        except WrongRules:
            continue  # options that contradict each other; the next ones will not


def _values(name: str, rng: Random) -> list[object]:
    option = OPTIONS[name]
    numbers = [option.low, option.high, rng.randint(option.low, option.high)] if option.takes_numbers else []
    return [*option.choices, *numbers]


def random_move(state: State, seat: int, rng: Random) -> Move:
    """Any legal move of a seat, evenly."""
    moves = legal(state, seat)
    return moves[int(rng.random() * len(moves))]


def eager_move(state: State, seat: int, rng: Random) -> Move:
    """Any card that may be put on the pile, evenly; any other legal move only when there is none."""
    moves = legal(state, seat)
    move = moves[int(rng.random() * len(moves))]
    while not move.card and moves[0].card:  # cards are always offered first
        move = moves[int(rng.random() * len(moves))]
    return move
