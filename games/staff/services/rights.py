"""Who belongs to the staff."""

from collections.abc import Sequence

from django.contrib.auth.models import Group
from django.db import transaction

from games.models import User
from games.staff.refusals import NoRight, StaffRefusal
from games.staff.services.recording import record


@transaction.atomic
def give_rights(by: User, person: User, is_staff: bool, groups: Sequence[Group], reason: str) -> str:
    """Only an administrator does this, and never to an administrator: those are made where the server is."""
    if not by.is_superuser:
        raise NoRight("Only an administrator does that.")
    if person.is_superuser:
        raise StaffRefusal("An administrator has all rights already.")
    if person.is_guest and is_staff:
        raise StaffRefusal("A guest has no password. Somebody of the staff needs an account.")
    person.is_staff = is_staff
    person.save(update_fields=["is_staff"])
    person.groups.set(groups)
    names = ", ".join(group.name for group in groups) or "no group"
    what = f"{by.name} has made {person.name} {'staff' if is_staff else 'no staff'}, in {names}."
    record(by, "rights", what, reason, person=person)
    return what
