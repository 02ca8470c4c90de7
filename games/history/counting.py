"""Counts matches that are over, each exactly once: results, figures, streaks, and achievements.

A game that has ended waits for it in the database, so that a server that dies loses nothing: the mark that it was
counted and what was counted are stored in one transaction. All numbers are sums, or follow from the order of the
games, so that a later count of everything comes to the same result.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from django.db import DatabaseError, connection, transaction
from django.db.models import Count, F, QuerySet
from django.utils import timezone

from games.engine.rules import Rules
from games.history.counted_logs import ReadLog, read_log
from games.history.dealt import Key
from games.history.facts import FIGURES, Facts
from games.history.lists import HOUSE
from games.models import Award, Dealt, Figures, Game, HeadToHead, Player, Tally
from games.threads import in_thread

log = logging.getLogger("site.statistics")
POLL_SECONDS = 1.0
AT_ONCE, MANY = 50, 200
RECENT = 50
"""How many of the last matches say how reliable a person is."""
SUMS = ("games", "unfinished", "won", "places", "points")
PEOPLE = "people"
EXPERT = "Expert"
TallyKey = tuple[int, str, str]
_unreadable: set[int] = set()
"""Games that this process could not count; another version may."""


async def run() -> None:
    """Count games soon after they have ended."""
    while True:
        while await in_thread(count_pending):
            pass
        await asyncio.sleep(POLL_SECONDS)


def count_pending(at_once: int = AT_ONCE) -> int:
    """Count some games that wait for it, the oldest first, and return how many were counted."""
    waiting = Game.objects.filter(ended_at__isnull=False, counted_at=None).exclude(pk__in=_unreadable)
    numbers = list(waiting.order_by("ended_at").values_list("pk", flat=True)[:at_once])
    if not numbers:
        return 0
    try:
        return count(numbers)
    except DatabaseError:
        raise
    except Exception:  # one of them is to blame, and the others must not wait for it
        return sum(map(_count_alone, numbers))


def _count_alone(number: int) -> int:
    try:
        return count([number])
    except DatabaseError:
        raise
    except Exception:
        log.exception("Game %s could not be counted", number)
        _unreadable.add(number)
        return 0


def count(numbers: Iterable[int], read: ReadLog | None = None) -> int:
    """Count those of these games that are over and were not counted before. `read` knows what their logs say."""
    chosen = list(numbers)
    if read is None and connection.vendor == "sqlite":
        read = _read_before(chosen)
    return _count(chosen, read or read_log)


def _read_before(numbers: Sequence[int]) -> ReadLog:
    """Read the logs before the transaction, during which nobody could move: SQLite has only one writer. The log of a
    game that is over does not change."""
    games = _uncounted(numbers).annotate(seats=Count("players"))
    logs = {game.pk: read_log(game, game.seats) for game in games}
    return lambda game, seats: logs.get(game.pk) or read_log(game, seats)


def _uncounted(numbers: Sequence[int]) -> QuerySet[Game]:
    return Game.objects.filter(pk__in=numbers, ended_at__isnull=False, counted_at=None).defer("state")


@transaction.atomic
def _count(numbers: Sequence[int], read: ReadLog) -> int:
    games = list(_uncounted(numbers).select_for_update().order_by("pk").prefetch_related("players"))
    _let_nobody_else_count()
    sums = Sums()
    for game in games:
        sums.add(game, list(game.players.all()), read)
    Game.objects.filter(pk__in=[game.pk for game in games]).update(counted_at=timezone.now())
    sums.store()
    return len(games)


def _let_nobody_else_count() -> None:
    """Wait until no other process counts; on SQLite, none does during a transaction."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {Figures._meta.db_table} IN EXCLUSIVE MODE")


@transaction.atomic
def forget_all() -> None:
    """Delete all statistics, so that every game is counted again. Games that end meanwhile are counted as always."""
    Game.objects.filter(counted_at__isnull=False).update(counted_at=None)
    _let_nobody_else_count()
    for model in (Tally, Figures, HeadToHead, Award, Dealt):
        model._default_manager.all().delete()
    _unreadable.clear()


class Sums:
    """What some games add to the statistics."""

    def __init__(self) -> None:
        self.tallies: dict[TallyKey, Counter[str]] = {}
        self.figures: dict[int, Counter[str]] = {}
        self.colors: dict[int, Counter[str]] = {}
        self.duels: dict[tuple[int, int], Counter[str]] = {}
        self.awards: dict[tuple[int, str], int] = {}
        self.wins: dict[int, list[tuple[int, bool]]] = {}
        self.dealt: Counter[Key] = Counter()

    def add(self, game: Game, players: Sequence[Player], read: ReadLog) -> None:
        """Add a game. One that began with a position of another game is no match, but its deals count."""
        counted_log = read(game, len(players))
        self.dealt += counted_log.dealt
        if game.from_round:
            return
        counted = [player for player in players if player.person_id]
        for player in counted:
            self.figures.setdefault(player.person_id or 0, Counter())
        if not counted:
            return
        for player in counted:
            self._add_seat(game, player, players, counted_log.facts[player.seat])
        self._add_duels(game, [player for player in counted if player.rank is not None and not player.joined])

    def _add_seat(self, game: Game, player: Player, players: Sequence[Player], facts: Facts) -> None:
        person = player.person_id
        assert person is not None  # noqa: S101  # the caller has checked
        if player.joined:  # the seat of a bot, taken over in the middle: the result is not theirs alone
            return
        for kind, key in _keys(game, player, players):
            self.tallies.setdefault((person, kind, key), Counter()).update(_result(player, len(players)))
        self.figures[person] += facts.figures
        self.colors.setdefault(person, Counter()).update(facts.colors)
        if player.rank is None:
            return
        self.wins.setdefault(person, []).append((game.pk, player.has_won))
        if player.gave_up:
            return
        beaten = {other.bot for other in players if other.bot and (other.rank or 0) > player.rank}
        for code in facts.awards | ({"beats_expert"} if player.rank == 1 and EXPERT in beaten else set()):
            self.awards[person, code] = min(game.pk, self.awards.get((person, code), game.pk))

    def _add_duels(self, game: Game, players: Sequence[Player]) -> None:
        """Compare the places of all pairs of people; partners do not play against each other."""
        rules = Rules.from_json(game.rules) if len(players) > 1 else Rules()
        for one, other in permutations(players, 2):
            if not rules.are_partners(one.seat, other.seat):
                mine, theirs = _standing(one), _standing(other)
                key = "won" if mine < theirs else "lost" if mine > theirs else "even"
                self.duels.setdefault((one.person_id or 0, other.person_id or 0), Counter())[key] += 1

    # --- storing

    def store(self) -> None:
        self._store_tallies()
        self._store_figures()
        self._store_duels()
        self._store_awards()
        self._store_dealt()

    def _store_tallies(self) -> None:
        known = {
            (row.person_id, row.kind, row.key): row
            for row in Tally.objects.filter(person__in={person for person, _, _ in self.tallies})
        }
        rows = []
        for (person, kind, key), more in self.tallies.items():
            row = known.get((person, kind, key)) or Tally(person_id=person, kind=kind, key=key)
            _increase(row, more, SUMS)
            rows.append(row)
        _upsert(Tally, rows, ["person", "kind", "key"], SUMS)

    def _store_figures(self) -> None:
        known = Figures.objects.in_bulk(list(self.figures))
        rows = []
        for person, more in self.figures.items():
            row = known.get(person) or Figures(person_id=person)
            _increase(row, more, FIGURES)
            row.colors = dict(Counter(row.colors) + self.colors.get(person, Counter()))
            _update_streaks(row, self.wins.get(person, []))
            _update_reliability(row)
            rows.append(row)
        fields = (*FIGURES, "colors", "streak", "best_streak", "newest", "recent", "recent_left")
        _upsert(Figures, rows, ["person"], fields)

    def _store_duels(self) -> None:
        people = {person for person, _ in self.duels}
        known = {
            (row.person_id, row.other_id): row
            for row in HeadToHead.objects.filter(person__in=people, other__in={other for _, other in self.duels})
        }
        rows = []
        for (person, other), more in self.duels.items():
            row = known.get((person, other)) or HeadToHead(person_id=person, other_id=other)
            _increase(row, more, ("won", "lost", "even"))
            rows.append(row)
        _upsert(HeadToHead, rows, ["person", "other"], ("won", "lost", "even"))

    def _store_awards(self) -> None:
        """Keep the first match in which each was reached."""
        known = {
            (row.person_id, row.code): row.game_id
            for row in Award.objects.filter(person__in={person for person, _ in self.awards})
        }
        rows = [
            Award(person_id=person, code=code, game_id=game)
            for (person, code), game in self.awards.items()
            if game < known.get((person, code), game + 1)
        ]
        _upsert(Award, rows, ["person", "code"], ("game",))

    def _store_dealt(self) -> None:
        decks = {key.deck for key in self.dealt}
        known = {
            Key(*row[:-1]): row[-1] for row in Dealt.objects.filter(deck__in=decks).values_list(*Key._fields, "count")
        }
        rows = [Dealt(**key._asdict(), count=known.get(key, 0) + more) for key, more in self.dealt.items()]
        _upsert(Dealt, rows, list(Key._fields), ("count",))


def _keys(game: Game, player: Player, players: Sequence[Player]) -> Iterator[tuple[str, str]]:
    """Under which headings a match is counted."""
    yield Tally.Kind.ALL, ""
    yield Tally.Kind.DECK, game.deck
    yield Tally.Kind.PRESET, game.preset or HOUSE
    yield Tally.Kind.SEATS, str(len(players))
    for opponents in sorted({other.bot or PEOPLE for other in players if other is not player}):
        yield Tally.Kind.AGAINST, opponents
    assert game.ended_at is not None  # noqa: S101  # only such games are counted
    yield Tally.Kind.MONTH, f"{game.ended_at:%Y-%m}"


def _result(player: Player, players: int) -> dict[str, int]:
    """Return what a match adds to a person's results. A person who gave it up is last in it."""
    if player.rank is None:
        return {"unfinished": 1}
    place = players if player.gave_up else player.rank
    return {"games": 1, "won": int(player.has_won), "places": place, "points": player.score}


def _standing(player: Player) -> tuple[bool, int]:
    """Return what orders people who are compared: those who gave up are behind all others."""
    return player.gave_up, player.rank or 0


def _increase(row: Any, more: Mapping[str, int], fields: Sequence[str]) -> None:
    for field in fields:
        setattr(row, field, getattr(row, field) + more.get(field, 0))


def _upsert(model: Any, rows: list[Any], unique: list[str], fields: Sequence[str]) -> None:
    model.objects.bulk_create(
        rows, batch_size=200, update_conflicts=True, unique_fields=unique, update_fields=list(fields)
    )


# --- what depends on the order of the matches


def _update_streaks(row: Figures, wins: list[tuple[int, bool]]) -> None:
    """Go on from the newest match that was counted; if an older one has come late, begin again."""
    if not wins:
        return
    if min(wins)[0] < row.newest:
        row.streak = row.best_streak = 0
        wins = _all_results(row.person_id)
    for number, has_won in sorted(wins):
        row.streak = row.streak + 1 if has_won else 0
        row.best_streak = max(row.best_streak, row.streak)
        row.newest = max(row.newest, number)


def _all_results(person: int) -> list[tuple[int, bool]]:
    """All finished matches of a person that were counted; those of this transaction are marked already."""
    found = Player.objects.filter(person=person, joined=0, rank__isnull=False, game__from_round=0)
    counted = found.filter(game__counted_at__isnull=False)
    return [(player.game_id, player.has_won) for player in counted.only("game", "rank", "gave_up")]


def _update_reliability(row: Figures) -> None:
    """Of the last matches, count those that the person left or abandoned. Who came back in time has stayed."""
    found = Player.objects.filter(person=row.person_id, game__counted_at__isnull=False, game__from_round=0)
    last = list(found.order_by(F("game").desc()).values_list("gave_up", flat=True)[:RECENT])
    row.recent, row.recent_left = len(last), sum(last)
