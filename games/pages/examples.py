"""Short played examples for the page of rules: small positions in which the engine plays, and what happened in words.

Nothing of an example is written by hand but its cards and its first move, so it shows what these rules really do.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from typing import NamedTuple

from django.conf import settings
from django.utils.safestring import SafeString

from games.engine import Event, Move, Rules, State, legal, play, seen, setup
from games.engine.cards import DARK, LIGHT, Face
from games.engine.offers import FINISHES, may_stack
from games.engine.steps import effect
from games.table import cards
from games.table.event_text import QUIET, Reader, sentence
from games.table.seats import with_whole_penalties
from games.wording.rulebook import EXAMPLES
from games.wording.templates import fill

NAMES = ("Ann", "Bob", "Cleo")
YOU, BOB = 0, 1
LATER = 6.0
"""Seconds after a move in which every player had the time to call."""
MOST_MOVES = 12
PILE = 60


class Example(NamedTuple):
    """What you hold, what lies on the pile, and what happens then."""

    title: str
    hand: tuple[SafeString, ...]
    top: SafeString
    happens: tuple[SafeString, ...]


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


# --- playing a scene


def played(scene: Scene, rules: Rules) -> Example:
    """Play a scene under these rules."""
    state = position(scene, rules)
    events: list[Event] = []
    for seat, move, now in scene.moves:
        events += play(state, seat, move, now)
    events += list(_rest(state, scene.prefers))
    return Example(
        title=scene.title or fill(EXAMPLES[scene.code], call=settings.CALL_WORD, player=NAMES[BOB]),
        hand=tuple(cards.shown(text, scene.side) for text in scene.hands[YOU]),
        top=cards.shown(scene.top, scene.side),
        happens=tuple(_told(events, Reader(NAMES, YOU, settings.CALL_WORD))),
    )


def position(scene: Scene, rules: Rules) -> State:
    deck = rules.cards
    whole = {face.text: card for card, face in deck.faces[scene.side].items()}
    plain = [text for text, face in deck.printed[scene.side].items() if face.effect in ("number", "plain")]
    hands = [[whole[text] for text in hand] for hand in scene.hands]
    draw = [whole[text] for text in (*islice(cycle(plain), PILE), *scene.pile)]
    return setup(rules, hands, draw, [whole[scene.top]], turn=scene.turn, side=scene.side)


def _rest(state: State, prefers: Sequence[str]) -> Iterator[Event]:
    """Answer what is asked, until the next turn begins or the round is over."""
    for _ in range(MOST_MOVES):
        if state.node == "turn" or state.has_round_ended:
            return
        yield from play(state, state.turn, _answer(legal(state, state.turn), prefers), state.now)


def _answer(moves: Sequence[Move], prefers: Sequence[str]) -> Move:
    order = (*prefers, "accept", "play", "draw", "keep")
    return next((move for verb in order for move in moves if move.verb == verb), moves[0])


def _told(events: Sequence[Event], reader: Reader) -> Iterator[SafeString]:
    """Yield a sentence for each event up to the end of the round, and at last whose turn it is."""
    told = [found for event in _of_round(events) if (found := seen(event, reader.seat))]
    for event in with_whole_penalties(event for event in told if event[0] not in QUIET):
        if text := sentence(event, reader):
            yield text
    if told and told[-1][0] == "turn":
        yield sentence(told[-1], reader)


def _of_round(events: Sequence[Event]) -> Iterator[Event]:
    for event in events:
        if event[0] == "dealt":
            return
        yield event


# --- the scenes


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


def _last_draw(suit: Suit) -> Scene | None:
    face = suit.first(lambda face: face.effect == "draw")
    if face is None or not suit.rules.final_draw_counts or not FINISHES[suit.rules.finish_on](face):
        return None
    return _scene("last_draw", suit, (face.text,), suit.number(0, 5), f"play {face.text}")


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


def _manual(make: Callable[[Suit], Scene]) -> Callable[[Suit], Scene | None]:
    return lambda suit: make(suit) if suit.rules.has_calls else None


SCENES: dict[str, Callable[[Suit], Scene | None]] = {
    "number": _number,
    "draw": _draw,
    "stack": _stack,
    "guilty": lambda suit: _challenge("guilty", 3, suit),
    "innocent": lambda suit: _challenge("innocent", 0, suit),
    "last_draw": _last_draw,
    "jump_in": _jump_in,
    "two_players": _two_players,
    "mercy": _mercy,
    "declared": _manual(lambda suit: _call("declared", suit, (YOU, "declare", -1.0))),
    "caught": _manual(lambda suit: _call("caught", suit, (BOB, f"accuse {YOU}", LATER))),
    "wrongly": lambda suit: _manual(_wrongly)(suit) if suit.rules.false_accuse_penalty else None,
    "auto": lambda suit: _call("auto", suit) if suit.rules.uno_call == "auto" else None,
    "out": _out,
}
"""The scene of each example; none if the rules have no such thing."""


def example(code: str, rules: Rules) -> Example | None:
    scene = SCENES[code](Suit(rules))
    return played(scene, rules) if scene else None


def card_example(face: Face, rules: Rules, side: int) -> Example:
    return played(card_scene(face, rules, side), rules)


def explained_faces(rules: Rules, side: int) -> list[Face]:
    """Return one face for each thing that the cards of a side do, numbers without an effect together."""
    found: dict[str, Face] = {}
    for face in rules.cards.printed[side].values():
        done = effect(rules, face)
        found.setdefault(done if face.effect == "number" else face.title, face)
    return list(found.values())
