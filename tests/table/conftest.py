"""A table with a running game whose time tests can advance."""

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from games.engine import Rules, legal
from games.engine.notation import read_position
from games.engine.stored import dump_state
from games.models import Game, Place, Table, User
from games.table import schedule, services, snapshot

# A deal whose first card is a number, in all three decks.
DEAL = 3


class RunningTable:
    """A table with a running game and its people. `do_due_action` performs one due action without waiting."""

    def __init__(
        self, names: Iterable[str], bots: Iterable[str] = (), rules: Rules | None = None, **options: Any
    ) -> None:
        self.people = {name: User.objects.create_user(name) for name in names}
        host = next(iter(self.people.values()), None)
        self.table = Table.objects.create(host=host, rules=(rules or Rules()).to_json(), **options)
        sitters = [(person, "", person.name) for person in self.people.values()] + [(None, bot, bot) for bot in bots]
        for number, (person, bot, name) in enumerate(sitters):
            Place.objects.create(table=self.table, number=number, person=person, bot=bot, name=name, ready=True)
        self.game = services.start(self.table, Random(DEAL))

    @property
    def code(self) -> str:
        return self.table.code

    @property
    def now(self) -> snapshot.Snapshot:
        table = snapshot.latest(self.code)
        assert table is not None
        return table

    def seat(self, name: str) -> int:
        seat = self.now.seat_of(self.people[name].pk)
        assert seat is not None
        return seat

    @property
    def current_player(self) -> str:
        """Return the name of the player whose turn it is."""
        return self.now.sitters[self.now.state.turn].name

    def any_move(self) -> str:
        return str(legal(self.now.state, self.now.state.turn)[0])

    def act(self, name: str, move: str, version: int | None = None, key: str = "") -> services.Outcome:
        version = self.now.version if version is None else version
        return services.act(self.code, self.people[name], move, version, key)

    def set_position(self, position: str) -> None:
        """Replace the game, which must have just started, with this position."""
        state = read_position(position)
        events = json.dumps([("position", dump_state(state))])
        self.game.entries.update(events=events)
        Game.objects.filter(pk=self.game.pk).update(state=dump_state(state), rules=state.rules.to_json())
        snapshot.forget(self.code)

    def make_due(self) -> None:
        """Let time pass until the next action at this table is due."""
        action = schedule.due_actions(self.now)[0]
        Game.objects.filter(pk=self.game.pk).update(
            started_at=Game.objects.get(pk=self.game.pk).started_at
            - timedelta(seconds=max(0.0, action.due - services.seconds(self.now)) + 0.01)
        )
        snapshot.forget(self.code)

    def do_due_action(self) -> schedule.DueAction | None:
        self.make_due()
        table = self.now
        for action in schedule.due_actions(table):
            if action.decides:
                from games.table.thinking import think

                action = replace(action, move=str(think(*schedule.question(table, action))))
            if services.tick(table.code, table.version, action):
                return action
        return None


@pytest.fixture
def start_game(db: None) -> type[RunningTable]:
    return RunningTable
