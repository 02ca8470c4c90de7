"""Names for bots of one kind that play at the same table."""

from collections.abc import Collection
from itertools import count


def free_name(kind: str, taken: Collection[str]) -> str:
    """Return the kind itself, or the kind with the lowest number from 2 that makes the name free.

    >>> free_name("Hard", []), free_name("Hard", ["Hard", "Hard 2"])
    ('Hard', 'Hard 3')
    """
    if kind not in taken:
        return kind
    return next(name for number in count(2) if (name := f"{kind} {number}") not in taken)
