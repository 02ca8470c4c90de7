"""Who belongs to the staff."""

from collections.abc import Sequence

from django.contrib.auth.models import Group
from django.db import transaction

from games.models import User
from games.staff.refusals import NoRight, StaffRefusal
from games.staff.services.audit import record
from games.wording import staff as wording


@transaction.atomic
def set_rights(by: User, person: User, is_staff: bool, groups: Sequence[Group], reason: str) -> str:
    """Set whether a person belongs to the staff, and their groups.

    Only administrators may, and never for another administrator: those are created on the server.
    """
    if not by.is_superuser:
        raise NoRight("administrators_only")
    if person.is_superuser:
        raise StaffRefusal("administrator")
    if person.is_guest and is_staff:
        raise StaffRefusal("guest")
    code = "groups-changed" if person.is_staff == is_staff else "rights-given" if is_staff else "rights-removed"
    person.is_staff = is_staff
    person.save(update_fields=["is_staff"])
    person.groups.set(groups)
    names = ", ".join(group.name for group in groups) or "–"
    what = wording.result(code, by=by.name, name=person.name, groups=names)
    record(by, "rights", what, reason, person=person)
    return what
