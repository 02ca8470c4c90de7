"""Programs and people play at one table by the same rules."""

import subprocess
import sys

import pytest

from games.models import User
from games.people import tokens
from tests.api.test_example import BOT
from tests.browser.conftest import MakeTable
from tests.browser.seats import Seat
from tests.browser.tables import LiveTable, dealt

pytestmark = pytest.mark.once

TABLE = ("Ann", "Amy", "Bob", "Ben")
GAMES = {
    "Official": lambda: dealt("Official", len(TABLE), 11, hand_size=3, score_limit="one_round"),
    "Flip": lambda: dealt("Flip", len(TABLE), 149, hand_size=3, score_limit="one_round"),
}


@pytest.mark.parametrize("preset", GAMES)
def test_two_programs_play_against_two_people_in_browsers(make_table: MakeTable, preset: str) -> None:
    table = make_table(TABLE, GAMES[preset]())
    bots = [start(table, name) for name in ("Amy", "Ben")]
    people = [table.open(name) for name in ("Ann", "Bob")]
    people[0].marks(1, "program")
    play_to_the_end(*people)
    said = [bot.communicate()[0] for bot in bots]
    winner = table.now.state.winner
    assert winner is not None
    assert said == [f"The winner is {table.now.sitters[winner].name}\n"] * 2


def start(table: LiveTable, name: str) -> "subprocess.Popen[str]":
    person = table.people[name]
    token = table.site.within(lambda: tokens.make_token(User.objects.get(pk=person), "bot", "play"))
    command = [sys.executable, str(BOT), table.site.url, token, table.code]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def play_to_the_end(*seats: Seat) -> None:
    while not seats[0].is_over:
        known = seats[0].version
        for seat in seats:
            seat.catches_up(seats[0])
            if seat.is_waited_for:
                seat.makes_a_move()
        if seats[0].version == known and not seats[0].is_over:
            seats[0].waits_for_more_than(known)
