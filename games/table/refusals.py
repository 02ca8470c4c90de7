"""What can stand between a player and a move. Every message is a sentence for that player.

TableRefusal                what this person wanted cannot be done            409
├── NotPlaying              this person has no seat in this game              403
├── NoGame                  there is no game of that table                    404
│   └── NotOpen             there is none for this person; see `access`       404
└── Stale                   the table has changed since it was looked at      409
"""

from games.access import Access

ONLY_PEOPLE = "The host of this table wants people to play, and no programs."


class TableRefusal(Exception):
    """`code`, `stage` and the `version` that the table has now are for programs."""

    status = 409
    code = "refused"
    stage = ""
    version: int | None = None

    def __init__(self, sentence: str, code: str = "", stage: str = "", version: int | None = None) -> None:
        super().__init__(sentence)
        self.code, self.stage, self.version = code or self.code, stage, version


class NotPlaying(TableRefusal):
    status = 403
    code = "not_playing"


class NoGame(TableRefusal):
    status = 404
    code = "no_game"


class NotOpen(NoGame):
    def __init__(self, access: Access) -> None:
        super().__init__(access.reason.value)
        self.access = access


class Stale(TableRefusal):
    code = "stale"
