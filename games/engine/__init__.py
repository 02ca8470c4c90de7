"""The rules of Last Card: three decks and all options. The engine knows no web, clock or global random source.

>>> from random import Random
>>> state = deal(Rules.preset("House"), seats=3, rng=Random(5))
>>> view(state, 0).counts
(7, 7, 7)
>>> moves = legal(state, state.turn)
>>> events = play(state, state.turn, moves[0], now=1.0)
>>> problems(state)
[]
"""

from .cards import DECKS
from .events import evolve, seen
from .game import deal, deal_from, decide, expire, play, setup
from .logs import BY_ITSELF, Diverged, Entry, follow, replay, standing
from .moves import Move, Unreadable, read_moves
from .offers import legal
from .options import OPTIONS, PRESETS, WrongRules
from .refusals import Refused
from .rules import Rules
from .state import Event, State, problems
from .umpire import extend, take_back
from .view import View, view

__all__ = [
    "BY_ITSELF",
    "DECKS",
    "OPTIONS",
    "PRESETS",
    "Diverged",
    "Entry",
    "Event",
    "Move",
    "Refused",
    "Rules",
    "State",
    "Unreadable",
    "View",
    "WrongRules",
    "deal",
    "deal_from",
    "decide",
    "evolve",
    "expire",
    "extend",
    "follow",
    "legal",
    "play",
    "problems",
    "read_moves",
    "replay",
    "seen",
    "setup",
    "standing",
    "take_back",
    "view",
]
