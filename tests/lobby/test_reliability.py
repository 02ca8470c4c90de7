"""How reliable people are: what lobbies say of them, and tables that want reliable players."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.lobby import services, snapshot
from games.models import Figures, Table
from games.people import reliability
from games.wording.lobby import RELIABLE_ONLY, refusal
from tests.conftest import Player
from tests.lobby.conftest import HTMX, LobbyTable, Tables

REFUSED = refusal("unreliable", left=7, count=20)


def record(player: Player, count: int, left: int) -> None:
    Figures.objects.update_or_create(person=player.user, defaults={"recent": count, "recent_left": left})


@pytest.fixture
def leaver(bob: Player) -> Player:
    """Bob, who has left 7 of his last 20 matches."""
    record(bob, 20, 7)
    return bob


@pytest.mark.parametrize(
    ("count", "left", "words", "is_reliable"),
    [
        (0, 0, "", True),
        (4, 4, "", True),
        (5, 1, "stays", True),
        (5, 2, "leaves", False),
        (50, 10, "stays", True),
        (50, 11, "leaves", False),
        (50, 0, "stays", True),
    ],
)
def test_a_fifth_is_the_limit_and_few_matches_say_nothing(count: int, left: int, words: str, is_reliable: bool) -> None:
    found = reliability.of(Figures(recent=count, recent_left=left))
    assert (found.words, found.is_reliable) == (words, is_reliable)


def test_a_lobby_says_how_reliable_people_are(
    tables: Tables, ann: Player, leaver: Player, cleo: Player, dan: Player
) -> None:
    record(cleo, 30, 1)
    table = tables(ann, seated=[leaver])
    services.watch(table.code, cleo.user)
    page = table.shows(dan)
    assert "left 7 of the last 20 matches" in page
    assert "usually stays to the end" in page


def test_nothing_is_said_of_newcomers(tables: Tables, ann: Player, bob: Player) -> None:
    record(bob, 4, 4)
    page = tables(ann, seated=[bob]).shows(ann)
    assert "left 4" not in page
    assert "usually stays" not in page


def test_it_costs_no_query_for_each_person(tables: Tables, ann: Player, bob: Player, cleo: Player) -> None:
    def queries(table: LobbyTable) -> int:
        with CaptureQueriesContext(connection) as asked:
            snapshot.build(Table.objects.get(code=table.code))
        return len(asked)

    for player in (ann, bob, cleo):
        record(player, 10, 1)
    assert queries(tables(ann)) == queries(tables(ann, seated=[bob, cleo]))


@pytest.mark.parametrize("what", [("sit", {}), ("sit", {"seat": "2"}), ("queue", {"wait": "yes"})])
def test_a_table_for_reliable_players_refuses_a_leaver_and_says_why(
    tables: Tables, ann: Player, leaver: Player, what: tuple[str, dict[str, str]]
) -> None:
    table = tables(ann, reliable_only=True)
    answer = table.press(leaver, what[0], headers=HTMX, **what[1])
    assert (answer.status_code, REFUSED in answer.content.decode()) == (409, True)
    assert table.sitters == ["0 Ann"]
    assert "only for players who rarely leave" in RELIABLE_ONLY
    assert RELIABLE_ONLY in table.shows(leaver)


def test_a_leaver_cannot_take_a_bots_seat_there(tables: Tables, ann: Player, leaver: Player, cleo: Player) -> None:
    table = tables(ann, reliable_only=True)
    services.set_bot(table.code, ann.user, 1, "Hard")
    services.start(table.code, ann.user)
    assert REFUSED in table.says(leaver, "take-over", seat="1")
    answer = leaver.client.post(f"{table.path}take/1/", headers=HTMX)
    assert (answer.status_code, REFUSED in answer.content.decode()) == (403, True)
    table.press(cleo, "take-over", seat="1")
    assert table.sitters == ["0 Ann", "1 Cleo"]


def test_reliable_people_and_newcomers_may_sit(tables: Tables, ann: Player, bob: Player, cleo: Player) -> None:
    record(bob, 10, 2)
    record(cleo, 4, 4)
    assert tables(ann, reliable_only=True, seated=[bob, cleo]).sitters == ["0 Ann", "1 Bob", "2 Cleo"]


def test_the_host_and_those_who_sit_already_are_exempt(tables: Tables, ann: Player, leaver: Player) -> None:
    record(ann, 20, 20)
    table = tables(ann, seated=[leaver])
    form = {"seats": "4", "visibility": "link", "watching": "hidden", "pace": "natural", "reliable_only": "on"}
    assert 'name="reliable_only"' in ann.client.get(f"{table.path}settings/").content.decode()
    ann.client.post(f"{table.path}settings/", form)
    assert table.table.reliable_only
    assert table.sitters == ["0 Ann", "1 Bob"]
    services.sit(table.code, leaver.user, 3)
    services.stand_up(table.code, ann.user)
    services.sit(table.code, ann.user)
    assert table.sitters == ["0 Ann", "3 Bob"]


def test_a_waiting_player_holds_nobody_up_when_the_setting_changes(
    tables: Tables, ann: Player, leaver: Player, cleo: Player, dan: Player
) -> None:
    table = tables(ann, seats=2, seated=[dan])
    for player in (leaver, cleo):
        services.queue(table.code, player.user)
    Table.objects.update(reliable_only=True)
    services.stand_up(table.code, dan.user)
    assert table.sitters == ["0 Ann", "1 Cleo"]


def test_quick_match_leads_a_leaver_elsewhere(tables: Tables, ann: Player, leaver: Player, cleo: Player) -> None:
    table = tables(ann, visibility="public", reliable_only=True)
    assert services.quick_match(leaver.user).code != table.code
    Table.objects.filter(host=leaver.user).delete()
    assert services.quick_match(cleo.user).code == table.code


def test_a_new_table_can_ask_for_reliable_players(ann: Player) -> None:
    form = {"seats": 4, "visibility": "link", "watching": "hidden", "pace": "natural", "reliable_only": "on"}
    assert 'name="reliable_only"' in ann.client.get("/tables/new/").content.decode()
    ann.client.post("/tables/new/", form)
    assert Table.objects.get().reliable_only
