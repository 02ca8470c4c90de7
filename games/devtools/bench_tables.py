"""Create people, sessions and running games for a benchmark."""

from collections.abc import Callable, Iterator

from allauth.usersessions.models import UserSession
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction

from games.models import Place, Scope, Table, User
from games.people.tokens import make_token
from games.table import services

BACKEND = "django.contrib.auth.backends.ModelBackend"


Key = Callable[[User], str]


def seat(tables: int, viewers: int, spectators: int, rules: str, key: Key, idle: int = 0) -> Iterator[list[str]]:
    """Create tables, then idle ones without spectators, and yield the code of each with a key for each viewer."""
    for number in range(tables + idle):
        yield _seat_one(number, viewers, spectators if number < tables else 0, rules, key)


@transaction.atomic
def _seat_one(number: int, viewers: int, spectators: int, rules: str, key: Key) -> list[str]:
    people = [User.objects.create(name=f"T{number} V{viewer}") for viewer in range(viewers + spectators)]
    table = Table.objects.create(host=people[0], rules=rules, seats=viewers)
    for place, person in enumerate(people[:viewers]):
        Place.objects.create(table=table, number=place, person=person, name=person.name, ready=True)
    services.start(table)
    return [table.code, *map(key, people)]


def token_of(person: User) -> str:
    return make_token(person, "bench", Scope.PLAY)


def session_of(person: User) -> str:
    session = SessionStore()
    session.update(
        {SESSION_KEY: str(person.pk), BACKEND_SESSION_KEY: BACKEND, HASH_SESSION_KEY: person.get_session_auth_hash()}
    )
    session.create()
    UserSession.objects.create(
        user=person, ip="127.0.0.1", session_key=session.session_key, user_agent="bench", data={}
    )
    return str(session.session_key)
