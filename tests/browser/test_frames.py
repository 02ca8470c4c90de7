"""What moves at the table needs neither styles nor a layout on its way."""

import pytest

from games.devtools.bench_frames import HAS_MOVED, SCENES, WATCH, traced
from tests.browser.conftest import OpenFixture
from tests.conftest import PHONE, OpenPage

pytestmark = pytest.mark.once  # what a browser shows of a game is the same whatever keeps it


@pytest.mark.parametrize("scene", SCENES)
def test_only_transforms_and_opacity_are_animated(open_fixture: OpenFixture, scene: str) -> None:
    fixture, press = SCENES[scene]
    page = open_fixture(fixture, PHONE, reduced_motion="no-preference")
    page.evaluate(WATCH)
    found = traced(page.context.browser, page, press, throttling=1)
    assert found.properties == "none"
    assert found.milliseconds >= 250
    assert found.longest_task_ms > 0


TRANSITION = """() => {
    const card = document.body.appendChild(document.createElement("p"));
    card.style.cssText = "opacity: 1; transition: opacity 60s";
    getComputedStyle(card).opacity;
    addEventListener("transitionrun", () => card.remove());
    card.style.opacity = 0;
}"""


def test_a_card_that_leaves_while_it_moves_is_not_waited_for(open_page: OpenPage) -> None:
    page = open_page("/", PHONE, reduced_motion="no-preference")
    page.evaluate(WATCH)
    page.evaluate(TRANSITION)
    page.wait_for_function(HAS_MOVED)
    assert page.evaluate("watched") == ["opacity"]
