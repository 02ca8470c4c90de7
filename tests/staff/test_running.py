"""Running games as the staff sees them: the list, the figures that lead to lists, and a game as it is played."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.lobby.services import name_of
from games.models import Entry, Game, User
from games.staff.dashboard import overview_for
from games.staff.running import duration_since
from games.wording import fill
from games.wording.staff import WAITING
from tests.conftest import Player
from tests.responses import text
from tests.table.conftest import RunningTable

pytestmark = [pytest.mark.django_db, pytest.mark.once]
RUNNING = "/admin/games/game/?status=running"


@pytest.fixture
def two(start_game: Callable[..., RunningTable]) -> tuple[RunningTable, RunningTable]:
    """Two games; the first has waited for ten minutes, the second for two hours."""
    made = start_game(["Ann", "Bob"], bots=["Easy"]), start_game(["Cleo", "Dan"])
    for table, minutes in zip(made, (10, 120), strict=True):
        Entry.objects.filter(game=table.game).update(at=timezone.now() - timedelta(minutes=minutes, seconds=1))
    return made


def cells(page: str) -> list[list[str]]:
    """Return the text of each row of the list, cell by cell."""
    rows = re.findall(r"<tr>(.*?)</tr>", page.partition("<tbody>")[2], re.DOTALL)
    return [[re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<t[dh].*?</t[dh]>", row)] for row in rows]


def listed(player: Player, query: str = "") -> list[list[str]]:
    return cells(text(player.client.get(RUNNING + query)))


def test_the_list_shows_rules_and_whose_decision_is_waited_for(
    sue: Player, two: tuple[RunningTable, RunningTable]
) -> None:
    second, first = listed(sue)
    assert first[1:6] == [
        two[0].code, first[2], name_of(two[0].now.state.rules), two[0].current_player, "10 min",
    ]  # fmt: skip
    assert first[2].startswith("Ann, Bob, ")
    assert first[2].endswith("(Easy)")
    assert second[4:6] == [two[1].current_player, "2 h"]


def test_tables_and_players_are_links(sue: Player, two: tuple[RunningTable, RunningTable]) -> None:
    page = text(sue.client.get(RUNNING))
    assert f'<a href="/admin/games/table/{two[0].table.pk}/change/">{two[0].code}</a>' in page
    assert f'<a href="/admin/games/user/{two[0].people["Ann"].pk}/change/">Ann</a>' in page


def test_there_are_no_links_to_what_a_person_may_not_see(
    invite: Callable[..., Player], two: tuple[RunningTable, RunningTable]
) -> None:
    viewer = invite("Vic", is_staff=True)
    viewer.user.user_permissions.add(Permission.objects.get(codename="view_game"))
    page = text(viewer.client.get(RUNNING))
    assert "/admin/games/user/" not in page
    assert "/admin/games/table/" not in page
    assert len(cells(page)) == 2


@pytest.mark.parametrize(("order", "first"), [("5", "Cleo"), ("-5", "Ann"), ("0", "Ann"), ("-0", "Cleo")])
def test_the_list_is_sorted_by_a_column(
    sue: Player, two: tuple[RunningTable, RunningTable], order: str, first: str
) -> None:
    assert listed(sue, f"&o={order}")[0][2].startswith(first)


def test_the_heading_says_how_the_list_is_sorted(sue: Player, two: tuple[RunningTable, RunningTable]) -> None:
    page = text(sue.client.get(f"{RUNNING}&o=-5"))
    assert page.count("aria-sort") == 1
    assert 'aria-sort="descending"' in page
    assert "o=5" in page


@pytest.mark.parametrize("order", ["", "x", "99", "-99", "2", "5.5.5", "\x00"])
def test_an_order_that_does_not_exist_changes_nothing(
    sue: Player, two: tuple[RunningTable, RunningTable], order: str
) -> None:
    answer = sue.client.get("/admin/games/game/", {"status": "running", "o": order})
    assert (answer.status_code, len(cells(text(answer)))) == (200, 2)


def test_a_damaged_game_is_listed_too(sue: Player, two: tuple[RunningTable, RunningTable]) -> None:
    Game.objects.filter(pk=two[0].game.pk).update(state="{")
    assert fill(WAITING["damaged"]) in text(sue.client.get(RUNNING))


def test_more_games_need_no_more_queries(
    sue: Player, two: tuple[RunningTable, RunningTable], start_game: Callable[..., RunningTable]
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            sue.client.get(RUNNING)
        return len(found)

    queries()  # the first request also fills caches
    before = queries()
    for names in (["Eve", "Fay"], ["Gus", "Hal"], ["Ida", "Joe"]):
        start_game(names)
    assert queries() == before


def test_each_figure_leads_to_what_it_counts(sue: Player, two: tuple[RunningTable, RunningTable]) -> None:
    two[0].game.players.filter(name="Bob").update(stand_in="Hard")
    figures = [figure for figure in overview_for(sue.user).figures if figure.url]
    assert [figure.label for figure in figures] == ["Live tables", "People playing"]
    for figure in figures:
        assert len(cells(text(sue.client.get(figure.url)))) == int(figure.value), figure.label
        assert f'href="{figure.url}"' in text(sue.client.get("/admin/now/"))


def test_figures_have_no_link_for_those_who_may_not_see_the_list(mo: Player) -> None:
    figures = {figure.label: figure.url for figure in overview_for(mo.user).figures}
    assert figures["Live tables"] == ""
    assert mo.client.get(RUNNING).status_code == 403


def test_durations_are_rounded_down() -> None:
    now = timezone.now()
    found = [duration_since(now - timedelta(seconds=seconds)) for seconds in (0, 59, 61, 7300, 90000, 200000)]
    assert found == ["0 s", "59 s", "1 min", "2 h", "1 day", "2 days"]
    assert duration_since(None) == ""


# --- a game as it is played


def poll(client: Client, table: RunningTable, known: str, **headers: str) -> Any:
    headers = headers or {"HX-Request": "true"}
    return client.get(f"/admin/games/game/{table.game.pk}/change/?as=nobody&known={known}", headers=headers)


def test_a_page_asks_only_for_what_is_new(olga: Player, two: tuple[RunningTable, RunningTable]) -> None:
    table = two[0]
    page = text(olga.client.get(f"/admin/games/game/{table.game.pk}/change/"))
    assert 'hx-trigger="every 2s"' in page
    assert "known=1%20nobody" in page
    assert poll(olga.client, table, "1 nobody").status_code == 204
    table.act(table.current_player, table.any_move())
    answer = poll(olga.client, table, "1 nobody")
    assert (answer.status_code, 'id="drawn"' in text(answer)) == (200, True)


def test_an_earlier_moment_stays_until_one_goes_back(olga: Player, two: tuple[RunningTable, RunningTable]) -> None:
    page = text(olga.client.get(f"/admin/games/game/{two[0].game.pk}/change/?at=1"))
    assert "hx-trigger" not in page
    assert ">Live</a>" in page


def test_hands_are_drawn_only_during_an_inspection(
    olga: Player, sue: Player, two: tuple[RunningTable, RunningTable], do: Callable[..., Any]
) -> None:
    table = two[0]
    ring = text(sue.client.get(f"/admin/games/game/{table.game.pk}/change/")).partition('class="ring"')[2]
    assert '<span class="hand">' not in ring
    do(sue, "look", table.game.pk)
    ring = text(sue.client.get(f"/admin/games/game/{table.game.pk}/change/?at=1")).partition('class="ring"')[2]
    assert ring.partition('class="piles"')[0].count('<span class="hand">') == 3
    assert poll(sue.client, table, "1 all").status_code == 200  # an inspection shows more than a spectator sees


@pytest.mark.parametrize("query", ["", "?at=1", "?as=all&known=1%20all"])
def test_players_guests_and_moderators_do_not_get_in(
    mo: Player, client: Client, two: tuple[RunningTable, RunningTable], query: str
) -> None:
    path = f"/admin/games/game/{two[0].game.pk}/change/{query}"
    player, guest = Client(), Client()
    player.force_login(two[0].people["Ann"])
    guest.force_login(User.objects.create_user("Gus", is_guest=True))
    for someone in (mo.client, player, guest, client):
        answer = someone.get(path, headers={"HX-Request": "true"})
        assert answer.status_code in (302, 403, 404) or "HX-Redirect" in answer
        assert 'id="drawn"' not in answer.content.decode()
