"""Who may see and do what at a table: the only place that decides.

`Rights` is everything about a table that the decision needs, read once for each version of the table and shared by all
viewers of this process. `decide` turns rights, a person and their seat in the newest game into an `Access`: a level,
and the reason when it is less than the person may have asked for. Every change of rights gives the table a new version,
and sends a hint; see `games.locking.save_change`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any, TypeGuard

from django.db import connection
from django.db.models import Model
from django.utils import timezone

from games.models import Audience, Ban, Place, Table, User, Visibility, Visit, Watching
from games.newest import Newest
from games.wording.access import REASONS
from games.wording.templates import fill

MAX_KEPT = 2048


class Level(IntEnum):
    """What a person may see of a table; each level includes those before it."""

    NOTHING = 0
    ENTRY = 1
    """The page that asks for the table's password."""
    LOBBY = 2
    """Seats, rules and chat, and no game."""
    SPECTATOR = 3
    """The game, without any hand."""
    OPEN_HANDS = 4
    """The game with all hands, at tables whose host allows it."""
    SEAT = 5
    """The game from one seat, with its hand."""


class Reason(Enum):
    """Why a person may see less than they asked for."""

    NONE = "none"
    NO_TABLE = "no_table"
    CLOSED = "closed"
    STAFF_BAN = "staff_ban"
    HOST_BAN = "host_ban"
    PASSWORD = "password"  # noqa: S105  # a code
    NO_WATCHING = "no_watching"
    NO_SEAT = "not_playing"
    STILL_PLAYED = "still_played"
    NO_REPLAY = "no_replay"
    LINK_REVOKED = "link_revoked"

    @property
    def sentence(self) -> str:
        """The reason as the person reads it; empty when there is none."""
        return fill(REASONS[self.value]) if REASONS[self.value] else ""


@dataclass(frozen=True, slots=True)
class Rights:
    """The facts that decide about access to one table, at one version of it."""

    code: str
    version: int
    visibility: str
    watching: str
    is_closed: bool
    host: int | None
    sitting: frozenset[int]
    visiting: frozenset[int]
    """People who watch, wait, or have entered the password."""
    banned: frozenset[int]


@dataclass(frozen=True, slots=True)
class Access:
    """What a person may see of a table, and why it is not more."""

    level: Level
    reason: Reason = Reason.NONE
    seat: int | None = None

    @property
    def hands_are_open(self) -> bool:
        return self.level == Level.OPEN_HANDS


def decide(
    rights: Rights | None,
    person: Any,
    seat: int | None = None,
    is_over: bool = False,
    watching: str = Watching.OPEN,
) -> Access:
    """Return what a person may see; None and anonymous visitors are not known people.

    `seat` is theirs in the newest game, and `is_over` says whether that game has ended: a seat in an ended game opens
    the game, but no longer a table with a password. `watching` is what the host allowed when the game was dealt; the
    stricter of that and what they allow now counts."""
    known = is_known(person)
    me = person.pk if known else None
    if rights is None:
        return Access(Level.NOTHING, Reason.NO_TABLE)
    if known and is_banned(person):
        return Access(Level.NOTHING, Reason.STAFF_BAN)
    if me in rights.banned:
        return Access(Level.NOTHING, Reason.HOST_BAN)
    plays = seat is not None and not is_over
    if rights.is_closed:
        return Access(Level.NOTHING if seat is None else Level.SEAT, Reason.CLOSED, seat)
    if rights.visibility == Visibility.PASSWORD and not (plays or _was_let_in(rights, me)):
        return Access(Level.ENTRY, Reason.PASSWORD)
    if seat is not None:
        return Access(Level.SEAT, seat=seat)
    return min(FOR_SPECTATORS[rights.watching], FOR_SPECTATORS[watching], key=lambda found: found.level)


FOR_SPECTATORS: dict[str, Access] = {
    Watching.NOBODY: Access(Level.LOBBY, Reason.NO_WATCHING),
    Watching.HIDDEN: Access(Level.SPECTATOR, Reason.NO_SEAT),
    Watching.OPEN: Access(Level.OPEN_HANDS, Reason.NO_SEAT),
}


def _was_let_in(rights: Rights, me: int | None) -> bool:
    return me is not None and (me == rights.host or me in rights.sitting or me in rights.visiting)


def may_report(found: Access, took_part: bool) -> bool:
    """Whether a person may report another to the staff: even after they were sent away, if they played or wrote."""
    return found.level >= Level.LOBBY or (took_part and found.reason is not Reason.STAFF_BAN)


def is_known(person: Any) -> TypeGuard[User]:
    """Whether this is a guest or an account, not an anonymous visitor."""
    return person is not None and person.is_authenticated


def is_banned(person: User) -> bool:
    """Whether the staff has banned this person, and the ban is still in force."""
    return person.banned_until is not None and person.banned_until > timezone.now()


# --- replays


@dataclass(frozen=True, slots=True)
class ReplayRights:
    """The facts that decide about access to the replay of one game."""

    has_ended: bool
    is_public: bool
    seats: Mapping[int, int]
    """The seats of the people who played, by person."""
    key: str
    """The key of the link that shows the replay to others; empty without one."""
    revoked: frozenset[str]


def decide_replay(rights: ReplayRights, person: Any, key: str = "") -> Access:
    """Return what a person may see of a replay: all hands or nothing, and staff the table without hands, because their
    looks at hands are to stay on the record. `key` is that of a link through which they came."""
    known = is_known(person)
    seat = rights.seats.get(person.pk) if known else None
    if not rights.has_ended:
        return Access(Level.NOTHING, Reason.STILL_PLAYED, seat)
    if known and is_banned(person):
        return Access(Level.NOTHING, Reason.STAFF_BAN)
    if seat is not None or rights.is_public or (key and key == rights.key):
        return Access(Level.OPEN_HANDS, seat=seat)
    if known and person.has_perm("games.view_game"):
        return Access(Level.SPECTATOR)
    return Access(Level.NOTHING, Reason.LINK_REVOKED if key in rights.revoked else Reason.NO_REPLAY)


# --- profiles


@dataclass(frozen=True, slots=True)
class ProfileAccess:
    """Which parts of a profile a person may see."""

    page: bool
    results: bool = False
    details: bool = False
    is_own: bool = False


def decide_profile(person: User, viewer: User | None, are_friends: bool) -> ProfileAccess:
    """Return what a viewer may see of a person's profile. Guests have one that only they see."""
    if viewer is not None and viewer.pk == person.pk:
        return ProfileAccess(page=True, results=True, details=True, is_own=True)
    if person.is_guest or not person.is_active:
        return ProfileAccess(page=False)
    audiences = {Audience.EVERYONE, Audience.FRIENDS} if are_friends else {Audience.EVERYONE}
    results, details = person.results_for in audiences, person.details_for in audiences
    return ProfileAccess(page=True, results=results, details=details)


# --- reading and caching rights

_kept = Newest[str, Rights](MAX_KEPT, lambda rights: rights.version)


def to_table(code: str, person: Any) -> Access:
    """Return what a person may see of a table, for pages that show no game."""
    return decide(read(code), person)


def read(code: str) -> Rights | None:
    """Return the rights of a table as they are stored now."""
    table = (
        Table.objects.only("code", "version", "visibility", "watching", "closed_at", "host").filter(code=code).first()
    )
    return read_of(table) if table else None


def read_of(table: Table) -> Rights:
    """Return the rights of a table that is loaded already; what has changed since it was loaded only makes them newer.

    Inside a transaction they are not kept for others: it may see its own changes and then be rolled back."""
    people = _people_at(table)
    rights = Rights(
        code=table.code,
        version=table.version,
        visibility=table.visibility,
        watching=table.watching,
        is_closed=table.closed_at is not None,
        host=table.host_id,
        sitting=people[Place],
        visiting=people[Visit],
        banned=people[Ban],
    )
    return rights if connection.in_atomic_block else keep(rights)


PEOPLE = (Place, Visit, Ban)
"""The models that name a person at a table."""
PEOPLE_AT = " UNION ALL ".join(
    f"SELECT {number}, person_id FROM {model._meta.db_table} WHERE table_id = %s"  # noqa: S608 (our own names)
    for number, model in enumerate(PEOPLE)
)
"""One query instead of three: rights are read with every page and action of a lobby."""


def _people_at(table: Table) -> dict[type[Model], frozenset[int]]:
    """Return the people who sit at a table, who visit it, and who are banned from it."""
    with connection.cursor() as cursor:
        cursor.execute(PEOPLE_AT, [table.pk] * len(PEOPLE))
        rows = cursor.fetchall()
    return {
        model: frozenset(person for number, person in rows if number == place and person is not None)
        for place, model in enumerate(PEOPLE)
    }


def kept(code: str, at_least: int) -> Rights | None:
    """Return the rights that this process keeps, if they are at least as new as this version, without a query."""
    known = _kept.get(code)
    return known if known and known.version >= at_least else None


def keep(rights: Rights) -> Rights:
    return _kept.keep(rights.code, rights)
