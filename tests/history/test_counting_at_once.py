"""Statistics while several processes count, and after one of them was killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.utils import timezone

from games.history import counting
from games.models import Figures, Game, HeadToHead, Player, Table, Tally, User
from tests.lobby.test_races import at_once

ROOT = Path(__file__).resolve().parents[2]
SETUP = """
import os, signal, django
django.setup()
from django.utils import timezone
from games.history import counting
from games.models import Game, Player, Table, Tally, User
"""
FINISH_AND_DIE = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
game = Game.objects.create(table=Table.objects.create(), rules="{}", state="", ended_at=timezone.now())
Player.objects.create(game=game, seat=0, place=0, person=User.objects.create_user("Ann"), name="Ann", face="", rank=1)
counting.Sums._store_awards = lambda sums: os.kill(os.getpid(), signal.SIGKILL)
counting.count_pending()
"""
COUNT = """
print(Tally.objects.count(), counting.count_pending(), Tally.objects.get(kind="all").games, counting.count_pending())
"""


@pytest.mark.django_db(transaction=True)
def test_ten_that_count_at_once_count_each_match_once() -> None:
    people = [User.objects.create_user(name) for name in ("Ann", "Bob", "Cy")]
    for winner in range(12):
        game = Game.objects.create(table=Table.objects.create(), rules="{}", state="", ended_at=timezone.now())
        for seat, person in enumerate(people):
            rank = 1 + (seat - winner) % 3
            Player.objects.create(game=game, seat=seat, place=seat, person=person, name="", face="", rank=rank)
    counted = at_once(*[lambda: counting.count_pending(at_once=5)] * 10)
    assert sum(counted) + counting.count_pending() == 12
    assert list(Tally.objects.filter(kind="all").values_list("games", "won", "places")) == [(12, 4, 24)] * 3
    assert {row.won + row.lost for row in HeadToHead.objects.all()} == {12}
    assert list(Figures.objects.values_list("recent", "best_streak")) == [(12, 1)] * 3


@pytest.mark.once
def test_a_match_whose_count_was_killed_is_counted_later(tmp_path: Path) -> None:
    env = os.environ | {
        "DATABASE_URL": f"sqlite:///{tmp_path}/games.sqlite3",
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }

    def run(script: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-c", SETUP + script]
        return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)

    assert run(FINISH_AND_DIE).returncode == -signal.SIGKILL
    later = run(COUNT)
    assert (later.stdout, later.returncode) == ("0 1 1 0\n", 0), later.stderr
