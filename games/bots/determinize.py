"""Determinization: sample complete states that are consistent with a view and a memory."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from games.engine import DECKS, Rules, State, View
from games.engine.cards import Face

from .memory import NOTHING, UNKNOWN, Held, Memory
from .view_helpers import faces

BLUFFERS = 0.3
"""The prior probability that a player who could play the color bluffs with a wild draw card."""


@lru_cache(maxsize=64)
def for_one_round(rules: Rules) -> Rules:
    """Return the rules without what does not affect the choice of a card: calls, time limits and further rounds."""
    return rules.but(score_limit="one_round", uno_call="off", false_accuse_penalty=0, decision_seconds=0, turn_clock=0)


class LaidOut(NamedTuple):
    """The cards whose places are known, and the rest."""

    hand: list[str]
    pile: list[str]
    rows: dict[int, tuple[list[str], list[Held]]]
    """The known and the hidden cards of every other hand."""
    top: list[str]
    """The top of the draw pile, if its back can be seen."""
    rest: list[str]


class Sampler:
    """The information in a view and a memory. `state` samples the rest."""

    def __init__(self, view: View, memory: Memory):
        assert view.seat is not None  # noqa: S101  # spectators do not play
        self.view, self.memory, self.me = view, memory, view.seat
        self.rules = for_one_round(view.rules)
        self.deck = DECKS[view.rules.deck]
        self.rows = {seat: self.held(seat) for seat in range(view.seats) if seat != self.me}
        self.before = self.color_before()
        self.honest = self.chance_of_honesty()
        self.blank = self.known_part()
        self.certain: LaidOut | None = None
        self.depth = sum(view.counts) - len(view.hand) + self.blank.buried + view.aside + 16

    def held(self, seat: int) -> list[Held]:
        """Return what is known of the cards in a hand: all if it lies open, otherwise what the memory knows."""
        shown = self.view.open_hands[seat] if self.view.open_hands else ()
        return [Held(face) for face in shown] or self.memory.held(self.view, seat)

    def color_before(self) -> str | None:
        if self.memory.before is not None or len(self.view.pile) < 2:
            return self.memory.before
        return faces(self.view)[self.view.pile[-2]].color

    def chance_of_honesty(self) -> float:
        """Return the probability that the wild draw card to be answered is no bluff."""
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
        """Return a state with all public information except the cards."""
        view, state = self.view, State(self.rules, self.view.seats)
        state.side, state.color, state.before = view.side, view.color, self.before
        state.turn, state.direction, state.node = view.turn, view.direction, view.node
        state.debt, state.until, state.attack, state.attacker = view.debt, view.until, view.attack, view.attacker
        state.buried = view.discards - len(view.pile)
        state.out = dict.fromkeys(view.out, 0)
        state.round, state.dealer = view.round, view.dealer
        return state

    # --- sampling

    def state(self, random: Random) -> State:
        """Return a random state that may be the true one."""
        state, view = self.blank.copy(), self.view
        known_cards = self.laid_out(random)
        left = Pile(reshuffled(known_cards.rest, self.depth, random), self.deck.faces[view.side])
        state.hands[self.me] = hand = known_cards.hand[:]
        for seat, (known, hidden) in known_cards.rows.items():
            state.hands[seat] = known + left.take_guessed(self.excluded(seat, hidden, random))
        state.discard = left.take(state.buried) + known_cards.pile
        state.turn_up()
        state.aside = left.take(view.aside)
        state.draw = left.cards + known_cards.top
        state.drawn = tuple(self.drawn_cards(hand)) if view.drawn else ()
        state.seed = random.getrandbits(32)
        if state.top.is_wild_draw:
            self.note_bluff(state)
        return state

    def laid_out(self, random: Random) -> LaidOut:
        """Return the known cards in their places. For one-sided decks the result is computed only once."""
        if self.deck.two_sided:
            return self.lay_out(random)
        if self.certain is None:
            self.certain = self.lay_out(random)
        return self.certain

    def lay_out(self, random: Random) -> LaidOut:
        view, side = self.view, self.view.side
        deck_cards = DeckCards(self.deck.cards, side, random)
        deck_cards.keep_for([view.draw_back, *(back for backs in view.backs for back in backs)])
        hand, pile = deck_cards.take_all(view.hand), deck_cards.take_all(view.pile)
        top, _ = deck_cards.take_backs((view.draw_back,) if view.draw_back else ())
        rows = {}
        for seat, row in self.rows.items():
            backs = view.backs[seat] if view.backs else ()
            rows[seat] = deck_cards.take_backs(backs, row) if backs else deck_cards.take_known(row)
        return LaidOut(hand, pile, rows, top, shuffled(deck_cards.left(), random))

    def excluded(self, seat: int, hidden: list[Held], random: Random) -> list[frozenset[str]]:
        """Return for each hidden card the colors, symbols and faces it cannot have. Some samples ignore what seems to
        be lacking, or the usual habits."""
        believe = random.random() < self.memory.trust(seat)
        expect = random.random() < self.memory.trust_in_habits(seat)
        lacks = [(held.lacks if believe else NOTHING) | (held.unusual if expect else NOTHING) for held in hidden]
        if seat == self.view.attacker and self.before and random.random() < self.honest:
            lacks = [parts | {self.before} for parts in lacks]
        return lacks

    def drawn_cards(self, hand: list[str]) -> Iterator[str]:
        rest = hand[:]
        for face in self.view.drawn:
            card = self.deck.find(rest, face, self.view.side)
            if card is not None:
                rest.remove(card)
                yield card

    def note_bluff(self, state: State) -> None:
        """Store whether the wild draw card on top is a bluff in this sample, as the game does when it is played."""
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


def shuffled(cards: list[str], random: Random) -> list[str]:
    """Return the cards in random order, faster than `random.shuffle`."""
    dice = random.random
    return sorted(cards, key=lambda _: dice())


def reshuffled(cards: list[str], count: int, random: Random) -> list[str]:
    """Return the cards with the last `count` of them in a new random order.

    The rest was shuffled before, and the few turns of a sample do not reach it.
    """
    pile, dice = cards[:], random.random
    for last in range(len(pile) - 1, max(0, len(pile) - 1 - count), -1):
        other = int(dice() * (last + 1))
        pile[last], pile[other] = pile[other], pile[last]
    return pile


class DeckCards:
    """The cards of a deck by their visible face. Taking a face removes one of its cards."""

    def __init__(self, cards: Iterable[str], side: int, random: Random):
        self.side, self.random = side, random
        self.spare: dict[str, int] = {}
        """How many cards of each back can be taken for their face, so that those whose back is seen are left."""
        self.by_face: dict[str, list[str]] = {}
        for card in cards:
            self.by_face.setdefault(card.split("|")[side] if "|" in card else card, []).append(card)

    def keep_for(self, backs: list[str]) -> None:
        if any(backs):
            self.spare = Counter(map(self._back, self.left()))
            self.spare.subtract(backs)

    def take_face(self, face: str) -> str | None:
        cards = self.by_face.get(face)
        if not cards:
            return None
        places: Sequence[int] = range(len(cards))
        if self.spare and len(cards) > 1:
            places = [place for place in places if self.spare[self._back(cards[place])] > 0] or places
        card = cards.pop(places[self.random.randrange(len(places))] if len(places) > 1 else places[0])
        if self.spare:
            self.spare[self._back(card)] -= 1
        return card

    def take_all(self, wanted: Iterable[str]) -> list[str]:
        return [card for face in wanted if (card := self.take_face(face)) is not None]

    def take_known(self, row: Iterable[Held]) -> tuple[list[str], list[Held]]:
        """Take the known cards of a hand, and return them with the hidden ones."""
        known, hidden = [], []
        for held in row:
            card = self.take_face(held.face) if held.face else None
            if card is None:
                hidden.append(held)
            else:
                known.append(card)
        return known, hidden

    def take_backs(self, backs: Iterable[str], row: Iterable[Held] = ()) -> tuple[list[str], list[Held]]:
        """Take cards with these faces on their other side, among them those that are known of a hand. A card of which
        none is left stays hidden."""
        taken: list[str] = []
        hidden = list(backs)
        for face in (held.face for held in row if held.face):
            self._take_one([card for card in self.by_face.get(face, ()) if self._back(card) in hidden], taken, hidden)
        for back in hidden[:]:
            self._take_one([card for card in self.left() if self._back(card) == back], taken, hidden)
        return taken, [UNKNOWN] * len(hidden)

    def _take_one(self, fitting: list[str], taken: list[str], hidden: list[str]) -> None:
        """Move one of these cards, if there is any, to those taken, and its back from the hidden ones."""
        if fitting:
            card = self.random.choice(fitting)
            self.by_face[card.split("|")[self.side]].remove(card)
            taken.append(card)
            hidden.remove(self._back(card))

    def _back(self, card: str) -> str:
        return card.split("|")[1 - self.side]

    def left(self) -> list[str]:
        return [card for cards in self.by_face.values() for card in cards]


class Pile:
    """Shuffled cards from which the hidden cards are sampled."""

    def __init__(self, cards: list[str], faces: dict[str, Face]):
        self.cards, self.faces = cards, faces

    def take(self, count: int) -> list[str]:
        start = len(self.cards) - count
        taken = self.cards[start:]
        del self.cards[start:]
        return taken

    def take_guessed(self, lacks: list[frozenset[str]]) -> list[str]:
        return [self.take_but(parts) if parts else self.cards.pop() for parts in lacks]

    def take_but(self, lacks: frozenset[str]) -> str:
        """Take the next card that has none of these colors and symbols and is none of these, if there is one."""
        cards, faces = self.cards, self.faces
        for index in range(len(cards) - 1, -1, -1):
            face = faces[cards[index]]
            if face.color not in lacks and face.symbol not in lacks and face.text not in lacks:
                return cards.pop(index)
        return cards.pop()
