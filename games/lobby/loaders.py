"""Loads tables for people who may see them."""

from games import access
from games.access import Level
from games.lobby.services import check_access
from games.models import Table, User


def table_for(code: str, person: User | None, level: Level = Level.LOBBY) -> Table:
    """Return an open table that this person may see up to this level, or refuse."""
    table = Table.objects.select_related("host").filter(code=code).first()
    rights = access.read_of(table) if table else None
    check_access(access.decide(rights, person), person, level)
    assert table is not None  # noqa: S101  # without a table there is no access
    return table
