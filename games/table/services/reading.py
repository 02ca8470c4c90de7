"""Reading a game to change it: under its lock, or as this process keeps it."""

from django.utils import timezone

from games import access
from games.access import Access, Level, Reason
from games.bans import people as bans
from games.models import Game, User
from games.table import snapshot
from games.table.loaders import access_to
from games.table.refusals import NoGame, NotOpen, NotPlaying
from games.table.snapshot import Snapshot

TOLD_TO_OUTSIDERS = (Reason.STAFF_BAN, Reason.HOST_BAN)


def locked(code: str) -> Snapshot:
    """Lock the running game of a table until the transaction ends, and return it.

    It is read again only if the snapshot that this process keeps is not the newest."""
    return _locked(code)[0]


def locked_for(code: str, person: User, level: Level) -> tuple[Snapshot, Access]:
    """Do the same for a person, and return their access too; refuse if it is less than this level."""
    table, rights_version = _locked(code)
    rights = access.kept(code, rights_version) or access.read(code)
    return table, _check(access_to(table, rights, person), person, level)


def _locked(code: str) -> tuple[Snapshot, int]:
    """The game, and the version of its table."""
    known = snapshot.kept(code)
    found = _lock(known) if known and not known.ended else None
    if known and found:
        return known.with_held(found.held), found.table.version
    game = Game.objects.select_for_update(of=("self",)).select_related("table")
    found = game.filter(table__code=code, ended_at=None).first()
    if found is None:
        raise NoGame()
    return snapshot.read(found), found.table.version


def _lock(known: Snapshot) -> Game | None:
    """Lock the game if it is still at the known version; return what may have changed in it, or None."""
    still = Game.objects.filter(pk=known.game, version=known.version, ended_at=None).select_related("table")
    return still.select_for_update(of=("self",)).only("pk", "held", "table__version").first()


def seconds(table: Snapshot) -> float:
    """Return the time of the game's clock: seconds since it began, never going back."""
    return max(timezone.now().timestamp() - table.started, table.state.now)


def locked_seat(code: str, person: User) -> tuple[Snapshot, int]:
    """Lock the running game of a table, and return it with the seat from which this person may act."""
    table, found = locked_for(code, person, Level.SEAT)
    assert found.seat is not None  # noqa: S101  # that is what the level means
    return table, found.seat


class Overtaken(Exception):
    """The game or the rights at its table may have changed since this process read them."""


def kept_seat(code: str, person: User, version: int) -> tuple[Snapshot, int, int]:
    """Return the running game of a table at this version as this process keeps it, with the seat from which this person
    may act and the version of their rights.

    Raise `Overtaken` when it cannot be known without a query; `store_all` raises it when this is outdated."""
    table, rights = snapshot.kept(code), access.kept(code, 0)
    if table is None or rights is None or table.ended or table.version != version:
        raise Overtaken
    seat = access_to(table, rights, person).seat
    if seat is None:
        raise Overtaken
    return table, seat, rights.version


def _check(found: Access, person: User, level: Level) -> Access:
    if found.level >= level:
        return found
    if found.level < Level.LOBBY and found.reason not in TOLD_TO_OUTSIDERS:
        raise NotOpen(found)
    banned = bans.ban_sentence(person) if found.reason is Reason.STAFF_BAN else ""
    raise NotPlaying(found.reason.value, banned or found.reason.sentence)
