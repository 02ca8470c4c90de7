"""A game under the glass: all about it in words, for whoever has to find out what happened, at any moment of its log.

What is shown is still a view: of a seat, of nobody in particular, or – for those who may – of everybody at once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.safestring import SafeString

from games.engine import Entry as Told
from games.engine import Event, Rules, State, View, replay, seen, view
from games.engine.notation import read_events
from games.engine.stored import load_state
from games.models import Entry, Game, Place, Player
from games.table import cards, prompts
from games.table.event_text import SAY, Teller, sentence
from games.wording.options import differences
from games.wording.turn_chart import stand

NOBODY, ALL = "nobody", "all"
HERE = timedelta(seconds=25)
PAGE = 100
DAMAGE = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError)
"""What the engine raises where a stored state or log is not what it once was."""


@dataclass(frozen=True)
class SeatSeen:
    """A seat, who has it, and what of its hand may be seen."""

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
class EntrySeen:
    """An entry of the log, with a sentence for each of its events."""

    number: int
    at: datetime
    who: str
    move: str
    events: tuple[tuple[str, SafeString], ...]
    is_here: bool


@dataclass(frozen=True)
class Glass:
    number: int
    shown: int
    last: int
    earlier: int | None
    later: int | None
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


def told(entries: Iterable[Entry]) -> list[Told]:
    """Entries as the engine takes them."""
    return [Told(entry.seat, entry.move, entry.now, read_events(entry.events)) for entry in entries]


def stored(game: Game) -> State:
    state = State(Rules(), 2)
    load_state(state, game.state)
    return state


def inspect(
    game: Game, viewpoint: str, at: int | None = None, seat: int | None = None, before: int | None = None
) -> Glass:
    """The game after an entry (the last one, if none is said), as one eye sees it; its log may be that of one seat."""
    players = list(game.players.all())
    numbers = list(game.entries.filter(number__lte=game.version).order_by("number").values_list("number", flat=True))
    earlier, shown, later = _place_in(numbers, at)
    is_last = shown == numbers[-1]
    state = stored(game) if is_last else replay(told(game.entries.filter(number__lte=shown).order_by("number")))
    names = tuple(player.name for player in players)
    tell = Teller(names, None, settings.CALL_WORD)
    log = list(_log(game, seat, before))
    is_on = is_last and game.ended_at is None
    return Glass(
        number=game.pk,
        shown=shown,
        last=numbers[-1],
        earlier=earlier,
        later=later,
        facts=tuple(_facts(view(state, None), names)),
        asked=prompts.question(view(state, None), names) if is_on or not is_last else "Nobody: the game is over.",
        asked_seat=state.turn,
        until=_moment(game, state.deadline) if is_on and not _played_by(players[state.turn]) else None,
        due=game.due_at,
        seats=tuple(_seats(game, players, state, viewpoint)),
        tree=stand(state),
        rules=state.rules.preset_name or "House rules",
        differences=tuple(differences(state.rules)),
        log=tuple(_entry(entry, names, tell, viewpoint, shown) for entry in log[:PAGE]),
        older=log[PAGE - 1].number if len(log) > PAGE else None,
        viewpoint=viewpoint,
    )


def _place_in(numbers: Sequence[int], at: int | None) -> tuple[int | None, int, int | None]:
    """The entry before the one that is shown, that one, and the one after it. Without a number it is the last."""
    shown = max((number for number in numbers if at is not None and number <= at), default=numbers[0] if at else 0)
    shown = shown or numbers[-1]
    place = numbers.index(shown)
    return (numbers[place - 1] if place else None), shown, next(iter(numbers[place + 1 :]), None)


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
    yield "Round", str(seen_by.round)
    yield "On the pile", cards.spoken(seen_by.top)
    yield "Color in play", seen_by.color or "none yet"
    yield "Direction", "clockwise" if seen_by.direction == 1 else "counterclockwise"
    yield "Cards to draw", str(seen_by.to_draw)
    yield "Discards", str(seen_by.discards)
    yield "To be drawn by whoever is asked", prompts.owed(seen_by) if seen_by.debt or seen_by.until else "nothing"
    yield "Dealt by", names[seen_by.dealer]
    yield "Can be caught", _named(seen_by.windows, names)
    yield f"Has said “{settings.CALL_WORD}”", _named(seen_by.declared, names)
    if seen_by.out:
        yield "Out of the round", _named(seen_by.out, names)
    if seen_by.rules.cards.two_sided:
        yield "Side in play", cards.SIDE_NAMES[seen_by.side]


def _named(seats: Iterable[int], names: Sequence[str]) -> str:
    return ", ".join(names[seat] for seat in seats) or "nobody"


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
            is_asked=state.turn == player.seat and not state.is_over and game.ended_at is None,
            stands_in=bool(player.stand_in),
        )


def _who_plays(player: Player) -> str:
    if player.bot:
        return f"bot {player.bot}"
    if player.has_left:
        return f"has left; bot {player.stand_in} plays"
    if player.stand_in:
        return f"away; bot {player.stand_in} plays"
    return "program" if player.is_program else "person"


def _connection(player: Player, present: dict[int, datetime], game: Game) -> str:
    if player.person_id is None:
        return "–"
    seen_at = present.get(player.person_id)
    if seen_at is None:
        return "not at the table"
    return "connected" if seen_at > timezone.now() - HERE else f"last seen {seen_at:%d %b, %H:%M} UTC"


# --- the log


def _entry(entry: Entry, names: Sequence[str], tell: Teller, viewpoint: str, shown: int) -> EntrySeen:
    events = read_events(entry.events)
    known = (as_seen(event, viewpoint) for event in events)
    return EntrySeen(
        number=entry.number,
        at=entry.at,
        who="the table" if entry.seat is None else names[entry.seat],
        move=entry.move,
        events=tuple((event[0], _words(event, tell)) for event in known if event is not None),
        is_here=entry.number == shown,
    )


def as_seen(event: Event, viewpoint: str) -> Event | None:
    """An event as an eye sees it; who sees all sees it with its owner's eyes."""
    if viewpoint == ALL:
        owner = event[1] if len(event) > 1 and type(event[1]) is int else None
        return seen(event, owner)
    return seen(event, int(viewpoint) if viewpoint.isdecimal() else None)


def _words(event: Event, tell: Teller) -> SafeString:
    return sentence(event, tell) if event[0] in SAY else SafeString()
