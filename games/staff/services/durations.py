"""For how long the staff bans or mutes."""

from datetime import datetime, timedelta

from django.utils import timezone

from games.bans.people import FOR_GOOD
from games.staff.refusals import StaffRefusal
from games.staff.services.audit import Fields

DURATIONS = {
    "hour": ("an hour", timedelta(hours=1)),
    "day": ("a day", timedelta(days=1)),
    "week": ("a week", timedelta(days=7)),
    "month": ("30 days", timedelta(days=30)),
    "good": ("for good", None),
}


def until(fields: Fields) -> datetime:
    """Return when the chosen duration ends."""
    if fields.get("until") not in DURATIONS:
        raise StaffRefusal("duration_missing")
    length = DURATIONS[fields["until"]][1]
    return timezone.now() + length if length else FOR_GOOD


def end(moment: datetime) -> datetime | None:
    """Return the moment as a fact for a sentence: None when it means for good."""
    return moment if moment < FOR_GOOD else None
