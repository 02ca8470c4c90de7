"""Each option of the rules as a whole sentence about what happens at the table, by option and value.

>>> rule("draw", Rules(), "Uno!"), rule("uno_penalty", Rules(), "Uno!")
('You draw one card.', 'A player who is caught draws 2 cards.')
>>> differing(Rules(hand_size=5, jump_in=True), "Uno!")[0]
'Each player is dealt 5 cards.'
"""

from collections.abc import Callable, Mapping

from games.engine import OPTIONS, Rules
from games.engine.options import Value
from games.wording import options
from games.wording.templates import Plural, Template, fill

NUMBER = None
"""The key of the sentence for every number that has none of its own."""

RULES: dict[str, Mapping[Value | None, Template]] = {
    "deck": {
        "classic": "You play with the Classic deck: {cards} cards in four colors.",
        "classic_112": "You play with the Classic deck of newer boxes: {cards} cards in four colors, among them Wild "
        "Shuffle Hands and Wild Customizable.",
        "flip": "You play with the Flip deck: {cards} cards with two sides, and one card turns all of them over.",
        "no_mercy": "You play with the No Mercy deck: {cards} cards, many of which make others draw.",
        "all_wild": "You play with the All Wild deck: {cards} cards, all of them wild. Any card fits on any other, and "
        "nobody chooses a color.",
    },
    "hand_size": {NUMBER: Plural("Each player is dealt {count} card.", "Each player is dealt {count} cards.")},
    "first_card": {
        "official": "If the first card is an action card, it acts on the first player.",
        "number_only": "The first card is always a number. Other cards are put back.",
        "no_effect": "If the first card is an action card, it has no effect. The color of a wild one is drawn by lot.",
    },
    "draw": {
        "one": "You draw one card.",
        "until_playable": "You draw until you get a card that fits.",
        "free": "You may draw as many cards as you like, up to ten in a turn.",
    },
    "voluntary_draw": {
        True: "You may also draw when you could play.",
        False: "You may draw only when nothing in your hand fits.",
    },
    "drawn_play": {
        "optional": "If a drawn card fits, you may play it at once or keep it.",
        "forced": "If a drawn card fits, it is played at once.",
        "forbidden": "What you draw stays in your hand: you cannot play it in this turn.",
    },
    "after_draw": {
        "drawn": "After drawing, you cannot play the other cards of your hand until your next turn.",
        "hand": "After drawing, you may play any card of your hand that fits.",
    },
    "stacking": {
        "off": "A draw card cannot be answered with another one: the player it hits draws.",
        "same": "A draw card may be answered with one of the same kind. The next player then draws the sum.",
        "four_on_two": "A draw card may be answered with one of the same kind, and a colored one also with a wild one. "
        "The next player then draws the sum.",
        "higher": "A draw card may be answered with one that draws as many cards or more. "
        "The next player then draws the sum.",
        "any": "A draw card may be answered with any other draw card. The next player then draws the sum.",
    },
    "draw_skips_victim": {
        True: "A player who has to draw for a draw card also loses their turn.",
        False: "A player who has to draw for a draw card takes their turn afterwards.",
    },
    "final_draw_counts": {
        True: "A draw card that is played last still makes the next player draw.",
        False: "A draw card that is played last makes nobody draw.",
    },
    "wild_draw": {
        "challenge": "A wild draw card can always be played, but the player it hits may challenge it as a bluff.",
        "free": "A wild draw card can always be played, and it cannot be challenged.",
        "enforced": "A wild draw card can be played only when it is no bluff.",
    },
    "challenge_test": {
        "color": "A wild draw card is a bluff if its player holds a card of the color in play.",
        "match": "A wild draw card is a bluff if its player holds another card that fits and is not a wild.",
        "playable": "A wild draw card is a bluff if its player holds any other card that fits, plain wilds included.",
    },
    "challenge_extra": {
        0: "A wrong challenge costs no more cards than the card itself.",
        NUMBER: Plural("A wrong challenge costs {count} more card.", "A wrong challenge costs {count} more cards."),
    },
    "seven": {
        "swap": "A 7 swaps your hand with that of a player you choose.",
        "off": "A 7 is a number like all others.",
    },
    "zero": {
        "pass": "A 0 passes every hand to the next player.",
        "off": "A 0 is a number like all others.",
    },
    "custom_card": {
        "draw_one": "When you play a Wild Customizable, all other players draw a card.",
        "again": "When you play a Wild Customizable, you play again.",
        "skip_two": "When you play a Wild Customizable, the next two players lose their turns.",
        "peek": "When you play a Wild Customizable, you see the next player’s hand.",
    },
    "jump_in": {
        True: "You may jump in: play a card that is identical to the top card when it is not your turn. "
        "Play then goes on from you.",
        False: "Cards are played only in turn.",
    },
    "finish_on": {
        "any": "Any card may be the last of a hand.",
        "no_wild": "The last card of a hand may not be a wild.",
        "number": "The last card of a hand must be a number.",
    },
    "deflect": {
        True: "A player who has to draw for a draw card may play a Skip of the color in play: then the next player "
        "draws instead. With a Reverse of that color, the attacker does.",
        False: "A Skip or a Reverse does not answer a draw card.",
    },
    "several": {
        "off": "You play one card at a time.",
        "equal": "You may play several numbers of the same value in one move. The last one lies on top.",
        "identical": "You may play several cards of the same color and sign in one move. Their effects add up: two "
        "Draw Two make the next player draw four cards.",
    },
    "two_player_reverse": {
        "skip": "With two players, a Reverse skips the other player.",
        "plain": "With two players, a Reverse does nothing more.",
    },
    "mercy_limit": {
        0: "Nobody is out of the round, however many cards they hold.",
        NUMBER: "A player with {count} cards or more is out of the round.",
    },
    "knockout_bonus": {
        0: "There are no extra points for players who are out.",
        NUMBER: "The winner gets {count} extra points for each player who is out.",
    },
    "backs_public": {
        True: "Others see the backs of your cards, the side that is not in play, and everyone sees the back of the top "
        "card of the draw pile.",
        False: "The side of a card that is not in play is hidden.",
    },
    "hints": {
        True: "The page marks the cards that can be played.",
        False: "The page does not mark which cards can be played: everyone has to see it themselves.",
    },
    "misplay_penalty": {
        0: "A card that does not fit is taken back, and that costs nothing.",
        NUMBER: Plural(
            "A player who plays a card that does not fit takes it back, draws {count} card, and plays on.",
            "A player who plays a card that does not fit takes it back, draws {count} cards, and plays on.",
        ),
    },
    "open_hand_at": {
        0: "Nobody sees the hands of others.",
        NUMBER: Plural(
            "The last card of a hand lies open for everyone.",
            "A hand of {count} cards or fewer lies open for everyone.",
        ),
    },
    "uno_call": {
        "manual": "With one card left, you have to say “{call}”. A player who forgets it can be caught.",
        "strict": "Before you play your second-to-last card, you have to say “{call}”. A player who forgets it can be "
        "caught, and cannot make up for it.",
        "auto": "The table says “{call}” for everyone, so that nobody can forget it.",
        "off": "Nobody has to say “{call}”.",
    },
    "uno_penalty": {
        0: "A player who is caught draws no cards.",
        NUMBER: Plural("A player who is caught draws {count} card.", "A player who is caught draws {count} cards."),
    },
    "uno_grace": {
        0: "A forgotten call can be made up for, or caught, until the next player acts.",
        NUMBER: Plural(
            "A forgotten call can be made up for, or caught, until the next player acts, and for {count} second at "
            "least.",
            "A forgotten call can be made up for, or caught, until the next player acts, and for {count} seconds at "
            "least.",
        ),
    },
    "uno_head_start": {
        "0": "A player who forgets the call can be caught at once.",
        "1": "A forgotten call cannot be caught in the first second after the player’s page can show it.",
        NUMBER: "A forgotten call cannot be caught in the first {value} seconds after the player’s page can show it.",
    },
    "false_accuse_penalty": {
        0: "Accusing a player wrongly costs nothing.",
        NUMBER: Plural(
            "Accusing a player wrongly costs {count} card.", "Accusing a player wrongly costs {count} cards."
        ),
    },
    "scoring": {
        "winner_takes": "The winner of a round gets the points of all cards that the others still hold.",
        "lowest_total": "Everyone collects the points of the cards they still hold, and the lowest total wins.",
    },
    "score_limit": {
        "one_round": "The match is over after one round.",
        "elimination": "After each round, the player with the most points in hand is out of the match. The last one "
        "left wins it.",
        "unlimited": "The match has no end: you play as many rounds as you like.",
        NUMBER: "The match ends when a player has {value} points.",
    },
    "teams": {
        "off": "Everyone plays alone.",
        "two": "You play in two teams, with partners across from each other. A player who goes out wins the round for "
        "their team.",
        "three": "You play in three teams, with partners across from each other. A player who goes out wins the "
        "round for their team.",
    },
    "decision_seconds": {
        0: "You have as much time as you like.",
        NUMBER: "You have {count} seconds for each decision. After that, the table decides for you.",
    },
    "turn_clock": {
        0: "Nobody has a clock.",
        NUMBER: "You have {count} seconds for all decisions of a round together. When they are used up, the table "
        "decides for you at once.",
    },
    "clock_bonus": {
        0: "Decisions add no time to the clock.",
        NUMBER: Plural(
            "Each decision adds {count} second to your clock.", "Each decision adds {count} seconds to your clock."
        ),
    },
    "pause": {
        0: "The next round begins at once.",
        NUMBER: Plural(
            "After a round, the hands and the points are shown for {count} second, or until all players want to go on.",
            "After a round, the hands and the points are shown for {count} seconds, or until all players want to go "
            "on.",
        ),
    },
}

OTHER_RULE = "{label}: {value}. {help}"
"""The sentences for an option that has none of its own."""

APPLIES: dict[str, Callable[[Rules], bool]] = {
    "after_draw": lambda rules: rules.drawn_play != "forbidden",
    "wild_draw": lambda rules: any_wild_draw(rules),
    "challenge_test": lambda rules: any_wild_draw(rules) and rules.wild_draw != "free",
    "challenge_extra": lambda rules: any_wild_draw(rules) and rules.wild_draw == "challenge",
    "jump_in": lambda rules: not rules.cards.is_all_wild,
    "several": lambda rules: not rules.cards.is_all_wild,
    "finish_on": lambda rules: not rules.cards.is_all_wild,
    "seven": lambda rules: has_number(rules, "7"),
    "zero": lambda rules: has_number(rules, "0"),
    "knockout_bonus": lambda rules: bool(rules.mercy_limit),
    "custom_card": lambda rules: "WX" in rules.cards.printed[0],
    "misplay_penalty": lambda rules: not rules.hints,
    "backs_public": lambda rules: rules.cards.two_sided,
    "uno_penalty": lambda rules: rules.has_calls,
    "uno_grace": lambda rules: rules.has_calls,
    "uno_head_start": lambda rules: rules.has_calls,
    "false_accuse_penalty": lambda rules: rules.has_calls,
    "clock_bonus": lambda rules: rules.turn_clock > 0,
    "pause": lambda rules: rules.score_limit != "one_round",
}
"""When an option matters, if that depends on others."""

NO_WILD_DRAW = "This deck has no wild draw cards."
NO_CALLS = "Only where players call themselves."
WHY_IDLE: dict[str, Template] = {
    "after_draw": "Drawn cards are always kept.",
    "wild_draw": NO_WILD_DRAW,
    "challenge_test": "Only where wild draw cards can be a bluff.",
    "challenge_extra": "Only where wild draw cards can be challenged.",
    "jump_in": "All cards of this deck are wild, and wilds never jump in.",
    "several": "All cards of this deck are wild, and wilds are played one at a time.",
    "finish_on": "All cards of this deck are wild.",
    "seven": "This deck has no 7.",
    "zero": "This deck has no 0.",
    "knockout_bonus": "Only with mercy, since nobody is knocked out otherwise.",
    "custom_card": "This deck has no Wild Customizable.",
    "misplay_penalty": "Only at tables without hints.",
    "backs_public": "The cards of this deck have one side.",
    "uno_penalty": NO_CALLS,
    "uno_grace": NO_CALLS,
    "uno_head_start": NO_CALLS,
    "false_accuse_penalty": NO_CALLS,
    "clock_bonus": "Only with a clock.",
    "pause": "The match is over after one round.",
}
"""Why an option makes no difference under some rules."""


def any_wild_draw(rules: Rules) -> bool:
    return bool(rules.cards.wild_draws)


def has_number(rules: Rules, number: str) -> bool:
    return any(face.symbol == number for side in rules.cards.printed for face in side.values())


def applies(name: str, rules: Rules) -> bool:
    """Return whether an option makes a difference under these rules."""
    return name not in APPLIES or APPLIES[name](rules)


def idle(rules: Rules) -> dict[str, str]:
    """Return the options that make no difference under these rules, with the reason.

    >>> idle(Rules(score_limit="one_round"))["pause"]
    'The match is over after one round.'
    """
    return {name: fill(why) for name, why in WHY_IDLE.items() if not applies(name, rules)}


def rule(name: str, rules: Rules, call: str) -> str:
    """Return what an option of these rules means at the table; `call` is the word for the last card."""
    chosen = getattr(rules, name)
    sentences = RULES.get(name, {})
    template = sentences.get(chosen, sentences.get(NUMBER, OTHER_RULE))
    return fill(
        template,
        label=options.label(name),
        value=options.value(name, chosen) if template == OTHER_RULE else chosen,
        help=options.WORDS[name].help,
        count=chosen,
        call=call,
        cards=len(rules.cards.cards),
    )


def differing(rules: Rules, call: str) -> list[str]:
    """Return a sentence for each option in which these rules differ from the official ones."""
    return [rule(name, rules, call) for name in differing_options(rules)]


def differing_options(rules: Rules) -> list[str]:
    """Return the options that differ from the official rules and matter under these."""
    return [name for name in OPTIONS if getattr(rules, name) != OPTIONS[name].official and applies(name, rules)]
