"""The card images: every face is in the sprite, and every color has a shape and a letter."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.test import Client

from games.engine import DECKS
from games.engine.cards import COLORS
from games.table import cards

SPRITE = Path(settings.ROOT) / "static" / "img" / "cards.svg"
SVG = "{http://www.w3.org/2000/svg}"
once = pytest.mark.once


def symbols() -> dict[str | None, ElementTree.Element]:
    tree = ElementTree.parse(SPRITE)  # noqa: S314  # our own file
    return {symbol.get("id"): symbol for symbol in tree.iter(f"{SVG}symbol")}


def symbol_of(html: str) -> str:
    return str(re.findall(r'href="[^"#]+#([^"]+)"', html)[0])


@once
def test_every_face_of_every_deck_has_a_symbol() -> None:
    have = symbols()
    for deck in DECKS.values():
        for side, printed in enumerate(deck.printed):
            for text in printed:
                assert symbol_of(cards.face(text, side)) in have, text


@once
def test_all_references_in_the_sprite_exist() -> None:
    tree = ElementTree.parse(SPRITE)  # noqa: S314
    names = [element.get("id") for element in tree.iter() if element.get("id")]
    assert len(names) == len(set(names))
    assert {use.get("href", "")[1:] for use in tree.iter(f"{SVG}use")} <= set(names)


@once
def test_browsers_lay_out_no_more_of_the_sprite_than_a_page_uses() -> None:
    assert ElementTree.parse(SPRITE).getroot().get("style") == "content-visibility:hidden"  # noqa: S314


@once
def test_the_small_cards_at_seats_have_the_patterns_of_all_backs() -> None:
    tree = ElementTree.parse(SPRITE)  # noqa: S314
    patterns = {
        element.get("id"): {part.get("display") for part in element.iter() if part.get("display")}
        for element in tree.iter()
        if element.get("id") in ("back", "mini")
    }
    assert patterns["mini"] == patterns["back"]
    assert len(patterns["back"]) == 6


@once
def test_a_face_shows_the_shape_and_the_letter_of_its_color() -> None:
    bases = {element.get("id"): element for element in ElementTree.parse(SPRITE).iter()}  # noqa: S314
    for color in cards.LETTERS:
        base = ElementTree.tostring(bases[f"b-{color}"], encoding="unicode")
        assert f"#p-{cards.SHAPES[color]}" in base
        assert f">{cards.LETTERS[color]}</" in base
    assert len(set(cards.SHAPES.values())) == len(set(cards.LETTERS.values())) == len(COLORS) - 1 == 8


@once
def test_the_two_sides_of_flip_share_no_image() -> None:
    light, dark = DECKS["flip"].printed
    of_light = {symbol_of(cards.face(text, 0)) for text in light}
    of_dark = {symbol_of(cards.face(text, 1)) for text in dark}
    assert not of_light & of_dark
    assert symbol_of(cards.back(0)) != symbol_of(cards.back(1))


@once
def test_a_text_means_the_same_card_in_every_deck() -> None:
    for deck in DECKS.values():
        for printed in deck.printed:
            for text, face in printed.items():
                known = cards.FACES[text]
                assert (known.name, known.color, known.symbol) == (face.name, face.color, face.symbol)


@once
def test_symbols_use_the_colors_of_the_page() -> None:
    painted = re.findall(r'(?:fill|stroke)="(#[^"]+)"', SPRITE.read_text())
    assert set(painted) <= {"#5b4a8f"}


@once
def test_cards_have_their_names_as_labels() -> None:
    assert 'aria-label="red Draw Two"' in cards.shown("RD")
    assert cards.named("WDC") == '<b class="wild">Wild Draw Color</b>'


def test_the_page_of_cards_is_public_and_shows_every_face(db: None, client: Client) -> None:
    page = client.get("/cards/")
    assert page.status_code == 200
    html = page.content.decode()
    for deck in DECKS.values():
        for printed in deck.printed:
            for face in printed.values():
                assert f'aria-label="{face.name}"' in html
