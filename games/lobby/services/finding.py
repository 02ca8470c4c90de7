"""Finds or opens a table without choices: Play now, and Quick match."""

from contextlib import suppress
from datetime import timedelta

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from games.engine import Rules
from games.lobby.services import opponents, seats, starting
from games.lobby.services.choosing import last_used, name_of, read
from games.lobby.services.rematches import ROUND
from games.lobby.services.starting import contribute_ahead
from games.lobby.services.tables import Settings, open_table
from games.locking import is_playing, locked, now
from games.models import Game, Place, Table, User, Visibility
from games.presence.services import HERE
from games.refusals import NoTable, Refusal
from games.table.commitments import Contribution

SHORT_WAIT = timedelta(seconds=15)
TRIES = 8


def play_now(person: User, contribution: Contribution | None = None) -> Table:
    """Return a table with a running game against bots: the one that the person has not finished, or else a new round
    at the table that was opened for this, or at a new one. The contribution is to a commitment that was made ahead."""
    alone = _solo_tables(person)
    running = alone.filter(games__in=Game.objects.filter(ended_at=None)).first()
    for own in [running] if running else alone.filter(adapts_bots=True)[:1]:
        # It may just have been closed.
        with suppress(NoTable):
            _start_round(own.code, person, contribution)
            return own
    new = open_table(person, ROUND, Settings(), adapts_bots=True)
    _start_round(new.code, person, contribution)
    return new


def _solo_tables(person: User) -> QuerySet[Table]:
    """Tables of a person who plays there against bots only, the last used first."""
    people = Count("places", filter=Q(places__person__isnull=False), distinct=True)
    own = Table.objects.filter(host=person, closed_at=None, visibility=Visibility.LINK)
    return own.annotate(people=people).filter(people=1, places__person=person).order_by("-touched_at")


def _start_round(code: str, person: User, contribution: Contribution | None) -> None:
    with locked(code) as table:
        if is_playing(table):
            return
        table.rules = ROUND.to_json()
        table.save(update_fields=["rules"])
        opponents.invite(table, person)
        contribute_ahead(table, person, contribution)
        table.places.filter(person=person).update(ready=True)
        starting.begin(table)


def quick_match(person: User, wanted: str = "", deck: str = "", contribution: Contribution | None = None) -> Table:
    """Seat a person, who counts as ready, at the fullest suitable public table that waits for players; or else lead
    them to the one they host; or else open a new one, where bots fill the seats after a short wait.

    The contribution is to a commitment that was made ahead, for a new table. At any other table its commitment comes
    first: a person whose browser contributes gets ready there, and until then has a seat."""
    for code in _waiting(person, wanted, deck):
        try:
            seats.sit(code, person, ready=contribution is None)
        except Refusal:
            continue
        return Table.objects.get(code=code)
    return _hosted(person) or _open_public(person, wanted, deck, contribution)


def _hosted(person: User) -> Table | None:
    """Return the public table that this person hosts already; they need no second one."""
    own = Table.objects.filter(host=person, closed_at=None, visibility=Visibility.PUBLIC)
    return own.filter(places__person=person).order_by("-touched_at").first()


def _waiting(person: User, wanted: str, deck: str) -> list[str]:
    present = Place.objects.filter(table=OuterRef("pk"), person__isnull=False, seen_at__gt=now() - HERE)
    free = (
        Table.objects.filter(visibility=Visibility.PUBLIC, closed_at=None)
        .filter(Exists(present))
        .exclude(bans__person=person)
        .exclude(host__blocks__other=person)
        .exclude(host__blocked_by__person=person)
        .exclude(games__in=Game.objects.filter(ended_at=None))
        .annotate(people=Count("places", filter=Q(places__person__isnull=False), distinct=True))
        .filter(people__gt=0, people__lt=F("seats"))
        .order_by("-people", "opened_at")
    )
    return [table.code for table in free[:100] if fits(read(table.rules), wanted, deck)][:TRIES]


def fits(rules: Rules, wanted: str, deck: str) -> bool:
    return (not deck or rules.deck == deck) and (not wanted or name_of(rules) == wanted)


def _open_public(person: User, wanted: str, deck: str, contribution: Contribution | None) -> Table:
    rules = _rules(person, wanted, deck)
    settings = Settings(visibility=Visibility.PUBLIC, starts_by_itself=True, seats=rules.seats_near(Settings.seats))
    with transaction.atomic():
        table = open_table(person, rules, settings)
        contribute_ahead(table, person, contribution)
        table.places.update(ready=True)
        table.bots_fill_at = now() + SHORT_WAIT
        table.save(update_fields=["bots_fill_at"])
    return table


def _rules(person: User, wanted: str, deck: str) -> Rules:
    if wanted:
        return Rules.preset(wanted)
    return Rules(deck=deck) if deck else last_used(person)
