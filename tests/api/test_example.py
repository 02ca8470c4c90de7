"""The example bot plays whole games on a real server."""

import subprocess
import sys
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from games.api.page import EXAMPLE
from games.engine import Rules
from games.lobby import services as lobby
from games.models import Game, User
from games.people import tokens
from tests.live_site import Site

BOT = EXAMPLE


def table_for_two(preset: str) -> Any:
    """Create a table that starts as soon as both bots are ready, and return a token for each."""
    rules = Rules.preset(preset, score_limit="one_round", uno_grace=0)
    people = [User.objects.create_user(f"{preset} {name}") for name in ("Ada", "Ben")]
    secrets = [tokens.make_token(person, "bot", "play") for person in people]
    settings = lobby.Settings(seats=2, starts_by_itself=True, pace="quick")
    return lobby.open_table(people[0], rules, settings).code, secrets


@pytest.mark.parametrize("preset", ["Official", "Flip"])
def test_two_example_bots_play_a_whole_game(site: Site, django_db_blocker: DjangoDbBlocker, preset: str) -> None:
    with django_db_blocker.unblock():
        code, secrets = site.within(lambda: table_for_two(preset))
    bots = [
        subprocess.Popen([sys.executable, str(BOT), site.url, token, code], stdout=subprocess.PIPE, text=True)
        for token in secrets
    ]
    said = [bot.communicate()[0] for bot in bots]
    assert [bot.returncode for bot in bots] == [0, 0]
    assert said[0] == said[1]
    assert said[0].startswith(f"The winner is {preset}")
    with django_db_blocker.unblock():
        ended = site.within(lambda: Game.objects.get(table__code=code))
    assert (ended.abandoned, ended.winner is not None) == (False, True)
