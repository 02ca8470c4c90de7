"""What happened on each of the last thirty days. A day that is over is counted once and written down; only today is
counted anew."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import Count, DurationField, ExpressionWrapper, F, Q, Sum

from games.models import Day, Game, Player

DAYS = 30
FRESH_SECONDS = 60
WIDTH, HEIGHT = 300, 96


def days(today: date) -> list[Day]:
    """Thirty days up to today, whatever was not counted yet included."""
    first = today - timedelta(days=DAYS - 1)
    known = {day.date: day for day in Day.objects.filter(date__gte=first, date__lt=today)}
    missing = [moment for moment in _dates(first, today) if moment not in known]
    counted = [count(moment) for moment in missing]
    Day.objects.bulk_create(counted, ignore_conflicts=True)
    known |= {day.date: day for day in counted}
    return [known[moment] for moment in sorted(known)] + [_so_far(today)]


def _dates(first: date, end: date) -> Iterable[date]:
    return (first + timedelta(days=number) for number in range((end - first).days))


def _so_far(today: date) -> Day:
    key = f"staff:day:{today}"
    found: Day | None = cache.get(key)
    if found is None:
        found = count(today)
        cache.set(key, found, FRESH_SECONDS)
    return found


def count(day: date) -> Day:
    begin = datetime.combine(day, time(), UTC)
    end = begin + timedelta(days=1)
    started = Game.objects.filter(started_at__gte=begin, started_at__lt=end)
    players = Player.objects.filter(game__started_at__gte=begin, game__started_at__lt=end, person__isnull=False)
    length = ExpressionWrapper(F("ended_at") - F("started_at"), output_field=DurationField())
    ended = Game.objects.filter(ended_at__gte=begin, ended_at__lt=end).aggregate(
        whole=Count("pk", filter=Q(abandoned=False)),
        given_up=Count("pk", filter=Q(abandoned=True)),
        lasted=Sum(length, filter=Q(abandoned=False)),
    )
    lasted = ended["lasted"]
    return Day(
        date=day,
        games=started.count(),
        players=players.values("person").distinct().count(),
        seconds=int(lasted.total_seconds()) if lasted else 0,
        finished=ended["whole"],
        abandoned=ended["given_up"],
    )


# --- drawn


@dataclass(frozen=True)
class Bar:
    """A day's column, from the bottom up; a second part may stand on the first."""

    x: float
    width: float
    y: float
    height: float
    y2: float
    height2: float
    words: str


@dataclass(frozen=True)
class Chart:
    title: str
    most: str
    sum: str
    bars: tuple[Bar, ...]
    split: bool


def charts(found: list[Day]) -> list[Chart]:
    minutes = [day.minutes for day in found]
    lasting = [number for number in minutes if number]
    usual = f"{sum(lasting) / len(lasting):.1f} min" if lasting else "–"
    abandoned = sum(day.abandoned for day in found)
    busiest = max(day.players for day in found)
    return [
        _chart("Games begun", found, [day.games for day in found]),
        _chart("Players a day", found, [day.players for day in found], total=f"up to {busiest:,}"),
        _chart(
            "Finished and abandoned", found, [day.finished for day in found], [day.abandoned for day in found],
            total=f"{sum(day.finished for day in found):,} and {abandoned:,}",
        ),
        _chart("Length of games, minutes", found, minutes, total=usual),
    ]  # fmt: skip


def _chart(title: str, found: list[Day], values: list[Any], on_top: list[int] | None = None, total: str = "") -> Chart:
    above = on_top or [0] * len(values)
    most = max(map(sum, zip(values, above, strict=True))) or 1
    step = WIDTH / len(values)
    bars = []
    for number, (day, value, more) in enumerate(zip(found, values, above, strict=True)):
        height, height2 = HEIGHT * value / most, HEIGHT * more / most
        words = f"{day.date:%d %b}: {value:,}" + (f" finished, {more:,} abandoned" if on_top else "")
        bars.append(
            Bar(
                x=round(number * step + step * 0.12, 1),
                width=round(step * 0.76, 1),
                y=round(HEIGHT - height, 1),
                height=round(height, 1),
                y2=round(HEIGHT - height - height2, 1),
                height2=round(height2, 1),
                words=words,
            )
        )
    return Chart(title, f"{most:,}", total or f"{sum(values):,}", tuple(bars), on_top is not None)
