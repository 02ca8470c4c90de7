"""Profiles in the browser, and achievements at the end of a match."""

import pytest
from playwright.sync_api import expect

from games.models import Award, Game, Player, User
from games.wording.statistics import AWARDS
from tests.browser import tables
from tests.browser.tables import LiveTable
from tests.browser.test_replays import game
from tests.conftest import DESKTOP, PHONE

__all__ = ["game"]


def test_the_end_of_a_match_shows_new_achievements_and_the_profile_keeps_them(game: tuple[LiveTable, str]) -> None:
    table, _ = game

    def let_ann_win() -> None:
        found = Game.objects.get(table__code=table.code)
        best = Player.objects.filter(game=found, rank=1).values_list("person__name", flat=True).first()
        if best != "Ann":  # the achievements of a log are its own; which seat is Ann's does not matter
            Award.objects.update_or_create(
                person=User.objects.get(name="Ann"), code="first_win", defaults={"game": found}
            )

    table.site.within(let_ann_win)
    state = tables.session_state(table.site, table.sessions["Ann"])
    page = table.open_page("", DESKTOP, base_url=table.site.url, storage_state=state, reduced_motion="reduce")
    page.goto(f"/t/{table.code}/game/")
    expect(page.locator("#awards")).to_contain_text(AWARDS["first_win"][0])
    page.goto("/me/")
    page.get_by_role("link", name="Look at your profile").click()
    expect(page.get_by_role("heading", name="Achievements")).to_be_visible()
    expect(page.locator("ul.awards")).to_contain_text(AWARDS["first_win"][0])


@pytest.mark.parametrize("size", [DESKTOP, (1366, 650), PHONE])
def test_a_profile_fits_the_screen(game: tuple[LiveTable, str], size: tuple[int, int]) -> None:
    table, _ = game
    state = tables.session_state(table.site, table.sessions["Ann"])
    page = table.open_page("", size, base_url=table.site.url, storage_state=state)
    page.goto("/me/")
    page.get_by_role("link", name="Look at your profile").click()
    page.get_by_role("heading", name="Results").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
