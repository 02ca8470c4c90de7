"""The sprite of the cards as browsers get it: every symbol by itself, and nothing to lay out before it is used."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings

from config.sprites import without_uses

pytestmark = pytest.mark.once

SPRITE = Path(settings.ROOT, "static", "img", "cards.svg").read_bytes()
TOP = '<svg xmlns="http://www.w3.org/2000/svg">'


def expanded(inner: str) -> str:
    """Return the one symbol of a sprite."""
    served = without_uses(f"{TOP}{inner}</svg>".encode()).decode().replace(" />", "/>")
    return served.removeprefix(f'{TOP}<g display="none">').removesuffix("</g></svg>")


def test_a_reference_becomes_a_copy_with_the_attributes_of_both() -> None:
    part = '<defs><path id="p" d="M0 0" stroke="red"/></defs>'
    used = '<use href="#p" fill="blue" stroke="green"/>'
    assert expanded(f'{part}<symbol id="R1">{used}</symbol>') == (
        '<symbol id="R1"><path fill="blue" stroke="red" d="M0 0"/></symbol>'
    )


def test_a_move_within_a_move_stays_one() -> None:
    part = '<g id="p" transform="scale(2)"><text>R</text></g>'
    used = '<g transform="translate(1 2)"><use href="#p" transform="rotate(3)"/></g>'
    assert expanded(f'{part}<symbol id="R1">{used}</symbol>') == (
        '<symbol id="R1"><text transform="translate(1 2) rotate(3) scale(2)">R</text></symbol>'
    )


def test_what_a_page_can_hide_stays_a_group() -> None:
    hidden = '<g display="var(--rings,none)"><path d="M0 0"/></g>'
    assert expanded(f'<symbol id="back">{hidden}</symbol>') == f'<symbol id="back">{hidden}</symbol>'


def test_a_part_with_several_children_stays_one_group() -> None:
    part = '<g id="p"><path d="M0 0"/><path d="M1 1"/></g>'
    assert expanded(f'{part}<symbol id="R1"><use href="#p" fill="red"/></symbol>') == (
        '<symbol id="R1"><g fill="red"><path d="M0 0"/><path d="M1 1"/></g></symbol>'
    )


def test_the_cards_keep_all_symbols_and_share_nothing() -> None:
    served = without_uses(SPRITE)
    symbols = re.compile(rb'<symbol id="([^"]+)" viewBox="([^"]+)"')
    assert symbols.findall(served) == symbols.findall(SPRITE)
    assert len(symbols.findall(served)) > 150
    assert b"<use" not in served
    names = [element.get("id") for element in ElementTree.fromstring(served).iter() if element.get("id")]  # noqa: S314
    assert len(names) == len(symbols.findall(served))  # no copy has the name of its part
