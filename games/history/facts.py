"""What happened to each player in a match, as its log says: figures for the statistics, and achievements."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.engine import BY_ITSELF, Entry, Rules, State
from games.engine.logs import following
from games.engine.moves import CALL_VERBS

FIGURES = (
    "calls", "missed_calls", "catches", "bluffs", "bluffs_caught", "challenges_won", "challenges_lost", "cards_drawn",
    "decisions", "decision_ms",
)  # fmt: skip
BIG_HAND, AVALANCHE, ALL_COLORS, CATCHES, BLUFFS, ROUNDS, SWEEP = 20, 10, 4, 3, 3, 10, 3
FULL_TABLE, KNOCKED_OUT, TWO_OTHERS, FEWEST_DEALT = 6, 2, 2, 5


@dataclass
class Facts:
    """What one player did in a match."""

    figures: Counter[str] = field(default_factory=Counter)
    colors: Counter[str] = field(default_factory=Counter)
    awards: set[str] = field(default_factory=set)


@dataclass
class Hand:
    """What one player did in the current round."""

    most: int = 0
    drew: int = 0
    colors: set[str] = field(default_factory=set)
    last: str = ""
    """The effect of the card that they played last."""


class Reader:
    """Reads a log from its beginning to its end."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.state = State(Rules(), 2)
        self.facts = [Facts() for _ in range(seats)]
        self.hands = [Hand() for _ in range(seats)]
        self.rounds: list[int] = []
        """Who won each round."""
        self.by: int | None = None
        """Who makes the move that is read."""
        self.jumped: int | None = None
        self.asked_at = 0.0
        """Since when the game waits for the player asked; time that staff add does not count as thought."""
        self.attacker: int | None = None
        """Who played the last card in this round."""
        self.hit: Counter[int] = Counter()
        """How many cards each player had to draw because of that card."""
        self.fined: int | None = None
        """Who draws because of a call or a card that did not fit, which is nobody's attack."""
        self.absent: set[int] = set()
        """For whom a bot stands in, as their last move says: what happens then is not theirs."""

    def read(self, entries: Iterable[Entry], by_stand_ins: Collection[int] = ()) -> list[Facts]:
        """Read entries, some of which, by their position, were made by a bot for an absent player."""
        for position, entry in _standing(entries):
            self._note_who_moves(entry, position in by_stand_ins)
            self._read(entry)
        return self.facts

    def _note_who_moves(self, entry: Entry, is_by_stand_in: bool) -> None:
        if entry.seat is None or entry.move == BY_ITSELF:
            return
        if is_by_stand_in:
            self.absent.add(entry.seat)
        else:
            self.absent.discard(entry.seat)

    def _read(self, entry: Entry) -> None:
        state, windows = self.state, set(self.state.windows)
        self.by, self.jumped, self.fined = entry.seat, None, None
        decided = self._decision_ms(entry)
        called: set[int] = set()
        for event in following(state, entry):
            if event[0] == "declared":
                called.add(event[1])
            if note := NOTES.get(event[0]):
                note(self, *event[1:])
            self._watch_windows(windows, called)
            for seat, hand in enumerate(state.hands[: self.seats]):
                self.hands[seat].most = max(self.hands[seat].most, len(hand))
        if decided is not None and entry.seat is not None:
            self.add("decisions", entry.seat)
            self.add("decision_ms", entry.seat, decided)

    def _decision_ms(self, entry: Entry) -> int | None:
        """How long a player has thought about a move in their turn. Calls, cards that did not fit, and what happens by
        itself are no decisions."""
        is_choice = entry.seat is not None and entry.move != BY_ITSELF and not _is_call(entry.move)
        if not is_choice or entry.seat != self.state.turn or any(event[0] in NO_DECISIONS for event in entry.events):
            return None
        return max(0, round((entry.now - self.asked_at) * 1000))

    def _watch_windows(self, before: set[int], called: set[int]) -> None:
        """A call is missed if a player could be caught and did not call before that was over."""
        now = set(self.state.windows)
        for seat in before - now - called:
            self.add("missed_calls", seat)
        before.clear()
        before |= now

    def add(self, figure: str, seat: int, number: int = 1) -> None:
        if seat not in self.absent:
            self.facts[seat].figures[figure] += number

    def award(self, code: str, seat: int, is_earned: bool = True) -> None:
        if is_earned and seat not in self.absent:
            self.facts[seat].awards.add(code)

    # --- events

    def dealt(self, *fields: Any) -> None:
        self.hands = [Hand(most=len(hand)) for hand in self.state.hands]
        self.attacker = None

    def asked(self, *fields: Any) -> None:
        self.asked_at = self.state.now

    def acted(self, *fields: Any) -> None:
        """The next one of several moves begins."""
        self.fined = None

    def declared(self, seat: int) -> None:
        self.add("calls", seat)

    def accused(self, accuser: int, seat: int) -> None:
        self.fined = seat
        self.add("catches", accuser)
        self.award("catcher", accuser, self.facts[accuser].figures["catches"] >= CATCHES)

    def penalized(self, seat: int, *fields: Any) -> None:
        self.fined = seat

    def noted(self, bluff: bool, *proof: Any) -> None:
        if bluff and self.by is not None:
            self.add("bluffs", self.by)

    def challenge_won(self, challenger: int, bluffer: int, *color: Any) -> None:
        self.add("challenges_won", challenger)
        self.add("bluffs_caught", bluffer)

    def challenge_lost(self, challenger: int, accused: int, *color: Any) -> None:
        self.add("challenges_lost", challenger)

    def drew(self, seat: int, cards: Sequence[str]) -> None:
        self.add("cards_drawn", seat, len(cards))
        self.hands[seat].drew += len(cards)

    def forced(self, seat: int, cards: Sequence[str]) -> None:
        """A penalty may come in several parts: after a reshuffle, or more cards for a challenge that was lost."""
        self.drew(seat, cards)
        if self.attacker not in (None, seat) and seat != self.fined:
            self.hit[seat] += len(cards)
            self.award("avalanche", self.attacker, self.hit[seat] >= AVALANCHE)

    def wild(self, seat: int, color: str) -> None:
        if seat not in self.absent:
            self.facts[seat].colors[color] += 1
        self.hands[seat].colors.add(color)
        self.award("four_colors", seat, len(self.hands[seat].colors) >= ALL_COLORS)

    def played(self, seat: int, text: str) -> None:
        self.hands[seat].last = self.state.top.effect
        self.attacker = seat
        self.hit.clear()

    def jumped_in(self, seat: int) -> None:
        self.jumped = seat

    def round_won(self, seat: int, points: Any, hands: Sequence[Sequence[str]]) -> None:
        hand, state = self.hands[seat], self.state
        others = [other for other in state.in_match() if other != seat and other not in state.out]
        self.rounds.append(seat)
        self.award("from_twenty", seat, hand.most >= BIG_HAND)
        self.award("no_draw", seat, not hand.drew and state.rules.hand_size >= FEWEST_DEALT)
        close = len(others) >= TWO_OTHERS and all(len(hands[other]) == 1 for other in others)
        self.award("photo_finish", seat, close)
        self.award("jump_finish", seat, self.jumped == seat)
        self.award("flip_finish", seat, hand.last == "flip" and not hands[seat])
        knocked_out = [other for other in state.out if other not in state.gone]
        self.award("last_standing", seat, len(knocked_out) >= KNOCKED_OUT)

    def match_won(self, seat: int) -> None:
        rules = self.state.rules
        for one in range(self.seats):
            self.award("marathon", one, len(self.rounds) >= ROUNDS)
            if one == seat or rules.are_partners(one, seat):
                self._award_winner(one)
        swept = len(self.rounds) >= SWEEP and set(self.rounds) == {seat}
        self.award("clean_sweep", seat, swept)

    def _award_winner(self, seat: int) -> None:
        figures = self.facts[seat].figures
        self.award("first_win", seat)
        self.award("full_table", seat, self.seats >= FULL_TABLE)
        self.award("bluff_caught", seat, figures["challenges_won"] > 0)
        self.award("poker_face", seat, figures["bluffs"] >= BLUFFS and not figures["bluffs_caught"])


NOTES: dict[str, Callable[..., None]] = {
    "dealt": Reader.dealt,
    "declared": Reader.declared,
    "accused": Reader.accused,
    "noted": Reader.noted,
    "challenge_won": Reader.challenge_won,
    "challenge_lost": Reader.challenge_lost,
    "drew": Reader.drew,
    "force_draw": Reader.forced,
    "roulette": Reader.forced,
    "wild": Reader.wild,
    "played": Reader.played,
    "jumped_in": Reader.jumped_in,
    "round_won": Reader.round_won,
    "match_won": Reader.match_won,
    "taken_back": Reader.asked,
    "turn": Reader.asked,
    "asked": Reader.asked,
    "acted": Reader.acted,
    "false_accusation": Reader.penalized,
    "misplayed": Reader.penalized,
}
NO_DECISIONS = {"timed_out", "agreed", "misplayed"}


def _is_call(text: str) -> bool:
    """Whether all of the moves are calls; a call followed by another move is not."""
    return all(move.strip().startswith(CALL_VERBS) for move in text.split(","))


def _standing(entries: Iterable[Entry]) -> list[tuple[int, Entry]]:
    """Leave out the moves that staff have taken back: nothing in them counts."""
    kept: list[tuple[int, Entry]] = []
    for position, entry in enumerate(entries):
        if any(event[0] == "taken_back" for event in entry.events):
            undone = next((n for n in range(len(kept) - 1, -1, -1) if kept[n][1].seat is not None), None)
            if undone is not None:
                del kept[undone]
        kept.append((position, entry))
    return kept


def read_facts(entries: Iterable[Entry], seats: int, by_stand_ins: Collection[int] = ()) -> list[Facts]:
    """Return the facts of each seat."""
    return Reader(seats).read(entries, by_stand_ins)
