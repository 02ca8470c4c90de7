"""The invitations that a person has not answered yet, as every page shows them."""

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef

from games.models import Ban, Block, Invitation, Mute, Place, User
from games.people.avatars import avatar_url

MOST = 5


@dataclass(frozen=True)
class Pending:
    """An invitation that a person has neither accepted nor declined."""

    code: str
    name: str
    face_url: str
    seats: int
    taken: int


def pending(person: User) -> list[Pending]:
    """Return the invitations to open tables where a person does not sit, the newest first."""
    if not person.invitations.exists():  # as on most pages: the query below costs ten times as much
        return []
    there = Place.objects.filter(table=OuterRef("table"), person=person)
    banned = Ban.objects.filter(table=OuterRef("table"), person=person)
    unheard = [Exists(model.objects.filter(person=person, other=OuterRef("by"))) for model in (Mute, Block)]
    hidden = Exists(there) | Exists(banned) | unheard[0] | unheard[1]
    open_ones = person.invitations.filter(~hidden, table__closed_at=None)
    found = open_ones.select_related("table", "by").annotate(taken=Count("table__places")).order_by("-pk")
    return [_pending(invitation) for invitation in found[:MOST]]


def _pending(invitation: Invitation) -> Pending:
    table, host = invitation.table, invitation.by
    taken: int = invitation.taken  # type: ignore[attr-defined]  # annotated above
    return Pending(table.code, host.name, avatar_url(host.face), table.seats, taken)
