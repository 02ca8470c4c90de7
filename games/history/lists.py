"""The games that a person has played, newest first, with filters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.urls import reverse

from games.engine import OPTIONS, PRESETS
from games.fields import name_key
from games.models import SECRET_LENGTH, Game, Player, User
from games.wording import history as wording
from games.wording.options import value

PAGE = 50
LOOKED_AT = 5000
"""Among how many games a filter looks for those of one page: somebody may have played many more, and none like that."""
HOUSE = "house"
"""The filter for rules without a preset."""
LONGEST_NAME = 40


@dataclass(frozen=True)
class Filter:
    """Which games a person wants to see. Invalid values are ignored."""

    deck: str = ""
    rules: str = ""
    against: str = ""
    result: str = ""
    opponent: str = ""
    before: str = ""
    """The game after which the page begins."""

    @classmethod
    def of(cls, given: Mapping[str, str]) -> "Filter":
        def one_of(name: str, *known: str) -> str:
            return given.get(name, "") if given.get(name, "") in known else ""

        return cls(
            deck=one_of("deck", *map(str, OPTIONS["deck"].choices)),
            rules=one_of("rules", *PRESETS, HOUSE),
            against=one_of("against", *wording.AGAINST),
            result=one_of("result", *wording.RESULTS),
            opponent=given.get("opponent", "").replace("\0", "").strip()[:LONGEST_NAME],
            before=given.get("before", "").replace("\0", "")[:SECRET_LENGTH],
        )

    @property
    def is_empty(self) -> bool:
        return replace(self, before="") == Filter()

    def url(self, before: str = "") -> str:
        chosen = {name: given for name, given in vars(replace(self, before=before)).items() if given}
        return reverse("my_games") + (f"?{urlencode(chosen)}" if chosen else "")

    def of_player(self) -> Q:
        """What this asks of a player's row and of its game."""
        found = Q(game__ended_at__isnull=False)
        if self.deck:
            found &= Q(game__deck=self.deck)
        if self.rules:
            found &= Q(game__preset="" if self.rules == HOUSE else self.rules)
        if self.against:
            found &= Q(game__people__gt=1) if self.against == "people" else Q(game__people__lte=1)
        if self.result:
            has_won = Q(rank=1, gave_up=False)
            found &= {"won": has_won, "lost": Q(rank__gte=1) & ~has_won, "unfinished": Q(rank=None)}[self.result]
        return found


@dataclass(frozen=True)
class Row:
    """A game in the list."""

    url: str
    at: datetime
    outcome: str
    has_won: bool
    others: tuple[tuple[str, str], ...]
    """The avatar and the name of each of the others."""
    rules: str
    deck: str
    is_continued: bool
    """Whether the game began with a position of another one."""


@dataclass(frozen=True)
class Listing:
    rows: tuple[Row, ...]
    more_url: str
    newest_url: str
    looked_at: int = 0
    """Among how many games the filter has looked, if there are older ones."""


def listing(person: User, wanted: Filter) -> Listing:
    """Return a page of the games that a person has played to their end."""
    oldest = 0 if wanted.is_empty else _oldest_to_look_at(person, wanted)
    found = list(seats_of(person, wanted, oldest)[: PAGE + 1])
    shown = found[:PAGE]
    end = shown[-1].game if len(found) > PAGE else Game.objects.get(pk=oldest) if oldest else None
    return Listing(
        rows=tuple(map(row_of, shown)),
        more_url=wanted.url(before=end.public_id) if end else "",
        newest_url=wanted.url() if wanted.before else "",
        looked_at=LOOKED_AT if oldest else 0,
    )


def _oldest_to_look_at(person: User, wanted: Filter) -> int:
    """Return the number of the game with which a page ends that has looked at so many; 0 if there are no older ones."""
    last = _seats(person, wanted).values_list("game", flat=True)[LOOKED_AT - 1 : LOOKED_AT + 1]
    return last[0] if len(last) > 1 else 0


def seats_of(person: User, wanted: Filter, oldest: int = 0) -> QuerySet[Player]:
    """The seats of a person in games that are over, as a filter wants them, back to the game with this number.

    `players_by_person` is the index for both ends."""
    players = Prefetch("game__players", Player.objects.select_related("person"))
    found = _seats(person, wanted).filter(wanted.of_player(), game__gte=oldest)
    if wanted.opponent:
        key = name_key(wanted.opponent)
        named = Q(person__name_key__contains=key) | Q(person=None, name__icontains=wanted.opponent)
        others = Player.objects.filter(named, game=OuterRef("game"), game__gte=oldest).exclude(seat=OuterRef("seat"))
        found = found.filter(Exists(others))
    return found.select_related("game").prefetch_related(players).defer("game__state", "game__rules")


def _seats(person: User, wanted: Filter) -> QuerySet[Player]:
    """The seats of a person in all games, the newest first, from where the page begins."""
    found = Player.objects.filter(person=person).order_by("-game")
    return found.filter(game__lt=_number_of(wanted.before)) if wanted.before else found


def _number_of(public_id: str) -> int:
    return Game.objects.filter(public_id=public_id).values_list("pk", flat=True).first() or 0


def row_of(seat: Player) -> Row:
    game = seat.game
    others = [player for player in game.players.all() if player.seat != seat.seat]
    assert game.ended_at is not None  # noqa: S101  # that is what the list asks for
    return Row(
        url=reverse("replay", args=[game.public_id]),
        at=game.ended_at,
        outcome=wording.outcome(seat.rank, len(others) + 1, gave_up=seat.gave_up),
        has_won=seat.has_won,
        others=tuple((_face(player), _name(player)) for player in others),
        rules=game.preset or wording.HOUSE_RULES,
        deck=value("deck", game.deck) if game.deck else "",
        is_continued=game.from_round > 0,
    )


def _name(player: Player) -> str:
    return player.person.name if player.person else player.name


def _face(player: Player) -> str:
    return reverse("face", args=[player.person.face if player.person else player.face])


@dataclass(frozen=True)
class Select:
    """A filter on the page: its name and label, what stands for no choice, the choices, and the one that is chosen."""

    name: str
    label: str
    anything: str
    choices: Sequence[tuple[str, str]]
    chosen: str


def selects(wanted: Filter) -> list[Select]:
    choices: dict[str, Sequence[tuple[str, str]]] = {
        "deck": [(str(name), value("deck", name)) for name in OPTIONS["deck"].choices],
        "rules": [*((name, name) for name in PRESETS), (HOUSE, wording.HOUSE_RULES)],
        "against": tuple(wording.AGAINST.items()),
        "result": tuple(wording.RESULTS.items()),
    }
    return [Select(name, *wording.FILTERS[name], choices[name], getattr(wanted, name)) for name in choices]
