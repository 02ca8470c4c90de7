"""Games that are over, with what each seat saw while they were played."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.utils.safestring import SafeString

from games.engine import Rules, State, deal, decide, legal, play
from games.engine.stored import dump_state
from games.history.replays import Replay, replay_for
from games.history.rounds import forget_rounds
from games.lobby import services as lobby
from games.models import Commitment, Entry, Game, Table, User
from games.table import services, snapshot
from games.table.pov import Preferences, pieces
from games.table.services.storing import PlayedMove, after_entry, append, entry_of

MOVE_SECONDS = 3.0
Pieces = dict[str, SafeString]


@dataclass
class Played:
    """A game that is over. `seen` has what one viewer was sent at each version: the seats and a spectator, None, take
    turns."""

    game: Game
    people: dict[str, User]
    seen: dict[int, tuple[int | None, Pieces]] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"/g/{self.game.public_id}/"

    def replay(self, person: User | None = None, key: str = "") -> Replay:
        return replay_for(self.game.public_id, person or next(iter(self.people.values())), key)

    @property
    def log(self) -> list[Entry]:
        return list(self.game.entries.order_by("number"))


PlayGame = Callable[..., Played]


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    forget_rounds()


@pytest.fixture
def play_game(db: None) -> PlayGame:
    """`play_game("Flip", score_limit="one_round")` plays a game of Ann, Bob and a bot to its end.

    `moves` ends it earlier, and `watched` records what its viewers are sent."""

    def run(
        preset: str = "Official",
        names: Sequence[str] = ("Ann", "Bob"),
        seed: int = 1,
        moves: int = 3000,
        watched: bool = False,
        settings: dict[str, Any] | None = None,
        ends: bool = True,
        **rules: Any,
    ) -> Played:
        people = {name: person_called(name) for name in names}
        chosen = Rules.preset(preset, **rules)
        table = open_table(list(people.values()), chosen, settings or {})
        played = Played(Game.objects.get(table=table), people)
        begin_with(played.game, deal(chosen, table.seats, Random(seed), dealer=0))
        play_on(played, Random(seed), moves, watched)
        if ends and not Game.objects.get(pk=played.game.pk).ended_at:
            with transaction.atomic():
                services.abandon(Table.objects.select_for_update().get(pk=table.pk))
        played.game.refresh_from_db()
        return played

    return run


def person_called(name: str) -> User:
    return User.objects.filter(name=name).first() or User.objects.create_user(name)


def open_table(people: Sequence[User], rules: Rules, settings: dict[str, Any]) -> Table:
    table = lobby.open_table(people[0], rules, lobby.Settings(seats=len(people) + 1))
    for seat, person in enumerate(people[1:], 1):
        lobby.sit(table.code, person, seat)
        lobby.set_ready(table.code, person, True)
    lobby.set_bot(table.code, people[0], len(people), "Easy")
    Table.objects.filter(pk=table.pk).update(**settings)
    lobby.start(table.code, people[0])
    return table


def begin_with(game: Game, state: State) -> None:
    """Let a game that has just started begin with another deal, as those from before there were commitments."""
    Commitment.objects.filter(game=game).delete()
    game.entries.update(events=json.dumps(state.news))
    Game.objects.filter(pk=game.pk).update(state=dump_state(state))
    snapshot.forget(game.table.code)


def play_on(played: Played, rng: Random, moves: int, watched: bool) -> None:
    """Let every seat make moves as bots do; the end of a pause counts as one."""
    before = snapshot.read(Game.objects.select_related("table").get(pk=played.game.pk))
    if watched:
        watch(played, before)
    while moves and not before.state.is_over:
        entries, state, change = play_until_the_end(before, rng, 1 if watched else moves)
        moves -= len(entries)
        before = store(before, entries, state, change)
        if watched:
            watch(played, before)
    snapshot.forget(before.code)


def watch(played: Played, table: snapshot.Snapshot) -> None:
    viewers = (*range(len(table.sitters)), None)
    seat = viewers[table.version % len(viewers)]
    played.seen[table.version] = seat, pieces(table, seat, Preferences())


Change = tuple[PlayedMove, int, str]


def play_until_the_end(before: snapshot.Snapshot, rng: Random, moves: int) -> tuple[list[Entry], State, Change]:
    """Play in memory. The last move is for the service, which ends games."""
    entries: list[Entry] = []
    table = before
    while True:
        played, seat, move = next_move(table.state, rng)
        entries.append(entry_of(table, played, seat, move))
        if len(entries) == moves or played.state.is_over:
            return entries, table.state, (played, seat, move)
        table = after_entry(table, played, entries[-1])


def store(before: snapshot.Snapshot, entries: list[Entry], state: State, change: Change) -> snapshot.Snapshot:
    """Store all of these entries but the last one directly, which is much faster, and that one as a move."""
    *earlier, last = entries
    Entry.objects.bulk_create(earlier)
    Game.objects.filter(pk=before.game).update(version=last.number - 1, state=dump_state(state))
    with transaction.atomic():
        table = snapshot.read(Game.objects.select_related("table").get(pk=before.game))
        return append(table, *change)


def next_move(before: State, rng: Random) -> Change:
    state = before.copy()
    now, seat = state.now + MOVE_SECONDS, state.turn
    if state.is_paused:
        return PlayedMove(state, decide(state, now), now), seat, "decide"
    offered = legal(state, seat)
    cards = [move for move in offered if move.card]
    move = rng.choice(cards or offered)
    return PlayedMove(state, play(state, seat, move, now), now), seat, str(move)
