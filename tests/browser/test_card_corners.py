"""The corner of a card stays readable: no symbol in its middle covers the shape or the letter of its color, and a large
hand shows all of its number."""

from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from PIL import Image, ImageChops

from games.table import cards
from tests.browser.conftest import OpenFixture

pytestmark = pytest.mark.once  # the same whatever keeps a game

SPRITE = (Path(settings.ROOT) / "static" / "img" / "cards.svg").read_text().replace("content-visibility:hidden", "")
SHOW = """(name) => {
    document.querySelector("#shown").innerHTML = `<svg viewBox="0 0 100 150"><use href="#${name}"/></svg>`;
}"""
STYLE = (
    "<style>body { margin: 0 } #shown svg { position: absolute; left: 0; top: 0; width: 400px; height: 600px }</style>"
)
SHAPE_AND_LETTER = (32, 164, 106, 304)
"""Where they are on a card of this size: left, top, right, bottom."""
BESIDE_THE_NUMBER = (144, 52, 210, 112)
"""What the next card covers of the upper edge, in a hand so large that a card shows a third of its width."""
MOST = 12
"""By how much a part of a color may differ: the edges of curves are drawn a little differently each time."""
TEXTS = {color: [text for text in cards.FACES if cards.color(text) == color] for color in cards.LETTERS}


@pytest.mark.parametrize("color", cards.LETTERS)
def test_no_card_of_a_color_covers_its_shape_or_its_letter(open_fixture: OpenFixture, color: str) -> None:
    page = open_fixture("my turn")
    page.goto("about:blank")
    page.set_content(f"{STYLE}{SPRITE}<div id='shown'></div>")

    def corner(name: str) -> Image.Image:
        page.evaluate(SHOW, name)
        return Image.open(BytesIO(page.screenshot())).convert("RGB").crop(SHAPE_AND_LETTER)

    plain = corner(f"b-{color}")
    assert len(plain.getcolors(1 << 16) or ()) > 2, "a shape and a letter on the color of the card"
    for text in TEXTS[color]:
        difference = ImageChops.difference(plain, corner(text)).convert("L")
        assert difference.point(range_of(MOST)).getbbox() is None, text


def test_a_number_of_cards_to_draw_stands_in_the_part_that_a_large_hand_shows(open_fixture: OpenFixture) -> None:
    page = open_fixture("my turn")
    page.goto("about:blank")
    page.set_content(f"{STYLE}{SPRITE}<div id='shown'></div>")
    draw_cards = [text for text in cards.FACES if "Draw" in cards.spoken(text) and text != "WDC"]
    assert {"RD", "WD4", "WD10", "KD2"} <= set(draw_cards)
    for text in draw_cards:
        page.evaluate(SHOW, text)
        beside = Image.open(BytesIO(page.screenshot())).convert("RGB").crop(BESIDE_THE_NUMBER)
        assert beside.getcolors(1), text


def range_of(most: int) -> list[int]:
    """A table that leaves only differences above a number."""
    return [0 if value <= most else value for value in range(256)]
