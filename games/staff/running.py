"""What the staff sees of running games at a glance: whose decision they wait for, for how long, and who plays."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Case, DateTimeField, Exists, OuterRef, Q, QuerySet, Subquery, When
from django.utils import timezone

from games.engine.stored import DAMAGE
from games.models import Entry, Game, Player, User
from games.staff import inspector
from games.wording.staff import WAITING
from games.wording.templates import fill

PLAYING = Q(game__ended_at=None, bot="", stand_in="")
"""Seats of people in running games, without those for whom a bot plays."""
UNITS = (("days", 86400), ("hours", 3600), ("minutes", 60), ("seconds", 1))


def people_playing(people: QuerySet[User]) -> QuerySet[User]:
    return people.filter(Exists(Player.objects.filter(PLAYING, person=OuterRef("pk"))))


def with_last_move(games: QuerySet[Game]) -> QuerySet[Game]:
    """Add when the last move of each running game was made, or when it began."""
    last = Entry.objects.filter(game=OuterRef("pk")).order_by("-number").values("at")[:1]
    return games.annotate(
        moved_at=Case(When(ended_at=None, then=Subquery(last)), default=None, output_field=DateTimeField())
    )


def load_states(games: Sequence[Game]) -> None:
    """Load the states of those games that are running, in one query."""
    running = [game.pk for game in games if game.ended_at is None]
    states = dict(Game.objects.filter(pk__in=running).values_list("pk", "state")) if running else {}
    for game in games:
        if game.pk in states:
            game.state = states[game.pk]


def waits_for(game: Game) -> str:
    """Return the name of the player whose decision a running game waits for."""
    names = [player.name for player in game.players.all()]
    try:
        state = inspector.stored_state(game)
    except DAMAGE:
        return fill(WAITING["damaged"])
    return fill(WAITING["pause"]) if state.has_round_ended else names[state.turn]


def duration_since(moment: datetime | None) -> str:
    """Return how long ago something was, to the second, minute, hour or day."""
    if moment is None:
        return ""
    seconds = max(0, int((timezone.now() - moment).total_seconds()))
    code, unit = next(((code, unit) for code, unit in UNITS if seconds >= unit), UNITS[-1])
    return fill(WAITING[code], count=seconds // unit)
