"""Every option that a table's rules have: how it is called, what it may be, and the presets.

This is a table to be read. What an option does stands where it is done: most in steps.py and offers.py.

>>> OPTIONS["stacking"].words("same"), OPTIONS["hand_size"].limits()
('the same kind on the same kind', 'a whole number from 1 to 15')
>>> list(PRESETS)
['Official', 'House', 'Party', 'Flip', 'No Mercy', 'Relaxed', 'Robots']
>>> PRESETS["Flip"], PRESET_LINES["House"]
({'deck': 'flip'}, 'Draw until you can play, put a draw card on a draw card, one round.')
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

Value = str | int | bool


class WrongRules(ValueError):
    """An option or a combination that cannot be. Its message is a sentence for whoever chose it.

    >>> try:
    ...     OPTIONS["deck"].read("tarot")
    ... except WrongRules as wrong:
    ...     print(wrong)
    Deck must be Classic, Flip or No Mercy, not tarot.
    """


class Option(NamedTuple):
    """One option as a person meets it: a label, a line of help, and what may be chosen.

    ``choices`` names the values that have a name; ``low`` and ``high`` bound a number.
    """

    name: str
    group: str
    label: str
    help: str
    official: Value
    choices: Mapping[Any, str] = {}
    low: int = 0
    high: int = -1

    @property
    def takes_numbers(self) -> bool:
        return self.high >= self.low

    def limits(self) -> str:
        """What may be chosen, in words."""
        names = [str(name) for name in self.choices.values()]
        if self.takes_numbers:
            names.append(f"a whole number from {self.low} to {self.high}")
        return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))

    def words(self, value: Value) -> str:
        return self.choices.get(value, str(value))

    def read(self, given: object) -> Value:
        """The value that somebody meant: the value itself, or its text as it stands in a form or a link."""
        value: Value
        for value in self.choices:
            if type(given) is type(value) and given == value:
                return value
            if type(given) in (str, int) and str(given) in (str(value), self.choices[value]):
                return value
        number = int(given) if isinstance(given, str) and given.isdecimal() and len(given) < 6 else given
        if self.takes_numbers and isinstance(number, int) and type(number) is int and self.low <= number <= self.high:
            return number
        raise WrongRules(f"{self.label} must be {self.limits()}, not {str(given)[:40]}.")


ON_OFF: dict[Value, str] = {True: "on", False: "off"}


def switch(name: str, group: str, label: str, help: str, official: bool) -> Option:
    return Option(name, group, label, help, official, ON_OFF)


def choice(name: str, group: str, label: str, help: str, official: str, /, **choices: str) -> Option:
    return Option(name, group, label, help, official, choices)


def number(name: str, group: str, label: str, help: str, official: int, low: int, high: int, **off: str) -> Option:
    """A number, with 0 having a name of its own where it stands outside the bounds."""
    return Option(name, group, label, help, official, {0: off["zero"]} if off else {}, low, high)


_OPTIONS = [
    choice(
        "deck",
        "Cards",
        "Deck",
        "Which cards are played.",
        "classic",
        classic="Classic",
        flip="Flip",
        no_mercy="No Mercy",
    ),
    number("hand_size", "Cards", "Hand size", "How many cards each player is dealt.", 7, 1, 15),
    choice(
        "first_card",
        "Cards",
        "First card",
        "What happens when the first card turned over is not a number.",
        "official",
        official="it acts on the first player",
        number_only="only a number may lie first",
        no_effect="it has no effect",
    ),
    choice(
        "draw",
        "Drawing",
        "Drawing",
        "How much you draw when you draw on your turn.",
        "one",
        one="one card",
        until_playable="until a card can be played",
        free="as often as you like",
    ),
    switch("voluntary_draw", "Drawing", "Voluntary draw", "You may draw although you could play.", True),
    choice(
        "drawn_play",
        "Drawing",
        "Playing a drawn card",
        "What you may do with a card that you have just drawn.",
        "optional",
        optional="you may play or keep it",
        forced="it is played when it fits",
        forbidden="it is always kept",
    ),
    choice(
        "after_draw",
        "Drawing",
        "After drawing",
        "Which cards may be played after drawing.",
        "drawn",
        drawn="only what was drawn",
        hand="any card of the hand",
    ),
    choice(
        "stacking",
        "Draw cards",
        "Stacking",
        "Whether a draw card may be answered with another one, so that the total moves on.",
        "off",
        off="off",
        same="the same kind on the same kind",
        four_on_two="also a wild draw card on a colored one",
        higher="any draw card of equal or higher amount",
        any="any draw card on any other",
    ),
    switch("draw_skips_victim", "Draw cards", "Drawing loses the turn", "Who has to draw also loses the turn.", True),
    switch(
        "final_draw_counts",
        "Draw cards",
        "Last draw card counts",
        "A draw card played as the last card still makes the next player draw.",
        True,
    ),
    choice(
        "wild_draw",
        "Draw cards",
        "Wild draw cards",
        "When a wild draw card may be played.",
        "challenge",
        challenge="always, but a bluff can be challenged",
        free="always, and nobody can object",
        enforced="only when it is no bluff",
    ),
    choice(
        "challenge_test",
        "Draw cards",
        "What makes a bluff",
        "Which other cards in the hand make a wild draw card a bluff.",
        "color",
        color="a card of the color in play",
        match="any other card that could be played",
    ),
    number("challenge_extra", "Draw cards", "Wrong challenge", "How many more cards a wrong challenge costs.", 2, 0, 4),
    switch(
        "seven_zero",
        "House rules",
        "Seven and zero",
        "A 7 swaps hands with a chosen player, a 0 passes all hands on.",
        False,
    ),
    switch("jump_in", "House rules", "Jump-in", "A card identical to the top card may be played out of turn.", False),
    choice(
        "two_player_reverse",
        "House rules",
        "Reverse with two players",
        "What a Reverse does when only two players are left.",
        "skip",
        skip="it skips the other player",
        plain="it does nothing more",
    ),
    number(
        "mercy_limit", "House rules", "Mercy", "Who holds this many cards is out of the round.", 0, 10, 50, zero="off"
    ),
    number(
        "knockout_bonus",
        "House rules",
        "Knock-out bonus",
        "Points for the winner for each player who was out.",
        0,
        0,
        500,
    ),
    switch(
        "dark_faces_public",
        "House rules",
        "Backs can be seen",
        "In Flip, others see the side of your cards that is not in play.",
        False,
    ),
    choice(
        "uno_call",
        "The call",
        "Calling the last card",
        "Who goes down to one card has to say so.",
        "manual",
        manual="players call it themselves",
        auto="the table calls it for everybody",
        off="nobody calls",
    ),
    number(
        "uno_penalty", "The call", "Missed call", "How many cards a player draws who is caught not calling.", 2, 0, 10
    ),
    number(
        "uno_grace",
        "The call",
        "Grace",
        "For how many seconds a missed call can be caught, and repaired, at the least.",
        2,
        0,
        10,
    ),
    number(
        "false_accuse_penalty",
        "The call",
        "False accusation",
        "How many cards an accusation costs that was wrong.",
        0,
        0,
        4,
    ),
    choice(
        "scoring",
        "Scores",
        "Scoring",
        "Who gets the points left in the hands.",
        "winner_takes",
        winner_takes="the winner takes all points",
        lowest_total="everybody collects their own, the lowest total wins",
    ),
    choice(
        "score_limit",
        "Scores",
        "Match",
        "When the match ends.",
        "500",
        one_round="after one round",
        **{n: f"at {n} points" for n in ("200", "300", "500", "1000")},
        unlimited="never by itself",
    ),
    number(
        "decision_seconds",
        "Time",
        "Time to decide",
        "After how many seconds the table decides for a player.",
        25,
        5,
        120,
        zero="no limit",
    ),
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
        "seven_zero": True, "jump_in": True, "drawn_play": "forced",
    },
    "Flip": {"deck": "flip"},
    "No Mercy": {
        "deck": "no_mercy", "first_card": "number_only", "draw": "until_playable", "voluntary_draw": False,
        "drawn_play": "forced", "stacking": "higher", "wild_draw": "free", "seven_zero": True, "mercy_limit": 25,
        "knockout_bonus": 250, "final_draw_counts": False, "score_limit": "1000",
    },
    "Relaxed": {
        "first_card": "number_only", "draw": "free", "draw_skips_victim": False, "wild_draw": "free",
        "final_draw_counts": False, "score_limit": "one_round",
    },
    "Robots": {
        "first_card": "number_only", "voluntary_draw": False, "drawn_play": "forced", "wild_draw": "enforced",
        "challenge_test": "match", "two_player_reverse": "plain", "uno_call": "auto", "uno_grace": 0,
        "final_draw_counts": False, "score_limit": "one_round",
    },
}  # fmt: skip

PRESET_LINES = {
    "Official": "The printed rules of the classic game, to 500 points.",
    "House": "Draw until you can play, put a draw card on a draw card, one round.",
    "Party": "House, with swapping hands on 7 and 0, and jumping in out of turn.",
    "Flip": "Two-sided cards: one card turns the whole table to its merciless dark side.",
    "No Mercy": "168 cards, stacking up to Draw Ten, and out at 25 cards.",
    "Relaxed": "Nobody loses a turn for drawing, and nobody can call a bluff.",
    "Robots": "Strict and quick: no choices about drawing, no bluffs, nothing to call.",
}
