"""The rules of a table in short, and the addresses of pages about rules.

Each option that differs from the official rules is in the query of an address.

>>> query(Rules(stacking="same", jump_in=True))
'stacking=same&jump_in=on'
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse

from games.engine import OPTIONS, Rules, WrongRules
from games.engine.options import ON_OFF
from games.wording.refusals import sentence
from games.wording.rule_sentences import differing
from games.wording.rulebook import IGNORED_OPTION, MOST_IGNORED
from games.wording.templates import fill

KEPT = 256


class RulesSummary(NamedTuple):
    """The name of a preset, if these are its rules; what differs from Official; and where more is explained."""

    preset: str
    differs: tuple[str, ...]
    url: str
    card_help_url: str


@lru_cache(maxsize=KEPT)
def summary(rules: Rules) -> RulesSummary:
    """Return rules in short; they never change, so this is kept."""
    return RulesSummary(
        preset=rules.preset_name or "",
        differs=tuple(differing(rules, settings.CALL_WORD)),
        url=rules_url(rules),
        card_help_url=_with_query(reverse("card_help"), rules),
    )


def query(rules: Rules) -> str:
    """Return what the page of rules reads these rules from."""
    changed = {name: value for name, value in rules.as_dict().items() if value != OPTIONS[name].official}
    return urlencode({name: ON_OFF[value] if isinstance(value, bool) else value for name, value in changed.items()})


def rules_url(rules: Rules) -> str:
    """Return the address of the page that explains these rules."""
    return _with_query(reverse("rules"), rules)


def _with_query(address: str, rules: Rules) -> str:
    return f"{address}?{query(rules)}" if query(rules) else address


def read(query: Mapping[str, str]) -> tuple[Rules, list[str]]:
    """Return the rules that a query describes, and what is wrong with it. A wrong value counts as the official one."""
    values: dict[str, str] = {}
    ignored = [name for name in query if name not in OPTIONS]
    problems = [fill(IGNORED_OPTION, name=name[:40]) for name in ignored[:MOST_IGNORED]]
    for name, value in query.items():
        try:
            if name in OPTIONS:
                OPTIONS[name].read(value)
                values[name] = value
        except WrongRules as wrong:
            problems.append(sentence(wrong))
    try:
        return Rules.of(values), problems
    except WrongRules as wrong:
        return Rules(), [*problems, sentence(wrong)]
