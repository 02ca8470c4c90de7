"""Loading a table for a program: it gets what its owner may see, and to outsiders there is no such table."""

from dataclasses import dataclass

from games.lobby import services as lobby
from games.lobby.refusals import NoTable
from games.models import Place, Player, Table, User
from games.table.loaders import table_seen_by
from games.table.refusals import NoGame
from games.table.snapshot import Snapshot

NOTHING_THERE = "There is no such table, or it is not open to you."


@dataclass(frozen=True)
class Seen:
    """A table as somebody has loaded it: the game that was dealt last, as far as they may see one."""

    table: Table
    game: Snapshot | None
    seat: int | None
    sits: bool
    """Whether they hold a seat, in the lobby or in the game."""


def table_seen(code: str, person: User) -> Seen:
    table = lobby.find(code)
    if not lobby.is_let_in(table, person) or table.bans.filter(person=person).exists():
        raise NoTable(NOTHING_THERE)
    has_place = Place.objects.filter(table=table, person=person).exists()
    try:
        game, seat = table_seen_by(code, person)
    except NoGame:
        return Seen(table, None, None, has_place)
    if seat is not None and not game.ended:
        has_place = not game.sitters[seat].has_left
    return Seen(table, game, seat, has_place)


def has_played(code: str, person: User, key: str) -> bool:
    """Whether a request that comes again has been played in the last game of a table, which may have ended by it."""
    players = Player.objects.filter(game__table__code=code, person=person)
    return players.filter(game__entries__key=key).exists()
