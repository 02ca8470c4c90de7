"""Every write to a running game.

Each service is one function that holds one whole transaction: it reads under the lock, checks, lets the engine play,
appends the entry, updates the cached state and says when the next thing is due. What changed is announced after commit.
"""

from games.table.services.beginning import Origin, abandon, running, start
from games.table.services.moving import Outcome, act, act_all, has_played, new_key, tick, wait
from games.table.services.reading import seconds
from games.table.services.sitting import STAND_IN, come_back, leave, put_a_bot, take_over
from games.table.services.storing import set_back

__all__ = [
    "STAND_IN",
    "Origin",
    "Outcome",
    "abandon",
    "act",
    "act_all",
    "come_back",
    "has_played",
    "leave",
    "new_key",
    "put_a_bot",
    "running",
    "seconds",
    "set_back",
    "start",
    "take_over",
    "tick",
    "wait",
]
