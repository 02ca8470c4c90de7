"""A lobby as everybody sees it: plain values, read once a version and shared by all who look."""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

from games.bots import BOTS
from games.engine import OPTIONS, Rules
from games.lobby.services import starting
from games.lobby.services.choosing import name_of, read
from games.locking import is_playing, now
from games.models import Pace, Place, Table, User, Visibility, Visit, Watching
from games.people.avatars import face_url
from games.presence import services as presence
from games.wording import options

KEPT = 512
VISIBILITY = {
    Visibility.PUBLIC: "Open to everybody",
    Visibility.LINK: "Open to whoever has the link",
    Visibility.PASSWORD: "With a password",
}
WATCHING = {
    Watching.NOBODY: "nobody may watch",
    Watching.HIDDEN: "others may watch, without seeing hands",
    Watching.OPEN: "others may watch and see all hands",
}
PROGRAMS: dict[bool | None, str] = {True: "programs may join", False: "no programs"}
PACES = {Pace.SLOW: "slow bots", Pace.NATURAL: "bots at a natural pace", Pace.QUICK: "quick bots"}


@dataclass(frozen=True)
class Somebody:
    """A person at the table."""

    person: int
    name: str
    face_url: str
    here: bool
    is_host: bool
    queued: int = 0


@dataclass(frozen=True)
class Seat:
    """A seat: somebody's, a bot's, or free."""

    number: int
    name: str = ""
    face_url: str = ""
    person: int = 0
    bot: str = ""
    line: str = ""
    ready: bool = False
    here: bool = True
    is_host: bool = False
    is_program: bool = False

    @property
    def label(self) -> int:
        return self.number + 1

    @property
    def is_free(self) -> bool:
        return not (self.person or self.bot)


@dataclass(frozen=True)
class RulesWords:
    """Rules in words, with what is new since everybody last agreed."""

    name: str
    deck: str
    lines: tuple[tuple[str, bool], ...]
    news: tuple[str, ...]


@dataclass(frozen=True)
class Lobby:
    """What everybody may see of a lobby, at one version."""

    code: str
    version: int
    host: int
    host_name: str
    seats: tuple[Seat, ...]
    visitors: tuple[Somebody, ...]
    bans: tuple[Somebody, ...]
    rules: RulesWords
    settings: tuple[str, ...]
    starts_by_itself: bool
    bots_may_be_replaced: bool
    may_watch: bool
    playing: bool
    missing: str
    closing: bool
    closed: bool
    bots_come: bool
    players: tuple[tuple[int, str, bool], ...]
    """Of a running game: the person of each place, the bot, and whether the person has left."""

    @property
    def host_seat_name(self) -> str | None:
        """What the host is called at this table; nothing where the host only looks on."""
        return next((seat.name for seat in self.seats if self.host and seat.person == self.host), None)

    @property
    def waits_for(self) -> list[str]:
        """Who is not ready, when that is all that is missing."""
        names = [seat.name for seat in self.seats if seat.person and not seat.ready]
        return names if self.missing == starting.not_ready(names) else []

    @property
    def known_bots(self) -> list[tuple[str, str]]:
        return [(bot.name, bot.line) for bot in BOTS.values()]

    @property
    def has_free_seat(self) -> bool:
        return any(seat.is_free for seat in self.seats)

    @property
    def has_seat_for_guests(self) -> bool:
        return self.has_free_seat or (self.bots_may_be_replaced and any(seat.bot for seat in self.seats))


# --- what everybody sees

_kept: "OrderedDict[str, Lobby]" = OrderedDict()
_lock = Lock()


def lobby(code: str, version: int = -1) -> Lobby | None:
    """A lobby at this version or a newer one, from this process's memory when it is as new."""
    known = _kept.get(code)
    if known and known.version >= version >= 0:
        return known
    table = Table.objects.select_related("host").filter(code=code).first()
    return keep(draw(table)) if table else None


def keep(drawn: Lobby) -> Lobby:
    with _lock:
        known = _kept.get(drawn.code)
        if known is None or known.version <= drawn.version:
            _kept[drawn.code] = drawn
        _kept.move_to_end(drawn.code)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return drawn


def draw(table: Table) -> Lobby:
    moment, places = now(), list(table.places.select_related("person"))
    visits = list(table.visitors.select_related("person").order_by("queued_at", "pk"))
    sitting = {place.person_id for place in places}
    return Lobby(
        code=table.code,
        version=table.version,
        host=table.host_id or 0,
        host_name=table.host.name if table.host else "nobody",
        seats=_seats(table, places, moment),
        visitors=_visitors(table, [visit for visit in visits if visit.person_id not in sitting], moment),
        bans=tuple(_somebody(table, ban.person) for ban in table.bans.select_related("person")),
        rules=rules_words(read(table.rules), read(table.rules_before) if table.rules_before else None),
        settings=_settings(table),
        starts_by_itself=table.starts_by_itself,
        bots_may_be_replaced=table.seats_may_be_taken_over,
        may_watch=table.watching != Watching.NOBODY,
        playing=is_playing(table),
        missing=starting.what_is_missing(table, places),
        closing=table.closes_at is not None,
        closed=table.closed_at is not None,
        bots_come=table.bots_fill_at is not None,
        players=_players(table),
    )


def _seats(table: Table, places: list[Place], moment: datetime) -> tuple[Seat, ...]:
    taken = {place.number: _seat(table, place, moment) for place in places}
    return tuple(taken.get(number) or Seat(number) for number in range(table.seats))


def _seat(table: Table, place: Place, moment: datetime) -> Seat:
    if place.person is None:
        bot = BOTS.get(place.bot)
        face, line = face_url(place.bot.lower()), bot.line if bot else ""
        return Seat(place.number, place.name, face, bot=place.bot, line=line, ready=True)
    return Seat(
        place.number,
        place.person.name,
        face_url(place.person.face),
        person=place.person.pk,
        ready=place.ready,
        here=presence.is_here(place.seen_at, moment),
        is_host=place.person_id == table.host_id,
        is_program=place.is_program,
    )


def _visitors(table: Table, visits: list[Visit], moment: datetime) -> tuple[Somebody, ...]:
    """Those who wait for a seat, in their order, and those who are just here."""
    waiting = [visit for visit in visits if visit.queued_at]
    order = {visit.pk: position for position, visit in enumerate(waiting, 1)}
    shown = waiting + [visit for visit in visits if not visit.queued_at]
    everybody = [_somebody(table, visit.person, visit, order.get(visit.pk, 0), moment) for visit in shown]
    return tuple(somebody for somebody in everybody if somebody.here or somebody.queued)


def _somebody(
    table: Table, person: User, visit: Visit | None = None, queued: int = 0, moment: datetime | None = None
) -> Somebody:
    here = visit is not None and moment is not None and presence.is_here(visit.seen_at, moment)
    return Somebody(person.pk, person.name, face_url(person.face), here, person.pk == table.host_id, queued)


def rules_words(rules: Rules, before: Rules | None = None, name: str = "") -> RulesWords:
    new = {key for key in OPTIONS if before and getattr(before, key) != getattr(rules, key)}
    official = Rules()
    lines = tuple(
        (f"{options.label(key)}: {options.value(key, getattr(rules, key))}", key in new)
        for key in OPTIONS
        if getattr(rules, key) != getattr(official, key) or key in new
    )
    news = tuple(
        f"{options.label(key)}: {options.value(key, getattr(rules, key))} "
        f"(was: {options.value(key, getattr(before, key))})"
        for key in OPTIONS
        if key in new
    )
    return RulesWords(name or name_of(rules), options.value("deck", rules.deck), lines, news)


def _settings(table: Table) -> tuple[str, ...]:
    """In words, in the order in which somebody would ask."""
    words = [
        VISIBILITY[Visibility(table.visibility)],
        WATCHING[Watching(table.watching)],
        PACES[Pace(table.pace)],
        "starts by itself when full and everybody is ready" if table.starts_by_itself else "",
        "" if table.seats_may_be_taken_over else "bots keep their seats",
        PROGRAMS.get(table.programs_may_join, ""),
    ]
    return tuple(word for word in words if word)


def _players(table: Table) -> tuple[tuple[int, str, bool], ...]:
    game = table.games.filter(ended_at=None).first()
    if game is None:
        return ()
    return tuple((player.person_id or 0, player.bot, player.has_left) for player in game.players.all())
