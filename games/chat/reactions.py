"""Reactions at a table: everyone there sees them for a moment, except people who have muted their author."""

from collections.abc import Collection
from datetime import timedelta
from typing import NamedTuple

from django.template.loader import render_to_string

from games.bans import people as bans
from games.chat.services import muted_by_each
from games.limits import Bucket
from games.live import hints
from games.locking import admit, locked, now
from games.models import Reaction, User
from games.refusals import NotAllowed, Unfit
from games.wording.chat import REACTIONS, reaction

OFTEN = Bucket("react", 10, per=15)
SHOWN_FOR = timedelta(seconds=3)
KEYS = dict(zip(REACTIONS, "qwertyio", strict=True))
"""The key of each reaction; the keys between them belong to the table."""


def react(code: str, person: User, kind: str) -> None:
    if mute := bans.mute_of(person):
        raise NotAllowed("muted", **mute._asdict())
    if kind not in REACTIONS:
        raise Unfit("no_such_reaction")
    OFTEN.spend(f"person {person.pk}")
    with locked(code) as table:
        admit(table, person)
        table.reactions.filter(at__lt=now() - SHOWN_FOR).delete()
        made = Reaction.objects.create(table=table, person=person, kind=kind)
        hints.announce(code, hints.REACTION, made.pk)


class Button(NamedTuple):
    kind: str
    label: str
    key: str


def buttons() -> list[Button]:
    """Return the reactions from which people choose, with their keys."""
    return [Button(kind, words.label, KEYS[kind]) for kind, words in REACTIONS.items()]


def rendered_for(code: str, people: Collection[User | None]) -> dict[User | None, str]:
    """Render the reactions of this moment for each of these people."""
    latest = Reaction.objects.filter(table__code=code, at__gt=now() - SHOWN_FOR).select_related("person").order_by("pk")
    found, muted = list(latest), muted_by_each(people)
    return {person: _render([one for one in found if one.person_id not in muted.get(person, ())]) for person in people}


def _render(found: list[Reaction]) -> str:
    shown = [(one.pk, one.kind, one.person.name, reaction(one.kind, one.person.name)) for one in found]
    return render_to_string("table/_reactions.html", {"reactions": shown, "is_update": True})
