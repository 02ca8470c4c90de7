"""How strong each kind of bot is, as the arena has measured it.

>>> ranked()[0], ranked()[-1]
('Expert', 'Random')
>>> level("Expert"), level("Hard"), level("Random"), level("a kind that was not measured")
(5, 4, 1, 0)
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from games.bots import BOTS

FILE = Path(__file__).with_name("strength.json")
DUELS = Path(__file__).with_name("duels")
LEVELS = (0.35, 0.45, 0.55, 0.65)
"""The shares of won games, against all others at two seats, from which a kind is one level stronger."""


@cache
def measurement() -> dict[str, Any]:
    """Return the results that `manage.py arena … --save games/bots/strength.json` has written."""
    results: dict[str, Any] = json.loads(FILE.read_text()) if FILE.exists() else {}
    return results


@cache
def duels(group: str) -> tuple[dict[str, Any], ...]:
    """Return what `manage.py arena Expert Hard … --save games/bots/duels/GROUP/….json` has written, by file names."""
    return tuple(json.loads(file.read_text()) for file in sorted((DUELS / group).glob("*.json")))


@cache
def win_rates() -> dict[str, float]:
    return {line["name"]: line["win_rate"] for line in measurement().get("bots", [])}


@cache
def ranked() -> tuple[str, ...]:
    """Return all kinds, the strongest first."""
    return tuple(sorted(BOTS, key=lambda kind: -win_rates().get(kind, 0)))


@cache
def level(kind: str) -> int:
    """Return the level of a kind, from 1 to 5; 0 if it has not been measured."""
    rate = win_rates().get(kind)
    return 0 if rate is None else 1 + sum(rate >= limit for limit in LEVELS)
