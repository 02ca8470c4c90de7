"""Cleans text that people have written, before it is shown to others."""

import unicodedata

TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")
"""Characters that change the direction of the text around them."""


def readable(text: str) -> str:
    """One line without invisible characters, and without those that turn the text around them."""
    composed = unicodedata.normalize("NFC", text)
    kept = (sign if unicodedata.category(sign) not in ("Cc", "Cs", "Co", "Cn") else " " for sign in composed)
    return " ".join("".join(sign for sign in kept if sign not in TURNING).split())
