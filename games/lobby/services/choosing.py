"""Rules as a form chooses them: a preset or a saved set, and the options that were changed by hand."""

from collections.abc import Mapping

from games.engine import OPTIONS, PRESETS, Rules, WrongRules
from games.models import RuleSet, Table, User
from games.refusals import Unfit
from games.wording import fill
from games.wording.lobby import MODIFIED_RULES
from games.wording.refusals import sentence

OWN = "own"
BASE_PRESET = "base"
"""The form field that names the rules its other fields were filled from."""
FIELDS = {
    "drawn_cards": "drawn_play",
    "mercy": "mercy_limit",
    "team_elimination": "score_limit",
    "last_card": "finish_on",
    "seats": "seats",
    "team_seats": "seats",
}
"""The field at which a form shows that options do not go together, by the engine's code."""


def choose(given: Mapping[str, str]) -> Rules:
    """Return the rules that a form describes. Its fields show the rules `base`; what differs from those was changed by
    hand and is applied on top of the chosen preset. So one form works with and without JavaScript."""
    base, chosen = _named(given.get(BASE_PRESET, "")), given.get("preset", OWN)
    start = base if chosen == OWN else _named(chosen)
    changes = {name: given[name] for name in OPTIONS if name in given and _differs(name, given[name], base)}
    try:
        return start.but(**changes)
    except WrongRules as wrong:
        raise unfit(wrong) from wrong


def unfit(wrong: WrongRules) -> Unfit:
    """Return the lobby's refusal for rules that the engine rejects."""
    field = wrong.facts.get("option") or FIELDS.get(wrong.code)
    return Unfit("wrong_rules", sentence=sentence(wrong), field=field)


def _differs(name: str, text: str, base: Rules) -> bool:
    try:
        return bool(OPTIONS[name].read(text) != getattr(base, name))
    except WrongRules:
        return True


def _named(name: str) -> Rules:
    """Return a preset by its name, a saved set by its code, or rules given as JSON."""
    if not name or name in PRESETS:
        return Rules.preset(name or "Official")
    try:
        if name.startswith("{"):
            return Rules.from_json(name)
    except WrongRules as wrong:
        raise unfit(wrong) from wrong
    saved = RuleSet.objects.filter(code=name).first() if name.isalnum() else None
    if saved is None:
        raise Unfit("no_such_rules", name=name[:40])
    return Rules.from_json(saved.rules)


def last_used(person: User | None) -> Rules:
    """Return the rules of the table that a person opened last, or the official rules if they have opened none."""
    table = Table.objects.filter(host=person).order_by("-opened_at").first() if person else None
    return read(table.rules) if table else Rules()


def read(text: str) -> Rules:
    """Return stored rules, or the official rules if an option no longer allows the stored value."""
    try:
        return Rules.from_json(text)
    except WrongRules:
        return Rules()


def name_of(rules: Rules, saved: Mapping[str, str] | None = None) -> str:
    """Return the name of a preset or of a saved set, or else the most similar preset, marked as changed."""
    known = rules.preset_name or (saved or {}).get(rules.to_json())
    return known or fill(MODIFIED_RULES, preset=_most_similar(rules))


def _most_similar(rules: Rules) -> str:
    """Return the name of the preset that these rules differ least from."""
    values = rules.as_dict()

    def distance(name: str) -> int:
        preset = Rules.preset(name).as_dict()
        weight = {"deck": 5}
        return sum(weight.get(option, 1) for option in values if values[option] != preset[option])

    return min(PRESETS, key=distance)
