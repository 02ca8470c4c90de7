"""A lobby as plain values, without anything that differs between viewers: read once per version and shared."""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from django.conf import settings

from games.bots import BOTS, personas, strength
from games.engine import OPTIONS, Rules
from games.lobby.services import starting
from games.lobby.services.choosing import name_of, read
from games.locking import is_playing, now
from games.models import Place, Table, User, Visit, Watching
from games.newest import Newest
from games.people import reliability
from games.people.avatars import avatar_url
from games.presence import services as presence
from games.refusals import Refusal
from games.table import commitments
from games.table.rules_summary import rules_url
from games.wording import lobby as wording
from games.wording import options, teams
from games.wording.personas import line
from games.wording.rule_sentences import differing_options, rule

KEPT = 512


@dataclass(frozen=True)
class Person:
    """A person at the table, or banned from it."""

    person: int
    name: str
    face_url: str
    here: bool
    is_host: bool
    queued: int = 0
    reliability: str = ""
    """How reliable the person is, in words."""
    has_profile: bool = False
    """Whether this is an account, whose profile others may open."""


@dataclass(frozen=True)
class Seat:
    """A seat with a person, with a bot, or free."""

    number: int
    name: str = ""
    face: str = ""
    """The word from which the avatar is made."""
    person: int = 0
    bot: str = ""
    line: str = ""
    level: int = 0
    """How strong a bot is, from 1 to 5."""
    ready: bool = False
    here: bool = True
    is_host: bool = False
    is_program: bool = False
    contributed: str = ""
    """Who has contributed to the deal for this seat: a browser or a program; empty as long as nobody has."""
    reliability: str = ""
    has_profile: bool = False
    team: int | None = None

    @cached_property
    def face_url(self) -> str:
        return avatar_url(self.face) if self.face else ""

    @property
    def label(self) -> int:
        return self.number + 1

    @property
    def team_name(self) -> str:
        return "" if self.team is None else teams.name(self.team)

    @property
    def is_free(self) -> bool:
        return not (self.person or self.bot)


@dataclass(frozen=True)
class RulesText:
    """Rules in English. `lines` are sentences about what differs from the official rules, and whether each is new;
    `news` lists the changes since the last game; `url` is the page that explains everything."""

    name: str
    deck: str
    lines: tuple[tuple[str, bool], ...]
    news: tuple[str, ...]
    url: str


@dataclass(frozen=True)
class Lobby:
    """Everything that all viewers may see of a lobby, at one version."""

    code: str
    version: int
    host: int
    host_name: str
    seats: tuple[Seat, ...]
    visitors: tuple[Person, ...]
    bans: tuple[Person, ...]
    rules: RulesText
    settings: tuple[str, ...]
    phrases_only: bool
    starts_by_itself: bool
    in_teams: bool
    bots_may_be_replaced: bool
    may_watch: bool
    playing: bool
    commitment: str
    """What the server has committed itself to for the next deal."""
    obstacle: Refusal | None
    """Why no game can start."""
    closing: bool
    closed: bool
    bots_come: bool
    players: tuple[tuple[int, str, bool], ...]
    """For each player of a running game: the person, the bot, and whether the person has left."""

    @property
    def host_seat_name(self) -> str | None:
        """The host's name in their seat; `None` if the host has no seat."""
        return next((seat.name for seat in self.seats if self.host and seat.person == self.host), None)

    @property
    def short_commitment(self) -> str:
        return commitments.short(self.commitment)

    @property
    def waits_for(self) -> list[str]:
        """The players who are not ready, if nothing else keeps the game from starting."""
        if self.obstacle is None or self.obstacle.code != "not_ready":
            return []
        return [seat.name for seat in self.seats if seat.person and not seat.ready]

    @property
    def known_bots(self) -> list[tuple[str, str, int]]:
        """All kinds of bots with their lines and levels, the weakest first."""
        return [(kind, BOTS[kind].line, strength.level(kind)) for kind in reversed(strength.ranked())]

    @property
    def has_free_seat(self) -> bool:
        return any(seat.is_free for seat in self.seats)

    @property
    def has_seats_of_bots(self) -> bool:
        """Whether a bot's seat may be taken, also while a game is running."""
        return self.bots_may_be_replaced and any(seat.bot for seat in self.seats)

    @property
    def has_seat_for_guests(self) -> bool:
        return self.has_free_seat or self.has_seats_of_bots


_kept = Newest[str, "Lobby"](KEPT, lambda lobby: lobby.version)


def lobby(code: str, version: int = -1) -> Lobby | None:
    """Return a lobby at this version or a newer one, from the cache of this process if possible."""
    known = _kept.get(code)
    if known and known.version >= version >= 0:
        return known
    table = Table.objects.select_related("host").filter(code=code).first()
    return keep(build(table)) if table else None


def keep(built: Lobby) -> Lobby:
    """Cache a lobby, unless a newer version is cached already."""
    return _kept.keep(built.code, built)


def build(table: Table) -> Lobby:
    """Read everything about a lobby from the database."""
    moment, places, rules = now(), list(table.places.select_related("person__figures")), read(table.rules)
    commitment = commitments.next_digest(table.pk)
    visits = list(table.visitors.select_related("person__figures").order_by("queued_at", "pk"))
    sitting = {place.person_id for place in places}
    return Lobby(
        code=table.code,
        version=table.version,
        host=table.host_id or 0,
        host_name=table.host.name if table.host else "nobody",
        seats=_seats(table, places, moment, rules, commitment),
        visitors=_visitors(table, [visit for visit in visits if visit.person_id not in sitting], moment),
        bans=tuple(_person(table, ban.person) for ban in table.bans.select_related("person__figures")),
        rules=rules_text(rules, read(table.rules_before) if table.rules_before else None),
        settings=_settings(table),
        phrases_only=table.phrases_only,
        starts_by_itself=table.starts_by_itself,
        in_teams=rules.team_count > 0,
        bots_may_be_replaced=table.seats_may_be_taken_over,
        may_watch=table.watching != Watching.NOBODY,
        playing=is_playing(table),
        commitment=commitment,
        obstacle=starting.start_obstacle(table, places),
        closing=table.closes_at is not None,
        closed=table.closed_at is not None,
        bots_come=table.bots_fill_at is not None,
        players=_players(table),
    )


def _seats(table: Table, places: list[Place], moment: datetime, rules: Rules, commitment: str) -> tuple[Seat, ...]:
    taken = {place.number: _seat(table, place, moment, commitment) for place in places}
    seats = (taken.get(number) or Seat(number) for number in range(table.seats))
    return tuple(replace(seat, team=rules.team(seat.number)) if rules.team_count else seat for seat in seats)


def _seat(table: Table, place: Place, moment: datetime, commitment: str) -> Seat:
    if place.person is None:
        face, level = personas.face(place.name, place.bot), strength.level(place.bot)
        return Seat(place.number, place.name, face, bot=place.bot, line=line(place.name), level=level, ready=True)
    return Seat(
        place.number,
        place.person.name,
        place.person.face,
        person=place.person.pk,
        ready=place.ready,
        here=presence.is_here(place.seen_at, moment),
        is_host=place.person_id == table.host_id,
        is_program=place.is_program,
        contributed=place.contributed_by if place.contributed_to == commitment else "",
        reliability=reliability.of_person(place.person).sentence,
        has_profile=not place.person.is_guest,
    )


def _visitors(table: Table, visits: list[Visit], moment: datetime) -> tuple[Person, ...]:
    """People who wait for a seat, in their order, followed by those who are just here."""
    waiting = [visit for visit in visits if visit.queued_at]
    order = {visit.pk: position for position, visit in enumerate(waiting, 1)}
    ordered = waiting + [visit for visit in visits if not visit.queued_at]
    visitors = [_person(table, visit.person, visit, order.get(visit.pk, 0), moment) for visit in ordered]
    return tuple(visitor for visitor in visitors if visitor.here or visitor.queued)


def _person(
    table: Table, person: User, visit: Visit | None = None, queued: int = 0, moment: datetime | None = None
) -> Person:
    here = visit is not None and moment is not None and presence.is_here(visit.seen_at, moment)
    is_host = person.pk == table.host_id
    return Person(
        person.pk,
        person.name,
        avatar_url(person.face),
        here,
        is_host,
        queued,
        reliability.of_person(person).sentence,
        not person.is_guest,
    )


def rules_text(rules: Rules, before: Rules | None = None, name: str = "") -> RulesText:
    """Describe rules, and what is new in them since `before`."""
    new = {key for key in OPTIONS if before and getattr(before, key) != getattr(rules, key)}
    shown = {*differing_options(rules), *new}
    lines = tuple((rule(key, rules, settings.CALL_WORD), key in new) for key in OPTIONS if key in shown)
    news = tuple(options.differences(rules, before)) if before else ()
    return RulesText(name or name_of(rules), options.value("deck", rules.deck), lines, news, rules_url(rules))


def _settings(table: Table) -> tuple[str, ...]:
    return wording.settings(
        table.visibility,
        table.watching,
        table.pace,
        phrases_only=table.phrases_only,
        reliable_only=table.reliable_only,
        starts_by_itself=table.starts_by_itself,
        bots_stay=not table.seats_may_be_taken_over,
        programs=table.programs_may_join,
    )


def _players(table: Table) -> tuple[tuple[int, str, bool], ...]:
    game = table.games.filter(ended_at=None).first()
    if game is None:
        return ()
    return tuple((player.person_id or 0, player.bot, player.has_left) for player in game.players.all())
