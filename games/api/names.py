"""Who is who for programs: a username is one participant's only, at one table."""

from collections.abc import Sequence

from games.table.snapshot import Sitter

NOBODY = 99
"""A seat that no table has, so that the rules say so in their own order of reasons."""


def usernames(sitters: Sequence[Sitter]) -> tuple[str, ...]:
    """A bot, or somebody long renamed, may be called like another one: then the seat is told as well, in parentheses,
    which no name can hold."""
    return unique([sitter.name for sitter in sitters])


def unique(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name if names.index(name) == seat else f"{name} (seat {seat + 1})" for seat, name in enumerate(names))


def seat_called(sitters: Sequence[Sitter], username: str) -> int:
    names = usernames(sitters)
    return names.index(username) if username in names else NOBODY
