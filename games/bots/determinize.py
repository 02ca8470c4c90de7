"""Determinization: complete states that a view allows, with hidden hands that agree with what is known."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from random import Random

from games.engine import DECKS, Rules, State, View
from games.engine.cards import Face

from .memory import UNKNOWN, Held, Memory
from .view_helpers import faces

BLUFFERS = 0.3
"""How likely a player who could play the color is to play a wild draw card all the same, before anything is known."""


@lru_cache(maxsize=64)
def for_one_round(rules: Rules) -> Rules:
    """The same game, but for what does not matter to the choice of a card: calls, clocks and further rounds."""
    return rules.but(score_limit="one_round", uno_call="off", false_accuse_penalty=0, decision_seconds=0)


class Imagination:
    """All that a view and a memory say; `state` fills in the rest by chance."""

    def __init__(self, view: View, memory: Memory):
        assert view.seat is not None  # noqa: S101  # spectators do not play
        self.view, self.memory, self.me = view, memory, view.seat
        self.rules = for_one_round(view.rules)
        self.deck = DECKS[view.rules.deck]
        self.rows = {seat: memory.held(view, seat) for seat in range(view.seats) if seat != self.me}
        self.before = self.color_before()
        self.honest = self.chance_of_honesty()
        self.blank = self.known_part()
        self.certain: LaidOut | None = None
        self.depth = sum(view.counts) - len(view.hand) + self.blank.buried + view.aside + 16

    def color_before(self) -> str | None:
        if self.memory.before is not None or len(self.view.pile) < 2:
            return self.memory.before
        return faces(self.view)[self.view.pile[-2]].color

    def chance_of_honesty(self) -> float:
        """How likely the wild draw card that waits for an answer is no bluff."""
        view, attacker = self.view, self.view.attacker
        if view.decision != "respond" or attacker is None or not faces(view)[view.top].is_wild_draw:
            return 0.0
        shown = self.deck.show(self.deck.cards, view.side)
        share = sum(faces(view)[card].color == self.before for card in shown) / len(shown)
        no_color = (1 - share) ** view.counts[attacker]
        caught, cleared = self.memory.bluffs[attacker] if attacker < len(self.memory.bluffs) else (0, 0)
        bluffs = (BLUFFERS * 3 + caught) / (3 + caught + cleared)
        return no_color / (no_color + bluffs * (1 - no_color))

    def known_part(self) -> State:
        """A state with everything that lies open; the cards come later."""
        view, state = self.view, State(self.rules, self.view.seats)
        state.side, state.color, state.before = view.side, view.color, self.before
        state.turn, state.direction, state.node = view.turn, view.direction, view.node
        state.debt, state.until, state.attacker = view.debt, view.until, view.attacker
        state.buried = view.discards - len(view.pile)
        state.out = dict.fromkeys(view.out, 0)
        state.round, state.dealer = view.round, view.dealer
        return state

    # --- filling in

    def state(self, random: Random) -> State:
        """One state that may be the true one."""
        state, view = self.blank.copy(), self.view
        hand, pile, rows, cards = self.laid_out(random)
        left = Pile(stirred(cards, self.depth, random), self.deck.faces[view.side])
        state.hands[self.me] = hand
        for seat, (known, hidden) in rows.items():
            state.hands[seat] = known + left.take_guessed(self.believed(seat, hidden, random))
        state.discard = left.take(state.buried) + pile
        state.turn_up()
        state.aside = left.take(view.aside)
        state.draw = left.cards
        state.drawn = tuple(self.drawn_cards(hand)) if view.drawn else ()
        state.seed = random.getrandbits(32)
        if state.top.is_wild_draw:
            self.note_bluff(state)
        return state

    def laid_out(self, random: Random) -> "LaidOut":
        """The cards that are known at their places. Where each card has one face only, that is the same every time."""
        if self.deck.two_sided:
            return self.lay_out(random)
        if self.certain is None:
            self.certain = self.lay_out(random)
        hand, pile, rows, cards = self.certain
        return hand[:], pile, rows, cards

    def lay_out(self, random: Random) -> "LaidOut":
        view, side = self.view, self.view.side
        box = Box(self.deck.cards, side, random)
        hand, pile = box.take_all(view.hand), box.take_all(view.pile)
        rows = {}
        for seat, row in self.rows.items():
            backs = view.backs[seat] if view.backs else ()
            rows[seat] = box.take_backs(backs) if backs else box.take_known(row)
        return hand, pile, rows, shuffled(box.left(), random)

    def believed(self, seat: int, hidden: list[Held], random: Random) -> list[frozenset[str]]:
        """What the hidden cards of a hand are not, this time: what they seem to lack is not always so."""
        believe = random.random() < self.memory.trust(seat)
        lacks = [held.lacks if believe else frozenset() for held in hidden]
        if seat == self.view.attacker and self.before and random.random() < self.honest:
            lacks = [colors | {self.before} for colors in lacks]
        return lacks

    def drawn_cards(self, hand: list[str]) -> Iterator[str]:
        rest = hand[:]
        for face in self.view.drawn:
            card = self.deck.find(rest, face, self.view.side)
            if card is not None:
                rest.remove(card)
                yield card

    def note_bluff(self, state: State) -> None:
        """The game has noted whether the wild draw card on top is a bluff; so must the imagined one."""
        attacker = state.attacker if state.node == "respond" else state.turn
        if attacker is not None:
            state.bluff = self.is_bluff(state, state.hands[attacker])

    def is_bluff(self, state: State, hand: Iterable[str]) -> bool:
        shown = self.deck.faces[state.side]
        if any(shown[card].color == self.before for card in hand if not shown[card].is_wild):
            return True
        if self.rules.challenge_test == "color" or len(state.discard) < 2:
            return False
        symbol = shown[state.discard[-2]].symbol
        return any(shown[card].symbol == symbol or shown[card].effect == "wild" for card in hand)


LaidOut = tuple[list[str], list[str], dict[int, tuple[list[str], list[Held]]], list[str]]
"""The bot's hand, the pile, of every other hand the known cards and the hidden ones, and the cards left over."""


def shuffled(cards: list[str], random: Random) -> list[str]:
    """Quicker than `shuffle`, and each order as likely as the others."""
    dice = random.random
    return sorted(cards, key=lambda _: dice())


def stirred(cards: list[str], count: int, random: Random) -> list[str]:
    """The same cards, of which the last `count` are drawn by chance. Deeper down the order does not matter: the cards
    were shuffled before, and nobody gets there in the few turns that are imagined."""
    pile, dice = cards[:], random.random
    for last in range(len(pile) - 1, max(0, len(pile) - 1 - count), -1):
        other = int(dice() * (last + 1))
        pile[last], pile[other] = pile[other], pile[last]
    return pile


class Box:
    """The cards of a deck, by the face they show; a face that is asked for leaves the box as one of its cards."""

    def __init__(self, cards: Iterable[str], side: int, random: Random):
        self.side, self.random = side, random
        self.by_face: dict[str, list[str]] = {}
        for card in cards:
            self.by_face.setdefault(card.split("|")[side] if "|" in card else card, []).append(card)

    def take_face(self, face: str) -> str | None:
        cards = self.by_face.get(face)
        return cards.pop(self.random.randrange(len(cards)) if len(cards) > 1 else 0) if cards else None

    def take_all(self, wanted: Iterable[str]) -> list[str]:
        return [card for face in wanted if (card := self.take_face(face)) is not None]

    def take_known(self, row: Iterable[Held]) -> tuple[list[str], list[Held]]:
        """The cards of a row that are known, and what is left to guess."""
        known, hidden = [], []
        for held in row:
            card = self.take_face(held.face) if held.face else None
            if card is None:
                hidden.append(held)
            else:
                known.append(card)
        return known, hidden

    def take_backs(self, backs: Iterable[str]) -> tuple[list[str], list[Held]]:
        """Cards with these faces on their other side; where the last of them is thought to lie elsewhere, any card."""
        taken: list[str] = []
        hidden = []
        for back in backs:
            fitting = [card for card in self.left() if card.split("|")[1 - self.side] == back]
            if fitting:
                taken.append(self.random.choice(fitting))
                self.by_face[taken[-1].split("|")[self.side]].remove(taken[-1])
            else:
                hidden.append(UNKNOWN)
        return taken, hidden

    def left(self) -> list[str]:
        return [card for cards in self.by_face.values() for card in cards]


class Pile:
    """Shuffled cards, from which hands are guessed."""

    def __init__(self, cards: list[str], faces: dict[str, Face]):
        self.cards, self.faces = cards, faces

    def take(self, count: int) -> list[str]:
        start = len(self.cards) - count
        taken = self.cards[start:]
        del self.cards[start:]
        return taken

    def take_guessed(self, lacks: list[frozenset[str]]) -> list[str]:
        return [self.take_but(colors) if colors else self.cards.pop() for colors in lacks]

    def take_but(self, colors: frozenset[str]) -> str:
        """The next card that has none of these colors, if there is one."""
        cards, faces = self.cards, self.faces
        for index in range(len(cards) - 1, -1, -1):
            if faces[cards[index]].color not in colors:
                return cards.pop(index)
        return cards.pop()
