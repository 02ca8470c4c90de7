"""Names of cards in sentences."""


def with_article(name: str, article: str = "a") -> str:
    """Return a card's name with its indefinite article. Of all names, those with “orange” or “8” first take “an”.

    >>> with_article("orange 5"), with_article("red Skip", "A")
    ('an orange 5', 'A red Skip')
    """
    return f"{article}n {name}" if name.startswith(("o", "8")) else f"{article} {name}"
