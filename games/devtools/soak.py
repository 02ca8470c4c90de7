"""Many random games under random rules, with every check on after every move."""

from collections.abc import Iterator
from multiprocessing import Pool
from random import Random

from games.engine import Entry, Refused, State, deal, decide, extend, legal, play, problems, replay, standing, take_back
from games.engine.notation import write_game
from games.engine.rules import Rules
from games.engine.stored import dump_state, load_state

from .random_play import random_move, random_rules

ROUNDS = 2
UMPIRED = 120
"""So many entries at the most when an umpire steps in: he looks through all of them each time."""
PAUSES = (0.0, 0.1, 1.0, 3.0)


class Broken(Exception):
    """Something that must never be, with the log that led to it."""

    def __init__(self, sentences: list[str], log: list[Entry]):
        self.sentences, self.log = sentences, log
        super().__init__("; ".join(sentences))


def random_game(seed: int) -> int:
    """A game that follows from its number; how many moves it took. Whatever is wrong with it raises `Broken`."""
    rng = Random(seed)
    rules = random_rules(rng)
    state = deal(rules, rng.randint(2, rules.max_seats), rng)
    log = [Entry(None, "deal", 0.0, tuple(state.news))]
    now = 0.0
    while not state.is_over and state.round <= ROUNDS:
        now += rng.choice(PAUSES)
        log += _entries(state, now, rng, log)
        _check(state, log)
    _check_log(state, log, with_rules=seed % 10 == 0)
    return len(log)


def _entries(state: State, now: float, rng: Random, log: list[Entry]) -> list[Entry]:
    """What one of the seats does now, if it is not too late for it."""
    able = [seat for seat in range(state.seats) if legal(state, seat)]
    if state.turn not in able:
        raise Broken([f"Seat {state.turn} is asked and can do nothing."], log)
    if rng.random() < 0.02:
        return [Entry(state.turn, "decide", now, tuple(decide(state, now)))]
    if len(log) < UMPIRED and rng.random() < 0.02:
        return [_by_the_umpire(state, now, rng, log)]
    seat = state.turn if rng.random() < 0.8 else rng.choice(able)
    move = random_move(state, seat, rng)
    try:
        return [Entry(seat, move, now, tuple(play(state, seat, move, now)))]
    except Refused as refused:
        if refused.code != "too_late":  # an offer stands for the moment it was made; a call may miss it
            raise Broken([f"“{move}” of seat {seat} was offered and refused: {refused}"], log) from refused
        return []


def _by_the_umpire(state: State, now: float, rng: Random, log: list[Entry]) -> Entry:
    """More time, or the last move that still stands is taken back."""
    moves = standing(log)
    if not moves or rng.random() < 0.3:
        return Entry(None, "extend 60", now, tuple(extend(state, 60)))
    seat, before = moves[-1]
    return Entry(None, "take back", now, tuple(take_back(state, before, seat, now)))


def _check(state: State, log: list[Entry]) -> None:
    if wrong := problems(state):
        raise Broken(wrong, log)


def _check_log(state: State, log: list[Entry], with_rules: bool) -> None:
    loaded = State(Rules(), 2)
    load_state(loaded, dump_state(state))
    if loaded != state:
        raise Broken(["The state is not the same after it was stored."], log)
    if replay(log, check=with_rules) != state:
        raise Broken(["The log leads to another state."], log)


def as_test(seed: int, broken: Broken) -> str:
    """The failure as a test that can be pasted."""
    return f'''
def test_random_game_{seed}():
    """{broken}"""
    log = read_game("""
{write_game(broken.log).strip()}
""".lstrip())
    assert problems(replay(log, check=True)) == []
'''


def soak(first: int, games: int, jobs: int) -> Iterator[tuple[int, int, str]]:
    """Play games by number; for each its number, how many moves it took, and what went wrong, if anything."""
    numbers = range(first, first + games)
    if jobs == 1:
        yield from map(_one, numbers)
        return
    with Pool(jobs) as pool:
        yield from pool.imap_unordered(_one, numbers, chunksize=8)


def _one(seed: int) -> tuple[int, int, str]:
    try:
        return seed, random_game(seed), ""
    except Broken as broken:
        return seed, len(broken.log), as_test(seed, broken)
