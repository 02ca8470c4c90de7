"""Names of cards in sentences."""

import re

AMOUNTS = {"One": 1, "Two": 2, "Four": 4, "Five": 5, "Six": 6, "Ten": 10}
TO_DRAW = re.compile(rf"Draw ({'|'.join(AMOUNTS)})$")


def with_article(name: str, article: str = "a") -> str:
    """Return a card's name with its indefinite article. Of all names, those with “orange” or “8” first take “an”.

    >>> with_article("orange 5"), with_article("red Skip", "A")
    ('an orange 5', 'A red Skip')
    """
    return f"{article}n {name}" if name.startswith(("o", "8")) else f"{article} {name}"


def in_short(name: str) -> str:
    """Return a card's name as it stands on the card, for places with little room.

    >>> in_short("green Draw Two"), in_short("Wild Reverse Draw Four"), in_short("Wild Draw Color")
    ('green +2', 'Wild Reverse +4', 'Wild Draw Color')
    """
    return TO_DRAW.sub(lambda found: f"+{AMOUNTS[found[1]]}", name)
