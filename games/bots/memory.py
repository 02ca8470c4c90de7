"""Remember what the events of a round reveal about the hands of the other players.

The memory receives events as one seat sees them and keeps a list of cards for each hand. Of a card it knows either the
face, or the colors and symbols that it probably lacks: a player who draws usually has no card that fits, and no wild.
Less surely, it knows what the card cannot be if the player has the usual habits.

When a card is played, nobody sees where in the hand it was. So several memories are kept, each of which guesses for
itself; a memory that a later card contradicts is replaced by a copy of one that is still right.
"""

from copy import copy
from functools import cache
from random import Random
from typing import NamedTuple, Self

from games.engine import DECKS, Event, View
from games.engine.cards import Deck, Face

from .view_helpers import is_special

NOTHING: frozenset[str] = frozenset()
HABITS = 0.8
"""The prior probability that a player changes the color only without a card of it, and plays a card that does something
before a number."""
GUESSES = 8
"""How many memories an Expert keeps."""
REVEALING = ("played", "discarded_all")
"""Events that take known cards from a hidden hand."""


class Held(NamedTuple):
    """What is known of a card in a hand."""

    face: str | None = None
    lacks: frozenset[str] = NOTHING
    """Colors and symbols."""
    unusual: frozenset[str] = NOTHING
    """Colors, symbols and faces that it lacks if its player has the usual habits."""

    def but(self, lacks: frozenset[str] = NOTHING, unusual: frozenset[str] = NOTHING) -> "Held":
        if self.face is not None:
            return self
        return Held(None, self.lacks | lacks, self.unusual | unusual)

    def can_be(self, face: Face) -> bool:
        return self.face is None and face.color not in self.lacks and face.symbol not in self.lacks

    def can_usually_be(self, face: Face) -> bool:
        return self.can_be(face) and not self.unusual & {face.color, face.symbol, face.text}


UNKNOWN = Held()


@cache
def wilds_of(deck: Deck, side: int) -> frozenset[str]:
    """Return the symbols of the wilds on a side of a deck."""
    return frozenset(face.symbol for face in deck.printed[side].values() if face.is_wild)


@cache
def special_cards(deck: Deck, side: int, color: str | None) -> frozenset[str]:
    """Return the texts of the cards of a color that do something."""
    printed = deck.printed[side]
    return frozenset(text for text, face in printed.items() if face.color == color and is_special(face))


@cache
def special_symbols(deck: Deck, side: int) -> frozenset[str]:
    """Return the symbols of the colored cards that do something. Wilds are kept for later."""
    return frozenset(face.symbol for face in deck.printed[side].values() if is_special(face) and not face.is_wild)


class Memory:
    """What one seat remembers of the hands in a round."""

    def __init__(self, seat: int, random: Random):
        self.seat, self.random = seat, random
        self.deck, self.side = DECKS["classic"], 0
        self.hands: list[list[Held]] = []
        self.color: str | None = None
        self.before: str | None = None
        """The color in play before the card on top was played."""
        self.symbol = ""
        """The symbol on top."""
        self.surprises: list[int] = []
        """How many times each seat has played a card that it seemed to lack."""
        self.oddities: list[int] = []
        """How many times each seat has played a card that it would have played before, had it the usual habits."""
        self.bluffs: list[tuple[int, int]] = []
        """How many challenged wild draw cards of each seat were bluffs, and how many were not."""
        self.drawing: int | None = None
        """The seat that has just drawn, and may play what it has drawn."""

    def copy(self) -> Self:
        """Return a memory of the same, which guesses on by itself."""
        new = copy(self)
        new.random, new.hands = Random(self.random.random()), [row[:] for row in self.hands]
        new.surprises, new.oddities, new.bluffs = self.surprises[:], self.oddities[:], self.bluffs[:]
        return new

    @property
    def doubts(self) -> int:
        """How many cards were played that did not agree with this memory."""
        return sum(self.surprises) + sum(self.oddities)

    def watch(self, event: Event) -> None:
        kind, *fields = event
        notice = getattr(self, f"on_{kind}", None)
        # A bot that joins during a round knows nothing before the next deal.
        if notice is not None and (self.hands or kind in ("game_start", "dealt")):
            notice(*fields)

    def held(self, view: View, seat: int) -> list[Held]:
        """Return the cards of a hand. If their number differs from the events received, nothing is known of them."""
        row = self.hands[seat][: view.counts[seat]] if seat < len(self.hands) else []
        return row + [UNKNOWN] * (view.counts[seat] - len(row))

    def trust(self, seat: int) -> float:
        """Return how likely it is that a seat really lacks what it seems to lack."""
        return 0.9 * 0.6 ** self.surprises[seat] if seat < len(self.surprises) else 0.0

    def trust_in_habits(self, seat: int) -> float:
        """Return how likely it is that a seat has the usual habits."""
        return HABITS * 0.5 ** self.oddities[seat] if seat < len(self.oddities) else 0.0

    @property
    def fitting(self) -> frozenset[str]:
        """The color and the symbol that fit on the top of the pile, without wilds."""
        return frozenset(part for part in (self.color, self.symbol) if part)

    @property
    def playable(self) -> frozenset[str]:
        """What any card has that can be played."""
        return self.fitting | wilds_of(self.deck, self.side)

    # --- events

    def on_game_start(self, rules: str, seats: int, seed: None) -> None:
        self.surprises, self.oddities, self.bluffs = [0] * seats, [0] * seats, [(0, 0)] * seats

    def on_dealt(  # the fields of the event, in their order
        self, deck: str, number: int, dealer: int, hands: tuple[object, ...], draw: int, first: str, color: str | None
    ) -> None:
        self.deck, self.side, self.color, self.before = DECKS[deck], 0, color, None
        self.symbol = self.deck.printed[self.side][first].symbol
        self.on_shuffled_hands(hands)
        self.surprises = self.surprises or [0] * len(hands)
        self.oddities = self.oddities or [0] * len(hands)
        self.bluffs = self.bluffs or [(0, 0)] * len(hands)

    def on_played(self, seat: int, face: str) -> None:
        self.take_from(seat, face)
        played, fitting = self.deck.printed[self.side][face], self.fitting
        if self.color and not is_special(played):
            unusual = self.passed_over(played)
            self.hands[seat] = [held.but(unusual=unusual) for held in self.hands[seat]]
        self.before, self.color, self.symbol = self.color, played.color, played.symbol
        if self.color is None:
            # Most players keep wilds as long as they can play another card.
            self.hands[seat] = [held.but(fitting) for held in self.hands[seat]]

    def passed_over(self, played: Face) -> frozenset[str]:
        """Return what a player with the usual habits would have played instead of this number."""
        rather = special_symbols(self.deck, self.side) & {self.symbol}
        if played.color != self.color:
            return rather | frozenset(filter(None, [self.color]))
        return rather | special_cards(self.deck, self.side, self.color)

    def take_from(self, seat: int, face: str) -> None:
        """Remove a card from a hand: the known one or, if there is none, any that it can be. A card that is played
        after drawing is the last one that it can be."""
        row, taken = self.hands[seat], self.deck.printed[self.side][face]
        places = range(len(row) - 1, -1, -1)
        known = [place for place in places if row[place].face == face]
        fitting = [place for place in places if row[place].can_be(taken)]
        usual = [place for place in places if row[place].can_usually_be(taken)]
        if not (known or usual):
            self.oddities[seat] += 1
        if not (known or fitting):
            self.surprises[seat] += 1
        if row:
            found = known or usual or fitting or [-1]
            del row[found[0] if known or self.drawing == seat else self.random.choice(found)]

    def on_wild(self, seat: int, color: str) -> None:
        self.color = color

    def on_drew(self, seat: int, cards: int | tuple[str, ...]) -> None:
        self.hands[seat] = [held.but(self.playable) for held in self.hands[seat]]
        self.hands[seat] += self.taken(cards)
        self.drawing = seat

    def on_turn(self, seat: int) -> None:
        self.drawing = None

    def taken(self, cards: int | tuple[str, ...]) -> list[Held]:
        return [UNKNOWN] * cards if isinstance(cards, int) else [Held(card) for card in cards]

    def on_kept(self, seat: int) -> None:
        if self.hands[seat]:
            self.hands[seat][-1] = self.hands[seat][-1].but(self.playable)

    def on_force_draw(self, seat: int, cards: int | tuple[str, ...]) -> None:
        self.hands[seat] += self.taken(cards)

    on_roulette = on_force_draw

    def on_discarded_all(self, seat: int, cards: tuple[str, ...]) -> None:
        for card in cards:
            self.take_from(seat, card)

    def on_showed(self, bluffer: int, challenger: int, cards: int | tuple[str, ...]) -> None:
        if not isinstance(cards, int) and len(cards) == len(self.hands[bluffer]):
            self.hands[bluffer] = [Held(card) for card in cards]

    def on_challenge_won(self, challenger: int, bluffer: int, *color: str | None) -> None:
        bluffs, honest = self.bluffs[bluffer]
        self.bluffs[bluffer] = bluffs + 1, honest

    def on_challenge_lost(self, challenger: int, accused: int, *color: str | None) -> None:
        bluffs, honest = self.bluffs[accused]
        self.bluffs[accused] = bluffs, honest + 1

    def on_swapped(self, seat: int, other: int) -> None:
        self.hands[seat], self.hands[other] = self.hands[other], self.hands[seat]

    def on_shuffled_hands(self, hands: tuple[object, ...]) -> None:
        """Forget all hands, because they were dealt again."""
        self.hands = [[UNKNOWN] * (hand if isinstance(hand, int) else len(hand)) for hand in hands]  # type: ignore[arg-type]

    def on_passed_hands(self, direction: int) -> None:
        seats = [seat for seat in range(len(self.hands)) if self.hands[seat]][::direction]
        given = [self.hands[seat] for seat in seats]
        for seat, row in zip(seats, given[-1:] + given[:-1], strict=True):
            self.hands[seat] = row

    def on_flipped(self, top: str) -> None:
        """Forget all cards, because their other sides are in play now."""
        self.side = 1 - self.side
        face = self.deck.printed[self.side][top]
        self.before, self.color, self.symbol = self.color, face.color, face.symbol
        self.hands = [[UNKNOWN] * len(row) for row in self.hands]

    def on_knocked_out(self, seat: int) -> None:
        self.hands[seat] = []


class Memories:
    """The memories of one seat. What it has seen is only thought about when they are asked for."""

    def __init__(self, seat: int, random: Random):
        self.random = random
        self.seen: list[Event] = []
        self.memories = [Memory(seat, Random(random.random())) for _ in range(GUESSES)]

    def watch(self, event: Event) -> None:
        self.seen.append(event)

    def recall(self) -> list[Memory]:
        for event in self.seen:
            self._think_about(event)
        self.seen.clear()
        return self.memories

    def _think_about(self, event: Event) -> None:
        if event[0] in REVEALING:
            self._guess(event)
        else:
            for memory in self.memories:
                memory.watch(event)

    def _guess(self, event: Event) -> None:
        doubts = [memory.doubts for memory in self.memories]
        for memory in self.memories:
            memory.watch(event)
        right = [memory for memory, before in zip(self.memories, doubts, strict=True) if memory.doubts == before]
        if 0 < len(right) < len(self.memories):
            self.memories = [known if known in right else self.random.choice(right).copy() for known in self.memories]
