"""What happened on each of the last thirty days, and charts of it. A past day is counted once and stored; only today is
counted again."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import Count, DurationField, ExpressionWrapper, F, Q, Sum

from games.models import Day, Game, Player
from games.wording import fill

DAYS = 30
FRESH_SECONDS = 60
WIDTH, HEIGHT = 300, 96
ONE_VALUE = "{day:%d %b}: {value:,}"
TWO_VALUES = "{day:%d %b}: {value:,} finished, {more:,} abandoned"


def days(today: date) -> list[Day]:
    """Return the last thirty days up to today, counting those that are not stored yet."""
    first = today - timedelta(days=DAYS - 1)
    known = {day.date: day for day in Day.objects.filter(date__gte=first, date__lt=today)}
    missing = [moment for moment in _dates(first, today) if moment not in known]
    counted = [count(moment) for moment in missing]
    Day.objects.bulk_create(counted, ignore_conflicts=True)
    known |= {day.date: day for day in counted}
    return [known[moment] for moment in sorted(known)] + [_today(today)]


def _dates(first: date, end: date) -> Iterable[date]:
    return (first + timedelta(days=number) for number in range((end - first).days))


def _today(today: date) -> Day:
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
        finished_games=Count("pk", filter=Q(abandoned=False)),
        abandoned_games=Count("pk", filter=Q(abandoned=True)),
        played=Sum(length, filter=Q(abandoned=False)),
    )
    played = ended["played"]
    return Day(
        date=day,
        games=started.count(),
        players=players.values("person").distinct().count(),
        seconds=int(played.total_seconds()) if played else 0,
        finished=ended["finished_games"],
        abandoned=ended["abandoned_games"],
    )


# --- charts


@dataclass(frozen=True)
class Bar:
    """The bar of one day: its rectangle in the SVG, and that of a second value stacked on top."""

    x: float
    width: float
    y: float
    height: float
    y2: float
    height2: float
    text: str


@dataclass(frozen=True)
class Chart:
    title: str
    most: str
    sum: str
    bars: tuple[Bar, ...]
    split: bool


def charts(found: list[Day]) -> list[Chart]:
    minutes = [day.minutes for day in found]
    played = [number for number in minutes if number]
    average = f"{sum(played) / len(played):.1f} min" if played else "–"
    abandoned = sum(day.abandoned for day in found)
    busiest = max(day.players for day in found)
    return [
        _chart("Games started", found, [day.games for day in found]),
        _chart("Players a day", found, [day.players for day in found], total=f"up to {busiest:,}"),
        _chart(
            "Finished and abandoned", found, [day.finished for day in found], [day.abandoned for day in found],
            total=f"{sum(day.finished for day in found):,} and {abandoned:,}",
        ),
        _chart("Length of games, minutes", found, minutes, total=average),
    ]  # fmt: skip


def _chart(title: str, found: list[Day], values: list[Any], on_top: list[int] | None = None, total: str = "") -> Chart:
    above = on_top or [0] * len(values)
    most = max(map(sum, zip(values, above, strict=True))) or 1
    step = WIDTH / len(values)
    bars = []
    for number, (day, value, more) in enumerate(zip(found, values, above, strict=True)):
        height, height2 = HEIGHT * value / most, HEIGHT * more / most
        bars.append(
            Bar(
                x=round(number * step + step * 0.12, 1),
                width=round(step * 0.76, 1),
                y=round(HEIGHT - height, 1),
                height=round(height, 1),
                y2=round(HEIGHT - height - height2, 1),
                height2=round(height2, 1),
                text=fill(TWO_VALUES if on_top else ONE_VALUE, day=day.date, value=value, more=more),
            )
        )
    return Chart(title, f"{most:,}", total or f"{sum(values):,}", tuple(bars), on_top is not None)
