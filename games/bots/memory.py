"""Remember what the events of a round reveal about the hands of the other players.

The memory receives events as one seat sees them and keeps a list of cards for each hand. Of a card it knows either the
face, or the colors and symbols that it probably lacks: a player who draws usually has no card that fits, and no wild.
"""

from functools import cache
from typing import NamedTuple

from games.engine import DECKS, Event, View
from games.engine.cards import Deck, Face


class Held(NamedTuple):
    """What is known of a card in a hand."""

    face: str | None = None
    lacks: frozenset[str] = frozenset()
    """Colors and symbols."""

    def but(self, lacks: frozenset[str]) -> "Held":
        return self._replace(lacks=self.lacks | lacks) if self.face is None else self

    def can_be(self, face: Face) -> bool:
        return self.face is None and face.color not in self.lacks and face.symbol not in self.lacks


UNKNOWN = Held()


@cache
def wilds_of(deck: Deck, side: int) -> frozenset[str]:
    """Return the symbols of the wilds on a side of a deck."""
    return frozenset(face.symbol for face in deck.printed[side].values() if face.is_wild)


class Memory:
    """What one seat remembers of the hands in a round."""

    def __init__(self, seat: int):
        self.seat = seat
        self.deck, self.side = DECKS["classic"], 0
        self.hands: list[list[Held]] = []
        self.color: str | None = None
        self.before: str | None = None
        """The color in play before the card on top was played."""
        self.symbol = ""
        """The symbol on top."""
        self.surprises: list[int] = []
        """How many times each seat has played a card that it seemed to lack."""
        self.bluffs: list[tuple[int, int]] = []
        """How many challenged wild draw cards of each seat were bluffs, and how many were not."""

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
        self.surprises, self.bluffs = [0] * seats, [(0, 0)] * seats

    def on_dealt(  # the fields of the event, in their order
        self, deck: str, number: int, dealer: int, hands: tuple[object, ...], draw: int, first: str, color: str | None
    ) -> None:
        self.deck, self.side, self.color, self.before = DECKS[deck], 0, color, None
        self.symbol = self.deck.printed[self.side][first].symbol
        self.on_shuffled_hands(hands)
        self.surprises = self.surprises or [0] * len(hands)
        self.bluffs = self.bluffs or [(0, 0)] * len(hands)

    def on_played(self, seat: int, face: str) -> None:
        self.take_from(seat, face)
        played, fitting = self.deck.printed[self.side][face], self.fitting
        self.before, self.color, self.symbol = self.color, played.color, played.symbol
        if self.color is None:
            # Most players keep wilds as long as they can play another card.
            self.hands[seat] = [held.but(fitting) for held in self.hands[seat]]

    def take_from(self, seat: int, face: str) -> None:
        """Remove a card from a hand: the known one or, if there is none, the latest one that it can be."""
        row, taken = self.hands[seat], self.deck.printed[self.side][face]
        places = range(len(row) - 1, -1, -1)
        known = [place for place in places if row[place].face == face]
        fitting = [place for place in places if row[place].can_be(taken)]
        if not (known or fitting):
            self.surprises[seat] += 1
        if row:
            del row[(known or fitting or [-1])[0]]

    def on_wild(self, seat: int, color: str) -> None:
        self.color = color

    def on_drew(self, seat: int, cards: int | tuple[str, ...]) -> None:
        self.hands[seat] = [held.but(self.playable) for held in self.hands[seat]]
        self.hands[seat] += self.taken(cards)

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

    def on_challenge_won(self, challenger: int, bluffer: int) -> None:
        bluffs, honest = self.bluffs[bluffer]
        self.bluffs[bluffer] = bluffs + 1, honest

    def on_challenge_lost(self, challenger: int, accused: int) -> None:
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
