"""Create the people and tables that hostile requests use.

Everything is determined by a seed, including keys and codes, so that the same seed sends the same bytes. The requests
log people out, ban or delete them, and close tables, so a set of targets is replaced after some requests.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from games.devtools.bench_tables import BACKEND
from games.engine import Rules
from games.engine.notation import read_position
from games.engine.stored import dump_state
from games.models import (
    CODE_LETTERS,
    Entry,
    Game,
    Line,
    Place,
    Player,
    Report,
    RuleSet,
    Scope,
    Table,
    Token,
    User,
    Visibility,
)
from games.people.tokens import PREFIX, digest
from games.table import services
from games.table.services import operating

CLOCKLESS = '{"decision_seconds": 0}'
COVERED_HANDS = (
    '{"decision_seconds": 0} | G1 G2 G3 G5 / B1 B2 B6 B8 / Y1 Y3 Y4 Y7 | 0 clockwise red | G4 G6 G7 G8 G9 GS | R9 R5'
)
"""The table with secret hands. Green cards are in the pile and in the hand of a player who never moves, so no viewer
may see them. Blue and yellow may each be seen by one viewer. Red is public, and the only color that requests name."""


@dataclass(frozen=True)
class Actor:
    """A sender of requests."""

    role: str
    session: str = ""
    token: str = ""
    sees: str = ""
    """The color of their hand at the table with secret hands."""


@dataclass(frozen=True)
class Targets:
    actors: tuple[Actor, ...]
    codes: tuple[str, ...]
    secret: str
    """The code of the table with secret hands."""
    words: Mapping[str, tuple[str, ...]]
    """Values for route parameters and form fields, by name."""

    @classmethod
    def read(cls, line: str) -> "Targets":
        raw = json.loads(line)
        words = {name: tuple(values) for name, values in raw["words"].items()}
        return cls(tuple(Actor(**one) for one in raw["actors"]), tuple(raw["codes"]), raw["secret"], words)


@transaction.atomic
def make_targets(seed: int, number: int) -> str:
    """Create a set of targets and return it as one line of JSON."""
    return json.dumps(_Making(Random(f"targets {seed} {number}"), number).make())


class _Making:
    def __init__(self, rng: Random, number: int) -> None:
        self.rng, self.number = rng, number

    def word(self, letters: str, length: int) -> str:
        return "".join(self.rng.choice(letters) for _ in range(length))

    def make(self) -> dict[str, Any]:
        ann, guest, sue = self.person("Ann"), self.person("Gus", is_guest=True), self.staff("Sue")
        silent, bob = self.person("Silent"), self.person("Bob")
        lobby = self.table(ann, [ann, guest], bots=1, visibility=Visibility.PUBLIC)
        locked = self.table(bob, [bob], visibility=Visibility.PASSWORD, password=make_password("open"))
        private = self.table(bob, [bob, sue], visibility=Visibility.LINK)
        running = self.table(ann, [ann, guest, sue], bots=1, visibility=Visibility.PUBLIC)
        ended = self.table(ann, [ann, guest], visibility=Visibility.PUBLIC)
        games = [services.start(table) for table in (running, ended)]
        operating.end_game(ended.code)
        secret = self.secret_table([silent, guest, ann])
        rules = RuleSet.objects.create(person=ann, name="Mine", rules="{}", code=self.word(CODE_LETTERS, 8))
        line = Line.objects.create(table=running, person=ann, name=ann.name, text="Hello!")
        report = Report.objects.create(
            reporter=guest, person=ann, name=ann.name, table=running, game=games[0], version=1, line=line, why="Rude."
        )
        tables = [lobby, locked, private, running, ended]
        numbers = {one.pk for one in (*tables, *games, ann, guest, bob, line, report)}
        # Staff can change any game, but the hands of this one must stay the same, so its ids are left out.
        numbers -= {secret.pk, silent.pk, *secret.games.values_list("pk", flat=True)}
        return {
            "actors": [{"role": "anonymous"}, self.actor("guest", guest, "blue"), self.actor("player", ann, "yellow"),
                       self.actor("staff", sue, "")],
            "codes": [*(table.code for table in tables), secret.code, rules.code],
            "secret": secret.code,
            "words": {
                "code": [table.code for table in tables] + [rules.code],
                "number": sorted(map(str, numbers)),
                "name": [ann.name, guest.name, bob.name],
                "seat": ["0", "1", "2", "3"],
            },
        }  # fmt: skip

    def person(self, name: str, **fields: Any) -> User:
        return User.objects.create(name=f"{name} {self.number}", password="!", face=self.word("0123", 8), **fields)  # noqa: S106

    def staff(self, name: str) -> User:
        return self.person(name, is_staff=True, is_superuser=True)

    def table(self, host: User, sitting: list[User], bots: int = 0, **fields: Any) -> Table:
        table = Table.objects.create(
            host=host, code=self.word(CODE_LETTERS, 8), rules=CLOCKLESS, seats=len(sitting) + bots + 1, **fields
        )
        for number, person in enumerate(sitting):
            Place.objects.create(table=table, number=number, person=person, name=person.name, ready=True)
        for number in range(len(sitting), len(sitting) + bots):
            Place.objects.create(table=table, number=number, bot="Easy", name="Easy", ready=True)
        return table

    def secret_table(self, sitting: list[User]) -> Table:
        """Create a running game in which the player whose turn it is never moves, so that no hand changes."""
        table, state = self.table(sitting[0], sitting, visibility=Visibility.PUBLIC), read_position(COVERED_HANDS)
        table.rules = Rules.from_json(CLOCKLESS).to_json()
        table.save()
        game = Game.objects.create(table=table, rules=table.rules, state=dump_state(state), version=1)
        Player.objects.bulk_create(
            Player(game=game, seat=seat, place=seat, person=person, name=person.name, face=person.face)
            for seat, person in enumerate(sitting)
        )
        Entry.objects.create(game=game, number=1, move="deal", now=0.0, events=json.dumps(state.news))
        return table

    def actor(self, role: str, person: User, sees: str) -> dict[str, str]:
        session, secret = self.word("abcdefghij", 32), PREFIX + self.word("abcdefghij", 43)
        known = {
            SESSION_KEY: str(person.pk),
            BACKEND_SESSION_KEY: BACKEND,
            HASH_SESSION_KEY: person.get_session_auth_hash(),
        }
        Session.objects.create(
            session_key=session,
            session_data=SessionStore().encode(known),
            expire_date=timezone.now() + timedelta(days=1),
        )
        Token.objects.create(person=person, name="fuzz", scope=Scope.PLAY, digest=digest(secret))
        return {"role": role, "session": session, "token": secret, "sees": sees}
