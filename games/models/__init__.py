"""The database models."""

from games.models.people import Browser, HandOrder, Motion, Mute, People, Theme, User, new_face, today
from games.models.play import Entry, Game, Player
from games.models.programs import Scope, Token
from games.models.staff import AddressBan, Audit, Day, Report, Sanction
from games.models.tables import (
    CODE_LENGTH,
    CODE_LETTERS,
    Ban,
    Line,
    Pace,
    Place,
    RuleSet,
    Table,
    Visibility,
    Visit,
    Watching,
    new_code,
)

__all__ = [
    "CODE_LENGTH",
    "CODE_LETTERS",
    "AddressBan",
    "Audit",
    "Ban",
    "Browser",
    "Day",
    "Entry",
    "Game",
    "HandOrder",
    "Line",
    "Motion",
    "Mute",
    "Pace",
    "People",
    "Place",
    "Player",
    "Report",
    "RuleSet",
    "Sanction",
    "Scope",
    "Table",
    "Theme",
    "Token",
    "User",
    "Visibility",
    "Visit",
    "Watching",
    "new_code",
    "new_face",
    "today",
]
