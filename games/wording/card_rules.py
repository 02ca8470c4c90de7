"""What each card does under the rules of a table, in whole sentences.

>>> rules = Rules.preset("House")
>>> explain(rules.cards.faces[0]["RD"], rules)[0]
'The next player draws 2 cards and loses their turn.'
"""

from collections.abc import Callable, Iterator

from games.engine import Rules
from games.engine.cards import UNTIL_COLOR, Face
from games.engine.offers import EQUAL, may_be_challenged, may_deflect, may_stack
from games.engine.rounds import last_card_effect
from games.engine.steps import effect
from games.wording.templates import Plural, Template, fill

TEXTS: dict[str, Template] = {
    "number": "It fits on its color and on its number, and has no further effect.",
    "skip": "The next player loses their turn.",
    "plain": "You can play it on any card. It does nothing more.",
    "skip_two": "The next two players lose their turns; with two players, the other one.",
    "targeted": Plural(
        "You choose a player, who draws {count} card. Only the next player loses their turn by it.",
        "You choose a player, who draws {count} cards. Only the next player loses their turn by it.",
    ),
    "reverse": "The direction of play turns around.",
    "reverse.skip": "With two players, the other player loses their turn.",
    "reverse.plain": "With two players, it does nothing more.",
    "everyone": "All other players lose their turn: you play again.",
    "wild": "You can play it on any card. You choose the color that comes next.",
    "wild_draw": "You choose the color that comes next.",
    "flip": "All cards are turned over: the discard pile, the draw pile and all hands. The other side is now in play.",
    "discard_all": "All your other cards of its color go onto the pile with it, without effect.",
    "roulette": "The next player chooses a color and turns over cards until that color comes. "
    "They take all of these cards and lose their turn.",
    "reverse_draw": "The direction of play turns around, and you choose the color that comes next.",
    "reverse_draw.alone": "With two players, you draw the cards yourself.",
    "reverse_draw.stack": "With two players, the cards come back to you, unless you answer with a draw card.",
    "shuffle_hands": "All hands are shuffled together and dealt out one by one, from the next player on. Then you "
    "choose the color that comes next.",
    "custom": "You can play it on any card. You choose the color that comes next.",
    "custom.draw_one": "Then all other players draw a card.",
    "custom.again": "Then you play again.",
    "custom.skip_two": "Then the next two players lose their turns; with two players, the other one.",
    "custom.peek": "Then you look at the next player’s hand.",
    "seven": "You choose a player and swap hands with them.",
    "zero": "Every player passes their hand to the next player in the direction of play.",
    "draw": Plural(
        "The next player draws {count} card and loses their turn.",
        "The next player draws {count} cards and loses their turn.",
    ),
    "draw.plays": Plural(
        "The next player draws {count} card and then takes their turn.",
        "The next player draws {count} cards and then takes their turn.",
    ),
    "until_color": "The next player draws until they get a card of that color, and loses their turn.",
    "until_color.plays": "The next player draws until they get a card of that color, and then takes their turn.",
    "stack.same": "They may answer with another {card}: then the player after them draws the sum.",
    "stack": "They may answer with a draw card ({cards}): then the player after them draws the sum.",
    "deflect.skip": "If you have to draw for a draw card, a Skip of the color in play sends it on to the next player.",
    "deflect.reverse": "If you have to draw for a draw card, a Reverse of the color in play sends it back.",
    "may.challenge.color": "It is a bluff if you hold a card of the color in play.",
    "may.challenge.match": "It is a bluff if you hold another card that fits and is not a wild.",
    "may.challenge.playable": "It is a bluff if you hold any other card that fits, plain wilds included.",
    "challenge": Plural(
        "The player it hits may challenge it: if it was a bluff, you draw instead of them; if not, they draw {count} "
        "more card.",
        "The player it hits may challenge it: if it was a bluff, you draw instead of them; if not, they draw {count} "
        "more cards.",
    ),
    "may.free": "You can play it on any card at any time, and nobody can challenge it.",
    "may.enforced.color": "You can play it only if you hold no card of the color in play.",
    "may.enforced.match": "You can play it only if no other card of your hand fits, except wilds.",
    "may.enforced.playable": "You can play it only if no other card of your hand fits.",
    "several.equal": "You may play it in one move with other cards of the same number.",
    "several.identical": "You may play it in one move with others that are the same. Their effects add up.",
    "last": "Played as your last card, it still makes the next player draw.",
}
JUMP_IN = "You may jump in with it on an identical card, even when it is not your turn."


def explain(face: Face, rules: Rules) -> tuple[str, ...]:
    """Return what a card does under these rules."""
    cards = ", ".join(stackable(face, rules))
    return tuple(fill(TEXTS[code], count=count, card=face.title, cards=cards) for code, count in _codes(face, rules))


def _codes(face: Face, rules: Rules) -> Iterator[tuple[str, int]]:
    done = effect(rules, face)
    yield from ((code, face.amount) for code in (EFFECTS[done](rules) if done in EFFECTS else (done,)))
    if face.draws:
        yield from _draws(face, rules)
    if may_deflect(rules, face):
        yield f"deflect.{face.effect}", 0
    if EQUAL[rules.several](face, face):
        yield f"several.{rules.several}", 0


EFFECTS: dict[str, Callable[[Rules], tuple[str, ...]]] = {
    "draw": lambda _rules: (),
    "custom": lambda rules: ("custom", f"custom.{rules.custom_card}"),
    "reverse": lambda rules: ("reverse", f"reverse.{rules.two_player_reverse}"),
}
"""The sentences about an effect, where they are not just the one of its name."""


def _draws(face: Face, rules: Rules) -> Iterator[tuple[str, int]]:
    amount = "until_color" if face.amount == UNTIL_COLOR else "draw"
    yield amount if rules.draw_skips_victim else f"{amount}.plays", face.amount
    if answers := stackable(face, rules):
        yield "stack.same" if answers == [face.title] else "stack", 0
    if face.effect == "reverse_draw":
        yield "reverse_draw.stack" if rules.lets_answer else "reverse_draw.alone", 0
    if face.is_wild_draw:
        yield from _bluffs(face, rules)
    if last_card_effect(rules, face) != "won":
        yield "last", 0


def _bluffs(face: Face, rules: Rules) -> Iterator[tuple[str, int]]:
    yield "may.free" if rules.wild_draw == "free" else f"may.{rules.wild_draw}.{rules.challenge_test}", 0
    if may_be_challenged(rules, face):
        yield "challenge", rules.challenge_extra


def stackable(face: Face, rules: Rules) -> list[str]:
    """Return the titles of the cards that may answer a draw card."""
    if not face.draws:
        return []
    side = next(printed for printed in rules.cards.printed if printed.get(face.text) == face)
    return list(dict.fromkeys(other.title for other in side.values() if may_stack(rules, other, face)))


def explain_all(rules: Rules) -> dict[str, str]:
    """Return what each card of the deck does, and that it may jump in, by its name."""
    return {
        face.name: " ".join([*explain(face, rules), *[fill(JUMP_IN)] * (rules.jump_in and not face.is_wild)])
        for side in rules.cards.printed
        for face in side.values()
    }
