"""The seats around the table in one viewer's order: from their left neighbor on, their own last."""

from collections.abc import Iterable
from typing import NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString

from games.bots import strength
from games.engine import Event, View, seen, view
from games.table import cards
from games.table.event_text import Reader, read_by, seat_note
from games.table.prompts import accusations, asked_seat
from games.table.snapshot import LogEntry, Sitter, Snapshot
from games.wording import teams

BACKS = 7
NEAR = 5
"""A seat is marked from this many cards before its player is knocked out by mercy."""


class Seat(NamedTuple):
    """A seat as one viewer sees it. Moves and addresses are empty where they are not offered."""

    seat: int
    name: str
    face_url: str
    is_me: bool
    is_turn: bool
    cards: int
    backs: SafeString
    fan: tuple[tuple[str, SafeString], ...]
    """The sides of the cards that are not in play, where everyone sees them: the name and the picture of each."""
    open: tuple[SafeString, ...]
    last_action: SafeString
    score: int
    dealt: bool
    kind: str
    """The kind of the bot that plays here; empty for a person."""
    level: int
    """How strong that bot is, from 1 to 5."""
    greeting: str
    """What a bot says before its first move."""
    away: bool
    program: bool
    called: str
    catchable: bool
    out: bool
    near: int
    swap: str
    target: str
    key: str
    """The key that chooses this player: the number of the seat, counted from the viewer's left."""
    accuse: str
    take_url: str
    clock: str
    """The time that they have left in this round, such as 2:31; empty without a clock."""
    until: float | None
    """When that time is over, while it runs."""
    team: int | None
    team_name: str
    partner: bool
    """Whether they play with the viewer."""


def seats(table: Snapshot, seen_by: View, reader: Reader, shows_hands: bool) -> tuple[Seat, ...]:
    """Return the seats in order, beginning after the viewer, or with the first seat for spectators."""
    first = 0 if seen_by.seat is None else seen_by.seat + 1
    notes = seat_notes(table, reader)
    order = [(first + n) % seen_by.seats for n in range(seen_by.seats)]
    return tuple(
        _seat(table, seen_by, table.sitters[seat], number, reader, notes, shows_hands)
        for number, seat in enumerate(order, 1)
    )


def seat_notes(table: Snapshot, reader: Reader) -> dict[int, SafeString]:
    """Return a note for each seat on what its player did last since the cards were dealt, as all may know it."""
    found: dict[int, SafeString] = {}
    for entry in reversed(table.standing):
        notes, is_dealt = read_by(reader, entry, _notes)
        found = notes | found
        if is_dealt or len(found) == len(table.sitters):
            break
    return found


def _notes(entry: LogEntry, reader: Reader) -> tuple[dict[int, SafeString], bool]:
    """The last note for each seat in an entry, and whether cards were dealt before it."""
    notes: dict[int, SafeString] = {}
    for event in reversed(with_whole_penalties(filter(None, (seen(event, None) for event in entry.events)))):
        if event[0] == "dealt":
            return notes, True
        if note := seat_note(event, reader):
            notes.setdefault(*note)
    return notes, False


def with_whole_penalties(events: Iterable[Event]) -> list[Event]:
    """Combine penalties of one player for the same move, as after a wrong challenge: 4 cards and 2 more make 6.

    >>> with_whole_penalties([("challenge_lost", 1, 0), ("force_draw", 1, 4), ("force_draw", 1, 2)])
    [('challenge_lost', 1, 0), ('force_draw', 1, 6)]
    """
    found: list[Event] = []
    for event in events:
        last: Event = found[-1] if found else ("",)
        if event[0] == "force_draw" and event[:2] == last[:2]:
            found[-1] = (*event[:2], last[2] + event[2])
        else:
            found.append(event)
    return found


def _seat(
    table: Snapshot,
    seen_by: View,
    sitter: Sitter,
    number: int,
    reader: Reader,
    notes: dict[int, SafeString],
    shows_hands: bool,
) -> Seat:
    rules = seen_by.rules
    seat, count, limit = sitter.seat, seen_by.counts[sitter.seat], rules.mercy_limit
    swap, target = _offered(seen_by, f"swap {seat}"), _offered(seen_by, f"target {seat}")
    shown = _open(table, seen_by, seat, shows_hands)
    return Seat(
        seat=seat,
        name=sitter.name,
        face_url=sitter.face_url,
        is_me=seat == seen_by.seat,
        is_turn=seat == asked_seat(seen_by),
        cards=count,
        backs=_backs(seen_by.side, count),
        fan=_fan(table, seen_by, seat),
        open=shown,
        last_action=notes.get(seat, SafeString()),
        score=seen_by.scores[seat],
        dealt=seat == seen_by.dealer,
        kind=sitter.bot,
        level=strength.level(sitter.bot),
        greeting="" if shown or seen_by.round > 1 or seat in {*notes, *seen_by.out} else sitter.line,
        away=sitter.is_away,
        program=sitter.is_program,
        called=reader.call if seat in seen_by.declared else "",
        catchable=seat in seen_by.windows,
        out=seat in seen_by.out,
        near=limit - count if limit and limit - count <= NEAR else 0,
        swap=swap,
        target=target,
        key=str(number) if swap or target else "",  # one rendering serves all viewers only while no key differs
        accuse=_accusation(seen_by, seat),
        take_url=reverse("take_over", args=[table.code, seat]) if _is_free(table, seen_by, sitter) else "",
        clock=clock_face(seen_by.clocks[seat]) if seen_by.clocks else "",
        until=seen_by.since + seen_by.clocks[seat] if seen_by.clocks and seat == asked_seat(seen_by) else None,
        team=rules.team(seat) if rules.team_count else None,
        team_name=teams.name(rules.team(seat)) if rules.team_count else "",
        partner=seen_by.seat is not None and rules.are_partners(seat, seen_by.seat),
    )


def clock_face(seconds: float) -> str:
    """Return a time as minutes and seconds.

    >>> clock_face(151.2)
    '2:31'
    """
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"


def _is_free(table: Snapshot, seen_by: View, sitter: Sitter) -> bool:
    """Whether this spectator may take a bot's seat."""
    return seen_by.seat is None and bool(sitter.bot) and table.seats_open and not table.ended


def _offered(seen_by: View, move: str) -> str:
    return move if move in seen_by.legal else ""


def _accusation(seen_by: View, seat: int) -> str:
    """The move that catches this player, unless it is the one that the button beside the hand makes."""
    return next((move for move in accusations(seen_by)[1:] if move.seat == seat), "")


def _backs(side: int, count: int) -> SafeString:
    """A small fan of card backs, for at most seven cards."""
    return cards.symbol(f"backs-{min(count, BACKS)}{'-dark' if side else ''}") if count else SafeString()


def _fan(table: Snapshot, seen_by: View, seat: int) -> tuple[tuple[str, SafeString], ...]:
    if not seen_by.backs or table.state.has_round_ended:
        return ()
    backs = sorted(seen_by.backs[seat], key=cards.color_rank)
    return tuple((cards.spoken(text), cards.face(text, 1 - seen_by.side)) for text in backs)


def _open(table: Snapshot, seen_by: View, seat: int, shows_hands: bool) -> tuple[SafeString, ...]:
    """The hands of others that this viewer may see."""
    if shows_hands or (table.state.has_round_ended and seat != seen_by.seat):
        hand = sorted(view(table.state, seat).hand, key=cards.color_rank)
    else:
        hand = sorted(seen_by.open_hands[seat], key=cards.color_rank) if seen_by.open_hands else []
    return tuple(cards.shown(text, seen_by.side) for text in hand)
