"""Invitations to a table, for friends and for people with whom a person has played before."""

from typing import NamedTuple

from games.access import is_banned
from games.chat.services import muted_by
from games.live import hints
from games.locking import admit, locked, now, own_place, save_change
from games.models import Block, Invitation, Player, Table, User, Visit
from games.people import friends
from games.people.avatars import avatar_url
from games.refusals import Refusal

RECENT_GAMES = 50
MOST_OFFERED = 12
MOST_AT_TABLE = 20


class Companion(NamedTuple):
    """A person whom a player may invite."""

    pk: int
    name: str
    face_url: str
    is_invited: bool


def companions(table: Table, person: User) -> list[Companion]:
    """Return the people who are not at this table and can be invited: friends, and then those with whom a person has
    played, the most recent first."""
    invited = set(table.invitations.values_list("person", flat=True))
    found = _not_there(table, invitable(person))[:MOST_OFFERED]
    return [Companion(one.pk, one.name, avatar_url(one.face), one.pk in invited) for one in found]


def invitable(person: User) -> list[User]:
    """Return the people whom a person may invite, friends first."""
    blocked = set(Block.objects.filter(person=person).values_list("other_id", flat=True))
    people = {one.pk: one for one in [*friends.friends_of(person), *_played_with(person)]}
    return [one for one in people.values() if one.pk not in blocked and not is_banned(one)]


def _played_with(person: User) -> list[User]:
    games = Player.objects.filter(person=person).order_by("-game_id").values_list("game_id", flat=True)
    players = Player.objects.filter(game__in=list(games[:RECENT_GAMES]), person__is_active=True)
    others = players.exclude(person=person).select_related("person").order_by("-game_id", "seat")
    people = {player.person_id: player.person for player in others if player.person}
    return list(people.values())


def _not_there(table: Table, people: list[User]) -> list[User]:
    there = {*table.places.values_list("person", flat=True), *table.bans.values_list("person", flat=True)}
    return [one for one in people if one.pk not in there]


def invite(code: str, person: User, other_id: int) -> User:
    """Invite a friend, or one of the people with whom a player has played before. A person who has muted or blocked
    the player is never bothered, and the player does not learn of it."""
    known = invitable(person)
    with locked(code) as table:
        admit(table, person)
        own_place(table, person)
        other = next((one for one in _not_there(table, known) if one.pk == other_id), None)
        if other is None:
            raise Refusal("not_played_with")
        if table.invitations.count() >= MOST_AT_TABLE:
            raise Refusal("too_many_invitations", count=MOST_AT_TABLE)
        _store(table, person, other)
        return other


def _store(table: Table, person: User, other: User) -> None:
    """Store an invitation. One of a person whom the other has muted or blocked is stored too, so that the inviter finds
    it, but never shown, and gives way to every other one."""
    if person.pk in muted_by(other):
        Invitation.objects.get_or_create(table=table, person=other, defaults={"by": person})
        return
    Invitation.objects.update_or_create(table=table, person=other, defaults={"by": person})
    hints.announce_invitations(other.pk)


def accept(code: str, person: User) -> None:
    """Let an invited person in, without a password."""
    with locked(code) as table:
        taken_up, _ = Invitation.objects.filter(table=table, person=person).delete()
        if not taken_up:
            raise Refusal("not_invited")
        Visit.objects.update_or_create(table=table, person=person, defaults={"seen_at": now()})
        hints.announce_invitations(person.pk)
        admit(table, person)
        save_change(table)


def decline(code: str, person: User) -> None:
    Invitation.objects.filter(table__code=code, person=person).delete()
    hints.announce_invitations(person.pk)
