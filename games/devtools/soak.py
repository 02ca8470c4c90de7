"""Play random games under random rules, and check the state after every move."""

from collections.abc import Iterator
from multiprocessing import Pool
from random import Random

from games.engine import (
    BY_ITSELF,
    Entry,
    Refused,
    State,
    deal,
    decide,
    extend,
    legal,
    play,
    problems,
    replay,
    standing,
    take_back,
)
from games.engine.notation import write_game
from games.engine.rules import Rules
from games.engine.stored import dump_state, load_state

from .random_play import random_move, random_rules

ROUNDS = 2
LONGEST_LOG_FOR_UMPIRE = 120
"""An umpire acts only in logs shorter than this, because each action reads the whole log."""
PAUSES = (0.0, 0.1, 1.0, 3.0)


class Broken(Exception):
    """A violated invariant, with the log that led to it."""

    def __init__(self, sentences: list[str], log: list[Entry]):
        self.sentences, self.log = sentences, log
        super().__init__("; ".join(sentences))


def random_game(seed: int) -> int:
    """Play the game with this number and return the length of its log. Raises `Broken` if a check fails."""
    rng = Random(seed)
    rules = random_rules(rng)
    state = deal(rules, rng.choice(rules.seat_counts), rng)
    log = [Entry(None, "deal", 0.0, tuple(state.news))]
    now = 0.0
    while not state.is_over and state.round <= ROUNDS:
        now += rng.choice(PAUSES)
        log += _entries(state, now, rng, log)
        _check(state, log)
    _check_log(state, log, with_rules=seed % 10 == 0)
    return len(log)


def _entries(state: State, now: float, rng: Random, log: list[Entry]) -> list[Entry]:
    """Let one of the seats make a move; return no entry if it came too late."""
    able = [seat for seat in range(state.seats) if legal(state, seat)]
    if state.turn not in able:
        raise Broken([f"Seat {state.turn} must move but has no legal move."], log)
    if rng.random() < 0.02:
        return [Entry(state.turn, BY_ITSELF, now, tuple(decide(state, now)))]
    if len(log) < LONGEST_LOG_FOR_UMPIRE and rng.random() < 0.02:
        return [_by_the_umpire(state, now, rng, log)]
    seat = state.turn if rng.random() < 0.8 else rng.choice(able)
    move = random_move(state, seat, rng)
    try:
        return [Entry(seat, move, now, tuple(play(state, seat, move, now)))]
    except Refused as refused:
        if refused.code not in ("too_early", "too_late"):  # legal moves do not consider the time
            raise Broken([f"“{move}” of seat {seat} was legal but refused: {refused}"], log) from refused
        return []


def _by_the_umpire(state: State, now: float, rng: Random, log: list[Entry]) -> Entry:
    """Give more time, or take back the last move."""
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
        raise Broken(["The state changed when it was stored and loaded."], log)
    if replay(log, check=with_rules) != state:
        raise Broken(["Replaying the log leads to a different state."], log)


def as_test(seed: int, broken: Broken) -> str:
    """Return the failure as the source of a test."""
    return f'''
def test_random_game_{seed}():
    """{broken}"""
    log = read_game("""
{write_game(broken.log).strip()}
""".lstrip())
    assert problems(replay(log, check=True)) == []
'''


def soak(first: int, games: int, jobs: int) -> Iterator[tuple[int, int, str]]:
    """Play the games with these numbers; yield the number, the length of the log and, after a failure, a test."""
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
