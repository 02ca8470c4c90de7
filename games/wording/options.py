"""What the options and presets of the rules are called, and what they do, by their codes.

>>> value("stacking", "same"), limits("hand_size")
('the same kind on the same kind', 'a whole number from 1 to 15')
>>> differences(Rules(hand_size=5, jump_in=True))
['Hand size: 5 (official: 7)', 'Jump-in: on (official: off)']
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from games.engine import OPTIONS, Rules
from games.engine.options import HALF_SECONDS, Value


class OptionWords(NamedTuple):
    """One option as a player sees it; `choices` names the values that have a name."""

    group: str
    label: str
    help: str
    choices: Mapping[Value, str] = {}


DECK_NAMES: Mapping[Value, str] = {
    "classic": "Classic",
    "classic_112": "Classic 112",
    "flip": "Flip",
    "no_mercy": "No Mercy",
    "all_wild": "All Wild",
}
SWITCH: Mapping[Value, str] = {True: "on", False: "off"}

WORDS: dict[str, OptionWords] = {
    "deck": OptionWords("Cards", "Deck", "Which cards are played.", DECK_NAMES),
    "hand_size": OptionWords("Cards", "Hand size", "How many cards each player is dealt."),
    "first_card": OptionWords(
        "Cards",
        "First card",
        "What happens when the first card turned over is not a number.",
        {
            "official": "it acts on the first player",
            "number_only": "only a number may come first",
            "no_effect": "it has no effect",
        },
    ),
    "draw": OptionWords(
        "Drawing",
        "Drawing",
        "How many cards you draw on your turn.",
        {
            "one": "one card",
            "until_playable": "until a card can be played",
            "free": "as many as you like, up to ten",
        },
    ),
    "voluntary_draw": OptionWords("Drawing", "Voluntary draw", "You may draw even if you could play.", SWITCH),
    "drawn_play": OptionWords(
        "Drawing",
        "Playing a drawn card",
        "What you may do with a card that you have just drawn.",
        {
            "optional": "you may play or keep it",
            "forced": "it is played when it fits",
            "forbidden": "it is always kept",
        },
    ),
    "after_draw": OptionWords(
        "Drawing",
        "After drawing",
        "Which cards may be played after drawing.",
        {"drawn": "only what was drawn", "hand": "any card of the hand"},
    ),
    "stacking": OptionWords(
        "Draw cards",
        "Stacking",
        "Whether a draw card may be answered with another one, so that the total moves on.",
        {
            "off": "off",
            "same": "the same kind on the same kind",
            "four_on_two": "also a wild draw card on a colored one",
            "higher": "any draw card of equal or higher amount",
            "any": "any draw card on any other",
        },
    ),
    "draw_skips_victim": OptionWords(
        "Draw cards", "Drawing loses the turn", "A player who has to draw also loses their turn.", SWITCH
    ),
    "final_draw_counts": OptionWords(
        "Draw cards",
        "Last draw card counts",
        "A draw card played as the last card still makes the next player draw.",
        SWITCH,
    ),
    "wild_draw": OptionWords(
        "Draw cards",
        "Wild draw cards",
        "When a wild draw card may be played.",
        {
            "challenge": "always, but a bluff can be challenged",
            "free": "always, and it cannot be challenged",
            "enforced": "only when it is not a bluff",
        },
    ),
    "challenge_test": OptionWords(
        "Draw cards",
        "What makes a bluff",
        "Which other cards in the hand make a wild draw card a bluff.",
        {
            "color": "a card of the color in play",
            "match": "any card that fits, except wilds",
            "playable": "any card that fits, plain wilds included",
        },
    ),
    "challenge_extra": OptionWords("Draw cards", "Wrong challenge", "How many more cards a wrong challenge costs."),
    "finish_on": OptionWords(
        "House rules",
        "Last card",
        "Which cards may be the last of a hand.",
        {"any": "any card", "no_wild": "any card but a wild", "number": "only a number"},
    ),
    "deflect": OptionWords(
        "Draw cards",
        "Deflecting",
        "A Skip of the color in play sends a penalty on to the next player, a Reverse of it back to the attacker.",
        SWITCH,
    ),
    "several": OptionWords(
        "House rules",
        "Several cards at once",
        "Which cards may be played together in one move. The last one lies on top, and their effects add up.",
        {
            "off": "one card at a time",
            "equal": "numbers of the same value",
            "identical": "cards of the same color and sign",
        },
    ),
    "seven": OptionWords(
        "House rules",
        "Seven",
        "Whether a 7 does more than other numbers.",
        {"off": "it is a number like all others", "swap": "it swaps hands with a chosen player"},
    ),
    "zero": OptionWords(
        "House rules",
        "Zero",
        "Whether a 0 does more than other numbers.",
        {"off": "it is a number like all others", "pass": "it passes all hands on"},
    ),
    "custom_card": OptionWords(
        "House rules",
        "Wild Customizable",
        "What this card does besides naming a color.",
        {
            "draw_one": "all others draw a card",
            "again": "you play again",
            "skip_two": "two players are skipped",
            "peek": "you look at the next player’s hand",
        },
    ),
    "jump_in": OptionWords(
        "House rules", "Jump-in", "A card identical to the top card may be played out of turn.", SWITCH
    ),
    "two_player_reverse": OptionWords(
        "House rules",
        "Reverse with two players",
        "What a Reverse does when only two players are left.",
        {"skip": "it skips the other player", "plain": "it does nothing more"},
    ),
    "mercy_limit": OptionWords(
        "House rules", "Mercy", "A player with this many cards is out of the round.", {0: "off"}
    ),
    "knockout_bonus": OptionWords(
        "House rules", "Knock-out bonus", "Points for the winner for each player who is out."
    ),
    "backs_public": OptionWords(
        "House rules",
        "Backs can be seen",
        "Others see the side of your cards that is not in play, and everyone that of the top card of the draw pile.",
        SWITCH,
    ),
    "hints": OptionWords("House rules", "Hints", "The page marks which cards can be played.", SWITCH),
    "misplay_penalty": OptionWords(
        "House rules", "Wrong card", "At tables without hints: how many cards it costs to play one that does not fit."
    ),
    "open_hand_at": OptionWords(
        "House rules", "Open hands", "A hand of so few cards lies open for everyone.", {0: "off"}
    ),
    "uno_call": OptionWords(
        "The call",
        "Calling the last card",
        "Who calls when a player is down to one card.",
        {
            "manual": "players call themselves",
            "strict": "players call themselves, before the card",
            "auto": "the table calls for everyone",
            "off": "no calls",
        },
    ),
    "uno_penalty": OptionWords("The call", "Missed call", "How many cards a player draws when they are caught."),
    "uno_grace": OptionWords(
        "The call", "Grace", "For how many seconds, at least, a missed call can be caught or made up for."
    ),
    "uno_head_start": OptionWords(
        "The call",
        "Head start",
        "For how long a player who has missed the call cannot be caught yet.",
        {half: f"{half} second" if half == "1" else f"{half} seconds" for half in HALF_SECONDS},
    ),
    "false_accuse_penalty": OptionWords("The call", "False accusation", "How many cards a wrong accusation costs."),
    "scoring": OptionWords(
        "Scores",
        "Scoring",
        "Who gets the points of the cards left in the hands.",
        {
            "winner_takes": "the winner takes all points",
            "lowest_total": "everyone scores their own cards, the lowest total wins",
        },
    ),
    "score_limit": OptionWords(
        "Scores",
        "Match",
        "When the match ends.",
        {
            "one_round": "after one round",
            "200": "at 200 points",
            "300": "at 300 points",
            "500": "at 500 points",
            "1000": "at 1000 points",
            "elimination": "when one player is left: each round, the most points in hand are out",
            "unlimited": "never by itself",
        },
    ),
    "teams": OptionWords(
        "Scores",
        "Teams",
        "Partners sit across from each other, win together, and do not see each other’s cards.",
        {"off": "everyone plays alone", "two": "two teams", "three": "three teams"},
    ),
    "decision_seconds": OptionWords(
        "Time", "Time to decide", "After how many seconds the table decides for a player.", {0: "no limit"}
    ),
    "turn_clock": OptionWords(
        "Time",
        "Clock",
        "How many seconds each player has for all decisions of a round. Without time, the table decides at once.",
        {0: "off"},
    ),
    "clock_bonus": OptionWords("Time", "Bonus on the clock", "How many seconds each decision adds to the clock."),
    "pause": OptionWords(
        "Time",
        "Pause after a round",
        "For how many seconds the hands and the points are shown, unless all players want to go on.",
        {0: "none"},
    ),
}

PRESET_LINES = {
    "Official": "The printed rules of the classic game, to 500 points.",
    "House": "Draw until you can play, put a draw card on a draw card, one round.",
    "Party": "House, with swapping hands on 7 and 0, and jumping in out of turn.",
    "Flip": "Two-sided cards: one card turns the whole table to its merciless dark side.",
    "No Mercy": "168 cards, stacking up to Draw Ten, and out at 25 cards.",
    "Relaxed": "Drawing costs no turn, and bluffs cannot be challenged.",
    "Robots": "Strict and quick: no choices about drawing, no bluffs, nothing to call.",
    "Modern": "The official rules with the cards of newer boxes: shuffled hands and a card that the host defines.",
    "Partners": "The official rules in two teams: partners sit across from each other and win together.",
    "All Wild": "Only wild cards, and any card fits on any other. One fast round.",
}

NUMBER = "a whole number from {low} to {high}"
NUMBER_OR = "{choice} or a whole number from {low} to {high}"
DIFFERS_FROM_OFFICIAL = "{label}: {value} (official: {before})"
DIFFERS_FROM_BEFORE = "{label}: {value} (before: {before})"


def label(name: str) -> str:
    return WORDS[name].label


def value(name: str, chosen: Value) -> str:
    """Return a value of an option in words; a number without a name is its digits."""
    return WORDS[name].choices.get(chosen, str(chosen))


def limits(name: str) -> str:
    """Return what may be chosen, in words.

    >>> limits("mercy_limit"), limits("jump_in")
    ('off or a whole number from 10 to 50', 'on or off')
    """
    option, names = OPTIONS[name], list(WORDS[name].choices.values())
    if not option.takes_numbers:
        return f"{', '.join(names[:-1])} or {names[-1]}"
    template = NUMBER_OR if names else NUMBER
    return template.format(choice="".join(names), low=option.low, high=option.high)


def differences(rules: Rules, before: Rules | None = None) -> list[str]:
    """Return what differs from the official rules, or from those before, a line each."""
    return list(_differences(rules, before or Rules(), DIFFERS_FROM_BEFORE if before else DIFFERS_FROM_OFFICIAL))


def _differences(rules: Rules, others: Rules, template: str) -> Iterator[str]:
    for name in OPTIONS:
        one, other = getattr(rules, name), getattr(others, name)
        if one != other:
            yield template.format(label=label(name), value=value(name, one), before=value(name, other))
