"""A second count of figures and achievements, from the events of a log alone.

It knows neither states nor rules beyond three numbers, and shares no code with what counts for the statistics.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from games.engine import Entry

CALLS = ("declare", "accuse")


def recount(log: Iterable[Entry], seats: int) -> list[Counter[str]]:
    """Return what was counted for each seat; an achievement that was earned has a number."""
    found = Recount(seats)
    for entry in log:
        found.read(entry)
    return found.counts


class Recount:
    def __init__(self, seats: int) -> None:
        self.counts: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.cards = [0] * seats
        self.out: set[int] = set()
        self.knocked_out: set[int] = set()
        self.called: set[int] = set()
        self.uncalled: dict[int, list[float]] = {}
        """Who is down to one card without a call: since when, and by when the next player had chosen something."""
        self.now = self.asked_at = self.grace = 0.0
        self.turn = -1
        self.has_calls = self.draws_one = False
        self.last: tuple[int, str] | None = None
        """Who played the last card, and which."""
        self.last_of: dict[int, str] = {}
        self.penalty: Counter[int] = Counter()
        self.fined: int | None = None
        """Who draws for a missed call, a false accusation, or a card that does not fit."""

    def read(self, entry: Entry) -> None:
        verbs = [move.split()[0] for move in entry.move.split(",")]
        chosen = [verb for verb in verbs if verb not in CALLS]
        happened = [event[0] for event in entry.events]
        if entry.seat is not None:
            if is_decision(chosen, happened) and (chosen[0] != "jump" or entry.seat == self.turn):
                self.counts[entry.seat]["decisions"] += 1
                self.counts[entry.seat]["decision_ms"] += max(0, round((entry.now - self.asked_at) * 1000))
            self.acted(entry.seat, verbs[0] in CALLS, entry.now)
        for name, *fields in entry.events:
            NOTED.get(name, ignore)(self, *fields)

    def acted(self, seat: int, is_a_call: bool, now: float) -> None:
        """A move begins: what others can still be caught for ends when the next player chooses, but not too soon."""
        self.now = max(self.now, now)
        self.fined = None
        for owner, since in list(self.uncalled.items()):
            if not is_a_call and seat != owner:
                since[1:] = [1.0]
            if len(since) > 1 and self.now - since[0] >= self.grace:
                self.miss(owner)

    def miss(self, seat: int) -> None:
        if self.uncalled.pop(seat, None):
            self.counts[seat]["missed_calls"] += 1

    def has(self, seat: int, cards: int) -> None:
        """A hand has now this many cards."""
        before, self.cards[seat] = self.cards[seat], cards
        if cards > before:
            self.called.discard(seat)
        if cards > before or cards == 0:
            self.miss(seat)
        elif cards == 1 < before and self.has_calls and seat not in self.called:
            self.uncalled[seat] = [self.now]

    # --- what happens

    def game_start(self, rules: str, *rest: object) -> None:
        chosen = json.loads(rules)
        self.grace = float(chosen.get("uno_grace", 2))
        self.has_calls = chosen.get("uno_call", "manual") in ("manual", "strict")

    def dealt(self, deck: str, number: int, dealer: int, hands: Sequence[Sequence[str]], *rest: object) -> None:
        self.cards = [9] * len(hands)
        self.out, self.knocked_out, self.called, self.uncalled = set(), set(), set(), {}
        self.last, self.last_of = None, {}
        for seat, hand in enumerate(hands):
            self.has(seat, len(hand))
            if not hand:
                self.out.add(seat)

    def turn_(self, seat: int) -> None:
        self.turn, self.asked_at = seat, self.now
        if self.last and self.cards[self.last[0]] > 1:
            self.called.discard(self.last[0])

    def asked(self, node: str) -> None:
        self.asked_at = self.now

    def declared(self, seat: int) -> None:
        self.called.add(seat)
        self.uncalled.pop(seat, None)

    def accused(self, accuser: int, seat: int) -> None:
        self.fined = seat
        self.miss(seat)

    def false_accusation(self, accuser: int, seat: int) -> None:
        self.fined = accuser

    def misplayed(self, seat: int, card: str) -> None:
        self.fined = seat

    def played(self, seat: int, card: str) -> None:
        self.last = seat, card
        self.last_of[seat] = card
        self.penalty.clear()
        self.has(seat, self.cards[seat] - 1)

    def drew(self, seat: int, cards: Sequence[str]) -> None:
        self.has(seat, self.cards[seat] + len(cards))

    def force_draw(self, seat: int, cards: Sequence[str]) -> None:
        self.drew(seat, cards)
        if seat != self.fined and self.last and self.last[0] != seat:
            self.penalty[seat] += len(cards)
            if self.penalty[seat] >= 10:
                self.counts[self.last[0]]["avalanche"] = 1

    roulette = force_draw

    def discarded_all(self, seat: int, cards: Sequence[str]) -> None:
        self.has(seat, self.cards[seat] - len(cards))

    def swapped(self, seat: int, other: int) -> None:
        one, two = self.cards[seat], self.cards[other]
        self.has(seat, two)
        self.has(other, one)

    def passed_hands(self, direction: int) -> None:
        active = [seat for seat in range(len(self.cards)) if seat not in self.out]
        given = [self.cards[seat] for seat in active]
        for n, seat in enumerate(active):
            self.has(seat, given[(n - direction) % len(active)])

    def shuffled_hands(self, hands: Sequence[Sequence[str]]) -> None:
        self.called -= set(range(len(hands))) - self.out
        for seat, hand in enumerate(hands):
            self.has(seat, len(hand))

    def knocked_out_(self, seat: int) -> None:
        self.out.add(seat)
        self.knocked_out.add(seat)
        self.called.discard(seat)
        self.has(seat, 0)

    def round_won(self, seat: int, points: object, hands: Sequence[Sequence[str]]) -> None:
        for owner in list(self.uncalled):
            self.miss(owner)
        if not hands[seat] and self.last_of.get(seat, "").endswith("F"):
            self.counts[seat]["flip_finish"] = 1
        if len(self.knocked_out - {seat}) >= 2:
            self.counts[seat]["last_standing"] = 1


def ignore(*fields: object) -> None:
    """Most events say nothing about what is counted here."""


def is_decision(chosen: Sequence[str], happened: Sequence[str]) -> bool:
    """Whether a player has chosen something, and not only called, agreed to go on, or let their time run out."""
    by_itself = {"timed_out", "agreed", "misplayed"}.intersection(happened)
    return bool(chosen) and chosen[0] != "decide" and not by_itself


NOTED: dict[str, Callable[..., None]] = {
    name.removesuffix("_"): getattr(Recount, name)
    for name in (
        "acted", "game_start", "dealt", "turn_", "asked", "declared", "accused", "false_accusation", "misplayed",
        "played", "drew", "force_draw", "roulette", "discarded_all", "swapped", "passed_hands", "shuffled_hands",
        "knocked_out_", "round_won",
    )
}  # fmt: skip
