"""The page about bots."""

from datetime import date
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from games.bots import BOTS, Bot, strength
from games.bots.personas import OF_KIND
from games.pages import duels
from games.pages.charts import intervals, measured_bar
from games.wording.personas import line as said_by


class Measured(NamedTuple):
    """A bot's description and its results in the arena, as plain values: a template would call the bot itself."""

    name: str
    line: str
    habits: str
    level: int
    personas: tuple[tuple[str, str, str], ...]
    """The names, faces and lines of its characters."""
    rate: str = ""
    between: str = ""
    rating: str = ""


@login_not_required
@require_safe
def bots(request: HttpRequest) -> HttpResponse:
    result = strength.measurement()
    found = {line["name"]: line for line in result.get("bots", [])}
    people = [measured(BOTS[kind], found.get(kind)) for kind in strength.ranked()]
    context = {
        "people": people,
        "weakest_first": [one for one in reversed(people) if one.rate],
        "result": result,
        "chart": chart(result),
        "made": day(result),
        "under_rules": duels.under_rules(),
        "by_playouts": duels.by_playouts(),
    }
    return render(request, "bots/bots.html", context)


def day(result: dict[str, Any]) -> date | None:
    return date.fromisoformat(result["made"]) if result else None


def measured(bot: Bot, line: dict[str, Any] | None) -> Measured:
    personas = tuple((one.name, one.face, said_by(one.name)) for one in OF_KIND[bot.name])
    who = bot.name, bot.line, bot.habits, strength.level(bot.name), personas
    if line is None:
        return Measured(*who)
    between = f"{line['low']:.0%} to {line['high']:.0%}"
    return Measured(*who, f"{line['win_rate']:.0%}", between, f"{line['rating']:.1f}")


def chart(result: dict[str, Any]) -> SafeString:
    """Render a chart like that of the arena's report, the weakest first; it contains no text from users."""
    if not result:
        return SafeString()
    lines = sorted(result["bots"], key=lambda line: line["win_rate"])
    bars = [measured_bar(line["name"], line, at) for at, line in enumerate(lines)]
    return mark_safe(intervals("Share of games won by each bot", bars, 1 / result["seats"]))  # noqa: S308
