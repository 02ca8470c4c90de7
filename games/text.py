"""Cleaning of text that people write."""

import unicodedata

DIRECTION_MARKS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")
"""Characters that change the direction of the text around them."""


def readable(text: str) -> str:
    """Return the text as one line, without invisible characters and direction marks."""
    composed = unicodedata.normalize("NFC", text)
    kept = (char if unicodedata.category(char) not in ("Cc", "Cs", "Co", "Cn") else " " for char in composed)
    return " ".join("".join(char for char in kept if char not in DIRECTION_MARKS).split())
