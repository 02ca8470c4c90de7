"""The chapters of the rules, and what stands in them besides the cards and the sentences of the options."""

from collections.abc import Callable
from typing import NamedTuple

from games.engine import OPTIONS, Rules
from games.wording.options import WORDS
from games.wording.rule_sentences import any_wild_draw, applies, rule
from games.wording.templates import Plural, Template, fill

When = Callable[[Rules], bool]


class Chapter(NamedTuple):
    """A chapter: the sentences before and after those of its options, the group of options, and its examples."""

    code: str
    title: str
    before: tuple[str, ...] = ()
    group: str = ""
    after: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()


CHAPTERS = (
    Chapter("goal", "The goal", ("goal", "round", "called")),
    Chapter("deal", "Cards and dealing", ("dealer",), "Cards", examples=("first_card",)),
    Chapter("turn", "Your turn", ("play_or_draw", "fits", "wild_fits", "after_wild"), examples=("number",)),
    Chapter("drawing", "Drawing", ("must_draw",), "Drawing", ("reshuffle",), ("draw",)),
    Chapter("cards", "What the cards do"),
    Chapter(
        "draw-cards",
        "Draw cards and bluffs",
        (),
        "Draw cards",
        ("guilty", "innocent"),
        ("stack", "guilty", "innocent", "deflect", "last_draw"),
    ),
    Chapter(
        "special",
        "Special rules",
        (),
        "House rules",
        (),
        ("several", "not_as_last", "misplayed", "jump_in", "two_players", "mercy"),
    ),
    Chapter(
        "calls",
        "The last card",
        ("press_call", "press_first", "press_catch", "first_press"),
        "The call",
        (),
        ("declared", "caught", "wrongly", "auto"),
    ),
    Chapter("scores", "Points and the end", ("round_ends", "blocked"), "Scores", (), ("out", "partner_out")),
    Chapter("time", "Time", (), "Time", ("absent",)),
)

GENERAL: dict[str, Template] = {
    "goal": "Be the first to get rid of all your cards.",
    "round": "The players take turns around the table. On your turn you put one card on the discard pile, and it has "
    "to fit the card on top.",
    "called": "With one card left you say “{call}”, and with none you have won the round.",
    "dealer": "One card is turned over, and the player after the dealer begins. Play goes clockwise at first.",
    "play_or_draw": "On your turn you play one card that fits, or you draw.",
    "fits": "A card fits if it has the color of the top card, or the same number or symbol.",
    "wild_fits": "A wild card fits on every card, and you choose the color that comes next.",
    "after_wild": "After a wild card, only the chosen color fits, or another wild card.",
    "must_draw": "If nothing in your hand fits, you draw from the draw pile.",
    "reshuffle": "When the draw pile is empty, the discards are shuffled and become the new draw pile.",
    "guilty": "If a challenged card was a bluff, its player draws the cards, and the challenger takes their turn.",
    "innocent": "If it was no bluff, the challenger draws the cards and loses their turn.",
    "press_call": "Press “{call}” before you play your second-last card or right after it.",
    "press_first": "Press “{call}” before you play your second-last card. Afterwards it is too late.",
    "press_catch": "If another player forgets it, press “Catch!” before the next player acts.",
    "first_press": "The first press counts, not the faster connection, and the log says by how much.",
    "round_ends": "The round ends as soon as a player has no cards left.",
    "blocked": "It also ends when nobody can play or draw any more: then the hand with the fewest points wins.",
    "absent": "If you miss several decisions, a bot plays for you until you return.",
}

WHEN: dict[str, When] = {
    "called": lambda rules: rules.uno_call != "off",
    "guilty": lambda rules: any_wild_draw(rules) and rules.wild_draw == "challenge",
    "innocent": lambda rules: any_wild_draw(rules) and rules.wild_draw == "challenge",
    "press_call": lambda rules: rules.uno_call == "manual",
    "press_first": lambda rules: rules.uno_call == "strict",
    "press_catch": lambda rules: rules.has_calls,
    "first_press": lambda rules: rules.has_calls,
    "absent": lambda rules: bool(rules.decision_seconds),
}
"""Under which rules a general sentence is true, if not always."""

EXAMPLES: dict[str, Template] = {
    "card": "An example",
    "first_card": "The card that is turned over",
    "number": "The number fits",
    "draw": "Nothing fits",
    "stack": "A draw card is answered",
    "guilty": "A bluff is challenged",
    "innocent": "An honest card is challenged",
    "deflect": "A penalty is sent on",
    "last_draw": "The last card is a draw card",
    "several": "Several cards in one move",
    "not_as_last": "A card that may not be the last",
    "misplayed": "A card that does not fit",
    "jump_in": "You jump in on {player}’s turn",
    "two_players": "A Reverse with two players",
    "mercy": "{player} holds {count} cards",
    "declared": "You say “{call}” in time",
    "caught": "You forget to say “{call}”",
    "wrongly": "You accuse a player wrongly",
    "auto": "You play your second-last card",
    "out": "You play your last card",
    "partner_out": "Your partner plays the last card",
}
"""The titles of the examples."""

PAGE_TITLES = {"preset": "The rules: {name}", "own": "The rules with these options"}
NUMBERS = "Numbers"
NUMBER_POINTS = "as many points as its number"
POINTS = Plural("{count} point", "{count} points")
IGNORED_OPTION = "There is no option called “{name}”, so it is ignored."
MOST_IGNORED = 3


def sentences(chapter: Chapter, rules: Rules, call: str) -> list[str]:
    """Return what a chapter says under these rules."""
    about_options = [rule(name, rules, call) for name in options_of(chapter) if applies(name, rules)]
    return [*_general(chapter.before, rules, call), *about_options, *_general(chapter.after, rules, call)]


def _general(codes: tuple[str, ...], rules: Rules, call: str) -> list[str]:
    return [fill(GENERAL[code], call=call) for code in codes if code not in WHEN or WHEN[code](rules)]


def options_of(chapter: Chapter) -> list[str]:
    return [name for name in OPTIONS if chapter.group and WORDS[name].group == chapter.group]
