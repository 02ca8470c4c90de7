"""Every write of the staff. Each is one transaction: the deed, its record, and what the players are told of it."""

from games.staff.services.actions import ACTIONS, Action, deeds_for, perform
from games.staff.services.recording import looked_at, record
from games.staff.services.reports import answers, lines_of, people_at, read_answers, report, resolve
from games.staff.services.rights import give_rights
from games.staff.services.verifying import differs, verify_all

__all__ = [
    "ACTIONS",
    "Action",
    "answers",
    "deeds_for",
    "differs",
    "give_rights",
    "lines_of",
    "looked_at",
    "people_at",
    "perform",
    "read_answers",
    "record",
    "report",
    "resolve",
    "verify_all",
]
