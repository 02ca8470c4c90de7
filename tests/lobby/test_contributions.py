"""What browsers add to a deal when their player gets ready, starts, plays now, or wants a rematch."""

import pytest
from django.test import Client

from games.engine import Rules
from games.models import Commitment, Game, Table, User
from games.table import services as play
from games.table.commitments import next_commitment
from games.table.services import operating
from tests.conftest import Player
from tests.lobby.conftest import HTMX, LobbyTable, Tables

pytestmark = [pytest.mark.django_db, pytest.mark.once]
ONE, OTHER = "ab" * 16, "0123456789abcdef" * 4
WRONG = ["x" * 32, "ab", "a" * 65, "AB" * 16, "é" * 32, "a" * 31 + "\0"]


def digest(table: LobbyTable) -> str:
    return next_commitment(table.table).digest


def contributions(table: LobbyTable) -> list[tuple[str, str]]:
    found = Commitment.objects.filter(game__table=table.table).latest("pk").contributions
    return [(one["by"], one["value"]) for one in found]


def test_players_contribute_by_getting_ready_and_the_host_by_starting(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, Rules.preset("House"), [bob], seats=2)
    sent = digest(table)
    table.press(bob, "ready", ready="yes", commitment=sent, contribution=ONE)
    page = table.shows(ann)
    assert f'name="commitment" value="{sent}"' in page
    assert "a number of their browser" in page
    table.press(ann, "start", commitment=sent, contribution=OTHER)
    assert contributions(table) == [("browser", OTHER), ("browser", ONE)]


def test_without_javascript_the_server_contributes_and_says_so(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, Rules.preset("House"), [bob], seats=2)
    table.press(bob, "ready", ready="yes", commitment=digest(table))
    assert "the server makes one from its secret" in " ".join(table.shows(ann).split())
    table.press(ann, "start")
    assert [by for by, _ in contributions(table)] == ["server", "server"]


@pytest.mark.parametrize("value", WRONG)
@pytest.mark.parametrize("what", ["ready", "start"])
def test_bad_input_is_refused_with_a_sentence(tables: Tables, ann: Player, what: str, value: str) -> None:
    table = tables(ann, Rules.preset("House"), seats=2)
    sent = {"ready": "yes", "commitment": digest(table), "contribution": value}
    answer = table.press(ann, what, headers=HTMX, **sent)
    assert answer.status_code == 409
    assert "32 to 64 characters" in answer.content.decode()
    assert "32 to 64 characters" in table.says(ann, what, **sent)
    assert not table.ready
    assert not table.games


def test_a_contribution_to_an_old_commitment_is_refused_and_the_page_shows_the_new_one(
    tables: Tables, ann: Player
) -> None:
    table = tables(ann, seats=2)
    answer = table.press(ann, "ready", headers=HTMX, ready="yes", commitment="0" * 64, contribution=ONE)
    assert answer.status_code == 409
    assert digest(table) in answer.content.decode()
    assert not table.ready


def test_a_rematch_has_a_commitment_of_its_own(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, Rules.preset("House"), [bob], ready=True, seats=2)
    table.press(ann, "start")
    first = Commitment.objects.get(game__table=table.table).digest
    operating.end_game(table.code)
    sent = digest(table)
    assert sent != first
    table.press(ann, "rematch", commitment=sent, contribution=ONE)
    table.press(bob, "rematch", commitment=sent, contribution=OTHER)
    assert table.games == 2
    assert contributions(table) == [("browser", ONE), ("browser", OTHER)]


# --- tables that do not exist yet


def made_ahead(client: Client) -> str:
    answer = client.post("/play/commitment/")
    assert answer.status_code == 200
    return str(answer.json()["commitment"])


def test_play_now_deals_from_a_commitment_that_was_made_before(client: Client, ann: Player) -> None:
    for one in (client, ann.client):
        sent = made_ahead(one)
        one.post("/play/", {"commitment": sent, "contribution": ONE})
        found = Commitment.objects.get(digest=sent)
        assert found.game
        assert found.contributions[0] == {"by": "browser", "value": ONE}


def test_a_second_round_of_play_now_takes_the_new_commitment(ann: Player) -> None:
    ann.client.post("/play/")
    table = Table.objects.get()
    play.abandon(table)
    sent = made_ahead(ann.client)
    ann.client.post("/play/", {"commitment": sent, "contribution": ONE})
    assert Game.objects.latest("pk").commitment.digest == sent
    assert Table.objects.count() == 1


def test_nobody_exchanges_the_commitment_of_a_table_with_other_people(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, Rules.preset("House"), [bob], seats=4, visibility="public", starts_by_itself=True)
    before = digest(table)
    bob.client.post("/tables/quick/", {"commitment": made_ahead(bob.client), "contribution": ONE})
    assert digest(table) == before


def test_quick_match_at_a_table_with_others_lets_the_browser_contribute_there(
    tables: Tables, ann: Player, bob: Player
) -> None:
    table = tables(ann, Rules.preset("House"), ready=True, seats=2, visibility="public", starts_by_itself=True)
    ann.client.get(table.path)
    answer = bob.client.post("/tables/quick/", {"commitment": made_ahead(bob.client), "contribution": ONE})
    assert answer["Location"] == f"{table.path}?ready"
    assert table.ready == ["Ann"]
    table.press(bob, "ready", ready="yes", commitment=digest(table), contribution=OTHER)
    assert contributions(table) == [("server", contributions(table)[0][1]), ("browser", OTHER)]


def test_quick_match_opens_a_table_with_the_commitment_made_before(ann: Player) -> None:
    sent = made_ahead(ann.client)
    ann.client.post("/tables/quick/", {"commitment": sent, "contribution": ONE})
    table = Table.objects.get()
    assert next_commitment(table).digest == sent
    assert table.places.get().contribution == ONE


@pytest.mark.parametrize("path", ["/play/", "/tables/quick/"])
@pytest.mark.parametrize("value", WRONG)
def test_bad_input_opens_no_table(ann: Player, path: str, value: str) -> None:
    answer = ann.client.post(path, {"commitment": made_ahead(ann.client), "contribution": value})
    assert answer.status_code == 422
    assert "32 to 64 characters" in answer.content.decode()
    assert not Table.objects.exists()


@pytest.mark.parametrize("given", ["", "0" * 64, "nonsense", "\0"])
def test_an_unknown_commitment_leaves_the_contribution_to_the_server(ann: Player, given: str) -> None:
    assert ann.client.post("/play/", {"commitment": given, "contribution": ONE}).status_code == 302
    assert Commitment.objects.get(game__isnull=False).contributions[0]["by"] == "server"


def test_nothing_shows_the_secret_of_a_table_that_waits(tables: Tables, ann: Player, client: Client) -> None:
    table = tables(ann, visibility="public")
    secret = next_commitment(table.table).secret
    User.objects.create_user("Dan")
    pages = [table.shows(ann), table.shows(client), ann.client.get("/tables/").content.decode()]
    pages += [ann.client.post("/play/commitment/").content.decode(), ann.client.get("/me/data/").content.decode()]
    assert not [page for page in pages if secret in page]
