"""The tips of a first game: which one helps at which moment, each once, and never under time pressure."""

from dataclasses import replace
from math import inf
from typing import Any

import pytest
from django.test import Client

from games.engine import Rules
from games.models import Player, User
from games.people import services as people
from games.people import tips as first_game
from games.table import tips
from games.wording.tips import TIPS
from tests.table.conftest import RunningTable

pytestmark = pytest.mark.django_db

NO_TIME = {"decision_seconds": 0}


def playing(position: str) -> RunningTable:
    table = RunningTable(["Ann", "Bob", "Cleo"])
    table.set_position(position)
    return table


def tip(table: RunningTable, seat: int | None = 0, left: Any = TIPS, seconds: float = inf) -> str:
    found = tips.find(table.now, seat, left, lambda game: (game.state.deadline or 0.0) - seconds)
    return found.code if found else ""


FITS = "Official | R7 GS B2 B4 / W B2 B2 / G1 G2 G3 | 0 clockwise red | G1 G2 | R1"


@pytest.mark.parametrize(
    ("position", "code"),
    [
        (FITS, "fits"),
        ("Official | B7 GS B2 / W B2 B2 / G1 G2 G3 | 0 clockwise red | G1 G2 | R1", "draw"),
        ("Official | R7 GS / W B2 B2 / G1 G2 G3 | 0 clockwise red | G1 G2 | R1", "call"),
        ("Official | R7 GS B2 / W B2 / G1 G2 G3 | 1 clockwise red | G1 G2 | R1", "catch"),
        ("Official | R7 GS B2 / W B2 B2 / G1 G2 G3 | 1 clockwise red | G1 G2 | R1", ""),
        ('{"uno_call": "auto"} | R7 GS B2 / W B2 / G1 G2 G3 | 1 clockwise red | G1 G2 | R1', ""),
    ],
)
def test_each_tip_has_its_moment(position: str, code: str) -> None:
    assert tip(playing(position)) == code


def test_there_is_none_while_a_bot_plays_for_the_player() -> None:
    table = playing(FITS).now
    away = replace(table, sitters=(replace(table.sitters[0], stand_in="Hard"), *table.sitters[1:]))
    here, gone = (tips.find(one, 0, TIPS, lambda _: -inf) for one in (table, away))
    assert here is not None
    assert gone is None


def test_there_are_at_most_five() -> None:
    assert len(TIPS) <= 5


def test_there_is_none_for_a_player_who_is_out() -> None:
    table = playing("Official | R7 GS B2 / W B2 / G1 G2 G3 | 1 clockwise red | G1 G2 | R1")
    assert tip(table) == "catch"
    table.now.state.out[0] = 25
    assert tip(table) == ""


def test_the_first_wild_asks_for_a_color() -> None:
    table = playing("Official | W GS B2 / W B2 B2 / G1 G2 G3 | 0 clockwise red | G1 G2 | R1")
    table.act("Ann", "play W")
    assert tip(table) == "color"


def test_there_is_none_while_a_call_can_be_missed() -> None:
    table = playing("Official | R7 GS B2 / R4 B9 / G1 G2 | 1 clockwise red | G1 G2 | R1")
    table.act("Bob", "play R4")
    assert tip(table) == ""
    table.act("Bob", "declare")
    assert tip(table) == "catch"


def test_each_tip_is_given_once_and_only_to_players() -> None:
    table = playing(FITS)
    assert tip(table, left=("draw", "color")) == ""
    assert tip(table, left=()) == ""
    assert tip(table, seat=1) == ""
    assert tip(table, seat=None) == ""


def test_there_is_none_while_time_is_short() -> None:
    table = playing(FITS)
    assert tip(table, seconds=14.9) == ""
    assert tip(table, seconds=15) == "fits"


def test_only_new_people_get_tips() -> None:
    assert set(people.create_guest().tips_left.split()) == set(TIPS)
    assert User.objects.create_user("Ann").tips_left == ""


@pytest.fixture
def table(start_game: type[RunningTable]) -> RunningTable:
    """Ann's first game, in which it is her turn."""
    table = start_game(["Ann", "Bob", "Cleo"], rules=Rules(**NO_TIME))
    table.set_position(FITS)
    User.objects.filter(name="Ann").update(tips_left=first_game.ALL)
    return table


def page(table: RunningTable, name: str = "Ann") -> tuple[Client, str]:
    client = Client()
    client.force_login(User.objects.get(name=name))
    return client, client.get(f"/t/{table.code}/game/").content.decode()


def test_the_page_shows_a_tip_and_not_again_once_it_was_seen(table: RunningTable) -> None:
    client, html = page(table)
    assert TIPS["fits"] in html
    assert client.post("/me/tips/", {"tip": "fits"}, headers={"HX-Request": "true"}).status_code == 204
    assert TIPS["fits"] not in page(table)[1]
    assert User.objects.get(name="Ann").tips_left.split() == [code for code in TIPS if code != "fits"]


def test_without_scripts_the_button_leads_back_to_the_game(table: RunningTable) -> None:
    client, _ = page(table)
    answer = client.post("/me/tips/", {"tip": "fits", "table": table.code})
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{table.code}/game/")
    assert client.post("/me/tips/", {"tip": "x", "table": "//example.org"})["Location"] == "/"


def test_nobody_has_to_have_tips(table: RunningTable) -> None:
    client, _ = page(table)
    client.post("/me/tips/", {"tip": "off"}, headers={"HX-Request": "true"})
    assert User.objects.get(name="Ann").tips_left == ""
    assert TIPS["fits"] not in page(table)[1]


def test_other_players_and_later_games_have_none(table: RunningTable) -> None:
    assert TIPS["fits"] not in page(table, "Bob")[1]
    earlier = RunningTable(["Dan", "Eve"]).game
    Player.objects.filter(game=earlier, seat=0).update(person=User.objects.get(name="Ann"))
    assert TIPS["fits"] not in page(table)[1]
    assert User.objects.get(name="Ann").tips_left == ""
