"""The complete state of a game.

A state is mutable, and only the functions in events.py change it. `copy()` is cheap, so that a search can play on a
copy.

>>> from games.engine import evolve
>>> state = State(Rules(), seats=2)
>>> skipped: Event = ("skipped", 1)
>>> evolve(state, skipped)
>>> state.turn, state.copy() == state
(1, True)
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from .cards import NOTHING
from .moves import Move, Unreadable
from .rules import Rules
from .shuffling import Dice, Seeded, Source

Event = tuple[Any, ...]
"""An event: a kind and its fields, all plain values. Nearly all kinds are in events.py."""

Cards = tuple[str, ...]

NO_OFFER: tuple[int, tuple[Move, ...]] = -1, ()
"""The empty cache of `legal`."""


class Window(NamedTuple):
    """The time in which a player can be caught for a missed call."""

    opened: float
    answered: bool
    """Whether another player has moved since."""
    by_card: bool = True
    """Whether the player's own card opened it, before which they could have called."""


class State:
    """A match. The top of a pile is last; cards of two-sided decks have both faces.

    ``turn`` is the seat that the game waits for; ``node`` is the current node of the turn graph.
    """

    PARTS = (
        "rules", "seats",
        "hands", "draw", "discard", "aside", "side", "color",
        "turn", "direction", "node", "drawn",
        "debt", "until", "added", "attack", "attacker", "bluff", "proof", "before", "buried",
        "windows", "declared", "accusations", "out", "gone", "agreed",
        "round", "dealer", "scores", "winner",
        "now", "since", "clocks", "actions", "passes", "seed", "shuffles",
    )  # fmt: skip
    __slots__ = (*PARTS, "deck", "top", "news", "offer", "source")

    def __init__(self, rules: Rules, seats: int, seed: int | str = 0, source: Source | None = None):
        self.rules, self.deck, self.seats = rules, rules.cards, seats
        self.seed, self.source = seed, source
        """What determines the shuffles: a number, or the commitment to the secret of the source, which is no part of
        the state, so that nothing that is stored or shown of a state contains it."""
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.draw: list[str] = []
        self.discard: list[str] = []
        self.top = NOTHING
        """The face on top of the discard pile."""
        self.aside: list[str] = []
        """Hands of players who are out, until the next reshuffle."""
        self.side = 0
        self.color: str | None = None
        """The color in play; None until the color of a wild is chosen."""
        self.turn, self.direction, self.node = 0, 1, "turn"
        self.drawn: Cards = ()
        """The cards that the player has drawn in this turn."""
        self.added = 0
        """How many cards were added to the first one of this move, where several may be played in one."""
        self.debt = self.until = 0
        """The penalty of the chain of draw cards: a number of cards, and how many times to draw up to the color."""
        self.attack = ""
        """The last draw card of the chain."""
        self.attacker: int | None = None
        self.bluff = False
        self.proof: Cards = ()
        """The hand from which the wild draw card was played."""
        self.before: str | None = None
        """The color in play before the top card was played."""
        self.buried = 0
        """How many of the lowest discards have a face that no player has seen (after a Flip)."""
        self.windows: dict[int, Window] = {}
        """The seats that can be caught for a missed call."""
        self.declared: set[int] = set()
        self.accusations: set[tuple[int, int]] = set()
        """The false accusations of this turn: the accuser and the accused."""
        self.out: dict[int, int] = {}
        """The seats that are out of the round, with the points of their hands."""
        self.gone: tuple[int, ...] = ()
        """The seats that are out of the match, in this order. They are out of every further round."""
        self.agreed: set[int] = set()
        """The seats that have agreed to go on with the next round."""
        self.round, self.dealer, self.scores = 0, 0, [0] * seats
        self.winner: int | None = None
        self.now = self.since = 0.0
        self.clocks: list[float] = full_clocks(rules, seats)
        """The seconds that each seat has left in this round, counted when its last decision ended; empty without a
        clock."""
        self.actions = self.passes = self.shuffles = 0
        self.news: list[Event] = []
        self.offer = NO_OFFER
        """A cache of `legal`: the last seat and its moves, in which `play` looks up the move.

        Without it games would take 25 % longer. Every change of the state empties it. It is one tuple, replaced as a
        whole, so that threads that read the same state cannot mix up two seats.
        """

    def copy(self) -> "State":
        """Return an independent copy."""
        new = State.__new__(State)
        new.rules, new.deck, new.top, new.seats = self.rules, self.deck, self.top, self.seats
        new.seed, new.source = self.seed, self.source
        new.hands = [hand[:] for hand in self.hands]
        new.draw, new.discard, new.aside = self.draw[:], self.discard[:], self.aside[:]
        new.drawn, new.added = self.drawn, self.added
        new.side, new.color, new.before = self.side, self.color, self.before
        new.turn, new.direction, new.node = self.turn, self.direction, self.node
        new.debt, new.until, new.attack, new.attacker = self.debt, self.until, self.attack, self.attacker
        new.bluff, new.proof, new.buried = self.bluff, self.proof, self.buried
        new.windows, new.declared, new.out = self.windows.copy(), self.declared.copy(), self.out.copy()
        new.accusations, new.agreed = self.accusations.copy(), self.agreed.copy()
        new.gone = self.gone
        new.round, new.dealer, new.winner = self.round, self.dealer, self.winner
        new.scores = self.scores[:]
        new.now, new.since, new.actions, new.passes = self.now, self.since, self.actions, self.passes
        new.shuffles, new.clocks = self.shuffles, self.clocks[:]
        new.news, new.offer = [], NO_OFFER
        return new

    def become(self, other: "State") -> None:
        """Replace everything with the contents of another state, which must not be used afterwards."""
        for part in State.PARTS:
            setattr(self, part, getattr(other, part))
        self.deck, self.top, self.source, self.offer = other.deck, other.top, other.source, NO_OFFER

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and all(getattr(self, p) == getattr(other, p) for p in State.PARTS)

    __hash__ = None  # type: ignore[assignment]  # a state changes, so it must not be a key

    def __repr__(self) -> str:
        return f"<State round {self.round}, {self.node} of seat {self.turn}, {len(self.draw)} to draw>"

    @property
    def is_over(self) -> bool:
        return self.node == "over"

    @property
    def is_paused(self) -> bool:
        """Whether the game waits between two rounds."""
        return self.node == "between_rounds"

    @property
    def has_round_ended(self) -> bool:
        """Whether nobody can play a card, because no round is running."""
        return self.is_over or self.is_paused

    @property
    def deadline(self) -> float | None:
        """Return when `expire` may decide for the player asked, or go on after a round; None if there is no limit."""
        if self.is_paused:
            return self.since + self.rules.pause
        if self.is_over:
            return None
        if self.clocks:
            return self.since + min(self.clocks[self.turn], self.rules.decision_seconds or LATEST)
        return self.since + self.rules.decision_seconds if self.rules.decision_seconds else None

    def turn_up(self) -> None:
        """Update `top` from the discard pile."""
        self.top = self.deck.faces[self.side][self.discard[-1]] if self.discard else NOTHING

    def active(self) -> list[int]:
        """Return the seats that are still in the round."""
        return [seat for seat in range(self.seats) if seat not in self.out]

    def in_match(self) -> list[int]:
        """Return the seats that are still in the match."""
        return [seat for seat in range(self.seats) if seat not in self.gone]

    def left(self) -> int:
        """Return how many players are still in the round."""
        return self.seats - len(self.out)

    def is_alone(self) -> bool:
        """Return whether only one player is left in the round, or only players of one team."""
        left = self.seats - len(self.out)
        return left == 1 or (self.rules.team_count > 0 and len({self.rules.team(seat) for seat in self.active()}) == 1)

    def after(self, seat: int) -> int:
        """Return the next active seat in the direction of play."""
        seat = (seat + self.direction) % self.seats
        while seat in self.out:
            seat = (seat + self.direction) % self.seats
        return seat

    def around(self) -> Iterator[int]:
        """Yield the active seats in turn order, beginning with the current one."""
        order = ((self.turn + self.direction * n) % self.seats for n in range(self.seats))
        return (seat for seat in order if seat not in self.out)

    def can_draw(self) -> bool:
        return bool(self.draw or len(self.discard) > 1 or self.aside)

    def points(self, seat: int) -> int:
        return self.deck.points(self.hands[seat], self.side)

    def faces(self, seat: int) -> Cards:
        """Return the faces of a hand as its player sees them."""
        return self.deck.show(self.hands[seat], self.side)

    def dice(self, round_number: int | None = None) -> Dice:
        """Return the random source of the next shuffle, in this round or another one."""
        if not isinstance(self.seed, str):
            return Seeded(f"{self.seed}/{self.shuffles}")
        if self.source is None:
            raise Unreadable("no_source")
        return self.source(self.round if round_number is None else round_number, self.shuffles)


def full_clocks(rules: Rules, seats: int) -> list[float]:
    """Return the time of each seat at the beginning of a round."""
    return [float(rules.turn_clock)] * seats if rules.turn_clock else []


def problems(state: State) -> list[str]:
    """Return what is wrong with a state, as sentences; nothing for every state that play can reach.

    >>> from random import Random
    >>> from games.engine import deal, Rules
    >>> state = deal(Rules(), 3, Random(1))
    >>> problems(state)
    []
    >>> card = state.hands[0].pop(); state.turn = 7
    >>> problems(state)
    ['The cards are not those of the deck.', 'The game waits for seat 7, which cannot act.']
    """
    return [sentence for sentence, wrong in _checks(state) if wrong]


def _checks(state: State) -> Iterator[tuple[str, bool]]:
    cards = [*state.draw, *state.discard, *state.aside, *(card for hand in state.hands for card in hand)]
    yield "The cards are not those of the deck.", sorted(cards) != sorted(state.deck.cards)
    actor = state.turn in range(state.seats) and state.turn not in state.out
    yield f"The game waits for seat {state.turn}, which cannot act.", not actor and not state.has_round_ended
    yield "A match is over without a winner.", state.is_over and state.winner is None
    yield "Nothing lies on the discard pile.", not state.discard
    top = state.deck.faces[state.side].get(state.discard[-1]) if state.discard else NOTHING
    yield "The cached top face is not the one on top.", state.top is not top
    yield "No color is in play.", state.color is None and not (names_a_color(state.node) or state.has_round_ended)
    colors = state.deck.colors[state.side]
    yield f"{state.color} is no color of this side.", state.color is not None and state.color not in colors
    yield "There is a penalty but no player has to answer it.", bool(state.debt or state.until) and state.node == "turn"
    full, empty = hands_too_full(state), hands_too_empty(state)
    yield f"The seats {full} hold too many cards.", bool(full)
    yield f"The seats {empty} have no cards and the round goes on.", bool(empty)
    wrong = [seat for seat in state.windows if len(state.hands[seat]) != 1 or seat in state.declared]
    yield f"The seats {wrong} can be caught without having missed a call.", bool(wrong)
    told = [seat for seat in state.declared if len(state.hands[seat]) > 2 and not state.rules.has_more_calls]
    yield f"The seats {told} have called with too many cards.", bool(told)


LATEST = 1e12
"""Later than any valid time, in seconds."""


def is_time(moment: object) -> bool:
    """Return whether a value is a time: a finite number of seconds."""
    return type(moment) in (int, float) and -LATEST < moment < LATEST  # type: ignore[operator]


def checked_time(moment: float) -> float:
    if not is_time(moment):
        raise Unreadable("not_a_time", given=str(moment)[:20])
    return moment


def names_a_color(node: str) -> bool:
    """Return whether a player has to choose a color at this node."""
    return node.endswith("_color")


def hands_too_full(state: State) -> list[int]:
    """Return the seats that the mercy rule should have knocked out."""
    limit = state.rules.mercy_limit
    return [seat for seat in state.active() if limit and len(state.hands[seat]) >= limit]


def hands_too_empty(state: State) -> list[int]:
    """Return the seats without cards in a round that goes on. Only the color of a last card may still be chosen."""
    ending = state.has_round_ended or state.node == "last_color"
    return [] if ending else [seat for seat in state.active() if not state.hands[seat]]
