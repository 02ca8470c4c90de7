"""The tables that the home page leads a person back to."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse

from games.models import Place, Player, Table, User
from games.wording.people import TABLE_OF, YOUR_TABLE
from games.wording.templates import fill

MOST = 5


@dataclass(frozen=True)
class OwnTable:
    """A table that a person hosts or sits at."""

    name: str
    url: str
    is_playing: bool
    """Whether the person plays there now."""


def own_tables(person: User) -> list[OwnTable]:
    """Return the open tables that a person hosts or sits at: first those where they play, then the last used."""
    playing = Player.objects.filter(person=person, has_left=False, game__ended_at=None, game__table=OuterRef("pk"))
    sits = Place.objects.filter(person=person, table=OuterRef("pk"))
    found = Table.objects.filter(Q(host=person) | Exists(sits), closed_at=None).select_related("host")
    ordered = found.annotate(is_playing=Exists(playing)).order_by("-is_playing", "-touched_at")
    return [_own_table(table, person) for table in ordered[:MOST]]


def _own_table(table: Table, person: User) -> OwnTable:
    other = table.host if table.host and table.host_id != person.pk else None
    name = fill(TABLE_OF, name=other.name) if other else fill(YOUR_TABLE)
    is_playing: bool = table.is_playing  # type: ignore[attr-defined]  # annotated above
    return OwnTable(name, reverse("game" if is_playing else "table", args=[table.code]), is_playing)
