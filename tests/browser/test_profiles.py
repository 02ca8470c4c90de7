"""Profiles in the browser, and achievements at the end of a match."""

from random import Random

import pytest
from playwright.sync_api import expect

from games.models import Award, Game
from games.wording.statistics import AWARDS
from tests.browser import tables
from tests.browser.conftest import MakeTable
from tests.browser.tables import LiveTable, dealt
from tests.browser.test_replays import game
from tests.conftest import DESKTOP, PHONE
from tests.history.conftest import Played, play_on

pytestmark = pytest.mark.once

__all__ = ["game"]


def test_the_end_of_a_match_shows_new_achievements_and_the_profile_keeps_them(make_table: MakeTable) -> None:
    table = make_table(["Ann", "Bob"], dealt("Official", 2, 11, score_limit="one_round", hand_size=3))

    def finish() -> str:
        found = Game.objects.get(table__code=table.code)
        Game.objects.filter(pk=found.pk).update(due_at=None)
        play_on(Played(found, {}), Random(3), 3000, watched=False)
        return found.players.get(rank=1).name

    def earned() -> list[str]:
        found = Award.objects.filter(person__name=winner, game__table__code=table.code)
        return [AWARDS[code][0] for code in found.values_list("code", flat=True)]

    winner = table.site.within(finish)
    state = tables.session_state(table.site, table.sessions[winner])
    page = table.open_page("", DESKTOP, base_url=table.site.url, storage_state=state, reduced_motion="reduce")
    page.goto(f"/t/{table.code}/game/")
    page.locator("#awards li").first.wait_for()
    names = table.site.within(earned)
    assert AWARDS["first_win"][0] in names
    expect(page.locator("#awards li")).to_have_count(len(names))
    for name in names:
        expect(page.locator("#awards")).to_contain_text(name)
    page.goto("/me/")
    page.get_by_role("link", name="Look at your profile").click()
    expect(page.get_by_role("heading", name="Achievements")).to_be_visible()
    for name in names:
        expect(page.locator("ul.awards")).to_contain_text(name)


@pytest.mark.parametrize("size", [DESKTOP, (1366, 650), PHONE])
def test_a_profile_fits_the_screen(game: tuple[LiveTable, str], size: tuple[int, int]) -> None:
    table, _ = game
    state = tables.session_state(table.site, table.sessions["Ann"])
    page = table.open_page("", size, base_url=table.site.url, storage_state=state)
    page.goto("/me/")
    page.get_by_role("link", name="Look at your profile").click()
    page.get_by_role("heading", name="Results").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
