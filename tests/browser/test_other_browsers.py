"""A short round of Flip in Firefox and WebKit: it can be played, nothing overlaps, and it looks as in Chromium.

Run by `.ci/run`, which installs these browsers, as a part of its own: `PART=others`.
"""

from pathlib import Path

import pytest
from django.conf import settings
from PIL import Image, ImageChops, ImageStat

from tests.browser.boxes import MEASURE
from tests.browser.conftest import MakeTable
from tests.browser.tables import LiveTable, position
from tests.browser.webdriver import BROWSERS, Window
from tests.conftest import DESKTOP

pytestmark = [pytest.mark.others, pytest.mark.once]

# Easy can play nothing, on either side: it draws and keeps. The last discard decides what the dark side begins with.
POSITION = (
    "Flip | R7|O1 RF|P8 B1|UE BF|U7 / G2|TD5 G4|P8 | 0 clockwise red | B9|O5 B5|P9 B5|P9 Y5|T8 Y5|T8 Y2|T8 | R1|U2"
)
NARROW = (500, 844)
"""As on a phone. Firefox makes no window as narrow as one."""
SMALL = (64, 40)
MOST_DIFFERENT = 4
"""Pictures of other browsers differ from Chromium's by at most so much on average, of 255: fonts are not the same."""


def sit_down(window: Window, table: LiveTable, name: str) -> None:
    window.visit(f"{table.site.url}/about/")
    window.add_cookie(settings.SESSION_COOKIE_NAME, table.sessions[name])
    window.visit(table.site.url + table.path + "game/")
    window.waits_for("#hand .can")


def play_a_round(window: Window, folder: Path) -> None:
    """Play Ann's four cards: a number, Flip, and after the call a Skip Everyone and the last card."""
    window.click("#hand .card[aria-label^='red 7']")
    window.waits_for("#log li", "Easy keeps")
    window.waits_for("#hand .can[aria-label^='red Flip']")
    window.click("#hand .can[aria-label^='red Flip']")
    window.waits_for("#pile.dark")
    window.waits_for("#hand .can[aria-label^='purple Skip Everyone']")
    window.screenshot(folder / "dark.png")
    window.click("#call")
    window.waits_for("#log li", "Uno!")
    window.click("#hand .can[aria-label^='purple Skip Everyone']")
    window.waits_for("#log li", "Skip Everyone")  # the last card could be played before, too: it would be too early
    window.waits_for("#hand .can[aria-label^='purple 7']")
    window.click("#hand .can[aria-label^='purple 7']")
    window.waits_for("#end", "You win")
    window.screenshot(folder / "end.png")


def difference(one: Path, other: Path) -> float:
    """Return how much two pictures differ on average, from 0 to 255, seen from so far away that text is only gray."""
    small = [Image.open(file).convert("RGB").resize(SMALL, Image.Resampling.BOX) for file in (one, other)]
    return sum(ImageStat.Stat(ImageChops.difference(*small)).mean) / 3


@pytest.mark.parametrize("size", [DESKTOP, NARROW])
@pytest.mark.parametrize("other", BROWSERS)
def test_a_round_of_flip_can_be_played(
    other: str, size: tuple[int, int], make_table: MakeTable, tmp_path: Path
) -> None:
    table = make_table(["Ann", "Easy"], position(POSITION, score_limit="one_round"))
    table.open("Ann", size).page.screenshot(path=tmp_path / "chromium.png")
    with BROWSERS[other](tmp_path) as window:
        sit_down(window, table, "Ann")
        window.resize(*size)
        assert window.run(f"return ({MEASURE})()") == []
        window.screenshot(tmp_path / "light.png")
        assert difference(tmp_path / "light.png", tmp_path / "chromium.png") < MOST_DIFFERENT
        play_a_round(window, tmp_path)
    assert difference(tmp_path / "light.png", tmp_path / "end.png") > MOST_DIFFERENT
