"""Deletes people: removes everything that identifies them, and keeps what they share with others without their name."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from games.bans import addresses
from games.fields import FORMER_PLAYER, Names, name_key
from games.live import hints
from games.lobby import services as lobby
from games.models import AddressBan, Browser, Game, Line, Player, Table, User
from games.people import services
from games.privacy import staff_records
from games.table import services as table
from games.table.refusals import TableRefusal

GUEST_DAYS = 30
BROWSER_DAYS = 400
FORMER_FACE = "former"


def delete(person: User) -> None:
    """Delete a person and everything that is theirs alone. They leave their tables first, one by one, because a move
    locks a game before its table."""
    sessions, tables = list(_sessions_of(person)), tables_of(person)
    leave_tables(person)
    with transaction.atomic():
        _lock_games_and_tables(person)
        names = Names(_names_of(person))
        _erase_from_tables(person, names, tables)
        staff_records.erase(person, names, tables)
        _erase_from_bans(person, names)
        services.end_sessions(person)
        Session.objects.filter(pk__in=sessions).delete()
        kind = ContentType.objects.get_for_model(User)
        LogEntry.objects.filter(content_type=kind, object_id=str(person.pk)).delete()
        person.delete()


def _lock_games_and_tables(person: User) -> None:
    """Lock what the deletion will change, in the order in which moves and lobbies do. They may have sat down again."""
    played = Game.objects.filter(pk__in=person.seats.values("game"))
    for rows in (played, Table.objects.filter(pk__in=tables_of(person))):
        list(rows.select_for_update(of=("self",)).order_by("pk").values_list("pk"))


def tables_of(person: User) -> list[int]:
    """Return the tables where a person played, sat, wrote or was host, so where others may have written about them."""
    took_part = [
        person.seats.values_list("game__table", flat=True),
        person.places.values_list("table", flat=True),
        person.lines.values_list("table", flat=True),
        person.hosted.values_list("pk", flat=True),
    ]
    return sorted({table for tables in took_part for table in tables})


def leave_tables(person: User) -> None:
    """Give the person's seats in running games to bots, and free those in lobbies. Bans do not prevent leaving."""
    person.bans.all().delete()
    person.banned_until = None
    for game in Game.objects.filter(ended_at=None, players__person=person).select_related("table").order_by("pk"):
        with suppress(TableRefusal):  # it has ended in the meantime
            table.put_a_bot(game.table.code, person)
    sits = Q(places__person=person) | Q(visitors__person=person) | Q(host=person)
    for code in Table.objects.filter(sits, closed_at=None).order_by("pk").values_list("code", flat=True).distinct():
        with suppress(lobby.Refusal):
            lobby.leave(code, person)


def _names_of(person: User) -> set[str]:
    """Return the person's current and earlier names and their e-mail addresses, without names that others have now."""
    emails = EmailAddress.objects.filter(user=person).values_list("email", flat=True)
    used = [
        person.seats.exclude(bot__gt="").values_list("name", flat=True),
        person.lines.filter(is_notice=False).values_list("name", flat=True),
        person.reported.values_list("name", flat=True),
        person.audits.values_list("name", flat=True),
    ]
    earlier = {name for names in used for name in names} - {FORMER_PLAYER}
    keys = [name_key(name) for name in earlier]
    taken = set(User.objects.exclude(pk=person.pk).filter(name_key__in=keys).values_list("name_key", flat=True))
    return {person.name, person.email, *emails, *(name for name in earlier if name_key(name) not in taken)}


def _sessions_of(person: User) -> Iterator[str]:
    """Yield the keys of all sessions of a person, including those that still wait for a second factor. Of these there
    is no list, so for accounts with such a factor all sessions are read."""
    yield from UserSession.objects.filter(user=person).values_list("session_key", flat=True)
    if Authenticator.objects.filter(user=person).exists():
        for session in Session.objects.iterator(chunk_size=2000):
            if session.get_decoded().get("account_authentication_methods_user") == str(person.pk):
                yield session.pk


def _erase_from_tables(person: User, names: Names, tables: list[int]) -> None:
    """Remove the names from games and chats, and send hints to open pages."""
    messages = Line.objects.filter(person=person, is_notice=False)
    messages.update(name=FORMER_PLAYER, text=staff_records.GONE)
    names.erase_from(Line.objects.filter(table__in=tables), "text")
    names.erase_mentions(Line.objects.filter(is_notice=True), "text")
    over = Game.objects.filter(players__person=person, ended_at__isnull=False)
    games = list(over.filter(table__closed_at=None).values_list("pk", flat=True))
    over.update(version=F("version") + 1)  # so that no process shows the name from memory
    Player.objects.filter(person=person).update(name=FORMER_PLAYER, face=FORMER_FACE)
    _announce(tables, games)


def _announce(tables: list[int], games: list[int]) -> None:
    for code, version in Game.objects.filter(pk__in=games).values_list("table__code", "version"):
        hints.announce(code, hints.GAME, version)
    for code in Table.objects.filter(pk__in=tables, closed_at=None).values_list("code", flat=True):
        latest = Line.objects.filter(table__code=code).order_by("-pk").values_list("pk", flat=True).first()
        hints.announce(code, hints.CHAT, latest or 0)


def _erase_from_bans(person: User, names: Names) -> None:
    """Keep banned browsers until their ban ends, but without the person."""
    person.browsers.exclude(banned_until__gt=timezone.now()).delete()
    person.browsers.update(reason="")
    names.erase_mentions(Browser.objects.all(), "reason")
    addresses.forget()


# --- regular deletion


def idle_guests(day: date) -> QuerySet[User]:
    """Guests who have not visited for a month, have no seat, and have never played a game to its end."""
    played = Exists(Player.objects.filter(person=OuterRef("pk"), game__abandoned=False))
    seen_long_ago = User.objects.filter(is_guest=True, seen_on__lt=day - timedelta(days=GUEST_DAYS))
    return seen_long_ago.filter(places=None).exclude(played)


def delete_idle_guests(day: date) -> int:
    idle = list(idle_guests(day))
    for guest in idle:
        delete(guest)
    return len(idle)


def delete_what_has_run_out(moment: datetime) -> None:
    """Delete ended bans of deleted people, and browsers that have not been used for a long time."""
    unseen = Q(last_seen_at__lt=moment - timedelta(days=BROWSER_DAYS))
    over = Q(banned_until=None) | Q(banned_until__lte=moment)
    Browser.objects.filter(over, unseen | Q(person=None)).delete()
    AddressBan.objects.filter(is_hidden=True, sanction=None, until__lte=moment).delete()
