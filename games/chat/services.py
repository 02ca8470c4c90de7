"""What is said at a table."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet

from games.bans import people as bans
from games.live import hints
from games.locking import admit, bump_version, locked, now, place_of
from games.models import Line, Mute, Place, Player, Table, User, Visit
from games.refusals import NotAllowed, Refusal, Unfit
from games.text import readable

LONGEST = 200
HISTORY = 60
QUICK_PHRASES = ("Hello!", "Ready?", "One moment", "Good luck!", "Well played!", "Oops!", "Thank you!", "One more?")


def say(code: str, person: User, text: str) -> Line:
    if sentence := bans.mute_sentence(person):
        raise NotAllowed(sentence)
    text = readable(text)
    if not text:
        raise Unfit("Say something first.")
    if len(text) > LONGEST:
        raise Unfit(f"That is {len(text)} characters long, and {LONGEST} is the most.")
    with locked(code) as table:
        admit(table, person)
        if not place_of(table, person) and Visit.objects.get_or_create(table=table, person=person)[1]:
            bump_version(table)
        line = Line.objects.create(table=table, person=person, name=person.name, text=text)
        hints.announce(code, hints.CHAT, line.pk)
        return line


def lines(code: str) -> Sequence[Line]:
    """What was said last at a table, the oldest first."""
    latest = Line.objects.filter(table__code=code).select_related("person").order_by("-pk")[:HISTORY]
    return list(reversed(latest))


def remove(line: Line) -> None:
    """Nobody reads it any more but the staff."""
    Line.objects.filter(pk=line.pk, removed_at=None).update(removed_at=now())
    hints.announce(line.table.code, hints.CHAT, line.pk)


def muted_by(person: User | None) -> frozenset[int]:
    """Whom somebody does not want to read."""
    return muted_by_each([person]).get(person, frozenset())


def muted_by_each(people: Iterable[User | None]) -> dict[User | None, frozenset[int]]:
    """Whom each of these people does not want to read, where there is somebody."""
    known = {person.pk: person for person in people if person}
    muted: dict[User | None, frozenset[int]] = {}
    for one, other in Mute.objects.filter(person__in=known).values_list("person_id", "other_id") if known else ():
        muted[known[one]] = muted.get(known[one], frozenset()) | {other}
    return muted


def mute(table: Table, person: User, other_id: int) -> str:
    """Somebody does not want to read another person of this table. Of others they do not learn the name."""
    other = User.objects.filter(pk=other_id).exclude(pk=person.pk).first()
    if other is None or not _was_at(table, other):
        raise Refusal("There is nobody like that to mute.")
    Mute.objects.get_or_create(person=person, other=other)
    return f"You do not read {other.name} any more."


def _was_at(table: Table, person: User) -> bool:
    """Whether somebody is at a table, or has played or written there."""
    traces: tuple[QuerySet[Any], ...] = (
        Line.objects.filter(table=table, person=person, is_notice=False),
        Place.objects.filter(table=table, person=person),
        Visit.objects.filter(table=table, person=person),
        Player.objects.filter(game__table=table, person=person),
    )
    return any(trace.exists() for trace in traces)


def unmute(person: User, other_id: int) -> str:
    mutes = Mute.objects.filter(person=person, other_id=other_id).select_related("other")
    found = mutes.first()
    if found is None:
        raise Refusal("You have not muted that person.")
    found.delete()
    return f"You read {found.other.name} again."


def post_notice(table: Table, text: str, about: User | None = None) -> None:
    """The table says something, for everybody to read."""
    line = Line.objects.create(table=table, name="", person=about, text=text[:200], is_notice=True)
    hints.announce(table.code, hints.CHAT, line.pk)


def post_staff_notice(table: Table, text: str, about: User | None = None) -> None:
    """The staff says something, for everybody at a table to notice."""
    line = Line.objects.create(table=table, name="", person=about, text=text[:400], is_notice=True, is_staff=True)
    hints.announce(table.code, hints.NOTICE, line.pk)
    hints.announce(table.code, hints.CHAT, line.pk)
