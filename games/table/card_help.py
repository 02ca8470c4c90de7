"""What each card does under some rules, for the page of a game, which asks for it once."""

from functools import lru_cache

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.engine import Rules
from games.table.rules_summary import read
from games.wording.card_rules import explain_all
from games.wording.rule_sentences import rule
from games.wording.table import DRAW_PILE

KEPT = 256
DRAWING = ("draw", "voluntary_draw", "drawn_play")


@login_not_required
@require_safe
@cache_control(public=True, max_age=60 * 60)
def card_help(request: HttpRequest) -> JsonResponse:
    """Return what each card does under the rules of the query, by the name that the card has on the page."""
    rules, _ = read(request.GET.dict())
    return JsonResponse(texts(rules))


@lru_cache(maxsize=KEPT)
def texts(rules: Rules) -> dict[str, str]:
    stock = " ".join(rule(name, rules, settings.CALL_WORD) for name in DRAWING)
    return {DRAW_PILE: stock, **explain_all(rules)}
