"""A lobby, and what is said there, as one viewer sees it: plain values for the templates."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.lobby import picture
from games.lobby.picture import Lobby, Seat, face_url
from games.lobby.services import starting, talk
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
        muted=talk.muted_by(viewer),
        told="" if seat or not me else _told(table.code, me),
    )


@dataclass(frozen=True)
class Company:
    """Who is at a table, as far as a running game wants to know."""

    gone: frozenset[int]
    """The people who have a seat and no window open."""
    watching: int
    """How many are here without a seat."""


def company(code: str, version: int = 0) -> Company:
    table = picture.lobby(code, version)
    if table is None:
        return Company(frozenset(), 0)
    gone = frozenset(seat.person for seat in table.seats if seat.person and not seat.here and not seat.is_program)
    return Company(gone, sum(visitor.here for visitor in table.visitors))


def _told(code: str, me: int) -> str:
    """What the host did to somebody, for as long as it is the last thing said about them."""
    last = Line.objects.filter(table__code=code, person=me).order_by("-pk").first()
    return last.text if last and last.is_notice else ""


@dataclass(frozen=True)
class Words:
    """A line of the chat."""

    number: int
    name: str
    face_url: str
    text: str
    at: datetime
    is_notice: bool
    is_staff: bool
    is_removed: bool
    person: int
    is_mine: bool


@dataclass(frozen=True)
class Talk:
    """The chat as somebody reads it."""

    code: str
    version: int
    lines: tuple[Words, ...]


def said(code: str, viewer: User | None) -> Talk:
    """The chat of a table that somebody may see."""
    return heard(code, talk.lines(code), talk.muted_by(viewer), viewer)


def heard(code: str, lines: Sequence[Line], muted: frozenset[int], viewer: User | None) -> Talk:
    """These lines as somebody reads them who has muted these people."""
    readable = [line for line in lines if line.is_notice or line.person_id not in muted]
    me = viewer.pk if viewer else 0
    return Talk(code, lines[-1].pk if lines else 0, tuple(_words(line, me) for line in readable))


def _words(line: Line, me: int) -> Words:
    person = None if line.is_notice else line.person
    return Words(
        number=line.pk,
        name=person.name if person else line.name,
        face_url=face_url(person.face) if person else "",
        text="Removed by the staff." if line.removed_at else line.text,
        at=line.at,
        is_notice=line.is_notice,
        is_staff=line.is_staff,
        is_removed=line.removed_at is not None,
        person=person.pk if person else 0,
        is_mine=bool(me) and person is not None and person.pk == me,
    )
