"""Why a staff action or a report is refused. Every message is a sentence for the person who tried."""

from games.refusals import Refusal
from games.table.refusals import TableRefusal
from games.wording import staff as wording


class StaffRefusal(Exception):
    """This cannot be done. The sentences by code are in `games.wording.staff`."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(wording.refusal(code, **facts))
        self.code = code


class NoRight(StaffRefusal):
    """This person may not do that."""


REFUSED = (StaffRefusal, TableRefusal, Refusal)
"""What a staff action may raise: its own refusals, and those of the games and tables it changes."""
