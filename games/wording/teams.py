"""The names of the teams, in the order of the first seats."""

NAMES = ("Fox", "Owl", "Bear")


def name(number: int) -> str:
    return NAMES[number]
