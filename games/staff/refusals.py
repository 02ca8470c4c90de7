"""Why a staff action or a report is refused. Every message is a sentence for the person who tried."""

from games.refusals import Refusal
from games.wording import staff as wording


class StaffRefusal(Refusal):
    """This cannot be done. The sentences by code are in `games.wording.staff`."""

    write_sentence = staticmethod(wording.refusal)


class NoRight(StaffRefusal):
    """This person may not do that."""

    status = 403
