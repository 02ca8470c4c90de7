"""Every write of the staff. Each is one transaction: the action, its audit record, and the notice to the players."""

from games.staff.services.actions import ACTIONS, Action, actions_for, perform
from games.staff.services.audit import open_inspection, record
from games.staff.services.reports import answers, lines_of, people_at, read_answers, report, resolve
from games.staff.services.rights import set_rights
from games.staff.services.verification import difference, verify_all

__all__ = [
    "ACTIONS",
    "Action",
    "actions_for",
    "answers",
    "difference",
    "lines_of",
    "open_inspection",
    "people_at",
    "perform",
    "read_answers",
    "record",
    "report",
    "resolve",
    "set_rights",
    "verify_all",
]
