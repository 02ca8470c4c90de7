"""Tables that a test has laid out on the running site, and the browsers of those who sit at them.

>>> table = lay(["Ann", "Bob"], position="Official | R7 GS / YR B2 | 0 clockwise red | G1 G2 | R1")  # doctest: +SKIP
>>> ann, bob = table.open("Ann"), table.open("Bob", PHONE)  # doctest: +SKIP
>>> ann.plays("red 7")  # doctest: +SKIP
>>> bob.reads("Ann plays red 7.")  # doctest: +SKIP
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from django.conf import settings
from django.db import transaction

from games import engine
from games.bots import BOTS
from games.devtools.bench_tables import session_of
from games.engine import Rules, State, deal
from games.engine.notation import read_position
from games.engine.stored import dump_state
from games.models import Entry, Game, Pace, Place, Table, User
from games.table import schedule, services, snapshot
from games.table.snapshot import Snapshot
from tests.browser.recordings import Recording
from tests.browser.seats import Seat
from tests.conftest import DESKTOP
from tests.live_site import Site

WATCHES = "Dan"
"""Who has no seat at any table that is laid, and may look on."""
NO_HURRY = {"decision_seconds": 0}


@dataclass
class Laid:
    """A table with a game on it. `people` are their numbers, `sessions` their cookies."""

    site: Site
    open_page: Callable[..., Any]
    code: str
    people: dict[str, int]
    sessions: dict[str, str]

    @property
    def path(self) -> str:
        return f"/t/{self.code}/"

    @property
    def now(self) -> Snapshot:
        """The newest game as it is stored."""
        return self.site.within(lambda: snapshot.read(Game.objects.filter(table__code=self.code).latest("pk")))

    @property
    def log(self) -> list[engine.Entry]:
        """What was played in the newest game."""
        rows = Entry.objects.filter(game=self.now.game)
        return self.site.within(lambda: [engine.Entry(row.seat, row.move, row.now, events_of(row)) for row in rows])

    def open(self, name: str, size: tuple[int, int] = DESKTOP, at: str = "game/", **words: Any) -> Seat:
        """Somebody's browser at this table: in its game, or in its lobby."""
        cookie = {"name": settings.SESSION_COOKIE_NAME, "value": self.sessions[name], "url": self.site.url}
        mine = {"reduced_motion": "reduce", "base_url": self.site.url, "storage_state": {"cookies": [cookie]}}
        page = self.open_page("", size, **mine | words)
        return self._seat(name, page, at, words.get("java_script_enabled", True))

    def open_again(self, seat: Seat) -> Seat:
        """The same table in one more tab of the same browser."""
        return self._seat(seat.name, seat.page.context.new_page())

    def _seat(self, name: str, page: Any, at: str = "game/", is_live: bool = True) -> Seat:
        recording = Recording(page, is_live)
        page.goto(self.path + at)
        if is_live:
            recording.wait_for_a_frame()
        else:
            recording.read()
        return Seat(name, page, recording)


def laid(site: Site, open_page: Callable[..., Any], seats: Sequence[str], state: State, **options: Any) -> Laid:
    """A table of these people and bots with this game on it; whatever moves by itself there is already at it."""

    def write() -> Laid:
        people = {name: User.objects.create_user(name) for name in (*seats, WATCHES) if name not in BOTS}
        with transaction.atomic():
            put(services.start(table_of(seats, people, state.rules, options)), state)
            code = Table.objects.latest("pk").code
        keys = {name: person.pk for name, person in people.items()}
        return Laid(site, open_page, code, keys, {name: session_of(person) for name, person in people.items()})

    return site.within(write)


def table_of(seats: Sequence[str], people: dict[str, User], rules: Rules, options: dict[str, Any]) -> Table:
    """A table where everybody is ready; the first person is its host."""
    words = {"pace": Pace.QUICK, "host": next(iter(people.values())), "seats": len(seats), "rules": rules.to_json()}
    table = Table.objects.create(**words | options)
    names: Counter[str] = Counter()
    for number, name in enumerate(seats):
        names[name] += 1
        sitter = {"person": people[name]} if name in people else {"bot": name}
        called = name if names[name] == 1 else f"{name} {names[name]}"
        Place.objects.create(table=table, number=number, name=called, ready=True, **sitter)
    return table


def put(game: Game, state: State) -> None:
    """Let a game begin in the middle: its log begins with the position."""
    begun = ("position", dump_state(state))
    Entry.objects.filter(game=game).update(events=json.dumps([begun]))
    Game.objects.filter(pk=game.pk).update(state=dump_state(state))
    table = snapshot.read(Game.objects.get(pk=game.pk))
    services.wait(table, schedule.due(table))


def events_of(row: Entry) -> tuple[engine.Event, ...]:
    return snapshot.log_entry_of(row).events


def position(text: str, **rules: Any) -> State:
    """A position in which nobody is in a hurry, unless it is said otherwise."""
    state = read_position(text)
    state.rules = state.rules.but(**NO_HURRY | rules)
    return state


def dealt(preset: str, seats: int, seed: int, **rules: Any) -> State:
    """A match as it is dealt with these dice, the first seat being on turn."""
    return deal(Rules.preset(preset, **NO_HURRY | rules), seats, Random(seed), dealer=seats - 1)


def go_home(site: Site, names: Sequence[str]) -> None:
    """These names are free again for the people of the next test."""

    def rename() -> None:
        for person in User.objects.filter(name__in=names):
            person.name = f"Was here {person.pk}"
            person.save(update_fields=["name"])

    site.within(rename)
