"""Statistics while ten processes end matches at once, and after a process that ended one was killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.history import counting
from games.models import Award, Figures, Game, HeadToHead, Player, Tally
from games.table import services
from tests.engine.playing import table as position
from tests.history.conftest import begin_with, open_table, person_called
from tests.history.test_counting import everything, rebuild
from tests.live_site import ROOT

pytestmark = pytest.mark.django_db(transaction=True)
PEOPLE = ("Ann", "Bob", "Cy")
PROGRAM = """
import sys, django
django.setup()
from tests.history.last_moves import main
main(*sys.argv[1:])
"""
EARLIER = ((0, "play R1"), (1, "declare, play RR"), (0, "play RR"))


def nearly_over(number: int) -> str:
    """Let Ann, Bob, Cy and a bot play until one of them has only the red two, and return the code of the table."""
    turned = number % len(PEOPLE)
    people = [person_called(name) for name in (*PEOPLE[turned:], *PEOPLE[:turned])]
    start = position("R1 RR B5 B6 / RR R2 / Y7 Y2 / G1 G2", "R9", score_limit="one_round")
    table = open_table(people, start.rules, {})
    game = Game.objects.get(table=table)
    begin_with(game, start)
    Game.objects.filter(pk=game.pk).update(started_at=timezone.now() - timedelta(seconds=60))
    for version, (seat, move) in enumerate(EARLIER, 1):
        services.act(table.code, people[seat], move, version)
    return table.code


def play_last_moves(*arguments: str) -> list[str]:
    """Run the program, and return its output line by line."""
    database = str(connection.settings_dict["NAME"])
    address = f"sqlite:///{database}"
    if connection.vendor == "postgresql":
        address = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{database}").geturl()
    surroundings = {"DATABASE_URL": address, "REDIS_URL": "", "DJANGO_SETTINGS_MODULE": "config.settings"}
    command, env = [sys.executable, "-c", PROGRAM, *arguments], os.environ | surroundings
    connections.close_all()
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    assert not done.stderr
    return done.stdout.splitlines()


def counted(lines: Sequence[str]) -> int:
    return sum(int(line.split()[1]) for line in lines if line.startswith("counted"))


def totals() -> dict[str, tuple[int, int, int]]:
    rows = Tally.objects.filter(kind="all").values_list("person__name", "games", "won", "places")
    return {name: (games, won, places) for name, games, won, places in rows}


def test_ten_processes_that_end_matches_at_once_count_each_once() -> None:
    codes = [nearly_over(number) for number in range(10)]
    lines = play_last_moves(*(f"{code}:count" for code in codes))
    assert lines[-1] == "ended" + " 0" * 10
    assert Game.objects.filter(ended_at__isnull=False, abandoned=False).count() == 10
    assert counted(lines) + counting.count_pending() == 10, lines
    assert counting.count_pending() == 0
    assert not Game.objects.filter(counted_at=None).exists()
    assert {name: found[:2] for name, found in totals().items()} == {"Ann": (10, 3), "Bob": (10, 4), "Cy": (10, 3)}
    assert {row.won + row.lost + row.even for row in HeadToHead.objects.all()} == {10}
    assert HeadToHead.objects.count() == 6
    figures = {row.person.name: (row.calls, row.decisions, row.recent) for row in Figures.objects.all()}
    # Seats 0 and 1 decided twice, and seat 1 called as well: Ann had them 4 and 3 times, Bob 3 and 4, and Cy 3 and 3.
    assert figures == {"Ann": (3, 14, 10), "Bob": (4, 14, 10), "Cy": (3, 12, 10)}
    before = everything()
    rebuild()
    assert everything() == before


def test_a_process_that_is_killed_after_the_last_move_leaves_the_count_to_others() -> None:
    """One dies before it counts, another one in the middle of it."""
    moments = ("die_before_counting", "die_while_counting")
    lines = play_last_moves(*(f"{nearly_over(0)}:{moment}" for moment in moments))
    assert lines == [f"ended {-signal.SIGKILL} {-signal.SIGKILL}"]
    assert Game.objects.filter(ended_at__isnull=False, winner=1, counted_at=None).count() == 2
    assert not any(model.objects.exists() for model in (Tally, Figures, HeadToHead, Award))
    assert [counting.count_pending(), counting.count_pending()] == [2, 0]
    assert {name: found[:2] for name, found in totals().items()} == {"Ann": (2, 0), "Bob": (2, 2), "Cy": (2, 0)}
    assert Player.objects.filter(person__name="Bob", rank=1).count() == 2


@pytest.mark.once
def test_on_sqlite_logs_are_read_before_the_transaction_that_holds_up_all_moves() -> None:
    code = nearly_over(0)
    services.act(code, person_called("Bob"), "play R2", 4)
    with CaptureQueriesContext(connection) as asked:
        assert counting.count_pending() == 1
    statements = [query["sql"] for query in asked]
    log_is_read = next(n for n, sql in enumerate(statements) if 'FROM "games_entry"' in sql)
    begin = next(n for n, sql in enumerate(statements) if sql.startswith("BEGIN"))
    assert log_is_read < begin
    assert not any('"games_entry"' in sql for sql in statements[begin:])
