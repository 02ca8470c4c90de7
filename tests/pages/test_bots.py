"""The page that introduces the bots."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client

from games.bots import BOTS, Bot, strength
from tests.conftest import DESKTOP, PHONE, OpenPage
from tests.contexts import ColorScheme

pytestmark = pytest.mark.once

LABELS = "all => all.map(label => parseFloat(getComputedStyle(label).fontSize) * label.getScreenCTM().a)"
CUT_OFF = """all => all.filter(label => {
    const [text, svg] = [label, label.ownerSVGElement].map(one => one.getBoundingClientRect());
    return text.left < svg.left || text.right > svg.right;
}).map(label => label.textContent)"""


@pytest.fixture
def page(client: Client, db: None) -> str:
    return client.get("/bots/").content.decode()


@pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS)
def test_every_bot_is_described_on_a_public_page(page: str, bot: Bot) -> None:
    assert f'id="bot-{bot.name.lower()}"' in page
    assert bot.line in page


def test_the_strongest_stands_first_with_what_the_arena_measured(page: str) -> None:
    rates = strength.win_rates()
    best, worst = max(rates, key=rates.__getitem__), min(rates, key=rates.__getitem__)
    assert page.index(f'id="bot-{best.lower()}"') < page.index(f'id="bot-{worst.lower()}"')
    assert f"wins {rates[best]:.0%}".replace("%", "") in page.replace("\xa0", "").replace(" %", "").replace("%", "")


def test_the_chart_and_its_table_go_from_the_weakest_to_the_strongest(page: str) -> None:
    rates = strength.win_rates()
    best, worst = max(rates, key=rates.__getitem__), min(rates, key=rates.__getitem__)
    chart, table = page[page.index("<svg viewBox") :], page[page.index("The chart as a table") :]
    assert chart.index(f">{worst}<") < chart.index(f">{best}<")
    assert table.index(f">{worst}</th>") < table.index(f">{best}</th>")


@pytest.mark.parametrize("group", ["rules", "playouts"])
def test_expert_against_hard_is_shown_with_every_figure(page: str, group: str) -> None:
    shown = page[page.index("Expert against Hard") :]
    results = strength.duels(group)
    assert len(results) >= 4
    for result in results:
        expert, hard = result["bots"]
        assert (expert["name"], hard["name"]) == ("Expert", "Hard")
        assert f"{expert['win_rate']:.1%}" in shown
        assert f"{expert['low']:.1%} to {expert['high']:.1%}" in shown


def test_without_measurements_the_page_has_no_such_section(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strength, "duels", lambda group: ())
    assert "Expert against Hard" not in client.get("/bots/").content.decode()


def test_every_page_links_to_tables_bots_cards_and_the_api(client: Client, db: None) -> None:
    front = client.get("/").content.decode()
    for address in ("/tables/", "/bots/", "/cards/", "/api/", "/privacy/"):
        assert f'href="{address}"' in front
        assert client.get(address).status_code == 200


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_chart_can_be_read_on_a_phone_and_in_the_dark(
    open_page: OpenPage, size: tuple[int, int], scheme: ColorScheme
) -> None:
    page = open_page("/bots/", size, color_scheme=scheme)
    assert Axe().run(page).violations_count == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert min(page.locator(".bars svg text").evaluate_all(LABELS)) >= 11.5
    assert page.locator(".bars svg text").evaluate_all(CUT_OFF) == []
    assert page.locator(".bars svg").evaluate_all(
        "all => all.every(it => it.getBoundingClientRect().right < innerWidth)"
    )
