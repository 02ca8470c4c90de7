"""Games that are over, for programs."""

import json

import pytest
from django.contrib.auth.models import Permission

from games.models import Game, ReplayLink, Table, Visibility
from games.table import services
from tests.api.conftest import Program, set_position

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(ada: Program, table: str) -> Game:
    """A match that Ada has won."""
    set_position(table, "Robots | R7 / B2 B3 | 0 clockwise red | G1 G2 G3 G4 | R1")
    ada.act(table, {"type": "play", "card": "R7"})
    return Game.objects.get(table__code=table)


def test_a_player_reads_a_game(ada: Program, ben: Program, game: Game) -> None:
    found = ada.get(f"games/{game.public_id}")
    assert [player["username"] for player in found["players"]] == [ada.name, ben.name]
    assert sorted(player["place"] for player in found["players"]) == [1, 2]
    assert found["winners"] == [player["username"] for player in found["players"] if player["place"] == 1]
    assert found["rules"]["deck"] == found["type"]
    assert found["url"].endswith(f"/g/{game.public_id}/")


def test_the_last_game_at_a_table_is_found_without_its_id(ada: Program, eve: Program, table: str) -> None:
    assert ada.ask("GET", f"tables/{table}/replay").status_code == 404
    set_position(table, "Robots | R7 / B2 B3 | 0 clockwise red | G1 G2 G3 G4 | R1")
    after = ada.ok(ada.act(table, {"type": "play", "card": "R7"}))
    assert [len(hand["cards"]) for hand in after["state"]["hands"] if hand["open"]] == [0, 2]
    found = ada.get(f"tables/{table}/replay")
    assert found == ada.get(f"games/{Game.objects.get(table__code=table).public_id}")
    Table.objects.update(visibility=Visibility.PASSWORD)
    assert eve.ask("GET", f"tables/{table}/replay").status_code == 404


def test_the_log_has_both_vocabularies(ada: Program, game: Game) -> None:
    answer = ada.ask("GET", f"games/{game.public_id}/log")
    lines = [json.loads(line) for line in answer.content.splitlines()]
    assert answer["Content-Type"] == "application/x-ndjson"
    assert len(lines) == game.entries.count()
    assert (lines[0]["type"], lines[0]["n"], lines[0]["username"]) == ("table", 0, None)
    assert lines[0]["events"][0][0] == "position"
    played = lines[1]
    assert (played["username"], played["move"], played["type"]) == (ada.name, "play R7", "userActions")
    assert played["actions"][0]["type"] == "play"
    assert played["transfers"][0]["type"] == "transfer"
    assert played["transfers"][0]["destination"] == {"type": "pile", "name": "discard"}


def test_outsiders_need_the_key_of_a_link(ada: Program, eve: Program, game: Game) -> None:
    for path in (f"games/{game.public_id}", f"games/{game.public_id}/log"):
        assert eve.ask("GET", path).status_code == 404
        link = ReplayLink.objects.create(game=game)
        assert eve.ask("GET", f"{path}?key={link.key}").status_code == 200
        ReplayLink.objects.update(revoked_at=link.at)
        assert eve.ask("GET", f"{path}?key={link.key}").status_code == 410
        ReplayLink.objects.all().delete()


def test_staff_do_not_read_hands(eve: Program, game: Game) -> None:
    eve.person.user_permissions.add(Permission.objects.get(codename="view_game"))
    assert eve.ask("GET", f"games/{game.public_id}").status_code == 200
    assert eve.ask("GET", f"games/{game.public_id}/log").status_code == 403


@pytest.mark.parametrize("path", ["games/{id}", "games/{id}/log"])
def test_a_running_game_is_not_shown(ada: Program, table: str, path: str) -> None:
    game = Game.objects.get(table__code=table)
    assert ada.ask("GET", path.format(id=game.public_id)).status_code == 404


def test_an_abandoned_game_has_no_winner(ada: Program, table: str) -> None:
    services.abandon(Table.objects.get(code=table))
    found = ada.get(f"games/{Game.objects.get(table__code=table).public_id}")
    assert (found["status"], found["winners"]) == ("abandoned", [])
    assert {player["place"] for player in found["players"]} == {None}


@pytest.mark.parametrize("id", ["aaaaaaaaaaaaaaaa", "x", "%00", "aaaa-bbbb"])
def test_there_is_no_such_game(ada: Program, id: str) -> None:
    assert ada.ask("GET", f"games/{id}").status_code == 404
    assert ada.ask("GET", f"games/{id}/log").status_code == 404
