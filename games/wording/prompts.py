"""What a game waits for: prompts, buttons and titles, by decision.

Decisions are those of the turn graph (`games.engine.turn.ASKS`). ``{name}`` is the player whose turn it is, ``{card}``
a card, ``{color}`` and ``{symbol}`` are what lies on the pile, and ``{fitting}`` is one of `FITTING`.
"""

from games.wording.templates import Plural, Template

NOBODYS_TURN = {
    "over": "The match is over.",
    "ended": "This game was ended before anyone had won.",
    "between_rounds": "The next round begins in a moment.",
}
"""What a game says that waits for nobody, by its node."""
WAITING_FOR_OTHERS = "The next round begins as soon as the others want it too."
"""What a player reads in the pause who has agreed to go on."""

BOT_PLAYS_FOR_YOU = "A bot plays for you."
COME_BACK = "It is your turn: come back, or the bot decides."
OUT = "You are out until the next round."
GONE = "You are out of the match. You can watch until it ends."
JUMP_IN = "You can jump in with {card}."

WAITING = {
    "turn": "{name}’s turn.",
    "keep_or_play": "{name} is deciding about a drawn card.",
    "add_more": "{name} may add another card.",
    "respond": "{name} is answering a draw card.",
    "choose_player": "{name} is choosing a player.",
    "choose_target": "{name} is choosing a player.",
    "choose_color": "{name} is choosing a color.",
    "first_color": "{name} is choosing a color.",
    "roulette_color": "{name} is choosing a color.",
}
"""What the others read during a decision."""

ASKED: dict[str, Template] = {
    "turn.play": "Your turn: play {fitting}.",
    "turn.play_or_draw": "Your turn: play {fitting}, or draw.",
    "turn.draw": "Your turn: nothing fits, so draw a card.",
    "turn.pass": "Your turn: nothing fits and there is nothing left to draw, so pass.",
    "add_more": "Add another {card}, or stop here.",
    "choose_player": "Choose a player to swap hands with.",
    "choose_target": "Choose a player who draws {count} cards.",
    "choose_color": "Choose a color.",
    "first_color": "Your turn: the first card is a wild. Choose the color to begin with.",
    "roulette_color": "Roulette: choose a color. You take cards until it comes.",
}
"""What the player whose turn it is reads; for the decisions with more than one sentence see below."""

FITTING = {
    "any": "any card",
    "color": "{color}",
    "color_or_wild": "{color} or a wild",
    "color_or_symbol": "{color} or {symbol}",
    "color_symbol_or_wild": "{color}, {symbol} or a wild",
}
"""What may lie on the top card."""

DREW = Plural("You drew {card}.", "You drew {count} cards.")
"""The first sentence of ``keep_or_play``."""

KEEP_OR_PLAY: dict[str, Template] = {
    "it": "Play it or keep it.",
    "it_or_draw": "Play it, keep it, or draw again.",
    "card": Plural("Play the {card}, or keep the drawn card.", "Play the {card}, or keep them."),
    "card_or_draw": Plural(
        "Play the {card}, keep the drawn card, or draw again.", "Play the {card}, keep them, or draw again."
    ),
    "any": Plural("Play a card, or keep the drawn card.", "Play a card, or keep them."),
    "any_or_draw": Plural("Play a card, keep the drawn card, or draw again.", "Play a card, keep them, or draw again."),
    "none": Plural("It does not fit, so you keep it.", "Nothing fits, so you keep them."),
    "none_or_draw": Plural("Keep it, or draw again.", "Keep them, or draw again."),
}
"""The second sentence of ``keep_or_play``, by what can be played. `count` is the number of drawn cards."""

ATTACKED = {"player": "{name} played {card}.", "first_card": "The first card is {card}."}
"""The first sentence of ``respond``."""

BLUFF = {
    "color": "Did {name} hold {color}?",
    "match": "Did {name} hold a card that matched?",
    "playable": "Could {name} have played another card?",
}
"""The first sentence of ``respond`` where a challenge is possible, which asks whether it was a bluff, by
``challenge_test``. ``{color}`` is the color before."""

RESPOND: dict[str, dict[str, Template]] = {
    "": {
        "number": Plural("Draw a card.", "Draw {count} cards."),
        "until": "Draw until {a_color} card comes.",
        "both": Plural("Draw a card, then until {color} comes.", "Draw {count} cards, then until {color} comes."),
    },
    "stack": {
        "number": Plural("Stack a draw card or draw a card.", "Stack a draw card or draw {count} cards."),
        "until": "Stack a draw card or draw until {color} comes.",
        "both": Plural(
            "Stack a draw card, or draw a card and then until {color} comes.",
            "Stack a draw card, or draw {count} cards and then until {color} comes.",
        ),
    },
    "challenge": {
        "number": Plural("Challenge or draw a card.", "Challenge or draw {count} cards."),
        "until": "Challenge or draw until {color} comes.",
        "both": Plural(
            "Challenge, or draw a card and then until {color} comes.",
            "Challenge, or draw {count} cards and then until {color} comes.",
        ),
    },
    "stack_challenge": {
        "number": Plural(
            "Stack a draw card, challenge, or draw a card.", "Stack a draw card, challenge, or draw {count} cards."
        ),
        "until": "Stack a draw card, challenge, or draw until {color} comes.",
        "both": Plural(
            "Stack a draw card, challenge, or draw a card and then until {color} comes.",
            "Stack a draw card, challenge, or draw {count} cards and then until {color} comes.",
        ),
    },
}
"""The second sentence of ``respond``: by the answers other than drawing, and by the penalty."""

WRONG = {
    "number": " If it fails, draw {count}.",
    "until": " If it fails, draw {count} more.",
    "both": " If it fails, draw {count} more.",
}
"""Added to ``respond`` where a challenge may cost cards, by the penalty."""

DEFLECT = " You may also deflect it."
"""Added to ``respond`` where a Skip or a Reverse can be played."""

MERCY = " With {count} cards you are out."
"""Added to ``respond`` where the penalty makes the hand so large that its player is knocked out."""

PENALTY: dict[str, Template] = {
    "number": "{count}",
    "until": "until {a_color} card comes",
    "both": "{count}, then until {a_color} card comes",
}
"""How many cards are to be drawn, as a value in a list."""

WHY_NOT = {
    "over": "The {card} cannot be played any more.",
    "ended": "The {card} cannot be played any more.",
    "between_rounds": "The {card} cannot be played: the round is over.",
    "not_your_turn.turn": "The {card} has to wait: it is {name}’s turn.",
    "not_your_turn.keep_or_play": "The {card} has to wait: {name} is deciding about a drawn card.",
    "not_your_turn.add_more": "The {card} has to wait: {name} may add another card.",
    "not_your_turn.respond": "The {card} has to wait: {name} is answering a draw card.",
    "not_your_turn.choose_player": "The {card} has to wait: {name} is choosing a player.",
    "not_your_turn.choose_target": "The {card} has to wait: {name} is choosing a player.",
    "not_your_turn.choose_color": "The {card} has to wait: {name} is choosing a color.",
    "not_your_turn.first_color": "The {card} has to wait: {name} is choosing a color.",
    "not_your_turn.roulette_color": "The {card} has to wait: {name} is choosing a color.",
    "turn": "The {card} does not fit. Play {fitting}.",
    "keep_or_play": "The {card} cannot be played: after drawing, play what you have drawn or keep it.",
    "add_more": "The {card} cannot be added to this move.",
    "respond": "The {card} does not answer the draw card.",
    "respond.same": "The {card} does not answer the draw card: only one of the same kind does.",
    "respond.four_on_two": "The {card} does not answer the draw card: only one of the same kind or a wild one does.",
    "respond.higher": "The {card} does not answer the draw card: only one of as many cards or more does.",
    "respond.any": "The {card} does not answer the draw card: only another draw card does.",
    "respond.challenge": "You cannot play a card now: challenge, or draw.",
    "respond.accept": "You cannot play a card now: draw.",
    "choose_player": "The {card} has to wait: choose a player first.",
    "choose_target": "The {card} has to wait: choose a player first.",
    "choose_color": "The {card} has to wait: choose a color first.",
    "first_color": "The {card} has to wait: choose a color first.",
    "roulette_color": "The {card} has to wait: choose a color first.",
}
"""Why a card of your hand that is not offered cannot be played now."""

BUTTONS: dict[str, Template] = {
    "challenge": "Challenge",
    "accept.number": "Draw {count}",
    "accept.until": "Draw",
    "accept.both": "Draw {count} and more",
    "draw": "Draw a card",
    "draw.again": "Draw another card",
    "keep": Plural("Keep it", "Keep them"),
    "pass": "Pass",
    "done": "Stop here",
    "continue": "Go on",
    "accuse": "Catch {name}!",
}

TITLES = {
    "over": "The match is over",
    "ended": "The match is over",
    "between_rounds": "The round is over",
    "your_turn": "Your turn",
    "waiting": "{name}’s turn",
}
"""Titles of the page in the browser."""
