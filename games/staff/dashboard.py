"""The contents of the dashboard: the site in numbers, and alerts that the staff should look into."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from time import time

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils import timezone

from games import metrics
from games.models import Entry, Game, Player, Report, User
from games.staff.running import people_playing
from games.wording import Plural, fill
from games.wording import staff as wording

OVERDUE = timedelta(seconds=30)
STUCK = timedelta(hours=1)
SHOWN = 8
LATE_SECONDS = 5
PROCESSES = Plural("in {count} process", "in {count} processes")


@dataclass(frozen=True)
class Figure:
    label: str
    value: str
    hint: str = ""
    bad: bool = False
    url: str = ""
    """The list of what it counts, if the person may see it."""


@dataclass(frozen=True)
class Alert:
    """Something that the staff should look into, with a link to it."""

    kind: str
    text: str
    url: str = ""


@dataclass(frozen=True)
class Overview:
    figures: tuple[Figure, ...]
    alerts: tuple[Alert, ...]


def overview_for(person: User) -> Overview:
    measured = metrics.read(time())
    return Overview(tuple(_figures(person, measured)), tuple(_alerts(person, measured)))


def _figures(person: User, measured: metrics.Snapshot) -> list[Figure]:
    games = Game.objects.filter(ended_at=None).count()
    people = people_playing(User.objects.all()).count()
    bots = Player.objects.filter(game__ended_at=None).exclude(bot="", stand_in="").count()
    games_url, people_url = _list(person, "game", "status=running"), _list(person, "user", "playing=yes")
    lag = measured.clock_lag
    is_late = lag is None or lag > LATE_SECONDS
    return [
        Figure("Live tables", f"{games:,}", "with a running game", url=games_url),
        Figure("People playing", f"{people:,}", "without those a bot stands in for", url=people_url),
        Figure("Bots playing", f"{bots:,}", "stand-ins included"),
        Figure("Sockets", f"{measured.sockets:,}", fill(PROCESSES, count=measured.processes)),
        Figure("Moves a minute", f"{measured.moves_a_minute:,}", "people and bots"),
        Figure("Time per move", "–" if measured.p95 is None else f"≤ {measured.p95} ms", "95%, last five minutes"),
        Figure("Clock lag", "no clock" if lag is None else f"{lag:.1f} s", "behind schedule", is_late),
        Figure("Errors", f"{measured.errors:,}", "in the last hour", measured.errors > 0),
    ]


def _list(person: User, model: str, query: str) -> str:
    """The address of a list, or nothing if this person may not see it."""
    may_see = person.has_perm(f"games.view_{model}")
    return f"{reverse(f'admin:games_{model}_changelist')}?{query}" if may_see else ""


def _alerts(person: User, measured: metrics.Snapshot) -> Iterator[Alert]:
    if person.has_perm("games.view_report"):
        yield from _reports()
    if person.has_perm("games.view_game"):
        yield from _games()
    if measured.clock_lag is None:
        yield Alert("Clock", wording.alert("no_clock"))
    if measured.errors:
        yield Alert("Errors", wording.alert("errors", count=measured.errors))
    if person.has_perm("games.view_user") or person.has_perm("games.view_game"):
        yield from _limited(measured.limited[:SHOWN])


def _reports() -> Iterator[Alert]:
    waiting = list(Report.objects.filter(resolved_at=None).only("pk", "name", "why")[: SHOWN + 1])
    for report in waiting[:SHOWN]:
        text = wording.alert("report", name=report.name, why=report.why)
        yield Alert("Report", text, reverse("admin:games_report_change", args=[report.pk]))
    if len(waiting) > SHOWN:
        url = f"{reverse('admin:games_report_changelist')}?status=open"
        yield Alert("Report", wording.alert("more_reports"), url)


def _games() -> Iterator[Alert]:
    now = timezone.now()
    running = Game.objects.filter(ended_at=None).select_related("table").defer("state", "rules")
    moved = Entry.objects.filter(game=OuterRef("pk"), at__gt=now - STUCK)
    for game in running.filter(due_at__lt=now - OVERDUE).order_by("due_at")[:SHOWN]:
        yield _game_alert("Overdue", "overdue", game)
    for game in running.filter(due_at=None).exclude(Exists(moved)).order_by("pk")[:SHOWN]:
        yield _game_alert("Stuck", "stuck", game)


def _game_alert(kind: str, code: str, game: Game) -> Alert:
    text = wording.alert(code, game=game.pk, table=game.table.code, since=game.due_at)
    return Alert(kind, text, reverse("admin:games_game_change", args=[game.pk]))


def _limited(limited: Sequence[metrics.Limited]) -> Iterator[Alert]:
    """Who has exceeded a rate limit: a person or token by number, an address, or a table by its code."""
    senders = [_sender(one.who) for one in limited]
    people = User.objects.only("name").in_bulk([int(which) for kind, which in senders if kind == "person"])
    for one, (kind, which) in zip(limited, senders, strict=True):
        person = people.get(int(which)) if kind == "person" else None
        what, minutes = one.what.removesuffix(" together"), max(0, round((time() - one.at) / 60))
        facts = {"who": person.name if person else which, "count": one.times, "what": what, "minutes": minutes}
        yield Alert("Rate limit", wording.alert(f"{kind}_limited", **facts))


def _sender(who: str) -> tuple[str, str]:
    kind, _, which = who.removesuffix(" together").rpartition(" ")
    return kind or "table", which
