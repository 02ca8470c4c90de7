"""Simulate a game among bots. Thinking and reacting take simulated time, so a game is played without waiting."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from random import Random
from time import process_time
from typing import NamedTuple

from games.bots.bot import Bot
from games.engine import Event, Move, Refused, State, View, legal, play, seen, view
from games.engine.moves import OUT_OF_TURN_VERBS
from games.engine.windows import possible_from

Watcher = Callable[[int, Move, list[Event]], None]
Chances = tuple[int | Move, ...]
"""The size of the discard pile, and the moves that a seat may make out of turn."""


class Plan(NamedTuple):
    """A move that a seat will make out of turn, and when."""

    due: float
    move: Move


class Table:
    """A state with its bots. `step` plays the next move of any seat."""

    def __init__(
        self,
        state: State,
        bots: Sequence[Bot],
        randoms: Sequence[Random],
        speed: str = "natural",
        seers: Collection[int] = (),
    ):
        self.state, self.randoms, self.speed, self.now = state, randoms, speed, 0.0
        self.seers = seers
        """The seats that see all hands, to measure what nobody can win without that."""
        self.bots = [bot.sit(seat, random) for seat, (bot, random) in enumerate(zip(bots, randoms, strict=True))]
        self.watching = [type(bot).watch is not Bot.watch for bot in bots]
        self.chances: list[Chances] = [()] * len(bots)
        self.plans: list[Plan | None] = [None] * len(bots)
        self.cpu = [0.0] * len(bots)
        self.moves = [0] * len(bots)
        self.notify(state.news)
        self.due = self.next_due()

    def play_to_the_end(self, watcher: Watcher | None = None) -> State:
        while not self.state.is_over:
            seat, move, events = self.step()
            if watcher:
                watcher(seat, move, events)
        return self.state

    def step(self) -> tuple[int, Move, list[Event]]:
        """Play the first planned move out of turn or, if none comes earlier, the move that the game waits for."""
        self.update_plans()
        while (planned := self.first_plan()) is not None:
            seat, plan = planned
            self.plans[seat] = None
            try:
                return self.act(seat, plan.move, plan.due)
            except Refused:
                # too late: the legal moves do not consider the time
                continue
        return self.take_turn(self.state.turn)

    def take_turn(self, seat: int) -> tuple[int, Move, list[Event]]:
        offered = legal(self.state, seat)
        try:
            return self.act(seat, self.ask(seat, offered), self.due)
        except Refused:
            on_time = tuple(move for move in offered if move.verb not in OUT_OF_TURN_VERBS)
            return self.act(seat, self.ask(seat, on_time), self.due)

    def act(self, seat: int, move: Move, now: float) -> tuple[int, Move, list[Event]]:
        before = self.state.turn, self.state.node, self.state.since
        events = play(self.state, seat, move, now)
        self.now = now
        self.notify(events)
        if before != (self.state.turn, self.state.node, self.state.since) or move.verb not in OUT_OF_TURN_VERBS:
            self.due = self.next_due()
        return seat, move, events

    def ask(self, seat: int, offered: Sequence[Move]) -> Move:
        started = process_time()
        move = self.bots[seat](self.view(seat), offered, self.randoms[seat])
        self.cpu[seat] += process_time() - started
        self.moves[seat] += 1
        return move

    def view(self, seat: int) -> View:
        seen_by = view(self.state, seat)
        if seat not in self.seers:
            return seen_by
        hands = (() if other == seat else self.state.faces(other) for other in range(self.state.seats))
        return replace(seen_by, open_hands=tuple(hands))

    def next_due(self) -> float:
        """Return when the player whose turn it is will move."""
        seat = self.state.turn
        return self.now + self.bots[seat].pace.draw(self.randoms[seat], self.state.node, self.speed)

    def notify(self, events: Sequence[Event]) -> None:
        for seat, bot in enumerate(self.bots):
            if self.watching[seat]:
                for event in events:
                    known = seen(event, seat)
                    if known is not None:
                        bot.watch(known)

    # --- out of turn

    def update_plans(self) -> None:
        """Ask each seat once about each new chance to move out of turn, and drop plans that are no longer possible."""
        state = self.state
        if not (state.windows or state.rules.jump_in or state.rules.false_accuse_penalty):
            self.chances, self.plans = [()] * len(self.bots), [None] * len(self.bots)
            return
        for seat in range(state.seats):
            chances = tuple(move for move in legal(state, seat) if move.verb in OUT_OF_TURN_VERBS)
            if seat == state.turn and state.node in ("turn", "keep_or_play", "respond") and len(state.hands[seat]) > 1:
                # Calling before playing is part of the turn.
                chances = tuple(move for move in chances if move.verb != "declare")
            chance: Chances = (len(state.discard), *chances) if chances else ()
            if chance != self.chances[seat]:
                self.chances[seat] = chance
                self.plans[seat] = self.plan(seat, chances) if chances else None

    def plan(self, seat: int, chances: tuple[Move, ...]) -> Plan | None:
        impulse = self.bots[seat].impulse(self.view(seat), chances, self.randoms[seat])
        if impulse is None:
            return None
        after, move = impulse
        return Plan(max(self.now, possible_from(self.state, move)) + after, move)

    def first_plan(self) -> tuple[int, Plan] | None:
        """Return the earliest plan that comes before the move of the player whose turn it is."""
        plans = [(seat, plan) for seat, plan in enumerate(self.plans) if plan and plan.due < self.due]
        return min(plans, key=lambda one: (one[1].due, one[0]), default=None)
