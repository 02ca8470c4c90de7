"""Why something cannot be done in a running game.

TableRefusal                what this person asked for cannot be done         409
├── NotPlaying              this person has no seat in this game              403
├── NoGame                  there is no game at that table                    404
│   └── NotOpen             this person may not see it; see `access`          404
└── Stale                   the table has changed since the person saw it     409
"""

from games.access import Access
from games.wording.table import REFUSALS
from games.wording.templates import fill


class TableRefusal(Exception):
    """A code and its sentence. A refused move also has the engine's `stage`, and the `version` of the table now."""

    status = 409

    def __init__(self, code: str, sentence: str = "", stage: str = "", version: int | None = None) -> None:
        super().__init__(sentence or fill(REFUSALS[code]))
        self.code, self.stage, self.version = code, stage, version


class NotPlaying(TableRefusal):
    status = 403


class NoGame(TableRefusal):
    status = 404

    def __init__(self, sentence: str = "") -> None:
        super().__init__("no_game", sentence)


class NotOpen(NoGame):
    def __init__(self, access: Access) -> None:
        super().__init__(access.reason.sentence)
        self.access = access


class Stale(TableRefusal):
    def __init__(self, version: int) -> None:
        super().__init__("stale", version=version)
