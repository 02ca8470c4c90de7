"""Programs and people at one table: each in their own way, by the same rules."""

import subprocess
import sys

import pytest

from games.models import User
from games.people import tokens
from tests.api.test_example import BOT
from tests.browser.tables import dealt

TABLE = ("Ann", "Ada", "Bob", "Ben")
GAMES = {
    "Official": lambda: dealt("Official", len(TABLE), 11, hand_size=3, score_limit="one_round"),
    "Flip": lambda: dealt("Flip", len(TABLE), 149, hand_size=3, score_limit="one_round"),
}


@pytest.mark.parametrize("preset", GAMES)
def test_two_bots_of_somebodys_own_play_against_two_people_in_browsers(lay, preset):
    table = lay(TABLE, GAMES[preset]())
    bots = [start(table, name) for name in ("Ada", "Ben")]
    people = [table.open(name) for name in ("Ann", "Bob")]
    people[0].marks(1, "program")
    play_to_the_end(*people)
    said = [bot.communicate()[0] for bot in bots]
    winner = table.now.sitters[table.now.state.winner].name
    assert said == [f"The winner is {winner}\n"] * 2


def start(table, name):
    person = table.people[name]
    token = table.site.within(lambda: tokens.make_token(User.objects.get(pk=person), "bot", "play"))
    command = [sys.executable, str(BOT), table.site.url, token, table.code]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def play_to_the_end(*seats):
    while not seats[0].is_over:
        known = seats[0].version
        for seat in seats:
            seat.catches_up(seats[0])
            if seat.is_waited_for:
                seat.goes_on()
        if seats[0].version == known and not seats[0].is_over:
            seats[0].waits_for_more_than(known)
