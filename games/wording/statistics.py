"""Profiles, statistics and achievements in words.

>>> average(9, 4), average(43, 4), average(0, 0), percent(1, 3)
('2.3', '10.8', '–', '33%')
"""

from math import floor

from games.wording.templates import Plural, Template, fill

REFUSALS: dict[str, Template] = {
    "no_profile": "There is no player with this name. They may have chosen another one, or deleted their account.",
}
NO_PROFILE_TITLE = "No such player"
NOTHING = "–"
HEADINGS = {
    "deck": "By deck",
    "preset": "By rules",
    "seats": "By number of players",
    "against": "By opponents",
}
AGAINST_PEOPLE, AGAINST_BOT = "People", "{bot} bots"
SEATS = "{count} players"
FIGURES = {
    "calls": "Calls made",
    "missed_calls": "Calls missed",
    "catches": "Others caught",
    "bluffs": "Bluffs made",
    "bluffs_caught": "Bluffs that were caught",
    "challenges_won": "Challenges won",
    "challenges_lost": "Challenges lost",
    "cards_drawn": "Cards drawn",
}
DECISION, FAVORITE = "Time for a decision", "Favorite color"
SECONDS = "{seconds:.1f} s"
COLORS = {
    "red": "Red", "yellow": "Yellow", "green": "Green", "blue": "Blue",
    "pink": "Pink", "teal": "Teal", "orange": "Orange", "purple": "Purple",
}  # fmt: skip
MONTH = Plural("{month}: {count:,} game, {won:,} won", "{month}: {count:,} games, {won:,} won")
CURVE = "Games in each month"
CURVE_LEGEND = (("played", "Played"), ("won", "Won"), ("share", "Share of wins, from 0 to 100%"))
"""What the colors of the chart stand for."""
HEAD_TO_HEAD = "You {won} : {lost} {name}"
EVEN = Plural("and {count} even", "and {count} even")
PROFILE_SAVED = "Saved. That is who sees your profile now."
AWARDS = {
    "first_win": ("First win", "Won a match."),
    "bluff_caught": ("Lie detector", "Won a match and caught a bluff in it."),
    "from_twenty": ("Out of the hole", "Won a round after holding twenty cards."),
    "four_colors": ("Rainbow", "Named four colors in one round."),
    "no_draw": ("Clean hands", "Won a round without drawing a card."),
    "photo_finish": ("Photo finish", "Won a round in which everyone else was down to one card."),
    "jump_finish": ("Out of nowhere", "Won a round by jumping in."),
    "flip_finish": ("Upside down", "Won a round with a Flip card."),
    "catcher": ("Sharp ears", "Caught three missed calls in one match."),
    "poker_face": ("Poker face", "Won a match with three bluffs that nobody caught."),
    "avalanche": ("Avalanche", "Made someone draw ten cards at once."),
    "last_standing": ("Last one standing", "Won a round in which two others were knocked out."),
    "beats_expert": ("Giant killer", "Won a match against an Expert bot."),
    "full_table": ("Full house", "Won a match of six or more players."),
    "marathon": ("Marathon", "Played a match of ten rounds to its end."),
    "clean_sweep": ("Clean sweep", "Won every round of a match, and at least three."),
}
"""The achievements: what each is called, and what it takes."""


def refusal(code: str, /, **facts: object) -> str:
    return fill(REFUSALS[code], **facts)


def average(total: float, count: int) -> str:
    """Return an average with one decimal; halves are rounded up."""
    return f"{floor(10 * total / count + 0.5) / 10:.1f}" if count else NOTHING


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f}%" if whole else NOTHING
