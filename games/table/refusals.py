"""Why something cannot be done in a running game.

TableRefusal                what this person asked for cannot be done         409
├── NotPlaying              this person has no seat in this game              403
├── NoGame                  there is no game at that table                    404
│   └── NotOpen             this person may not see it; see `access`          404
├── Stale                   the table has changed since the person saw it     409
└── Judging                 a catch is being judged, so wait for the verdict  425
"""

from games.access import Access
from games.refusals import Refusal
from games.wording.table import refusal


class TableRefusal(Refusal):
    """A refused move also has its own sentence, the engine's `stage`, and the table's current `version`."""

    write_sentence = staticmethod(refusal)

    def __init__(self, code: str, sentence: str = "", stage: str = "", version: int | None = None) -> None:
        super().__init__(code)
        self.sentence, self.stage, self.version = sentence, stage, version

    def __str__(self) -> str:
        return self.sentence or super().__str__()


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


class Judging(TableRefusal):
    """The move would end the race about a missed call. It can be sent again after the verdict, within half a second."""

    status = 425

    def __init__(self, version: int) -> None:
        super().__init__("judging", version=version)
