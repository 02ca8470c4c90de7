"""Regular work on all tables: replace absent hosts, fill seats with bots, seat those who wait, and close unused tables
after a warning. Every step can be repeated without harm."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from games.chat.services import post_notice
from games.lobby.services import hosting, seats, starting
from games.lobby.services.tables import close_locked
from games.locking import bump_version, is_playing, locked, save_change
from games.models import Block, Game, Place, Player, Table, Visit
from games.presence import services as presence
from games.refusals import NoTable
from games.table import services as play
from games.table.commitments import delete_made_ahead

UNTOUCHED = timedelta(minutes=20)
DESERTED = timedelta(minutes=2)
AFTER_THE_WARNING = timedelta(minutes=2)
LONGEST_THOUGHT = timedelta(hours=2)
CLOSED_KEPT = timedelta(days=1)
VISITS_KEPT = timedelta(days=1)
AT_ONCE = 50


def fill_seats(moment: datetime) -> None:
    """Do what people wait for."""
    _take(moment, Table.objects.filter(bots_fill_at__lte=moment), _fill)
    if Visit.objects.filter(queued_at__isnull=False).exists():
        _take(moment, _waited_for(), _seat_the_waiting)


def replace_absent_hosts(moment: datetime) -> None:
    notice_absent_hosts(moment)
    _take(moment, _hosts_gone(moment), _pass_on)


def warn_unused(moment: datetime) -> None:
    _take(moment, _unused(moment).filter(closes_at=None), _warn)


def close_unused(moment: datetime) -> None:
    if _warned().filter(closes_at__lte=moment).exists():
        _take(moment, _unused(moment).filter(closes_at__lte=moment), _close)


def keep_used(moment: datetime) -> None:
    if _warned().exists():
        _take(moment, _used_again(moment), _keep)


CLEANING = (replace_absent_hosts, warn_unused, close_unused, keep_used)
"""What nobody waits for, in steps that hold up no move for long. Where a condition takes milliseconds to be put into a
query, one that is quickly asked comes before it."""


def _take(moment: datetime, tables: QuerySet[Table], step: Callable[[Table, datetime], None]) -> None:
    """Lock each of these tables, and take the step if the table still matches: it may have changed in between."""
    tables = tables.filter(closed_at=None)
    for code in list(tables.values_list("code", flat=True).distinct()[:AT_ONCE]):
        try:
            with locked(code) as table:
                if tables.filter(pk=table.pk).exists():
                    step(table, moment)
        except NoTable:
            continue


def _playing() -> Exists:
    return Exists(Game.objects.filter(table=OuterRef("pk"), ended_at=None))


# --- hosts


def notice_absent_hosts(moment: datetime) -> None:
    """Mark hosts as gone whose presence has not been confirmed for a while: a server that dies reports nobody."""
    absent = Place.objects.filter(
        table=OuterRef("pk"), person=OuterRef("host"), seen_at__lte=moment - presence.HERE
    )  # fmt: skip
    Table.objects.filter(closed_at=None, host_gone_at=None).filter(Exists(absent)).update(host_gone_at=moment)


def _hosts_gone(moment: datetime) -> QuerySet[Table]:
    since = moment - presence.HOST_MAY_BE_GONE
    others = Place.objects.filter(table=OuterRef("pk"), seen_at__gt=moment - presence.HERE, person__isnull=False)
    here = Exists(others.exclude(person=OuterRef("host")))
    gone = Q(host_gone_at__lte=since) | Q(host=None)
    return Table.objects.filter(gone).filter(here).exclude(_playing() & Q(touched_at__gt=since))


def _pass_on(table: Table, moment: datetime) -> None:
    hosting.replace_absent_host(table, moment)


# --- seats


def _fill(table: Table, moment: datetime) -> None:
    """Fill the free seats at the end of the short wait of a quick match."""
    table.bots_fill_at = None
    table.save(update_fields=["bots_fill_at"])
    if not is_playing(table) and seats.humans(table).exists():
        seats.fill_with_bots(table)
        save_change(table)
        starting.start_if_full(table)


def _waited_for() -> QuerySet[Table]:
    """Tables between games where a person waits whom the host has not blocked, and a seat is available."""
    blocked = Block.objects.filter(person=OuterRef(OuterRef("host")), other=OuterRef("person"))
    waiting = Exists(Visit.objects.filter(~Exists(blocked), table=OuterRef("pk"), queued_at__isnull=False))
    tables = Table.objects.filter(waiting).exclude(_playing())
    taken = Count("places", distinct=True)
    bots = Count("places", filter=~Q(places__bot=""), distinct=True)
    available = Q(taken__lt=F("seats")) | Q(seats_may_be_taken_over=True, bots__gt=0)
    return tables.annotate(taken=taken, bots=bots).filter(available)


def _seat_the_waiting(table: Table, moment: datetime) -> None:
    if seats.seat_waiting(table):
        save_change(table)


# --- the end of a table


def _unused(moment: datetime) -> QuerySet[Table]:
    """Lobbies that are empty or without activity, and games that nobody plays or watches."""
    deserted = Q(touched_at__lte=moment - DESERTED) & ~_visited_since(moment - presence.HERE)
    lobby = ~Q(_playing()) & (deserted | Q(touched_at__lte=moment - UNTOUCHED))
    game = Q(_playing()) & ~_visited_since(moment - UNTOUCHED) & ~Q(_played_by_people(moment))
    return Table.objects.filter(lobby | game)


def _warned() -> QuerySet[Table]:
    return Table.objects.filter(closed_at=None, closes_at__isnull=False)


def _used_again(moment: datetime) -> QuerySet[Table]:
    """Tables that were to be closed, and to which somebody has come back."""
    return _warned().exclude(pk__in=_unused(moment).values("pk"))


def _visited_since(moment: datetime) -> Q:
    """Whether any person has been here since this moment."""
    sitting = Place.objects.filter(table=OuterRef("pk"), person__isnull=False, seen_at__gt=moment)
    visiting = Visit.objects.filter(table=OuterRef("pk"), seen_at__gt=moment)
    return Q(Exists(sitting)) | Q(Exists(visiting))


def _played_by_people(moment: datetime) -> Exists:
    """Whether at least one person still plays themselves. With a time limit, a stand-in would have replaced them."""
    playing = Player.objects.filter(game__table=OuterRef("pk"), game__ended_at=None, person__isnull=False, stand_in="")
    return Exists(playing.filter(game__entries__at__gt=moment - LONGEST_THOUGHT))


def _warn(table: Table, moment: datetime) -> None:
    table.closes_at = moment + AFTER_THE_WARNING
    table.save(update_fields=["closes_at"])
    post_notice(table, "closing_soon")
    bump_version(table)


def _keep(table: Table, moment: datetime) -> None:
    table.closes_at = None
    table.save(update_fields=["closes_at"])
    post_notice(table, "stays_open")
    bump_version(table)


def _close(table: Table, moment: datetime) -> None:
    if is_playing(table):
        play.abandon(table)
    close_locked(table)


def delete_unused(moment: datetime) -> int:
    """Delete closed tables without a game, and old visits. Return how many rows of tables are gone."""
    _delete_visits(moment - VISITS_KEPT)
    delete_made_ahead(moment)
    played = Exists(Game.objects.filter(table=OuterRef("pk")))
    gone, _ = Table.objects.filter(closed_at__lte=moment - CLOSED_KEPT).exclude(played).delete()
    return gone


def _delete_visits(until: datetime) -> None:
    """Delete old visits. At a table with a password this changes rights: visitors have to enter it again."""
    stale = Visit.objects.filter(seen_at__lte=until)
    for code in list(stale.values_list("table__code", flat=True).distinct()):
        with suppress(NoTable), locked(code) as table:
            if stale.filter(table=table).delete()[0]:
                bump_version(table)
    stale.delete()
