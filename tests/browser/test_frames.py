"""What moves at the table needs neither styles nor a layout on its way."""

import pytest

from games.devtools.bench_frames import SCENES, WATCH, traced
from tests.browser.conftest import OpenFixture
from tests.conftest import PHONE

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
