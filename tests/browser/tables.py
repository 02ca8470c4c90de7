"""Tables that a test creates on the running site, and the browsers of the people at them.

>>> table = make_table(["Ann", "Bob"], position("Official | R7 G2 / B2 | 0 clockwise red | G1 | R1"))  # doctest: +SKIP
>>> ann, bob = table.open("Ann"), table.open("Bob", PHONE)  # doctest: +SKIP
>>> ann.plays("red 7")  # doctest: +SKIP
>>> bob.reads("Ann plays red 7.")  # doctest: +SKIP
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Unpack
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from playwright.sync_api import Page, StorageState

from games import engine
from games.bots import BOTS, personas
from games.devtools.bench_tables import session_of
from games.engine import Rules, State, deal
from games.engine.notation import read_position
from games.engine.stored import dump_state
from games.models import Entry, Game, Pace, Place, Table, User
from games.table import schedule, services, snapshot
from games.table.snapshot import Snapshot
from tests.browser.recordings import Recording
from tests.browser.seats import Seat
from tests.conftest import DESKTOP, OpenPage
from tests.contexts import ContextOptions
from tests.live_site import Site

SPECTATOR = "Dan"
"""A person without a seat at any of these tables, who may watch."""
CHARACTERS = ("Rosa", "Cosmo", "Sofia", "Quinn", "Robin", "Ada", "Nyx", "Raven", "Greta")
"""Bots with much to say. The first one plays whatever fits."""
KINDS = {kind: kind for kind in BOTS} | {
    persona.name: kind for kind, cast in personas.OF_KIND.items() for persona in cast
}
"""Who is a bot: the kinds themselves, and the characters by name."""
UNHURRIED: dict[str, Any] = {"decision_seconds": 0, "uno_head_start": "0"}
"""No time limit, and calls that can be caught at once."""


@dataclass
class LiveTable:
    """A table with a game on it. `people` maps names to primary keys, `sessions` names to session keys."""

    site: Site
    open_page: OpenPage
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

    @property
    def recorded(self) -> tuple[list[engine.Entry], Snapshot]:
        """The log and the newest game of the same version, while bots may be playing on."""
        before, log, after = self.now, self.log, self.now
        return (log, after) if before.version == after.version else self.recorded

    def open(
        self, name: str, size: tuple[int, int] = DESKTOP, at: str = "game/", **options: Unpack[ContextOptions]
    ) -> Seat:
        """Open this table's game, or with `at=""` its lobby, in a person's browser."""
        merged: ContextOptions = {"reduced_motion": "reduce", "base_url": self.site.url}
        merged |= options
        merged["storage_state"] = session_state(self.site, self.sessions[name])
        page = self.open_page("", size, **merged)
        return self._seat(name, page, at, options.get("java_script_enabled", True))

    def open_again(self, seat: Seat) -> Seat:
        """The same table in one more tab of the same browser."""
        return self._seat(seat.name, seat.page.context.new_page())

    def _seat(self, name: str, page: Page, at: str = "game/", is_live: bool = True) -> Seat:
        recording = Recording(page, is_live)
        page.goto(self.path + at)
        if is_live:
            recording.wait_for_a_frame()
        else:
            recording.read()
        return Seat(name, page, recording)


def create_table(site: Site, open_page: OpenPage, seats: Sequence[str], state: State, **fields: Any) -> LiveTable:
    """Create a table with these people and bots whose game is in this state. Bots and timers act immediately."""

    def write() -> LiveTable:
        people = {name: User.objects.create_user(name) for name in (*seats, SPECTATOR) if name not in KINDS}
        with transaction.atomic():
            start_from(services.start(table_of(seats, people, state.rules, fields)), state)
            code = Table.objects.latest("pk").code
        keys = {name: person.pk for name, person in people.items()}
        return LiveTable(site, open_page, code, keys, {name: session_of(person) for name, person in people.items()})

    return site.within(write)


def session_state(site: Site, key: str) -> StorageState:
    """Return what a browser stores that has this session on the site."""
    host = str(urlsplit(site.url).hostname)
    return {
        "cookies": [
            {
                "name": settings.SESSION_COOKIE_NAME,
                "value": key,
                "domain": host,
                "path": "/",
                "expires": -1,
                "httpOnly": True,
                "secure": False,
                "sameSite": "Lax",
            }
        ],
        "origins": [],
    }


def table_of(seats: Sequence[str], people: dict[str, User], rules: Rules, fields: dict[str, Any]) -> Table:
    """Create a table where everyone is ready; the first person is its host."""
    defaults = {"pace": Pace.QUICK, "host": next(iter(people.values())), "seats": len(seats), "rules": rules.to_json()}
    table = Table.objects.create(**defaults | fields)
    names: Counter[str] = Counter()
    for number, name in enumerate(seats):
        names[name] += 1
        occupant: dict[str, Any] = {"person": people[name]} if name in people else {"bot": KINDS[name]}
        unique_name = name if names[name] == 1 else f"{name} {names[name]}"
        Place.objects.create(table=table, number=number, name=unique_name, ready=True, **occupant)
    return table


def start_from(game: Game, state: State) -> None:
    """Replace the start of a game: its log begins with this position."""
    first_event = ("position", dump_state(state))
    Entry.objects.filter(game=game).update(events=json.dumps([first_event]))
    Game.objects.filter(pk=game.pk).update(state=dump_state(state))
    table = snapshot.read(Game.objects.get(pk=game.pk))
    services.wait(table, schedule.due(table))


def events_of(row: Entry) -> tuple[engine.Event, ...]:
    return snapshot.log_entry_of(row).events


def position(text: str, **rules: Any) -> State:
    """Return the state that the notation describes, unhurried unless the rules given say otherwise."""
    state = read_position(text)
    state.rules = state.rules.but(**UNHURRIED | rules)
    return state


def dealt(preset: str, seats: int, seed: int, **rules: Any) -> State:
    """Return a match dealt with this random seed, in which the first seat has the first turn."""
    return deal(Rules.preset(preset, **UNHURRIED | rules), seats, Random(seed), dealer=seats - 1)


def release_names(site: Site, names: Sequence[str]) -> None:
    """Rename these people, so that the next test can use their names."""

    def rename() -> None:
        for person in User.objects.filter(name__in=names):
            person.name = f"Was here {person.pk}"
            person.save(update_fields=["name"])

    site.within(rename)
