"""For how long something is forbidden."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from games.bans.people import FOR_GOOD
from games.staff.refusals import StaffRefusal

Words = Mapping[str, Any]
"""What was filled in besides the reason."""
LONG = {
    "hour": ("an hour", timedelta(hours=1)),
    "day": ("a day", timedelta(days=1)),
    "week": ("a week", timedelta(days=7)),
    "month": ("30 days", timedelta(days=30)),
    "good": ("for good", None),
}


def until(words: Words) -> datetime:
    if words.get("until") not in LONG:
        raise StaffRefusal("Choose for how long.")
    length = LONG[words["until"]][1]
    return timezone.now() + length if length else FOR_GOOD
