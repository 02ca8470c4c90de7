"""Short played examples for the page of rules: small positions in which the engine plays, and what happened in words.

Nothing of an example is written by hand but its cards and its first move, so it shows what these rules really do.
"""

from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from random import Random
from typing import NamedTuple

from django.conf import settings
from django.utils.safestring import SafeString

from games.engine import Event, Move, Rules, State, deal, legal, play, seen, setup
from games.engine.cards import Face
from games.engine.steps import effect
from games.pages.scenes import BOB, CLEO, NAMES, SCENES, YOU, Scene, Suit, card_scene
from games.table import cards
from games.table.event_text import QUIET, Reader, sentence
from games.table.seats import with_whole_penalties
from games.wording.rulebook import EXAMPLES
from games.wording.templates import fill

MOST_MOVES = 12
PILE = 60
MOST_DEALS = 200
"""Among so many deals there is one with a first card that shows what the rules do with it."""


class Example(NamedTuple):
    """What you hold, what lies on the pile, and what happens then."""

    title: str
    hand: tuple[SafeString, ...]
    top: SafeString
    happens: tuple[SafeString, ...]


def played(scene: Scene, rules: Rules) -> Example:
    """Play a scene under these rules."""
    state = position(scene, rules)
    events: list[Event] = []
    for seat, move, now in scene.moves:
        events += play(state, seat, move, now)
    events += list(_rest(state, scene.prefers))
    return _example(scene.title or _title(scene.code), scene.hands[YOU], scene.top, scene.side, events)


def _title(code: str) -> str:
    return fill(EXAMPLES[code], call=settings.CALL_WORD, player=NAMES[BOB])


def _example(title: str, hand: Sequence[str], top: str, side: int, events: Sequence[Event]) -> Example:
    return Example(
        title=title,
        hand=tuple(cards.shown(text, side) for text in hand),
        top=cards.shown(top, side),
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


def first_card_example(rules: Rules) -> Example | None:
    """Deal until an action card or a wild is turned over; none if the rules put these back."""
    if rules.first_card == "number_only":
        return None
    alone = rules.but(teams="off")
    deals = (deal(alone, 3, Random(number), CLEO) for number in range(MOST_DEALS))  # noqa: S311  # no match
    state = next(state for state in deals if state.top.effect != "number" and state.top.opening != "again")
    dealt = next(number for number, event in enumerate(state.news) if event[0] == "dealt")
    hand, top, events = state.faces(YOU), state.top.text, state.news[dealt + 1 :]
    return _example(_title("first_card"), hand, top, 0, [*events, *_rest(state, ())])


def example(code: str, rules: Rules) -> Example | None:
    if code == "first_card":
        return first_card_example(rules)
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
