"""What staff actions are called, what they tell tables and the audit log, and why they are refused; all by code.

>>> refusal("too_wide", prefix=16)
'That network is too large. The shortest prefix that may be banned is /16.'
>>> result("give-time", by="Olga", name="Bob", count=60)
'Olga (staff) gave Bob 60 more seconds.'
>>> result("mute", by="Mo", name="Bob", until=None)
'Mo (staff) muted Bob for good.'
"""

from collections.abc import Mapping
from typing import NamedTuple

from games.wording.templates import Plural, Template, fill


class ActionWording(NamedTuple):
    """The button of an action, and what the confirmation page says about its effect."""

    label: str
    effect: str


class Timed(NamedTuple):
    """A sentence about something that ends at the fact `until`, or never when that is None."""

    until: str
    for_good: str


ACTIONS = {
    "decide": ActionWording(
        "Play the default", "The table decides for the player asked, as it does when their time runs out."
    ),
    "give-time": ActionWording("Give more time", "The player asked gets more time to decide."),
    "to-bot": ActionWording("Give a seat to a bot", "A bot plays in that seat until the player comes back."),
    "give-back": ActionWording("Give a seat back", "The player decides in that seat again, instead of the bot."),
    "undo": ActionWording(
        "Take the last move back",
        "The game continues from before the last move, and the same cards are drawn in the same order. Players may have"
        " seen cards that they should not know, so this works only in casual games: at tables outside the public list,"
        " or with only one human player.",
    ),
    "look": ActionWording(
        "Look at the hands",
        "You see all cards of this running game for five minutes. The audit log records it, and the players are told"
        " when the game ends.",
    ),
    "end-game": ActionWording(
        "End the game", "Nobody wins. All players return to the lobby of the table and can start again."
    ),
    "close-table": ActionWording("Close the table", "A running game ends, and the players have to find another table."),
    "announce": ActionWording("Make an announcement", "Everyone at an open table reads it."),
    "ban-address": ActionWording(
        "Ban an address",
        "Nobody can use the site from there, under any name. A whole school may share one address. A page that is"
        " already open stays visible until it sends a request.",
    ),
    "lift-address": ActionWording(
        "Lift the ban of an address",
        "Everyone can use the site from there again, except people who are banned by name.",
    ),
    "remove-line": ActionWording(
        "Remove a message", "Players read that the staff has removed it. You can still read it here."
    ),
    "mute": ActionWording("Mute", "They can play, but not write at any table."),
    "ban": ActionWording(
        "Ban",
        "They cannot play, nor come back in the same browser under another name, and they read why. A bot takes over"
        " their seat in a running game.",
    ),
    "lift": ActionWording(
        "Lift bans and mutes",
        "They can play and write again. The bans of their browsers and addresses are lifted too.",
    ),
    "end-sessions": ActionWording(
        "End all sessions",
        "They are logged out in every browser and have to log in again. The tokens of their programs are revoked.",
    ),
}

RESULTS: dict[str, Template | Timed] = {
    "decide": "{by} (staff) let the table decide for {name}.",
    "give-time": Plural(
        "{by} (staff) gave {name} {count} more second.",
        "{by} (staff) gave {name} {count} more seconds.",
    ),
    "to-bot": "{by} (staff) let a bot play for {name}.",
    "give-back": "{by} (staff) gave {name} their seat back.",
    "undo": "{by} (staff) took back the last move of {name}. The same cards are drawn in the same order again.",
    "look": "{by} (staff) looked at the hands of a running game.",
    "end-game": "{by} (staff) ended the game.",
    "close-table": "{by} (staff) closed this table.",
    "announce": "{by} (staff) announced: {text}",
    "ban-address": Timed(
        "{by} (staff) banned the address {network} until {until:%d %B %Y, %H:%M} UTC.",
        "{by} (staff) banned the address {network} for good.",
    ),
    "ban-network": Timed(
        "{by} (staff) banned the network {network} until {until:%d %B %Y, %H:%M} UTC.",
        "{by} (staff) banned the network {network} for good.",
    ),
    "lift-address": "{by} (staff) lifted the ban of the address {network}.",
    "lift-network": "{by} (staff) lifted the ban of the network {network}.",
    "remove-line": "{by} (staff) removed a message of {name}.",
    "mute": Timed(
        "{by} (staff) muted {name} until {until:%d %B %Y, %H:%M} UTC.",
        "{by} (staff) muted {name} for good.",
    ),
    "ban": Timed(
        "{by} (staff) banned {name} until {until:%d %B %Y, %H:%M} UTC.",
        "{by} (staff) banned {name} for good.",
    ),
    "lift": "{by} (staff) lets {name} play and write again.",
    "end-sessions": "{by} (staff) logged {name} out everywhere.",
    "resolve": "{by} (staff) resolved report {number} about {name}.",
    "rights-given": "{by} added {name} to the staff. Groups: {groups}.",
    "rights-removed": "{by} removed {name} from the staff. Groups: {groups}.",
    "groups-changed": "{by} changed the groups of {name}. Groups: {groups}.",
}
"""What the audit log keeps, and the table reads, of each action."""

NOTES: dict[str, Template | Timed] = {
    "with_reason": "{result} Reason: {reason}",
    "announcement": "From the staff: {text}",
    "announced": Plural("Announced at {count} table.", "Announced at {count} tables."),
    "hands_open": "You can see all hands for five minutes. The players are told when the game ends.",
    "addresses_banned": Plural(
        "{result} {count} address they used is banned too.",
        "{result} {count} addresses they used are banned too.",
    ),
    "addresses_left_out": Plural(
        "{result} {count} address is not banned, because this site or you use it.",
        "{result} {count} addresses are not banned, because this site or you use them.",
    ),
    "banned_address": Timed(
        "{network}, until {until:%d %B %Y, %H:%M %Z}: {reason}",
        "{network}, for good: {reason}",
    ),
    "banned": Timed("Banned until {until:%d %B %Y, %H:%M %Z}.", "Banned permanently."),
    "muted": Timed("Muted until {until:%d %B %Y, %H:%M %Z}.", "Muted permanently."),
    "report_sent": "Thank you. The staff will look at it and answer you.",
    "replay_differs": "The log of game #{game} does not lead to its stored state. {problem}",
    "replay_agrees": "Replayed up to entry {entry}: the log leads to exactly the stored state.",
    "not_replayable": "It cannot be replayed: {error}: {details}.",
    "other_state": "The log leads to another state. Different parts: {parts}.",
}

REFUSALS: dict[str, Template] = {
    "no_right": "You may not do that.",
    "reason_missing": "Give a reason. The players read it.",
    "reason_too_long": "A reason may have {most} characters. This one has {count}.",
    "seat_missing": "Choose a seat.",
    "duration_missing": "Choose for how long.",
    # Games and tables
    "game_over": "That game is already over.",
    "own_game": "You are playing in this game. Another staff member has to look.",
    "table_closed": "That table is already closed.",
    # People
    "yourself": "You cannot do that to yourself.",
    "staff_member": "Only an administrator can do that to a staff member.",
    "nothing_in_force": "That person is neither banned nor muted.",
    "message_removed": "That message has already been removed.",
    "notice": "Notices cannot be removed.",
    "administrators_only": "Only an administrator can do that.",
    "administrator": "An administrator already has all rights.",
    "guest": "A guest has no password. A staff member needs an account.",
    # Addresses
    "not_an_address": "Write an address like 192.0.2.7, or a network like 192.0.2.0/24.",
    "too_wide": "That network is too large. The shortest prefix that may be banned is /{prefix}.",
    "all_addresses": "All requests come from that address: it belongs to this server or to a proxy in front of it.",
    "your_address": "You are connecting from that address.",
    "address_not_banned": "That address is not banned, or no longer.",
    # Reports
    "report_empty": "Write in a few words what is wrong.",
    "report_too_long": "A report may have {most} characters. This one has {count}.",
    "not_at_table": "There is no such person at this table.",
    "note_missing": "Write a note. The reporter reads it.",
    "note_too_long": "A note may have {most} characters. This one has {count}.",
    "resolved": "That report has already been resolved.",
    # Lists
    "no_such_page": "This list has no such page. This is the first one.",
    "no_such_page_to_export": "This list has no such page. Leave the page out to export the whole list.",
    "no_such_filter": "This list has no filter {names}. Use the filters and the search above it.",
}

WAITING: dict[str, Template] = {
    "damaged": "unknown: its state cannot be read",
    "pause": "the pause after a round",
    "seconds": "{count} s",
    "minutes": "{count} min",
    "hours": "{count} h",
    "days": Plural("{count} day", "{count} days"),
}
"""Whose decision a running game waits for, and for how long."""

ALERTS: dict[str, Template] = {
    "report": "About {name}: {why}",
    "more_reports": "There are more open reports.",
    "overdue": "Game #{game} at table {table} has been overdue since {since:%d %b, %H:%M:%S %Z}.",
    "stuck": "Game #{game} at table {table}: no move for an hour, and no timer is running.",
    "errors": Plural(
        "An error was logged in the last hour. The log of the server says which.",
        "{count} errors were logged in the last hour. The log of the server says which.",
    ),
    "no_clock": "No process runs the clock, so bots do not move and time limits are not enforced.",
    "table_limited": Plural(
        "Table {who}: limited once, last for “{what}” {minutes} min ago.",
        "Table {who}: limited {count} times, last for “{what}” {minutes} min ago.",
    ),
    "person_limited": Plural(
        "{who}: limited once, last for “{what}” {minutes} min ago.",
        "{who}: limited {count} times, last for “{what}” {minutes} min ago.",
    ),
    "address_limited": Plural(
        "Address {who}: limited once, last for “{what}” {minutes} min ago.",
        "Address {who}: limited {count} times, last for “{what}” {minutes} min ago.",
    ),
    "token_limited": Plural(
        "Token {who}: limited once, last for “{what}” {minutes} min ago.",
        "Token {who}: limited {count} times, last for “{what}” {minutes} min ago.",
    ),
}
"""What the dashboard lists because the staff should look at it."""


def refusal(code: str, **facts: object) -> str:
    """Return why an action is refused, as a sentence for the staff member or reporter."""
    return fill(REFUSALS[code], **facts)


def result(code: str, **facts: object) -> str:
    """Return what an action did, as a sentence for the audit log and the table."""
    return _fill(RESULTS[code], facts)


def note(code: str, **facts: object) -> str:
    return _fill(NOTES[code], facts)


def alert(code: str, **facts: object) -> str:
    return fill(ALERTS[code], **facts)


def _fill(template: Template | Timed, facts: Mapping[str, object]) -> str:
    if isinstance(template, Timed):
        template = template.for_good if facts["until"] is None else template.until
    return fill(template, **facts)
