"""Deals in the browser: contributions of two players, and “Verify this deal” with right and with changed games."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django import DjangoDbBlocker

from games.history import files
from games.lobby import services as lobby
from games.models import Commitment, Game, User
from games.table.services import operating
from tests.conftest import DESKTOP, PHONE, OpenPage
from tests.history.dealing import dealt_game
from tests.history.tampering import CHANGES
from tests.live_site import Site

pytestmark = pytest.mark.once

REPRESENTATIVE = [
    "forged_secret", "changed_contribution", "changed_contribution_of_the_server", "changed_card_of_a_hand",
    "drawn_card_of_somebody_else", "exchanged_rounds", "missing_reshuffle", "changed_reshuffle",
]  # fmt: skip


@pytest.fixture(autouse=True)
def _with_database(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock():
        yield


def play_now(page: Page) -> str:
    """Play now, and return the code of the table."""
    page.goto("/")
    page.get_by_role("button", name="Play now").first.click()
    page.wait_for_url("**/game/")
    return page.url.split("/")[-3]


def end(site: Site, code: str) -> dict[str, Any]:
    """End the running game, and return its replay and what it was committed to."""

    def ended() -> dict[str, Any]:
        game = Game.objects.filter(table__code=code).latest("pk")
        operating.end_game(code)
        found = game.commitment
        return {"replay": f"/g/{game.public_id}/", "digest": found.digest, "contributions": found.contributions}

    found: dict[str, Any] = site.within(ended)
    return found


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_play_now_is_verified_by_the_browser_that_contributed(
    site: Site, open_page: OpenPage, size: tuple[int, int]
) -> None:
    page = open_page("", size, base_url=site.url)
    game = end(site, play_now(page))
    ours = json.loads(page.evaluate("localStorage.getItem('contributions')"))[-1]
    assert ours["commitment"] == game["digest"]
    assert {"by": "browser", "value": ours["contribution"]} in game["contributions"]
    page.goto(game["replay"])
    page.locator("#verify").press("Enter")
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("The deal is right")
    expect(verdict).to_contain_text("its contribution is among these")
    expect(page.locator("#verify")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_two_players_contribute_and_another_commitment_is_noticed(site: Site, open_page: OpenPage) -> None:
    ann, bob = (open_page("", DESKTOP, base_url=site.url) for _ in range(2))
    end(site, play_now(ann))

    def opened() -> str:
        host = User.objects.latest("pk")
        return lobby.open_table(host, lobby.read("{}"), lobby.Settings(seats=2)).code

    code = site.within(opened)
    ann.goto(f"/t/{code}/")
    bob.goto(f"/t/{code}/")
    bob.get_by_role("button", name="Take a seat").click()
    bob.get_by_role("button", name="I am ready").click()
    expect(ann.locator(".deal")).to_contain_text("a number of their browser", use_inner_text=False)
    ann.get_by_role("button", name="Start the game").click()
    bob.wait_for_url("**/game/")
    game = end(site, code)
    assert [one["by"] for one in game["contributions"]] == ["browser", "browser"]

    def exchange(route: Route) -> None:
        """A server that deals from another secret than the one it had committed to before the contributions."""
        document = route.fetch().json()
        document["shuffles"]["commitment"] = "0" * 64
        route.fulfill(json=document)

    bob.goto(game["replay"])
    bob.route("**/game.json*", exchange)
    bob.locator("#verify").click()
    expect(bob.locator("#verdict")).to_contain_text("Your browser contributed to another commitment")
    bob.unroute("**/game.json*")
    bob.locator("#verify").click()
    expect(bob.locator("#verdict")).to_contain_text("The deal is right")


def test_changed_games_are_found_and_named_in_the_browser(site: Site, open_page: OpenPage) -> None:
    page = open_page("", DESKTOP, base_url=site.url)
    game = end(site, play_now(page))
    page.goto(game["replay"])
    played = dealt_game("Official", number=6, moves=5000, score_limit="500", hand_size=15, draw="until_playable")
    assert files.read(json.dumps(played)).entries
    served = {"document": played}
    page.evaluate("localStorage.clear()")
    page.route("**/game.json*", lambda route: route.fulfill(json=served["document"]))
    page.locator("#verify").click()
    expect(page.locator("#verdict")).to_contain_text("The deal is right")
    for change, _, sentence in CHANGES:
        if change.__name__ not in REPRESENTATIVE:
            continue
        served["document"] = copy.deepcopy(played)
        change(served["document"])
        page.locator("#verify").click()
        expect(page.locator("#verdict.wrong")).to_contain_text(sentence)
        page.evaluate("document.getElementById('verdict').className = ''")


def test_without_javascript_the_server_contributes(site: Site, open_page: OpenPage) -> None:
    page = open_page("", DESKTOP, base_url=site.url, java_script_enabled=False)
    code = play_now(page)

    def by() -> str:
        return str(Commitment.objects.get(game__table__code=code).contributions[0]["by"])

    assert site.within(by) == "server"
