"""A person's profile as one viewer may see it: results, figures, achievements, and the last games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef, Prefetch, Q
from django.utils.timezone import localtime

from games import access
from games.access import ProfileAccess
from games.fields import LONGEST_NAME, clean_name, name_key
from games.history.counting import PEOPLE
from games.history.lists import HOUSE, Row, row_of
from games.history.refusals import NoProfile
from games.models import Award, Figures, Game, HeadToHead, Player, Tally, User
from games.people import friends, reliability
from games.people.avatars import avatar_url
from games.people.friends import Relation
from games.wording import fill
from games.wording import statistics as wording
from games.wording.history import HOUSE_RULES
from games.wording.options import value

SHOWN_GAMES, LOOKED_AT = 10, 100
"""How many games are shown at most, and among how many of the newest they are looked for."""
FEWEST_MONTHS, MONTHS = 6, 24
"""How many months the chart has."""
WIDTH, HEIGHT = 300, 96
SECONDS = 1000


@dataclass(frozen=True)
class Line:
    """The results of one kind, such as those with one deck."""

    label: str
    games: int
    won: int
    share: str


@dataclass(frozen=True)
class Section:
    heading: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Bar:
    """A month in the chart: the games, and at the bottom of the bar those that were won."""

    x: float
    width: float
    y: float
    height: float
    won_y: float
    won_height: float
    words: str


@dataclass(frozen=True)
class Months:
    """The chart of the last months: a bar for each with games, and a curve of the share that was won."""

    bars: tuple[Bar, ...]
    curve: str
    most: int
    """How many games the highest bar stands for."""
    first: str
    last: str


@dataclass(frozen=True)
class Results:
    """The results of all matches, in numbers that are ready to be shown."""

    games: int
    won: int
    share: str
    place: str
    points: str
    unfinished: int
    best_streak: int
    sections: tuple[Section, ...]
    months: Months | None


@dataclass(frozen=True)
class Earned:
    """An achievement. `url` leads to the match, if this viewer may see it."""

    code: str
    name: str
    words: str
    url: str = ""


@dataclass(frozen=True)
class Profile:
    """What one viewer may see; None stands for what is not shown to them."""

    name: str
    face_url: str
    since: date
    is_own: bool
    is_guest: bool
    results: Results | None
    figures: tuple[tuple[str, str], ...] | None
    reliability: str
    awards: tuple[Earned, ...] | None
    head_to_head: str
    recent: tuple[Row, ...] | None
    relation: Relation


def find_person(name: str) -> User:
    """Return the account with this name, whatever its case."""
    try:
        cleaned = clean_name(name[: 4 * LONGEST_NAME])
    except ValidationError:
        raise NoProfile("no_profile") from None
    person = User.objects.filter(name_key=name_key(cleaned), is_active=True).first()
    if person is None:
        raise NoProfile("no_profile")
    return person


def profile_of(name: str, viewer: Any) -> Profile:
    """Return the profile of a person, or refuse: guests have one that only they see."""
    person = find_person(name)
    known = viewer if viewer.is_authenticated else None
    relation = friends.relation(known, person)
    seen = access.decide_profile(person, known, relation.is_friend)
    if not seen.page:
        raise NoProfile("no_profile")
    tallies = list(Tally.objects.filter(person=person)) if seen.results else []
    figures = Figures.objects.filter(person=person).first() or Figures(person=person)
    return Profile(
        name=person.name,
        face_url=avatar_url(person.face),
        since=localtime(person.joined_at).date(),
        is_own=seen.is_own,
        is_guest=person.is_guest,
        results=_results(tallies, figures) if seen.results else None,
        figures=tuple(_figures(figures)) if seen.details else None,
        reliability=reliability.of(figures).sentence,
        awards=tuple(_awards(person, seen)) if seen.details else None,
        head_to_head=_head_to_head(known, person) if known and not seen.is_own and seen.results else "",
        recent=tuple(_recent(person, known)) if seen.results else None,
        relation=relation,
    )


# --- results


def _results(tallies: Sequence[Tally], figures: Figures) -> Results:
    total = next((row for row in tallies if row.kind == Tally.Kind.ALL), Tally())
    return Results(
        games=total.games,
        won=total.won,
        share=wording.percent(total.won, total.games),
        place=wording.average(total.places, total.games),
        points=wording.average(total.points, total.games),
        unfinished=total.unfinished,
        best_streak=figures.best_streak,
        sections=tuple(filter(None, (_section(kind, tallies) for kind in wording.HEADINGS))),
        months=_months(sorted((row for row in tallies if row.kind == Tally.Kind.MONTH), key=lambda row: row.key)),
    )


def _section(kind: str, tallies: Sequence[Tally]) -> Section | None:
    rows = sorted(
        (row for row in tallies if row.kind == kind and row.games), key=lambda row: (-row.games, row.key.zfill(2))
    )
    lines = tuple(Line(_label(row), row.games, row.won, wording.percent(row.won, row.games)) for row in rows)
    return Section(wording.HEADINGS[kind], lines) if lines else None


def _label(row: Tally) -> str:
    if row.kind == Tally.Kind.DECK:
        return value("deck", row.key) if row.key else wording.NOTHING
    if row.kind == Tally.Kind.SEATS:
        return fill(wording.SEATS, count=int(row.key))
    if row.kind == Tally.Kind.AGAINST:
        return wording.AGAINST_PEOPLE if row.key == PEOPLE else fill(wording.AGAINST_BOT, bot=row.key)
    return HOUSE_RULES if row.key == HOUSE else row.key


def _months(rows: Sequence[Tally]) -> Months | None:
    """The last months; those without finished games have no bar."""
    played = [row for row in rows if row.games]
    if not played:
        return None
    last = _number(played[-1].key)
    first = min(max(_number(played[0].key), last - MONTHS + 1), last - FEWEST_MONTHS + 1)
    shown = [row for row in played if _number(row.key) >= first]
    most, step = max(row.games for row in shown), WIDTH / (last - first + 1)
    return Months(
        bars=tuple(_bars(shown, most, first, step)),
        curve=" ".join(_curve(shown, first, step)),
        most=most,
        first=_named(first),
        last=_named(last),
    )


def _bars(shown: Sequence[Tally], most: int, first: int, step: float) -> Iterable[Bar]:
    for row in shown:
        height, won = HEIGHT * row.games / most, HEIGHT * row.won / most
        yield Bar(
            x=round((_number(row.key) - first + 0.12) * step, 1),
            width=round(step * 0.76, 1),
            y=round(HEIGHT - height, 1),
            height=round(height, 1),
            won_y=round(HEIGHT - won, 1),
            won_height=round(won, 1),
            words=fill(wording.MONTH, month=_named(_number(row.key)), count=row.games, won=row.won),
        )


def _curve(shown: Sequence[Tally], first: int, step: float) -> Iterable[str]:
    """The points of the curve. A line through a single one is a dot."""
    for row in [*shown, *shown] if len(shown) == 1 else shown:
        x, y = (_number(row.key) - first + 0.5) * step, HEIGHT * (1 - row.won / row.games)
        yield f"{x:.1f},{y:.1f}"


def _number(month: str) -> int:
    return 12 * int(month[:4]) + int(month[5:]) - 1


def _named(month: int) -> str:
    return f"{date(month // 12, month % 12 + 1, 1):%B %Y}"


def _head_to_head(viewer: User, person: User) -> str:
    found = HeadToHead.objects.filter(person=viewer, other=person).first()
    if found is None:
        return ""
    words = fill(wording.HEAD_TO_HEAD, won=found.won, lost=found.lost, name=person.name)
    return f"{words}, {fill(wording.EVEN, count=found.even)}" if found.even else words


# --- everything else


def _figures(row: Figures) -> Iterable[tuple[str, str]]:
    for name, label in wording.FIGURES.items():
        yield label, f"{getattr(row, name):,}"
    if row.decisions:
        seconds = row.decision_ms / row.decisions / SECONDS
        yield wording.DECISION, fill(wording.SECONDS, seconds=seconds)
    if row.colors:
        favorite = max(sorted(row.colors), key=row.colors.__getitem__)
        yield wording.FAVORITE, wording.COLORS.get(favorite, favorite)


def _awards(person: User, seen: ProfileAccess) -> Iterable[Earned]:
    """The achievements in the order of the list; their matches are linked where everyone may see them."""
    rows = Award.objects.filter(person=person).select_related("game")
    found = {award.code: award for award in rows.only("code", "game__public_id", "game__is_public")}
    for code in wording.AWARDS:
        if award := found.get(code):
            is_open = seen.is_own or award.game.is_public
            yield earned(code, f"/g/{award.game.public_id}/" if is_open else "")


def earned(code: str, url: str = "") -> Earned:
    name, words = wording.AWARDS[code]
    return Earned(code, name, words, url)


def awards_in(game: Game, person: User) -> list[str]:
    """The achievements that a person reached for the first time in a match, in the order of the list."""
    codes = set(Award.objects.filter(game=game, person=person).values_list("code", flat=True))
    return [code for code in wording.AWARDS if code in codes]


def _recent(person: User, viewer: User | None) -> Iterable[Row]:
    """The last games whose replay this viewer may see, among the newest ones."""
    newest = Player.objects.filter(person=person, game__ended_at__isnull=False).order_by("-game")
    found = Player.objects.filter(pk__in=list(newest.values_list("pk", flat=True)[:LOOKED_AT]))
    if viewer != person:
        took_part = Exists(Player.objects.filter(game=OuterRef("game"), person=viewer)) if viewer else Q()
        found = found.filter(Q(game__is_public=True) | took_part) if viewer else found.filter(game__is_public=True)
    players = Prefetch("game__players", Player.objects.select_related("person"))
    shown = found.select_related("game").prefetch_related(players).defer("game__state", "game__rules")
    return map(row_of, shown.order_by("-game")[:SHOWN_GAMES])
