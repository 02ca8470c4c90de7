"""Programs contribute to deals, and read what they follow from."""

import json

import pytest
from django.contrib.auth.models import Permission

from games.history import check_deal
from games.models import Commitment, Game
from games.table.commitments import next_commitment
from games.table.services import operating
from tests.api.conftest import ROBOTS, Program

pytestmark = pytest.mark.django_db
MINE = "0123456789abcdef" * 4


@pytest.fixture
def waiting_table(ada: Program, ben: Program) -> str:
    code = str(ada.post("tables", {**ROBOTS, "seats": 2})["code"])
    ben.post(f"tables/{code}/join")
    return code


def test_a_program_contributes_to_a_commitment_that_it_has_read(ada: Program, ben: Program, waiting_table: str) -> None:
    code = waiting_table
    commitment = ada.get(f"tables/{code}/seats")["commitment"]
    ben.post(f"tables/{code}/ready", {"contribution": MINE, "commitment": commitment})
    game = ada.post(f"tables/{code}/start", {"contribution": "cd" * 16})
    assert game["commitment"] == commitment
    found = Commitment.objects.get(digest=commitment).contributions
    assert [(one["by"], one["value"]) for one in found] == [("program", "cd" * 16), ("program", MINE)]
    assert ben.get(f"tables/{code}/seats")["commitment"] != commitment


def test_a_program_that_sends_nothing_gets_one(ada: Program, ben: Program, waiting_table: str) -> None:
    ben.post(f"tables/{waiting_table}/ready")
    ada.post(f"tables/{waiting_table}/start")
    assert {one["by"] for one in Commitment.objects.get(game__isnull=False).contributions} == {"server"}


@pytest.mark.parametrize("value", ["ab", "x" * 32, "a" * 65, "AB" * 16, "a" * 32 + "\n"])
def test_what_is_no_contribution_is_refused(ben: Program, waiting_table: str, value: str) -> None:
    answer = ben.ask("POST", f"tables/{waiting_table}/ready", {"contribution": value})
    assert answer.status_code == 409
    assert "32 to 64 characters" in answer.json()["sentence"]


@pytest.mark.parametrize(
    "body", [{"contribution": 7}, {"contribution": None}, {"contribution": "a" * 1001}, {"secret": MINE}]
)
def test_the_wrong_shape_is_refused(ben: Program, waiting_table: str, body: object) -> None:
    assert ben.ask("POST", f"tables/{waiting_table}/ready", body).status_code == 422


@pytest.mark.parametrize("contribution", [{"contribution": MINE}, {}])
def test_another_commitment_is_refused(ben: Program, waiting_table: str, contribution: dict[str, str]) -> None:
    body = {**contribution, "commitment": "0" * 64}
    answer = ben.ask("POST", f"tables/{waiting_table}/ready", body)
    assert answer.status_code == 409
    assert "has changed since" in answer.json()["sentence"]


def test_the_secret_is_published_after_the_match_and_not_before(
    ada: Program, ben: Program, eve: Program, waiting_table: str
) -> None:
    code = waiting_table
    ben.post(f"tables/{code}/ready", {"contribution": MINE})
    ada.post(f"tables/{code}/start")
    game = Game.objects.get(table__code=code)
    secret, following = game.commitment.secret, next_commitment(game.table).secret
    before = [
        ada.ask("GET", f"tables/{code}"),
        ada.ask("GET", f"tables/{code}/seats"),
        eve.ask("GET", f"tables/{code}"),
    ]
    before += [ada.ask("GET", f"games/{game.public_id}{part}") for part in ("", "/log", "/file")]
    assert {answer.status_code for answer in before[3:]} == {404}
    assert not [
        answer for answer in before if secret in answer.content.decode() or following in answer.content.decode()
    ]
    operating.end_game(code)
    shuffles = ada.get(f"games/{game.public_id}")["shuffles"]
    assert shuffles["secret"] == secret
    assert [one["by"] for one in shuffles["contributions"]] == ["server", "program"]
    document = json.loads(ada.ask("GET", f"games/{game.public_id}/file").content)
    assert check_deal.check(document).seeds
    assert following not in json.dumps(document)


def test_who_may_not_see_all_hands_gets_no_secret(ada: Program, eve: Program, table: str) -> None:
    """The staff sees replays without hands: looking at hands is on the record."""
    eve.person.user_permissions.add(Permission.objects.get(codename="view_game"))
    operating.end_game(table)
    game = Game.objects.get(table__code=table)
    assert ada.get(f"games/{game.public_id}")["shuffles"]["secret"] == game.commitment.secret
    found = eve.get(f"games/{game.public_id}")["shuffles"]
    assert (found["commitment"], found["secret"]) == (game.commitment.digest, None)
    assert eve.ask("GET", f"games/{game.public_id}/file").status_code == 403
