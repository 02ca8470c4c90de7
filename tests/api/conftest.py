"""People with programs: each has a token, and `Program` sends requests with it."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from jsonschema_rs import validator_for

from games.api.interface import document
from games.api.replays import NDJSON
from games.engine.notation import read_position
from games.engine.stored import dump_state
from games.models import Game, Scope, User
from games.people import tokens
from games.table import snapshot

ROBOTS = {"preset": "Robots", "rules": {"decision_seconds": 0}}


@dataclass
class Program:
    """A program of one person. It checks every response against the API document."""

    person: User
    token: str
    client: Client = field(default_factory=Client, repr=False)

    @property
    def name(self) -> str:
        return str(self.person.name)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        content: dict[str, Any] = {}
        if body is not None:
            content = {"content_type": "application/json", "data": json.dumps(body)}
        headers = {"Authorization": f"Bearer {self.token}"} | headers
        answer = self.client.generic(method, f"/api/{path}", headers=headers, **content)
        check(method, path, answer)
        return answer

    def get(self, path: str) -> Any:
        return self.ok(self.ask("GET", path))

    def post(self, path: str, body: Any = None) -> Any:
        return self.ok(self.ask("POST", path, {} if body is None else body))

    def act(self, code: str, *actions: Any, **words: Any) -> Any:
        """Send one or several actions, for the newest version unless another is given."""
        words.setdefault("version", self.get(f"tables/{code}")["version"])
        return self.ask("PATCH", f"tables/{code}", {"actions": actions[0] if len(actions) == 1 else actions, **words})

    @staticmethod
    def ok(answer: Any) -> Any:
        assert answer.status_code in (200, 201), answer.content
        return answer.json()


def check(method: str, path: str, answer: Any) -> None:
    """Check that the document has this status, and that the body has the documented shape."""
    where = next((where for where in document()["paths"] if fits(where, f"/api/{path.partition('?')[0]}")), None)
    operation = document()["paths"].get(where, {}).get(method.lower())
    if operation is None or answer.streaming:
        return
    documented = operation["responses"].get(str(answer.status_code))
    assert documented, f"{method} {path} answers {answer.status_code}: {answer.content!r}"
    ((kind, content),) = documented["content"].items()
    is_lines = kind == NDJSON
    for value in map(json.loads, answer.content.splitlines()) if is_lines else [answer.json()]:
        check_against(content["schema"], value)


def fits(where: str, path: str) -> bool:
    here, there = where.split("/"), path.split("/")
    return len(here) == len(there) and all(a == b or a.startswith("{") for a, b in zip(here, there, strict=True))


def check_against(schema: dict[str, Any], value: Any) -> None:
    validator = validator_for(schema | {"components": document()["components"]})
    wrong = [f"{error.instance_path}: {error.message}" for error in validator.iter_errors(value)]
    assert not wrong, wrong[:3]


@pytest.fixture
def program(db: None) -> Callable[..., Program]:
    """Return a function that creates a person with a token: `program("Eve", scope="read")`."""

    def arrive(name: str, scope: str = Scope.PLAY, **fields: Any) -> Program:
        person = User.objects.filter(name=name).first() or User.objects.create_user(name, **fields)
        return Program(person, tokens.make_token(person, f"token {person.tokens.count()}", scope))

    return arrive


@pytest.fixture
def ada(program: Callable[..., Program]) -> Program:
    return program("Ada")


@pytest.fixture
def ben(program: Callable[..., Program]) -> Program:
    return program("Ben")


@pytest.fixture
def eve(program: Callable[..., Program]) -> Program:
    """A person without a seat at any table."""
    return program("Eve")


@pytest.fixture
def table(ada: Program, ben: Program) -> str:
    """Return the code of a table where Ada, the host, and Ben start a game."""
    return dealt(ada, ben)


def dealt(host: Program, *others: Program, **order: Any) -> str:
    code = str(host.post("tables", {"seats": 1 + len(others), **ROBOTS, **order})["code"])
    for other in others:
        other.post(f"tables/{code}/join")
        other.post(f"tables/{code}/ready")
    host.post(f"tables/{code}/start")
    return code


def programs_by_turn(code: str, *programs: Program) -> tuple[Program, ...]:
    """Return the programs in turn order, beginning with the player asked."""
    asked = programs[0].get(f"tables/{code}")["meta"]["turn"]["username"]
    first = next(place for place, program in enumerate(programs) if program.name == asked)
    return programs[first:] + programs[:first]


def set_position(code: str, position: str) -> None:
    """Replace a game that has just started with this position; the host has the first hand."""
    state = read_position(position)
    game = Game.objects.get(table__code=code)
    events = json.dumps([("position", dump_state(state))])
    game.entries.update(events=events)
    Game.objects.filter(pk=game.pk).update(state=dump_state(state), rules=state.rules.to_json())
    snapshot.forget(code)


@pytest.fixture
def close_connections() -> Iterator[None]:
    """Close the connections of the threads, so that the test database can be deleted."""
    from tests.api.streams import handler

    yield
    handler.threads.submit(connections.close_all).result()
