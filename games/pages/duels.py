"""How often Expert beats Hard, as the arena has measured it: under several rules, and by how much it thinks."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.utils.safestring import SafeString, mark_safe

from games.bots import strength
from games.pages.charts import intervals, measured_bar
from games.wording import bots as wording

Result = dict[str, Any]


class Duel(NamedTuple):
    """Expert in one seat against Hard in all others."""

    label: str
    seats: int
    games: int
    rate: str
    between: str
    even: str
    """What Expert would win if both were equally strong."""
    cpu: str


class Duels(NamedTuple):
    rows: tuple[Duel, ...]
    chart: SafeString
    made: date


def under_rules() -> Duels | None:
    return _duels(strength.duels("rules"), wording.RULES_CHART, _preset)


def by_playouts() -> Duels | None:
    return _duels(strength.duels("playouts"), wording.PLAYOUTS_CHART, _playouts)


def _duels(results: Sequence[Result], title: str, label: Callable[[Result], str]) -> Duels | None:
    if not results:
        return None
    of_two = [result for result in results if result["seats"] == 2]
    bars = [measured_bar(label(result), result["bots"][0], at) for at, result in enumerate(of_two)]
    return Duels(
        tuple(_duel(label(result), result) for result in results),
        mark_safe(intervals(title, bars, 1 / 2)),  # noqa: S308 (contains no text from users)
        max(date.fromisoformat(result["made"]) for result in results),
    )


def _duel(label: str, result: Result) -> Duel:
    line = result["bots"][0]
    return Duel(
        label,
        result["seats"],
        result["games"],
        f"{line['win_rate']:.1%}",
        f"{line['low']:.1%} to {line['high']:.1%}",
        f"{1 / result['seats']:.0%}",
        wording.MILLISECONDS.format(number=round(line["cpu_ms_per_move"], 1)),
    )


def _playouts(result: Result) -> str:
    text = wording.PLAYOUTS_WITH_OPEN_HANDS if result.get("open_hands") else "{number:,}"
    return text.format(number=result["playouts"])


def _preset(result: Result) -> str:
    return str(result["rules"].partition(",")[0])
