"""What all bots have: a name, a character, a pace, and answers to what the game asks.

A bot is called with what a human in its seat would see, the moves that are allowed, and a random source; it returns
one of those moves. It is asked about what the game waits for. What may be done out of turn – jumping in, catching a
missed call, making up for its own missed call – is an *impulse*: a move that comes after a delay, unless the chance is
gone.

>>> from games.bots import BOTS
>>> from games.engine import Rules, deal, view
>>> state = deal(Rules.preset("Robots"), 3, Random(5))
>>> BOTS["Defensive"](view(state, 0), view(state, 0).legal, Random(1))
'play W'
"""

from collections.abc import Sequence
from copy import copy
from random import Random
from typing import NamedTuple, Self

from games.engine import Event, Move, View
from games.engine.state import names_a_color

from .view_helpers import DECLARE, by_verb, catchable, first_colored, most_held, smallest_hand, window_came_unasked

Impulse = tuple[float, Move]
"""A move out of turn, and after how many seconds it comes."""

SPEEDS = {"slow": 1.8, "natural": 1.0, "quick": 0.35}
"""How a table may set the pace of its bots."""


class Pace(NamedTuple):
    """Between how many seconds a bot thinks, whatever it holds and whatever it finds."""

    shortest: float
    longest: float

    def draw(self, random: Random, node: str, speed: str = "natural") -> float:
        """How long this time. Only what everybody knows goes in, so that a pause tells nothing.

        ``node`` is what the game waits for; naming a color or a player after a card takes half as long as a card.
        """
        share = 0.5 if names_a_color(node) or node == "choose_player" else 1.0
        return random.uniform(self.shortest, self.longest) * share * SPEEDS[speed]


class Manners(NamedTuple):
    """How sure and how quick a bot is about calls, challenges and jumping in. Times are bounds in seconds."""

    declares: float = 1.0
    notices: tuple[float, float] = (0.2, 1.0)
    accuses: float = 1.0
    accuses_each: tuple[float, float] = (0.3, 1.5)
    challenges: float = 0.0
    jumps: float = 1.0
    jumps_after: tuple[float, float] = (0.1, 0.3)


class Bot:
    """A bot that knows its manners. What it plays, each kind of bot says in `play_card`."""

    name = ""
    line = ""
    """Its character, in a sentence for a player who picks an opponent."""
    habits = ""
    """How it plays, for players who want to know more."""
    pace = Pace(0.8, 2.2)
    manners = Manners()

    def sit(self, seat: int, random: Random) -> Self:
        """This bot as it sits down for one game. What it draws or remembers belongs to that game alone."""
        return copy(self)

    def watch(self, event: Event) -> None:
        """Something happened, told as this bot's seat may know it: `seen(event, seat)`. Most bots forget it at once."""

    def __call__(self, view: View, legal: Sequence[Move], random: Random) -> Move:
        move = self.answer(view, legal, random)
        about_to_call = DECLARE in legal and move.card and len(view.hand) == 2
        if about_to_call and random.random() < self.manners.declares:
            return DECLARE
        return move

    def answer(self, view: View, legal: Sequence[Move], random: Random) -> Move:
        """What the game waits for: the answer to the decision of that name."""
        offered = [move for move in legal if not move.is_call] or list(legal)
        if view.decision in ("turn", "keep_or_play"):
            return self.on_turn(view, offered, random)
        if view.decision == "respond":
            return self.respond(view, offered, random)
        if view.decision == "choose_player":
            return self.choose_player(view, offered, random)
        return self.choose_color(view, offered, random)

    def on_turn(self, view: View, offered: Sequence[Move], random: Random) -> Move:
        """Play something if possible; otherwise draw, keep what was drawn, or pass."""
        cards = by_verb(offered, "play")
        if cards:
            return self.play_card(view, cards, random)
        others = {move.verb: move for move in offered}
        return others["keep"] if "keep" in others else others.get("draw") or offered[0]

    def play_card(self, view: View, cards: Sequence[Move], random: Random) -> Move:
        """Which card, of those that fit."""
        raise NotImplementedError

    def respond(self, view: View, offered: Sequence[Move], random: Random) -> Move:
        """Put a draw card on a draw card whenever possible; else doubt it, or take it."""
        stacks = by_verb(offered, "stack")
        if stacks:
            return self.play_card(view, stacks, random)
        doubts = by_verb(offered, "challenge")
        if doubts and random.random() < self.doubt(view):
            return doubts[0]
        return next(move for move in offered if move.verb == "accept")

    def doubt(self, view: View) -> float:
        """How likely it is to challenge a wild draw card."""
        return self.manners.challenges

    def choose_color(self, view: View, offered: Sequence[Move], random: Random) -> Move:
        return most_held(view, offered)

    def choose_player(self, view: View, offered: Sequence[Move], random: Random) -> Move:
        return smallest_hand(view, offered)

    def impulse(self, view: View, legal: Sequence[Move], random: Random) -> Impulse | None:
        """What it does of itself with these chances, and when; it is asked once for each new chance."""
        jumps = by_verb(legal, "jump")
        if jumps and self.wants_to_jump(view, random):
            return random.uniform(*self.manners.jumps_after), self.jump(view, legal, jumps[0], random)
        if DECLARE in legal and len(view.hand) == 1 and self.repairs(view, random):
            return random.uniform(*self.manners.notices), DECLARE
        caught = catchable(view, legal)
        return (self.time_to_accuse(random), random.choice(caught)) if caught and self.manners.accuses else None

    def wants_to_jump(self, view: View, random: Random) -> bool:
        """Who has called with two cards in hand was going to jump, and does."""
        return (len(view.hand) == 2 and view.seat in view.declared) or random.random() < self.manners.jumps

    def jump(self, view: View, legal: Sequence[Move], move: Move, random: Random) -> Move:
        about_to_call = DECLARE in legal and len(view.hand) == 2
        return DECLARE if about_to_call and random.random() < self.manners.declares else move

    def repairs(self, view: View, random: Random) -> bool:
        """Who always calls repairs a call that was missed; the others only call when they had no chance to before."""
        sure = self.manners.declares
        return sure >= 1 or (window_came_unasked(view) and random.random() < sure)

    def time_to_accuse(self, random: Random) -> float:
        """It sees the missed call after a moment, and then makes up its mind every now and then."""
        after = random.uniform(*self.manners.notices) + random.uniform(*self.manners.accuses_each)
        while random.random() >= self.manners.accuses:
            after += random.uniform(*self.manners.accuses_each)
        return after


class FirstColorBot(Bot):
    """A bot that does not count colors: a wild takes that of the first colored card, one time in ten any."""

    def choose_color(self, view: View, offered: Sequence[Move], random: Random) -> Move:
        wanted = first_colored(view)
        if wanted is None or random.random() < 0.1:
            return random.choice(offered)
        return next(move for move in offered if move.color == wanted)
