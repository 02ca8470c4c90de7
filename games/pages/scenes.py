"""Small positions for the page of rules, one for each thing worth showing, under whatever rules it explains.

A scene is cards and first moves; `games.pages.examples` plays it.
"""

from collections.abc import Callable
from itertools import cycle, islice
from typing import NamedTuple

from games.engine import Rules
from games.engine.cards import DARK, LIGHT, Face
from games.engine.offers import FINISHES, may_stack
from games.wording.rulebook import EXAMPLES
from games.wording.templates import fill

NAMES = ("Ann", "Bob", "Cleo", "Dan")
YOU, BOB, CLEO = 0, 1, 2
LATER = 6.0
"""Seconds after a move in which every player had the time to call."""


class Scene(NamedTuple):
    """A position and the moves of its first player; what is asked afterwards gets the first answer that `prefers`
    names."""

    code: str
    hands: tuple[tuple[str, ...], ...]
    top: str
    moves: tuple[tuple[int, str, float], ...]
    pile: tuple[str, ...] = ()
    prefers: tuple[str, ...] = ()
    turn: int = YOU
    side: int = 0
    title: str = ""


class Suit(NamedTuple):
    """The faces of one side of a deck, from which scenes take what they need."""

    rules: Rules
    side: int = 0

    @property
    def printed(self) -> dict[str, Face]:
        return self.rules.cards.printed[self.side]

    def number(self, color: int, number: int) -> str:
        """Return a number card in one of the colors of this side, by their order; a plain Wild where all are wild."""
        if self.rules.cards.is_all_wild:
            return "KW"
        names = self.rules.cards.colors[self.side]
        return f"{(LIGHT | DARK)[names[color]]}{number}"

    def first(self, suits: Callable[[Face], bool]) -> Face | None:
        return next((face for face in self.printed.values() if suits(face)), None)


def card_scene(face: Face, rules: Rules, side: int) -> Scene:
    """Return a scene in which you play this card."""
    suit = Suit(rules, side)
    one, two, three, four = range(4)
    if face.is_wild:
        hand, top = [(one, 4), (two, 8)], suit.number(four, 5)
    else:
        hand, top = [(two, 4), (three, 8)], suit.number(one, 5)
    more = [(one, 4), (one, 8)] if face.effect == "discard_all" else []
    held = (face.text, *(suit.number(*card) for card in [*more, *hand]))
    pile = (suit.number(one, 1), suit.number(three, 4), suit.number(two, 9))
    return _scene("card", suit, held, top, f"play {face.text}", pile=pile)


def _scene(
    code: str,
    suit: Suit,
    hand: tuple[str, ...],
    top: str,
    move: str,
    *,
    bob: tuple[str, ...] = (),
    pile: tuple[str, ...] = (),
    prefers: tuple[str, ...] = (),
) -> Scene:
    return Scene(
        code=code,
        hands=(hand, bob or _hand(suit, (1, 2), (2, 6), (3, 8)), _hand(suit, (0, 3), (1, 9), (2, 1))),
        top=top,
        moves=((YOU, move, 0.0),),
        pile=pile,
        prefers=prefers,
        side=suit.side,
    )


def _hand(suit: Suit, *numbers: tuple[int, int]) -> tuple[str, ...]:
    return tuple(suit.number(*number) for number in numbers)


def _number(suit: Suit) -> Scene | None:
    if suit.rules.cards.is_all_wild:
        return None
    hand = _hand(suit, (0, 5), (1, 4), (2, 8))
    return _scene("number", suit, hand, suit.number(3, 5), f"play {hand[0]}")


def _draw(suit: Suit) -> Scene | None:
    if suit.rules.cards.is_all_wild:
        return None
    fits = (suit.number(0, 6),)
    pile = fits if suit.rules.draw == "one" else (*fits, suit.number(2, 2), suit.number(3, 1))
    return _scene("draw", suit, _hand(suit, (1, 4), (2, 8), (1, 6)), suit.number(0, 3), "draw", pile=pile)


def _stack(suit: Suit) -> Scene | None:
    draws = [face for face in suit.printed.values() if face.draws and face.effect != "reverse_draw"]
    pairs = [(face, other) for face in draws for other in draws if may_stack(suit.rules, other, face)]
    if not pairs:
        return None
    face, answer = max(pairs, key=lambda pair: pair[0].symbol != pair[1].symbol)
    hand = (face.text, *_hand(suit, (1, 4), (2, 8)))
    bob = (answer.text, *_hand(suit, (1, 2), (2, 6)))
    return _scene("stack", suit, hand, suit.number(0, 5), f"play {face.text}", bob=bob, prefers=("stack",))


def _challenge(code: str, color: int, suit: Suit) -> Scene | None:
    """Return a scene in which a wild draw card is challenged, and you hold a card of this color."""
    face = suit.first(lambda face: face.is_wild_draw)
    if face is None or suit.rules.wild_draw != "challenge":
        return None
    hand = (face.text, *_hand(suit, (color, 4), (1, 8)))
    return _scene(code, suit, hand, suit.number(3, 5), f"play {face.text}", prefers=("challenge",))


def _deflect(suit: Suit) -> Scene | None:
    color = suit.rules.cards.colors[suit.side][0]
    face = suit.first(lambda face: face.effect == "draw" and face.color == color)
    skip = suit.first(lambda face: face.effect == "skip" and face.color == color)
    if face is None or skip is None or not suit.rules.deflect:
        return None
    hand = (face.text, *_hand(suit, (1, 4), (2, 8)))
    bob = (skip.text, *_hand(suit, (1, 2), (2, 6)))
    return _scene("deflect", suit, hand, suit.number(0, 5), f"play {face.text}", bob=bob, prefers=("stack",))


def _last_draw(suit: Suit) -> Scene | None:
    face = suit.first(lambda face: face.effect == "draw")
    if face is None or not suit.rules.final_draw_counts or not FINISHES[suit.rules.finish_on](face):
        return None
    return _scene("last_draw", suit, (face.text,), suit.number(0, 5), f"play {face.text}")


def _several(suit: Suit) -> Scene | None:
    if suit.rules.several == "off" or suit.rules.cards.is_all_wild:
        return None
    color = 1 if suit.rules.several == "equal" else 0
    hand = _hand(suit, (0, 5), (color, 5), (2, 8), (3, 9))
    return _scene("several", suit, hand, suit.number(0, 3), f"play {hand[0]}+{hand[1]}")


def _misplayed(suit: Suit) -> Scene | None:
    if suit.rules.hints or not suit.rules.misplay_penalty or suit.rules.cards.is_all_wild:
        return None
    hand = _hand(suit, (1, 4), (0, 5), (2, 8))
    return _scene("misplayed", suit, hand, suit.number(0, 3), f"play {hand[0]}")


def _not_as_last(suit: Suit) -> Scene | None:
    face = suit.first(lambda face: face.effect in ("skip", "plain") and not FINISHES[suit.rules.finish_on](face))
    if face is None:
        return None
    return _scene("not_as_last", suit, (face.text,), suit.number(0, 5), "draw", pile=(suit.number(0, 1),))


def _jump_in(suit: Suit) -> Scene | None:
    if not suit.rules.jump_in or suit.rules.cards.is_all_wild:
        return None
    hand = _hand(suit, (0, 5), (1, 4), (2, 8))
    return _scene("jump_in", suit, hand, hand[0], f"jump {hand[0]}")._replace(turn=BOB)


def _two_players(suit: Suit) -> Scene | None:
    face = suit.first(lambda face: face.effect == "reverse")
    if face is None:
        return None
    scene = _scene(
        "two_players", suit, (face.text, *_hand(suit, (1, 4), (2, 8))), suit.number(0, 5), f"play {face.text}"
    )
    return scene._replace(hands=scene.hands[:2])


def _mercy(suit: Suit) -> Scene | None:
    face, limit = suit.first(lambda face: face.effect == "draw"), suit.rules.mercy_limit
    if face is None or not limit:
        return None
    count = limit - face.amount
    bob = tuple(islice(cycle(_hand(suit, *((color, number) for color in (1, 2) for number in range(1, 10)))), count))
    hand = (face.text, *_hand(suit, (1, 4), (2, 8)))
    scene = _scene("mercy", suit, hand, suit.number(0, 5), f"play {face.text}", bob=bob)
    return scene._replace(title=fill(EXAMPLES["mercy"], player=NAMES[BOB], count=count))


def _call(code: str, suit: Suit, *more: tuple[int, str, float]) -> Scene:
    """Return a scene in which you play your second-last card, with further moves."""
    hand = _hand(suit, (0, 5), (1, 8))
    scene = _scene(code, suit, hand, suit.number(0, 3), f"play {hand[0]}")
    return scene._replace(moves=tuple(sorted((*scene.moves, *more), key=lambda move: move[2])))


def _wrongly(suit: Suit) -> Scene:
    scene = _scene("wrongly", suit, _hand(suit, (0, 5), (1, 4), (2, 8)), suit.number(0, 3), f"accuse {BOB}")
    return scene._replace(hands=(scene.hands[YOU], _hand(suit, (1, 2)), *scene.hands[2:]))


def _out(suit: Suit) -> Scene:
    hand = _hand(suit, (0, 5))
    return _scene("out", suit, hand, suit.number(0, 3), f"play {hand[0]}")


def _partner_out(suit: Suit) -> Scene | None:
    """Return a scene in which the player opposite goes out, who is your partner in two teams."""
    if suit.rules.teams != "two":
        return None
    others = _hand(suit, (1, 4), (2, 8))
    scene = _scene("partner_out", suit, others, suit.number(0, 3), "")
    hands = (others, _hand(suit, (1, 2), (2, 6)), _hand(suit, (0, 5)), _hand(suit, (2, 1), (3, 9)))
    return scene._replace(hands=hands, moves=((CLEO, f"play {hands[CLEO][0]}", 0.0),), turn=CLEO)


def _manual(make: Callable[[Suit], Scene]) -> Callable[[Suit], Scene | None]:
    return lambda suit: make(suit) if suit.rules.has_calls else None


SCENES: dict[str, Callable[[Suit], Scene | None]] = {
    "number": _number,
    "draw": _draw,
    "stack": _stack,
    "guilty": lambda suit: _challenge("guilty", 3, suit),
    "innocent": lambda suit: _challenge("innocent", 0, suit),
    "deflect": _deflect,
    "last_draw": _last_draw,
    "several": _several,
    "not_as_last": _not_as_last,
    "misplayed": _misplayed,
    "jump_in": _jump_in,
    "two_players": _two_players,
    "mercy": _mercy,
    "declared": _manual(lambda suit: _call("declared", suit, (YOU, "declare", -1.0))),
    "caught": _manual(lambda suit: _call("caught", suit, (BOB, f"accuse {YOU}", LATER))),
    "wrongly": lambda suit: _manual(_wrongly)(suit) if suit.rules.false_accuse_penalty else None,
    "auto": lambda suit: _call("auto", suit) if suit.rules.uno_call == "auto" else None,
    "out": _out,
    "partner_out": _partner_out,
}
"""The scene of each example; none if the rules have no such thing."""
