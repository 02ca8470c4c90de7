"""The names of the teams, in the order of the first seats."""

from games.engine import Rules

NAMES = ("Fox", "Owl", "Bear")


def name(number: int) -> str:
    return NAMES[number]


def names(rules: Rules) -> tuple[str, ...]:
    """Return the names of the teams; none where everyone plays alone."""
    return tuple(NAMES[: rules.team_count])
