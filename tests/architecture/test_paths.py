"""The paths in games/README.md are the calls that are really made, step by step."""

import asyncio
import json
import re
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest
from channels.generic.websocket import AsyncWebsocketConsumer
from django.contrib.sessions.backends.db import SessionStore
from django.db.models import F
from django.test import Client
from django.urls import reverse

from games.engine import Rules, deal, legal
from games.engine.notation import read_position
from games.engine.stored import dump_state
from games.engine.windows import open_window
from games.history.rounds import forget_rounds
from games.lobby import services as lobby
from games.lobby.consumer import LobbyConsumer
from games.models import Game, Place, Table, User
from games.table import clock, services, snapshot
from games.table.consumer import GameConsumer
from games.threads import in_thread
from tests.wires import SocketWire

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).resolve().parents[2]
DEAL = 3
BACKEND = "django.contrib.auth.backends.ModelBackend"
Step = tuple[str, str]
Story = Callable[[], Awaitable[None]]


def path(title: str) -> list[Step]:
    """Return the steps listed under a title in games/README.md: a file and a function each."""
    text = (ROOT / "games" / "README.md").read_text().split(f"### {title}\n")[1].split("\n### ")[0].split("\n## ")[0]
    return re.findall(r"^\d+\. `([^`]+)` `([^`]+)`", text, re.MULTILINE)


class Calls(list[Step]):
    """Records the calls of our functions while `is_on`."""

    is_on = False

    def note(self, frame: FrameType, event: str, arg: Any) -> None:
        file = frame.f_code.co_filename
        if self.is_on and event == "call" and file.startswith(str(ROOT)) and "/games/" in file:
            self.append((file.removeprefix(f"{ROOT}/"), frame.f_code.co_qualname))


@contextmanager
def profiled(note: Callable[[FrameType, str, Any], None]) -> Iterator[None]:
    """Call `note` for every event of this thread and of threads that start from now on."""
    before = sys.getprofile()
    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before)
        threading.setprofile(None)


def missing(steps: list[Step], calls: list[Step]) -> Step | None:
    """Return the first step that does not follow the previous ones in the calls."""
    rest = iter(calls)
    return next((step for step in steps if step not in rest), None)


class Site:
    """A table with a game of Ann and Bob, perhaps with a bot, and a socket that Bob has open."""

    def __init__(self, rules: Rules, bot_seat: int | None = None, playing: bool = True) -> None:
        self.ann, self.bob = (User.objects.create_user(name) for name in ("Ann", "Bob"))
        self.table = Table.objects.create(host=self.ann, rules=rules.to_json())
        people = iter([self.ann, self.bob])
        for number in range(2 if bot_seat is None else 3):
            self.sit(number, None if number == bot_seat else next(people))
        if playing:
            services.start(self.table, Random(DEAL))
        self.client = Client()
        self.client.force_login(self.ann, backend=BACKEND)

    def sit(self, number: int, person: User | None) -> None:
        bot = "" if person else "Easy"
        Place.objects.create(
            table=self.table, number=number, person=person, bot=bot, name=person.name if person else bot, ready=True
        )

    def socket(self, consumer: type[AsyncWebsocketConsumer], person: User | None = None) -> SocketWire:
        code = self.table.code
        wire = SocketWire(consumer.as_asgi(), f"/ws/{code}/")
        wire.scope |= {"url_route": {"kwargs": {"code": code}}, "user": person or self.bob, "session": SessionStore()}
        return wire

    def post(self, name: str, **fields: Any) -> None:
        address = reverse(name, args=[self.table.code])
        assert self.client.post(address, fields, headers={"HX-Request": "true"}).status_code == 200

    def calls(self, consumer: type[AsyncWebsocketConsumer], event: Story) -> Calls:
        """Return the calls from an event until Bob's socket has sent the change."""
        calls = Calls()

        async def scenario() -> None:
            wire = self.socket(consumer)
            await wire.connect()
            await wire.receive_from()
            calls.is_on = True
            running = asyncio.ensure_future(event())
            while 'id="around"' in await wire.receive_from():
                continue
            calls.is_on = False
            running.cancel()
            await wire.disconnect()

        with profiled(calls.note):
            asyncio.run(scenario())
        return calls

    def let_bob_miss_a_call(self) -> None:
        """Let Bob have one card and no call, since five seconds ago."""
        state = read_position('{"decision_seconds": 0} | R7 G2 / B7 | 0 clockwise red | G1 G4 G5 G6 | R1')
        open_window(state, 1)
        began = F("started_at") - timedelta(seconds=5)
        Game.objects.update(state=dump_state(state), rules=state.rules.to_json(), started_at=began)
        snapshot.forget(self.table.code)

    def let_time_pass(self) -> None:
        """Let half an hour pass, so that every action is due."""
        Game.objects.update(started_at=F("started_at") - timedelta(minutes=30), due_at=F("started_at"))
        snapshot.forget(self.table.code)


def check(title: str, calls: Calls) -> None:
    steps = path(title)
    assert len(steps) >= 5
    assert missing(steps, calls) is None


def test_the_path_of_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.table.writer.WRITERS", ThreadPoolExecutor(1))  # only new threads are profiled
    site = Site(Rules())
    table = snapshot.latest(site.table.code)
    assert table
    seat = table.state.turn
    message = {"move": str(legal(table.state, seat)[0]), "version": table.version, "key": "k" * 10}

    async def play() -> None:
        mover = site.socket(GameConsumer, [site.ann, site.bob][seat])
        await mover.connect()
        await mover.send_to(text_data=json.dumps(message))
        await mover.disconnect()

    check("A move", site.calls(GameConsumer, play))


def test_the_path_of_a_catch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.table.writer.WRITERS", ThreadPoolExecutor(1))  # only new threads are profiled
    site = Site(Rules())
    site.let_bob_miss_a_call()
    Place.objects.filter(person=site.bob).update(delay=2000)  # the press arrives long before that

    async def catch() -> None:
        ann = site.socket(GameConsumer, site.ann)
        await ann.connect()
        await ann.receive_nothing()
        press = {"move": "accuse 1", "version": 1, "key": "k", "ping": ann.ping, "since": 0}
        await ann.send_to(text_data=json.dumps(press))
        await ann.receive_output()
        await clock.run()

    check("A catch", site.calls(GameConsumer, catch))


def test_the_path_of_a_lobby_change() -> None:
    site = Site(Rules(), playing=False)

    async def take_back_ready() -> None:
        await in_thread(site.post, "ready", ready="")

    check("A lobby change", site.calls(LobbyConsumer, take_back_ready))


@pytest.mark.parametrize(
    ("title", "bot_seat"), [("A bot's move", deal(Rules(), 3, Random(DEAL)).turn), ("A timer", None)]
)
def test_the_path_of_a_due_action(title: str, bot_seat: int | None) -> None:
    site = Site(Rules(decision_seconds=30), bot_seat)

    async def let_time_pass() -> None:
        await in_thread(site.let_time_pass)
        await clock.run()

    check(title, site.calls(GameConsumer, let_time_pass))


def test_the_path_of_a_step_of_a_replay() -> None:
    site = Site(Rules())
    services.abandon(site.table)
    game, calls = Game.objects.get(table=site.table), Calls()
    forget_rounds()
    calls.is_on = True
    with profiled(calls.note):
        address = reverse("replay_at", args=[game.public_id, 1, 0])
        assert site.client.get(address, headers={"HX-Request": "true"}).status_code == 200
    check("A step of a replay", calls)


def test_a_missing_step_is_named() -> None:
    calls = [("a.py", "one"), ("b.py", "two"), ("c.py", "three")]
    assert missing([("a.py", "one"), ("c.py", "three")], calls) is None
    assert missing([("c.py", "three"), ("a.py", "one")], calls) == ("a.py", "one")


def test_the_path_of_a_deal() -> None:
    ann, bob = (User.objects.create_user(name) for name in ("Ann", "Bob"))
    calls = Calls()
    with profiled(calls.note):
        calls.is_on = True
        table = lobby.open_table(ann, Rules.preset("House"), lobby.Settings(seats=2))
        lobby.sit(table.code, bob, 1)
        lobby.set_ready(table.code, bob, True)
        lobby.start(table.code, ann)
        calls.is_on = False
    check("A deal", calls)
