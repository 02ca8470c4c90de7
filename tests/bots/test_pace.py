"""How long a round takes at a natural pace, in the time of the game."""

from copy import copy
from random import Random
from statistics import mean

from games.bots import BOTS
from games.bots.bot import Pace
from games.devtools.arena.simulation import Table
from games.engine import Rules, deal

OTHERS = ("Easy", "Medium", "Offensive")
PROMPT = Pace(0.7, 1.4)
"""A player who sees what they want to play and presses it."""


def seconds_of_round(seed: int) -> float:
    player = copy(BOTS["Medium"])
    player.pace = PROMPT
    bots = [player, *(BOTS[name] for name in OTHERS)]
    state = deal(Rules.preset("Official", score_limit="one_round"), len(bots), Random(seed))
    return Table(state, bots, [Random(f"{seed}/{seat}") for seat in range(len(bots))]).play_to_the_end().now


def test_an_official_round_of_four_takes_less_than_seventy_seconds_for_a_prompt_player() -> None:
    """Rounds differ by luck, so this is about the usual one."""
    seconds = sorted(map(seconds_of_round, range(40)))
    assert mean(seconds) < 70
    assert seconds[len(seconds) // 2] < 65
