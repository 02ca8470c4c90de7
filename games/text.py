"""Cleans and reads text that people have written."""

import unicodedata

BIDIRECTIONAL = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")
"""Characters that change the direction of the text around them."""
MOST_DIGITS = 18
"""Every number with so many digits fits into a column of 64 bits."""


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
