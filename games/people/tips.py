"""The tips that a person has not had yet. They are for the first game, and each is shown once."""

from games.models import Player, User
from games.wording.tips import TIPS

ALL = " ".join(TIPS)
NO_MORE = "off"


def left(person: User, game: int) -> tuple[str, ...]:
    """Return the tips that may still be shown in this game; none are left after a person's first game."""
    if person.tips_left and Player.objects.filter(person=person).exclude(game=game).exists():
        _keep(person, ())
    return tuple(person.tips_left.split())


def forget(person: User, tip: str) -> None:
    """Remember that a person has had a tip, or wants no more of them."""
    person.refresh_from_db(fields=["tips_left"])
    codes = () if tip == NO_MORE else tuple(code for code in person.tips_left.split() if code != tip)
    _keep(person, codes)


def _keep(person: User, codes: tuple[str, ...]) -> None:
    if person.tips_left != " ".join(codes):
        person.tips_left = " ".join(codes)
        person.save(update_fields=["tips_left"])
