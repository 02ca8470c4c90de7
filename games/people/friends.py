"""Following and blocking people. Two people who follow each other are friends.

A blocked person does not learn of it: what they see is as if the other had only stopped following them. So their own
follow is kept, or stored; it never makes them a friend, and the person who blocked them never sees it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import Exists, QuerySet

from games.fields import name_key
from games.live import hints
from games.models import Block, Follow, Invitation, Place, Table, User
from games.people.errors import PeopleRefusal

LONGEST_NAME_ASKED = 200
MOST_FOLLOWED = 500
MOST_BLOCKED = 1000


@dataclass(frozen=True)
class Relation:
    """What is between a viewer and another person, as far as the viewer may know it."""

    name: str
    follows: bool = False
    followed: bool = False
    is_friend: bool = False
    is_blocked: bool = False
    can_follow: bool = False
    can_block: bool = False
    invite_to: str = ""
    """The code of the viewer's table, to which they can invite this friend."""
    is_invited: bool = False


def relation(viewer: User | None, other: User) -> Relation:
    """Return what is between a viewer and another person; `None` is an anonymous visitor."""
    if viewer is None or viewer.pk == other.pk:
        return Relation(other.name)
    is_blocked, follows, has_blocked, follows_back = _between(viewer, other)
    followed = follows_back and not is_blocked
    is_friend = follows and followed and not has_blocked
    table = own_table(viewer) if is_friend else None
    return Relation(
        name=other.name,
        follows=follows,
        followed=followed,
        is_friend=is_friend,
        is_blocked=is_blocked,
        can_follow=not (follows or is_blocked or viewer.is_guest or other.is_guest),
        can_block=not is_blocked,
        invite_to=table.code if table else "",
        is_invited=table is not None and Invitation.objects.filter(table=table, person=other).exists(),
    )


def _between(one: User, other: User) -> Sequence[bool]:
    """Return whether one has blocked the other, and follows them; and the same of the other, all in one query."""
    facts = [
        Exists(model._default_manager.filter(person=person, other=of))
        for person, of in ((one, other), (other, one))
        for model in (Block, Follow)
    ]
    return User.objects.filter(pk=one.pk).values_list(*facts).first() or (False,) * len(facts)


def own_table(person: User) -> Table | None:
    """Return the open table where a person took a seat last."""
    place = Place.objects.filter(person=person, table__closed_at=None).select_related("table").order_by("-taken_at")
    last = place.first()
    return last.table if last else None


# --- lists


def friends_of(person: User) -> QuerySet[User]:
    """Return the people who follow a person and whom they follow, by name."""
    mutual = User.objects.filter(followers__person=person, follows__other=person, is_active=True)
    return mutual.exclude(blocked_by__person=person).exclude(blocks__other=person).order_by("name_key")


def are_friends(one: User, other: User) -> bool:
    return friends_of(one).filter(pk=other.pk).exists()


def followed_by(person: User) -> QuerySet[User]:
    """Return the people whom a person follows, friends included, by name."""
    return User.objects.filter(followers__person=person, is_active=True).order_by("name_key")


def followers_of(person: User) -> QuerySet[User]:
    """Return the people who follow a person, friends included, without those whom they have blocked."""
    found = User.objects.filter(follows__other=person, is_active=True)
    return found.exclude(blocked_by__person=person).order_by("name_key")


def blocked_by(person: User) -> QuerySet[User]:
    return User.objects.filter(blocked_by__person=person).order_by("name_key")


def find(name: str) -> User:
    """Return the person with this name, ignoring case and width."""
    if not name.strip():
        raise PeopleRefusal("no_name_given")
    is_possible = 0 < len(name) <= LONGEST_NAME_ASKED and "\0" not in name
    found = User.objects.filter(name_key=name_key(name), is_active=True).first() if is_possible else None
    if found is None:
        raise PeopleRefusal("no_such_account", name=name.replace("\0", "")[:40])
    return found


# --- changes


def follow(person: User, other: User) -> None:
    """Follow an account. Following somebody twice changes nothing."""
    if person.is_guest:
        raise PeopleRefusal("guests_follow_nobody")
    if other.is_guest:
        raise PeopleRefusal("guest_not_followed", name=other.name)
    _check_other(person, other)
    if Block.objects.filter(person=person, other=other).exists():
        raise PeopleRefusal("blocked_by_you", name=other.name)
    if person.follows.count() >= MOST_FOLLOWED:
        raise PeopleRefusal("too_many_followed", count=MOST_FOLLOWED)
    try:
        Follow.objects.get_or_create(person=person, other=other)
    except IntegrityError:  # the account was deleted at this moment
        raise PeopleRefusal("no_such_account", name=other.name) from None


def unfollow(person: User, other: User) -> None:
    Follow.objects.filter(person=person, other=other).delete()


def remove_follower(person: User, other: User) -> None:
    Follow.objects.filter(person=other, other=person).delete()


def block(person: User, other: User) -> None:
    """Block a person, stop following them, and withdraw what they were invited to, as if the table had closed."""
    _check_other(person, other)
    if person.blocks.count() >= MOST_BLOCKED:
        raise PeopleRefusal("too_many_blocked", count=MOST_BLOCKED)
    try:
        with transaction.atomic():
            Block.objects.get_or_create(person=person, other=other)
            unfollow(person, other)
            Invitation.objects.filter(by=person, person=other).delete()
            for one in (person, other):
                hints.announce_invitations(one.pk)
    except IntegrityError:  # the account was deleted at this moment
        raise PeopleRefusal("no_such_account", name=other.name) from None


def unblock(person: User, other: User) -> None:
    Block.objects.filter(person=person, other=other).delete()
    hints.announce_invitations(person.pk)


def _check_other(person: User, other: User) -> None:
    if person.pk == other.pk:
        raise PeopleRefusal("yourself")
