"""Why a replay, or a position of it, cannot be shown.

ReplayRefusal               this cannot be done with a replay now            409
├── NoReplay                there is none, or this person may not see it     404
├── LinkRevoked             the link opened it before                        410
├── NotAPlayer              only players may do it                           403
├── HandsHidden             this person sees the game, but no hands          403
└── Unplayable              the log or the request does not follow the rules 422
"""

from games.access import Access
from games.refusals import Refusal
from games.wording import history, statistics


class ReplayRefusal(Refusal):
    write_sentence = staticmethod(history.refusal)

    @property
    def title(self) -> str:
        """The title of the page that says it."""
        return history.TITLES[self.status]


class NoReplay(ReplayRefusal):
    status = 404


class NotOpen(NoReplay):
    """The game exists, but this person may not see it."""

    def __init__(self, found: Access) -> None:
        super().__init__(found.reason.value)
        self.access = found

    def __str__(self) -> str:
        return self.access.reason.sentence


class LinkRevoked(NotOpen):
    status = 410


class NoProfile(ReplayRefusal):
    """There is no such account, or it is a guest's."""

    status = 404
    title = statistics.NO_PROFILE_TITLE
    write_sentence = staticmethod(statistics.refusal)


class NotAPlayer(ReplayRefusal):
    status = 403


class HandsHidden(ReplayRefusal):
    status = 403


class Unplayable(ReplayRefusal):
    status = 422
