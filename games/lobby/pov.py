"""A lobby, and what is said there, as one viewer sees it: plain values for the templates."""

from dataclasses import dataclass

from games.chat import services as chat
from games.lobby.services import starting
from games.lobby.snapshot import Lobby, Seat
from games.models import Line, User


@dataclass(frozen=True)
class LobbyPov:
    """A lobby and who looks at it."""

    lobby: Lobby
    me: int
    seat: Seat | None
    is_host: bool
    is_visitor: bool
    queued: int
    has_left: bool
    muted: frozenset[int]
    told: str

    @property
    def plays(self) -> bool:
        return self.seat is not None and self.lobby.playing and not self.has_left

    @property
    def may_follow(self) -> bool:
        """Whether a game that starts is shown to somebody without a seat."""
        return bool(self.me) and self.is_visitor and self.lobby.may_watch

    @property
    def missing(self) -> str:
        """What keeps the host from starting: that the host is not ready is mended by starting."""
        if not self.waits_for_host:
            return self.lobby.missing
        others = [name for name in self.lobby.waits_for if name != self.lobby.host_seat_name]
        return starting.not_ready(others) if others else ""

    @property
    def waits_for_host(self) -> bool:
        return self.lobby.host_seat_name in self.lobby.waits_for


def pov(table: Lobby, viewer: User | None) -> LobbyPov:
    me = viewer.pk if viewer else 0
    seat = next((seat for seat in table.seats if me and seat.person == me), None)
    visit = next((somebody for somebody in table.visitors if somebody.person == me), None)
    return LobbyPov(
        lobby=table,
        me=me,
        seat=seat,
        is_host=bool(me) and table.host == me,
        is_visitor=visit is not None,
        queued=visit.queued if visit else 0,
        has_left=any(person == me and left for person, _, left in table.players),
        muted=chat.muted_by(viewer),
        told="" if seat or not me else _told(table.code, me),
    )


def _told(code: str, me: int) -> str:
    """What the host did to somebody, for as long as it is the last thing said about them."""
    last = Line.objects.filter(table__code=code, person=me).order_by("-pk").first()
    return last.text if last and last.is_notice else ""
