"""Rules as somebody chooses them: a preset or a set of their own, and the options that they changed by hand."""

from collections.abc import Mapping

from games.engine import OPTIONS, PRESETS, Rules, WrongRules
from games.models import RuleSet, Table, User
from games.refusals import Unfit
from games.wording.refusals import sentence

OWN = "own"
BASE_PRESET = "base"
"""The name under which a form says from which rules its fields were filled."""


def choose(given: Mapping[str, str]) -> Rules:
    """The rules that a form means. Its fields show the rules `base`; what differs from those was changed by hand, and
    goes on top of the chosen preset. So one form serves with scripts and without."""
    base, chosen = _named(given.get(BASE_PRESET, "")), given.get("preset", OWN)
    start = base if chosen == OWN else _named(chosen)
    changes = {name: given[name] for name in OPTIONS if name in given and _differs(name, given[name], base)}
    try:
        return start.but(**changes)
    except WrongRules as wrong:
        raise Unfit(sentence(wrong)) from wrong


def _differs(name: str, text: str, base: Rules) -> bool:
    try:
        return bool(OPTIONS[name].read(text) != getattr(base, name))
    except WrongRules:
        return True


def _named(name: str) -> Rules:
    """A preset, a saved set by its code, or rules written out."""
    if not name or name in PRESETS:
        return Rules.preset(name or "Official")
    try:
        if name.startswith("{"):
            return Rules.from_json(name)
    except WrongRules as wrong:
        raise Unfit(sentence(wrong)) from wrong
    saved = RuleSet.objects.filter(code=name).first() if name.isalnum() else None
    if saved is None:
        raise Unfit(f"There are no rules called {name[:40]}. Choose from the cards.")
    return Rules.from_json(saved.rules)


def last_used(person: User | None) -> Rules:
    """The rules of the table that somebody opened last; the official ones for whoever has not opened any."""
    table = Table.objects.filter(host=person).order_by("-opened_at").first() if person else None
    return read(table.rules) if table else Rules()


def read(text: str) -> Rules:
    """Stored rules; should an option have changed its bounds since, the official rules."""
    try:
        return Rules.from_json(text)
    except WrongRules:
        return Rules()


def name_of(rules: Rules, saved: Mapping[str, str] | None = None) -> str:
    """What rules are called: a preset's name, the name somebody gave them, or just that they are their own."""
    known = rules.preset_name or (saved or {}).get(rules.to_json())
    return known or f"{_nearest(rules)}, changed"


def _nearest(rules: Rules) -> str:
    """The preset that the rules differ least from."""
    values = rules.as_dict()

    def distance(name: str) -> int:
        preset = Rules.preset(name).as_dict()
        weight = {"deck": 5}
        return sum(weight.get(option, 1) for option in values if values[option] != preset[option])

    return min(PRESETS, key=distance)
