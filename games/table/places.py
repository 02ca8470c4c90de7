"""The places around the table, as one viewer sees them: from his left neighbor on, his own last."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from django.urls import reverse
from django.utils.safestring import SafeString

from games.engine import Event, View, seen, view
from games.table import cards
from games.table.event_text import Teller, last_deed
from games.table.snapshot import Sitter, Snapshot
from games.table.template_values import TemplateValue

BACKS = 7
NEAR = 5
"""So many cards before mercy strikes a seat is marked as near it."""


@dataclass(frozen=True, slots=True)
class Place(TemplateValue):
    seat: int
    name: str
    face_url: str
    is_me: bool
    is_turn: bool
    count: int
    backs: SafeString
    open: tuple[SafeString, ...]
    did: SafeString
    score: int
    dealt: bool
    bot: bool
    away: bool
    program: bool
    called: str
    catchable: bool
    out: bool
    near: int
    swap: str
    key: str
    """What swaps on the keyboard: the number of the place, counted from the viewer's left."""
    accuse: str
    take_url: str


def places(table: Snapshot, seen_by: View, tell: Teller, shows_hands: bool) -> tuple[Place, ...]:
    """Everybody in seat order, beginning after the viewer; for whoever only watches beginning with the first seat."""
    first = 0 if seen_by.seat is None else seen_by.seat + 1
    deeds = last_deeds(table, tell)
    order = [(first + n) % seen_by.seats for n in range(seen_by.seats)]
    return tuple(
        _place(table, seen_by, table.sitters[seat], number, tell, deeds, shows_hands)
        for number, seat in enumerate(order, 1)
    )


def last_deeds(table: Snapshot, tell: Teller) -> dict[int, SafeString]:
    """What each seat did last, in a few words, since the cards were dealt; what everybody saw of it is enough."""
    told = (last_deed(event, tell) for event in table.once(_events_of_deeds))
    return dict(filter(None, told))


def _events_of_deeds(table: Snapshot) -> list[Event]:
    """The last event of each seat that is a deed of that seat."""
    anybody, found = Teller(tuple(table.names)), dict[int, Event]()
    for event in _newest_first(table):
        if event[0] == "dealt" or len(found) == len(table.sitters):
            break
        told = last_deed(event, anybody)
        if told:
            found.setdefault(told[0], event)
    return list(found.values())


def _newest_first(table: Snapshot) -> Iterator[Event]:
    """What everybody could see."""
    for line in reversed(table.standing):
        yield from filter(None, (seen(event, None) for event in reversed(line.events)))


@lru_cache(maxsize=4096)
def _face_url(face: str) -> str:
    return reverse("face", args=[face])


def _place(
    table: Snapshot,
    seen_by: View,
    sitter: Sitter,
    number: int,
    tell: Teller,
    deeds: dict[int, SafeString],
    shows_hands: bool,
) -> Place:
    seat, count, limit = sitter.seat, seen_by.counts[sitter.seat], seen_by.rules.mercy_limit
    swap = _offered(seen_by, f"swap {seat}")
    return Place(
        seat=seat,
        name=sitter.name,
        face_url=_face_url(sitter.face),
        is_me=seat == seen_by.seat,
        is_turn=seat == seen_by.turn and not table.ended,
        count=count,
        backs=_backs(seen_by.side, count),
        open=_open(table, seen_by, seat, shows_hands),
        did=deeds.get(seat, SafeString()),
        score=seen_by.scores[seat],
        dealt=seat == seen_by.dealer,
        bot=bool(sitter.played_by),
        away=bool(sitter.stand_in) or sitter.has_left,
        program=sitter.is_program,
        called=tell.call if seat in seen_by.declared else "",
        catchable=seat in seen_by.windows,
        out=seat in seen_by.out,
        near=limit - count if limit and limit - count <= NEAR else 0,
        swap=swap,
        key=str(number) if swap else "",  # otherwise all who look on would see another place, and each be drawn one
        accuse=_offered(seen_by, f"accuse {seat}"),
        take_url=reverse("take_over", args=[table.code, seat]) if _is_free(table, seen_by, sitter) else "",
    )


def _is_free(table: Snapshot, seen_by: View, sitter: Sitter) -> bool:
    """Whether somebody who only watches may ask for a bot's seat."""
    return seen_by.seat is None and bool(sitter.bot) and table.seats_open and not table.ended


def _offered(seen_by: View, move: str) -> str:
    return move if move in seen_by.legal else ""


def _backs(side: int, count: int) -> SafeString:
    """A small fan of card backs; a large hand looks like one of seven."""
    return cards.drawing(f"backs-{min(count, BACKS)}{'-dark' if side else ''}") if count else SafeString()


def _open(table: Snapshot, seen_by: View, seat: int, shows_hands: bool) -> tuple[SafeString, ...]:
    """Cards of others that this viewer may see: whole hands, or the sides that are not in play."""
    if shows_hands:
        hand = sorted(view(table.state, seat).hand, key=cards.color_rank)
        return tuple(cards.shown(text, seen_by.side) for text in hand)
    if seen_by.backs:
        return tuple(cards.shown(text, 1 - seen_by.side) for text in seen_by.backs[seat])
    return ()
