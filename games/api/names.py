"""Usernames for programs: unique among the participants of a table."""

from collections.abc import Sequence

from games.table.snapshot import Sitter

NO_SEAT = 99
"""A seat that no table has: the engine refuses it at its stage, after the checks that come first."""


def usernames(sitters: Sequence[Sitter]) -> tuple[str, ...]:
    """Return a unique name for each seat. A bot, or a player who was renamed later, may have the same name as another
    one: then the seat is added in parentheses, which no name can contain."""
    return unique([sitter.name for sitter in sitters])


def unique(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name if names.index(name) == seat else f"{name} (seat {seat + 1})" for seat, name in enumerate(names))


def seat_of(sitters: Sequence[Sitter], username: str) -> int:
    names = usernames(sitters)
    return names.index(username) if username in names else NO_SEAT
