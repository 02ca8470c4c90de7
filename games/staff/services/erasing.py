"""Takes somebody who deletes their account out of what the staff keeps: reports, the record, bans and mutes."""

import json

from django.db.models import Q
from django.utils import timezone

from games.fields import FORMER_PLAYER, Names
from games.models import AddressBan, Audit, Report, Sanction, User

GONE = "Deleted with the account."
"""What stands where a text stood that somebody wrote."""


def erase(person: User, names: Names) -> None:
    """Operators keep what was decided and when, without the name. Call it while the person is still there."""
    _erase_reports(person, names)
    names.erase_from(Audit.objects.all(), "name", "what", "reason")
    names.erase_from(Sanction.objects.exclude(person=person), "reason")
    names.erase_from(AddressBan.objects.all(), "reason")
    _erase_address_bans(person)


def _erase_reports(person: User, names: Names) -> None:
    Report.objects.filter(reporter=person).update(why=GONE)
    Report.objects.filter(person=person).update(name=FORMER_PLAYER)
    names.erase_from(Report.objects.all(), "name", "why", "note")
    quoted = Q(*(Q(lines__icontains=json.dumps(name)[1:-1]) for name in names.known), _connector=Q.OR)
    for found in Report.objects.filter(quoted):
        kept = [_without(line, names) for line in json.loads(found.lines)]
        Report.objects.filter(pk=found.pk).update(lines=json.dumps(kept))


def _without(line: list[object], names: Names) -> list[object]:
    """A line of the chat as a report quotes it. It is theirs by the name: the line itself may be gone already."""
    number, name, text = line[0], str(line[1]), str(line[2])
    return [number, names.without(name), GONE if name in names.known else names.without(text)]


def _erase_address_bans(person: User) -> None:
    """Addresses that are banned stay so until the end, or a ban would be shed by deleting the guest. Nothing says any
    more whose they were."""
    bans = AddressBan.objects.filter(sanction__person=person)
    bans.exclude(lifted_at=None, until__gt=timezone.now()).delete()
    bans.update(reason="")
