"""The audit log: which member of staff did what, to whom, and why."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.lobby import services as lobby
from games.models import Audit, Game, Table, User
from games.wording import staff as wording

Fields = Mapping[str, Any]
"""What was filled in besides the reason."""
INSPECTION_LASTS = timedelta(minutes=5)
"""How long a staff member who has asked for it sees the hands of a running game."""


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


def record_and_announce(by: User, action: str, reason: str, game: Game, **facts: object) -> str:
    """Write what was done to a game into the audit log, tell its table, and return it as a sentence."""
    what = wording.result(action, by=by.name, **facts)
    record(by, action, what, reason, game.table, game)
    lobby.post_staff_notice(game.table, with_reason(what, reason))
    return what


def with_reason(what: str, reason: str) -> str:
    return wording.note("with_reason", result=what, reason=reason)


def open_inspection(by: User, game: Game) -> Audit | None:
    """Return this staff member's latest inspection of the hands, if it has not expired."""
    inspections = Audit.objects.filter(by=by, game=game, action=Audit.LOOK)
    return inspections.filter(at__gt=timezone.now() - INSPECTION_LASTS).first()
