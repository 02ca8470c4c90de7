"""The bots that Play now invites: three of different strength, chosen by how a person has been doing against bots."""

from django.db.models import Exists, OuterRef

from games.lobby.services.seats import place_bot
from games.models import Player, Table, User

LEVELS = (
    ("Random", "Easy", "Defensive"),
    ("Easy", "Medium", "Offensive"),
    ("Medium", "Chaotic", "Hard"),
    ("Mixed", "Hard", "Ruthless"),
    ("Hard", "Ruthless", "Expert"),
)
"""Ever stronger opponents, by what the arena has measured."""
FIRST = 1
"""The level of a person who has not played yet."""
LOSSES = 3
"""At a table of four, a player who is as good as the bots loses three games for each that they win."""
REMEMBERED = 20


def invite(table: Table, person: User) -> None:
    """Fill all other seats of a locked table. Bots of the right kind stay."""
    seated = dict(table.places.exclude(bot="").values_list("number", "bot"))
    numbers = set(range(table.seats)) - set(table.places.filter(bot="").values_list("number", flat=True))
    for number, kind in zip(sorted(numbers), LEVELS[level(results(person))], strict=False):
        if seated.get(number) != kind:
            place_bot(table, number, kind)


def results(person: User) -> list[bool]:
    """Return the person's last games against bots only, the oldest first: whether they won."""
    others = Player.objects.filter(game=OuterRef("game"), person__isnull=False).exclude(person=person)
    alone = Player.objects.filter(person=person, game__abandoned=False, game__ended_at__isnull=False)
    last = alone.filter(~Exists(others)).order_by("-game__ended_at").values_list("seat", "game__winner")[:REMEMBERED]
    return [seat == winner for seat, winner in reversed(last)]


def level(won: list[bool]) -> int:
    """Return one level more for each game won, and one less for each three lost in a row.

    >>> level([]), level([True, True]), level([True, False, False, False]), level([False] * 9), level([True] * 9)
    (1, 3, 1, 0, 4)
    """
    found, lost = FIRST, 0
    for is_won in won:
        lost = 0 if is_won else lost + 1
        found += 1 if is_won else -(lost % LOSSES == 0)
        found = min(max(found, 0), len(LEVELS) - 1)
    return found
