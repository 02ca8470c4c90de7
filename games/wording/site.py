"""Sentences of the whole site: limits, names, and a server in trouble."""

from games.wording.templates import Plural

TOO_OFTEN = Plural(
    "You did that too often. Wait {count} second and try again.",
    "You did that too often. Wait {count} seconds and try again.",
)
TOO_MANY_PAGES = "Too many pages are open here at once. Close some of them, and reload this one."

NOT_SENT = "Nothing was sent. Please fill in the form again."

TOO_LONG = "Write at most %(limit_value)d characters. This has %(show_value)d."

NAME_LENGTH = "A name has {shortest} to {longest} characters."
NAME_CHARACTERS = "Names are made of letters, digits, spaces, dots, underscores and hyphens."
NAME_WITHOUT_LETTER = "A name needs a letter or a digit."

UNREACHABLE = "The server cannot reach its database at the moment. Nothing is lost. Try again in a moment."
FULL = "The server cannot store anything at the moment because its disk is full or locked. Try again later."

DESCRIPTION = "A quick card game for friends, in the browser."
