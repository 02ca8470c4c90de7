"""What happened, in words: a sentence for each kind of event, as its reader may know it.

A sentence is safe HTML whose only tags are the `<b class="red">` around cards and colors.

>>> tell = Teller(("Ann", "Bob"), seat=0)
>>> sentence(("played", 0, "R7"), tell), sentence(("played", 1, "W"), tell)
('You play <b class="red">red 7</b>.', 'Bob plays <b class="wild">Wild</b>.')
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from games.engine import Event
from games.engine.cards import UNTIL_COLOR
from games.table import cards

THIRD = {"have": "has", "be": "is", "pass": "passes", "catch": "catches", "miss": "misses"}
FIRST_PERSONS = {"be": "are"}


@dataclass(frozen=True, slots=True)
class Teller:
    """Who tells: the names at the table and the reader's own seat."""

    names: tuple[str, ...]
    seat: int | None = None
    call: str = "Uno!"

    def subject(self, seat: int) -> str:
        return "You" if seat == self.seat else self.names[seat]

    def whom(self, seat: int) -> str:
        return "you" if seat == self.seat else self.names[seat]

    def does(self, seat: int, verb: str) -> str:
        """The verb as it goes with whoever does it."""
        return FIRST_PERSONS.get(verb, verb) if seat == self.seat else third(verb)


def third(verb: str) -> str:
    return THIRD.get(verb, f"{verb}s")


@dataclass(frozen=True, slots=True)
class Deed:
    """Who does what: a verb in its plain form, and safe words after it."""

    seat: int
    verb: str
    rest: SafeString


def deed(seat: int, verb: str, text: str = "", *parts: object) -> Deed:
    words = format_html(" " + text, *parts) if parts else escape(f" {text}".rstrip())
    return Deed(seat, verb, words)


def counted(number: int) -> str:
    return "a card" if number == 1 else f"{number} cards"


def amount(number: int) -> str:
    return "until the color comes" if number == UNTIL_COLOR else str(number)


def listed(texts: tuple[str, ...]) -> SafeString:
    return mark_safe(", ".join(map(cards.named, texts)) or "no cards")  # noqa: S308  # made of safe pieces


def taken(what: tuple[str, ...] | int) -> SafeString:
    """Cards that somebody takes: named for whoever may know them, counted for the others."""
    return format_html("{}", counted(what)) if isinstance(what, int) else listed(what)


def color(name: str) -> SafeString:
    return format_html('<b class="{0}">{0}</b>', name)


Say = Callable[[Event, Teller], Deed | SafeString]


def _dealt(event: Event, tell: Teller) -> SafeString:
    _, _, number, dealer, *_, first, _ = event
    line = "Round {}: {} {}, and the first card is {}."
    return format_html(line, number, tell.subject(dealer), tell.does(dealer, "deal"), cards.named(first))


def _round_won(event: Event, tell: Teller) -> SafeString:
    _, seat, points, _ = event
    gained = f" and {tell.does(seat, 'get')} {points[seat]} points" if points[seat] else ""
    return format_html("{} {} the round{}.", tell.subject(seat), tell.does(seat, "win"), gained)


def _reversed(event: Event, tell: Teller) -> SafeString:
    return format_html("The direction turns: {}.", "clockwise" if event[1] == 1 else "counterclockwise")


def _attacked(event: Event, tell: Teller) -> SafeString:
    _, victim, number = event
    return format_html("{} {} to draw {}.", tell.subject(victim), tell.does(victim, "have"), amount(number))


def _flipped(event: Event, tell: Teller) -> SafeString:
    return format_html("Everything is turned over; {} lies on top.", cards.named(event[1]))


def _knocked_out(event: Event, tell: Teller) -> Deed:
    return deed(event[1], "be", "out of the round")


def _swapped(event: Event, tell: Teller) -> Deed:
    return deed(event[1], "swap", "hands with {}", tell.whom(event[2]))


def _accused(event: Event, tell: Teller) -> Deed:
    return deed(event[1], "catch", "{} without “{}”", tell.whom(event[2]), tell.call)


def _false_accusation(event: Event, tell: Teller) -> Deed:
    return deed(event[1], "accuse", "{} for nothing", tell.whom(event[2]))


def _challenge_won(event: Event, tell: Teller) -> Deed:
    return deed(event[1], "challenge", "{} and {} right ✓", tell.whom(event[2]), tell.does(event[1], "be"))


def _challenge_lost(event: Event, tell: Teller) -> Deed:
    return deed(event[1], "challenge", "{} and {} wrong ✗", tell.whom(event[2]), tell.does(event[1], "be"))


def _showed(event: Event, tell: Teller) -> Deed:
    _, seat, challenger, hand = event
    return deed(seat, "show", "{} {}", tell.whom(challenger), taken(hand))


def _extended(event: Event, tell: Teller) -> Deed:
    return deed(event[1], "get", "{} seconds more from the staff", int(event[2]))


def _taken_back(event: Event, tell: Teller) -> SafeString:
    whose = "your" if event[1] == tell.seat else f"{tell.names[event[1]]}’s"
    return format_html("The staff takes {} last move back; cards come in the same order again.", whose)


SAY: dict[str, Say] = {
    "game_start": lambda event, tell: SafeString("The match begins."),
    "dealt": _dealt,
    "round_won": _round_won,
    "match_won": lambda event, tell: deed(event[1], "win", "the match"),
    "reshuffled": lambda event, tell: SafeString("The discards are shuffled into a new draw pile."),
    "turn": lambda event, tell: deed(event[1], "be", "on turn"),
    "asked": lambda event, tell: SafeString("A decision is asked for."),
    "passed": lambda event, tell: deed(event[1], "pass"),
    "kept": lambda event, tell: deed(event[1], "keep", "the card"),
    "timed_out": lambda event, tell: deed(event[1], "let", "the time run out"),
    "skipped": lambda event, tell: deed(event[1], "be", "skipped"),
    "everyone_skipped": lambda event, tell: deed(event[1], "skip", "everyone"),
    "reversed": _reversed,
    "played": lambda event, tell: deed(event[1], "play", "{}", cards.named(event[2])),
    "jumped_in": lambda event, tell: deed(event[1], "jump", "in"),
    "drew": lambda event, tell: deed(event[1], "draw", "{}", taken(event[2])),
    "force_draw": lambda event, tell: deed(event[1], "have", "to draw {}", taken(event[2])),
    "force_draw_play": lambda event, tell: deed(event[1], "have", "to play {}", cards.named(event[2])),
    "wild": lambda event, tell: deed(event[1], "name", "{}", color(event[2])),
    "attacked": _attacked,
    "wild_draw": _attacked,
    "challenge_won": _challenge_won,
    "challenge_lost": _challenge_lost,
    "showed": _showed,
    "discarded_all": lambda event, tell: deed(event[1], "discard", "{} more", len(event[2])),
    "flipped": _flipped,
    "roulette": lambda event, tell: deed(event[1], "take", "{} from the roulette", counted(len(event[2]))),
    "swapped": _swapped,
    "passed_hands": lambda event, tell: format_html("All hands move on {}.", "clockwise" if event[1] == 1 else "back"),
    "knocked_out": _knocked_out,
    "declared": lambda event, tell: deed(event[1], "say", "“{}”", tell.call),
    "accused": _accused,
    "false_accusation": _false_accusation,
    "extended": _extended,
    "taken_back": _taken_back,
}

QUIET = frozenset({"turn", "asked", "game_start", "attacked", "wild_draw", "force_draw_play"})
"""What the log leaves out, because the table shows it or the next line says it."""


@lru_cache(maxsize=8192)
def sentence(event: Event, tell: Teller) -> SafeString:
    """An event that its reader may know, as a sentence."""
    said = SAY[event[0]](event, tell)
    if isinstance(said, SafeString):
        return said
    return format_html("{} {}{}.", tell.subject(said.seat), tell.does(said.seat, said.verb), said.rest)


@lru_cache(maxsize=8192)
def last_deed(event: Event, tell: Teller) -> tuple[int, SafeString] | None:
    """Whose deed an event is, and the few words that stand beside that seat; none when it is nobody's."""
    said = None if event[0] in QUIET else SAY[event[0]](event, tell)
    return (said.seat, format_html("{}{}", third(said.verb), said.rest)) if isinstance(said, Deed) else None
