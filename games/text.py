"""Cleans and reads text that people have written, and converts the times in stored sentences."""

import re
import unicodedata
from datetime import UTC, datetime

from django.utils.timezone import localtime

BIDIRECTIONAL = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")
"""Characters that change the direction of the text around them."""
MOST_DIGITS = 18
"""Every number with so many digits fits into a column of 64 bits."""
MOMENT = re.compile(r"\b\d\d [A-Z][a-z]+ \d{4}, \d\d:\d\d UTC\b")
"""How stored sentences name a moment."""


def readable(text: str) -> str:
    """Return the text as one line, without invisible characters and those that change its direction."""
    composed = unicodedata.normalize("NFC", text)
    kept = (sign if unicodedata.category(sign) not in ("Cc", "Cs", "Co", "Cn") else " " for sign in composed)
    return " ".join("".join(sign for sign in kept if sign not in BIDIRECTIONAL).split())


def whole_number(text: str, most_digits: int = MOST_DIGITS) -> int | None:
    """Return the number that the text spells, or `None` if it is anything but a few plain digits.

    >>> whole_number("07"), whole_number("-1"), whole_number("٣"), whole_number("100", most_digits=2)
    (7, None, None, None)
    """
    is_number = text.isascii() and text.isdecimal() and len(text) <= most_digits
    return int(text) if is_number else None


def with_local_times(sentence: str) -> str:
    """Return a stored sentence with its times in the reader's time zone."""
    return MOMENT.sub(lambda found: _local(found[0]), sentence)


def _local(moment: str) -> str:
    parsed = datetime.strptime(moment, "%d %B %Y, %H:%M %Z").replace(tzinfo=UTC)
    return localtime(parsed).strftime("%d %B %Y, %H:%M %Z")
