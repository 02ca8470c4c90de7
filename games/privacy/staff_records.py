"""Removes a person who deletes their account from the staff's records: reports, the audit log, bans and mutes."""

import json
from collections.abc import Sequence

from django.db.models import Q
from django.utils import timezone

from games.fields import FORMER_PLAYER, Names
from games.models import AddressBan, Audit, Report, Sanction, User

GONE = "Deleted with the account."
"""Replaces texts that the person wrote."""


def erase(person: User, names: Names, tables: Sequence[int]) -> None:
    """Remove the names of a person who is not deleted yet; what was decided and when stays. `tables` are those where
    they have taken part."""
    there = Q(table__in=tables) | Q(game__table__in=tables)
    _erase_reports(person, names, there)
    Audit.objects.filter(by=person).update(name=FORMER_PLAYER)
    names.erase_from(Audit.objects.filter(Q(by=person) | Q(person=person) | there), "what", "reason")
    names.erase_mentions(Audit.objects.all(), "what", "reason")
    for verdicts in (Sanction.objects.exclude(person=person), AddressBan.objects.all()):
        names.erase_from(verdicts.filter(by=person), "reason")
        names.erase_mentions(verdicts, "reason")
    _erase_address_bans(person)


def _erase_reports(person: User, names: Names, there: Q) -> None:
    Report.objects.filter(reporter=person).update(why=GONE)
    Report.objects.filter(person=person).update(name=FORMER_PLAYER)
    related = Report.objects.filter(Q(reporter=person) | Q(person=person) | there)
    names.erase_from(related, "why", "note")
    names.erase_mentions(Report.objects.all(), "why", "note")
    numbers = set(related.values_list("pk", flat=True))
    quoted = Q(*(Q(lines__icontains=json.dumps(name)[1:-1]) for name in names.known), _connector=Q.OR)
    for found in Report.objects.filter(quoted):
        kept = [_without(line, names, found.pk in numbers) for line in json.loads(found.lines)]
        Report.objects.filter(pk=found.pk).update(lines=json.dumps(kept))


def _without(line: list[object], names: Names, is_related: bool) -> list[object]:
    """Return a chat message that a report quotes, without the person. It is recognized by the name, because the message
    itself may be deleted already."""
    number, name, text = line[0], str(line[1]), str(line[2])
    if name in names.known:
        return [number, FORMER_PLAYER, GONE]
    return [number, name, names.without(text) if is_related else text]


def _erase_address_bans(person: User) -> None:
    """Keep banned addresses until their ban ends: otherwise, deleting the guest would lift the ban. Remove whose they
    were."""
    bans = AddressBan.objects.filter(sanction__person=person)
    bans.exclude(lifted_at=None, until__gt=timezone.now()).delete()
    bans.update(reason="")
