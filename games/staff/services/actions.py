"""Everything that the staff can do, as a table: who may do it, to what, what it asks, and what does it.

What each is called, and the sentences about it, are in `games.wording.staff`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.models import User
from games.staff.refusals import NoRight, StaffRefusal
from games.staff.services import addresses, games, people
from games.staff.services.audit import Fields
from games.wording import staff as wording
from games.wording.templates import fill

Handler = Callable[[User, Any, str, Fields], str]
GAME, TABLE, PERSON, LINE, SITE = "game", "table", "person", "line", "site"
LONGEST_REASON = 200


@dataclass(frozen=True)
class Action:
    """One thing that the staff can do. `asks` are the fields of its form besides the reason, and `suits` says of a
    target whether it would not be refused."""

    name: str
    right: str
    target: str
    handle: Handler
    asks: tuple[str, ...] = ()
    is_grave: bool = False
    suits: Callable[[Any], bool] = lambda target: True

    @property
    def label(self) -> str:
        return fill(wording.ACTIONS[self.name].label)

    @property
    def effect(self) -> str:
        return fill(wording.ACTIONS[self.name].effect)

    def is_open_to(self, person: User) -> bool:
        return bool(person.is_active and person.is_staff and person.has_perm(f"games.{self.right}"))


ACTIONS = {
    action.name: action
    for action in (
        Action("decide", "operate_games", GAME, games.decide, ("player_asked",)),
        Action("give-time", "operate_games", GAME, games.give_time, ("seconds",)),
        Action("to-bot", "operate_games", GAME, games.give_to_bot, ("person_seat",)),
        Action("give-back", "operate_games", GAME, games.give_back, ("bot_seat",)),
        Action("undo", "operate_games", GAME, games.undo, is_grave=True, suits=games.can_undo),
        Action("look", "see_hands", GAME, games.inspect_hands),
        Action("end-game", "operate_games", GAME, games.end_game, is_grave=True),
        Action("close-table", "operate_tables", TABLE, games.close_table, is_grave=True),
        Action("announce", "announce", SITE, games.announce, ("text",)),
        Action("ban-address", "moderate_people", SITE, addresses.ban_address, ("network", "until"), is_grave=True),
        Action("lift-address", "moderate_people", SITE, addresses.lift_address, ("banned",)),
        Action("remove-line", "remove_lines", LINE, people.remove_line),
        Action("mute", "moderate_people", PERSON, people.mute, ("until",)),
        Action("ban", "moderate_people", PERSON, people.ban, ("until", "addresses"), is_grave=True),
        Action("lift", "moderate_people", PERSON, people.lift),
        Action("end-sessions", "moderate_people", PERSON, people.end_sessions),
    )
}


def actions_for(person: User, target: str) -> list[Action]:
    return [action for action in ACTIONS.values() if action.target == target and action.is_open_to(person)]


def perform(by: User, name: str, target: Any, reason: str, fields: Fields | None = None) -> str:
    """Perform an action if this person may, and return what it did as a sentence. Raise a `Refusal` otherwise."""
    action, reason = ACTIONS[name], " ".join(reason.split())
    if not action.is_open_to(by):
        raise NoRight("no_right")
    if not reason:
        raise StaffRefusal("reason_missing")
    if len(reason) > LONGEST_REASON:
        raise StaffRefusal("reason_too_long", count=len(reason), most=LONGEST_REASON)
    return action.handle(by, target, reason, fields or {})
