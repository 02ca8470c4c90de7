"""Every option of a table's rules: its code, the values it may have, and the presets.

The options are implemented where they apply, mostly in steps.py and offers.py. Their names for players are in
`games.wording.options`.

>>> OPTIONS["stacking"].choices, OPTIONS["hand_size"].high
(('off', 'same', 'four_on_two', 'higher', 'any'), 15)
>>> list(PRESETS)
['Official', 'House', 'Party', 'Flip', 'No Mercy', 'Relaxed', 'Robots', 'Modern', 'Partners', 'All Wild']
>>> PRESETS["Flip"]
{'deck': 'flip'}
"""

from typing import NamedTuple

from .cards import DECKS
from .errors import EngineError

Value = str | int | bool


class WrongRules(EngineError, ValueError):
    """An invalid option, or an invalid combination of options.

    >>> try:
    ...     OPTIONS["deck"].read("tarot")
    ... except WrongRules as wrong:
    ...     print(wrong)
    value (option=deck, given=tarot)
    """


class Option(NamedTuple):
    """One option: ``choices`` lists its named values; ``low`` and ``high`` bound a number."""

    name: str
    official: Value
    choices: tuple[Value, ...] = ()
    low: int = 0
    high: int = -1

    @property
    def takes_numbers(self) -> bool:
        return self.high >= self.low

    def read(self, given: object) -> Value:
        """Parse a value: the value itself, or its text in a form, a link or a command."""
        for value in self.choices:
            if type(given) is type(value) and given == value:
                return value
            if type(given) in (str, int) and str(given) in (str(value), ON_OFF.get(value)):
                return value
        number = int(given) if isinstance(given, str) and given.isdecimal() and len(given) < 6 else given
        if self.takes_numbers and isinstance(number, int) and type(number) is int and self.low <= number <= self.high:
            return number
        raise WrongRules("value", option=self.name, given=str(given)[:40])


ON_OFF: dict[Value, str] = {True: "on", False: "off"}
"""Other texts for the values of a switch, and for a 0 outside the bounds of a number."""


def switch(name: str, official: bool) -> Option:
    return Option(name, official, (True, False))


def choice(name: str, *choices: str, official: str = "") -> Option:
    """Return an option with named values. The first is the official one unless another is given."""
    return Option(name, official or choices[0], choices)


def number(name: str, official: int, low: int, high: int, *, zero: bool = False) -> Option:
    """Return an option with a number within bounds; with `zero`, also 0, which turns it off."""
    return Option(name, official, (0,) if zero else (), low, high)


HALF_SECONDS = [f"{half / 2:g}" for half in range(11)]
"""From 0 to 5 seconds."""

_OPTIONS = [
    choice("deck", *DECKS),
    number("hand_size", 7, 1, 15),
    choice("first_card", "official", "number_only", "no_effect"),
    choice("draw", "one", "until_playable", "free"),
    switch("voluntary_draw", True),
    choice("drawn_play", "optional", "forced", "forbidden"),
    choice("after_draw", "drawn", "hand"),
    choice("stacking", "off", "same", "four_on_two", "higher", "any"),
    switch("draw_skips_victim", True),
    switch("final_draw_counts", True),
    choice("wild_draw", "challenge", "free", "enforced"),
    choice("challenge_test", "color", "match", "playable"),
    number("challenge_extra", 2, 0, 4),
    choice("finish_on", "any", "no_wild", "number"),
    switch("deflect", False),
    choice("several", "off", "equal", "identical"),
    choice("seven", "off", "swap"),
    choice("zero", "off", "pass"),
    choice("custom_card", "draw_one", "again", "skip_two", "peek"),
    switch("jump_in", False),
    choice("two_player_reverse", "skip", "plain"),
    number("mercy_limit", 0, 10, 50, zero=True),
    number("knockout_bonus", 0, 0, 500),
    switch("backs_public", True),
    switch("hints", True),
    number("misplay_penalty", 0, 0, 4),
    number("open_hand_at", 0, 1, 5, zero=True),
    choice("uno_call", "manual", "strict", "auto", "off"),
    number("uno_penalty", 2, 0, 10),
    number("uno_grace", 2, 0, 10),
    choice("uno_head_start", *HALF_SECONDS, official="1"),
    number("false_accuse_penalty", 0, 0, 4),
    choice("scoring", "winner_takes", "lowest_total"),
    choice("score_limit", "one_round", "200", "300", "500", "1000", "elimination", "unlimited", official="500"),
    choice("teams", "off", "two", "three"),
    number("decision_seconds", 25, 5, 120, zero=True),
    number("turn_clock", 0, 60, 900, zero=True),
    number("clock_bonus", 0, 0, 20),
    number("pause", 6, 1, 30, zero=True),
]

OPTIONS = {option.name: option for option in _OPTIONS}

PRESETS: dict[str, dict[str, Value]] = {
    "Official": {},
    "House": {
        "first_card": "no_effect", "draw": "until_playable", "stacking": "same", "challenge_test": "match",
        "final_draw_counts": False, "score_limit": "one_round",
    },
    "Party": {
        "first_card": "no_effect", "draw": "until_playable", "stacking": "same", "challenge_test": "match",
        "final_draw_counts": False, "score_limit": "one_round",
        "seven": "swap", "zero": "pass", "jump_in": True, "drawn_play": "forced",
    },
    "Flip": {"deck": "flip"},
    "No Mercy": {
        "deck": "no_mercy", "first_card": "number_only", "draw": "until_playable", "voluntary_draw": False,
        "drawn_play": "forced", "stacking": "higher", "wild_draw": "free", "seven": "swap", "zero": "pass",
        "mercy_limit": 25, "knockout_bonus": 250, "final_draw_counts": False, "score_limit": "1000",
    },
    "Relaxed": {
        "first_card": "number_only", "draw": "free", "draw_skips_victim": False, "wild_draw": "free",
        "final_draw_counts": False, "score_limit": "one_round",
    },
    "Robots": {
        "first_card": "number_only", "voluntary_draw": False, "drawn_play": "forced", "wild_draw": "enforced",
        "challenge_test": "playable", "two_player_reverse": "plain", "uno_call": "auto", "uno_grace": 0,
        "uno_head_start": "0", "final_draw_counts": False, "score_limit": "one_round",
    },
    "Modern": {"deck": "classic_112"},
    "Partners": {"teams": "two"},
    "All Wild": {"deck": "all_wild", "score_limit": "one_round"},
}  # fmt: skip
