"""The bots that play by simple rules."""

from collections.abc import Sequence
from random import Random
from typing import Self

from games.engine import Event, Move, View

from .bot import Bot, FirstColorBot, Impulse, Manners, Pace
from .view_helpers import against_others, by_verb, faces, is_partner, is_special, next_seat, stops_the_next

MOST_PASSED_UP = 9
PASSES_UP = ("drew", "kept", "passed")


class RandomBot(Bot):
    name = "Random"
    line = "Means nothing by it. Any move that is allowed is as good as any other."
    habits = (
        "Any legal action, evenly – also drawing, calling and doubting when there is no reason to. But it passes up a "
        "playable card at most nine times in a round."
    )
    pace = Pace(0.4, 1.1)

    def __init__(self) -> None:
        self.seat = -1
        self.passed_up = MOST_PASSED_UP
        """How often it has drawn, kept or passed in this round. A bot that has not seen the deal plays what it can, so
        that rounds of many Randoms end."""

    def sit(self, seat: int, random: Random) -> Self:
        bot = super().sit(seat, random)
        bot.seat = seat
        return bot

    def watch(self, event: Event) -> None:
        kind, *fields = event
        if kind == "dealt":
            self.passed_up = 0
        elif kind in PASSES_UP and fields[0] == self.seat:
            self.passed_up += 1

    def __call__(self, view: View, legal: Sequence[Move], random: Random) -> Move:
        cards = by_verb(legal, "play")
        return random.choice(cards if cards and self.passed_up >= MOST_PASSED_UP else legal)

    def impulse(self, view: View, legal: Sequence[Move], random: Random) -> Impulse | None:
        """Return a random move or nothing, all equally likely."""
        choice = random.randrange(len(legal) + 1)
        return (random.uniform(0.2, 1.5), legal[choice]) if choice < len(legal) else None


class Easy(Bot):
    name = "Easy"
    line = "Happy to lay any card that fits. A kind first opponent."
    habits = (
        "Any playable card, evenly; draws only when it must. Any color, any player to swap with. Calls seven times in "
        "ten, catches others slowly, never challenges, jumps in half of the time."
    )
    pace = Pace(0.55, 1.35)
    manners = Manners(declares=0.7, accuses=0.15, jumps=0.5, jumps_after=(0.3, 0.8))

    def play_card(self, view: View, cards: Sequence[Move], random: Random) -> Move:
        return random.choice(cards)

    def choose_color(self, view: View, offered: Sequence[Move], random: Random) -> Move:
        return random.choice(offered)

    def choose_player(self, view: View, offered: Sequence[Move], random: Random) -> Move:
        return random.choice(against_others(view, offered))


class Medium(Bot):
    name = "Medium"
    line = "Likes action: what can be done to others is done at once."
    habits = (
        "The first special card of the hand; else a card of the color in play; else the one worth most points. Names "
        "the color it holds most, challenges one time in four, calls nine times in ten."
    )
    manners = Manners(declares=0.9, accuses=0.3, challenges=0.25, jumps=0.8, jumps_after=(0.2, 0.5))

    def play_card(self, view: View, cards: Sequence[Move], random: Random) -> Move:
        known = faces(view)
        specials = [move for move in cards if is_special(known[move.card])]
        of_color = [move for move in cards if known[move.card].color == view.color]
        if specials or of_color:
            return (specials or of_color)[0]
        return max(cards, key=lambda move: known[move.card].points)


class Hard(Medium):
    name = "Hard"
    line = "Keeps its wilds for bad days, and lets nobody slip out who is down to two cards."
    habits = (
        "If the next player has two cards or fewer, a draw or skip card; else it saves its wilds while anything else "
        "can be played; else as Medium. Challenges players with more than four cards, always calls, catches quickly."
    )
    manners = Manners(accuses=0.8, jumps_after=(0.15, 0.4))

    def play_card(self, view: View, cards: Sequence[Move], random: Random) -> Move:
        known = faces(view)
        following = next_seat(view)
        if view.counts[following] <= 2 and not is_partner(view, following):
            stops = [move for move in cards if stops_the_next(known[move.card])]
            if stops:
                return stops[0]
        colored = [move for move in cards if not known[move.card].is_wild]
        return super().play_card(view, colored or cards, random)

    def doubt(self, view: View) -> float:
        return float(view.attacker is not None and view.counts[view.attacker] > 4)


ROUGH = Manners(declares=0.7, accuses=0.3, challenges=0.5, jumps=0.8)
ROUGHLY = (
    " A wild takes the color of its first colored card, one time in ten any. It answers draw cards with draw cards "
    "whenever it can, challenges half of the time, plays every card it draws, swaps with the smallest hand, calls "
    "seven times in ten, catches others now and then, and nearly always jumps in."
)


class Offensive(FirstColorBot):
    name = "Offensive"
    line = "Small cards first. It keeps the big ones for the end, and you will feel them."
    habits = "The playable card worth the fewest points first." + ROUGHLY
    manners = ROUGH

    def play_card(self, view: View, cards: Sequence[Move], random: Random) -> Move:
        return min(cards, key=lambda move: faces(view)[move.card].points)


class Defensive(FirstColorBot):
    name = "Defensive"
    line = "Big cards first. Whatever happens, it will not be left holding them."
    habits = "The playable card worth the most points first." + ROUGHLY
    manners = ROUGH

    def play_card(self, view: View, cards: Sequence[Move], random: Random) -> Move:
        return max(cards, key=lambda move: faces(view)[move.card].points)


class Chaotic(FirstColorBot):
    name = "Chaotic"
    line = "Nobody knows what it will play next, least of all itself."
    habits = "Any playable card, evenly." + ROUGHLY
    manners = ROUGH
    pace = Pace(0.3, 1.4)

    def play_card(self, view: View, cards: Sequence[Move], random: Random) -> Move:
        return random.choice(cards)


MOODS = (Offensive(), Defensive(), Chaotic())


class Mixed(FirstColorBot):
    name = "Mixed"
    line = "Offensive, Defensive or Chaotic: it tosses for it before the game and does not tell."
    habits = "One of those three, drawn when it sits down, for the whole game."
    manners = ROUGH
    mood: FirstColorBot | None = None

    def sit(self, seat: int, random: Random) -> Self:
        seated = super().sit(seat, random)
        seated.mood = random.choice(MOODS)
        return seated

    def play_card(self, view: View, cards: Sequence[Move], random: Random) -> Move:
        """Play in the chosen mood, or in a random one before `sit` was called."""
        return (self.mood or random.choice(MOODS)).play_card(view, cards, random)
