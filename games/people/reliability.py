"""How reliably a person plays matches to their end, from how many of their last ones they left."""

from dataclasses import dataclass

from games.models import Figures, User
from games.wording import lobby

FEWEST = 5
"""Of people with fewer matches, nothing is said."""
MOST_LEFT_PERCENT = 20


@dataclass(frozen=True)
class Reliability:
    """How many of their last matches a person left."""

    left: int = 0
    count: int = 0

    @property
    def is_known(self) -> bool:
        return self.count >= FEWEST

    @property
    def is_reliable(self) -> bool:
        return not self.is_known or self.left * 100 <= self.count * MOST_LEFT_PERCENT

    @property
    def words(self) -> str:
        """The code of what is said of the person; empty if there is nothing to say."""
        if not self.is_known:
            return ""
        return "stays" if self.is_reliable else "leaves"

    @property
    def sentence(self) -> str:
        return lobby.reliability(self.words, self.left, self.count)


def of(figures: Figures | None) -> Reliability:
    """Return the reliability of the person with these figures.

    >>> of(Figures(recent=20, recent_left=7)).words, of(Figures(recent=20, recent_left=4)).words, of(None).words
    ('leaves', 'stays', '')
    """
    return Reliability(figures.recent_left, figures.recent) if figures else Reliability()


def of_person(person: User) -> Reliability:
    """Return the reliability of a person, without a query if their figures were selected with them."""
    return of(getattr(person, "figures", None))
