"""The page of a person's friends: where they are, as far as this person may see it, and whom else they follow."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from games import access
from games.access import Level
from games.locking import now
from games.models import Audience, Game, Place, Table, User, Visit
from games.people import friends
from games.people.avatars import avatar_url
from games.presence import services as presence
from games.wording.people import WHEREABOUTS

MOST = 200
"""How many people each list of the page shows."""


@dataclass(frozen=True)
class Whereabouts:
    """Where a friend is; with an address if the viewer may go there."""

    code: str
    url: str = ""

    @property
    def words(self) -> str:
        return WHEREABOUTS[self.code]


@dataclass(frozen=True)
class Known:
    """A person in one of the lists."""

    pk: int
    name: str
    face_url: str
    where: Whereabouts | None = None
    may_invite: bool = False
    is_invited: bool = False
    can_follow: bool = False
    """Whether a follower can be followed back."""


@dataclass(frozen=True)
class Friends:
    """The lists of the page."""

    friends: tuple[Known, ...]
    followed: tuple[Known, ...]
    followers: tuple[Known, ...]
    blocked: tuple[Known, ...]

    @property
    def most(self) -> int:
        return MOST

    @property
    def may_be_cut(self) -> bool:
        return MOST in map(len, (self.friends, self.followed, self.followers, self.blocked))


def friends_page(viewer: User) -> Friends:
    mutual = list(friends.friends_of(viewer)[:MOST])
    known = {friend.pk for friend in mutual}
    return Friends(
        friends=_friends(viewer, mutual),
        followed=tuple(_known(one) for one in friends.followed_by(viewer)[:MOST] if one.pk not in known),
        followers=tuple(
            _known(one, can_follow=not (viewer.is_guest or one.is_guest))
            for one in friends.followers_of(viewer)[:MOST]
            if one.pk not in known
        ),
        blocked=tuple(_known(one) for one in friends.blocked_by(viewer)[:MOST]),
    )


def _known(person: User, can_follow: bool = False) -> Known:
    return Known(person.pk, person.name, avatar_url(person.face), can_follow=can_follow)


def _friends(viewer: User, people: list[User]) -> tuple[Known, ...]:
    where, table = whereabouts(viewer, people), friends.own_table(viewer)
    invited = set(table.invitations.values_list("person_id", flat=True)) if table else set()
    there = set(table.places.values_list("person_id", flat=True)) if table else set()
    return tuple(
        Known(
            friend.pk,
            friend.name,
            avatar_url(friend.face),
            where.get(friend.pk),
            may_invite=table is not None and friend.pk in where and friend.pk not in there | invited,
            is_invited=friend.pk in invited,
        )
        for friend in sorted(people, key=lambda friend: friend.pk not in where)
    )


# --- where friends are


def whereabouts(viewer: User, people: Iterable[User]) -> dict[int, Whereabouts]:
    """Return where these friends are, by person, without those who are not online or do not want it to be seen."""
    moment = now()
    shown = [one for one in people if one.details_for != Audience.NOBODY and not access.is_banned(one)]
    tables = _tables_of(shown, moment)
    games = {game.table_id: game for game in Game.objects.filter(table__in=tables.values(), ended_at=None)}
    found = {}
    for person in shown:
        table = tables.get(person.pk)
        if table:
            found[person.pk] = _at(table, games.get(table.pk), viewer)
        elif presence.is_online(person, moment):
            found[person.pk] = Whereabouts("online")
    return found


def _tables_of(people: Iterable[User], moment: datetime) -> dict[int, Table]:
    """Return the open table where each of these people is now; of several, the one where they have a seat."""
    tables: dict[int, Table] = {}
    for model in (Visit, Place):
        here = model._default_manager.filter(person__in=people, seen_at__gt=moment - presence.HERE)
        for one in here.filter(table__closed_at=None).select_related("table").order_by("seen_at"):
            if one.person_id:
                tables[one.person_id] = one.table
    return tables


def _at(table: Table, game: Game | None, viewer: User) -> Whereabouts:
    """Return that a friend is at this table, as far as the viewer may see the table."""
    rights = access.kept(table.code, table.version) or access.read_of(table)
    if viewer.pk in rights.sitting:
        return Whereabouts("yours", reverse("table", args=[table.code]))
    if game is None:
        level = access.decide(rights, viewer).level
        return Whereabouts("lobby", reverse("table", args=[table.code])) if level >= Level.LOBBY else ONLINE
    level = access.decide(rights, viewer, watching=game.watching).level
    return Whereabouts("game", reverse("game", args=[table.code])) if level >= Level.SPECTATOR else ONLINE


ONLINE = Whereabouts("online")
