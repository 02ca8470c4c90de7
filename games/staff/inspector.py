"""Everything about a game at any entry of its log, for staff who have to find out what happened.

What is shown depends on the viewpoint: a seat, a spectator (`NOBODY`), or all hands (`ALL`) for staff who may see them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.safestring import SafeString

from games.engine import Entry as EngineEntry
from games.engine import Event, Rules, State, View, replay, seen, view
from games.engine.notation import read_events
from games.engine.stored import load_state
from games.models import Entry, Game, Place, Player
from games.presence.services import is_here
from games.table import cards, prompts
from games.table.event_text import Reader, sentence
from games.text import whole_number
from games.wording import teams
from games.wording.inspection import CONNECTION, FACTS, OVER, PLAYS, SIDES, THE_TABLE, VALUES
from games.wording.options import differences
from games.wording.templates import fill
from games.wording.turn_chart import stand

NOBODY, ALL = "nobody", "all"
PAGE = 100


@dataclass(frozen=True)
class SeatSeen:
    """A seat, who plays it, and its cards where they may be seen."""

    seat: int
    name: str
    person: int | None
    plays: str
    connection: str
    count: int
    score: int
    hand: tuple[SafeString, ...]
    is_open: bool
    is_asked: bool
    stands_in: bool


@dataclass(frozen=True)
class PilesSeen:
    """The middle of the table, which everyone sees."""

    stock: int
    back: SafeString
    top: SafeString
    top_name: str
    color: str
    is_clockwise: bool


@dataclass(frozen=True)
class EntrySeen:
    """An entry of the log, with a sentence for each of its events."""

    number: int
    at: datetime
    who: str
    move: str
    events: tuple[tuple[str, SafeString], ...]
    is_here: bool


@dataclass(frozen=True)
class Inspection:
    """A game after one entry of its log."""

    number: int
    shown: int
    last: int
    first: int
    earlier: int | None
    later: int | None
    piles: PilesSeen
    facts: tuple[tuple[str, str], ...]
    asked: str
    asked_seat: int
    until: datetime | None
    due: datetime | None
    seats: tuple[SeatSeen, ...]
    tree: str
    rules: str
    differences: tuple[str, ...]
    log: tuple[EntrySeen, ...]
    older: int | None
    viewpoint: str


def engine_entries(entries: Iterable[Entry]) -> list[EngineEntry]:
    """Return stored entries as the engine takes them."""
    return [EngineEntry(entry.seat, entry.move, entry.now, read_events(entry.events)) for entry in entries]


def stored_state(game: Game) -> State:
    """Return the state that is stored for a game."""
    state = State(Rules(), 2)
    load_state(state, game.state)
    return state


def inspect(
    game: Game, viewpoint: str, at: int | None = None, seat: int | None = None, before: int | None = None
) -> Inspection:
    """Return the game after entry `at`, or the last one, from one viewpoint, with the log of one seat or of all."""
    players = list(game.players.all())
    numbers = list(game.entries.filter(number__lte=game.version).order_by("number").values_list("number", flat=True))
    earlier, shown, later = _around(numbers, at)
    is_last = shown == numbers[-1]
    state = (
        stored_state(game)
        if is_last
        else replay(engine_entries(game.entries.filter(number__lte=shown).order_by("number")))
    )
    names = tuple(player.name for player in players)
    reader = Reader(names, None, settings.CALL_WORD, teams.names(state.rules))
    log = list(_log(game, seat, before))
    is_on, public = is_last and game.ended_at is None, view(state, None)
    return Inspection(
        number=game.pk,
        shown=shown,
        last=numbers[-1],
        first=numbers[0],
        earlier=earlier,
        later=later,
        piles=_piles(public),
        facts=tuple(_facts(public, names)),
        asked=prompts.question(public, names) if is_on or not is_last else fill(OVER),
        asked_seat=state.turn,
        until=_moment(game, state.deadline) if is_on and not _played_by(players[state.turn]) else None,
        due=game.due_at,
        seats=tuple(_seats(game, players, state, viewpoint)),
        tree=stand(state),
        rules=state.rules.preset_name or "House rules",
        differences=tuple(differences(state.rules)),
        log=tuple(_entry(entry, reader, viewpoint, shown) for entry in log[:PAGE]),
        older=log[PAGE - 1].number if len(log) > PAGE else None,
        viewpoint=viewpoint,
    )


def _piles(seen_by: View) -> PilesSeen:
    return PilesSeen(
        stock=seen_by.to_draw,
        back=cards.back(seen_by.side),
        top=cards.face(seen_by.top, seen_by.side),
        top_name=cards.spoken(seen_by.top),
        color=seen_by.color or "",
        is_clockwise=seen_by.direction == 1,
    )


def _around(numbers: Sequence[int], at: int | None) -> tuple[int | None, int, int | None]:
    """The numbers of the entries before, at and after this one; without a number, around the last entry."""
    shown = max((number for number in numbers if at is not None and number <= at), default=numbers[0] if at else 0)
    shown = shown or numbers[-1]
    index = numbers.index(shown)
    return (numbers[index - 1] if index else None), shown, next(iter(numbers[index + 1 :]), None)


def _log(game: Game, seat: int | None, before: int | None) -> Iterable[Entry]:
    entries = game.entries.filter(number__lte=game.version).order_by("-number")
    if seat is not None:
        entries = entries.filter(seat=seat)
    return entries.filter(number__lt=before)[: PAGE + 1] if before else entries[: PAGE + 1]


def _moment(game: Game, seconds: float | None) -> datetime | None:
    return None if seconds is None else game.started_at + timedelta(seconds=seconds)


def _played_by(player: Player) -> str:
    return player.bot or player.stand_in


def _facts(seen_by: View, names: Sequence[str]) -> Iterable[tuple[str, str]]:
    for code, value in _values(seen_by, names):
        yield fill(FACTS[code], call=settings.CALL_WORD), value


def _values(seen_by: View, names: Sequence[str]) -> Iterable[tuple[str, str]]:
    has_penalty = bool(seen_by.debt or seen_by.until)
    yield "round", str(seen_by.round)
    yield "top", cards.spoken(seen_by.top)
    yield "color", seen_by.color or fill(VALUES["no_color"])
    yield "direction", fill(VALUES["clockwise" if seen_by.direction == 1 else "counterclockwise"])
    yield "to_draw", str(seen_by.to_draw)
    yield "discards", str(seen_by.discards)
    yield "penalty", prompts.penalty(seen_by) if has_penalty else fill(VALUES["no_penalty"])
    yield "dealer", names[seen_by.dealer]
    yield "can_be_caught", _players(seen_by.windows, names)
    yield "has_called", _players(seen_by.declared, names)
    if seen_by.out:
        yield "out", _players(seen_by.out, names)
    if seen_by.rules.cards.two_sided:
        yield "side", fill(SIDES[seen_by.side])


def _players(seats: Iterable[int], names: Sequence[str]) -> str:
    return ", ".join(names[seat] for seat in seats) or fill(VALUES["no_players"])


# --- seats


def _seats(game: Game, players: Sequence[Player], state: State, viewpoint: str) -> Iterable[SeatSeen]:
    present = dict(Place.objects.filter(table=game.table_id, person__isnull=False).values_list("person", "seen_at"))
    for player in players:
        is_open = viewpoint in (ALL, str(player.seat))
        hand = view(state, player.seat).hand if is_open else ()
        yield SeatSeen(
            seat=player.seat,
            name=player.name,
            person=player.person_id,
            plays=_who_plays(player),
            connection=_connection(player, present, game),
            count=len(state.hands[player.seat]),
            score=state.scores[player.seat],
            hand=tuple(cards.shown(text, state.side) for text in sorted(hand, key=cards.color_rank)),
            is_open=is_open,
            is_asked=state.turn == player.seat and not state.has_round_ended and game.ended_at is None,
            stands_in=bool(player.stand_in),
        )


def _who_plays(player: Player) -> str:
    if player.bot:
        return fill(PLAYS["bot"], bot=player.bot)
    if player.stand_in:
        return fill(PLAYS["left" if player.has_left else "away"], bot=player.stand_in)
    return fill(PLAYS["program" if player.is_program else "person"])


def _connection(player: Player, present: dict[int, datetime], game: Game) -> str:
    if player.person_id is None:
        return fill(CONNECTION["not_a_person"])
    seen_at = present.get(player.person_id)
    if seen_at is None:
        return fill(CONNECTION["absent"])
    is_connected = is_here(seen_at, timezone.now())
    return fill(CONNECTION["connected" if is_connected else "last_seen"], seen_at=seen_at)


# --- the log


def _entry(entry: Entry, reader: Reader, viewpoint: str, shown: int) -> EntrySeen:
    events = read_events(entry.events)
    known = (as_seen(event, viewpoint) for event in events)
    return EntrySeen(
        number=entry.number,
        at=entry.at,
        who=fill(THE_TABLE) if entry.seat is None else reader.names[entry.seat],
        move=entry.move,
        events=tuple((event[0], sentence(event, reader)) for event in known if event is not None),
        is_here=entry.number == shown,
    )


def as_seen(event: Event, viewpoint: str) -> Event | None:
    """Return an event as it is seen from a viewpoint; with all hands open, as its player sees it."""
    if viewpoint == ALL:
        owner = event[1] if len(event) > 1 and type(event[1]) is int else None
        return seen(event, owner)
    return seen(event, whole_number(viewpoint))
