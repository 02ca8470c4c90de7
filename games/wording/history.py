"""Replays in words: titles, refusals, marks, and the lists of games.

>>> title(["Ann"], ["Bob", "Cleo"], True)
'Ann won against Bob and Cleo'
>>> count_line("Ann", 7, 12, 0)
'Ann: 7 cards at the start, at most 12, 0 at the end.'
"""

from collections.abc import Sequence
from datetime import date

from games.wording.templates import Plural, Template, fill

REFUSALS: dict[str, Template] = {
    "no_game": "There is no such game. It may have been deleted, or there may be a typo in the address.",
    "no_round": Plural("This game has only {count} round.", "This game has only {count} rounds."),
    "no_entry": Plural("This round has only {count} move.", "This round has only {count} moves."),
    "no_viewpoint": "Nobody in this game has that seat.",
    "unplayable": "This version cannot play entry {number} of this game, which another version has stored.",
    "players_only": "Only a player of this game can do that.",
    "match_over": "The match is over at this point. Choose an earlier one.",
    "not_all_hands": "You may not see all hands of this game, so you cannot play on from here.",
    "hands_hidden": "You may not see all hands of this game.",
    "no_such_seat": "Choose a seat of this game.",
    "no_such_bot": "There is no such bot. Choose one from the list.",
    "out_of_match": "This player is out of the match. Choose another seat.",
}
FILES: dict[str, Template] = {
    "not_json": "This file is not JSON.",
    "other_format": "This file is not a game. A game is downloaded from the page of its replay.",
    "other_version": "Another version has written this file, and this one cannot read it.",
    "part": "This file is damaged: its part “{part}” cannot be read.",
    "entry": "Entry {number} of this file cannot be read.",
    "does_not_follow": "This game was changed. {sentence}",
    "unplayable": "Entry {number} of this file cannot be played. {sentence}",
    "other_deals": "This game was changed: it lists other deals than those in its entries.",
    "other_rules": "This game was changed: it lists other rules than those it was played by.",
    "other_seats": "This game was changed: it lists other seats than those that were dealt cards.",
    "other_result": "This game was changed: it lists another result than the one its entries lead to.",
    "clock_back": "This game was changed. Entry {number} is earlier than the one before it.",
    "no_seat": "This game has no seat {seat}.",
    "no_entry": "This game has entries 0 to {last}.",
    "no_file": "The file {path} cannot be read.",
}
"""What is wrong with the file of a game."""
SHARED = "Everyone with this link can watch the replay now."
REVOKED = "The link does not open the replay any more."
WON = "{winners} won against {others}"
WON_ALONE = "{winners} won"
NOT_WON = "{players}: a game without a winner"
ENDED_BY_STAFF = "The staff ended this game before anyone had won."
ABANDONED = "This game was abandoned before anyone had won."
SUMMARY = Plural(
    "{rules}, {count} round, {day.day} {day:%B %Y}. Watch it move by move.",
    "{rules}, {count} rounds, {day.day} {day:%B %Y}. Watch it move by move.",
)
TITLES = {
    403: "Not for you",
    404: "No such replay",
    409: "Not possible here",
    410: "No longer shown",
    422: "Not possible",
}
"""The titles of pages with a refusal, by status."""
FILTERS = {
    "deck": ("Deck", "Any deck"),
    "rules": ("Rules", "Any rules"),
    "against": ("Opponents", "Anyone"),
    "result": ("Result", "Any result"),
}
"""The filters of your games: what each is called, and what it says when nothing is chosen."""
HOUSE_RULES = "House rules"
ALL_HANDS, NO_HANDS = "All hands", "No hands"
POSITION = Plural("Round {number}, move {n} of {count}", "Round {number}, move {n} of {count}")
DEAL = Plural("Round {number}, deal: {count} move", "Round {number}, deal: {count} moves")
STEPS = {
    "to-before": "Previous round",
    "to-first": "First position of the round",
    "to-back": "Back",
    "to-forward": "Forward",
    "to-last": "Last position of the round",
    "to-next": "Next round",
}
"""What the controls of a replay are called."""
DEALT, BEGUN = "The cards are dealt.", "The game begins with this position."
NOTHING_SAID = "The game goes on."
MARKS = {
    "draw": "A card is drawn",
    "penalty": "Cards as a penalty",
    "catch": "A player is caught",
    "flip": "The deck is flipped",
    "out": "A player is out",
}
"""What the marks of a round stand for."""
COUNTS = Plural(
    "{name}: {first} card at the start, at most {most}, {last} at the end.",
    "{name}: {first} cards at the start, at most {most}, {last} at the end.",
)
TITLE_WITHOUT_NAMES = "A game and its result"
"""The title in a picture, if its font lacks letters of a name."""
AND = " and "


def refusal(code: str, /, **facts: object) -> str:
    """Why something cannot be done with a replay."""
    return fill(REFUSALS[code], **facts)


def names(people: Sequence[str]) -> str:
    """Return names as a list in a sentence.

    >>> names(["Ann", "Bob", "Cleo"])
    'Ann, Bob and Cleo'
    """
    *first, last = people
    return AND.join([", ".join(first), last]) if first else last


def summary(rules: str, rounds: int, day: date, ended_early: str) -> str:
    """Say in a sentence or two what was played, and when."""
    return " ".join(filter(None, [ended_early, fill(SUMMARY, rules=rules, count=rounds, day=day)]))


def title(winners: Sequence[str], others: Sequence[str], is_won: bool) -> str:
    """Say who won what."""
    if not is_won:
        return fill(NOT_WON, players=names([*winners, *others]))
    if not others:
        return fill(WON_ALONE, winners=names(winners))
    return fill(WON, winners=names(winners), others=names(others))


def count_line(name: str, first: int, most: int, last: int) -> str:
    """Say in words what the chart shows of one hand."""
    return fill(COUNTS, name=name, count=first, first=first, most=most, last=last)


AGAINST = {"people": "Against people", "bots": "Against bots only"}
RESULTS = {"won": "Won", "lost": "Lost", "unfinished": "Ended early"}
WON_GAME, LEFT, ENDED_EARLY, PLACED = "Won", "Left", "Ended early", "{place} of {seats}"
ORDINALS = ("1st", "2nd", "3rd")
NTH = "{rank}th"


def outcome(rank: int | None, seats: int, gave_up: bool = False) -> str:
    """Say how a game ended for one player.

    >>> outcome(1, 4), outcome(3, 4), outcome(4, 4), outcome(None, 4)
    ('Won', '3rd of 4', '4th of 4', 'Ended early')
    >>> outcome(1, 4, gave_up=True)
    'Left'
    """
    if rank is None:
        return fill(ENDED_EARLY)
    if gave_up:
        return fill(LEFT)
    if rank == 1:
        return fill(WON_GAME)
    place = ORDINALS[rank - 1] if rank <= len(ORDINALS) else fill(NTH, rank=rank)
    return fill(PLACED, place=place, seats=seats)
