"""The record: who of the staff did what, to whom, and why."""

from datetime import timedelta

from django.utils import timezone

from games.lobby import services as lobby
from games.models import Audit, Game, Table, User

OPEN_FOR = timedelta(minutes=5)
"""How long hands stay open to whoever asked to see them."""


def record(
    by: User,
    action: str,
    what: str,
    reason: str,
    table: Table | None = None,
    game: Game | None = None,
    person: User | None = None,
) -> Audit:
    return Audit.objects.create(
        by=by, name=by.name, action=action, what=what[:300], reason=reason, table=table, game=game, person=person
    )


def done(by: User, action: str, what: str, reason: str, game: Game) -> str:
    """Something was done to a game: it is written down, and its players are told."""
    record(by, action, what, reason, game.table, game)
    lobby.post_staff_notice(game.table, with_reason(what, reason))
    return what


def with_reason(what: str, reason: str) -> str:
    return f"{what} Reason: {reason}"


def looked_at(by: User, game: Game) -> Audit | None:
    """The latest look at the hands of a game, while it lasts."""
    looks = Audit.objects.filter(by=by, game=game, action=Audit.LOOK, at__gt=timezone.now() - OPEN_FOR)
    return looks.first()
