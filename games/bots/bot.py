"""The base class of all bots: a name, a character, a pace, and the choice of moves.

A bot is called with the view of its seat, the legal moves and a random source, and returns one of the moves. A move
out of turn – jumping in, catching a missed call, repairing its own missed call – is an *impulse*: it comes after a
delay, if it is still possible then.

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

from .view_helpers import (
    DECLARE,
    by_verb,
    catchable,
    color_counts,
    faces,
    first_colored,
    leaves_one,
    most_held,
    smallest_hand,
    sparing_partner,
    window_came_unasked,
)

Impulse = tuple[float, Move]
"""The delay in seconds, and the move out of turn."""

SPEEDS = {"slow": 1.8, "natural": 1.0, "quick": 0.35}
"""How a table may set the pace of its bots."""


AFTER_DRAWING = (0.5, 1.2)
"""The shortest and the longest time in seconds until a drawn card is kept or played."""


class Pace(NamedTuple):
    """The shortest and the longest time in seconds that a bot thinks, independent of its hand."""

    shortest: float
    longest: float

    def draw(self, random: Random, node: str, speed: str = "natural") -> float:
        """Return a random thinking time. It depends only on public information, so it reveals nothing.

        ``node`` is the decision; choosing a color or a player takes half as long as choosing a card. After drawing,
        all bots take as long as the page of a player whose card cannot be played.
        """
        if node == "keep_or_play":
            return random.uniform(*AFTER_DRAWING) * SPEEDS[speed]
        share = 0.5 if names_a_color(node) or node in ("choose_player", "choose_target") else 1.0
        return random.uniform(self.shortest, self.longest) * share * SPEEDS[speed]


class Manners(NamedTuple):
    """How likely and how fast a bot calls, challenges and jumps in. Times are bounds in seconds."""

    declares: float = 1.0
    notices: tuple[float, float] = (0.2, 1.0)
    accuses: float = 1.0
    accuses_each: tuple[float, float] = (0.3, 1.5)
    challenges: float = 0.0
    jumps: float = 1.0
    jumps_after: tuple[float, float] = (0.1, 0.3)


class Bot:
    """A bot. Each kind of bot chooses its cards in `play_card`."""

    name = ""
    line = ""
    """A sentence about its character, for choosing an opponent."""
    habits = ""
    """A detailed description of how it plays."""
    pace = Pace(0.4, 1.05)
    manners = Manners()

    def sit(self, seat: int, random: Random) -> Self:
        """Return the bot for one game, with its own memory and random choices."""
        return copy(self)

    def watch(self, event: Event) -> None:
        """Receive an event as the bot's seat sees it: `seen(event, seat)`. Most bots ignore events."""

    def __call__(self, view: View, legal: Sequence[Move], random: Random) -> Move:
        move = self.answer(view, legal, random)
        about_to_call = DECLARE in legal and leaves_one(view, move)
        if about_to_call and random.random() < self.manners.declares:
            return DECLARE
        return move

    def answer(self, view: View, legal: Sequence[Move], random: Random) -> Move:
        """Return the move for the decision that the game waits for."""
        offered = [move for move in legal if not move.is_call] or list(legal)
        if view.decision in ("turn", "keep_or_play"):
            return self.on_turn(view, offered, random)
        if view.decision == "respond":
            return self.respond(view, offered, random)
        if view.decision == "add_more":
            return self.add_more(view, offered, random)
        if view.decision == "between_rounds":
            return offered[0]
        if view.decision in ("choose_player", "choose_target"):
            return self.choose_player(view, offered, random)
        return self.choose_color(view, offered, random)

    def on_turn(self, view: View, offered: Sequence[Move], random: Random) -> Move:
        """Play a card if possible; otherwise draw, keep the drawn card, or pass."""
        cards = by_verb(offered, "play")
        if cards:
            return self.play_card(view, sparing_partner(view, cards), random)
        others = {move.verb: move for move in offered}
        return others["keep"] if "keep" in others else others.get("draw") or offered[0]

    def play_card(self, view: View, cards: Sequence[Move], random: Random) -> Move:
        """Choose one of the cards that can be played."""
        raise NotImplementedError

    def respond(self, view: View, offered: Sequence[Move], random: Random) -> Move:
        """Stack a draw card if possible; otherwise challenge or accept."""
        stacks = by_verb(offered, "stack")
        if stacks:
            return self.play_card(view, stacks, random)
        doubts = by_verb(offered, "challenge")
        if doubts and random.random() < self.doubt(view):
            return doubts[0]
        return next(move for move in offered if move.verb == "accept")

    def add_more(self, view: View, offered: Sequence[Move], random: Random) -> Move:
        """Add every card it can, and those of the color it holds most at the end, where they lie on top."""
        cards, colors, known = by_verb(offered, "add"), color_counts(view), faces(view)
        return min(cards, key=lambda move: colors.get(known[move.card].color or "", 0))

    def doubt(self, view: View) -> float:
        """Return how likely it is to challenge a wild draw card."""
        return self.manners.challenges

    def choose_color(self, view: View, offered: Sequence[Move], random: Random) -> Move:
        return most_held(view, offered)

    def choose_player(self, view: View, offered: Sequence[Move], random: Random) -> Move:
        return smallest_hand(view, offered)

    def impulse(self, view: View, legal: Sequence[Move], random: Random) -> Impulse | None:
        """Return a move out of turn and its delay, or None. Called once for each new set of possible moves."""
        jumps = by_verb(legal, "jump")
        if jumps and self.wants_to_jump(view, random):
            return random.uniform(*self.manners.jumps_after), self.jump(view, legal, jumps[0], random)
        if DECLARE in legal and len(view.hand) == 1 and self.repairs(view, random):
            return random.uniform(*self.manners.notices), DECLARE
        caught = catchable(view, legal)
        return (self.time_to_accuse(random), random.choice(caught)) if caught and self.manners.accuses else None

    def wants_to_jump(self, view: View, random: Random) -> bool:
        """Return whether to jump in. A bot that has called with two cards in hand always does."""
        return (len(view.hand) == 2 and view.seat in view.declared) or random.random() < self.manners.jumps

    def jump(self, view: View, legal: Sequence[Move], move: Move, random: Random) -> Move:
        about_to_call = DECLARE in legal and leaves_one(view, move)
        return DECLARE if about_to_call and random.random() < self.manners.declares else move

    def repairs(self, view: View, random: Random) -> bool:
        """Return whether to call late: a bot that always calls does; others only if they could not call before."""
        sure = self.manners.declares
        return sure >= 1 or (window_came_unasked(view) and random.random() < sure)

    def time_to_accuse(self, random: Random) -> float:
        """Return when it accuses: it notices the missed call after a moment, then decides at intervals."""
        after = random.uniform(*self.manners.notices) + random.uniform(*self.manners.accuses_each)
        while random.random() >= self.manners.accuses:
            after += random.uniform(*self.manners.accuses_each)
        return after


class FirstColorBot(Bot):
    """A bot that chooses the color of its first colored card, or one time in ten a random color."""

    def choose_color(self, view: View, offered: Sequence[Move], random: Random) -> Move:
        wanted = first_colored(view)
        if wanted is None or random.random() < 0.1:
            return random.choice(offered)
        return next(move for move in offered if move.color == wanted)
