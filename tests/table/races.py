"""Races about a missed call with invented delays: time passes only as far as a test lets it pass."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from games import access
from games.engine import Event
from games.engine.stored import dump_state
from games.live import round_trips
from games.live.round_trips import EVERY_SECONDS, RoundTrips
from games.models import Entry, Game
from games.table import schedule, services, snapshot, socket_moves
from games.table.socket_moves import Answer
from tests.table.conftest import RunningTable

POSITION = (
    'Official | R7 G2 / B7 B1 R3 / Y7 Y2 G3 | 0 clockwise red | G1 G4 G5 G6 G8 G9 | R1 | {"since": 0.0, "now": 0.0}'
)
OPENED = 10.0
"""When Ann plays her second-last card without a call, in seconds of the game's clock."""
POLL = 0.001
"""How long after its time something happens."""


class Clock:
    """The time of the whole site."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = datetime.now(UTC).timestamp()
        monkeypatch.setattr(timezone, "now", lambda: datetime.fromtimestamp(self.now, UTC))
        monkeypatch.setattr(socket_moves, "time", SimpleNamespace(monotonic=lambda: self.now))


class Page:
    """A person's page at the table, with a round trip of this many seconds. It presses, and messages arrive later."""

    def __init__(self, race: "Race", name: str, delay: float) -> None:
        self.race, self.name, self.delay = race, name, delay
        self.code, self.person = race.table.code, race.table.people[name]
        self.scope = {"user": self.person}
        self.arrived = 0.0
        self.trips = RoundTrips()
        self.who = (self.code, self.person.pk)
        round_trips.watch(self.who, self.trips)

    def measure(self, now: float) -> None:
        """Answer a ping, as if it had come so long ago."""
        sent = now - EVERY_SECONDS
        self.trips.answer(self.trips.ping(sent), sent + self.delay)

    def close(self) -> None:
        round_trips.forget(self.who, self.trips)

    def message(self, move: str, pressed: float, **claim: Any) -> str:
        """Return what the page sends when a move is pressed at this time of the game's clock."""
        since = round((self.race.start + pressed - self.trips.received) * 1000)
        told = {"ping": self.trips.answered, "since": since} | claim
        return json.dumps({"move": move, "version": self.race.table.now.version, "key": f"{self.name} {move}"} | told)


class Race:
    """Ann has missed her call at `OPENED`; Bob and Cleo may catch her."""

    def __init__(self, table: RunningTable, clock: Clock, **delays: float) -> None:
        self.table, self.clock = table, clock
        table.set_position(POSITION)
        self.start = table.now.started
        access.read(table.code)
        self.pages = {name: Page(self, name, delay) for name, delay in delays.items()}
        self.pass_until(OPENED)
        table.act("Ann", "play R7")
        for page in self.pages.values():
            page.measure(clock.now)

    def pass_until(self, moment: float) -> None:
        """Let time pass, and what is due happen at its time."""
        while (due := self.next_due()) is not None and due <= moment:
            self.clock.now = max(self.clock.now, self.start + due + POLL)
            self.tick()
        self.clock.now = self.start + moment

    def next_due(self) -> float | None:
        dues = [action.due for action in schedule.due_actions(self.table.now) if action.judges or action.move]
        later = [due for due in dues if due > services.seconds(self.table.now) or self.is_waiting(due)]
        return min(later, default=None)

    def is_waiting(self, due: float) -> bool:
        return any(call.due == due for call in self.table.now.held)

    def tick(self) -> None:
        """Carry out what is due, as the clock does."""
        table = self.table.now
        for action in schedule.due_actions(table):
            is_due = action.due <= services.seconds(table) + 1e-6
            if is_due and (action.judges or action.move) and services.tick(table.code, table.version, action):
                return

    def press(self, *presses: tuple[str, str, float]) -> dict[str, Answer]:
        """Let people press moves at these times. Each arrives after half of a round trip."""
        sent = [(self.pages[name], move, pressed) for name, move, pressed in presses]
        answers: dict[str, Answer] = {}
        for page, move, pressed in sorted(sent, key=lambda one: one[2] + one[0].delay / 2):
            answers[page.name] = self.arrive(page, page.message(move, pressed), pressed + page.delay / 2)
        return answers

    def arrive(self, page: Page, message: str, moment: float) -> Answer:
        self.pass_until(moment)
        page.arrived = self.clock.now
        (answer,) = socket_moves.play_all([(page, message)])
        return answer

    @property
    def moves(self) -> list[str]:
        """What has been played since Ann's card."""
        rows = Entry.objects.filter(game=self.table.game, number__gt=2).order_by("number")
        return [f"{self.table.now.sitters[row.seat or 0].name} {row.move}" for row in rows]

    def events(self, kind: str) -> list[Event]:
        return [event for entry in self.table.now.log for event in entry.events if event[0] == kind]

    def change_state(self, **parts: Any) -> None:
        """Change these parts of the stored state."""
        stored = json.loads(dump_state(self.table.now.state)) | parts
        Game.objects.filter(pk=self.table.game.pk).update(state=json.dumps(stored))
        snapshot.forget(self.table.code)

    def forget_memory(self) -> None:
        """Do what a restart of the server does: only what is stored remains."""
        for page in self.pages.values():
            page.close()
        snapshot.forget(self.table.code)


@contextmanager
def closing(race: Race) -> Iterator[Race]:
    """Close the pages at the end."""
    try:
        yield race
    finally:
        for page in race.pages.values():
            page.close()
