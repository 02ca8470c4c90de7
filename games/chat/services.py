"""The chat of a table: writing, removing and muting."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet

from games.bans import people as bans
from games.limits import Bucket
from games.live import hints
from games.locking import admit, bump_version, locked, now, place_of
from games.models import Block, Line, Mute, Place, Player, Table, User, Visit
from games.refusals import NotAllowed, Refusal, Unfit
from games.text import readable
from games.wording import lobby as wording

OFTEN = Bucket("say something", 8, per=16)
LONGEST = 200
HISTORY = 60
QUICK_PHRASES = ("Hello!", "Ready?", "One moment", "Good luck!", "Well played!", "Oops!", "Thank you!", "One more?")


def say(code: str, person: User, text: str) -> Line:
    """Post a message. A person who is not at the table yet becomes a visitor."""
    if mute := bans.mute_of(person):
        raise NotAllowed("muted", **mute._asdict())
    text = readable(text)
    if not text:
        raise Unfit("message_empty")
    if len(text) > LONGEST:
        raise Unfit("message_too_long", count=LONGEST, length=len(text))
    with locked(code) as table:
        admit(table, person)
        if table.phrases_only and text not in QUICK_PHRASES:
            raise Unfit("phrases_only")
        if not place_of(table, person) and Visit.objects.get_or_create(table=table, person=person)[1]:
            bump_version(table)
        line = Line.objects.create(table=table, person=person, name=person.name, text=text)
        hints.announce(code, hints.CHAT, line.pk)
        return line


def has_only_phrases(code: str) -> bool:
    """Whether people at a table choose among the quick phrases instead of writing."""
    return Table.objects.filter(code=code, phrases_only=True).exists()


def lines(code: str) -> Sequence[Line]:
    """Return the latest messages of a table, the oldest first."""
    latest = Line.objects.filter(table__code=code).select_related("person").order_by("-pk")[:HISTORY]
    return list(reversed(latest))


def remove(line: Line) -> None:
    """Hide a message from everyone except the staff."""
    Line.objects.filter(pk=line.pk, removed_at=None).update(removed_at=now())
    hints.announce(line.table.code, hints.CHAT, line.pk)


def muted_by(person: User | None) -> frozenset[int]:
    """Return the people whom this person has muted or blocked, and so does not read."""
    return muted_by_each([person]).get(person, frozenset())


def muted_by_each(people: Iterable[User | None]) -> dict[User | None, frozenset[int]]:
    """Return whom each of these people has muted or blocked; those who have done neither are left out."""
    known = {person.pk: person for person in people if person}
    muted: dict[User | None, frozenset[int]] = {}
    pairs = [model.objects.filter(person__in=known).values_list("person_id", "other_id") for model in (Mute, Block)]
    for one, other in pairs[0].union(pairs[1]) if known else ():
        muted[known[one]] = muted.get(known[one], frozenset()) | {other}
    return muted


def mutes_of(person: User | None) -> frozenset[int]:
    """Return the people whom this person can unmute."""
    return frozenset(Mute.objects.filter(person=person).values_list("other_id", flat=True)) if person else frozenset()


def mute(table: Table, person: User, other_id: int) -> User:
    """Mute another person of this table. Others cannot be muted here, because the answer would reveal their names."""
    other = User.objects.filter(pk=other_id).exclude(pk=person.pk).first()
    if other is None or not _was_at(table, other):
        raise Refusal("no_such_person")
    Mute.objects.get_or_create(person=person, other=other)
    hints.announce_invitations(person.pk)
    return other


def _was_at(table: Table, person: User) -> bool:
    """Whether a person is at a table, or has played or written there."""
    traces: tuple[QuerySet[Any], ...] = (
        Line.objects.filter(table=table, person=person, is_notice=False),
        Place.objects.filter(table=table, person=person),
        Visit.objects.filter(table=table, person=person),
        Player.objects.filter(game__table=table, person=person),
    )
    return any(trace.exists() for trace in traces)


def unmute(person: User, other_id: int) -> User:
    mutes = Mute.objects.filter(person=person, other_id=other_id).select_related("other")
    found = mutes.first()
    if found is None:
        raise Refusal("not_muted")
    found.delete()
    return found.other


def post_notice(table: Table, code: str, about: User | None = None, **facts: str) -> None:
    """Post a notice of the table itself; see `games.wording.lobby.NOTICES` for the codes."""
    text = wording.notice(code, **facts)
    line = Line.objects.create(table=table, name="", person=about, text=text[:200], is_notice=True)
    hints.announce(table.code, hints.CHAT, line.pk)


def post_staff_notice(table: Table, text: str, about: User | None = None) -> None:
    """Post a notice of the staff, which open pages show prominently."""
    line = Line.objects.create(table=table, name="", person=about, text=text[:400], is_notice=True, is_staff=True)
    hints.announce(table.code, hints.NOTICE, line.pk)
    hints.announce(table.code, hints.CHAT, line.pk)
