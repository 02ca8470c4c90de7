"""Rules that a person has saved under a name, and can share as a link."""

from games.engine import Rules
from games.models import RuleSet, User
from games.refusals import NoTable, Refusal, Unfit
from games.text import readable

LONGEST_NAME = 40
MOST = 30


def save(person: User, name: str, rules: Rules) -> RuleSet:
    """Save rules under a name. If the person already uses the name, the new rules replace the old; the link stays."""
    name = readable(name)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Unfit("rules_name_length", count=LONGEST_NAME)
    known = RuleSet.objects.filter(person=person)
    if known.exclude(name=name).count() >= MOST:
        raise Refusal("too_many_rules", count=MOST)
    saved, _ = RuleSet.objects.update_or_create(person=person, name=name, defaults={"rules": rules.to_json()})
    return saved


def shared(code: str) -> RuleSet:
    found = RuleSet.objects.filter(code=code).select_related("person").first()
    if found is None:
        raise NoTable("no_shared_rules")
    return found


def mine(person: User | None) -> list[RuleSet]:
    return list(RuleSet.objects.filter(person=person)) if person else []


def delete(person: User, code: str) -> str:
    """Delete saved rules and return their name."""
    found = RuleSet.objects.filter(person=person, code=code).first()
    if found is None:
        raise Refusal("not_your_rules")
    found.delete()
    return found.name
