"""Measure the speed of the engine.

A game here is one round, dealt and played to its end, as in other packages that one would compare with. The players
play a random card that fits, and make another move only if none does: drawing voluntarily would make a random game ten
times as long without measuring anything else. Times are CPU times, and include collecting what a game's log needs.
"""

import json
import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import NamedTuple

from games.engine import Event, Rules, State, deal, deal_from, legal, play
from games.engine.shuffling import committed
from games.engine.stored import dump_state

Log = list[tuple[int | None, str, float, list[Event]]]
"""Seat, move, time and events, as a caller would store them."""

COMMITMENT = "0" * 64
AGREEMENT = "a" * 1200
"""As long as the rules and contributions of four players."""
RUNS = 5
SECONDS_A_MOVE = 3.0
"""Longer than the grace period of a missed call, so that no offered move is refused as too late."""


class Speed(NamedTuple):
    rules: str
    seats: int
    games: int
    games_per_cpu_second: float
    moves_per_cpu_second: float
    events_per_cpu_second: float
    copy_microseconds: float
    state_bytes: int
    log_bytes_per_game: int

    def table(self) -> str:
        return "\n".join(f"{name.replace('_', ' '):24}{value:>12}" for name, value in self._asdict().items())


def play_a_round(rules: Rules, seats: int, rng: Random) -> tuple[State, Log]:
    """Play a whole round and return its end and its log. The cards are dealt as on a site, from a secret and a text.

    The choice of moves is inlined, so that it takes little of the time."""
    state = deal_from(committed(rng.randbytes(32), AGREEMENT), COMMITMENT, rules, seats)
    log: Log = [(None, "deal", 0.0, state.news)]
    now, roll = 0.0, rng.getrandbits
    while state.winner is None:
        now += SECONDS_A_MOVE
        seat = state.turn
        moves = legal(state, seat)
        move = moves[roll(30) % len(moves)]
        while not move.card and moves[0].card:  # cards are always offered first
            move = moves[roll(30) % len(moves)]
        log.append((seat, move, now, play(state, seat, move, now)))
    return state, log


def measure(name: str, seats: int, games: int, report: Callable[[int], None] = print) -> Speed:
    """Return the speed as the median of several runs, and the sizes of one game."""
    rules = Rules.preset(name, score_limit="one_round")
    runs = []
    for number in range(RUNS):
        runs.append(_run(rules, seats, games, Random(number)))
        report(number + 1)
    per_second = [round(median(run[part] / run[0] for run in runs)) for part in (1, 2, 3)]
    state, log = play_a_round(rules, seats, Random(1))
    middle = deal(rules, seats, Random(1))
    return Speed(
        name,
        seats,
        games,
        per_second[0],
        per_second[1],
        per_second[2],
        _copying(middle),
        len(dump_state(state)),
        _written([happened for _, _, _, happened in log]),
    )


def _run(rules: Rules, seats: int, games: int, rng: Random) -> tuple[float, int, int, int]:
    """Return the CPU seconds, games, moves and events of one run."""
    moves = events = 0
    start = time.process_time()
    for _ in range(games):
        _, log = play_a_round(rules, seats, rng)
        moves += len(log) - 1
        events += sum([len(happened) for _, _, _, happened in log])
    return time.process_time() - start, games, moves, events


def _copying(state: State, times: int = 20_000) -> float:
    start = time.process_time()
    for _ in range(times):
        state.copy()
    return round((time.process_time() - start) / times * 1e6, 2)


def _written(events: list[list[Event]]) -> int:
    return len(json.dumps(events, separators=(",", ":")))
