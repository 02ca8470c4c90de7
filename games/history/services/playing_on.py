"""Playing on from a position of a replay, at a table of one's own."""

from collections.abc import Mapping

from games.bots import BOTS
from games.history.pov import Position
from games.history.refusals import ReplayRefusal, Unplayable
from games.lobby import services as lobby
from games.models import Table, User
from games.table.commitments import Contribution
from games.table.services import Origin


def continuable(shown: Position) -> tuple[int, ...]:
    """Return the seats from which a person can play on from a position, or refuse."""
    if not shown.can_be_continued:
        raise ReplayRefusal("match_over" if shown.is_last else "not_all_hands")
    return tuple(shown.shown.state_at(shown.n).in_match())


def play_on(
    shown: Position, person: User, seat: int | None, bots: Mapping[int, str], contribution: Contribution | None = None
) -> Table:
    """Open a table whose game begins with this position: the person in this seat, bots in all others. Further shuffles
    are new, so that nobody knows them."""
    seats = continuable(shown)
    if seat not in range(len(shown.replay.sitters)):
        raise Unplayable("no_such_seat")
    if seat not in seats:
        raise Unplayable("out_of_match")
    others = {number: bots.get(number, "") for number in range(len(shown.replay.sitters)) if number != seat}
    if not set(others.values()) <= BOTS.keys():
        raise Unplayable("no_such_bot")
    origin = Origin(shown.replay.game, shown.shown.part.round, shown.n, shown.shown.state_at(shown.n))
    return lobby.open_from(person, seat, others, origin, contribution)
