"""The tables that the home page leads back to."""

import re

import pytest
from django.test import Client

from games.lobby import services
from games.people.own_tables import own_tables
from tests.conftest import Player
from tests.lobby.conftest import Tables

pytestmark = pytest.mark.once


def names(player: Player) -> list[str]:
    return [table.name for table in own_tables(player.user)]


def test_it_shows_tables_that_you_host_or_sit_at(tables: Tables, ann: Player, bob: Player, dan: Player) -> None:
    table = tables(ann, seated=[bob])
    assert (names(ann), names(bob), names(dan)) == (["Your table"], ["Ann’s table"], [])
    assert f'href="{table.path}"' in bob.client.get("/").content.decode()


def test_a_running_game_comes_first(tables: Tables, ann: Player, bob: Player) -> None:
    playing = tables(ann, seated=[bob], ready=True)
    tables(bob)
    playing.press(ann, "start")
    first, second = own_tables(bob.user)
    assert (first.is_playing, first.url) == (True, f"{playing.path}game/")
    assert not second.is_playing
    page = bob.client.get("/").content.decode()
    assert re.search(r'<a href="[^"]+" class="button">\s*Back to your game:', page)


def test_closed_tables_are_not_shown(tables: Tables, ann: Player) -> None:
    table = tables(ann)
    services.close(table.code, ann.user)
    assert names(ann) == []


def test_strangers_see_none(tables: Tables, ann: Player, client: Client) -> None:
    tables(ann)
    assert "own-tables" not in client.get("/").content.decode()
