"""Why the engine refuses something, in a sentence for the player, by code.

>>> from games.engine import Refused, Rules, WrongRules
>>> sentence(Refused("priority", "not_your_turn", seat=1, decision="choose_color"), ["Ann", "Bob"])
'Not your turn: Bob is choosing a color.'
>>> sentence(WrongRules("seats", most=6, seats=7))
'These rules are for 2 to 6 players, not 7.'
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.engine import Diverged, Refused, Unreadable, WrongRules
from games.engine.cards import Face
from games.engine.errors import EngineError
from games.wording import options
from games.wording.templates import Plural, Template, fill


class By(NamedTuple):
    """Several templates for one code, told apart by one of the facts."""

    fact: str
    templates: Mapping[str, Template]


Wording = Template | By

NOT_YOUR_TURN = {
    "turn": "Not your turn: it is {name}’s turn.",
    "keep_or_play": "Not your turn: {name} is deciding about a drawn card.",
    "add_more": "Not your turn: {name} may add another card.",
    "respond": "Not your turn: {name} is answering a draw card.",
    "choose_player": "Not your turn: {name} is choosing a player.",
    "choose_target": "Not your turn: {name} is choosing a player.",
    "choose_color": "Not your turn: {name} is choosing a color.",
    "first_color": "Not your turn: {name} is choosing a color.",
    "roulette_color": "Not your turn: {name} is choosing a color.",
}
TOO_LATE_TO_JUMP = {
    "keep_or_play": "Too late to jump in: {name} is deciding about a drawn card.",
    "add_more": "Too late to jump in: {name} may add another card.",
    "respond": "Too late to jump in: {name} is answering a draw card.",
    "choose_player": "Too late to jump in: {name} is choosing a player.",
    "choose_target": "Too late to jump in: {name} is choosing a player.",
    "choose_color": "Too late to jump in: {name} is choosing a color.",
    "first_color": "Too late to jump in: {name} is choosing a color.",
    "roulette_color": "Too late to jump in: {name} is choosing a color.",
}
DECIDE_FIRST = {
    "turn": "It is your turn: play a card or draw.",
    "keep_or_play": "First play the drawn card or keep it.",
    "add_more": "First add another card, or stop.",
    "respond": "Answer the draw card first.",
    "choose_player": "First choose a player to swap hands with.",
    "choose_target": "First choose a player who draws the cards.",
    "choose_color": "Choose a color first.",
    "first_color": "Choose a color first.",
    "roulette_color": "Choose a color first.",
}

MOVES: dict[str, Wording] = {
    "not_taking_part": "You are not playing in this game.",
    "eliminated": "You are out of the match.",
    "knocked_out": "You are out until the next round.",
    "match_over": "The match is over.",
    "between_rounds": "The round is over. Wait for the next one.",
    "agreed_already": "You have agreed already. Wait for the others.",
    "round_goes_on": "The round is not over yet.",
    "round_over": "The round ends before all of these moves are made.",
    "too_late": "Too late: the game has moved on.",
    "too_early": "Too early: {name} still has a moment to call.",
    "already_accused": "You have already accused {name} in this turn.",
    "not_your_turn": By("decision", NOT_YOUR_TURN),
    "decide_first": By("decision", DECIDE_FIRST),
    "your_turn": "It is your turn: just play the card.",
    "decision_pending": By("decision", TOO_LATE_TO_JUMP),
    "card_not_held": By("reason", {"not_held": "You have no {card}.", "no_such_card": "There is no such card."}),
    "amount": By(
        "reason",
        {
            "none": "Draw at least one card.",
            "too_many": "You cannot draw that many cards.",
            "limit": Plural("You can draw {count} card in a turn.", "You can draw at most {count} cards in a turn."),
            "penalty": Plural(
                "Answer the draw card, or draw the {count} card it costs.",
                "Answer the draw card, or draw all {count} cards it costs.",
            ),
        },
    ),
    "nothing_to_draw": "There are no cards left to draw.",
    "draw_first": "Draw a card before you pass.",
    "too_many_cards": "You can only call when you have one or two cards.",
    "does_not_fit": By(
        "reason",
        {
            "on_a_wild": "The {card} does not fit. Play {color} or a wild.",
            "on_a_symbol": "The {card} does not fit. Play {color}, {symbol} or a wild.",
        },
    ),
    "drawn_is_kept": "You have drawn, so you cannot play this turn.",
    "only_drawn": "After drawing, you can only play what you have drawn.",
    "no_bluff": By(
        "reason",
        {
            "color": "You can only play the {card} when you have no {color} card.",
            "match": "You can only play the {card} when nothing but wilds fits.",
            "playable": "You can only play the {card} when nothing else fits.",
        },
    ),
    "not_as_last": By(
        "reason",
        {
            "no_wild": "The {card} is a wild and cannot be your last card.",
            "number": "The {card} cannot be your last card: that has to be a number.",
        },
    ),
    "drawn_already": "You have already drawn. Play the drawn card or keep it.",
    "must_play": By(
        "reason",
        {
            "draw": "You have a card that fits, so you cannot draw.",
            "pass": "You have a card that fits, so you cannot pass.",
        },
    ),
    "not_equal": By(
        "reason",
        {
            "equal": "The {card} cannot be added: it has another number than the {top}, or you did not just draw it.",
            "identical": "The {card} cannot be added: it is another card than the {top}, or you did not just draw it.",
        },
    ),
    "no_stacking": "These rules do not let you answer a draw card with another one.",
    "does_not_stack": "These rules do not let you answer the {top} with the {card}.",
    "no_jump_in": "These rules do not let you play out of turn.",
    "not_identical": By(
        "reason",
        {
            "on_a_wild": "You cannot jump in with a wild.",
            "another": "You can only jump in with a card identical to the top card, the {top}.",
        },
    ),
    "no_challenge": "This card cannot be challenged.",
    "no_calls": "These rules do not ask for calls.",
    "declared_already": "You have already called.",
    "call_before": "Too late: at this table, call before you play the card.",
    "no_call_now": "Call when you are about to play your second-to-last card.",
    "yourself": "You cannot catch yourself.",
    "no_such_player": By(
        "reason",
        {
            "accuse": "There is no such player in this round.",
            "swap": "Choose another player who is still in the round.",
        },
    ),
    "nothing_to_catch": "{name} has not missed a call.",
    "no_such_color": "Choose one of these colors: {colors}.",
    "not_asked": "The game does not ask for “{move}” here.",
    "not_seen_yet": "Send “{move}” by itself: what comes before it uncovers cards.",
    "seconds": "Time can be extended by at most {most:,} seconds, not by {seconds}.",
}

RULES: dict[str, Wording] = {
    "value": "{label} must be {limits}, not {given}.",
    "unknown_option": "There is no option called {name}. The options are {options}.",
    "unknown_preset": "There are no rules called {name}. The presets are {presets}.",
    "not_options": "Rules consist of named options.",
    "drawn_cards": "After drawing any card may be played, but a drawn card may not: change one of these options.",
    "mercy": (
        "With hands of {hand_size} and mercy at {mercy_limit} cards, every player would be out at once. "
        "Deal fewer cards or raise the limit."
    ),
    "seats": "These rules are for 2 to {most} players, not {seats}.",
    "team_seats": "With these teams, the number of players must be one of these: {numbers}. It is {seats}.",
    "last_card": "All cards of this deck are wild, so any card must be allowed to be the last.",
    "team_elimination": "A match of teams cannot be played by elimination. Choose a number of points, or one round.",
    "rules_not_text": "These rules cannot be read: they are not text.",
    "rules_not_json": "These rules cannot be read: they are not JSON.",
    "rules_not_object": "These rules cannot be read: they are not a JSON object.",
    "dealer": "The dealer must have a seat, and there is no seat {dealer}.",
    "empty_hand": "In a position, every hand needs a card.",
    "too_full_hand": "Mercy does not let seat {number} hold {cards} cards.",
    "unknown_cards": "The deck {deck} has no cards {cards}.",
    "no_discard": "A position needs a card on the discard pile.",
    "hands": "A position needs two to ten hands.",
    "no_seat": "There is no seat {number}.",
    "direction": "The direction must be 1 or -1.",
    "no_side": "The deck {deck} has no side {side}.",
    "no_color": "{color} is not a color of the side in play.",
    "color_needed": "With a wild on top, a position needs a color.",
    "no_card": "The deck {deck} has no card {card}. Its cards are {cards}.",
}

TEXTS: dict[str, Wording] = {
    "not_a_time": "“{given}” is not a time.",
    "not_a_move": "A move is a text such as “play R7”.",
    "unknown_move": "“{text}” is not a move.",
    "incomplete_move": "“{text}” is not a complete move.",
    "number_expected": "“{text}” needs a whole number in place of “{word}”.",
    "too_long": "These are more moves than fit into one turn.",
    "position": "A position reads: rules | hands | turn direction color | draw pile | discard pile.",
    "position_side": "The side of a position is 0 or 1.",
    "position_turn": "The turn of a position reads like this: 0 clockwise red.",
    "unknown_event": "There is no event called {kind}.",
    "event_fields": "The fields of the event {kind} cannot be read.",
    "not_an_event": "This is not an event: {event}",
    "empty_game": "A game needs at least one entry.",
    "game_start": "The beginning of this game cannot be read.",
    "not_an_entry": "This line is not a move of a game: {line}",
    "no_time": "This line has no valid time: {line}",
    "not_for_umpires": "An umpire cannot do this here: {move}",
    "no_source": "The secret of these shuffles is not known.",
    "state_lacks": "This state lacks {parts}.",
    "state_rules": "The rules or the seats of this state cannot be read.",
    "unknown_part": "A state has no part called {part}.",
    "wrong_part": "This state is not possible: its part “{part}” is wrong.",
    "not_json": "This text is not JSON.",
    "not_an_object": "This text is not a JSON object.",
}

LOGS: dict[str, Wording] = {
    "entry": "Entry {number}, “{move}” of {name}, does not follow from the entries before it.",
    "umpire_entry": "Entry {number}, “{move}”, does not follow from the entries before it.",
    "empty": "This log is empty. The first entry of a log is the deal.",
}

WORDINGS: dict[type[EngineError], dict[str, Wording]] = {
    Refused: MOVES,
    WrongRules: RULES,
    Unreadable: TEXTS,
    Diverged: LOGS,
}


def sentence(error: EngineError, names: Sequence[str] = ()) -> str:
    """Return the sentence about an error; a player without a name is called by their seat."""
    template = WORDINGS[type(error)][error.code]
    if isinstance(template, By):
        template = template.templates[str(error.facts[template.fact])]
    return fill(template, **(error.facts | _words(error.facts, names)))


def _words(facts: Mapping[str, object], names: Sequence[str]) -> dict[str, object]:
    """The facts that are not words yet, as words."""
    words: dict[str, object] = {fact: value.name for fact, value in facts.items() if isinstance(value, Face)}
    words |= {fact: ", ".join(value) for fact, value in facts.items() if isinstance(value, tuple)}
    match facts:
        case {"seat": int(seat)}:
            words["name"] = names[seat] if 0 <= seat < len(names) else f"seat {seat}"
        case {"top": Face(title=title)}:
            words["symbol"] = title
        case {"option": str(option)}:
            words |= {"label": options.label(option), "limits": options.limits(option)}
    return words
