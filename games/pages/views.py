"""The page about bots."""

import json
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from games.bots import BOTS, Bot
from games.pages.charts import PAINT, Bar, intervals

STRENGTH = Path(__file__).resolve().parents[1] / "bots" / "strength.json"


class Measured(NamedTuple):
    """A bot's description and its results in the arena, as plain values: a template would call the bot itself."""

    name: str
    line: str
    habits: str
    rate: str = ""
    between: str = ""
    rating: str = ""


@login_not_required
@require_safe
def bots(request: HttpRequest) -> HttpResponse:
    result = strength()
    found = {line["name"]: line for line in result.get("bots", [])}
    ranked = sorted(BOTS.values(), key=lambda bot: -found.get(bot.name, {"win_rate": 0})["win_rate"])
    people = [measured(bot, found.get(bot.name)) for bot in ranked]
    context = {"people": people, "result": result, "chart": chart(result), "made": day(result)}
    return render(request, "bots/bots.html", context)


@cache
def strength() -> dict[str, Any]:
    """Return the results that `manage.py arena … --save games/bots/strength.json` has written."""
    results: dict[str, Any] = json.loads(STRENGTH.read_text()) if STRENGTH.exists() else {}
    return results


def day(result: dict[str, Any]) -> date | None:
    return date.fromisoformat(result["made"]) if result else None


def measured(bot: Bot, line: dict[str, Any] | None) -> Measured:
    who = bot.name, bot.line, bot.habits
    if line is None:
        return Measured(*who)
    between = f"{line['low']:.0%} to {line['high']:.0%}"
    return Measured(*who, f"{line['win_rate']:.0%}", between, f"{line['rating']:.1f}")


def chart(result: dict[str, Any]) -> SafeString:
    """Render the same chart as in the arena's report; it contains no text from users."""
    if not result:
        return SafeString()
    lines = sorted(result["bots"], key=lambda line: -line["win_rate"])
    bars = [
        Bar(
            line["name"], line["win_rate"], line["low"], line["high"], PAINT[at % len(PAINT)], f"{line['win_rate']:.0%}"
        )
        for at, line in enumerate(lines)
    ]
    return mark_safe(intervals("Share of games won by each bot", bars, 1 / result["seats"]))  # noqa: S308
