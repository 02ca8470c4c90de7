"""Players that sit down when a chair is empty. They see what a human in their seat sees, and nothing else.

>>> list(BOTS)
['Random', 'Easy', 'Medium', 'Hard', 'Offensive', 'Defensive', 'Chaotic', 'Mixed', 'Ruthless', 'Expert']
"""

from .bot import SPEEDS, Bot, Impulse, Manners, Pace
from .characters import Chaotic, Defensive, Easy, Hard, Medium, Mixed, Offensive, RandomBot
from .expert import Expert
from .ruthless import Ruthless

_ALL = (
    RandomBot(),
    Easy(),
    Medium(),
    Hard(),
    Offensive(),
    Defensive(),
    Chaotic(),
    Mixed(),
    Ruthless(),
    Expert(),
)
BOTS: dict[str, Bot] = {bot.name: bot for bot in _ALL}

__all__ = ["BOTS", "SPEEDS", "Bot", "Impulse", "Manners", "Pace"]
