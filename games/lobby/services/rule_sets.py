"""Rules that somebody has named, saved, and perhaps shared as a link."""

from games.engine import Rules
from games.models import RuleSet, User
from games.refusals import NoTable, Refusal, Unfit
from games.text import readable

LONGEST_NAME = 40
MOST = 30


def save(person: User, name: str, rules: Rules) -> RuleSet:
    """Under a name that is used already, the new rules replace the old ones; the link stays."""
    name = readable(name)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Unfit(f"Give these rules a name of 1 to {LONGEST_NAME} characters.")
    known = RuleSet.objects.filter(person=person)
    if known.exclude(name=name).count() >= MOST:
        raise Refusal(f"You have saved {MOST} sets of rules, which is the most. Delete one first.")
    saved, _ = RuleSet.objects.update_or_create(person=person, name=name, defaults={"rules": rules.to_json()})
    return saved


def shared(code: str) -> RuleSet:
    found = RuleSet.objects.filter(code=code).select_related("person").first()
    if found is None:
        raise NoTable("There are no rules behind this link. Perhaps they were deleted.")
    return found


def mine(person: User | None) -> list[RuleSet]:
    return list(RuleSet.objects.filter(person=person)) if person else []


def delete(person: User, code: str) -> str:
    found = RuleSet.objects.filter(person=person, code=code).first()
    if found is None:
        raise Refusal("You have no rules like that.")
    found.delete()
    return f"“{found.name}” is deleted. Tables that play by it go on doing so."
