"""Everything that the staff can do, as a table: what it is called, who may do it, what it is done to, what it asks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.models import User
from games.refusals import Refusal
from games.staff.refusals import NoRight, StaffRefusal
from games.staff.services import addresses, games, people
from games.table.refusals import TableRefusal

Work = Callable[[User, Any, str, Mapping[str, Any]], str]
GAME, TABLE, PERSON, LINE, SITE = "game", "table", "person", "line", "site"
LONGEST_REASON = 200


@dataclass(frozen=True)
class Action:
    """``asks`` are the fields besides the reason; ``words`` say what comes of it."""

    name: str
    label: str
    right: str
    target: str
    words: str
    work: Work
    asks: tuple[str, ...] = ()
    is_grave: bool = False

    def is_open_to(self, person: User) -> bool:
        return bool(person.is_active and person.is_staff and person.has_perm(f"games.{self.right}"))


ACTIONS = {
    deed.name: deed
    for deed in (
        Action(
            "decide", "Play the default", "operate_games", GAME,
            "The table plays for whoever is asked, as it does when time runs out.", games.decide, ("asked",),
        ),
        Action(
            "give-time", "Give more time", "operate_games", GAME,
            "Whoever is asked has longer to decide.", games.give_time, ("seconds",),
        ),
        Action(
            "to-bot", "Give a seat to a bot", "operate_games", GAME,
            "A bot plays on in that seat until its person comes back.", games.give_to_bot, ("person_seat",),
        ),
        Action(
            "give-back", "Give a seat back", "operate_games", GAME,
            "The person decides again in that seat, and no bot.", games.give_back, ("bot_seat",),
        ),
        Action(
            "undo", "Take the last move back", "operate_games", GAME,
            "The game goes on from before the last move, and cards come in the same order again. What somebody has"
            " seen stays seen, so this is for casual games: at tables outside the public list, or with one person.",
            games.undo, is_grave=True,
        ),
        Action(
            "look", "Look at the hands", "see_hands", GAME,
            "You see all cards of this running game for five minutes. It goes on record, and the players read of it"
            " when the game has ended.", games.look,
        ),
        Action(
            "end-game", "End the game", "operate_games", GAME,
            "Nobody wins. Everybody is back at the table and can start again.", games.end_game, is_grave=True,
        ),
        Action(
            "close-table", "Close the table", "operate_tables", TABLE,
            "A game that runs there ends, and everybody has to find another table.", games.close_table, is_grave=True,
        ),
        Action(
            "announce", "Announce something", "announce", SITE,
            "Everybody at any open table reads it.", games.announce, ("text",),
        ),
        Action(
            "ban-address", "Ban an address", "moderate_people", SITE,
            "Nobody gets in from there, under whatever name; a whole school may share one address. Who has a page open"
            " sees it until they do something.", addresses.ban_address, ("network", "until"), is_grave=True,
        ),
        Action(
            "lift-address", "Let an address in", "moderate_people", SITE,
            "Everybody gets in from there again who is not banned by name.", addresses.lift_address, ("banned",),
        ),
        Action(
            "remove-line", "Remove a line", "remove_lines", LINE,
            "Players read that the staff has removed it. You can still read it here.", people.remove_line,
        ),
        Action(
            "mute", "Mute", "moderate_people", PERSON,
            "They play, but cannot write at any table.", people.mute, ("until",),
        ),
        Action(
            "ban", "Ban", "moderate_people", PERSON,
            "They cannot play, nor come back in the same browser under another name, and read why. A bot takes over in"
            " a running game.", people.ban, ("until", "addresses"), is_grave=True,
        ),
        Action(
            "lift", "Lift bans and mutes", "moderate_people", PERSON,
            "They play and write again; bans of their browsers and addresses end too.", people.lift,
        ),
        Action(
            "end-sessions", "End all sessions", "moderate_people", PERSON,
            "They are logged out in every browser and have to log in again; their programs’ tokens are revoked.",
            people.end_sessions,
        ),
    )
}  # fmt: skip


def deeds_for(person: User, target: str) -> list[Action]:
    return [deed for deed in ACTIONS.values() if deed.target == target and deed.is_open_to(person)]


def perform(by: User, name: str, target: Any, reason: str, words: Mapping[str, Any] | None = None) -> str:
    """Do it, if this person may. What came of it is a sentence; so is why it cannot be done."""
    deed, reason = ACTIONS[name], " ".join(reason.split())
    if not deed.is_open_to(by):
        raise NoRight("You have no right to do that.")
    if not reason:
        raise StaffRefusal("Give a reason: the players read it.")
    if len(reason) > LONGEST_REASON:
        raise StaffRefusal(f"That reason is {len(reason)} characters long, and {LONGEST_REASON} is the most.")
    try:
        return deed.work(by, target, reason, words or {})
    except (TableRefusal, Refusal) as refusal:
        raise StaffRefusal(str(refusal)) from refusal
