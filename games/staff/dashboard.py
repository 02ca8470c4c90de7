"""What the dashboard says: the site now, and what needs somebody to look at it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from time import time

from django.db.models import Count, Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone

from games import metrics
from games.models import Entry, Game, Player, Report, User

OVERDUE = timedelta(seconds=30)
STUCK = timedelta(hours=1)
SHOWN = 8
LATE_SECONDS = 5


@dataclass(frozen=True)
class Figure:
    label: str
    value: str
    hint: str = ""
    bad: bool = False


@dataclass(frozen=True)
class Matter:
    """Something that needs a look: of what kind, in words, and where."""

    kind: str
    words: str
    url: str = ""


@dataclass(frozen=True)
class Now:
    figures: tuple[Figure, ...]
    matters: tuple[Matter, ...]


def now_for(person: User) -> Now:
    beat = metrics.read(time())
    return Now(tuple(_figures(beat)), tuple(_matters(person, beat)))


def _figures(beat: metrics.Pulse) -> list[Figure]:
    running = Game.objects.filter(ended_at=None).count()
    seats = Player.objects.filter(game__ended_at=None).aggregate(
        people=Count("pk", filter=Q(bot="", stand_in="")), bots=Count("pk", filter=~Q(bot="", stand_in=""))
    )
    lag = beat.clock_lag
    is_late = lag is None or lag > LATE_SECONDS
    return [
        Figure("Live tables", f"{running:,}", "with a game running"),
        Figure("People playing", f"{seats['people']:,}", "deciding for themselves"),
        Figure("Bots playing", f"{seats['bots']:,}", "stand-ins included"),
        Figure("Sockets", f"{beat.sockets:,}", f"in {beat.processes} process{'' if beat.processes == 1 else 'es'}"),
        Figure("Moves a minute", f"{beat.moves_a_minute:,}", "people and bots"),
        Figure("A move takes", "–" if beat.p95 is None else f"≤ {beat.p95} ms", "19 of 20, last five minutes"),
        Figure("Clock lag", "no clock" if lag is None else f"{lag:.1f} s", "behind what is due", is_late),
        Figure("Errors", f"{beat.errors:,}", "in the last hour", beat.errors > 0),
    ]


def _matters(person: User, beat: metrics.Pulse) -> list[Matter]:
    found: list[Matter] = []
    if person.has_perm("games.view_report"):
        found += _reports()
    if person.has_perm("games.view_game"):
        found += _games()
    if beat.clock_lag is None:
        found.append(Matter("Clock", "No process runs the clock, so no bot moves and no time runs out."))
    if person.has_perm("games.view_user") or person.has_perm("games.view_game"):
        found += _slowed_down(beat.limited[:SHOWN])
    return found


def _reports() -> list[Matter]:
    waiting = list(Report.objects.filter(resolved_at=None).only("pk", "name", "why")[: SHOWN + 1])
    found = [
        Matter("Report", f"About {report.name}: {report.why}", reverse("admin:games_report_change", args=[report.pk]))
        for report in waiting[:SHOWN]
    ]
    if len(waiting) > SHOWN:
        found.append(Matter("Report", "More reports wait.", f"{reverse('admin:games_report_changelist')}?status=open"))
    return found


def _games() -> list[Matter]:
    now = timezone.now()
    running = Game.objects.filter(ended_at=None).select_related("table").defer("state", "rules")
    late = running.filter(due_at__lt=now - OVERDUE).order_by("due_at")[:SHOWN]
    moved = Entry.objects.filter(game=OuterRef("pk"), at__gt=now - STUCK)
    stuck = running.filter(due_at=None).exclude(Exists(moved)).order_by("pk")[:SHOWN]
    found = [_matter("Overdue", f"waits since {game.due_at:%d %b, %H:%M:%S} UTC", game) for game in late]
    return found + [_matter("Stuck", "nobody has moved for an hour, and no time runs out", game) for game in stuck]


def _matter(kind: str, words: str, game: Game) -> Matter:
    where = f"Game #{game.pk} at table {game.table.code}"
    return Matter(kind, f"{where} {words}.", reverse("admin:games_game_change", args=[game.pk]))


def _slowed_down(limited: Sequence[metrics.Limited]) -> list[Matter]:
    known = [one.who.removesuffix(" together").partition(" ") for one in limited]
    people = User.objects.only("name").in_bulk([int(which) for kind, _, which in known if kind == "person"])
    names = {str(key): person.name for key, person in people.items()}
    return [
        Matter("Slowed down", f"{kind.capitalize()} {names.get(which, which)}: {_how_often(one)}")
        for one, (kind, _, which) in zip(limited, known, strict=True)
    ]


def _how_often(one: metrics.Limited) -> str:
    times = "once" if one.times == 1 else f"{one.times} times"
    ago = max(0, round((time() - one.at) / 60))
    return f"{times}, last “{one.what.removesuffix(' together')}” {ago} min ago."
