"""The log of a game in words, and what is told when a round or the match has ended."""

from dataclasses import dataclass
from functools import lru_cache

from django.utils.safestring import SafeString

from games.engine import Event, View, seen
from games.table import cards
from games.table.event_text import QUIET, Teller, sentence
from games.table.flashes import Flash, flashes, number
from games.table.snapshot import Line, Snapshot
from games.table.template_values import TemplateValue

TOLD = 8
"""How many lines of the log are sent."""


@dataclass(frozen=True, slots=True)
class LogLine(TemplateValue):
    """A sentence, with what the page needs to move cards, to be heard, and to flash at seats."""

    name: str
    kind: str
    seat: int | None
    count: int
    giver: int | None
    """Where the viewer's whole hand has come from."""
    sound: str
    flashes: tuple[Flash, ...]
    html: SafeString


@dataclass(frozen=True, slots=True)
class Result(TemplateValue):
    """What a round or the match has brought one player."""

    name: str
    is_me: bool
    won: bool
    hand: tuple[SafeString, ...]
    is_out: bool
    """Has lost the hand to mercy, and so has no cards although nobody has won with them."""
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class End(TemplateValue):
    """The end of a round, or of the match."""

    round: int
    over: bool
    title: str
    results: tuple[Result, ...]
    next: str
    code: str


SOUNDS = {
    "played": "play",
    "drew": "draw",
    "force_draw": "penalty",
    "roulette": "penalty",
    "accused": "penalty",
    "knocked_out": "penalty",
    "declared": "call",
    "round_won": "win",
}
"""What is heard, by the name of its sound in the page."""
TAKING = ("drew", "force_draw", "roulette")


def log(table: Snapshot, tell: Teller) -> tuple[LogLine, ...]:
    """The last lines, the newest last."""
    playing = tuple(seat for seat in range(table.state.seats) if seat not in table.state.out)
    lines = [told for line in table.log[-TOLD:] for told in _told(line, tell, playing)]
    return tuple(lines[-TOLD:])


@lru_cache(maxsize=8192)
def _told(line: Line, tell: Teller, playing: tuple[int, ...]) -> tuple[LogLine, ...]:
    known = [seen(event, tell.seat) for event in line.events]
    flashing = flashes(known, tell.call, playing)
    return tuple(
        _line(f"l{line.number}-{index}", event, _giver(event, tell.seat, playing), flashing.get(index, ()), tell)
        for index, event in enumerate(known)
        if event and event[0] not in QUIET
    )


def _giver(event: Event, seat: int | None, playing: tuple[int, ...]) -> int | None:
    giver: int | None = None
    if event[0] == "passed_hands" and seat in playing:
        giver = playing[(playing.index(seat) - event[1]) % len(playing)]
    if event[0] == "swapped" and seat in event[1:]:
        giver = event[1] if event[2] == seat else event[2]
    return giver


def _line(name: str, event: Event, giver: int | None, flashing: tuple[Flash, ...], tell: Teller) -> LogLine:
    kind = event[0]
    count = number(event) if kind in TAKING else 0
    seat = event[1] if count or kind == "played" else None
    return LogLine(name, kind, seat, count, giver, SOUNDS.get(kind, ""), flashing, sentence(event, tell))


def end(table: Snapshot, seen_by: View, tell: Teller) -> End | None:
    """The end of the last round, until everybody has had a turn in the next one; that of the match for good."""
    over = seen_by.node == "over"
    if table.ended and not over:
        return End(seen_by.round, True, "This game was ended before anybody had won.", (), "", table.code)
    won, age = table.once(_last_won_round)
    return _end(table, seen_by, tell, won, over) if won and (over or age < 2 * seen_by.seats) else None


def _last_won_round(table: Snapshot) -> tuple[Event | None, int]:
    """The event, and how many moves ago it was."""
    for age, line in enumerate(reversed(table.standing)):
        for event in line.events:
            if event[0] == "round_won":
                return event, age
    return None, 0


def _end(table: Snapshot, seen_by: View, tell: Teller, event: Event, over: bool) -> End:
    _, seat, points, hands = event
    winner = seen_by.winner if over and seen_by.winner is not None else seat
    what = "the match" if over else "the round"
    results = tuple(
        Result(
            name=sitter.name,
            is_me=sitter.seat == tell.seat,
            won=sitter.seat == winner,
            hand=tuple(cards.shown(text) for text in sorted(hands[sitter.seat], key=cards.color_rank)),
            is_out=not hands[sitter.seat] and sitter.seat != seat,
            points=points[sitter.seat],
            total=seen_by.scores[sitter.seat],
        )
        for sitter in table.sitters
    )
    best_first = sorted(results, key=lambda result: (not result.won, _rank(seen_by, result)))
    return End(
        round=seen_by.round if over else seen_by.round - 1,
        over=over,
        title=f"{tell.subject(winner)} {tell.does(winner, 'win')} {what}!",
        results=tuple(best_first),
        next="" if over else _what_comes_next(seen_by, tell),
        code=table.code,
    )


def _rank(seen_by: View, result: Result) -> int:
    return result.total if seen_by.rules.scoring == "lowest_total" else -result.total


def _what_comes_next(seen_by: View, tell: Teller) -> str:
    limit = seen_by.rules.score_limit
    until = f", and the match goes to {limit} points" if limit.isdigit() else ""
    dealer = seen_by.dealer
    return f"Round {seen_by.round} has begun: {tell.subject(dealer)} dealt{until}."
