"""The three decks, card by card."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.engine import DECKS
from games.engine.cards import Deck

CLASSIC = DECKS["classic"]
FLIP = DECKS["flip"]
NO_MERCY = DECKS["no_mercy"]
COLORS = {"red": "R", "yellow": "Y", "green": "G", "blue": "B", "pink": "P", "teal": "T", "orange": "O", "purple": "U"}
SYMBOLS = {
    "draw1": "D1", "draw5": "D5", "skip": "S", "skipEveryone": "E", "reverse": "R", "flip": "F",
    "wild": "W", "draw2": "WD2", "wildDrawColor": "WDC",
}  # fmt: skip


def symbols(cards: Any, color: str) -> Any:
    """Return how often each symbol occurs in a color, after checking that all colors have the same symbols."""
    return Counter(card[1:] for card in cards if card[0] == color and not card.startswith("W"))


def wilds(cards: Any) -> Any:
    return Counter(card for card in cards if card.startswith("W"))


def points(deck: Deck, side: Any = 0) -> Any:
    return {text: face.points for text, face in deck.printed[side].items()}


@pytest.mark.parametrize("color", "RYGB")
def test_the_classic_deck_has_one_zero_and_two_of_everything_else_in_each_color(color: str) -> None:
    assert symbols(CLASSIC.cards, color) == {"0": 1} | dict.fromkeys("123456789DSR", 2)


def test_the_classic_deck_has_eight_wilds_and_108_cards() -> None:
    assert wilds(CLASSIC.cards) == {"W": 4, "WD4": 4}
    assert len(CLASSIC.cards) == 108


def test_classic_points() -> None:
    value = points(CLASSIC)
    assert [value[f"R{n}"] for n in range(10)] == list(range(10))
    assert {value[f"{color}{mark}"] for color in "RYGB" for mark in "DSR"} == {20}
    assert (value["W"], value["WD4"]) == (50, 50)


@pytest.mark.parametrize("color", "RYGB")
def test_no_mercy_cards_of_each_color(color: str) -> None:
    twice = dict.fromkeys("0123456789", 2) | {"D4": 2, "E": 2}
    assert symbols(NO_MERCY.cards, color) == twice | {"D": 3, "S": 3, "R": 3, "A": 3}


def test_the_no_mercy_deck_has_24_wilds_and_168_cards() -> None:
    assert wilds(NO_MERCY.cards) == {"WR4": 8, "WD6": 4, "WD10": 4, "WC": 8}
    assert len(NO_MERCY.cards) == 168


def test_no_mercy_points() -> None:
    value = points(NO_MERCY)
    assert [value[f"G{n}"] for n in range(10)] == list(range(10))
    assert {value[f"B{mark}"] for mark in ("D", "D4", "S", "E", "R", "A")} == {20}
    assert {value[wild] for wild in ("WR4", "WD6", "WD10", "WC")} == {50}


def read_pair(line: str) -> Any:
    return "|".join(read_face(*face.split()) for face in line.split(" / "))


def read_face(first: Any, symbol: Any = None) -> Any:
    """Two words are a color and a symbol; one word is a wild, except for `wild draw2`."""
    if first.startswith("wild"):
        return SYMBOLS[symbol or first]
    return COLORS[first] + SYMBOLS.get(symbol, symbol)


def test_the_flip_deck_matches_the_list_of_pairs() -> None:
    lines = (Path(__file__).parent / "flip_pairs.txt").read_text().splitlines()
    assert sorted(read_pair(line) for line in lines if line) == sorted(FLIP.cards)
    assert len(FLIP.cards) == 112


@pytest.mark.parametrize("color", "RYGB")
def test_light_faces(color: str) -> None:
    light = [card.split("|")[0] for card in FLIP.cards]
    assert symbols(light, color) == dict.fromkeys([*"123456789", "D1", "R", "S", "F"], 2)
    assert wilds(light) == {"W": 4, "WD2": 4}


@pytest.mark.parametrize("color", "PTOU")
def test_dark_faces(color: str) -> None:
    dark = [card.split("|")[1] for card in FLIP.cards]
    assert symbols(dark, color) == dict.fromkeys([*"123456789", "D5", "R", "E", "F"], 2)
    assert wilds(dark) == {"W": 4, "WDC": 4}


def test_flip_points_on_both_sides() -> None:
    light, dark = points(FLIP), points(FLIP, 1)
    assert [light[f"Y{n}"] for n in range(1, 10)] == [dark[f"T{n}"] for n in range(1, 10)] == list(range(1, 10))
    assert [light[text] for text in ("RD1", "RR", "RS", "RF", "W", "WD2")] == [10, 20, 20, 20, 40, 50]
    assert [dark[text] for text in ("PD5", "PR", "PE", "PF", "W", "WDC")] == [20, 20, 30, 20, 40, 60]


def test_no_flip_card_is_wild_on_both_sides_and_backs_vary() -> None:
    backs: dict[str, set[str]] = {}
    for card in FLIP.cards:
        light, dark = card.split("|")
        assert not (light.startswith("W") and dark.startswith("W"))
        backs.setdefault(light[1:], set()).add(dark[1:])
    assert all(len(others) > 1 for others in backs.values())


def test_every_face_has_a_readable_name() -> None:
    assert CLASSIC.printed[0]["RD"].name == "red Draw Two"
    assert CLASSIC.printed[0]["WD4"].name == "Wild Draw Four"
    assert FLIP.printed[1]["UE"].name == "purple Skip Everyone"
    assert FLIP.printed[1]["WDC"].name == "Wild Draw Color"
    assert NO_MERCY.printed[0]["WR4"].name == "Wild Reverse Draw Four"
    assert NO_MERCY.printed[0]["YA"].name == "yellow Discard All"
    assert repr(FLIP) == "<Deck flip, 112 cards>"


def test_two_cards_with_equal_faces_are_equal() -> None:
    assert CLASSIC.cards.count("R7") == 2
    assert len(set(CLASSIC.cards)) == 54


def test_a_card_is_found_by_its_full_text_only() -> None:
    assert CLASSIC.find(["WD4", "R7"], "W", 0) is None
    assert CLASSIC.find(["WD4", "R7"], "R", 0) is None
    assert FLIP.find(["WD2|O4", "W|P5"], "W", 0) == "W|P5"


def test_the_first_of_several_equal_faces_in_a_hand_is_found() -> None:
    assert FLIP.find(["R7|U5", "R7|O1"], "R7", 0) == "R7|U5"
    assert FLIP.find(["R7|U5", "R7|O1"], "R7", 1) is None
    assert FLIP.find(["R7|U5", "R7|O1"], "O1", 1) == "R7|O1"


@pytest.mark.parametrize("deck", [CLASSIC, NO_MERCY], ids=lambda deck: deck.name)
def test_a_move_uses_the_same_string_object_as_the_hands(deck: Deck) -> None:
    """Hands and piles are searched several times per turn, and identical objects need no string comparison."""
    printed = {text: text for text in deck.faces[0]}
    for top in deck.faces[0].values():
        for plays in top.takes.values():
            assert all(move.card is printed[card] for card, move in plays.items() if move)
    assert all(card is printed[card] for card in deck.cards)
