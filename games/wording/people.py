"""What people are told about their name, their account, and bans, by code.

>>> ban("muted", reason="Spam")
'You may not write for good. Reason: Spam'
>>> refusal("too_many_tokens", count=10)
'You cannot have more than 10 tokens. Revoke one first.'
"""

from datetime import datetime
from typing import NamedTuple

from games.wording.templates import Plural, Template, fill


class Lasting(NamedTuple):
    """A sentence about a ban or a mute: one without an end, and one that ends at `until`."""

    for_good: str
    temporary: str


BANS = {
    "banned": Lasting(
        "You are banned from this site for good.",
        "You are banned from this site until {until:%d %B %Y, %H:%M %Z}.",
    ),
    "muted": Lasting("You may not write for good.", "You may not write until {until:%d %B %Y, %H:%M %Z}."),
    "browser_banned": Lasting(
        "This browser is banned from this site for good.",
        "This browser is banned from this site until {until:%d %B %Y, %H:%M %Z}.",
    ),
    "address_banned": Lasting(
        "Your address is banned from this site for good.",
        "Your address is banned from this site until {until:%d %B %Y, %H:%M %Z}.",
    ),
}
BAN_TITLES = {
    "banned": "You are banned",
    "browser_banned": "This browser is banned",
    "address_banned": "Your address is banned",
}
"""The headings of the pages that explain a ban."""
BAN_REASON = "Reason: {reason}"

REFUSALS: dict[str, Template] = {
    "name_taken": "Another player already has that name. Try a different one.",
    "token_name_length": Plural(
        "Give the token a name of at most {count} character.",
        "Give the token a name of 1 to {count} characters.",
    ),
    "token_name_taken": "You already have a token called “{name}”.",
    "too_many_tokens": Plural(
        "You cannot have more than {count} token. Revoke it first.",
        "You cannot have more than {count} tokens. Revoke one first.",
    ),
    "no_such_token": "This token does not exist any more.",
    "unreadable_passkey": "This passkey could not be read. Try again.",
    "wrong_deletion_password": "Wrong password. Nothing was deleted.",
    "no_address_chosen": "Choose one of your addresses first.",
    "confirmed_already": "This address is already confirmed.",
    "sent_already": "We have sent you a link only a moment ago. Look for it, or ask for another one in three minutes.",
    "email_not_sent": "We could not send the e-mail. Request another one later.",
    "no_name_given": "Enter the name of a player.",
    "no_such_account": "There is no player called “{name}”. Names are exact, except for capitals.",
    "guests_follow_nobody": "You need an account to follow people. Create one: you keep your name and your games.",
    "guest_not_followed": "{name} is a guest. You can follow them once they have created an account.",
    "yourself": "That is you.",
    "blocked_by_you": "You have blocked {name}. Unblock them first.",
    "no_own_table": "Take a seat at a table first. Then you can invite your friends.",
    "too_many_followed": Plural(
        "You cannot follow more than {count} person. Unfollow them first.",
        "You cannot follow more than {count} people. Unfollow someone first.",
    ),
    "too_many_blocked": Plural(
        "You cannot block more than {count} person. Unblock them first.",
        "You cannot block more than {count} people. Unblock someone first.",
    ),
    "account_needed": "You need an account for that. Create one here: you keep your name and your games.",
}
LOGIN_ERRORS: dict[str, str] = {
    "username_password_mismatch": "Wrong name or password.",
    "too_many_login_attempts": "Too many attempts. Wait five minutes and try again.",
    "incorrect_password": "Wrong password.",
    "enter_current_password": "This is not your current password.",
    "username_taken": "Another player already has that name. Try a different one.",
    "duplicate_email": "You have already added this address.",
    "max_email_addresses": "You cannot have more than %d addresses. Remove one first.",
}
SECOND_STEP_ERRORS: dict[str, str] = {
    "add_email_blocked": "With a second step on, you cannot add an address. Switch it off under Security first.",
    "cannot_generate_recovery_codes": "Add a passkey or an authenticator app first. Recovery codes stand in for them.",
    "unverified_email": "Confirm your e-mail address first, or remove it. Then you can set this up.",
}
"""These two replace sentences of django-allauth, which looks them up by its own codes."""
EMAIL_ERRORS: dict[str, str] = {
    "invalid": "This is not an e-mail address. Write one like name@example.org.",
    "max_length": "An e-mail address has at most %(limit_value)d characters. This one has %(show_value)d.",
}
"""Replaces Django's sentences for fields that take an e-mail address."""

CONFIRMATIONS: dict[str, Template] = {
    "renamed": "You are now called {name}.",
    "token_revoked": "The token “{name}” is revoked. Programs that used it have no access any more.",
    "preferences_saved": "Your preferences are saved.",
    "session_ended": "That device is logged out.",
    "sessions_ended": "You are logged out everywhere.",
    "followed": "You follow {name}.",
    "unfollowed": "You no longer follow {name}.",
    "follower_removed": "{name} no longer follows you.",
    "blocked": "You have blocked {name}. They are not told.",
    "unblocked": "You have unblocked {name}.",
    "deleted": "Everything that was yours alone is deleted. Thank you for playing.",
}

NAME_HINT = "{least} to {most} letters, digits, spaces, dots, underscores or hyphens."
PASSWORD_HINT = "At least 8 characters, not only digits, and not a common password."  # noqa: S105  # a sentence
TOKENS_REVOKED = Plural(
    "Your token for programs will be revoked.",
    "Your {count} tokens for programs will be revoked.",
)
PASSKEY_NAME = "Passkey {number}"
DEVICE = "{browser} on {system}"
UNKNOWN_BROWSER = "A program"


def ban(code: str, until: object = None, reason: object = "") -> str:
    """Why a person, a browser or an address is shut out, until when (`None`: for good), and the reason given."""
    lasting = BANS[code]
    sentence = fill(lasting.temporary, until=until) if isinstance(until, datetime) else fill(lasting.for_good)
    return f"{sentence} {fill(BAN_REASON, reason=reason)}" if reason else sentence


def refusal(code: str, /, **facts: object) -> str:
    """Why something about a person was refused."""
    return fill(REFUSALS[code], **facts)


def confirmation(code: str, /, **facts: object) -> str:
    """What was done, in a sentence for the person who did it."""
    return fill(CONFIRMATIONS[code], **facts)


WHEREABOUTS = {
    "online": "online",
    "lobby": "waiting at a table",
    "game": "in a game",
    "yours": "at your table",
}
"""Where a friend is, as far as the viewer may see it."""

YOUR_TABLE = "Your table"
TABLE_OF = "{name}’s table"
"""The tables that a person hosts or sits at, as the home page names them."""
