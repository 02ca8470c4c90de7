"""Invalid input at every address of the lobby is refused, and changes nothing."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import NoReverseMatch, reverse

from games.lobby.urls import urlpatterns
from games.models import Game, Table
from tests.conftest import Player
from tests.live_site import ON_POSTGRESQL
from tests.lobby.conftest import HTMX, LobbyTable, Tables

NAMES = [pattern.name for pattern in urlpatterns if pattern.name != "play"]  # which deals a game, whatever is sent
FIELDS = ("seat", "bot", "person", "ready", "wait", "mute", "text", "phrase", "password", "preset", "base", "seats",
          "rules_name", "code", "deck", "rules", "hand_size", "visibility", "watching", "pace")  # fmt: skip
NONSENSE = ["\x00", "9" * 2000] if ON_POSTGRESQL else ["", "\x00", "-1", "9" * 2000, "²", "<script>", "{", "💥" * 50]
"""On PostgreSQL, what a database could object to; there, only the host sends it."""


def address(name: str, table: LobbyTable) -> str:
    for arguments in ([], [table.code]):
        try:
            return reverse(name, args=arguments)
        except NoReverseMatch:
            continue
    raise AssertionError(name)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "headers",
    [pytest.param({}, marks=pytest.mark.once("postgresql")), pytest.param(HTMX, marks=pytest.mark.once)],
    ids=["page", "live"],
)
def test_invalid_input_never_causes_a_server_error(
    tables: Tables, ann: Player, bob: Player, name: str, headers: dict[str, str]
) -> None:
    table = tables(ann, seated=[bob])
    for nonsense in NONSENSE:
        cache.clear()  # not slowed down: every word is to be read
        sent = dict.fromkeys(FIELDS, nonsense)
        for ask in (ann.client.post,) if ON_POSTGRESQL else (ann.client.post, bob.client.post, bob.client.get):
            answer = ask(address(name, table), sent, headers=headers)
            assert answer.status_code < 500
            assert answer.status_code != 429
    assert Table.objects.filter(rules="{}", seats=4).exists()
    assert not Game.objects.exists()


@pytest.mark.once
@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("tables", "join", "rule_set")])
def test_a_form_from_elsewhere_does_nothing(tables: Tables, ann: Player, name: str) -> None:

    table, stranger = tables(ann), Client(enforce_csrf_checks=True)
    stranger.force_login(ann.user, backend="django.contrib.auth.backends.ModelBackend")
    before = (table.sitters, table.table.version, Table.objects.count())
    assert stranger.post(address(name, table), {"seats": "4"}).status_code in (403, 405)
    assert (table.sitters, table.table.version, Table.objects.count()) == before
