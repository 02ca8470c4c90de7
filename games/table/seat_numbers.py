"""A stylesheet for browsers without `sibling-index()`, which `static/js/table/main.js` switches on for them."""

from functools import cache

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

LARGEST_FAN, MOST_CARDS = 22, 40
"""A larger hand is a row, in which no card needs its number; in one with even more cards, none can be closer."""


@login_not_required
@require_safe
@cache_control(public=True, max_age=24 * 60 * 60)
def stylesheet(request: HttpRequest) -> HttpResponse:
    """Number the seats and the cards in your hand (--i), and say how many there are (--n)."""
    return HttpResponse(_rules(), content_type="text/css; charset=utf-8")


@cache
def _rules() -> str:
    indexes = [f".seat:nth-child({n}), #hand > :nth-child({n}) {{ --i: {n}; }}" for n in range(1, LARGEST_FAN + 1)]
    numbers = range(1, MOST_CARDS + 1)
    counts = [f":is(#seats, #hand):has(> :nth-child({n})) > * {{ --n: {max(2, n)}; }}" for n in numbers]
    return "\n".join(indexes + counts)
