"""Read responses: their text, and the part of it that a test needs."""

import re
from typing import Any


def text(response: Any) -> str:
    return str(response.content.decode())


def find(pattern: str, page: str) -> str:
    """Return the first match of a pattern: its group if it has one, else all of it. Fail if nothing matches."""
    match = re.search(pattern, page)
    assert match, f"{pattern} does not occur in {page}"
    return str(match[match.re.groups and 1])
