"""The statistics of deals, and the checks of games, in words.

>>> summary(0, 0, 0)
'No round has been finished on this site yet, so there is nothing to compare.'
"""

from games.wording.templates import Plural, Template, fill

NO_ROUNDS = "No round has been finished on this site yet, so there is nothing to compare."
ROUNDS = Plural("{count:,} finished round.", "{count:,} finished rounds.")
NOT_ENOUGH = "There is too little data for any comparison yet."
ALL_LIKELY = Plural(
    "{compared} of the comparisons have enough data, and {count} of them has a p-value below {limit}; by chance "
    "alone it would be {expected:.1f}.",
    "{compared} of the comparisons have enough data, and {count} of them have a p-value below {limit}; by chance "
    "alone it would be {expected:.1f}.",
)
TOO_LITTLE = Plural(
    "Too little data: it takes about {count} times as much.", "Too little data: it takes about {count} times as much."
)
FITS = "χ² = {chi:.1f} with {freedom} degrees of freedom, p = {p:.3f}."
WHAT: dict[str, Template] = {
    "hand": "Cards dealt to position {position}",
    "first": "First cards ({group})",
    "color": "Colors of first cards",
    "won": "Rounds won by position, {group} players",
}
"""What is compared, by the values of `Dealt.What`."""
MODES = {
    "official": "with their effects",
    "number_only": "numbers only",
    "no_effect": "without effects",
}
POSITION = "Position {name}"
WON_NOTE = "Who plays first has a small advantage, so these need not be even: it is no sign of an unfair deal."
OLD = "This game was dealt before there were commitments, so its deal cannot be checked."


def summary(rounds: int, compared: int, unlikely: int, limit: float = 0.01) -> str:
    """Say in a sentence or two what the comparisons show.

    >>> summary(1, 0, 0)
    '1 finished round. There is too little data for any comparison yet.'
    """
    if not rounds:
        return NO_ROUNDS
    told = fill(ROUNDS, count=rounds)
    if not compared:
        return f"{told} {NOT_ENOUGH}"
    shown = fill(ALL_LIKELY, count=unlikely, compared=compared, limit=limit, expected=compared * limit)
    return f"{told} {shown}"
