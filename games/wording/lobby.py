"""What a lobby and its chat tell people, by code: refusals, confirmations, notices, and the settings of a table.

>>> refusal("seat_taken", name="Bob")
'Bob has already taken that seat.'
>>> refusal("too_many_seated", count=3)
'3 seats are taken. Remove bots or players first.'
"""

from games.wording import people
from games.wording.access import REASONS
from games.wording.site import TOO_OFTEN
from games.wording.templates import Plural, Template, fill

NOT_POSSIBLE = "Not possible"
REFUSALS: dict[str, Template] = {
    "too_often": TOO_OFTEN,
    # The table as a whole
    "not_shown": "There is no such table, or it is not open to you.",
    "host_only": "Only the host of the table can do that.",
    "game_running": "A game is running at this table. Wait until it is over.",
    "not_at_table": "You are not at this table.",
    "wrong_password": "Wrong password for this table.",
    "wrong_invitation_code": "This invitation code does not hold. Ask the host for a new one.",
    "no_password": "This table has no password, so its code is invitation enough.",
    "password_missing": "Choose a password, or let people join with just the link.",
    "too_many_seated": Plural(
        "{count} seat is taken. Remove the bot or the player first.",
        "{count} seats are taken. Remove bots or players first.",
    ),
    "code_unknown": Plural(
        "There is no table with the code “{code}”. A code has {count} letter or digit.",
        "There is no table with the code “{code}”. A code has {count} letters and digits.",
    ),
    "code_missing": Plural(
        "Enter the code of a table first. A code has {count} letter or digit.",
        "Enter the code of a table first. A code has {count} letters and digits.",
    ),
    # Seats
    "no_such_seat": "There is no such seat at this table.",
    "no_such_bot": "There is no such bot. Choose one from the list.",
    "no_seats_left": "There is no seat for you right now. You can wait for one, or watch.",
    "your_seat": "You already have this seat.",
    "seated": "You already have a seat at this table.",
    "not_seated": "You have no seat at this table.",
    "seat_taken": "{name} has already taken that seat.",
    "seat_has_player": "A player has that seat. A bot needs a free one.",
    "bots_stay": "At this table, nobody can take over a bot’s seat.",
    "no_bot_there": "There is no bot in that seat.",
    "unreliable": Plural(
        "The host wants players who rarely leave. You left {left} of your last {count} match.",
        "The host wants players who rarely leave. You left {left} of your last {count} matches.",
    ),
    "no_programs": "The host of this table does not allow programs.",
    # Starting
    "started": "The game has already started.",
    "team_seats_free": "In teams, a game starts when all seats are taken. Invite someone, or add bots.",
    "too_few_players": "A game needs at least two players. Invite someone, or add a bot.",
    "only_bots": "At least one player must be human.",
    "wrong_contribution": "A contribution has {fewest} to {most} characters, each of them 0 to 9 or a to f.",
    "other_commitment": "The commitment to the next deal has changed since. Look at the new one, and try again.",
    "no_game_yet": "Nothing has been played at this table yet.",
    "not_alone": "This is for a game that you play alone against bots.",
    "not_ready": "Not ready yet: {names}.",
    # Rules
    "wrong_rules": "{sentence}",
    "no_such_rules": "There are no rules called “{name}”. Choose one of the presets.",
    "rules_name_length": Plural(
        "Give these rules a name of at most {count} character.",
        "Give these rules a name of 1 to {count} characters.",
    ),
    "too_many_rules": Plural(
        "You cannot save more than {count} set of rules. Delete it first.",
        "You cannot save more than {count} sets of rules. Delete one first.",
    ),
    "no_shared_rules": "There are no rules at this link. They may have been deleted.",
    "not_your_rules": "You have not saved any such rules.",
    # Other people
    "no_such_person": "There is no such person at this table.",
    "person_gone": "That person is no longer at this table.",
    "remove_yourself": "You cannot remove yourself. Use Stand up.",
    "ban_yourself": "You cannot ban yourself.",
    "host_yourself": "You are already the host.",
    "not_banned": "That person is not banned.",
    "not_muted": "You have not muted that person.",
    # Invitations
    "not_played_with": "You can invite friends, and people with whom you have played before. Send the link to others.",
    "too_many_invitations": Plural(
        "This table has {count} invitation without a reply. Wait for it, or send the link.",
        "This table has {count} invitations without a reply. Wait for some, or send the link.",
    ),
    "not_invited": "You are not invited to this table any more.",
    # Chat
    "phrases_only": "At this table, everyone chooses among the ready-made phrases.",
    "no_such_reaction": "There is no such reaction.",
    "message_empty": "Write a message first.",
    "message_too_long": Plural(
        "A message can have at most {count} character. Yours has {length}.",
        "A message can have at most {count} characters. Yours has {length}.",
    ),
}

CONFIRMATIONS: dict[str, Template] = {
    "kicked": "{name} was removed from their seat.",
    "banned": "{name} is banned from this table.",
    "unbanned": "{name} is no longer banned.",
    "closed": "The table is closed.",
    "made_host": "{name} is now the host.",
    "invited": "{name} sees your invitation as soon as they are here.",
    "muted": "You have muted {name}.",
    "unmuted": "You have unmuted {name}.",
    "rules_deleted": "“{name}” is deleted. Tables that use these rules keep them.",
    "waiting_alone": "No other table is waiting for players. Bots will take the free seats here in a few seconds.",
}

NOTICES: dict[str, Template] = {
    "settings_changed": "{host} has changed the settings of the table.",
    "rules_changed": "{host} has changed the rules to “{rules}”. Read what is new, and get ready again.",
    "kicked": "{host} has removed {name} from their seat.",
    "banned": "{host} has banned {name} from this table.",
    "unbanned": "{host} has lifted the ban of {name}.",
    "made_host": "{host} has made {name} the host.",
    "teams_mixed": "{host} has mixed the teams.",
    "host_replaced": "The host is gone. {name} is now the host.",
    "closing_soon": "This table has not been used for a while and will close soon. Anything you do keeps it open.",
    "stays_open": "The table stays open.",
}
"""What a table posts to its own chat. A notice is stored as the sentence that was posted."""

MESSAGE_REMOVED = "Removed by the staff."
MODIFIED_RULES = "{preset}, changed"
"""What rules without a name are called: by the preset that they differ least from."""
SEATS = "A table has 2 to 10 seats."
BOUNDS = "{low} to {high}."
BOUNDS_OR_ZERO = "{low} to {high}, or 0 for “{zero}”."
"""Which numbers an option takes, after the sentence that explains it."""

INVITES = "{host} invites you to play"
INVITED = "You are invited to play"
RULES_AND_SEATS = Plural("{rules} – {deck} deck, {count} seat", "{rules} – {deck} deck, {count} seats")
MORE_RULES = Plural("and one more rule", "and {count} more rules")
"""What stands on the picture of a table."""

VISIBILITY = {
    "public": "Open to everyone",
    "link": "Open to anyone with the link",
    "password": "With a password",
}
WATCHING = {
    "nobody": "no watching",
    "hidden": "others may watch, without seeing hands",
    "open": "others may watch and see all hands",
}
PACES = {"slow": "slow bots", "natural": "bots at a natural pace", "quick": "quick bots"}
PROGRAMS = {True: "programs may join", False: "no programs"}
PHRASES_ONLY = "only ready-made phrases in the chat"
STARTS_BY_ITSELF = "starts by itself when all seats are taken and everyone is ready"
BOTS_STAY = "bots keep their seats"
RELIABLE_ONLY = "only for players who rarely leave matches"

RELIABILITY: dict[str, Template] = {
    "stays": "usually stays to the end",
    "leaves": Plural("left {left} of the last {count} match", "left {left} of the last {count} matches"),
}
"""What is said of people who have played some matches."""


def refusal(code: str, /, **facts: object) -> str:
    """Why something was refused, in a sentence for the person who asked for it."""
    if code in people.BANS:
        return people.ban(code, **facts)
    return fill((REASONS | REFUSALS)[code], **facts)


def confirmation(code: str, /, **facts: object) -> str:
    """What was done, in a sentence for the person who did it."""
    return fill(CONFIRMATIONS[code], **facts)


def reliability(code: str, left: int, count: int) -> str:
    """How reliable a person is, in words; empty without a code."""
    return fill(RELIABILITY[code], left=left, count=count) if code else ""


def notice(code: str, /, **facts: object) -> str:
    """What a table posts to its chat."""
    return fill(NOTICES[code], **facts)


def settings(
    visibility: str,
    watching: str,
    pace: str,
    *,
    phrases_only: bool = False,
    starts_by_itself: bool = False,
    bots_stay: bool = False,
    reliable_only: bool = False,
    programs: bool | None = None,
) -> tuple[str, ...]:
    """Return the settings of a table as sentences, in the order in which a visitor would ask."""
    lines = [VISIBILITY[visibility], WATCHING[watching], PACES[pace]]
    if phrases_only:
        lines.append(PHRASES_ONLY)
    if starts_by_itself:
        lines.append(STARTS_BY_ITSELF)
    if bots_stay:
        lines.append(BOTS_STAY)
    if reliable_only:
        lines.append(RELIABLE_ONLY)
    if programs is not None:
        lines.append(PROGRAMS[programs])
    return tuple(fill(line) for line in lines)
