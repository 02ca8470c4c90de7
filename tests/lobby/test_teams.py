"""Teams in the lobby: choosing one by sitting down, changing places with a bot, mixing, and starting."""

from django.test import Client

from games.api.serializers import serialize_table
from games.engine import Rules
from games.wording import teams
from games.wording.lobby import refusal
from tests.conftest import Player
from tests.lobby.conftest import Tables
from tests.responses import find

PAIRS = Rules.preset("Partners")


def badges(page: str) -> list[str]:
    return [name for name in teams.NAMES for _ in range(page.count(f">{name}</span>"))]


def test_each_seat_shows_its_team(tables: Tables, ann: Player) -> None:
    assert badges(tables(ann, PAIRS, seats=6).shows(ann)) == ["Fox"] * 3 + ["Owl"] * 3
    assert badges(tables(ann, PAIRS.but(teams="three"), seats=6).shows(ann)) == [
        "Fox",
        "Fox",
        "Owl",
        "Owl",
        "Bear",
        "Bear",
    ]
    assert badges(tables(ann).shows(ann)) == []


def test_a_player_changes_places_with_a_bot_of_another_team(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, PAIRS, seated=[bob])
    table.press(ann, "bot", seat="2", bot="Hard")
    table.press(ann, "bot", seat="3", bot="Easy")
    page = table.shows(bob)
    assert "Change places" in find(r'id="seat-3".*?</li>', page)
    assert "Change places" not in find(r'id="seat-4".*?</li>', page)
    table.press(bob, "sit", seat="2")
    assert table.sitters == ["0 Ann", "1 Hard", "2 Bob", "3 Easy"]


def test_nobody_changes_places_with_bots_that_stay(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, PAIRS, seated=[bob], seats_may_be_taken_over=False)
    table.press(ann, "bot", seat="2", bot="Hard")
    assert "Change places" not in table.shows(bob)
    assert refusal("bots_stay") in table.says(bob, "sit", seat="2")
    assert table.sitters == ["0 Ann", "1 Bob", "2 Hard"]


def test_only_the_host_mixes_the_teams(tables: Tables, ann: Player, bob: Player, cleo: Player) -> None:
    table = tables(ann, PAIRS, seated=[bob])
    assert "Mix the teams" in table.shows(ann)
    assert "Mix the teams" not in table.shows(bob)
    assert refusal("host_only") in table.says(bob, "mix")
    table.press(cleo, "mix")
    table.press(Client(), "mix")
    assert table.sitters == ["0 Ann", "1 Bob"]
    seen = set()
    for _ in range(60):  # until both orders have come up
        table.press(ann, "mix")
        seen.add(tuple(table.sitters))
        if len(seen) == 2:
            break
    assert seen == {("0 Ann", "1 Bob"), ("0 Bob", "1 Ann")}
    assert any("mixed" in notice for notice in table.notices)


def test_teams_are_not_mixed_during_a_game(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, PAIRS, seated=[bob])
    for seat in (2, 3):
        table.press(ann, "bot", seat=seat, bot="Hard")
    table.press(bob, "ready", ready="yes")
    table.press(ann, "start")
    before = table.sitters
    for _ in range(5):
        assert refusal("game_running") in table.says(ann, "mix")
    assert table.sitters == before
    assert table.games == 1


def test_a_game_in_teams_starts_when_all_seats_are_taken(tables: Tables, ann: Player, bob: Player) -> None:
    table = tables(ann, PAIRS, seated=[bob], ready=True, seats=6)
    for seat in (2, 3):
        table.press(ann, "bot", seat=seat, bot="Hard")
    assert refusal("team_seats_free") in table.says(ann, "start")
    for seat in (4, 5):
        table.press(ann, "bot", seat=seat, bot="Hard")
    table.press(ann, "start")
    assert table.games == 1


def test_a_table_whose_seats_do_not_fit_the_teams_is_not_opened(ann: Player) -> None:
    sent = {"preset": "Partners", "seats": "5", "visibility": "link", "watching": "hidden", "pace": "natural"}
    page = ann.client.post("/tables/new/", sent)
    assert page.status_code == 422
    assert "must be one of these: 4, 6, 8" in page.content.decode()
    checked = ann.client.post("/tables/new/check/", sent | {"seats": "3"}).content.decode()
    assert "must be one of these" in checked


def test_quick_match_gives_teams_as_many_seats_as_they_need(ann: Player) -> None:
    ann.client.post("/tables/quick/", {"rules": "Partners"})
    assert ann.user.hosted.get().seats == 4


def test_programs_see_the_teams_of_the_seats(tables: Tables, ann: Player) -> None:
    table = tables(ann, PAIRS)
    assert [seat["team"] for seat in serialize_table(table.table, "")["seats"]] == ["Fox", "Owl", "Fox", "Owl"]
    assert "team" not in serialize_table(tables(ann).table, "")["seats"][0]
