"""A lobby as one viewer sees it, as plain values for templates."""

from dataclasses import dataclass

from games.chat import services as chat
from games.lobby.services import starting
from games.lobby.snapshot import Lobby, Seat
from games.models import Line, User


@dataclass(frozen=True)
class LobbyPov:
    """A lobby and its viewer."""

    lobby: Lobby
    me: int
    seat: Seat | None
    is_host: bool
    is_visitor: bool
    queued: int
    has_left: bool
    muted: frozenset[int]
    notice: str
    """The last notice about the viewer, while nothing newer is about them."""

    @property
    def plays(self) -> bool:
        return self.seat is not None and self.lobby.playing and not self.has_left

    @property
    def may_arrange_seats(self) -> bool:
        """Whether the viewer can fill all free seats, or mix the teams."""
        return self.is_host and not self.lobby.playing and (self.lobby.has_free_seat or self.lobby.in_teams)

    @property
    def may_leave(self) -> bool:
        """Whether there is something to leave here: a seat in a running game is left on the page of the game."""
        if self.seat is not None:
            return not self.lobby.playing
        return self.is_host or self.is_visitor

    @property
    def may_follow(self) -> bool:
        """Whether a viewer without a seat goes along to a game that starts."""
        return bool(self.me) and self.is_visitor and self.lobby.may_watch

    @property
    def start_obstacle(self) -> str:
        """Why the host cannot start, in a sentence. The host counts as ready when they start."""
        if self.waits_for_host:
            return str(starting.not_ready(self.unready_guests)) if self.unready_guests else ""
        return str(self.lobby.obstacle or "")

    @property
    def unready_guests(self) -> list[str]:
        """The names of all players but the host who are not ready."""
        return [name for name in self.lobby.waits_for if name != self.lobby.host_seat_name]

    @property
    def needs_players(self) -> bool:
        """Whether bots in the free seats are all that a game of the host needs."""
        obstacle = self.lobby.obstacle
        return self.is_host and self.lobby.has_free_seat and obstacle is not None and obstacle.code == "too_few_players"

    @property
    def asks_if_ready(self) -> bool:
        """Whether it matters who is ready: not for a host who sits among bots and starts the game when they like."""
        people = {seat.person for seat in self.lobby.seats if seat.person}
        return not self.is_host or self.lobby.starts_by_itself or people != {self.me}

    @property
    def waits_for_host(self) -> bool:
        return self.lobby.host_seat_name in self.lobby.waits_for


def pov(table: Lobby, viewer: User | None) -> LobbyPov:
    """Return what this viewer sees of a lobby."""
    me = viewer.pk if viewer else 0
    seat = next((seat for seat in table.seats if me and seat.person == me), None)
    visit = next((visitor for visitor in table.visitors if visitor.person == me), None)
    return LobbyPov(
        lobby=table,
        me=me,
        seat=seat,
        is_host=bool(me) and table.host == me,
        is_visitor=visit is not None,
        queued=visit.queued if visit else 0,
        has_left=any(person == me and left for person, _, left in table.players),
        muted=chat.mutes_of(viewer),
        notice="" if seat or not me else _last_notice(table.code, me),
    )


def _last_notice(code: str, me: int) -> str:
    """Return the notice about a person, such as that the host has banned them, unless they have written since.

    What staff have done is said where it still stops them."""
    last = Line.objects.filter(table__code=code, person=me, is_staff=False).order_by("-pk").first()
    return last.text if last and last.is_notice else ""
