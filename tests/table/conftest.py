"""A table with a game on it, and a clock that tests can turn."""

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from games.engine import Rules, legal
from games.models import Game, Place, Table, User
from games.table import schedule, services, snapshot

# A deal whose first card is a number, in all three decks.
DEAL = 3


class Stage:
    """A table and its people; `let_happen` is the clock's work, one deed at a time and without waiting."""

    def __init__(self, names, bots=(), rules=None, **options):
        self.people = {name: User.objects.create_user(name) for name in names}
        host = next(iter(self.people.values()), None)
        rules = (rules or Rules()).to_json()
        self.table = Table.objects.create(host=host, rules=rules, **options)
        sitters = [(person, "", person.name) for person in self.people.values()] + [(None, bot, bot) for bot in bots]
        for number, (person, bot, name) in enumerate(sitters):
            Place.objects.create(table=self.table, number=number, person=person, bot=bot, name=name, ready=True)
        self.game = services.start(self.table, Random(DEAL))

    @property
    def code(self):
        return self.table.code

    @property
    def now(self):
        return snapshot.latest(self.code)

    def seat(self, name):
        return self.now.seat_of(self.people[name].pk)

    @property
    def on_turn(self):
        """The name of the person the game waits for."""
        return self.now.sitters[self.now.state.turn].name

    def any_move(self):
        return str(legal(self.now.state, self.now.state.turn)[0])

    def act(self, name, move, version=None, key=""):
        version = self.now.version if version is None else version
        return services.act(self.code, self.people[name], move, version, key)

    def make_due(self):
        """Time passes until the next deed of this table is due."""
        deed = schedule.due_actions(self.now)[0]
        Game.objects.filter(pk=self.game.pk).update(
            started_at=Game.objects.get(pk=self.game.pk).started_at
            - timedelta(seconds=max(0.0, deed.due - services.seconds(self.now)) + 0.01)
        )
        snapshot.forget(self.code)

    def let_happen(self):
        self.make_due()
        table = self.now
        for deed in schedule.due_actions(table):
            if deed.decides:
                from games.table.thinking import think

                deed = replace(deed, move=str(think(*schedule.question(table, deed))))
            if services.tick(table.code, table.version, deed):
                return deed
        return None


@pytest.fixture
def stage(db):
    return Stage
